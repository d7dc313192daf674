// The tables as CSV, made from the JSON: the same figures under the same names.

#include "field/utf8.hpp"
#include "tournament/exports.hpp"
#include "tournament/text_tables.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace referee {
namespace {

using ReadJson = nlohmann::ordered_json;
using Row = std::vector<std::pair<std::string, ReadJson>>;

/// {"a": {"b": 1}, "c": [2, 3]} becomes a_b, c_0, c_1.
void flatten(const std::string& name, const ReadJson& value, Row& row) {
    if (value.is_object()) {
        for (const auto& [key, part] : value.items()) {
            flatten(name.empty() ? key : fmt::format("{}_{}", name, key), part, row);
        }
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            flatten(fmt::format("{}_{}", name, i), value[i], row);
        }
    } else {
        row.emplace_back(name, value);
    }
}

/// Texts of AIs may hold anything, and the table may be printed to a terminal.
std::string cell_of(const ReadJson& value) {
    if (value.is_null()) {
        return "";
    }
    if (!value.is_string()) {
        return csv_cell(value.dump());
    }
    std::string text = safe_lines(value.get<std::string>());
    if (!text.empty()) {
        text.pop_back(); // the last line feed
    }
    return csv_cell(text);
}

std::string text_of(const std::vector<Row>& rows) {
    // Rows may lack columns that others have, for example an interval.
    std::vector<std::string> header;
    for (const Row& row : rows) {
        for (const auto& [name, value] : row) {
            if (std::find(header.begin(), header.end(), name) == header.end()) {
                header.push_back(name);
            }
        }
    }
    std::vector<std::string> names;
    for (const std::string& name : header) {
        names.push_back(csv_cell(name));
    }
    std::string text = fmt::format("{}\r\n", fmt::join(names, ","));
    for (const Row& row : rows) {
        std::vector<std::string> cells;
        for (const std::string& name : header) {
            const auto at = std::find_if(
                row.begin(), row.end(), [&](const auto& cell) { return cell.first == name; });
            cells.push_back(at == row.end() ? "" : cell_of(at->second));
        }
        text += fmt::format("{}\r\n", fmt::join(cells, ","));
    }
    return text;
}

/// A row for each pair of AIs that met.
std::vector<Row> win_rates(const ReadJson& json) {
    std::vector<Row> rows;
    for (const ReadJson& ai : json) {
        for (const auto& [other, met] : ai.at("with").items()) {
            Row row{{"name", ai.at("name")}, {"other", other}};
            flatten("", met, row);
            rows.push_back(row);
        }
    }
    return rows;
}

} // namespace

const std::vector<std::string_view>& csv_table_names() {
    static const std::vector<std::string_view> names{"standings",   "winrates", "by_seat", "pairs",
                                                     "differences", "contests", "faults"};
    return names;
}

std::vector<CsvTable> csv_tables(const TournamentSummary& summary, const Context& context) {
    const ReadJson json = ReadJson::parse(tables_json(summary, &context));
    std::vector<CsvTable> all;
    for (const std::string_view name : csv_table_names()) {
        const auto found = json.find(name == "faults" ? "fault_details" : std::string(name));
        if (found == json.end() || found->empty()) {
            continue;
        }
        std::vector<Row> rows;
        if (name == "winrates") {
            rows = win_rates(*found);
        } else {
            for (const ReadJson& object : *found) {
                flatten("", object, rows.emplace_back());
            }
        }
        all.push_back({std::string(name), text_of(rows)});
    }
    return all;
}

} // namespace referee
