#pragma once

/// What a season tells its public, from season.ini: about the contest, who takes part, and the
/// moments that count. referee/season/README.md, "Times".

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A moment that season.ini names, with its time zone.
struct ZonedTime {
    std::int64_t time = 0; ///< seconds since 1970-01-01T00:00Z
    std::string text{};    ///< for people, in its own zone: "2026-12-01 18:00 CET"
};

/// Reads "2026-12-01 18:00 Europe/Berlin": seconds may follow, 'T' may stand for the blank, and the
/// zone is a name of the system's database, "UTC", "Z", or an offset such as "+01:00". Throws
/// UserError for anything else, for a local time that doesn't exist, and for one that exists twice.
ZonedTime read_zoned_time(std::string_view text);

/// A moment as the database has times: "2026-12-01T17:00:00Z".
std::string utc_text(std::int64_t time);

struct Calendar {
    std::optional<ZonedTime> deadline; ///< versions that come later are late
    std::optional<ZonedTime> freeze;   ///< the published standings stop here
    std::optional<ZonedTime> unfreeze; ///< and move on here; none: when `freeze` is removed
    std::optional<ZonedTime> embargo;  ///< no replay is published before

    /// `changed_ns`: when the version was completed, since 1970.
    bool is_late(std::int64_t changed_ns) const;
    bool is_frozen(std::int64_t now) const;
    bool has_embargo(std::int64_t now) const;
    /// The first moment after `now`, at which pages change; none if there is none.
    std::optional<std::int64_t> next(std::int64_t now) const;
    bool is_empty() const { return !deadline && !freeze && !embargo; }
};

/// The message to the author of a late version. `calendar` has a deadline.
std::string lateness(const Calendar& calendar, std::int64_t changed_ns);

/// Throws UserError if the moments contradict one another.
void require_order(const Calendar& calendar);

/// How an entry is shown.
struct Entrant {
    std::string name{}; ///< empty: the entry's own name
    std::string team{}; ///< may be empty
};
using Entrants = std::map<std::string, Entrant>; ///< by entry

/// Reads a CSV file with the columns entry, name and team, in any order, of which `entry` must be
/// there; other columns don't count. Throws UserError with the line.
Entrants read_entrants(const std::string& file);

struct Announcement {
    std::string about{}; ///< Markdown; empty: none
    Entrants entrants{};
    Calendar calendar{};
    std::vector<std::string> words{}; ///< as options of `referee site`
};

} // namespace referee
