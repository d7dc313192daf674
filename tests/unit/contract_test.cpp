// What every game must keep to, whatever its rules are: the contract in referee/game.hpp. No line
// here is for one game; a new game is tested as soon as its folder is there.

#include "support/catch.hpp"
#include "support/random_answer.hpp"
#include "support/run.hpp"

#include "error.hpp"
#include "field/rng.hpp"
#include "games/registry.hpp"
#include "match/config.hpp"
#include "match/contestant.hpp"
#include "match/record.hpp"
#include "match/replay.hpp"
#include "match/run.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>

using namespace referee;

namespace {

constexpr int max_turns = 300;

LoadedField created(const Game& game, std::uint64_t seed, const CreateRequest& request) {
    Rng rng(seed);
    return load_field("f.dat", game.create_field(request, rng));
}

/// Small fields for every number of players, and the default one.
std::vector<LoadedField> fields_of(const Game& game) {
    const GameInfo& info = game.info();
    std::vector<LoadedField> fields;
    for (int players = info.min_seats; players <= info.max_seats; ++players) {
        const auto seed = static_cast<std::uint64_t>(players);
        CreateRequest request{players, info.example_settings};
        try {
            fields.push_back(created(game, seed, request));
        } catch (const UserError&) { // too small for so many
            fields.push_back(created(game, seed, {players, {}}));
        }
    }
    fields.push_back(created(game, 99, {}));
    return fields;
}

std::string with_huge_numbers(std::string text) {
    for (std::size_t at = 0; (at = text.find_first_of("0123456789", at)) < text.size();) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
        text.replace(at, end - at, "99999999999999999999");
        at += 20;
    }
    return text;
}

/// What an AI may write or do: mostly a legal answer, sometimes one of all kinds of others.
std::pair<Fault, std::string> any_answer(const Position& position, Seat seat, Rng& rng) {
    const std::string legal = tests::random_answer(position, seat, rng);
    switch (rng.below(24)) {
    case 0:
        return {Fault::none, ""};
    case 1:
        return {Fault::none, legal + " " + legal + " " + legal};
    case 2:
        return {Fault::none, with_huge_numbers(legal)};
    case 3:
        return {Fault::none, std::string("\0\xff@ x", 5)};
    case 4:
        return {Fault::none, legal.substr(0, legal.size() / 2)};
    case 5:
        return {static_cast<Fault>(1 + rng.below(5)), ""}; // timeout to bad-result
    default:
        return {Fault::none, "\r\n" + legal + "\n"};
    }
}

struct Turn {
    int number = 0;
    std::vector<Seat> seats;
    std::vector<std::pair<Fault, std::string>> given;
    std::vector<Effect> effects;
    std::string state; ///< after it
};

struct PlayedGame {
    std::vector<Turn> turns;
    std::optional<Ending> ending;
};

std::vector<Effect> apply(Position& position, const Turn& turn) {
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < turn.seats.size(); ++i) {
        answers.push_back({turn.seats[i], turn.given[i].first, turn.given[i].second});
    }
    return position.apply(answers, {});
}

template <typename MakeAnswer>
PlayedGame played(const Field& field, MakeAnswer make_answer) {
    const auto position = field.start();
    PlayedGame game;
    while (!position->players_to_move().empty() && game.turns.size() < max_turns) {
        Turn turn;
        turn.number = position->turn();
        turn.seats.assign(position->players_to_move().begin(), position->players_to_move().end());
        for (const Seat seat : turn.seats) {
            turn.given.push_back(make_answer(*position, seat));
        }
        turn.effects = apply(*position, turn);
        turn.state = position->canonical_text();
        game.turns.push_back(std::move(turn));
    }
    game.ending = position->ending();
    return game;
}

PlayedGame played_with_faults(const Field& field, std::uint64_t seed) {
    Rng rng(seed);
    return played(field, [&rng](const Position& position, Seat seat) {
        return any_answer(position, seat, rng);
    });
}

PlayedGame played_at_random(const Field& field, std::uint64_t seed) {
    Rng rng(seed);
    return played(field, [&rng](const Position& position, Seat seat) {
        return std::pair(Fault::none, tests::random_answer(position, seat, rng));
    });
}

/// The position after these turns.
std::unique_ptr<Position> after(const Field& field, std::span<const Turn> turns) {
    auto position = field.start();
    for (const Turn& turn : turns) {
        apply(*position, turn);
    }
    return position;
}

/// The state after these turns and one more, in which the seat gives another answer; nothing if it
/// is refused.
std::optional<std::string> state_with(
    const Field& field, std::span<const Turn> turns, Turn next, std::size_t mover,
    const std::string& answer) {
    const auto position = after(field, turns);
    next.given[mover] = {Fault::none, answer};
    const std::vector<Effect> effects = apply(*position, next);
    return effects[mover].fault == Fault::none ? std::optional(position->canonical_text())
                                               : std::nullopt;
}

/// Tries an answer that isn't offered.
void check_not_offered(
    const Field& field, std::span<const Turn> turns, const Turn& next, std::size_t mover,
    const LegalAnswers& legal, const std::string& answer) {
    CAPTURE(next.number, next.seats[mover], answer);
    const auto state = state_with(field, turns, next, mover, answer);
    const auto does_the_same = [&](const std::string& offered) {
        return state == state_with(field, turns, next, mover, offered);
    };
    CHECK((!state || std::any_of(legal.choices.begin(), legal.choices.end(), does_the_same)));
}

/// Calls `look` with fields of all games.
template <typename Look>
void for_all_fields(Look look) {
    for (const Game* const game : all_games()) {
        for (const LoadedField& field : fields_of(*game)) {
            CAPTURE(game->info().name, field.field->seats());
            look(*game, field);
        }
    }
}

} // namespace

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
            for (const Fault fault : cost.faults) {
                ++told[static_cast<std::size_t>(fault)];
            }
        }
        for (std::size_t fault = 1; fault < told.size(); ++fault) {
            CAPTURE(all_names<Fault>[fault]);
            const bool may_be_missing = fault == static_cast<std::size_t>(Fault::illegal);
            CHECK((told[fault] == 1 || (may_be_missing && told[fault] == 0)));
        }
    }
}

TEST_CASE("the answers that every game offers are legal, to its end", "[contract]") {
    for_all_fields([](const Game& game, const LoadedField& field) {
        for (const Turn& turn : played_at_random(*field.field, 7).turns) {
            CHECK(std::is_sorted(turn.seats.begin(), turn.seats.end()));
            CHECK((turn.seats.size() == 1 || game.info().simultaneous));
            REQUIRE(turn.effects.size() == turn.seats.size());
            for (std::size_t i = 0; i < turn.effects.size(); ++i) {
                CAPTURE(turn.number, turn.given[i].second, turn.effects[i].reason);
                REQUIRE(turn.effects[i].fault == Fault::none);
            }
        }
    });
}

TEST_CASE(
    "an answer that no game offers is refused or does what an offered one does", "[contract]") {
    for_all_fields([](const Game&, const LoadedField& field) {
        const PlayedGame game = played_at_random(*field.field, 7);
        const auto position = field.field->start();
        std::set<std::string> seen; // choices of earlier turns, many of them not legal now
        for (std::size_t i = 0; i < std::min<std::size_t>(game.turns.size(), 40); ++i) {
            const Turn& turn = game.turns[i];
            const std::span<const Turn> before = std::span(game.turns).first(i);
            for (std::size_t mover = 0; mover < turn.seats.size(); ++mover) {
                const LegalAnswers legal = position->legal_answers(turn.seats[mover]);
                const std::set<std::string> offered(legal.choices.begin(), legal.choices.end());
                CHECK(offered.size() == legal.choices.size());
                const std::string& given = turn.given[mover].second;
                const auto try_one = [&](const std::string& answer) {
                    check_not_offered(*field.field, before, turn, mover, legal, answer);
                };
                if (legal.length > 1) {
                    try_one(given + " " + legal.choices[0]);
                    try_one(given.substr(0, given.rfind(' ')));
                } else if (i % 8 == 0) { // each costs a game
                    std::vector<std::string> others;
                    std::set_difference(
                        seen.begin(), seen.end(), offered.begin(), offered.end(),
                        std::back_inserter(others));
                    others.resize(std::min<std::size_t>(others.size(), 5));
                    std::for_each(others.begin(), others.end(), try_one);
                }
                try_one(given + "x");
                try_one("");
                seen.insert(offered.begin(), offered.end());
            }
            apply(*position, turn);
        }
    });
}

TEST_CASE("whatever an AI answers, every game reaches its end", "[contract]") {
    for_all_fields([](const Game& game, const LoadedField& field) {
        const PlayedGame record = played_with_faults(*field.field, 11);
        int last = -1;
        for (const Turn& turn : record.turns) {
            CHECK(turn.number > last);
            last = turn.number;
            for (std::size_t i = 0; i < turn.effects.size(); ++i) {
                const Effect& effect = turn.effects[i];
                const Fault given = turn.given[i].first;
                CHECK((given == Fault::none || effect.fault == given));
                const bool was_found = given == Fault::none && effect.fault != Fault::none;
                CHECK(effect.reason.empty() != was_found);
                const auto& costs = game.info().faults;
                CHECK((
                    effect.fault == Fault::none ||
                    std::any_of(costs.begin(), costs.end(), [&](const FaultCost& cost) {
                        return std::count(cost.faults.begin(), cost.faults.end(), effect.fault) > 0;
                    })));
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
            for (const Turn& turn : record.turns) {
                Turn again = turn;
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

TEST_CASE("state files, pictures and frames of every game are well-formed", "[contract]") {
    for_all_fields([](const Game& game, const LoadedField& field) {
        Rng rng(3);
        const auto look = [&](const Position& position, Seat seat) {
            const nlohmann::json frame = nlohmann::json::parse(position.to_json());
            CHECK(frame.at("game") == game.info().name);
            const nlohmann::json& measures = frame.at("measures");
            REQUIRE(measures.size() == static_cast<std::size_t>(field.field->seats()));
            for (const nlohmann::json& of_seat : measures) {
                CHECK((of_seat.is_null() || of_seat.size() == game.info().measures.size()));
            }
            CHECK(position.to_json().find('\n') == std::string::npos);
            // Between turns people see every state, though maybe less of it.
            const nlohmann::json seen = nlohmann::json::parse(position.to_public_json());
            CHECK(seen.at("game") == game.info().name);
            CHECK(seen.at("measures") == measures);
            CHECK(position.render(false).find('\x1b') == std::string::npos);
            CHECK(position.render(false).back() == '\n');
            StateFiles files(game.info().files.size());
            position.write_files(seat, Phase::move, files);
            StateFiles again(game.info().files.size());
            position.write_files(seat, Phase::move, again);
            CHECK(files.match_keys == again.match_keys);
            for (std::size_t i = 0; i <= files.count(); ++i) {
                const std::string& text = i == 0 ? files.match_keys : files.of(i - 1);
                CHECK((text.empty() || text.back() == '\n'));
                CHECK(std::all_of(text.begin(), text.end(), [](char c) {
                    return c == '\n' || (c >= ' ' && c <= '~');
                }));
            }
            return any_answer(position, seat, rng);
        };
        const auto position = field.field->start();
        for (int turn = 0; turn < 20 && !position->players_to_move().empty(); ++turn) {
            Turn made;
            made.seats.assign(
                position->players_to_move().begin(), position->players_to_move().end());
            for (const Seat seat : made.seats) {
                made.given.push_back(look(*position, seat));
            }
            apply(*position, made);
        }
    });
}

TEST_CASE("games on one field of any game don't touch each other", "[contract]") {
    for_all_fields([](const Game&, const LoadedField& field) {
        const auto other = field.field->start();
        const std::string before = other->canonical_text();
        played_with_faults(*field.field, 1);
        CHECK(other->canonical_text() == before);
    });
}

TEST_CASE("a clone of any game's position goes its own way", "[contract]") {
    for_all_fields([](const Game&, const LoadedField& field) {
        Rng rng(5);
        const auto position = field.field->start();
        const auto answers_to = [&](const Position& asked, std::vector<std::string>& texts) {
            std::vector<Answer> answers;
            for (const Seat seat : asked.players_to_move()) {
                texts.push_back(tests::random_answer(asked, seat, rng));
            }
            for (const Seat seat : asked.players_to_move()) {
                answers.push_back({seat, Fault::none, texts[answers.size()]});
            }
            return answers;
        };
        for (int turn = 0; turn < 5 && !position->players_to_move().empty(); ++turn) {
            const std::string before = position->canonical_text();
            const auto clone = position->clone();
            CHECK(clone->canonical_text() == before);
            CHECK(clone->to_json() == position->to_json());
            std::vector<std::string> texts;
            const std::vector<Answer> answers = answers_to(*position, texts);
            clone->apply(answers, {});
            CHECK(position->canonical_text() == before);
            position->apply(answers, {});
            CHECK(position->canonical_text() == clone->canonical_text());
        }
    });
}

TEST_CASE("a record of any game verifies", "[contract]") {
    const tests::TemporaryFolder folder;
    for_all_fields([&](const Game&, const LoadedField& field) {
        const std::string path = folder / "record.jsonl";
        const std::vector<Contestant> contestants(static_cast<std::size_t>(field.field->seats()));
        std::vector<const Contestant*> by_seat;
        for (const Contestant& contestant : contestants) {
            by_seat.push_back(&contestant);
        }
        RecordWriter writer(path, true);
        writer.head(field, by_seat, 1, MatchConfig(), "none");
        const PlayedGame game = played_with_faults(*field.field, 21);
        for (const Turn& turn : game.turns) {
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
