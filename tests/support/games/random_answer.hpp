#pragma once

/// Legal answers drawn at random, by what games offer people.

#include "base/random.hpp"
#include "game/legal_answers.hpp"

#include <string>
#include <vector>

namespace tests {

/// The parts of an answer.
inline std::vector<std::string>
random_choices(const referee::LegalAnswers& legal, referee::Rng& rng) {
    return referee::random_parts(legal, rng);
}

/// An answer of a seat that must move.
inline std::string
random_answer(const referee::Position& position, referee::Seat seat, referee::Rng& rng) {
    std::string text;
    for (const std::string& choice : random_choices(position.legal_answers(seat), rng)) {
        text += (text.empty() ? "" : " ") + choice;
    }
    return text;
}

} // namespace tests
