#pragma once

/// Answers as games offer them to people (LegalAnswers): checking one, drawing one.

#include "game/game.hpp"

#include <string>
#include <vector>

namespace referee {

/// How many parts an answer has: the slots, or the choices in a row.
std::size_t part_count(const LegalAnswers& legal);

/// Why these parts are no answer, for people; empty if they are one.
std::string refusal_of(const LegalAnswers& legal, const std::vector<std::string>& parts);

/// True if the text is an answer that is offered.
bool is_offered(const LegalAnswers& legal, const std::string& answer);

/// The parts of an answer, each drawn uniformly. Throws std::logic_error if there is nothing to
/// draw from.
std::vector<std::string> random_parts(const LegalAnswers& legal, Rng& rng);

} // namespace referee
