#pragma once

/// Fields of battlesnake: reading and making. Spec: battlesnake.md, "Field" and "Board and start".

#include "field/text.hpp"
#include "game.hpp"
#include "games/battlesnake/rules.hpp"

#include <string>

namespace referee::battlesnake {

/// Candidates that `create` writes for each turn.
inline constexpr int created_candidates = 16;
/// Segments that may lie stacked on a tail besides it at the start.
inline constexpr int max_stacked = 100;

/// A key of the field whose value is an integer, and where it goes.
struct Key {
    std::string_view name;
    int Parameters::*value;
    int min;
    int max;
};

inline constexpr std::array keys{
    Key{"width", &Parameters::width, min_side, max_side},
    Key{"height", &Parameters::height, min_side, max_side},
    Key{"minimum_food", &Parameters::minimum_food, 0, max_side* max_side},
    Key{"food_chance", &Parameters::food_chance, 0, 100},
    Key{"max_turns", &Parameters::max_turns, 1, 1000000},
};

/// The game that a field describes. Throws UserError with file and line.
Setup read_setup(FieldText& text);

/// The text of a new field. Throws UserError for unknown settings and impossible numbers of
/// players.
std::string create_setup(const CreateRequest& request, Rng& rng);

/// Keys of the field, and what only `create` takes.
std::span<const Parameter> parameters();
std::span<const Parameter> create_settings();

} // namespace referee::battlesnake
