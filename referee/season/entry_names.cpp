#include "season/entry_names.hpp"

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"
#include "season/entries/entries.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace referee {

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

void EntryNames::add(const std::string& name, const std::string& entry) {
    const std::string compared = compared_name(name);
    if (!compared.empty()) {
        entries_by_name_[compared].insert(entry);
        written_.try_emplace(compared, name);
    }
}

void EntryNames::add_entry(const std::string& entry) {
    entries_.insert(entry);
    add(entry, entry);
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
        add_entry(entry);
        for (std::size_t cell = 0; cell < record.cells.size(); ++cell) {
            if (cell != column && cell < columns.size() && columns[cell] != "team") {
                add(record.cells[cell], entry);
            }
        }
    }
}

EntryNames::Found EntryNames::find(const std::vector<std::string>& names) const {
    Found found;
    for (const std::string& name : names) {
        const auto at = entries_by_name_.find(compared_name(name));
        if (at == entries_by_name_.end()) {
            continue;
        }
        if (at->second.size() == 1) {
            return {*at->second.begin(), {}};
        }
        if (found.several.empty()) { // another name may tell them apart
            found.several.assign(at->second.begin(), at->second.end());
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
