#pragma once

/// Fields of cops: reading and making. Spec: cops.md, "Field".

#include "field/rng.hpp"
#include "field/text.hpp"
#include "game.hpp"
#include "games/cops/rules.hpp"

#include <span>
#include <string>
#include <string_view>

namespace referee::cops {

/// A key of the field whose value is an integer, and one whose value is a probability.
struct IntegerKey {
    std::string_view name;
    int Parameters::*value;
    int min;
    int max;
};
struct ChanceKey {
    std::string_view name;
    double Parameters::*value;
};
std::span<const IntegerKey> integer_keys();
std::span<const ChanceKey> chance_keys();

/// How many units a field may have; for the sections, and for what `create` takes.
struct CountKey {
    std::string_view name; ///< of the section
    int default_value;
    int min;
    int max;
};
inline constexpr CountKey cops_key{"cops", 5, 1, max_cops};
inline constexpr CountKey gates_key{"gates", 2, 0, max_gates};
inline constexpr CountKey walls_key{"walls", 4, 0, max_walls};

inline constexpr std::array<std::string_view, direction_count> heading_names{"N", "E", "S", "W"};

/// The game that a field describes. Throws UserError with file and line.
Setup read_setup(FieldText& text);

/// The text of a new field. Throws UserError for settings that don't exist, are out of range or
/// leave no room for a start.
std::string create_setup(const CreateRequest& request, Rng& rng);

/// Keys of the field, and what only `create` takes.
std::span<const Parameter> parameters();
std::span<const Parameter> create_settings();

} // namespace referee::cops
