#pragma once

/// The parameters of spe_ed: referee/games/spe_ed/README.md, "Fields".

#include "game_parameters.hpp"
#include "games/spe_ed/rules.hpp"

#include <string>

namespace referee::spe_ed {

/// A width or height that isn't set is drawn; this is the largest.
inline constexpr int max_drawn_size = 80;

/// The keys of a field.
struct Parameters {
    int width = 60;
    int height = 60;
    int max_rounds = 0; ///< 0: width * height
};

/// Settings for `create` only.
struct CreateParameters {
    std::string deadline = "5..15"; ///< a time, or two with ".." between them
};

using Of = ParametersOf<Parameters>;
inline constexpr auto parameter_table = Of::table(
    Of::integer<&Parameters::width>(
        "width", min_size, max_size, "cells", "'create' draws it from 41..80 if it isn't set"),
    Of::integer<&Parameters::height>(
        "height", min_size, max_size, "cells", "'create' draws it from 41..80 if it isn't set"),
    Of::integer<&Parameters::max_rounds>(
        "max_rounds", 1, 1'000'000, "", "after this round, all active players share the first rank")
        .with_default("W*H"));

using OfCreate = ParametersOf<CreateParameters>;
inline constexpr auto create_table = OfCreate::table(OfCreate::text<&CreateParameters::deadline>(
    "deadline", "0.001..3600", "s",
    "time for a round: the same for all, or drawn from A..B for each"));

} // namespace referee::spe_ed
