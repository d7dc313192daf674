#pragma once

/// Reads and makes fields of spe_ed: referee/games/spe_ed/README.md, "Fields".

#include "field/text.hpp"
#include "game.hpp"
#include "games/spe_ed/rules.hpp"

#include <chrono>
#include <string>
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

} // namespace referee::spe_ed
