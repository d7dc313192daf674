#pragma once

/// Commands as text: answers, and the candidates that an agent considered.

#include "games/dicewars/rules.hpp"

#include <string>
#include <string_view>

namespace referee::dicewars::sample {

/// "battle 3 4", "transfer 3 4" or "end", with areas from 1.
std::string text_of(const Command& command);

/// Adds a candidate to the text for notes.dat: as text with `why`, and as an arrow on the replay
/// page.
void note_candidate(
    const Command& command, std::string_view why, std::string_view colour, std::string& notes);

} // namespace referee::dicewars::sample
