#pragma once

/// Reads and makes fields of cops: referee/games/cops/README.md, "Fields".

#include "base/random.hpp"
#include "game/field_text.hpp"
#include "game/game.hpp"
#include "game/parameters.hpp"
#include "games/cops/rules.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace referee::cops {

/// The game that a field describes. Throws UserError with file and line.
Setup read_setup(FieldText& text);

/// The text of a new field. Throws UserError for settings that are out of range or leave no room
/// for a start.
std::string create_setup(const CreateRequest& request, Rng& rng);

/// Draws what read_setup() reads from the text of create_setup(), without the text: EnvironmentOf.
/// Throws UserError for settings out of range.
std::function<Setup(Rng&)> setup_drawer(const CreateRequest& request);

// The parameters of cops: referee/games/cops/README.md, "Fields".

inline constexpr int min_cops = 1;

/// Settings for `create` only.
struct CreateParameters {
    int cops = 5;
    int gates = 2;
    int walls = 4;
    int start_distance = 5;
};

using Of = ParametersOf<Parameters>;
inline constexpr auto parameter_table = Of::table(
    Of::integer<&Parameters::size>("size", 4, max_size, "cells", "n: the inner board is n x n")
        .without_rule(),
    Of::integer<&Parameters::ticks>(
        "ticks", 1, 10'000, "", "T: number of ticks; then the thief has survived")
        .ends_game(),
    Of::integer<&Parameters::plan_length>(
        "plan_length", 1, max_plan_length, "ticks", "k: number of moves in a plan"),
    Of::integer<&Parameters::capture_radius>(
        "capture_radius", 0, 20, "cells", "Manhattan distance at which a cop captures"),
    Of::integer<&Parameters::swap_capture>(
        "swap_capture", 0, 1, "", "1: swapping places is a capture, too"),
    Of::integer<&Parameters::wall_length>(
        "wall_length", 1, max_size, "cells", "a wall is 1 x wall_length")
        .without_rule(),
    Of::integer<&Parameters::gate_width>(
        "gate_width", 1, max_size, "cells", "length of a gate on the ring")
        .without_rule(),
    Of::number<&Parameters::gate_move>("gate_move", 0, 1, "", "chance that a gate moves in a tick"),
    Of::number<&Parameters::gate_turn>(
        "gate_turn", 0, 1, "", "chance that a gate reverses in a tick"),
    Of::number<&Parameters::wall_move>("wall_move", 0, 1, "", "chance that a wall moves in a tick"),
    Of::number<&Parameters::wall_turn>(
        "wall_turn", 0, 1, "", "chance that a wall turns in a tick"));

using OfCreate = ParametersOf<CreateParameters>;
inline constexpr auto create_table = OfCreate::table(
    OfCreate::integer<&CreateParameters::cops>("cops", min_cops, max_cops, "", "number of cops"),
    OfCreate::integer<&CreateParameters::gates>("gates", 0, max_gates, "", "number of gates"),
    OfCreate::integer<&CreateParameters::walls>("walls", 0, max_walls, "", "number of walls"),
    OfCreate::integer<&CreateParameters::start_distance>(
        "start_distance", 1, 2 * max_size, "cells",
        "minimum Manhattan distance of the thief from every cop at the start")
        .without_rule());

} // namespace referee::cops
