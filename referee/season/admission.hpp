#pragma once

/// The way of a new version into a season: copy, build, check, a game against the reference AI.
/// referee/season/README.md, "A new version".

#include "season/config.hpp"
#include "season/entries.hpp"

#include <string>
#include <vector>

namespace referee {

struct Admission {
    bool is_accepted = false;
    std::string text; ///< for the author: the findings, or what is wrong
};

/// Makes `target`, the copy that is played, and tests it. If it isn't accepted, there is no
/// `target`. Throws InternalError, Interrupted.
Admission admit(
    const SeasonConfig& config, const HandedIn& entry, const std::string& target,
    const std::vector<int>& cores);

/// As the text of a job, and back; an empty or foreign text is not an admission.
std::string text_of(const Admission& admission);
bool read_admission(const std::string& text, Admission& admission);

} // namespace referee
