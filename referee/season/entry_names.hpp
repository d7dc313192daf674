#pragma once

/// Whose a submission is: what a course system calls people and repositories, and their entries.
/// referee/season/README.md, "Collecting".

#include <map>
#include <set>
#include <string>
#include <vector>

namespace referee {

struct Csv;

/// Reads a text file of a spreadsheet as CSV. Throws UserError with the line, also if it isn't
/// UTF-8.
Csv read_utf8_csv(const std::string& file);

/// A name as it is compared: without case, quotation marks and what Moodle leaves out of file
/// names.
std::string compared_name(const std::string& name);

class EntryNames {
  public:
    /// An entry, which is a name of itself.
    void add_entry(const std::string& entry);
    /// Reads a CSV file with the column `entry`; each other cell of a line is a name of it, but
    /// those of a column `team`. Throws UserError with the line.
    void read(const std::string& file);

    struct Found {
        std::string entry{};                ///< empty: none, or several
        std::vector<std::string> several{}; ///< entries that have the same name
    };
    /// The entry that the first known one of these names has.
    Found find(const std::vector<std::string>& names) const;
    /// Known names near to these ones, at most three.
    std::vector<std::string> near(const std::vector<std::string>& names) const;
    bool has_entry(const std::string& entry) const { return entries_.contains(entry); }

  private:
    void add(const std::string& name, const std::string& entry);

    std::set<std::string> entries_;
    std::map<std::string, std::set<std::string>> entries_by_name_; ///< as they are compared
    std::map<std::string, std::string> written_;                   ///< as they are written
};

} // namespace referee
