// Games in which seats know different things: leaks and wrong offers are found, and nobody's secret
// is in the bytes of another person's page.

#include "support/catch.hpp"
#include "support/games/any_game.hpp"
#include "support/games/piles_game.hpp"

#include "ai/contestant.hpp"
#include "base/bytes.hpp"
#include "game/contract_check.hpp"
#include "game/field_text.hpp"
#include "game/legal_answers.hpp"
#include "game/offers_check.hpp"
#include "game/secrets_check.hpp"
#include "match/config.hpp"
#include "match/people.hpp"
#include "pages/frames.hpp"
#include "pages/live/feed.hpp"
#include "pages/live/log.hpp"
#include "record/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

using namespace referee;
using namespace tests;

namespace {

std::unique_ptr<const Field> field_of_piles(const Game& game, int players) {
    Rng rng(static_cast<std::uint64_t>(players));
    FieldText text("piles.dat", game.create_field({players, {}}, rng));
    return game.read_field(text);
}

std::string lines_of(const std::vector<Breach>& breaches) {
    std::string lines;
    for (const Breach& breach : breaches) {
        lines += line_of(breach) + "\n";
    }
    return lines;
}

/// What both checks say of the game with this mistake, for two to four seats.
std::string problems_of(PilesMistake mistake) {
    const Game& game = piles_game(mistake);
    std::string lines;
    for (int players = 2; players <= 4; ++players) {
        const auto field = field_of_piles(game, players);
        for (const auto& found :
             {told_secrets(game.info(), *field, 7), wrong_offers(game.info(), *field, 7)}) {
            lines += lines_of(found);
        }
    }
    return lines;
}

} // namespace

TEST_CASE("a game that keeps its secrets and offers what is legal has no problems", "[contract]") {
    CHECK(problems_of(PilesMistake::none) == "");
}

TEST_CASE("leaks and wrong offers of a game are found and named", "[contract]") {
    const auto finds = [](PilesMistake mistake, const std::string& what) {
        const std::string found = problems_of(mistake);
        CAPTURE(found);
        CHECK_THAT(found, ContainsSubstring(what));
    };
    finds(PilesMistake::frame_shows_hands, "everybody: the frame for everybody tells a secret");
    finds(PilesMistake::file_shows_piles, "opponent.dat tells what it doesn't know");
    finds(PilesMistake::offers_lack_a_card, "a legal answer isn't offered");
    finds(PilesMistake::offers_nothing, "turn 0, seat 1: it must move and is offered no answer");
    finds(PilesMistake::deals_nothing_again, "dealing again changes nothing");
    finds(PilesMistake::same_frames, "all seats see the same frames");
    finds(PilesMistake::steps_show, "the frames of a turn's steps tell what it doesn't know");
    finds(PilesMistake::refusals_tell, "the reason of its answer tells what it doesn't know");
}

TEST_CASE(
    "every built-in game offers what is legal, and has no secrets or keeps them", "[contract]") {
    for_all_fields([](const Game& game, const LoadedField& field) {
        const GameInfo& info = game.info();
        if (info.hidden) {
            CHECK(lines_of(told_secrets(info, *field.field, 3)).empty());
        }
        CHECK(lines_of(wrong_offers(info, *field.field, 3)).empty());
    });
}

TEST_CASE(
    "several commands in an answer count as those that are offered one by one", "[contract]") {
    // The example of dicewars, "battle 3 7 / battle 7 8 / end", is legal on 7 of these 100 fields.
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        if (!info.folder.empty()) {
            continue; // the check of game programs looks at more fields of theirs
        }
        for (int i = 10; i <= 100; i += 10) {
            Rng rng(static_cast<std::uint64_t>(i));
            FieldText text("field", game->create_field({std::min(4, info.max_seats), {}}, rng));
            const auto field = game->read_field(text);
            CAPTURE(info.name, i);
            CHECK(lines_of(wrong_offers(info, *field, static_cast<std::uint64_t>(i))).empty());
        }
    }
}

TEST_CASE("nothing can't be drawn from", "[contract]") {
    Rng rng(1);
    CHECK_THROWS_AS(rng.below(0), std::logic_error);
    CHECK_THROWS_AS(random_parts({}, rng), std::logic_error);
}

TEST_CASE("an answer of slots has a word for each, and no other", "[people]") {
    LegalAnswers legal;
    legal.slots = {{"card", {"sell", "keep"}}, {"price", {}, 5, 20, 5}};
    CHECK(part_count(legal) == 2);
    CHECK(refusal_of(legal, {"sell", "15"}).empty());
    for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{
             {"sell"},
             {"sell", "5", "5"},
             {"give", "5"},
             {"sell", "0"},
             {"sell", "25"},
             {"sell", "6"},
             {"sell", "05"},
             {"sell", "+5"},
             {"sell", ""},
             {"5", "sell"}}) {
        CAPTURE(wrong);
        CHECK_FALSE(refusal_of(legal, wrong).empty());
    }
    Rng rng(4);
    std::set<std::string> seen;
    for (int i = 0; i < 200; ++i) {
        const std::vector<std::string> parts = random_parts(legal, rng);
        REQUIRE(refusal_of(legal, parts).empty());
        seen.insert(parts[0] + parts[1]);
    }
    CHECK(seen.size() == 8);
}

namespace {

/// A match of Anna, Ben and an AI at a game of piles, as pages of people and onlookers get it.
class LivePiles {
  public:
    LivePiles() : added_(piles_game()), live_(feed_, 0) {
        Rng rng(3);
        field_ = load_field("piles", piles_game().create_field({3, {}}, rng));
        for (const char* const name : {"Anna", "Ben", "ai"}) {
            contestants_.emplace_back().name = name;
        }
        writer_.set_listener(live_);
        writer_.begin_game(
            field_, {&contestants_[1], &contestants_[0], &contestants_[2]}, 1, MatchConfig());
        play();
        LiveReader reader(feed_);
        LiveReader::Message message;
        while (reader.receive(message)) {
            log_.begin(message.slot, std::move(message.game));
        }
        while (log_.advance()) {
        }
    }

    /// All bytes that the page of a person gets (0: of an onlooker), unpacked.
    std::string bytes(int person) const {
        std::string all;
        LiveLog::Cursor cursor;
        for (std::string text; !(text = log_.next(cursor, 1U << 20U, person)).empty();) {
            all += text;
        }
        return all;
    }
    /// As the state has it at the start: `"hand":[…]` of a seat.
    std::string hand_of(Seat seat) const {
        const auto json = nlohmann::json::parse(field_.field->start()->to_json());
        return "\"hand\":" + json["cards"][static_cast<std::size_t>(seat - 1)]["hand"].dump();
    }

  private:
    void play() {
        const auto position = field_.field->start();
        Rng rng(5);
        while (!position->players_to_move().empty()) {
            std::vector<std::string> texts;
            for (const Seat seat : position->players_to_move()) {
                texts.push_back(random_parts(position->legal_answers(seat), rng)[0]);
            }
            std::vector<Answer> answers;
            for (const Seat seat : position->players_to_move()) {
                answers.push_back({seat, Fault::none, texts[answers.size()]});
            }
            const int turn = position->turn();
            const std::vector<Effect> effects = position->apply(answers, {});
            for (std::size_t i = 0; i < answers.size(); ++i) {
                Run run;
                run.text = texts[i];
                run.notes = "noted " + texts[i];
                writer_.move({turn, answers[i].seat, Phase::move, {}, run, effects[i], "", ""});
            }
        }
    }

    AddedGame added_;
    LiveFeed feed_;
    LiveRecord live_;
    RecordWriter writer_;
    LoadedField field_;
    std::vector<Contestant> contestants_;
    LiveLog log_{true, {"Anna", "Ben"}};
};

} // namespace

TEST_CASE("a person's page has their own hand, and no other page has it", "[people][live]") {
    const LivePiles match;
    // Ben sits on seat 1, Anna on seat 2, the AI on seat 3.
    const std::vector<std::vector<Seat>> known{{}, {2}, {1}};
    for (int person = 0; person <= 2; ++person) {
        const std::string bytes = match.bytes(person);
        CAPTURE(person, bytes);
        CHECK(bytes.find("\"lines\":[") != std::string::npos);
        for (Seat seat = 1; seat <= 3; ++seat) {
            CAPTURE(seat, match.hand_of(seat));
            const auto& own = known[static_cast<std::size_t>(person)];
            const bool is_known = std::find(own.begin(), own.end(), seat) != own.end();
            CHECK((bytes.find(match.hand_of(seat)) != std::string::npos) == is_known);
        }
        // It has no moves and notes but the seat's own.
        CHECK(bytes.find("noted") == std::string::npos);
        std::size_t effects = 0;
        for (std::size_t at = 0; (at = bytes.find("\"effect\"", at)) != std::string::npos; ++at) {
            ++effects;
        }
        CHECK(effects == (person == 0 ? 0U : 4U));
        // There is no drawing of this game: a person sees the files of their seat.
        CHECK((bytes.find("player.dat") != std::string::npos) == (person != 0));
    }
}
