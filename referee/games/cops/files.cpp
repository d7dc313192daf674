#include "games/cops/files.hpp"

#include "game/answer.hpp"
#include "games/cops/field.hpp"

#include <fmt/format.h>
#include <iterator>

namespace referee::cops {
namespace {

enum FileIndex { player_file, opponent_file, gamefield_file, history_file };

constexpr std::array<StateFile, 4> file_table{{
    {"player.dat", "'x y' of each of your units, one per line, cops in their order"},
    {"opponent.dat", "the same for the other side"},
    {"gamefield.dat",
     "n+2 rows of n+2 characters, including the ring: the first of T C W G # . that is "
     "on the cell"},
    {"history.dat", "up to plan_length boards, oldest first, the last is now: 'state TICK', then "
                    "'thief x y', 'cop x y', 'gate INDEX', 'wall x y horizontal|vertical'"},
}};

void append_cell(std::string& text, std::string_view before, Cell cell) {
    fmt::format_to(std::back_inserter(text), "{}{} {}\n", before, cell.x, cell.y);
}

void append_cops(std::string& text, std::string_view before, const State& state) {
    for (int i = 0; i < state.cop_count; ++i) {
        append_cell(text, before, state.cops[i]);
    }
}

void append_history(std::string& text, const State& state) {
    auto out = std::back_inserter(text);
    // A state after the second half of a tick is the end of that tick, though it already has the
    // number of the next.
    fmt::format_to(out, "state {}\n", state.surroundings_moved ? state.tick : state.tick - 1);
    append_cell(text, "thief ", state.thief);
    append_cops(text, "cop ", state);
    for (int i = 0; i < state.gate_count; ++i) {
        fmt::format_to(out, "gate {}\n", state.gates[i].index);
    }
    for (int i = 0; i < state.wall_count; ++i) {
        const Wall& wall = state.walls[i];
        fmt::format_to(
            out, "wall {} {} {}\n", wall.first.x, wall.first.y,
            wall.vertical ? "vertical" : "horizontal");
    }
}

} // namespace

std::span<const StateFile> state_files() {
    return file_table;
}

char character_of(const State& state, const Parameters& parameters, Cell cell) {
    if (cell == state.thief) {
        return 'T';
    }
    for (int i = 0; i < state.cop_count; ++i) {
        if (cell == state.cops[i]) {
            return 'C';
        }
    }
    if (is_wall(state, parameters, cell)) {
        return 'W';
    }
    if (is_gate(state, parameters, cell)) {
        return 'G';
    }
    return is_inner(cell, parameters.size) ? '.' : '#';
}

void append_board(
    std::string& text, const State& state, const Parameters& parameters, std::string_view between) {
    const int last = parameters.size + 1;
    for (int y = 0; y <= last; ++y) {
        for (int x = 0; x <= last; ++x) {
            text += character_of(
                state, parameters, {static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)});
            text += x < last ? between : "\n";
        }
    }
}

void write_match_keys(
    const State& state, const Parameters& parameters, bool is_thief, StateFiles& files) {
    fmt::format_to(
        std::back_inserter(files.match_keys), "role {}\ntick {}\ncops {}\ngates {}\nwalls {}\n",
        is_thief ? "thief" : "cops", state.tick, state.cop_count, state.gate_count,
        state.wall_count);
    parameter_table.append(parameters, files.match_keys);
}

void write_state(
    const State& state, std::span<const State> before, const Parameters& parameters, bool is_thief,
    StateFiles& files) {
    append_cell(files.of(is_thief ? player_file : opponent_file), "", state.thief);
    append_cops(files.of(is_thief ? opponent_file : player_file), "", state);
    append_board(files.of(gamefield_file), state, parameters, " ");
    std::string& history = files.of(history_file);
    for (const State& past : before) {
        append_history(history, past);
    }
    append_history(history, state);
}

ReadPlan read_plan(std::string_view text, int units, int plan_length) {
    ReadPlan plan;
    const std::vector<AnswerWord> words = answer_words(text);
    const auto expected = static_cast<std::size_t>(units) * static_cast<std::size_t>(plan_length);
    const std::string form = fmt::format(
        "write {} words N, E, S, W or -: {} for {}", expected, plan_length,
        units == 1 ? "the one unit" : fmt::format("each of the {} units", units));
    for (const AnswerWord& word : words) {
        const std::size_t step =
            word.text.size() == 1 ? step_letters.find(word.text[0]) : std::string_view::npos;
        if (step == std::string_view::npos) {
            plan.error = place_of(word) + "not a step; " + form;
            return plan;
        }
        if (plan.steps.size() == expected) {
            plan.error = unexpected(word) + "; " + form;
            return plan;
        }
        plan.steps.push_back(static_cast<Step>(step));
    }
    if (plan.steps.size() < expected) {
        plan.error = fmt::format("{} of {} words; {}", plan.steps.size(), expected, form);
    }
    return plan;
}

std::string text_of(std::span<const Step> steps) {
    std::string text;
    for (const Step step : steps) {
        text += text.empty() ? "" : " ";
        text += step_letters[static_cast<std::size_t>(step)];
    }
    return text;
}

} // namespace referee::cops
