#pragma once

/// Reads and makes fields of spe_ed: referee/games/spe_ed/README.md, "Fields".

#include "game/field_text.hpp"
#include "game/game.hpp"
#include "game/parameters.hpp"
#include "games/spe_ed/rules.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::spe_ed {

/// A game before its first round, and how long each round may take.
struct Setup {
    State start;
    /// Deadline of rounds 1, 2, 3, …; after the last the list begins again. Never empty.
    std::vector<std::chrono::milliseconds> deadlines;
};

/// The game that a field describes. Throws UserError with file and line.
Setup read_setup(FieldText& text);

/// The text of a new field. Throws UserError for settings out of range.
std::string create_setup(const CreateRequest& request, Rng& rng);

/// Draws what read_setup() reads from the text of create_setup(), without the text: EnvironmentOf.
/// Throws UserError for settings out of range.
std::function<Setup(Rng&)> setup_drawer(const CreateRequest& request);

// Times of fields: seconds with at most three decimals, like 7 or 0.25.

inline constexpr std::string_view seconds_form = "give seconds from 0.001 to 3600, like 7 or 0.25";

/// The time that `text` stands for: digits, optionally followed by a point and one to three digits.
/// Nothing for any other form, or outside 0.001..3600.
std::optional<std::chrono::milliseconds> parse_seconds(std::string_view text);

/// The shortest text that parse_seconds() reads as this time.
std::string text_of(std::chrono::milliseconds time);

// The parameters of spe_ed: referee/games/spe_ed/README.md, "Fields".

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
        "width", min_size, max_size, "cells", "'create' draws it from 41..80 if it isn't set")
        .without_rule(),
    Of::integer<&Parameters::height>(
        "height", min_size, max_size, "cells", "'create' draws it from 41..80 if it isn't set")
        .without_rule(),
    Of::integer<&Parameters::max_rounds>(
        "max_rounds", 1, 1'000'000, "", "after this round, all active players share the first rank")
        .with_default("W*H")
        .ends_game());

using OfCreate = ParametersOf<CreateParameters>;
inline constexpr auto create_table =
    OfCreate::table(OfCreate::text<&CreateParameters::deadline>(
                        "deadline", "0.001..3600", "s",
                        "time for a round: the same for all, or drawn from A..B for each")
                        .without_rule());

} // namespace referee::spe_ed
