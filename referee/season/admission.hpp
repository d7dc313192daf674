#pragma once

/// The way of a new version into a season: copy, build, check, a game against the reference AI.
/// admit() decides; each step rejects the version by a UserError, whose text the author's note gets
/// (notes.hpp). referee/season/README.md, "A new version".

#include "season/config.hpp"
#include "season/deadline.hpp"
#include "season/entries/entries.hpp"

#include <exception>
#include <string>
#include <vector>

namespace referee {

struct Admission {
    bool is_accepted = false;
    bool is_late = false;     ///< changed after the deadline
    std::string text;         ///< for the author: the findings, or what is wrong
    std::string sha256;       ///< of the files that were copied; empty if they could not be
    std::int64_t read_ns = 0; ///< when all of them had been read, since 1970
    std::string draft;        ///< if accepted: the copy, to be renamed
};

/// Makes a copy of the version below the folder `versions`, builds and tests it. Only if it is
/// accepted there is a copy afterwards. Throws InternalError, Interrupted.
Admission admit(
    const SeasonConfig& config, const Calendar& calendar, const DeadlineRecord& record,
    const HandedIn& entry, const std::string& versions, const std::vector<int>& cores);

/// The first half of admit(): makes a copy of the version below the folder `copies`. If the result
/// has a draft, this is the copy, and it is to be built and tested (admit_copy()); otherwise there
/// is no copy, and the version is decided. Throws as admit().
Admission copy_version(
    const SeasonConfig& config, const Calendar& calendar, const DeadlineRecord& record,
    const HandedIn& entry, const std::string& copies);

/// The second half, of a copy that copy_version() has made: `entry.path` is that copy, which stays
/// as it is, and `sha256` its hash. The draft is below the season's folder `versions`, which AIs
/// can read, and has the number of the check in its name. Throws as admit(), and EnvironmentError
/// if the copy can't be read or isn't what was read.
Admission admit_copy(
    const SeasonConfig& config, const HandedIn& entry, const std::string& sha256,
    std::int64_t check, const std::vector<int>& cores);

/// Removes the drafts of a check that admit_copy() has made, also of those that were killed.
void remove_drafts_of_check(
    const std::string& versions, const std::string& entry, const std::string& version,
    std::int64_t check);

/// What the author is told about an error that a check has met. Throws EnvironmentError, for a full
/// disk FullDisk<EnvironmentError>, if the machine is the cause and not the version.
std::string objection_of(const std::exception& problem);

/// Removes the copies that killed seasons were making below the folder `versions`, but not those of
/// checks on a cluster. Their season's database must be locked, so that none of them lives.
void remove_drafts(const std::string& versions);

/// As the text of a job, and back; an empty or foreign text is not an admission.
std::string text_of(const Admission& admission);
bool read_admission(const std::string& text, Admission& admission);

} // namespace referee
