#include "cli/contests/table_options.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/output.hpp"
#include "pages/report/report.hpp"
#include "tournament/explain/explanation.hpp"
#include "tournament/report/context.hpp"
#include "tournament/report/csv.hpp"
#include "tournament/report/exports.hpp"
#include "tournament/report/text.hpp"
#include "tournament/store/store.hpp"

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
            table.write([](std::string_view part) { fmt::print("{}", part); });
        }
    }
}

/// A file that an option asks for.
struct OutputFile {
    std::string path;
    std::function<void(std::ostream&)> write;
};

std::vector<OutputFile> output_files(
    const Arguments& arguments, const Results& store, const TournamentSummary& summary,
    const Context& context, const std::vector<Explanation>& explanations) {
    std::vector<OutputFile> files;
    const auto add = [&](const char* option, std::function<void(std::ostream&)> write) {
        if (arguments.has(option)) {
            files.push_back({arguments.text(option), std::move(write)});
        }
    };
    add("html", [&](std::ostream& out) {
        out << report_html(summary, context, arguments.text("html"), explanations, store.fields());
    });
    add("games", [&](std::ostream& out) { write_games_csv(store, out); });
    add("pgn",
        [&](std::ostream& out) { write_pgn(store, context.title, out, PgnMoves::from_records); });
    if (arguments.has("csv")) {
        for (const CsvTable& table : csv_tables(summary, context)) {
            files.push_back(
                {csv_path(arguments.text("csv"), table.name),
                 [write = table.write](std::ostream& out) {
                     write([&out](std::string_view part) { out << part; });
                 }});
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
    std::erase_if(
        paths, [](const std::string& path) { return path.empty() || !would_replace(path); });
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
    const Arguments& arguments, const Results& store, const TournamentSummary& summary,
    const Context& context, const std::vector<Explanation>& explanations, Store* owner) {
    for (const OutputFile& file : output_files(arguments, store, summary, context, explanations)) {
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

/// Where the AI of --explain loses. Without it the page explains every AI, unless there are so many
/// games that it would take long.
std::vector<Explanation> explanations_for(
    const Arguments& arguments, const Results& store, const TournamentSummary& summary) {
    constexpr int max_records = 150;
    constexpr std::int64_t max_games = 20'000;
    if (arguments.has("explain")) {
        const int ai = ai_named(store, arguments.text("explain"));
        return explanations_of(store, summary, {ai}, max_records);
    }
    if (!arguments.has("html") || summary.games > max_games ||
        summary.names.size() > max_ais_in_pairs) {
        return {};
    }
    std::vector<int> ais;
    for (const AiRow& row : summary.standings) {
        if (row.games > 0) {
            ais.push_back(row.ai);
        }
    }
    return explanations_of(store, summary, ais, max_records);
}

} // namespace

int ai_named(const Results& store, const std::string& name, std::string_view option) {
    std::vector<std::string_view> names;
    for (std::size_t ai = 0; ai < store.ais().size(); ++ai) {
        if (store.ais()[ai].name == name) {
            return static_cast<int>(ai);
        }
        names.push_back(store.ais()[ai].name);
    }
    // An entry of a season stands for its newest version.
    for (std::size_t ai = names.size(); ai-- > 0;) {
        if (names[ai].starts_with(name + "@")) {
            return static_cast<int>(ai);
        }
    }
    const std::string_view near = nearest(name, names);
    throw UserError(fmt::format(
        "--{} {}: there is no AI of that name; {}", option, safe_text(name),
        near.empty() ? "see the names in the table of standings"
                     : fmt::format("did you mean '{}'?", safe_text(near))));
}

const std::vector<Option>& table_options() {
    using enum Weight;
    static const std::vector<Option> options{
        {"json", "", "print everything as one line of JSON", Topic::output, common},
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
    if (arguments.has("table") && arguments.has("json")) {
        throw UserError("--table prints CSV, and --json all tables; choose one");
    }
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

void show_tables(
    const Arguments& arguments, const Results& store, Store* owner, const std::string& site) {
    const TournamentSummary summary =
        read_summary(store, read_anchor(arguments.text("anchor"), store.ais()));
    Context context = read_context(store, arguments.text("title"));
    context.site = site;
    const std::vector<Explanation> explanations = explanations_for(arguments, store, summary);
    if (arguments.has("explain")) {
        const Explanation& explanation = explanations.front();
        fmt::print(
            "{}", arguments.has("json")
                      ? safe_json(explanation_json(explanation, store.fields()).dump()) + "\n"
                      : explanation_text(explanation, store.fields(), store.path()));
    } else if (arguments.has("json")) {
        write_tables_json(summary, &context, [](std::string_view part) { fmt::print("{}", part); });
    } else if (arguments.has("table")) {
        print_table(csv_tables(summary, context), arguments.text("table"));
    } else {
        fmt::print("{}{}{}", head_text(context), tables_text(summary), faults_text(context));
    }
    print_now(""); // before the names of the files: both may go to one log
    write_files(arguments, store, summary, context, explanations, owner);
}

} // namespace referee
