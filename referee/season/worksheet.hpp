#pragma once

/// The grading worksheet of a Moodle assignment, a CSV file: who submitted when, and what goes
/// back. referee/season/README.md, "Collecting".

#include "base/csv.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A moment as servers and Moodle write them: "Friday, 20 November 2026, 6:03 PM",
/// "2026-11-20T17:03:22Z", or seconds since 1970. `zone`: of moments that don't name one; empty:
/// this machine's. Nothing if it isn't a moment.
std::optional<std::int64_t> read_moment(std::string_view text, const std::string& zone);

struct WorksheetRow {
    int line = 0;
    std::string id{}; ///< the digits of "Participant 1234567"
    std::string name{};
    std::string email{};
    std::string group{};                     ///< whose submission it is; empty: the person's own
    std::optional<std::int64_t> submitted{}; ///< seconds since 1970
};

/// What goes into a row.
struct WorksheetFeedback {
    /// Of the row's maximum, from 0 to 1; none: the grade stays.
    std::optional<double> share{};
    std::string text{}; ///< empty: the comment stays
};

class Worksheet {
  public:
    /// Throws UserError with the line.
    Worksheet(const std::string& file, const std::string& zone);

    const std::vector<WorksheetRow>& rows() const { return rows_; }
    /// The person of a submission; null if there is none, or more than one of this name.
    const WorksheetRow* find(const std::string& id, const std::string& name) const;
    /// Of the members of a group that submits together, one whose time is the latest; null if no
    /// group has this name.
    const WorksheetRow* find_group(const std::string& name) const;

    struct Filled {
        std::string text{};
        std::size_t grades = 0;
        std::size_t comments = 0;
        std::vector<std::string> locked{}; ///< names of people whose grade can't be changed
    };
    /// The file as Moodle takes it back: the same columns and rows, with grades and comments.
    Filled filled(const std::function<WorksheetFeedback(const WorksheetRow&)>& feedback_of) const;

  private:
    std::string cell(const CsvRecord& record, std::size_t column) const;

    Csv csv_;
    std::vector<WorksheetRow> rows_;
    std::size_t id_ = 0;
    std::size_t name_ = 0;
    std::size_t email_ = 0;
    std::size_t group_ = 0;
    std::size_t grade_ = 0;
    std::size_t max_ = 0;
    std::size_t can_change_ = 0;
    std::size_t submitted_ = 0;
    std::size_t comment_ = 0;
};

} // namespace referee
