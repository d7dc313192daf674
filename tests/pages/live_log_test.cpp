// What pages get of running games, and that each of them gets all of it once.

#include "ai/contestant.hpp"
#include "base/bytes.hpp"
#include "base/random.hpp"
#include "game/registry.hpp"
#include "match/config.hpp"
#include "match/player.hpp"
#include "pages/live/feed.hpp"
#include "pages/live/log.hpp"
#include "record/record.hpp"
#include "support/catch.hpp"
#include "support/games/random_answer.hpp"

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <poll.h>
#include <sstream>

using namespace referee;
using LogJson = nlohmann::json;

namespace {

constexpr std::size_t much = 1U << 30U;

/// Plays games of gems into a feed, move by move, with long notes.
class LiveMatch {
  public:
    explicit LiveMatch(int slot = 0) : live_(feed, slot) {
        const Game& game = game_named("gems");
        Rng rng(1);
        field_ = load_field("field", game.create_field({}, rng));
        contestant_.name = "x";
        writer_.set_listener(live_);
        begin(1);
    }

    void begin(int number) {
        position_ = field_.field->start();
        writer_.begin_game(
            field_,
            std::vector<const Contestant*>(
                static_cast<std::size_t>(field_.field->seats()), &contestant_),
            number, MatchConfig());
        turns = 0;
    }

    /// Plays so many turns, or to the end; whether the game goes on.
    bool play(int count) {
        for (int i = 0; i < count && !position_->players_to_move().empty(); ++i) {
            const std::vector<Seat> seats(
                position_->players_to_move().begin(), position_->players_to_move().end());
            std::vector<std::string> texts;
            std::vector<Answer> answers;
            for (const Seat seat : seats) {
                texts.push_back(tests::random_answer(*position_, seat, rng_));
            }
            for (std::size_t k = 0; k < seats.size(); ++k) {
                answers.push_back({seats[k], Fault::none, texts[k]});
            }
            const int turn = position_->turn();
            const std::vector<Effect> effects = position_->apply(answers, {});
            for (std::size_t k = 0; k < seats.size(); ++k) {
                Run run;
                run.text = texts[k];
                run.notes = std::string(2000, 'n');
                writer_.move({turn, seats[k], Phase::move, {}, run, effects[k], "", ""});
            }
            ++turns;
        }
        return !position_->players_to_move().empty();
    }

    /// Takes what has been handed over into the log.
    void hand_over(LiveLog& log) {
        LiveReader reader(feed);
        LiveReader::Message message;
        while (reader.receive(message)) {
            if (message.topic.empty()) {
                log.begin(message.slot, std::move(message.game));
            } else {
                log.set(message.topic, message.json);
            }
        }
        while (log.advance()) {
        }
    }

    LiveFeed feed;
    int turns = 0; ///< of the game that is played

  private:
    LiveRecord live_;
    RecordWriter writer_;
    LoadedField field_;
    Contestant contestant_;
    std::unique_ptr<Position> position_;
    Rng rng_{7};
};

std::vector<LogJson> unpacked(const std::string& text) {
    const std::optional<std::string> packed = from_base64(text);
    REQUIRE(packed);
    const std::optional<std::string> lines = gunzip(*packed, much);
    REQUIRE(lines);
    std::vector<LogJson> values;
    std::istringstream stream(*lines);
    for (std::string line; std::getline(stream, line);) {
        values.push_back(LogJson::parse(line));
    }
    return values;
}

/// A page as web/live/source.js keeps it.
struct Page {
    std::vector<int> serials;
    std::vector<std::vector<LogJson>> lines; ///< by board
    std::map<std::string, LogJson> topics;
    int events = 0;
    int packed = 0; ///< pieces that were compressed
    bool was_current = false;
    std::optional<bool> interrupted;

    void take(const std::string& text) {
        std::istringstream stream(text);
        for (std::string name; std::getline(stream, name);) {
            std::string data;
            std::string blank;
            REQUIRE(std::getline(stream, data));
            REQUIRE(std::getline(stream, blank));
            REQUIRE(name.starts_with("event: "));
            REQUIRE(data.starts_with("data: "));
            REQUIRE(blank.empty());
            take(name.substr(7), LogJson::parse(data.substr(6)));
        }
    }

    void take(const std::string& name, const LogJson& data) {
        ++events;
        if (name == "current") {
            was_current = true;
        } else if (name == "end") {
            interrupted = data["interrupted"].get<bool>();
        } else if (name == "topic") {
            topics[data["name"]] = data["value"];
        } else {
            const auto board = data["board"].get<std::size_t>();
            if (name == "game") {
                serials.resize(std::max(serials.size(), board + 1));
                lines.resize(serials.size());
                serials[board] = data["serial"];
                lines[board].clear();
                return;
            }
            REQUIRE(name == "lines");
            REQUIRE(serials.at(board) == data["serial"]);
            packed += data.contains("packed") ? 1 : 0;
            const std::vector<LogJson> all = data.contains("lines")
                                                 ? data["lines"].get<std::vector<LogJson>>()
                                                 : unpacked(data["packed"]);
            const auto first = data["first"].get<std::size_t>();
            REQUIRE(first <= lines[board].size());
            for (std::size_t i = lines[board].size() - first; i < all.size(); ++i) {
                lines[board].push_back(all[i]);
            }
        }
    }

    /// Takes all that there is for it.
    void take_all(const LiveLog& log, LiveLog::Cursor& cursor, std::size_t max_bytes = much) {
        for (std::string text; !(text = log.next(cursor, max_bytes)).empty();) {
            take(text);
        }
    }
};

} // namespace

TEST_CASE("a page that comes late gets every turn so far, then each new one once", "[live]") {
    LiveMatch match;
    LiveLog log(true);
    match.play(3);
    match.hand_over(log);
    Page page;
    LiveLog::Cursor cursor;
    page.take_all(log, cursor);
    REQUIRE(page.lines.size() == 1);
    CHECK(page.lines[0].size() == 4); // the start too
    CHECK(page.was_current);
    const int events = page.events;
    page.take_all(log, cursor);
    CHECK(page.events == events);
    match.play(1);
    match.hand_over(log);
    page.take_all(log, cursor);
    CHECK(page.events == events + 1);
    CHECK(page.lines[0].size() == 5);
    CHECK(page.lines[0].back()["turn"] == 3);
}

TEST_CASE("pages that read at any pace end with the same lines", "[live]") {
    LiveMatch match;
    LiveLog log(true);
    Page eager;
    Page slow;
    Page late;
    std::array<LiveLog::Cursor, 3> cursors;
    int games = 0;
    int turns = 0;
    do {
        while (match.play(1)) {
            match.hand_over(log);
            eager.take_all(log, cursors[0], 1);
            if (match.turns % 7 == 0) {
                slow.take(log.next(cursors[1], 1));
            }
        }
        turns += match.turns;
        match.hand_over(log);
        match.begin(++games + 1);
    } while (turns < 200);
    match.hand_over(log);
    log.end(LiveEnd::finished);
    eager.take_all(log, cursors[0], 1);
    slow.take_all(log, cursors[1], 1);
    late.take_all(log, cursors[2]);
    CHECK(late.packed > 0);
    CHECK(eager.lines == late.lines);
    CHECK(slow.lines == late.lines);
    std::size_t lines = 0;
    for (const std::vector<LogJson>& board : late.lines) {
        lines += board.size();
    }
    CHECK(lines == static_cast<std::size_t>(turns + games + 1));
    CHECK(late.interrupted == std::optional(false));
    CHECK(slow.interrupted == std::optional(false));
}

TEST_CASE("games that end before anybody looks are kept, however many", "[live]") {
    LiveMatch match;
    constexpr int games = 5;
    for (int number = 1; number <= games; ++number) {
        if (number > 1) {
            match.begin(number);
        }
        match.play(3);
    }
    LiveLog log(true);
    match.hand_over(log);
    Page page;
    LiveLog::Cursor cursor;
    page.take_all(log, cursor);
    REQUIRE(page.lines.size() == games);
    for (const auto& lines : page.lines) {
        CHECK(lines.size() == 4); // the start, and three turns
    }
}

TEST_CASE("a game that is played again takes the place of its first attempt", "[live]") {
    LiveMatch match;
    LiveLog log(true);
    Page page;
    LiveLog::Cursor cursor;
    match.play(5);
    match.hand_over(log);
    page.take_all(log, cursor);
    CHECK(page.lines[0].size() == 6);
    match.begin(1);
    match.play(2);
    match.hand_over(log);
    page.take_all(log, cursor);
    REQUIRE(page.lines.size() == 1);
    CHECK(page.lines[0].size() == 3);
}

TEST_CASE("in a tournament a worker's next game takes its board", "[live]") {
    LiveMatch match(2);
    LiveLog log(false);
    Page page;
    LiveLog::Cursor cursor;
    match.play(2);
    match.hand_over(log);
    page.take_all(log, cursor);
    REQUIRE(page.lines.size() == 3);
    CHECK(page.lines[2].size() == 3);
    match.begin(17);
    match.hand_over(log);
    page.take_all(log, cursor);
    REQUIRE(page.lines.size() == 3);
    CHECK(page.lines[2].size() == 1);
}

TEST_CASE("of a topic pages get the newest value only", "[live]") {
    LiveMatch match;
    LiveLog log(true);
    Page page;
    LiveLog::Cursor cursor;
    for (int i = 0; i < 5; ++i) {
        REQUIRE(match.feed.publish("count", std::to_string(i)));
    }
    match.hand_over(log);
    page.take_all(log, cursor);
    CHECK(page.topics["count"] == 4);
    CHECK_FALSE(match.feed.publish("count", std::string(LiveFeed::max_value + 1, '1')));
}

TEST_CASE("nobody waits for a reader: what can't be handed over is dropped", "[live]") {
    LiveFeed feed;
    const std::string value(10'000, '1');
    int taken = 0;
    while (feed.publish("value", value) && taken < 100'000) {
        ++taken;
    }
    CHECK(taken < 100'000); // it came back, though the socket is full
    LiveRecord record(feed, 0);
    record.begin_game(); // this game is not shown
    record.line("{}\n");
    LiveReader reader(feed);
    LiveReader::Message message;
    while (reader.receive(message)) {
        CHECK(message.topic == "value");
        --taken;
    }
    CHECK(taken == 0);
}

TEST_CASE("a record that the rules don't bear out ends with what is wrong", "[live]") {
    LiveFeed feed;
    LiveRecord record(feed, 0);
    record.begin_game();
    record.line("{\"record\":1,\"number\":1,\"game\":\"gems\",\"field\":{\"name\":\"x\","
                "\"sha256\":\"\",\"text\":\"no field\"},\"seats\":[]}\n");
    LiveLog log(true);
    LiveReader reader(feed);
    LiveReader::Message message;
    REQUIRE(reader.receive(message));
    log.begin(0, std::move(message.game));
    while (log.advance()) {
    }
    Page page;
    LiveLog::Cursor cursor;
    page.take_all(log, cursor);
    REQUIRE(page.lines.size() == 1);
    REQUIRE(page.lines[0].size() == 1);
    CHECK(page.lines[0][0]["differences"].size() == 1);
}

TEST_CASE("the thread is woken once for many lines, and for none before it asks", "[live]") {
    LiveFeed feed;
    LiveRecord record(feed, 0);
    LiveReader reader(feed);
    record.begin_game();
    const auto is_woken = [&] {
        pollfd event{reader.lines(), POLLIN, 0};
        return ::poll(&event, 1, 0) == 1;
    };
    record.line("{}\n");
    CHECK_FALSE(is_woken());
    reader.wake_me();
    CHECK_FALSE(is_woken());
    record.line("{}\n");
    CHECK(is_woken());
    reader.take_event();
    record.line("{}\n");
    CHECK_FALSE(is_woken());
}
