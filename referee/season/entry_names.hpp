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

/// What a course system says of somebody. A part may be empty: unknown.
struct CoursePerson {
    std::string number{};             ///< Moodle's, of a participant
    std::string address{};            ///< of mail
    std::vector<std::string> names{}; ///< best first
};

class EntryNames {
  public:
    /// An entry, which is a name of itself.
    void add_entry(const std::string& entry);
    /// Reads a CSV file with the column `entry`; each other cell of a line is a name of it, but
    /// those of a column `team`. Throws UserError with the line.
    void read(const std::string& file);
    /// Somebody of the course. Names and addresses of two people of different numbers identify
    /// neither. May be told more than once of the same number.
    void add_person(const CoursePerson& person);

    struct Found {
        std::string entry{};  ///< empty: none, or several
        bool is_sure = false; ///< by the number or the address
        std::string why{}; ///< without an entry: what speaks against one; empty: nothing is known
    };
    /// The entry of a person, by the number, else by the address, else by the first known name. A
    /// line with another address, or another number of the same numbering, has a namesake.
    Found find(const CoursePerson& person) const;
    /// Known names near to these ones, at most three.
    std::vector<std::string> near(const std::vector<std::string>& names) const;
    const std::set<std::string>& entries() const { return entries_; }

  private:
    /// The numbers and addresses in the lines with a name of an entry, as they are compared.
    struct Signs {
        std::set<std::string> numbers;
        std::set<std::string> addresses;
    };
    void add(const std::string& name, const std::string& entry, const Signs& signs);
    bool is_shared(const std::string& compared) const;
    /// None of several people has a number that is known: the list is of another assignment, and
    /// Moodle numbers people anew in each.
    bool is_numbered_anew() const;

    std::set<std::string> entries_;
    std::map<std::string, std::map<std::string, Signs>> entries_by_name_; ///< as they are compared
    std::map<std::string, std::string> written_;                          ///< as they are written
    std::map<std::string, std::set<std::string>> numbers_by_name_;        ///< of people
    std::set<std::string> numbers_of_people_;
    std::set<std::string> known_numbers_; ///< from lists
};

} // namespace referee
