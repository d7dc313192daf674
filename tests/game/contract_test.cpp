// What every game must keep to, whatever its rules are: the contract in referee/game/game.hpp. No
// line here is for one game; a new game is tested as soon as its folder is there. Further parts:
// contract_answers_test.cpp, contract_parameters_test.cpp, contract_positions_test.cpp.

#include "support/catch.hpp"
#include "support/games/any_game.hpp"
#include "support/run.hpp"

#include "ai/contestant.hpp"
#include "game/registry.hpp"
#include "match/config.hpp"
#include "match/run.hpp"
#include "record/record.hpp"
#include "record/replay.hpp"

#include <algorithm>

using namespace referee;
using namespace tests;

TEST_CASE("every game creates fields that it can read, the same for the same seed", "[contract]") {
    for_all_fields([](const Game& game, const LoadedField& field) {
        CHECK(field.game == &game);
        CHECK(field.field->seats() >= game.info().min_seats);
        CHECK(field.field->seats() <= game.info().max_seats);
        CHECK_FALSE(field.field->describe().empty());
    });
    for (const Game* const game : all_games()) {
        CAPTURE(game->info().name);
        CHECK(created(*game, 5, {}).text == created(*game, 5, {}).text);
        CHECK(created(*game, 5, {}).text != created(*game, 6, {}).text);
        CHECK(created(*game, 5, {}).field->seats() == game->info().default_seats);
    }
}

TEST_CASE("every game says all about itself that people need", "[contract]") {
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        CAPTURE(info.name);
        CHECK_FALSE(info.title.empty());
        CHECK_FALSE(info.seat.empty());
        CHECK_FALSE(info.answer.empty());
        CHECK(info.answers.size() >= 2);
        CHECK(info.time.is_clock() == (info.time.per_move.count() == 0));
        std::vector<int> told(all_names<Fault>.size());
        for (const FaultCost& cost : info.faults) {
            CHECK_FALSE(cost.costs.empty());
            for (const FaultKind& kind : fault_kinds) {
                told[static_cast<std::size_t>(kind.fault)] += cost.holds_for(kind) ? 1 : 0;
            }
        }
        for (std::size_t fault = 1; fault < told.size(); ++fault) {
            CAPTURE(all_names<Fault>[fault]);
            const bool may_be_missing = fault == static_cast<std::size_t>(Fault::illegal);
            CHECK((told[fault] == 1 || (may_be_missing && told[fault] == 0)));
        }
    }
}

TEST_CASE("whatever an AI answers, every game reaches its end", "[contract]") {
    for_all_fields([](const Game& game, const LoadedField& field) {
        const PlayedGame record = played_with_faults(*field.field, 11);
        int last = -1;
        for (const PlayedTurn& turn : record.turns) {
            CHECK(turn.number > last);
            last = turn.number;
            for (std::size_t i = 0; i < turn.effects.size(); ++i) {
                const Effect& effect = turn.effects[i];
                const Fault given = turn.given[i].first;
                CHECK((given == Fault::none || effect.fault == given));
                const bool was_found = given == Fault::none && effect.fault != Fault::none;
                CHECK(effect.reason.empty() != was_found);
                const auto& costs = game.info().faults;
                for (const FaultKind& kind : fault_kinds) {
                    CHECK(
                        (effect.fault != kind.fault ||
                         std::any_of(costs.begin(), costs.end(), [&](const FaultCost& cost) {
                             return cost.holds_for(kind);
                         })));
                }
            }
        }
        if (record.ending) {
            CHECK(record.ending->ranks.size() == static_cast<std::size_t>(field.field->seats()));
            CHECK(record.ending->scores.size() == record.ending->ranks.size());
            CHECK(*std::min_element(record.ending->ranks.begin(), record.ending->ranks.end()) == 1);
            CHECK_FALSE(record.ending->reason.empty());
        } else {
            CHECK(record.turns.size() == max_turns);
        }
    });
}

TEST_CASE("the effects of every game, given to apply() again, replay it", "[contract]") {
    for_all_fields([](const Game&, const LoadedField& field) {
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            const PlayedGame record = played_with_faults(*field.field, seed);
            const auto position = field.field->start();
            for (const PlayedTurn& turn : record.turns) {
                PlayedTurn again = turn;
                for (std::size_t i = 0; i < turn.effects.size(); ++i) {
                    const Effect& effect = turn.effects[i];
                    const bool was_judged =
                        effect.fault == Fault::none || effect.fault == Fault::illegal;
                    again.given[i] = {was_judged ? Fault::none : effect.fault, effect.text};
                }
                const std::vector<Effect> effects = apply(*position, again);
                for (std::size_t i = 0; i < effects.size(); ++i) {
                    CAPTURE(turn.number, turn.given[i].second, turn.effects[i].text);
                    CHECK(effects[i].fault == turn.effects[i].fault);
                    CHECK(effects[i].text == turn.effects[i].text);
                    CHECK(effects[i].comment == turn.effects[i].comment);
                }
                REQUIRE(position->canonical_text() == turn.state);
            }
            CHECK(position->ending().has_value() == record.ending.has_value());
        }
    });
}

TEST_CASE("a record of any game verifies", "[contract]") {
    const TemporaryFolder folder;
    for_all_fields([&](const Game&, const LoadedField& field) {
        const std::string path = folder / "record.jsonl";
        const std::vector<Contestant> contestants(static_cast<std::size_t>(field.field->seats()));
        std::vector<const Contestant*> by_seat;
        for (const Contestant& contestant : contestants) {
            by_seat.push_back(&contestant);
        }
        RecordWriter writer(path, true);
        writer.begin_game(field, by_seat, 1, MatchConfig());
        const PlayedGame game = played_with_faults(*field.field, 21);
        for (const PlayedTurn& turn : game.turns) {
            for (std::size_t i = 0; i < turn.seats.size(); ++i) {
                Run run;
                run.fault = turn.given[i].first;
                run.text = turn.given[i].second;
                writer.move(
                    {turn.number, turn.seats[i], Phase::move, {}, run, turn.effects[i], "", ""});
            }
        }
        const std::vector<RecordedGame> games = read_record(path);
        REQUIRE(games.size() == 1);
        const Replay replay = replay_game(path, games[0], {});
        for (const Difference& difference : replay.differences) {
            FAIL_CHECK(difference.what);
        }
        CHECK(replay.turns == static_cast<int>(game.turns.size()));
    });
}

TEST_CASE("equal scores share a rank, and the next rank counts them", "[contract]") {
    CHECK(ranks_of(std::vector<double>{}).empty());
    CHECK(ranks_of(std::vector<double>{4}) == std::vector<int>{1});
    CHECK(ranks_of(std::vector<double>{2, 7.5, -1, 7.5, 2}) == std::vector<int>{3, 1, 5, 1, 3});
}
