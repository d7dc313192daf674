#include "season/entry_names.hpp"

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"
#include "season/entries/entries.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace referee {

namespace {

bool is_address(const std::string& cell) {
    return cell.find('@') != std::string::npos;
}

/// Moodle's number of a participant in a cell; empty: there is none. Numbers in other columns may
/// be those of a university.
std::string number_in(const std::string& cell, const std::string& column) {
    constexpr std::string_view word = "participant ";
    std::string text = compared_name(cell);
    const bool has_word = text.starts_with(word);
    text.erase(0, has_word ? word.size() : 0);
    const bool is_number =
        !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    return is_number && (has_word || column == "id" || column == "identifier") ? text : "";
}

} // namespace

Csv read_utf8_csv(const std::string& file) {
    constexpr std::uint64_t max_bytes = 64U << 20U;
    std::string text;
    read_through(
        open_regular(file).get(), file, max_bytes, [&](std::string_view bytes) { text += bytes; });
    bool is_text = true;
    as_utf8(text, text.size(), is_text);
    if (!is_text) {
        throw UserError(fmt::format(
            "{}: it isn't UTF-8; save it as 'CSV UTF-8' (Excel) or with the character set UTF-8",
            file));
    }
    return parse_csv(file, text);
}

std::string compared_name(const std::string& name) {
    constexpr std::string_view left_out = "'\"`&<>|:\\/";
    std::string text;
    for (char c : name) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        c = c == '_' || c == '\t' || c == '\n' ? ' ' : c;
        if (left_out.find(c) != std::string_view::npos || (c == ' ' && text.ends_with(' '))) {
            continue;
        }
        text += c;
    }
    text.erase(0, text.starts_with(' ') ? 1 : 0);
    while (text.ends_with(' ')) {
        text.pop_back();
    }
    return text;
}

void EntryNames::add(const std::string& name, const std::string& entry, const Signs& signs) {
    const std::string compared = compared_name(name);
    if (!compared.empty()) {
        Signs& known = entries_by_name_[compared][entry];
        known.numbers.insert(signs.numbers.begin(), signs.numbers.end());
        known.addresses.insert(signs.addresses.begin(), signs.addresses.end());
        written_.try_emplace(compared, name);
    }
}

void EntryNames::add_entry(const std::string& entry) {
    entries_.insert(entry);
    add(entry, entry, {});
}

void EntryNames::add_person(const CoursePerson& person) {
    if (person.number.empty()) {
        return;
    }
    numbers_of_people_.insert(person.number);
    for (const std::string& name : person.names) {
        numbers_by_name_[compared_name(name)].insert(person.number);
    }
    if (!person.address.empty()) {
        numbers_by_name_[compared_name(person.address)].insert(person.number);
    }
}

bool EntryNames::is_shared(const std::string& compared) const {
    const auto people = numbers_by_name_.find(compared);
    return people != numbers_by_name_.end() && people->second.size() > 1;
}

bool EntryNames::is_numbered_anew() const {
    constexpr std::size_t enough = 3;
    return numbers_of_people_.size() >= enough &&
           std::none_of(
               numbers_of_people_.begin(), numbers_of_people_.end(),
               [this](const std::string& number) { return known_numbers_.contains(number); });
}

void EntryNames::read(const std::string& file) {
    const Csv csv = read_utf8_csv(file);
    const std::vector<std::string> none;
    const std::vector<std::string>& heading = csv.records.empty() ? none : csv.records[0].cells;
    std::vector<std::string> columns;
    for (const std::string& column : heading) {
        columns.push_back(compared_name(column));
    }
    const auto at = std::find(columns.begin(), columns.end(), "entry");
    if (at == columns.end()) {
        throw UserError(fmt::format(
            "{}:1: no column 'entry'; the first line must be e.g. 'entry,name,email'", file));
    }
    const auto column = static_cast<std::size_t>(at - columns.begin());
    for (std::size_t i = 1; i < csv.records.size(); ++i) {
        const CsvRecord& record = csv.records[i];
        const std::string entry = column < record.cells.size() ? record.cells[column] : "";
        if (entry.empty() || entry[0] == '.' || !objection_to_name(entry).empty()) {
            throw UserError(fmt::format(
                "{}:{}: entry '{}': {}; write a name such as 'alice'", file, record.line,
                printable(entry),
                entry.empty()     ? "it has no name"
                : entry[0] == '.' ? "it begins with a dot"
                                  : objection_to_name(entry)));
        }
        Signs signs;
        for (std::size_t cell = 0; cell < record.cells.size() && cell < columns.size(); ++cell) {
            const std::string number = number_in(record.cells[cell], columns[cell]);
            if (!number.empty()) {
                signs.numbers.insert(number);
                known_numbers_.insert(number);
            }
            if (is_address(record.cells[cell])) {
                signs.addresses.insert(compared_name(record.cells[cell]));
            }
        }
        entries_.insert(entry);
        add(entry, entry, signs);
        for (std::size_t cell = 0; cell < record.cells.size(); ++cell) {
            if (cell != column && cell < columns.size() && columns[cell] != "team") {
                add(record.cells[cell], entry, signs);
            }
        }
    }
}

EntryNames::Found EntryNames::find(const CoursePerson& person) const {
    Found found;
    const auto note = [&](std::string why) {
        found.why = found.why.empty() ? std::move(why) : found.why;
    };
    const std::string address = compared_name(person.address);
    const auto look = [&](const std::string& name, bool by_number, bool by_address) {
        const std::string compared = compared_name(name);
        const auto at = entries_by_name_.find(compared);
        if (compared.empty() || at == entries_by_name_.end()) {
            return false;
        }
        std::vector<std::string> entries;
        for (const auto& [entry, signs] : at->second) {
            const bool is_other_number = !by_number && !by_address && !is_numbered_anew() &&
                                         !person.number.empty() && !signs.numbers.empty() &&
                                         !signs.numbers.contains(person.number);
            const bool is_other_address = !by_number && !by_address && !address.empty() &&
                                          !signs.addresses.empty() &&
                                          !signs.addresses.contains(address);
            // The same number on both sides outweighs another address.
            const bool is_same_number = signs.numbers.contains(person.number);
            if (is_other_number || (is_other_address && !is_same_number)) {
                note(fmt::format(
                    "another person of this {} is {} ({} {}); if it is the same one, write {} into "
                    "the list of --names",
                    by_address ? "address" : "name", entry, is_other_number ? "number" : "address",
                    is_other_number ? *signs.numbers.begin() : *signs.addresses.begin(),
                    is_other_number ? person.number : person.address));
                continue;
            }
            entries.push_back(entry);
        }
        if (!entries.empty() && !by_number && is_shared(compared)) {
            note(fmt::format(
                "{} people of the course have this {}; write their numbers into the column 'id'",
                numbers_by_name_.at(compared).size(), by_address ? "address" : "name"));
            return false;
        }
        if (entries.size() > 1) { // another name may tell them apart
            note(fmt::format("several entries have this name: {}", listed(entries)));
        }
        if (entries.size() != 1) {
            return false;
        }
        found = {entries[0], by_number || by_address, ""};
        return true;
    };
    if ((!person.number.empty() &&
         (look(person.number, true, false) || look("Participant " + person.number, true, false))) ||
        look(person.address, false, true)) {
        return found;
    }
    for (const std::string& name : person.names) {
        if (look(name, false, false)) {
            return found;
        }
    }
    return found;
}

std::vector<std::string> EntryNames::near(const std::vector<std::string>& names) const {
    constexpr std::size_t max_near = 3;
    std::vector<std::string_view> known;
    for (const auto& [compared, written] : written_) {
        known.push_back(compared);
    }
    std::vector<std::string> near;
    for (const std::string& name : names) {
        const std::string compared = compared_name(name);
        while (near.size() < max_near) {
            const std::string_view found = nearest(compared, known);
            if (found.empty()) {
                break;
            }
            const std::string key(found);
            known.erase(std::find(known.begin(), known.end(), found));
            near.push_back(written_.at(key));
        }
    }
    return near;
}

} // namespace referee
