#include "season/announcement.hpp"

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "season/entries/entries.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <utility>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view forms =
    "write a date, a time and a time zone, e.g. '2026-12-01 18:00 Europe/Berlin', '2026-12-01 17:00 "
    "UTC' or '2026-12-01 18:00 +01:00'";

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
    throw UserError(fmt::format("'{}': {}", printable(text, 60), why));
}

/// Takes a number of exactly so many digits from the front of the text.
bool take_number(std::string_view& text, std::size_t digits, int& number) {
    if (text.size() < digits) {
        return false;
    }
    number = 0;
    for (const char c : text.substr(0, digits)) {
        if (c < '0' || c > '9') {
            return false;
        }
        number = 10 * number + (c - '0');
    }
    text.remove_prefix(digits);
    return true;
}

bool take(std::string_view& text, std::string_view allowed) {
    if (text.empty() || allowed.find(text[0]) == std::string_view::npos) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

/// The date and time at the front of the text, without a zone.
bool take_local_time(std::string_view& text, std::tm& local) {
    int year = 0;
    int month = 0;
    const bool is_read = take_number(text, 4, year) && take(text, "-") &&
                         take_number(text, 2, month) && take(text, "-") &&
                         take_number(text, 2, local.tm_mday) && take(text, " T") &&
                         take_number(text, 2, local.tm_hour) && take(text, ":") &&
                         take_number(text, 2, local.tm_min);
    if (!is_read || (take(text, ":") && !take_number(text, 2, local.tm_sec))) {
        return false;
    }
    local.tm_year = year - 1900;
    local.tm_mon = month - 1;
    std::tm same = local; // timegm() makes 31 June the 1st of July
    ::timegm(&same);
    return year >= 1970 && same.tm_mon == local.tm_mon && same.tm_mday == local.tm_mday &&
           same.tm_hour == local.tm_hour && same.tm_min == local.tm_min &&
           same.tm_sec == local.tm_sec;
}

/// "+01:00" in seconds; nothing if it isn't an offset.
std::optional<std::int64_t> offset_of(std::string_view zone) {
    const bool is_negative = zone.starts_with("-");
    int hours = 0;
    int minutes = 0;
    if (!take(zone, "+-") || !take_number(zone, 2, hours) || !take(zone, ":") ||
        !take_number(zone, 2, minutes) || !zone.empty() || hours > 14 || minutes > 59) {
        return std::nullopt;
    }
    const std::int64_t seconds = std::int64_t{60} * (60 * hours + minutes);
    return is_negative ? -seconds : seconds;
}

/// The names that the system's database has, such as "Europe/Berlin".
bool is_zone_name(const std::string& zone) {
    const bool is_plain =
        !zone.empty() && zone[0] != '/' && zone.find("..") == std::string::npos &&
        std::all_of(zone.begin(), zone.end(), [](unsigned char c) {
            return std::isalnum(c) != 0 || c == '/' || c == '_' || c == '-' || c == '+';
        });
    std::error_code code;
    return is_plain && fs::is_regular_file("/usr/share/zoneinfo/" + zone, code);
}

/// The C library converts local times only for the zone of the process.
class ProcessZone {
  public:
    explicit ProcessZone(const std::string& zone) {
        if (const char* const before = std::getenv("TZ")) {
            before_ = before;
        }
        ::setenv("TZ", (":" + zone).c_str(), 1);
        ::tzset();
    }
    ~ProcessZone() {
        if (before_) {
            ::setenv("TZ", before_->c_str(), 1);
        } else {
            ::unsetenv("TZ");
        }
        ::tzset();
    }
    ProcessZone(const ProcessZone&) = delete;
    ProcessZone& operator=(const ProcessZone&) = delete;

  private:
    std::optional<std::string> before_;
};

/// The moment at which clocks of the zone show the local time, in summer time or not; nothing if
/// they never do.
std::optional<std::int64_t> moment_of(std::tm local, bool in_summer) {
    const std::tm wanted = local;
    local.tm_isdst = in_summer ? 1 : 0;
    const std::time_t time = ::mktime(&local);
    std::tm shown{};
    ::localtime_r(&time, &shown);
    const bool is_it = shown.tm_hour == wanted.tm_hour && shown.tm_min == wanted.tm_min &&
                       shown.tm_mday == wanted.tm_mday && (shown.tm_isdst > 0) == in_summer;
    return is_it ? std::optional<std::int64_t>(time) : std::nullopt;
}

std::string clock_text(const std::tm& local) {
    std::array<char, 40> text{};
    std::strftime(
        text.data(), text.size(), local.tm_sec == 0 ? "%Y-%m-%d %H:%M" : "%Y-%m-%d %H:%M:%S",
        &local);
    return text.data();
}

ZonedTime in_named_zone(std::string_view text, const std::tm& local, const std::string& zone) {
    const ProcessZone process(zone);
    const std::optional<std::int64_t> winter = moment_of(local, false);
    const std::optional<std::int64_t> summer = moment_of(local, true);
    if (!winter && !summer) {
        refuse(text, fmt::format("clocks in {} skip this time; name one before or after it", zone));
    }
    if (winter && summer) {
        refuse(
            text, fmt::format(
                      "clocks in {} show this time twice; write the offset from UTC, e.g. +01:00, "
                      "instead of the zone",
                      zone));
    }
    const std::time_t time = winter ? *winter : *summer;
    std::tm shown{};
    ::localtime_r(&time, &shown);
    return {time, fmt::format("{} {}", clock_text(shown), shown.tm_zone)};
}

std::string text_of_file(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in || !fs::is_regular_file(file)) {
        throw UserError(
            file + ": it can't be read; name a CSV file with the columns entry, name "
                   "and team");
    }
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

ZonedTime read_zoned_time(std::string_view text) {
    std::tm local{};
    std::string_view rest = text;
    if (!take_local_time(rest, local)) {
        refuse(text, fmt::format("not a moment; {}", forms));
    }
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.empty()) {
        refuse(text, fmt::format("it has no time zone; {}", forms));
    }
    const std::string zone = rest == "Z" ? "UTC" : std::string(rest);
    const std::optional<std::int64_t> offset = zone == "UTC" ? 0 : offset_of(zone);
    if (offset) {
        std::tm same = local;
        return {::timegm(&same) - *offset, fmt::format("{} {}", clock_text(local), zone)};
    }
    if (!is_zone_name(zone)) {
        refuse(
            text, fmt::format(
                      "no time zone '{}' is in /usr/share/zoneinfo; write one that is, such as "
                      "Europe/Berlin, or an offset such as +01:00",
                      printable(zone)));
    }
    return in_named_zone(text, local, zone);
}

std::string utc_text(std::int64_t time) {
    const std::time_t seconds = time;
    std::tm utc{};
    ::gmtime_r(&seconds, &utc);
    std::array<char, 40> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text.data();
}

bool Calendar::is_late(std::int64_t changed_ns) const {
    constexpr std::int64_t second = 1'000'000'000;
    return deadline && changed_ns > deadline->time * second;
}

bool Calendar::is_frozen(std::int64_t now) const {
    return freeze && now >= freeze->time && (!unfreeze || now < unfreeze->time);
}

bool Calendar::has_embargo(std::int64_t now) const {
    return embargo && now < embargo->time;
}

std::optional<std::int64_t> Calendar::next(std::int64_t now) const {
    std::optional<std::int64_t> next;
    for (const std::optional<ZonedTime>* const moment : {&deadline, &freeze, &unfreeze, &embargo}) {
        if (*moment && (*moment)->time > now && (!next || (*moment)->time < *next)) {
            next = (*moment)->time;
        }
    }
    return next;
}

std::string lateness(const Calendar& calendar, std::int64_t changed_ns) {
    constexpr std::int64_t second = 1'000'000'000;
    return fmt::format(
        "it was submitted or changed at {}; the deadline was {} ({})\n",
        utc_text(changed_ns / second), calendar.deadline->text, utc_text(calendar.deadline->time));
}

void require_order(const Calendar& calendar) {
    if (calendar.unfreeze && !calendar.freeze) {
        throw UserError("--unfreeze: nothing is frozen; write 'freeze', too, or remove it");
    }
    if (calendar.unfreeze && calendar.unfreeze->time <= calendar.freeze->time) {
        throw UserError("--unfreeze: it isn't after 'freeze'; write a later moment");
    }
}

Entrants read_entrants(const std::string& file) {
    const std::vector<CsvRecord> records = parse_csv(file, text_of_file(file)).records;
    const std::vector<std::string> none;
    const std::vector<std::string>& header = records.empty() ? none : records.front().cells;
    const auto column = [&](std::string_view name) {
        return static_cast<std::size_t>(
            std::find(header.begin(), header.end(), name) - header.begin());
    };
    const std::size_t entry = column("entry");
    const std::size_t name = column("name");
    const std::size_t team = column("team");
    if (entry == header.size()) {
        throw UserError(
            file + ":1: no column 'entry'; the first line must be e.g. 'entry,name,team'");
    }
    Entrants entrants;
    for (std::size_t i = 1; i < records.size(); ++i) {
        const CsvRecord& record = records[i];
        const auto cell = [&](std::size_t at) {
            return at < record.cells.size() ? record.cells[at] : std::string();
        };
        const std::string key = cell(entry);
        if (key.empty() || !objection_to_name(key).empty()) {
            throw UserError(fmt::format(
                "{}:{}: entry '{}': {}", file, record.line, printable(key),
                key.empty() ? "it has no name; write that of a folder in entries/"
                            : objection_to_name(key) + "; write the name of a folder in entries/"));
        }
        if (!entrants.emplace(key, Entrant{cell(name), cell(team)}).second) {
            throw UserError(fmt::format(
                "{}:{}: entry '{}' is there twice; remove one line", file, record.line, key));
        }
    }
    return entrants;
}

} // namespace referee
