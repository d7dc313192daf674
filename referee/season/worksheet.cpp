#include "season/worksheet.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "season/announcement.hpp"
#include "season/entry_names.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>

namespace referee {

namespace {

constexpr std::array<std::string_view, 12> months{"january",   "february", "march",    "april",
                                                  "may",       "june",     "july",     "august",
                                                  "september", "october",  "november", "december"};

std::string without_fraction(std::string_view text) {
    std::string whole(text);
    const std::size_t dot = whole.find('.');
    if (dot != std::string::npos && whole.find(':') < dot) {
        const std::size_t end = whole.find_first_not_of("0123456789", dot + 1);
        whole.erase(dot, end == std::string::npos ? end : end - dot);
    }
    return whole;
}

/// A local time, written "2026-11-20 18:03", in the zone.
std::optional<std::int64_t> in_zone(const std::string& local, const std::string& zone) {
    if (zone.empty()) {
        std::tm time{};
        if (::strptime(local.c_str(), "%Y-%m-%d %H:%M:%S", &time) == nullptr &&
            ::strptime(local.c_str(), "%Y-%m-%d %H:%M", &time) == nullptr) {
            return std::nullopt;
        }
        time.tm_isdst = -1;
        return ::mktime(&time);
    }
    return read_zoned_time(local + " " + zone).time;
}

/// "Friday, 20 November 2026, 6:03 PM" as "2026-11-20 18:03"; empty if it isn't such a text.
std::string from_words(std::string_view text) {
    int day = 0;
    int month = 0;
    std::int64_t year = 0;
    std::string clock;
    bool is_afternoon = false;
    bool is_morning = false;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" ,", begin), text.size());
        const std::string word = compared_name(std::string(text.substr(begin, end - begin)));
        const std::string raw(text.substr(begin, end - begin));
        begin = end + 1;
        std::int64_t number = 0;
        const auto named = std::find_if(months.begin(), months.end(), [&](std::string_view name) {
            return word.size() >= 3 && name.starts_with(word);
        });
        constexpr std::int64_t last_day = 31;
        if (raw.find(':') != std::string::npos) {
            clock = raw;
        } else if (parse_integer(word, number)) {
            year = number > last_day ? number : year;
            day = number <= last_day ? static_cast<int>(number) : day;
        } else if (named != months.end()) {
            month = static_cast<int>(named - months.begin()) + 1;
        }
        is_afternoon = is_afternoon || word == "pm";
        is_morning = is_morning || word == "am";
    }
    const std::size_t colon = clock.find(':');
    std::int64_t hour = 0;
    if (day == 0 || month == 0 || year == 0 || colon == std::string::npos ||
        !parse_integer(clock.substr(0, colon), hour)) {
        return "";
    }
    hour = is_afternoon && hour < 12 ? hour + 12 : is_morning && hour == 12 ? 0 : hour;
    return fmt::format("{}-{:02}-{:02} {:02}{}", year, month, day, hour, clock.substr(colon));
}

std::string digits_at_end(const std::string& text) {
    const std::size_t other = text.find_last_not_of("0123456789");
    return other == std::string::npos ? text : text.substr(other + 1);
}

/// A comment is HTML for Moodle.
std::string as_html(const std::string& text) {
    std::string html = "<pre>";
    for (const char c : text) {
        html += c == '<'   ? std::string("&lt;")
                : c == '>' ? std::string("&gt;")
                : c == '&' ? std::string("&amp;")
                           : std::string(1, c);
    }
    while (html.ends_with("\n")) {
        html.pop_back();
    }
    return html + "</pre>";
}

} // namespace

std::optional<std::int64_t> read_moment(std::string_view text, const std::string& zone) {
    std::int64_t seconds = 0;
    if (parse_integer(text, seconds)) {
        return seconds;
    }
    const std::string whole = without_fraction(text);
    const bool is_iso = whole.size() > 4 && whole[4] == '-';
    try {
        if (!is_iso) {
            const std::string local = from_words(whole);
            return local.empty() ? std::nullopt : in_zone(local, zone);
        }
        constexpr std::size_t minutes = 16; // "2026-11-20T17:03"
        const bool has_zone =
            whole.find_first_of("Z+ABCDEFGHIJKLMNOPQRSUVWXY-", minutes) != std::string::npos;
        if (has_zone) {
            std::string zoned = whole;
            const std::size_t sign = zoned.find_first_of("+-", minutes);
            if (sign != std::string::npos && zoned.size() == sign + 5) { // "+0100"
                zoned.insert(sign + 3, ":");
            }
            return read_zoned_time(zoned).time;
        }
        std::string local = whole;
        std::replace(local.begin(), local.end(), 'T', ' ');
        return in_zone(local, zone);
    } catch (const UserError&) {
        return std::nullopt;
    }
}

Worksheet::Worksheet(const std::string& file, const std::string& zone) : csv_(read_utf8_csv(file)) {
    const std::vector<std::string> none;
    const std::vector<std::string>& heading = csv_.records.empty() ? none : csv_.records[0].cells;
    const auto column = [&](std::string_view name) {
        const auto at = std::find_if(heading.begin(), heading.end(), [&](const std::string& cell) {
            return compared_name(cell) == compared_name(std::string(name));
        });
        return static_cast<std::size_t>(at - heading.begin());
    };
    id_ = column("Identifier");
    name_ = column("Full name");
    email_ = column("Email address");
    group_ = column("Group"); // only of an assignment that groups submit
    grade_ = column("Grade");
    max_ = column("Maximum Grade");
    can_change_ = column("Grade can be changed");
    submitted_ = column("Last modified (submission)");
    comment_ = column("Feedback comments");
    if (id_ == heading.size()) {
        throw UserError(fmt::format(
            "{}:1: no column 'Identifier'; name Moodle's grading worksheet, downloaded while Moodle "
            "shows English",
            file));
    }
    for (std::size_t i = 1; i < csv_.records.size(); ++i) {
        const CsvRecord& record = csv_.records[i];
        WorksheetRow row{
            record.line, digits_at_end(cell(record, id_)), cell(record, name_),
            cell(record, email_), cell(record, group_)};
        // Moodle's own words for somebody who is in no group, or in several.
        if (row.group.ends_with("so unable to make submissions.")) {
            row.group.clear();
        }
        if (row.id.empty()) {
            throw UserError(fmt::format(
                "{}:{}: '{}' is no identifier, such as 'Participant 1234567'; download the worksheet "
                "again",
                file, record.line, printable(cell(record, id_))));
        }
        const std::string moment = cell(record, submitted_);
        if (!moment.empty() && moment != "-") {
            row.submitted = read_moment(moment, zone);
            if (!row.submitted) {
                throw UserError(fmt::format(
                    "{}:{}: '{}' is no moment that is read; download the worksheet while Moodle shows "
                    "English, and name its time zone with --time-zone",
                    file, record.line, printable(moment)));
            }
        }
        rows_.push_back(std::move(row));
    }
}

std::string Worksheet::cell(const CsvRecord& record, std::size_t column) const {
    return column < record.cells.size() ? record.cells[column] : std::string();
}

const WorksheetRow* Worksheet::find(const std::string& id, const std::string& name) const {
    const WorksheetRow* found = nullptr;
    for (const WorksheetRow& row : rows_) {
        if (!id.empty() && row.id == id) {
            return &row;
        }
    }
    for (const WorksheetRow& row : rows_) {
        if (id.empty() && !row.name.empty() && compared_name(row.name) == compared_name(name)) {
            if (found != nullptr) {
                return nullptr;
            }
            found = &row;
        }
    }
    return found;
}

const WorksheetRow* Worksheet::find_group(const std::string& name) const {
    const WorksheetRow* found = nullptr;
    const std::string compared = compared_name(name);
    for (const WorksheetRow& row : rows_) {
        if (!row.group.empty() && compared_name(row.group) == compared &&
            (found == nullptr || row.submitted > found->submitted)) {
            found = &row;
        }
    }
    return found;
}

Worksheet::Filled
Worksheet::filled(const std::function<WorksheetFeedback(const WorksheetRow&)>& feedback_of) const {
    Filled filled;
    filled.text = csv_.has_mark ? "\xEF\xBB\xBF" : "";
    const std::size_t columns = csv_.records[0].cells.size();
    for (std::size_t i = 0; i < csv_.records.size(); ++i) {
        std::vector<std::string> cells = csv_.records[i].cells;
        cells.resize(std::max(cells.size(), columns));
        if (i > 0) {
            const WorksheetRow& row = rows_[i - 1];
            const WorksheetFeedback feedback = feedback_of(row);
            if (cell(csv_.records[i], can_change_) == "No") {
                if (feedback.share || !feedback.text.empty()) {
                    filled.locked.push_back(row.name.empty() ? row.id : row.name);
                }
            } else {
                std::string max = cell(csv_.records[i], max_);
                const bool has_comma = max.find(',') != std::string::npos;
                std::replace(max.begin(), max.end(), ',', '.');
                char* end = nullptr;
                const double most = std::strtod(max.c_str(), &end);
                if (feedback.share && grade_ < columns && end != max.c_str() && *end == '\0') {
                    cells[grade_] = fmt::format("{:.2f}", *feedback.share * most);
                    if (has_comma) {
                        std::replace(cells[grade_].begin(), cells[grade_].end(), '.', ',');
                    }
                    ++filled.grades;
                }
                if (!feedback.text.empty() && comment_ < columns) {
                    cells[comment_] = as_html(feedback.text);
                    ++filled.comments;
                }
            }
        }
        for (std::size_t at = 0; at < cells.size(); ++at) {
            filled.text += at == 0 ? "" : std::string(1, csv_.delimiter);
            filled.text += csv_cell_of(cells[at], csv_.delimiter);
        }
        filled.text += "\r\n";
    }
    return filled;
}

} // namespace referee
