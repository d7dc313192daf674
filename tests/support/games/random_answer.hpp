#pragma once

/// Legal answers drawn at random, by what games offer people.

#include "base/random.hpp"
#include "game/game.hpp"

#include <string>
#include <vector>

namespace tests {

/// As many of the choices as an answer has.
inline std::vector<std::string>
random_choices(const referee::LegalAnswers& legal, referee::Rng& rng) {
    std::vector<std::string> choices;
    for (int i = 0; i < legal.length; ++i) {
        choices.push_back(legal.choices[rng.below(legal.choices.size())]);
    }
    return choices;
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
