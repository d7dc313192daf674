#include "games/battlesnake/rules.hpp"

#include <algorithm>

namespace referee::battlesnake {
namespace {

/// True if food may be placed there: the cell is empty and no living head is adjacent.
bool qualifies(const State& state, Cell cell) {
    if (!state.board.is_free(cell)) {
        return false;
    }
    for (const Direction direction :
         {Direction::up, Direction::down, Direction::left, Direction::right}) {
        const Cell beside = neighbour(cell, direction);
        const int owner = state.board.owner(beside);
        if (owner != 0 && state.snake(owner).head == beside) {
            return false;
        }
    }
    return true;
}

/// The first cell that qualifies after number `last` in row-major order, cyclically; 0 if none
/// does. The bottom left one has number 0.
Cell next_qualifying(const State& state, int last) {
    const int cells = state.width * state.height;
    for (int i = 1; i <= cells; ++i) {
        const int number = (last + i) % cells;
        const Cell cell = cell_at(number % state.width, number / state.width);
        if (qualifies(state, cell)) {
            return cell;
        }
    }
    return 0;
}

} // namespace

void place_food(State& state, const Setup& setup) {
    const SpawnTable& table = setup.spawns;
    const SpawnTable::Line& line = table.lines[(state.turn - 1) % table.lines.size()];
    const int missing = setup.parameters.minimum_food - state.food;
    int wanted = missing > 0 ? missing : static_cast<int>(line.is_drawn);
    std::uint32_t next = 0;
    for (; wanted > 0 && next < line.count; ++next) {
        const Cell cell = table.candidates[line.first + next];
        if (qualifies(state, cell)) {
            add_food(state, cell);
            --wanted;
        }
    }
    if (wanted == 0) {
        return;
    }
    int last = -1;
    if (line.count > 0) {
        const Cell cell = table.candidates[line.first + line.count - 1];
        last = y_of(cell) * state.width + x_of(cell);
    }
    for (; wanted > 0; --wanted) {
        const Cell cell = next_qualifying(state, last);
        if (cell == 0) {
            return;
        }
        add_food(state, cell);
    }
}

} // namespace referee::battlesnake
