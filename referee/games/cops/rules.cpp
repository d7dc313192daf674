#include "games/cops/rules.hpp"

namespace referee::cops {
namespace {

/// True if the wall stays on the board when its first cell is there.
bool fits(const Wall& wall, Cell first, const Parameters& parameters) {
    const int max = parameters.size;
    const int max_along = max - parameters.wall_length + 1;
    return first.x >= 1 && first.y >= 1 && first.x <= (wall.vertical ? max : max_along) &&
           first.y <= (wall.vertical ? max_along : max);
}

bool covers(Cell first, bool vertical, int length, Cell cell) {
    return vertical ? cell.x == first.x && cell.y >= first.y && cell.y < first.y + length
                    : cell.y == first.y && cell.x >= first.x && cell.x < first.x + length;
}

/// No player ever stands in a wall, so players in any of these cells are in newly covered ones.
bool would_cover_player(
    const State& state, const Parameters& parameters, const Wall& wall, Cell first) {
    const int length = parameters.wall_length;
    if (covers(first, wall.vertical, length, state.thief)) {
        return true;
    }
    for (int cop = 0; cop < state.cop_count; ++cop) {
        if (covers(first, wall.vertical, length, state.cops[cop])) {
            return true;
        }
    }
    return false;
}

void move_wall(State& state, const Parameters& parameters, Wall& wall, Word word) {
    wall.heading = turned(wall.heading, word.turn);
    if (!word.moves) {
        return;
    }
    Cell next = neighbour(wall.first, wall.heading);
    if (!fits(wall, next, parameters)) {
        wall.heading = turned(wall.heading, 2);
        next = neighbour(wall.first, wall.heading);
        if (!fits(wall, next, parameters)) {
            return;
        }
    }
    if (!would_cover_player(state, parameters, wall, next)) {
        wall.first = next;
    }
}

void move_gate(Gate& gate, Word word, int length) {
    gate.clockwise = gate.clockwise != (word.turn == 1);
    if (word.moves) {
        const int next = gate.index + (gate.clockwise ? 1 : length - 1);
        gate.index = static_cast<std::int16_t>(next % length);
    }
}

Cell stepped(
    const State& state, const Parameters& parameters, Cell from, Step step, bool is_thief) {
    const Cell to = neighbour(from, step);
    if (is_inner(to, parameters.size)) {
        return is_wall(state, parameters, to) ? from : to;
    }
    return is_thief && is_gate(state, parameters, to) ? to : from;
}

void finish(State& state, End end, int payoff) {
    state.end = end;
    state.payoff = payoff;
}

} // namespace

bool is_wall(const State& state, const Parameters& parameters, Cell cell) {
    for (int i = 0; i < state.wall_count; ++i) {
        const Wall& wall = state.walls[i];
        if (covers(wall.first, wall.vertical, parameters.wall_length, cell)) {
            return true;
        }
    }
    return false;
}

bool is_gate(const State& state, const Parameters& parameters, Cell cell) {
    const int index = ring_index(cell, parameters.size);
    if (index < 0) {
        return false;
    }
    const int length = ring_length(parameters.size);
    for (int i = 0; i < state.gate_count; ++i) {
        const int after_first = (index - state.gates[i].index + length) % length;
        if (after_first < parameters.gate_width) {
            return true;
        }
    }
    return false;
}

void WordTable::make_words(std::size_t count) const {
    while (shared_->source != nullptr && shared_->words.size() < count) {
        shared_->source->add_tick(shared_->words);
    }
}

void move_surroundings(State& state, const Parameters& parameters, const Word* words) {
    for (int i = 0; i < state.wall_count; ++i) {
        move_wall(state, parameters, state.walls[i], *words++);
    }
    const int length = ring_length(parameters.size);
    for (int i = 0; i < state.gate_count; ++i) {
        move_gate(state.gates[i], *words++, length);
    }
    state.surroundings_moved = true;
}

void move_players(State& state, const Parameters& parameters, const Steps& steps) {
    const Cell thief_before = state.thief;
    const Cell thief = stepped(state, parameters, state.thief, steps.thief, true);
    bool captured = false;
    for (int i = 0; i < state.cop_count; ++i) {
        const Cell before = state.cops[i];
        const Cell cop = stepped(state, parameters, before, steps.cops[i], false);
        const bool swapped = cop == thief_before && thief == before;
        captured = captured || distance(cop, thief) <= parameters.capture_radius ||
                   (swapped && parameters.swap_capture == 1);
        state.cops[i] = cop;
    }
    state.thief = thief;
    const int tick = state.tick++;
    state.surroundings_moved = false;
    if (captured) {
        finish(state, End::captured, tick);
    } else if (!is_inner(thief, parameters.size)) {
        finish(state, End::escaped, 2 * parameters.ticks - tick - 1);
    } else if (state.tick == parameters.ticks) {
        finish(state, End::survived, parameters.ticks);
    }
}

} // namespace referee::cops
