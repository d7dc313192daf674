#include "commands/play_tournament.hpp"

#include "commands/match_options.hpp"
#include "commands/tournament_database.hpp"
#include "error.hpp"
#include "process/cores.hpp"
#include "process/interrupt.hpp"
#include "tournament/summary.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace referee {
namespace {

/// The cores of each worker.
std::vector<std::vector<int>>
cores_of_jobs(const Arguments& arguments, const TournamentInput& input) {
    const std::vector<int> cores =
        input.match_config.cores.empty() ? allowed_cores() : input.match_config.cores;
    const auto count = static_cast<int>(cores.size());
    const bool at_once = input.game->simultaneous;
    const int default_value = at_once ? std::max(1, count / input.config.plan.seats) : count;
    const auto jobs = static_cast<int>(arguments.integer("jobs", default_value, 1, 1024));
    if (jobs > count && !arguments.has("oversubscribe")) {
        throw UserError(fmt::format(
            "--jobs {}: there are {} cores, and games that share one make each other late; give "
            "fewer, "
            "or --oversubscribe",
            jobs, count));
    }
    return share_cores(cores, jobs, at_once);
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line)) {
        if (line.starts_with("model name")) {
            return line.substr(std::min(line.find(": ") + 2, line.size()));
        }
    }
    return "unknown";
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

/// Plays the remaining games. Returns the signal that interrupted it, or 0.
int play(const TournamentInput& input, Store& store, WorkerPool& crew, bool is_quiet) {
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
    return 0;
}

} // namespace

int play_tournament(
    const Arguments& arguments, const TournamentInput& input, const std::string& database,
    bool is_quiet, std::unique_ptr<Store>& store) {
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
    // Workers are forked before the database is opened: they must not inherit it.
    WorkerPool crew(setup, cores_of_jobs(arguments, input));
    store = open_store(database, input, arguments.text("changed") == "replay");
    store->add_machine(
        {input.config.shard, processor_name(), static_cast<int>(allowed_cores().size())});
    note_unbounded_memory();
    return play(input, *store, crew, is_quiet);
}

} // namespace referee
