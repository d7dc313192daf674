#pragma once

/// What was in entries/ when the deadline came: referee/season/README.md, "Times". Change times
/// alone don't tell: a page of a file that was mapped and changed before the deadline can be
/// changed again after it, and the file keeps its time.

#include "season/announcement.hpp"
#include "season/collected.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace referee {

/// A version and the SHA-256 of what was read of it.
struct ReadVersion {
    std::string entry;
    std::string version;
    std::string sha256;
    auto operator<=>(const ReadVersion&) const = default;
};

/// The versions that were read when the deadline came, in a file of the season.
class DeadlineRecord {
  public:
    /// Nothing was read, and it is kept in memory only.
    DeadlineRecord() = default;
    /// Reads the file; without one, or with a damaged one, nothing was read. `collected`: the file
    /// of what was collected (collected.hpp); empty: nothing was.
    explicit DeadlineRecord(std::string file, std::string collected = "");

    /// True if versions were read at the calendar's deadline.
    bool is_of(const Calendar& calendar) const;
    bool has(const ReadVersion& version) const { return versions_.contains(version); }
    /// When a course system had just these files of the entry, in seconds since 1970; nothing if
    /// they weren't collected from one. Reads the file: `collect` writes it while the season runs.
    std::optional<std::int64_t> collected(const ReadVersion& version) const;
    /// Throws UserError, InternalError.
    void write(const Calendar& calendar, const std::vector<ReadVersion>& versions);

  private:
    std::string file_;
    std::string collected_;
    std::int64_t deadline_ = 0;
    std::set<ReadVersion> versions_;
};

/// Why a version is late, for its author; empty if it is in time. `changed_ns`: its last change,
/// `read_ns`: when its reading ended, since 1970. What was collected has the course system's time.
std::string lateness(
    const Calendar& calendar, const DeadlineRecord& record, const ReadVersion& version,
    std::int64_t changed_ns, std::int64_t read_ns);

/// For the author of a version that is in time by its change times alone, because the season didn't
/// run at the deadline; empty if that isn't so.
std::string by_change_times(
    const Calendar& calendar, const DeadlineRecord& record, const ReadVersion& version,
    std::int64_t read_ns);

} // namespace referee
