// What the answers that a game offers must keep to: the contract in referee/game/game.hpp, as in
// contract_test.cpp.

#include "support/catch.hpp"
#include "support/games/any_game.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <span>

using namespace referee;
using namespace tests;

namespace {

/// The position after these turns.
std::unique_ptr<Position> after(const Field& field, std::span<const PlayedTurn> turns) {
    auto position = field.start();
    for (const PlayedTurn& turn : turns) {
        apply(*position, turn);
    }
    return position;
}

/// The state after these turns and one more, in which the seat gives another answer; nothing if it
/// is refused.
std::optional<std::string> state_with(
    const Field& field, std::span<const PlayedTurn> turns, PlayedTurn next, std::size_t mover,
    const std::string& answer) {
    const auto position = after(field, turns);
    next.given[mover] = {Fault::none, answer};
    const std::vector<Effect> effects = apply(*position, next);
    return effects[mover].fault == Fault::none ? std::optional(position->canonical_text())
                                               : std::nullopt;
}

/// Tries an answer that isn't offered.
void check_not_offered(
    const Field& field, std::span<const PlayedTurn> turns, const PlayedTurn& next,
    std::size_t mover, const LegalAnswers& legal, const std::string& answer) {
    CAPTURE(next.number, next.seats[mover], answer);
    const auto state = state_with(field, turns, next, mover, answer);
    const auto does_the_same = [&](const std::string& offered) {
        return state == state_with(field, turns, next, mover, offered);
    };
    CHECK((!state || std::any_of(legal.choices.begin(), legal.choices.end(), does_the_same)));
}

} // namespace

TEST_CASE("the answers that every game offers are legal, to its end", "[contract]") {
    for_all_fields([](const Game& game, const LoadedField& field) {
        for (const PlayedTurn& turn : played_at_random(*field.field, 7).turns) {
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
            const PlayedTurn& turn = game.turns[i];
            const std::span<const PlayedTurn> before = std::span(game.turns).first(i);
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
