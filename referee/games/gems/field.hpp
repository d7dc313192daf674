#pragma once

/// Reads and makes fields of gems, in the contest's own format or with a header.
/// referee/games/gems/README.md, "Fields".

#include "game/field_text.hpp"
#include "game/game.hpp"
#include "game/parameters.hpp"
#include "games/gems/rules.hpp"

#include <functional>
#include <string>

namespace referee::gems {

/// The duel that a field describes. Throws UserError with file and line.
Setup read_setup(FieldText& text);

/// The text of a new field: the contest's own format, or one with a header if a parameter isn't the
/// contest's. Throws UserError for settings out of range.
std::string create_setup(const CreateRequest& request, Rng& rng);

/// Draws what read_setup() reads from the text of create_setup(), without the text: EnvironmentOf.
/// Throws UserError for settings out of range.
std::function<Setup(Rng&)> setup_drawer(const CreateRequest& request);

// The parameters of gems: referee/games/gems/README.md, "Fields".

/// Settings for `create` only.
struct CreateParameters {
    int rows = 1000;
};

using Of = ParametersOf<Parameters>;
inline constexpr auto parameter_table = Of::table(
    Of::integer<&Parameters::life>("life", 1, 1'000'000, "", "life of both players at the start"),
    Of::integer<&Parameters::shield>(
        "shield", 0, 1'000'000, "", "shield of both players at the start, and its maximum"),
    Of::integer<&Parameters::threshold>(
        "threshold", 1, 1'000'000, "stones",
        "number of red, yellow or green stones that an attack costs"),
    Of::integer<&Parameters::purple_threshold>(
        "purple_threshold", 1, 1'000'000, "stones",
        "number of purple stones that another turn costs"),
    Of::integer<&Parameters::illegal_penalty>(
        "illegal_penalty", 0, 1'000'000, "",
        "damage that an illegal swap does to the player who makes it"),
    Of::integer<&Parameters::max_moves>(
        "max_moves", 1, 1'000'000, "",
        "maximum number of moves of both players together; then points decide")
        .ends_game());

using OfCreate = ParametersOf<CreateParameters>;
inline constexpr auto create_table =
    OfCreate::table(OfCreate::integer<&CreateParameters::rows>(
                        "rows", rows, 100'000, "", "rows of stones, including the 10 of the board")
                        .without_rule());

} // namespace referee::gems
