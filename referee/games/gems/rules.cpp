#include "games/gems/rules.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace referee::gems {
namespace {

constexpr int red_damage = 10;
constexpr int yellow_damage = 6;
constexpr int green_damage = 3;

bool on_board(int x, int y) {
    return x >= 0 && x < columns && y >= 0 && y < rows;
}

/// How many stones of `kind` follow one another from `cell` (not counted) in the direction `step`.
int run_length(const Board& board, int cell, int step, int kind) {
    int length = 0;
    for (int at = cell + step; kind_of(board[at]) == kind; at += step) {
        ++length;
    }
    return length;
}

/// True if the stone on the cell is part of a line.
bool in_line(const Board& board, int cell) {
    const int kind = kind_of(board[cell]);
    if (kind == hole) {
        return false;
    }
    const int across = run_length(board, cell, -1, kind) + run_length(board, cell, 1, kind);
    const int upright = run_length(board, cell, -Board::stride, kind) +
                        run_length(board, cell, Board::stride, kind);
    return across + 1 >= min_line || upright + 1 >= min_line;
}

/// Whether exchanging two neighbouring cells makes a line. Only lines through one of them can be
/// new. The board is restored.
bool swap_makes_line(Board& board, int first, int second) {
    if (kind_of(board[first]) == kind_of(board[second]) || board[first] == hole ||
        board[second] == hole) {
        return false;
    }
    std::swap(board[first], board[second]);
    const bool makes = in_line(board, first) || in_line(board, second);
    std::swap(board[first], board[second]);
    return makes;
}

/// How often each cell is part of a line: 0, 1 or, where two cross, 2.
using LineCounts = std::array<std::uint8_t, std::tuple_size_v<Board::Cells>>;

/// Counts the lines of one direction: `count` rows or columns, the first cell of each `next` apart,
/// their cells `step` apart. Returns whether there was one.
bool count_lines(const Board& board, int count, int length, int next, int step, LineCounts& lines) {
    bool found = false;
    for (int line = 0; line < count; ++line) {
        const int first = Board::index(0, 0) + line * next;
        for (int begin = 0; begin < length;) {
            const int kind = kind_of(board[first + begin * step]);
            int end = begin + 1;
            while (end < length && kind_of(board[first + end * step]) == kind) {
                ++end;
            }
            if (end - begin >= min_line && kind != hole) {
                found = true;
                for (int at = begin; at < end; ++at) {
                    ++lines[first + at * step];
                }
            }
            begin = end;
        }
    }
    return found;
}

bool find_lines(const Board& board, LineCounts& lines) {
    const bool across = count_lines(board, rows, columns, Board::stride, 1, lines);
    const bool upright = count_lines(board, columns, rows, 1, Board::stride, lines);
    return across || upright;
}

/// An account that has reached the threshold pays it and deals damage, once a step.
int pay(int& account, int threshold, int damage) {
    if (account < threshold) {
        return 0;
    }
    account -= threshold;
    return damage;
}

/// Fills the holes from the queues. False if a stone was missing.
bool refill(State& state, const Setup& setup) {
    bool enough = true;
    for (int x = 0; x < columns; ++x) {
        const std::vector<Stone>& queue = setup.queues[x];
        for (int y = 0; y < rows; ++y) {
            if (state.board.at(x, y) != hole) {
                continue;
            }
            if (state.taken[x] == queue.size()) {
                enough = false;
                break;
            }
            state.board.set(x, y, queue[state.taken[x]++]);
        }
    }
    return enough;
}

/// No swap is left: rows are removed at the bottom until there is one, without credit for the
/// stones that dissolve. False if a queue ran dry.
bool resolve_deadlock(State& state, const Setup& setup, Outcome& outcome) {
    while (!has_legal_swap(state.board)) {
        ++outcome.deadlock_rows;
        for (int x = 0; x < columns; ++x) {
            state.board.set(x, 0, hole);
        }
        LineCounts lines{};
        do {
            for (int cell = 0; cell < static_cast<int>(lines.size()); ++cell) {
                if (lines[cell] > 0) {
                    state.board[cell] = hole;
                }
            }
            fall(state.board);
            if (!refill(state, setup)) {
                return false;
            }
            lines = {};
        } while (find_lines(state.board, lines));
    }
    return true;
}

} // namespace

State start(const Setup& setup) {
    State state;
    state.board = setup.board;
    for (Player& player : state.players) {
        player.life = setup.parameters.life;
        player.shield = setup.parameters.shield;
    }
    return state;
}

bool is_legal(const Board& board, const Swap& swap) {
    if (!on_board(swap.x1, swap.y1) || !on_board(swap.x2, swap.y2) ||
        std::abs(swap.x1 - swap.x2) + std::abs(swap.y1 - swap.y2) != 1) {
        return false;
    }
    Board copy = board;
    return swap_makes_line(copy, Board::index(swap.x1, swap.y1), Board::index(swap.x2, swap.y2));
}

SwapList legal_swaps(const Board& board) {
    SwapList list;
    Board copy = board;
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            const int cell = Board::index(x, y);
            // Beyond the last row and column lie holes, which can't be swapped.
            if (swap_makes_line(copy, cell, cell + Board::stride)) {
                list.swaps[list.count++] = {x, y, x, y + 1};
            }
            if (swap_makes_line(copy, cell, cell + 1)) {
                list.swaps[list.count++] = {x, y, x + 1, y};
            }
        }
    }
    return list;
}

bool has_legal_swap(const Board& board) {
    Board copy = board;
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            const int cell = Board::index(x, y);
            if (swap_makes_line(copy, cell, cell + Board::stride) ||
                swap_makes_line(copy, cell, cell + 1)) {
                return true;
            }
        }
    }
    return false;
}

bool has_line(const Board& board) {
    LineCounts lines{};
    return find_lines(board, lines);
}

void exchange(Board& board, const Swap& swap) {
    std::swap(board[Board::index(swap.x1, swap.y1)], board[Board::index(swap.x2, swap.y2)]);
}

Step dissolve(Board& board, Player& mover, Player& other, const Parameters& parameters) {
    Step step;
    LineCounts lines{};
    if (!find_lines(board, lines)) {
        return step;
    }
    std::array<int, bomb1> credits{}; // by colour
    for (int cell = 0; cell < static_cast<int>(lines.size()); ++cell) {
        const int times = lines[cell];
        if (times == 0) {
            continue;
        }
        const Stone stone = board[cell];
        step.stones += times;
        if (stone >= bomb1) {
            step.damage += times * (stone - bomb1 + 1);
        } else {
            credits[stone] += times;
        }
        board[cell] = hole;
    }
    mover.red += credits[red];
    mover.yellow += credits[yellow];
    mover.green += credits[green];
    mover.purple += credits[purple];
    mover.shield = std::min(mover.shield + credits[blue], parameters.shield);
    step.damage += pay(mover.red, parameters.threshold, red_damage);
    step.damage += pay(mover.yellow, parameters.threshold, yellow_damage);
    step.damage += pay(mover.green, parameters.threshold, green_damage);
    take_damage(other, step.damage);
    return step;
}

void fall(Board& board) {
    for (int x = 0; x < columns; ++x) {
        int free = Board::index(x, 0);
        for (int y = 0; y < rows; ++y) {
            const int cell = Board::index(x, y);
            if (board[cell] != hole) {
                const Stone stone = board[cell];
                board[cell] = hole;
                board[free] = stone;
                free += Board::stride;
            }
        }
    }
}

void take_damage(Player& player, int damage) {
    const int absorbed = std::min(player.shield, damage);
    player.shield -= absorbed;
    player.life = std::max(0, player.life - (damage - absorbed));
}

Outcome begin_move(State& state, const Setup& setup, const Swap& swap) {
    Outcome outcome;
    ++state.moves;
    outcome.legal = is_legal(state.board, swap);
    if (outcome.legal) {
        exchange(state.board, swap);
    } else {
        take_damage(state.players[state.mover], setup.parameters.illegal_penalty);
    }
    return outcome;
}

bool cascade_step(State& state, const Setup& setup, Outcome& outcome) {
    Player& mover = state.players[state.mover];
    Player& other = state.players[1 - state.mover];
    const Step step = dissolve(state.board, mover, other, setup.parameters);
    if (step.stones == 0) {
        return false;
    }
    ++outcome.steps;
    outcome.stones += step.stones;
    outcome.damage += step.damage;
    fall(state.board);
    if (!refill(state, setup)) {
        // Dry: this step counts, but no stones fall any more. Death comes before it in
        // finish_move().
        state.end = End::dry;
        return false;
    }
    return true;
}

void finish_move(State& state, const Setup& setup, Outcome& outcome) {
    Player& mover = state.players[state.mover];
    if (state.players[0].life == 0 || state.players[1].life == 0) {
        state.end = End::life;
        return;
    }
    if (state.end == End::none && outcome.legal && !resolve_deadlock(state, setup, outcome)) {
        state.end = End::dry;
    }
    if (state.end == End::none && state.moves >= setup.parameters.max_moves) {
        state.end = End::moves;
    }
    if (state.end != End::none) {
        return;
    }
    if (outcome.legal && mover.purple >= setup.parameters.purple_threshold) {
        mover.purple -= setup.parameters.purple_threshold;
        outcome.extra_turn = true;
    } else {
        state.mover = 1 - state.mover;
    }
}

Outcome apply(State& state, const Setup& setup, const Swap& swap) {
    Outcome outcome = begin_move(state, setup, swap);
    if (outcome.legal) {
        while (cascade_step(state, setup, outcome)) {
        }
    }
    finish_move(state, setup, outcome);
    return outcome;
}

void forfeit(State& state, int loser) {
    ++state.moves;
    state.end = End::forfeit;
    state.forfeited_by = loser;
}

int winner(const State& state) {
    if (state.end == End::forfeit) {
        return 1 - state.forfeited_by;
    }
    const auto order = [&](const Player& player) {
        const bool by_points = state.end != End::life;
        const int colours = player.red + player.yellow + player.green;
        return by_points ? std::tuple(
                               player.life + player.shield, player.life, colours, player.red,
                               player.yellow, player.green, player.purple)
                         : std::tuple(player.life > 0 ? 1 : 0, 0, 0, 0, 0, 0, 0);
    };
    const auto first = order(state.players[0]);
    const auto second = order(state.players[1]);
    if (first == second) {
        return -1;
    }
    return first > second ? 0 : 1;
}

} // namespace referee::gems
