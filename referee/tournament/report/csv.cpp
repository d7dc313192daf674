// The tables as CSV, made from the JSON of each row: the same figures under the same names.

#include "tournament/report/csv.hpp"

#include "base/csv.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "tournament/report/figures.hpp"
#include "tournament/report/without_ladder.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace referee {

std::string csv_cell(std::string_view text) {
    const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) {
        return c >= ' ' && c <= '~' && c != ',' && c != '"';
    });
    if (is_plain) { // nearly all cells
        return std::string(text);
    }
    std::string cell;
    while (!text.empty()) { // lines and columns stay
        const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
        cell += safe_text(text.substr(0, end));
        cell += text.substr(end, 1);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return csv_cell_of(cell, ',');
}

std::string csv_text_cell(std::string_view text) {
    // https://owasp.org/www-community/attacks/CSV_Injection
    const bool is_formula =
        !text.empty() && std::string_view("=+-@\t\r\n").find(text[0]) != std::string_view::npos;
    return csv_cell(is_formula ? "'" + std::string(text) : text);
}

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

/// Four decimals, or six digits of a small number: more are noise. JSON has all of them.
std::string rounded(double value) {
    if (std::abs(value) < 1) {
        return fmt::format("{:.6g}", value);
    }
    const double all = std::round(value * 1e4) / 1e4;
    return fmt::format("{}", all);
}

/// Texts of AIs may hold anything, and the table may be printed to a terminal.
std::string cell_of(const ReadJson& value) {
    if (value.is_null()) {
        return "";
    }
    if (value.is_number_float()) {
        return csv_cell(rounded(value.get<double>()));
    }
    if (!value.is_string()) {
        return csv_cell(value.dump());
    }
    std::string text = safe_lines(value.get<std::string>());
    if (!text.empty()) {
        text.pop_back(); // the last line feed
    }
    return csv_text_cell(text);
}

using LookAtRow = std::function<void(const Row&)>;
/// Calls look() with each row.
using Rows = std::function<void(const LookAtRow& look)>;

void look_at_object(const Json& object, const LookAtRow& look) {
    Row row;
    flatten("", ReadJson::parse(object.dump()), row);
    look(row);
}

template <typename Table>
Rows rows_of(Figures<Table> figures, std::vector<Table> rows) {
    return [figures = std::move(figures), rows = std::move(rows)](const LookAtRow& look) {
        for (const Table& row : rows) {
            look_at_object(object_of(figures, row), look);
        }
    };
}

/// A row for each pair of AIs that met.
Rows win_rates(const TournamentSummary& summary) {
    return [&summary](const LookAtRow& look) {
        const Figures<int> figures = win_rate_figures(summary);
        for (const int ai : ais_by_win_rate(summary)) {
            const ReadJson json = ReadJson::parse(object_of(figures, ai).dump());
            for (const auto& [other, met] : json.at("with").items()) {
                Row row{{"name", json.at("name")}, {"other", other}};
                flatten("", met, row);
                look(row);
            }
        }
    };
}

Rows faults_of(const Context& context) {
    return [&context](const LookAtRow& look) {
        const ReadJson json = ReadJson::parse(context_json(context).dump());
        for (const ReadJson& fault : json.at("fault_details")) {
            Row row;
            flatten("", fault, row);
            look(row);
        }
    };
}

/// Which columns a table has.
enum class Columns {
    of_all_rows,  ///< rows may lack columns that others have, for example an interval
    of_first_row, ///< all rows have the same ones: a large table is read only once
};

void write_rows(const Rows& rows, Columns columns, const TextSink& write) {
    std::vector<std::string> header;
    const auto write_header = [&] {
        std::vector<std::string> names;
        for (const std::string& name : header) {
            names.push_back(csv_cell(name));
        }
        write(fmt::format("{}\r\n", fmt::join(names, ",")));
    };
    const auto add_columns = [&](const Row& row) {
        for (const auto& [name, value] : row) {
            if (std::find(header.begin(), header.end(), name) == header.end()) {
                header.push_back(name);
            }
        }
    };
    if (columns == Columns::of_all_rows) {
        rows(add_columns);
        write_header();
    }
    bool has_header = columns == Columns::of_all_rows;
    rows([&](const Row& row) {
        if (!has_header) {
            add_columns(row);
            write_header();
            has_header = true;
        }
        std::vector<std::string> cells;
        for (const std::string& name : header) {
            const auto at = std::find_if(
                row.begin(), row.end(), [&](const auto& cell) { return cell.first == name; });
            cells.push_back(at == row.end() ? "" : cell_of(at->second));
        }
        write(fmt::format("{}\r\n", fmt::join(cells, ",")));
    });
    if (!has_header) {
        write_header();
    }
}

} // namespace

const std::vector<std::string_view>& csv_table_names() {
    static const std::vector<std::string_view> names{"standings", "winrates",    "by_seat",
                                                     "pairs",     "differences", "without_ladder",
                                                     "contests",  "faults"};
    return names;
}

std::vector<CsvTable> csv_tables(const TournamentSummary& summary, const Context& context) {
    std::vector<CsvTable> all;
    const auto add = [&](const char* name, bool has_rows, Columns columns, Rows rows) {
        if (has_rows) {
            all.push_back({name, [rows = std::move(rows), columns](const TextSink& write) {
                               write_rows(rows, columns, write);
                           }});
        }
    };
    using enum Columns;
    const auto each = [&](const auto& figures, const auto& rows) -> Rows {
        return [&rows, figures](const LookAtRow& look) {
            for (const auto& row : rows) {
                look_at_object(object_of(figures, row), look);
            }
        };
    };
    add("standings", !summary.standings.empty(), of_all_rows,
        each(ai_figures(summary), summary.standings));
    add("winrates", !summary.names.empty(), of_first_row, win_rates(summary));
    add("by_seat", !summary.seats.empty(), of_all_rows,
        rows_of(seat_figures(), seat_rows(summary)));
    add("pairs", !summary.pairings.empty(), of_first_row,
        each(pair_figures(summary), summary.pairings));
    add("differences", !summary.differences.empty(), of_first_row,
        each(difference_figures(summary), summary.differences));
    add("without_ladder", !summary.without_ladder.empty(), of_all_rows,
        each(without_ladder_figures(summary), summary.without_ladder));
    const std::vector<ContestFigures> contests = contest_rows(summary);
    add("contests", !contests.empty(), of_all_rows, rows_of(contest_figures(summary), contests));
    add("faults", !context.faults.empty(), of_all_rows, faults_of(context));
    return all;
}

std::string CsvTable::text() const {
    std::string text;
    write([&text](std::string_view part) { text += part; });
    return text;
}

} // namespace referee
