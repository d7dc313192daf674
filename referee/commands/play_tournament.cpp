#include "commands/play_tournament.hpp"

#include "commands/commands.hpp"
#include "commands/match_options.hpp"
#include "commands/tournament_database.hpp"
#include "commands/tournament_workers.hpp"
#include "commands/watch.hpp"
#include "error.hpp"
#include "process/cores.hpp"
#include "process/interrupt.hpp"
#include "tournament/live_progress.hpp"
#include "tournament/summary.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace referee {
namespace {

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
    const TournamentInput& input, Store& store, WorkerPool& pool, bool is_quiet, Watch* watch) {
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
    Tournament tournament(input.config, store, pool, progress);
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

PlayedTournament play_tournament(
    const Arguments& arguments, TournamentInput& input, const std::string& database,
    bool is_quiet) {
    PlayedTournament played;
    const auto cores = static_cast<int>(allowed_cores().size());
    played.watch = prepare_watch(arguments, input);
    Watch* const watch = played.watch.get();
    WorkerSetup setup;
    setup.contestants = &input.contestants;
    for (const StoredField& field : input.fields) {
        setup.fields.push_back(field.path);
        setup.hashes.push_back(field.sha256);
    }
    setup.game = input.game;
    setup.seats = input.config.plan.seats;
    setup.config = input.match_config;
    setup.records = arguments.text("records");
    if (watch != nullptr) {
        setup.live = &watch->feed();
    }
    // Workers are forked before the database is opened: they must not inherit it.
    WorkerPool pool(
        setup,
        cores_of_jobs(
            arguments, input.match_config, input.game->simultaneous, input.config.plan.seats));
    if (watch != nullptr) {
        start_watch(*watch, input);
    }
    played.store = open_store(database, input, arguments.text("changed") == "replay");
    played.store->add_machine({input.config.shard, processor_name(), cores});
    note_unbounded_memory();
    played.signal = play(input, *played.store, pool, is_quiet, watch);
    return played;
}

int show_results(const PlayedTournament& played, const std::function<void()>& show) {
    try {
        show();
    } catch (const std::system_error&) {
        if (played.signal == 0) {
            throw;
        }
    }
    if (played.signal == 0) {
        return exit_done;
    }
    print_error(fmt::format(
        "interrupted by signal {}; run the same command again to resume", played.signal));
    return 128 + played.signal;
}

} // namespace referee
