// chance of gems: the chance to win that it has learnt, and its search.

#include "gems/lib/outlook.hpp"

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"

#include <cmath>
#include <random>

using namespace referee::gems;
using namespace referee::gems::sample;
using tests::lay_swap;
using tests::never;
using tests::quiet_board;

namespace {

Situation drawn(std::uint64_t seed) {
    std::mt19937_64 generator(seed);
    Situation situation;
    Board& board = situation.state.board;
    do { // stone by stone, because hardly any random board has no line
        for (int y = 0; y < rows; ++y) {
            for (int x = 0; x < columns; ++x) {
                do {
                    board.set(x, y, static_cast<Stone>(red + generator() % 10));
                } while (has_line(board));
            }
        }
    } while (!has_legal_swap(board));
    for (Player& player : situation.state.players) {
        player.life = static_cast<int>(5 + generator() % 25);
        player.shield = static_cast<int>(generator() % 16);
        player.red = static_cast<int>(generator() % 15);
        player.yellow = static_cast<int>(generator() % 15);
        player.green = static_cast<int>(generator() % 15);
        player.purple = static_cast<int>(generator() % 15);
    }
    return situation;
}

float odds(const State& state, const Parameters& values = {}) {
    return log_odds(state, values, chance_weights, 0);
}

} // namespace

TEST_CASE("what one player's chance gains the other's loses", "[gems][samples][slow]") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const State state = drawn(seed).state;
        const float own = log_odds(state, {}, chance_weights, 0);
        CHECK(own == Approx(-log_odds(state, {}, chance_weights, 1)).margin(1e-4));
    }
    CHECK(chance_of(0) == Approx(0.5));
    CHECK(chance_of(std::log(3.0)) == Approx(0.75));
}

TEST_CASE("more life is a better chance, on fields with much of it, too", "[gems][samples]") {
    State state = drawn(1).state;
    for (const int most : {30, 1000}) {
        state.players[1].life = most;
        float before = -1000;
        // In steps of three: with one or two lives it is all the same.
        for (int life = 1; life <= most; life += most / 10) {
            state.players[0].life = life;
            CHECK(odds(state) > before);
            before = odds(state);
        }
    }
}

TEST_CASE("accounts count as parts of what the field asks for", "[gems][samples]") {
    State state = drawn(2).state;
    const float usual = odds(state);
    Parameters twice;
    twice.threshold *= 2;
    twice.purple_threshold *= 2;
    for (Player& player : state.players) {
        player.red *= 2;
        player.yellow *= 2;
        player.green *= 2;
        player.purple *= 2;
    }
    CHECK(odds(state, twice) == Approx(usual).margin(1e-4));
}

TEST_CASE("a prospect is the sum of its features", "[gems][samples][slow]") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Situation situation = drawn(seed);
        Outlook outlook(situation.parameters, chance_weights);
        for (const Tried& move : outlook.moves(situation.state)) {
            const Prospect prospect = outlook.prospect(move, 3);
            if (prospect.is_decided) {
                continue;
            }
            double sum = 0;
            for (std::size_t i = 0; i < Features::count; ++i) {
                sum += chance_weights[i] * prospect.features[i];
            }
            CHECK(prospect.odds == Approx(sum).margin(1e-4));
            CHECK(prospect.features[Features::falling] >= min_line);
            CHECK(prospect.line.size() <= 3);
        }
    }
}

TEST_CASE("an answer that kills is not allowed if there is another move", "[gems][samples]") {
    Situation situation;
    Board& board = situation.state.board;
    board = quiet_board();
    for (Player& player : situation.state.players) {
        player.life = 10;
    }
    // After the red line a bomb falls to where the next swap makes a line of three: 15 damage.
    const Swap bait = lay_swap(board, 5, 0, red);
    board.set(3, 0, bomb5);
    board.set(4, 0, bomb5);
    board.set(6, 1, bomb5);
    const Swap other = lay_swap(board, 1, 9, green);
    REQUIRE(legal_swaps(board).count == 2);
    situation.state.players[0].red = 5; // red is worth more than green at once
    Outlook outlook(situation.parameters, chance_weights);
    CHECK(outlook.moves(situation.state).front().swap == bait);
    CHECK(best_by_chance(situation, chance_weights, 1, never).swap == bait);
    CHECK(best_by_chance(situation, chance_weights, 2, never).swap == other);
    CHECK(best_by_chance(situation, chance_weights, 3, never).swap == other);
}

TEST_CASE("a move that wins is taken, and worth all chances", "[gems][samples]") {
    Situation situation = drawn(3);
    situation.state.players[1].life = 1;
    situation.state.players[1].shield = 0;
    situation.state.board = quiet_board();
    lay_swap(situation.state.board, 1, 9, green);
    const Swap bombs = lay_swap(situation.state.board, 1, 0, bomb1);
    REQUIRE(legal_swaps(situation.state.board).count >= 2);
    const Choice choice = best_by_chance(situation, chance_weights, 3, never);
    CHECK(choice.swap == bombs);
    CHECK(choice.value == 100);
    CHECK(choice.line.size() == 1);
}

TEST_CASE(
    "without time chance answers, and the same files get the same answer",
    "[gems][samples][slow]") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Situation situation = drawn(seed);
        const Choice first = best_by_chance(situation, chance_weights, 3, never);
        const Choice second = best_by_chance(situation, chance_weights, 3, never);
        CHECK(first.swap == second.swap);
        CHECK(first.value == second.value);
        CHECK(first.line == second.line);
        CHECK(first.value >= -100);
        CHECK(first.value <= 100);
        const Choice hasty = best_by_chance(situation, chance_weights, 3, [] { return true; });
        CHECK(is_legal(situation.state.board, hasty.swap));
        CHECK(hasty.nodes <= first.nodes);
    }
}
