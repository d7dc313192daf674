#include "tournament/tournament.hpp"
#include "commands/commands.hpp"
#include "commands/config.hpp"
#include "commands/match_options.hpp"
#include "commands/table_options.hpp"
#include "commands/tournament_config.hpp"
#include "commands/tournament_database.hpp"
#include "commands/tournament_workers.hpp"
#include "commands/watch.hpp"
#include "error.hpp"
#include "field/text.hpp"
#include "process/cores.hpp"
#include "process/interrupt.hpp"
#include "tournament/live_progress.hpp"

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
             "who meets whom (default: round-robin, for more than two seats sampled)", false,
             made_formats},
            {"top", "K", "size of the top group that racing looks for; default 1"},
            {"confidence", "P", "confidence at which racing decides; default 0.95"},
            {"tie-fields", "N", "fields that a knockout reserves for ties; default: a quarter"},
            {"challenger", "NAME", "the AI that plays in every group of a gauntlet"},
            {"schedule", "FILE", "the groups instead of a format: a line of names for each field"},
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
        throw UserError(folder + ": there is no such folder for --records; make it first");
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        // If the database exists by now, another run of this tournament has just created it.
        if (name.starts_with("game-") && name.ends_with(".jsonl") &&
            !std::filesystem::exists(database)) {
            throw UserError(fmt::format(
                "{}: the folder holds records of another tournament; name an empty one with "
                "--records",
                folder));
        }
    }
}

std::unique_ptr<Store>
open_store(const std::string& path, const TournamentInput& input, bool replays_changed) {
    if (!std::filesystem::exists(path)) {
        try {
            return std::make_unique<Store>(path, input.stored, input.ais, input.fields);
        } catch (const UserError&) {
            if (!std::filesystem::exists(path)) {
                throw;
            } // else another run of this tournament has just created it
        }
    }
    auto store = std::make_unique<Store>(path, Store::Access::write);
    adapt_database(*store, input, replays_changed);
    return store;
}

/// With --watch, before workers are forked. It takes a core from them, unless --jobs needs all.
std::unique_ptr<Watch> prepare_watch(const Arguments& arguments, TournamentInput& input) {
    if (!arguments.has("watch")) {
        return nullptr;
    }
    const bool needs_all =
        arguments.has("jobs") &&
        arguments.integer("jobs", 1, 1, 1024) >= static_cast<std::int64_t>(allowed_cores().size());
    return std::make_unique<Watch>(arguments, input.match_config, needs_all);
}

void start_watch(Watch& watch, const TournamentInput& input) {
    LiveConfig live;
    live.game = input.game;
    live.title = fmt::format("{} tournament", input.game->name);
    live.is_tournament = true;
    watch.start(std::move(live), input.contestants, input.match_config.networked);
}

/// Plays the remaining games. Returns the signal that interrupted it, or 0.
int play(
    const TournamentInput& input, Store& store, WorkerPool& crew, bool is_quiet, Watch* watch) {
    std::vector<std::string> names;
    for (const Contestant& contestant : input.contestants) {
        names.push_back(contestant.name);
    }
    const std::int64_t planned = planned_games(store.tournament());
    const std::int64_t done = store.game_count();
    Progress progress(names, planned, done, is_quiet);
    if (done > 0) {
        progress.line(
            fmt::format("{}: resuming after {} of {} games", store.path(), done, planned));
    }
    if (watch != nullptr) {
        show_live(progress, names, watch->feed());
    }
    Tournament tournament(input.config, store, crew, progress);
    try {
        const SignalsInWaits signals;
        tournament.run();
    } catch (const Interrupted& interrupted) { // a second signal ends the process at once
        progress.clear();
        return interrupted.signal;
    } catch (...) {
        progress.clear();
        throw;
    }
    progress.clear();
    progress.finish_showing();
    return 0;
}

} // namespace

Arguments tournament_arguments(const std::vector<std::string>& given) {
    return {usage(), with_config(usage(), given, path_options)};
}

int tournament_command(const std::vector<std::string>& given) {
    if (printed_help(usage(), given)) {
        return exit_done;
    }
    const Arguments arguments = tournament_arguments(given);
    if (!arguments.words().empty()) {
        throw UserError(fmt::format(
            "unexpected argument '{}'; give fields with --fields (in quotes) and AIs with --ai",
            printable(arguments.words()[0])));
    }
    const std::string database = arguments.text("db", "results.sqlite");
    TournamentInput input = read_tournament(arguments, database);
    check_table_options(arguments, input.ais);
    if (!std::filesystem::exists(database)) {
        check_excluded(input, {});
    }
    WorkerSetup setup;
    setup.contestants = &input.contestants;
    for (const StoredField& field : input.fields) {
        setup.fields.push_back(field.path);
        setup.hashes.push_back(field.sha256);
    }
    setup.game = input.game;
    setup.seats = input.config.plan.seats;
    setup.records = arguments.text("records");
    if (!setup.records.empty()) {
        input.config.records = fs::absolute(setup.records)
                                   .lexically_normal()
                                   .lexically_relative(fs::absolute(database).parent_path())
                                   .generic_string();
    }
    if (!setup.records.empty() && !std::filesystem::exists(database)) {
        require_no_records(setup.records, database);
    }
    int signal = 0;
    std::unique_ptr<Store> store;
    const auto cores = static_cast<int>(allowed_cores().size());
    const std::unique_ptr<Watch> watch = prepare_watch(arguments, input);
    setup.config = input.match_config;
    if (watch) {
        setup.live = &watch->feed();
    }
    {
        // Workers are forked before the database is opened: they must not inherit it.
        WorkerPool crew(
            setup,
            cores_of_jobs(
                arguments, input.match_config, input.game->simultaneous, input.config.plan.seats));
        if (watch) {
            start_watch(*watch, input);
        }
        store = open_store(database, input, arguments.text("changed") == "replay");
        store->add_machine({input.config.shard, processor_name(), cores});
        note_unbounded_memory();
        signal =
            play(input, *store, crew, arguments.has("json") || arguments.has("table"), watch.get());
    }
    try {
        show_tables(arguments, *store);
    } catch (const std::system_error&) {
        if (signal == 0) {
            throw;
        }
    }
    if (signal != 0) {
        print_error(
            fmt::format("interrupted by signal {}; run the same command again to resume", signal));
        return 128 + signal;
    }
    if (watch) {
        std::fflush(stdout);
        watch->finish();
    }
    return exit_done;
}

} // namespace referee
