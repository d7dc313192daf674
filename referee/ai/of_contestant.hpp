#pragma once

/// Errors about one contestant, as a type: who catches one may ask which it is, and needn't search
/// the text for a name or a path, which may be part of another one's.

#include <exception>
#include <string>
#include <utility>

namespace referee {

/// What an error is besides its kind: this contestant can't be played.
struct NamesContestant {
    std::string contestant; ///< its name
};

/// An error about a contestant.
template <typename Error>
struct OfContestant : Error, NamesContestant {
    OfContestant(std::string name, const std::string& text)
        : Error(text), NamesContestant{std::move(name)} {}
};

/// The contestant's name; empty if the error is about something else.
inline std::string contestant_of(const std::exception& error) {
    const auto* const named = dynamic_cast<const NamesContestant*>(&error);
    return named == nullptr ? "" : named->contestant;
}

} // namespace referee
