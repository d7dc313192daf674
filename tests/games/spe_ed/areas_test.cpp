// Areas and features: referee/games/spe_ed/learning/areas.hpp and features.hpp.

#include "support/catch.hpp"

#include "base/names.hpp"
#include "base/random.hpp"
#include "games/spe_ed/learning/areas.hpp"
#include "games/spe_ed/learning/features.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace referee;
using namespace referee::spe_ed;

namespace {

/// '.' free, 'x' an old trail, '1' .. '6' heads, all at speed 1 and up.
State state_of_rows(const std::vector<std::string>& rows) {
    State state;
    state.board = Board(static_cast<int>(rows[0].size()), static_cast<int>(rows.size()));
    state.max_rounds = 10000;
    for (int number = 1; number <= max_players; ++number) {
        for (int y = 0; y < state.board.height(); ++y) {
            for (int x = 0; x < state.board.width(); ++x) {
                const char sign = rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
                if (sign == '0' + number) {
                    add_player(state, x, y, Direction::up, 1);
                } else if (sign == 'x') {
                    state.board[state.board.index(x, y)] = met;
                }
            }
        }
    }
    return state;
}

Board drawn_board(Rng& rng) {
    Board board(3 + static_cast<int>(rng.below(198)), 3 + static_cast<int>(rng.below(198)));
    for (int i = 0; i < board.size(); ++i) {
        board[i] = rng.below(10) < 3 ? met : std::int8_t{0};
    }
    return board;
}

/// By a search cell by cell: the number of steps to each cell, −1 where none leads.
std::vector<int> steps_from(const Board& board, int start) {
    std::vector<int> steps(static_cast<std::size_t>(board.size()), -1);
    std::vector<int> waiting{start};
    steps[static_cast<std::size_t>(start)] = 0;
    for (std::size_t at = 0; at < waiting.size(); ++at) {
        const int x = waiting[at] % board.width();
        const int y = waiting[at] / board.width();
        for (std::size_t side = 0; side < 4; ++side) {
            const int next_x = x + step_x[side];
            const int next_y = y + step_y[side];
            if (!board.contains(next_x, next_y) || board.at(next_x, next_y) != 0) {
                continue;
            }
            const int next = board.index(next_x, next_y);
            if (steps[static_cast<std::size_t>(next)] < 0) {
                steps[static_cast<std::size_t>(next)] =
                    steps[static_cast<std::size_t>(waiting[at])] + 1;
                waiting.push_back(next);
            }
        }
    }
    return steps;
}

Shares shares_of(const State& state, int pace = 1) {
    const CellLayout layout(state.board);
    std::array<Runner, max_players> runners;
    for (int i = 0; i < state.player_count; ++i) {
        const Player& player = state.players[i];
        runners[static_cast<std::size_t>(i)].bit = layout.bit(player.x, player.y);
        runners[static_cast<std::size_t>(i)].pace = pace;
    }
    return divide(layout, free_cells(layout, state.board), runners, state.player_count);
}

/// What runners take if they spread cell by cell: the rule of divide() without its bits.
std::array<int, max_players>
taken_cell_by_cell(const Board& board, const std::vector<std::pair<int, int>>& starts_and_paces) {
    std::vector<bool> left;
    for (int i = 0; i < board.size(); ++i) {
        left.push_back(board[i] == 0);
    }
    std::vector<std::set<int>> fronts;
    for (const auto& [start, pace] : starts_and_paces) {
        fronts.push_back({start});
    }
    std::array<int, max_players> taken{};
    const auto lives = [](const std::set<int>& front) { return !front.empty(); };
    while (std::any_of(fronts.begin(), fronts.end(), lives)) {
        std::map<int, int> times_reached;
        for (std::size_t i = 0; i < fronts.size(); ++i) {
            std::set<int> reached;
            std::set<int> from = fronts[i];
            for (int step = 0; step < starts_and_paces[i].second; ++step) {
                std::set<int> next;
                for (const int cell : from) {
                    for (const Direction direction :
                         {Direction::up, Direction::right, Direction::down, Direction::left}) {
                        const int side = cell + board.stride(direction);
                        if (board.room(cell % board.width(), cell / board.width(), direction) > 0 &&
                            left[static_cast<std::size_t>(side)]) {
                            next.insert(side);
                        }
                    }
                }
                reached.insert(next.begin(), next.end());
                from = next;
            }
            fronts[i] = reached;
            for (const int cell : reached) {
                ++times_reached[cell];
            }
        }
        for (std::size_t i = 0; i < fronts.size(); ++i) {
            std::erase_if(fronts[i], [&](int cell) { return times_reached[cell] > 1; });
            taken[i] += static_cast<int>(fronts[i].size());
        }
        for (const auto& [cell, times] : times_reached) {
            left[static_cast<std::size_t>(cell)] = false;
        }
    }
    return taken;
}

int usable_in(const std::vector<std::string>& rows) {
    const State state = state_of_rows(rows);
    const CellLayout layout(state.board);
    const Player& player = state.players[0];
    return usable(layout, free_cells(layout, state.board), layout.bit(player.x, player.y));
}

/// A feature's first number for an action.
float feature(const State& state, Action action, std::string_view name) {
    std::size_t column = 0;
    for (const Feature& known : feature_table()) {
        if (known.name == name) {
            return features_of(state, 0)[static_cast<std::size_t>(action)][column];
        }
        column += static_cast<std::size_t>(known.size);
    }
    FAIL("no such feature: " << name);
    return 0;
}

} // namespace

TEST_CASE("areas as bits are those of a search cell by cell", "[spe_ed]") {
    Rng rng(5);
    for (int board_number = 0; board_number < 60; ++board_number) {
        const Board board = drawn_board(rng);
        const int start = static_cast<int>(rng.below(static_cast<std::uint64_t>(board.size())));
        const std::vector<int> steps = steps_from(board, start);
        const auto count_to = [&](int max) {
            return static_cast<int>(std::count_if(
                steps.begin(), steps.end(), [&](int away) { return away > 0 && away <= max; }));
        };
        INFO("board " << board_number << ", " << board.width() << " x " << board.height());
        const CellLayout layout(board);
        Cells free = free_cells(layout, board);
        const int bit = layout.bit(start % board.width(), start / board.width());
        free.remove(bit);
        CHECK(reachable(layout, free, bit).count(layout) == count_to(board.size()));
        const auto within = counts_within(layout, free, bit, std::array{1, 5, 40});
        CHECK(within == std::array{count_to(1), count_to(5), count_to(40)});
        // Alone, everything that can be reached is its own.
        const Shares alone = divide(layout, free, {Runner{bit, 2, false, nullptr}}, 1);
        CHECK(alone.cells[0] == count_to(board.size()));
        CHECK_FALSE(alone.is_contested[0]);
    }
}

TEST_CASE("runners take what they take cell by cell, whoever they are", "[spe_ed]") {
    Rng rng(6);
    for (int board_number = 0; board_number < 60; ++board_number) {
        const Board board = drawn_board(rng);
        const CellLayout layout(board);
        const int count = 1 + static_cast<int>(rng.below(max_players));
        std::array<Runner, max_players> runners;
        std::vector<std::pair<int, int>> starts_and_paces;
        for (int i = 0; i < count; ++i) {
            const int start = static_cast<int>(rng.below(static_cast<std::uint64_t>(board.size())));
            const int pace = 1 + static_cast<int>(rng.below(2));
            starts_and_paces.emplace_back(start, pace);
            runners[static_cast<std::size_t>(i)] = {
                layout.bit(start % board.width(), start / board.width()), pace, false, nullptr};
        }
        INFO("board " << board_number << ", " << board.width() << " x " << board.height());
        const Cells free = free_cells(layout, board);
        const auto cells = divide_cells(layout, free, runners, count);
        CHECK(cells == taken_cell_by_cell(board, starts_and_paces));
        CHECK(divide(layout, free, runners, count).cells == cells);
    }
}

TEST_CASE("each cell belongs to who comes first, and ties to nobody", "[spe_ed]") {
    const Shares row = shares_of(state_of_rows({"1...2"}));
    CHECK(row.cells[0] == 1);
    CHECK(row.cells[1] == 1);
    CHECK(row.is_contested[0]);
    const Shares even = shares_of(state_of_rows({"1....2."}));
    CHECK(even.cells[0] == 2);
    CHECK(even.cells[1] == 3);
    CHECK(even.pairs[1] == 1); // the head lies between its two sides
    const Shares apart = shares_of(state_of_rows({"1.x.2", "..x.."}));
    CHECK(apart.cells[0] == 3);
    CHECK(apart.pairs[0] == 2);
    CHECK_FALSE(apart.is_contested[0]);
    const Shares fast = shares_of(state_of_rows({"1.......2"}), 2);
    CHECK(fast.cells[0] == 3);
}

TEST_CASE("who is ahead has a round more", "[spe_ed]") {
    const State state = state_of_rows({"1....2"});
    const CellLayout layout(state.board);
    const Shares shares = divide(
        layout, free_cells(layout, state.board),
        {Runner{layout.bit(0, 0), 1, false, nullptr}, Runner{layout.bit(5, 0), 1, true, nullptr}},
        2);
    CHECK(shares.cells[0] == 1);
    CHECK(shares.cells[1] == 2);
}

TEST_CASE("what can be used up counts only the best of the parts without a way back", "[spe_ed]") {
    CHECK(usable_in({"1...", "...."}) == 7);
    // Two chambers, left of 4 and right of 6 cells, and a corridor cell above the head.
    CHECK(usable_in({"xx.xxx", "..x...", "......", "xx1xxx"}) == 1 + 6);
    CHECK(usable_in({"..1.....", "xxxxxxxx"}) == 5);
}

TEST_CASE("an action that crashes has no features, each other one has its own", "[spe_ed]") {
    const State state = state_of_rows({".....", "x1x..", "....."});
    CHECK(feature(state, Action::change_nothing, "possible") == 1);
    CHECK(feature(state, Action::turn_left, "possible") == 0);
    CHECK(feature(state, Action::slow_down, "possible") == 0);
    CHECK(feature(state, Action::speed_up, "possible") == 0); // off the board
    CHECK(feature(state, Action::change_nothing, "speed") == Approx(0.1));
    // The head in the first row: the rest of that row, and what hangs on it.
    CHECK(feature(state, Action::change_nothing, "reach") == Approx(11 / 15.0));
    CHECK(feature(state, Action::change_nothing, "others") == 0);
    CHECK(feature(state, Action::change_nothing, "ways_on") == Approx(2 / 5.0));
}

TEST_CASE("the features know where the others may come to", "[spe_ed]") {
    const State state = state_of_rows({"......", "......", "1.2...", "......", "......"});
    CHECK(feature(state, Action::turn_right, "risk") == Approx(1 / 4.0));
    CHECK(feature(state, Action::change_nothing, "risk") == 0);
    CHECK(feature(state, Action::change_nothing, "others") == Approx(0.2));
    CHECK(feature(state, Action::change_nothing, "contested") == 1);
}

TEST_CASE("features don't change where the board is turned", "[spe_ed]") {
    State state = state_of_rows({"......", ".x....", "..1...", "....2.", "......", ".x...."});
    State turned = state_of_rows({"......", "x...x.", "......", "..1...", ".2....", "......"});
    // A quarter to the right, by hand.
    REQUIRE(turned.players[0].x == 2);
    turned.board = Board(6, 6);
    for (int y = 0; y < 6; ++y) {
        for (int x = 0; x < 6; ++x) {
            turned.board[turned.board.index(5 - y, x)] = state.board.at(x, y);
        }
    }
    for (int i = 0; i < 2; ++i) {
        turned.players[i].x = static_cast<std::int16_t>(5 - state.players[i].y);
        turned.players[i].y = state.players[i].x;
        turned.players[i].direction = right_of(state.players[i].direction);
    }
    CHECK(features_of(state, 0) == features_of(turned, 0));
    CHECK(features_of(state, 0) != features_of(state, 1));
}
