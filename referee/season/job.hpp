#pragma once

/// What a worker of a season does instead of playing, as a value: the season decides that it is to
/// be done, and its workers (surroundings.hpp) know how.

#include "season/announcement.hpp"
#include "season/entries/waiting.hpp"
#include "season/on_note.hpp"

#include <string>
#include <variant>
#include <vector>

namespace referee {

/// Copies, builds and tries a version. The text of this job is that of an Admission.
struct CheckJob {
    Arrival arrival;
    Calendar calendar; ///< as it is when the check begins
};

/// Runs the command of on-note. The text of this job says why it failed; empty if it didn't.
struct TellJob {
    NoteToTell note;
};

/// Writes the site. The text of this job is what the command has printed to standard error.
struct SiteJob {
    std::vector<std::string> words; ///< of the announcement, as options of `referee site`
};

using SeasonJob = std::variant<CheckJob, TellJob, SiteJob>;

} // namespace referee
