#pragma once

/// Errors about one contestant, as a type: who catches one may ask which it is, and needn't search
/// the text for a name or a path, which may be part of another one's.

#include "base/error.hpp"

#include <exception>
#include <filesystem>
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
    OfContestant(std::string name, const Error& error)
        : Error(error), NamesContestant{std::move(name)} {}
};

/// Does something with a contestant's program. What goes wrong with it is an error about the
/// contestant, of the same kind. What the system lacks (InternalError, EnvironmentError) isn't.
template <typename Work>
auto about_contestant(const std::string& name, const Work& work) {
    try {
        return work();
    } catch (const NamesContestant&) {
        throw;
    } catch (const DeniedBySystem& problem) {
        throw OfContestant<DeniedBySystem>(name, problem);
    } catch (const UserError& problem) {
        throw OfContestant<UserError>(name, problem);
    } catch (const std::filesystem::filesystem_error& problem) {
        throw OfContestant<std::filesystem::filesystem_error>(name, problem);
    }
}

/// The contestant's name; empty if the error is about something else.
inline std::string contestant_of(const std::exception& error) {
    const auto* const named = dynamic_cast<const NamesContestant*>(&error);
    return named == nullptr ? "" : named->contestant;
}

} // namespace referee
