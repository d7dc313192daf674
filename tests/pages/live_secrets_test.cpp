// Games with secrets while people play them: each page holds only what its seat knows. Of every
// registered game with secrets, matches begin in positions of random games and in the same ones
// dealt again for a seat: no byte of that seat's page may tell them apart.

#include "support/catch.hpp"
#include "support/games/any_game.hpp"
#include "support/games/piles_game.hpp"
#include "support/games/random_answer.hpp"

#include "ai/contestant.hpp"
#include "base/random.hpp"
#include "game/field_text.hpp"
#include "game/registry.hpp"
#include "match/config.hpp"
#include "match/player.hpp"
#include "pages/live/feed.hpp"
#include "pages/live/log.hpp"
#include "record/record.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace referee;
using LineJson = nlohmann::json;

namespace {

/// A field on which games begin in any position.
class BegunField : public Field {
  public:
    BegunField(const Position& position, int seats) : position_(position), seats_(seats) {}
    int seats() const override { return seats_; }
    std::unique_ptr<Position> start() const override { return position_.clone(); }
    std::vector<std::string> describe() const override { return {}; }

  private:
    const Position& position_;
    int seats_;
};

/// The game under another name, with fields that begin in the position last set.
class BegunGame : public Game {
  public:
    BegunGame(const Game& game, int seats) : game_(game), info_(game.info()), seats_(seats) {
        info_.name = "begun";
    }
    const GameInfo& info() const override { return info_; }
    std::unique_ptr<const Field> read_field(FieldText&) const override {
        return std::make_unique<BegunField>(*position, seats_);
    }
    std::string create_field(const CreateRequest& request, Rng& rng) const override {
        return game_.create_field(request, rng);
    }

    const Position* position = nullptr;

  private:
    const Game& game_;
    GameInfo info_;
    int seats_;
};

/// The events that pages get of a match of people that begins in a position.
class Pages {
  public:
    Pages(const BegunGame& game, const LoadedField& field)
        : seats_(field.field->seats()), live_(feed_, 0), log_(true, names(seats_)),
          field_(load_field("begun", "game begun\n")) {
        position_ = game.position->clone();
        writer_.set_listener(live_);
        contestants_.resize(static_cast<std::size_t>(seats_));
        std::vector<const Contestant*> by_seat;
        for (std::size_t i = 0; i < contestants_.size(); ++i) {
            contestants_[i].name = names(seats_)[i];
            by_seat.push_back(&contestants_[i]);
        }
        writer_.begin_game(field_, by_seat, 1, MatchConfig());
        hand_over();
    }

    /// Each seat answers, and writes notes.
    void play(const std::vector<std::string>& texts) {
        const std::vector<Seat> seats(
            position_->players_to_move().begin(), position_->players_to_move().end());
        std::vector<Answer> answers;
        for (std::size_t i = 0; i < seats.size(); ++i) {
            answers.push_back({seats[i], Fault::none, texts[i]});
        }
        const int turn = position_->turn();
        const std::vector<Effect> effects = position_->apply(answers, {});
        for (std::size_t i = 0; i < seats.size(); ++i) {
            Run run;
            run.text = texts[i];
            run.notes = "noted";
            writer_.move({turn, seats[i], Phase::move, {}, run, effects[i], "", ""});
        }
        hand_over();
    }

    /// All bytes so far for a seat (0: an onlooker).
    std::string bytes(Seat seat) const {
        std::string all;
        LiveLog::Cursor cursor;
        for (std::string text; !(text = log_.next(cursor, 1U << 30U, seat)).empty();) {
            all += text;
        }
        return all;
    }

    const Position& position() const { return *position_; }

  private:
    static std::vector<std::string> names(int seats) {
        std::vector<std::string> names;
        for (int seat = 1; seat <= seats; ++seat) {
            names.push_back(fmt::format("person {}", seat));
        }
        return names;
    }

    void hand_over() {
        LiveReader reader(feed_);
        LiveReader::Message message;
        while (reader.receive(message)) {
            log_.begin(message.slot, std::move(message.game));
        }
        while (log_.advance()) {
        }
    }

    int seats_;
    LiveFeed feed_;
    LiveRecord live_;
    RecordWriter writer_;
    LiveLog log_;
    LoadedField field_;
    std::vector<Contestant> contestants_;
    std::unique_ptr<Position> position_;
};

std::string answer_in(const Position& position, Seat seat, Rng& rng) {
    return tests::random_answer(position, seat, rng);
}

/// Of other seats a page has seat, time and fault of each move; of its own what came of it, too.
std::string told_of_moves(const std::string& bytes, Seat viewer) {
    for (std::size_t at = 0; (at = bytes.find("\"moves\":[{", at)) != std::string::npos; ++at) {
        const std::size_t begin = at + std::string_view("\"moves\":").size();
        const std::size_t end = bytes.find("}]", begin);
        for (const LineJson& move : LineJson::parse(bytes.substr(begin, end + 2 - begin))) {
            for (const auto& [key, value] : move.items()) {
                const bool is_public = key == "seat" || key == "ms" || key == "fault";
                const bool is_own = key == "effect" || key == "reason";
                if (!is_public && !(is_own && move["seat"] == viewer)) {
                    return fmt::format("'{}' of a move of seat {}", key, move["seat"].get<int>());
                }
            }
        }
    }
    return "";
}

/// What the pages of matches that begin in this position tell too much; empty if nothing.
std::string told_in(BegunGame& game, const LoadedField& field, const Position& position, Rng& rng) {
    for (Seat seat = 1; seat <= field.field->seats(); ++seat) {
        const std::unique_ptr<Position> dealt = position.dealt_again(seat, rng);
        REQUIRE(dealt);
        game.position = &position;
        Pages one(game, field);
        game.position = dealt.get();
        Pages other(game, field);
        if (one.bytes(seat).find("\"frames\":[") == std::string::npos) {
            return "there is no frame";
        }
        for (const Seat viewer : {everybody, seat}) {
            if (one.bytes(viewer) != other.bytes(viewer)) {
                return fmt::format("seat {}, page of {}: what was dealt", seat, viewer);
            }
        }
        // The seat answers the same, the others any.
        std::vector<std::string> texts;
        std::vector<std::string> other_texts;
        for (const Seat mover : position.players_to_move()) {
            texts.push_back(answer_in(position, mover, rng));
            other_texts.push_back(mover == seat ? texts.back() : answer_in(*dealt, mover, rng));
        }
        one.play(texts);
        other.play(other_texts);
        for (const Pages* const pages : {&one, &other}) {
            const std::string bytes = pages->bytes(seat);
            const std::string told = told_of_moves(bytes, seat);
            if (!told.empty() || bytes.find("noted") != std::string::npos) {
                return fmt::format("seat {}: {}", seat, told.empty() ? "what AIs note" : told);
            }
        }
        if (one.position().frame_for(seat) == other.position().frame_for(seat) &&
            one.position().players_to_move().empty() ==
                other.position().players_to_move().empty() &&
            one.bytes(seat) != other.bytes(seat)) {
            return fmt::format("seat {}: more than its frame", seat);
        }
    }
    return "";
}

/// The same in positions of a random game, from the first to one of the last.
std::string told_by(const Game& game, const LoadedField& field) {
    constexpr std::size_t looks = 4;
    const std::size_t turns = tests::played_at_random(*field.field, 5).turns.size();
    BegunGame begun(game, field.field->seats());
    const AddedGame added(begun);
    Rng rng(5); // of the same game
    Rng deals(6);
    const std::unique_ptr<Position> position = field.field->start();
    for (std::size_t turn = 0, look = 0; turn < turns; ++turn) {
        if (turn == look * (turns - 1) / (looks - 1)) {
            ++look;
            begun.position = position.get();
            const std::string told = told_in(begun, field, *position, deals);
            if (!told.empty()) {
                return fmt::format("turn {}: {}", position->turn(), told);
            }
        }
        tests::PlayedTurn made;
        made.seats.assign(position->players_to_move().begin(), position->players_to_move().end());
        for (const Seat seat : made.seats) {
            made.given.emplace_back(Fault::none, answer_in(*position, seat, rng));
        }
        tests::apply(*position, made);
    }
    return "";
}

} // namespace

TEST_CASE("no person's page tells more than their seat knows, in any game", "[people][live]") {
    int games = 0;
    for (const Game* const game : all_games()) {
        if (game->info().hidden) {
            ++games;
            CAPTURE(game->info().name);
            CHECK(
                told_by(*game, tests::created(*game, 3, {0, game->info().example_settings})) == "");
        }
    }
    CHECK(games > 0);
}

TEST_CASE("a page that tells too much is found", "[people][live]") {
    const auto told = [](tests::PilesMistake mistake) {
        const Game& game = tests::piles_game(mistake);
        const AddedGame added(game);
        return told_by(game, tests::created(game, 3, {3, {}}));
    };
    CHECK(told(tests::PilesMistake::none) == "");
    CHECK_THAT(told(tests::PilesMistake::frame_shows_hands), ContainsSubstring("what was dealt"));
    CHECK_THAT(
        told(tests::PilesMistake::file_shows_piles), ContainsSubstring("more than its frame"));
}
