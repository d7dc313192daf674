#include "commands/table_options.hpp"

#include "error.hpp"
#include "field/text.hpp"
#include "process/output_file.hpp"
#include "process/print.hpp"
#include "tournament/context.hpp"
#include "tournament/exports.hpp"
#include "tournament/html.hpp"
#include "tournament/text_tables.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <functional>

namespace referee {
namespace {

/// Reads "NAME=1500".
Anchor read_anchor(const std::string& text, const std::vector<StoredAi>& ais) {
    Anchor anchor;
    if (text.empty()) {
        return anchor;
    }
    const std::size_t at = text.rfind('=');
    const char* const end = text.data() + text.size();
    if (at != std::string::npos) {
        const auto [rest, code] = std::from_chars(text.data() + at + 1, end, anchor.elo);
        if (code == std::errc() && rest == end && anchor.elo >= -1e6 && anchor.elo <= 1e6) {
            for (std::size_t i = 0; i < ais.size(); ++i) {
                if (ais[i].name == text.substr(0, at)) {
                    anchor.ai = static_cast<int>(i);
                    return anchor;
                }
            }
            throw UserError(
                fmt::format("--anchor {}: there is no AI of that name", printable(text)));
        }
    }
    throw UserError(
        fmt::format("--anchor {}: write NAME=RATING, e.g. random=1000", printable(text)));
}

/// Writes a whole file and creates missing folders.
void write_file(const std::string& path, const std::function<void(std::ostream&)>& write) {
    make_folders_above(path);
    std::ofstream file(path, std::ios::binary);
    write(file);
    file.close();
    if (!file) {
        throw UserError(path + ": it can't be written; name a file in a writable folder");
    }
}

void require_new(const std::string& path, bool overwrites) {
    std::error_code code;
    if (!overwrites && std::filesystem::exists(path, code)) {
        throw UserError(path + ": the file already exists; --force overwrites it");
    }
}

std::string csv_path(const std::string& folder, std::string_view table) {
    return fmt::format("{}/{}.csv", folder, table);
}

/// Prints the requested table to standard output.
void print_table(const std::vector<CsvTable>& summary, const std::string& name) {
    for (const CsvTable& table : summary) {
        if (table.name == name) {
            fmt::print("{}", table.text);
        }
    }
}

void write_files(
    const Arguments& arguments, const Store& store, const TournamentSummary& summary,
    const Context& context) {
    const auto write = [&](const char* option, const auto& content) {
        if (arguments.has(option)) {
            write_file(arguments.text(option), content);
            print_message(fmt::format("written: {}\n", arguments.text(option)));
        }
    };
    write("html", [&](std::ostream& out) {
        out << report_html(summary, context, arguments.text("html"));
    });
    write("games", [&](std::ostream& out) { write_games_csv(store, out); });
    write("pgn", [&](std::ostream& out) { write_pgn(store, context.title, out); });
    if (arguments.has("csv")) {
        for (const CsvTable& table : csv_tables(summary)) {
            write_file(csv_path(arguments.text("csv"), table.name), [&](std::ostream& out) {
                out << table.text;
            });
        }
        print_message(fmt::format("written: {}/*.csv\n", arguments.text("csv")));
    }
}

} // namespace

const std::vector<Option>& table_options() {
    static const std::vector<Option> options{
        {"json", "", "print everything as JSON"},
        {"csv", "DIR", "write each table to a file: standings.csv, winrates.csv, …"},
        {"table", "NAME",
         "print only this table, as CSV: standings, winrates, by_seat, pairs, differences, "
         "contests"},
        {"games", "FILE", "write one CSV row for each game and seat"},
        {"pgn", "FILE", "write games of two players as PGN, without moves"},
        {"html", "FILE", "write a self-contained HTML page"},
        {"title", "TEXT", "title of the report"},
        {"anchor", "NAME=ELO", "fix the rating of this AI; default: the mean is 0"},
        {"force", "", "overwrite existing files"},
    };
    return options;
}

void check_table_options(const Arguments& arguments, const std::vector<StoredAi>& ais) {
    read_anchor(arguments.text("anchor"), ais);
    const std::string games = arguments.text("games");
    if (!games.empty() && games.find_first_not_of("0123456789") == std::string::npos) {
        throw UserError(fmt::format(
            "--games {}: name a file, e.g. games.csv; the number of games follows from AIs, "
            "fields and format",
            games));
    }
    const bool overwrites = arguments.has("force");
    for (const char* const option : {"html", "games", "pgn"}) {
        if (arguments.has(option)) {
            require_new(arguments.text(option), overwrites);
        }
    }
    const auto& names = csv_table_names();
    if (arguments.has("csv")) {
        for (const std::string_view name : names) {
            require_new(csv_path(arguments.text("csv"), name), overwrites);
        }
    }
    if (arguments.has("table") &&
        std::find(names.begin(), names.end(), arguments.text("table")) == names.end()) {
        throw UserError(fmt::format(
            "--table {}: there is no such table; there are: {}", printable(arguments.text("table")),
            fmt::join(names, ", ")));
    }
}

void show_tables(const Arguments& arguments, const Store& store) {
    const TournamentSummary summary =
        read_summary(store, read_anchor(arguments.text("anchor"), store.ais()));
    const Context context = read_context(store, arguments.text("title"));
    if (arguments.has("json")) {
        fmt::print("{}", tables_json(summary, &context));
    } else if (arguments.has("table")) {
        print_table(csv_tables(summary), arguments.text("table"));
    } else {
        fmt::print("{}{}{}", head_text(context), tables_text(summary), faults_text(context));
    }
    print_now(""); // before the names of the files: both may go to one log
    write_files(arguments, store, summary, context);
}

} // namespace referee
