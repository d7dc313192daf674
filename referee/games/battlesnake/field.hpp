#pragma once

/// Reads and makes fields of battlesnake: referee/games/battlesnake/README.md, "Fields".

#include "game/field_text.hpp"
#include "game/game.hpp"
#include "game/parameters.hpp"
#include "games/battlesnake/maps.hpp"
#include "games/battlesnake/rules.hpp"

#include <functional>
#include <string>

namespace referee::battlesnake {

/// Candidates that `create` writes for each turn.
inline constexpr int created_candidates = 16;
/// Segments that may lie on the cell of a tail at the start, not counting the tail.
inline constexpr int max_stacked = 100;

/// The game that a field describes. Throws UserError with file and line.
Setup read_setup(FieldText& text);

/// The text of a new field. Throws UserError for settings out of range.
std::string create_setup(const CreateRequest& request, Rng& rng);

/// Draws what read_setup() reads from the text of create_setup(), without the text: EnvironmentOf.
/// Throws UserError for settings out of range.
std::function<Setup(Rng&)> setup_drawer(const CreateRequest& request);

// The parameters of battlesnake: referee/games/battlesnake/README.md, "Fields".

/// Settings for `create` only.
struct CreateParameters {
    int size = 11;
    int lines = 1000;
    Map map = Map::standard;
    int shrink_every = 25;
};

inline constexpr std::string_view only_squares = "new fields are squares; give size";

using Of = ParametersOf<Parameters>;
inline constexpr auto parameter_table = Of::table(
    Of::integer<&Parameters::width>("width", min_side, max_side, "cells", "width of the board")
        .without_rule()
        .derived(only_squares),
    Of::integer<&Parameters::height>("height", min_side, max_side, "cells", "height of the board")
        .without_rule()
        .derived(only_squares),
    Of::integer<&Parameters::minimum_food>(
        "minimum_food", 0, max_side* max_side, "",
        "minimum amount of food on the board after each turn"),
    Of::integer<&Parameters::food_chance>(
        "food_chance", 0, 100, "%", "chance of new food per turn; [spawns] was drawn with it"),
    Of::integer<&Parameters::max_turns>(
        "max_turns", 1, 1'000'000, "",
        "maximum number of turns; then living snakes are ranked by length")
        .ends_game(),
    Of::word<&Parameters::first_move>(
        "first_move", "move of a snake that has no direction yet and no valid answer"));

/// The parameters of the modes. Fields and match.dat of standard games don't mention them.
inline constexpr auto mode_table = Of::table(
    Of::integer<&Parameters::wrapped>(
        "wrapped", 0, 1, "", "1: who leaves the board enters it on the opposite side"),
    Of::integer<&Parameters::constrictor>(
        "constrictor", 0, 1, "",
        "1: all food vanishes, all snakes grow each turn, and nobody starves"),
    Of::integer<&Parameters::hazard_damage>(
        "hazard_damage", -100, 100, "",
        "health that a head on a hazard loses per layer and turn; negative heals"));

using OfCreate = ParametersOf<CreateParameters>;
inline constexpr auto create_table = OfCreate::table(
    OfCreate::integer<&CreateParameters::size>(
        "size", 7, max_side, "cells", "width and height of a new field")
        .with_default("11, or the map's")
        .with_range("odd, 7..25")
        .without_rule(),
    OfCreate::integer<&CreateParameters::lines>(
        "lines", 1, 100'000, "", "number of turns in [spawns]; after the last the list starts over")
        .without_rule(),
    OfCreate::word<&CreateParameters::map>(
        "map", "starts and hazards of a map of the official engine")
        .with_range("a map's name"),
    OfCreate::integer<&CreateParameters::shrink_every>(
        "shrink_every", 1, 1'000'000, "turns",
        "turns between two changes of the hazards of some maps")
        .without_rule());

} // namespace referee::battlesnake
