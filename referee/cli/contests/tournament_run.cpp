#include "cli/contests/tournament_run.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/contests/continued_tournament.hpp"
#include "cli/contests/jobs.hpp"
#include "cli/match_options.hpp"
#include "match/match.hpp"
#include "os/cores.hpp"
#include "os/interrupt.hpp"
#include "os/output.hpp"
#include "sandbox/confinement.hpp"
#include "tournament/play/progress.hpp"
#include "tournament/play/stored_plan.hpp"
#include "tournament/play/worker.hpp"
#include "tournament/report/figures.hpp"
#include "tournament/report/summary.hpp"

#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <utility>
#include <vector>

namespace referee {

namespace {

/// What was played later depends on games that would be dropped.
void require_fixed_plan(const TournamentInput& input) {
    if (make_plan(input.config.plan)->depends_on_results()) {
        throw UserError(fmt::format(
            "--starved: in the format {} later matches depend on earlier ones; use another --db",
            name_of(input.config.plan.format)));
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
    return std::make_unique<Watch>(arguments.text("watch"), input.match_config, needs_all);
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
    if (input.config.plan.format == Format::tuning) {
        progress.hide_standings();
    }
    if (done > 0) {
        progress.line(
            fmt::format("{}: resuming after {} of {} games", store.path(), done, planned));
    }
    if (watch != nullptr) {
        progress.show_to([names, watch](const ProgressView& view) {
            watch->feed().publish("tournament", live_progress(view, names, LiveFeed::max_value));
        });
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
    setup.teams = input.teams;
    setup.config = input.match_config;
    setup.records = arguments.text("records");
    if (watch != nullptr) {
        setup.display = &watch->feed();
    }
    const std::vector<std::vector<int>> cores_by_job =
        cores_of_jobs(arguments, input.match_config, input.game->simultaneous, input.teams.seats());
    if (const std::string text = jobs_text(arguments, input.match_config, cores_by_job.size());
        !text.empty()) {
        print_error("note: " + text);
    }
    note_work_space(setup.config, cores_by_job.size(), setup.teams.seats());
    // Workers are forked before the database is opened: they must not inherit it.
    WorkerPool pool(setup, cores_by_job);
    if (watch != nullptr) {
        start_watch(*watch, input);
    }
    played.store = open_store(database, input, arguments.text("changed") == "replay");
    if (arguments.text("starved") == "replay") {
        require_fixed_plan(input);
        print_message(fmt::format(
            "starved: {} dropped and will be played again\n",
            counted(played.store->drop_starved(), "game")));
    }
    if (arguments.text("moved") == "replay") {
        const std::int64_t dropped = played.store->drop_begun_elsewhere(processor_name());
        if (dropped > 0) {
            print_message(fmt::format(
                "moved: {} of unfinished matches dropped, which another kind of processor began; "
                "they will be played again\n",
                counted(dropped, "game")));
        }
    }
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
