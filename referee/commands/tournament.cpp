#include "commands/commands.hpp"
#include "commands/config.hpp"
#include "commands/match_options.hpp"
#include "commands/play_tournament.hpp"
#include "commands/table_options.hpp"
#include "commands/tournament_config.hpp"
#include "commands/tournament_database.hpp"
#include "error.hpp"
#include "field/text.hpp"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <system_error>

namespace referee {
namespace {

namespace fs = std::filesystem;

/// Options whose values are paths. In an INI file they are relative to its folder.
const std::vector<std::string_view> path_options{"ai",      "fields", "schedule", "db",
                                                 "records", "logs",   "work",     "allow-read",
                                                 "html",    "games",  "pgn",      "csv"};

const Usage& usage() {
    static const Usage usage = [] {
        Usage tournament{
            "tournament", "referee tournament --fields 'FIELDS/*.dat' --ai A --ai B … [options]",
            "Plays every match of a plan and stores the results in a database. Run the same\n"
            "command again to resume an interrupted tournament. Options may also come from an\n"
            "INI file (--config).",
            match_options()};
        const std::vector<Option> own{
            {"config", "FILE", "read options from an INI file: 'key = value'"},
            {"db", "FILE", "the database; default results.sqlite"},
            {"fields", "PATTERN", "fields: a file, a folder, or a pattern in quotes", true},
            {"format", "NAME",
             "who plays whom (default: round-robin with two seats, sampled with more)", false,
             made_formats},
            decisive({"top", "K", "size of the top group that racing determines; default 1"}),
            decisive({"confidence", "P", "confidence at which racing decides; default 0.95"}),
            decisive(
                {"tie-fields", "N",
                 "number of fields that a knockout reserves for ties; default: a quarter"}),
            decisive({"challenger", "NAME", "the AI that plays in every group of a gauntlet"}),
            {"schedule", "FILE",
             "file with the groups, instead of a format: a line of names for each field"},
            {"sprt", "E0,E1[,A,B]",
             "for two AIs: stop when the SPRT accepts H0 or H1 (normalised Elo)"},
            {"jobs", "N", "number of parallel games; default: one for each core"},
            {"oversubscribe", "", "allow more parallel games than cores"},
            {"shard", "I/N", "play only the matches whose index is I modulo N"},
            {"records", "DIR", "write a record of every game"},
            watch_option(),
            {"exclude", "NAME", "exclude this AI; its games are kept, but don't count", true},
            {"changed", "replay", "drop and replay games of AIs and fields that have changed"},
        };
        tournament.options.insert(tournament.options.end(), own.begin(), own.end());
        for (const Option& option : table_options()) {
            tournament.options.push_back(option);
        }
        return tournament;
    }();
    return usage;
}

/// Existing records belong to this tournament only if it is resumed.
void require_no_records(const std::string& folder, const std::string& database) {
    if (!std::filesystem::is_directory(folder)) {
        throw UserError(folder + ": no such folder for --records; create it first");
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        // If the database exists by now, another run of this tournament has just created it.
        if (name.starts_with("game-") && name.ends_with(".jsonl") &&
            !std::filesystem::exists(database)) {
            throw UserError(fmt::format(
                "{}: the folder has records of another tournament; name an empty one with "
                "--records",
                folder));
        }
    }
}

} // namespace

Arguments tournament_arguments(const std::vector<std::string>& given) {
    return {usage(), with_config(usage(), given, path_options)};
}

namespace {

int run(const std::vector<std::string>& given) {
    const Arguments arguments = tournament_arguments(given);
    if (!arguments.words().empty()) {
        throw UserError(fmt::format(
            "unexpected argument '{}'; give fields with --fields (in quotes) and AIs with --ai",
            printable(arguments.words()[0])));
    }
    const std::string database = arguments.text("db", "results.sqlite");
    TournamentInput input = read_tournament(arguments, database);
    check_table_options(arguments, input.ais, database);
    if (!std::filesystem::exists(database)) {
        check_excluded(input, {});
    }
    const std::string records = arguments.text("records");
    if (!records.empty()) {
        input.config.records = fs::absolute(records)
                                   .lexically_normal()
                                   .lexically_relative(fs::absolute(database).parent_path())
                                   .generic_string();
    }
    if (!records.empty() && !std::filesystem::exists(database)) {
        require_no_records(records, database);
    }
    const PlayedTournament played = play_tournament(
        arguments, input, database, arguments.has("json") || arguments.has("table"));
    const int status =
        show_results(played, [&] { show_tables(arguments, *played.store, played.store.get()); });
    if (status == exit_done && played.watch) {
        std::fflush(stdout);
        played.watch->finish();
    }
    return status;
}

} // namespace

int tournament_command(const std::vector<std::string>& given) {
    if (printed_help(usage(), given)) {
        return exit_done;
    }
    const std::string config = Arguments(usage(), given).text("config");
    return with_lines_of(config, given, [&] { return run(given); });
}

} // namespace referee
