#include "cli/contests/table_options.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/output.hpp"
#include "pages/site/report.hpp"
#include "tournament/report/context.hpp"
#include "tournament/report/exports.hpp"
#include "tournament/report/text.hpp"

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

/// A file that an option asks for.
struct OutputFile {
    std::string path;
    std::function<void(std::ostream&)> write;
};

std::vector<OutputFile> output_files(
    const Arguments& arguments, const Store& store, const TournamentSummary& summary,
    const Context& context) {
    std::vector<OutputFile> files;
    const auto add = [&](const char* option, std::function<void(std::ostream&)> write) {
        if (arguments.has(option)) {
            files.push_back({arguments.text(option), std::move(write)});
        }
    };
    add("html",
        [&](std::ostream& out) { out << report_html(summary, context, arguments.text("html")); });
    add("games", [&](std::ostream& out) { write_games_csv(store, out); });
    add("pgn",
        [&](std::ostream& out) { write_pgn(store, context.title, out, PgnMoves::from_records); });
    if (arguments.has("csv")) {
        for (const CsvTable& table : csv_tables(summary, context)) {
            files.push_back(
                {csv_path(arguments.text("csv"), table.name),
                 [text = table.text](std::ostream& out) { out << text; }});
        }
    }
    return files;
}

/// The files that options ask for and that exist already.
std::vector<std::string> existing_files(const Arguments& arguments) {
    std::vector<std::string> paths;
    for (const char* const option : {"html", "games", "pgn"}) {
        paths.push_back(arguments.text(option));
    }
    for (const std::string_view name : csv_table_names()) {
        paths.push_back(arguments.has("csv") ? csv_path(arguments.text("csv"), name) : "");
    }
    std::erase_if(paths, [](const std::string& path) {
        std::error_code code;
        return path.empty() || !std::filesystem::exists(path, code);
    });
    return paths;
}

/// Nothing is overwritten silently, except what this tournament has written itself: so the command
/// that began it also resumes it.
void require_own(const Arguments& arguments, const std::string& database) {
    std::vector<std::string> foreign = existing_files(arguments);
    std::error_code code;
    if (!foreign.empty() && std::filesystem::exists(database, code)) {
        const Store store(database, Store::Access::read);
        std::erase_if(foreign, [&](const std::string& path) { return store.is_own_output(path); });
    }
    if (!foreign.empty()) {
        throw UserError(foreign[0] + ": the file already exists; --force overwrites it");
    }
}

void write_files(
    const Arguments& arguments, const Store& store, const TournamentSummary& summary,
    const Context& context, Store* owner) {
    for (const OutputFile& file : output_files(arguments, store, summary, context)) {
        if (owner != nullptr) {
            owner->expect_output(file.path);
        }
        write_file(file.path, file.write);
        if (owner != nullptr) {
            owner->remember_output(file.path);
        }
    }
    for (const char* const option : {"html", "games", "pgn"}) {
        if (arguments.has(option)) {
            print_message(fmt::format("written: {}\n", arguments.text(option)));
        }
    }
    if (arguments.has("csv")) {
        print_message(fmt::format("written: {}/*.csv\n", arguments.text("csv")));
    }
}

} // namespace

const std::vector<Option>& table_options() {
    using enum Weight;
    static const std::vector<Option> options{
        {"json", "", "print everything as JSON", Topic::output, common},
        explained(
            {"csv", "DIR", "write each table to a file: standings.csv, winrates.csv, …",
             Topic::output, common},
            "Every number has its own column."),
        {"table", "NAME", "print only this table, as CSV", Topic::output, common, false,
         csv_table_names()},
        {"games", "FILE", "write one CSV row for each game and seat", Topic::output, rare},
        {"pgn", "FILE", "write games of two players as PGN, moves of records as comments",
         Topic::output, rare},
        explained(
            {"html", "FILE", "write a self-contained HTML page", Topic::output, common},
            "It has tables, charts, faults and links to records."),
        {"title", "TEXT", "title of the report", Topic::output, rare},
        {"anchor", "NAME=ELO", "fix the rating of this AI; default: the mean is 0", Topic::output,
         rare},
        explained(
            {"force", "", "overwrite existing files", Topic::output, rare},
            "A tournament needs no --force to replace a file that it wrote itself."),
    };
    return options;
}

void check_table_options(
    const Arguments& arguments, const std::vector<StoredAi>& ais, const std::string& database) {
    read_anchor(arguments.text("anchor"), ais);
    const std::string games = arguments.text("games");
    if (!games.empty() && games.find_first_not_of("0123456789") == std::string::npos) {
        throw UserError(fmt::format(
            "--games {}: name a file, e.g. games.csv; the number of games follows from AIs, "
            "fields and format",
            games));
    }
    if (arguments.text("csv").ends_with(".csv")) {
        throw UserError(fmt::format(
            "--csv {0}: name a folder: each table becomes a file in it; --games {0} writes one file",
            printable(arguments.text("csv"))));
    }
    const auto& names = csv_table_names();
    if (arguments.has("table") &&
        std::find(names.begin(), names.end(), arguments.text("table")) == names.end()) {
        throw UserError(fmt::format(
            "--table {}: there is no such table; choose from: {}",
            printable(arguments.text("table")), fmt::join(names, ", ")));
    }
    if (!arguments.has("force")) {
        require_own(arguments, database);
    }
}

void show_tables(const Arguments& arguments, const Store& store, Store* owner) {
    const TournamentSummary summary =
        read_summary(store, read_anchor(arguments.text("anchor"), store.ais()));
    const Context context = read_context(store, arguments.text("title"));
    if (arguments.has("json")) {
        fmt::print("{}", tables_json(summary, &context));
    } else if (arguments.has("table")) {
        print_table(csv_tables(summary, context), arguments.text("table"));
    } else {
        fmt::print("{}{}{}", head_text(context), tables_text(summary), faults_text(context));
    }
    print_now(""); // before the names of the files: both may go to one log
    write_files(arguments, store, summary, context, owner);
}

} // namespace referee
