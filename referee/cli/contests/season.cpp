// `season`: a contest that takes versions and plays them until it is stopped; its status and plan.

#include "season/season.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/contests/announcement.hpp"
#include "cli/contests/jobs.hpp"
#include "cli/contests/season_config.hpp"
#include "cli/contests/season_plan.hpp"
#include "cli/contests/tournament_options.hpp"
#include "cli/match_options.hpp"
#include "os/beneath.hpp"
#include "os/cores.hpp"
#include "os/interrupt.hpp"
#include "os/output.hpp"
#include "os/test_seam.hpp"
#include "pages/site/site.hpp"
#include "season/admission.hpp"
#include "season/cluster/checks.hpp"
#include "season/cluster/engine.hpp"
#include "season/cluster/shards.hpp"
#include "season/cluster/slurm.hpp"
#include "season/engine.hpp"
#include "season/export.hpp"
#include "season/host.hpp"
#include "season/marks.hpp"
#include "season/queue.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/play/tournament.hpp"
#include "tournament/play/worker.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace referee {
namespace {

namespace fs = std::filesystem;

/// Checks that matches are made up as in the database: games are identified by their numbers.
void require_same_matches(const SeasonConfig& config, const Results& store) {
    const StoredTournament& stored = store.tournament();
    const auto require = [&](bool is_same, std::string_view key) {
        if (!is_same) {
            throw UserError(fmt::format(
                "{}: '{}' differs from that of the games in the database; restore it, or begin a new "
                "season in another folder",
                config.path("season.ini"), key));
        }
    };
    require(stored.games_per_match == config.head.games_per_match, "seats");
    require(stored.points == config.head.points, "points");
}

Store open_store(const SeasonConfig& config) {
    try {
        if (fs::exists(config.database())) {
            return {config.database(), Store::Access::write};
        }
        return {config.database(), config.head, {}, config.fields};
    } catch (const SecondWriter&) {
        throw UserError(
            config.folder + ": this season is already running; stop that process first, or send it "
                            "SIGUSR1 to look for new versions now");
    }
}

/// Checks that the fields are those of the database: games are identified by their numbers.
void require_same_fields(const SeasonConfig& config, Store& store, bool replays_changed) {
    const auto& stored = store.fields();
    if (store.tournament().format != season_format) {
        throw UserError(config.database() + ": not the database of a season; name another folder");
    }
    for (std::size_t i = 0; i < std::max(stored.size(), config.fields.size()); ++i) {
        if (i >= stored.size() || i >= config.fields.size() ||
            (stored[i].sha256 != config.fields[i].sha256 && !replays_changed)) {
            throw UserError(fmt::format(
                "{}: the fields differ from those in the database; restore them, or begin a new "
                "season in another folder",
                config.path("season.ini")));
        }
        if (stored[i].sha256 != config.fields[i].sha256) {
            store.replace_field(static_cast<int>(i), config.fields[i]);
        }
    }
}

/// Fields and matches are those of the database; limits may have changed.
void check_store(const SeasonConfig& config, Store& store, bool replays_changed = false) {
    require_same_fields(config, store, replays_changed);
    require_same_matches(config, store);
    store.add_limits(config.head.limits);
}

/// The cluster of a season.
class Cluster {
  public:
    explicit Cluster(const SeasonConfig& config)
        : config_(config), shards_(config),
          slurm_(
              {shards_.folder(), words_of_options(config.cluster.slurm_options),
               limit_of(config.cluster.shard_time)}) {}

    HostShards& shards() { return shards_; }
    /// The checks that are open.
    std::vector<ClusterCheck> checks() {
        const DeadlineRecord none;
        return HostChecks(config_, none, shards_).read_checks();
    }
    Slurm& slurm() { return slurm_; }
    SeasonEngine& engine() { return *engine_; }

    /// Writes what jobs run. `given`: the words of this command, which say more than season.ini.
    void prepare(const std::vector<std::string>& given) {
        std::vector<std::string> check{"season"};
        check.insert(check.end(), given.begin(), given.end());
        shards_.prepare(
            {fs::read_symlink("/proc/self/exe").string(), check, fs::current_path().string()});
        slurm_.prepare();
    }

    void begin(Store& store, SeasonHost& host) {
        checks_.emplace(config_, host.deadline_record(), shards_);
        engine_.emplace(
            config_, storage_of(store), host.clock(), host.log(), shards_, *checks_, slurm_);
    }

    CollectedShards collect(Store& store) {
        return collect_shards(storage_of(store), shards_, slurm_);
    }

  private:
    static ClusterStorage storage_of(Store& store) {
        return {
            store, store, [&store](const StoredMachine& machine) { store.add_machine(machine); }};
    }

    /// Slurm plans with it; a shard that takes longer is interrupted, and goes on in another job.
    static std::chrono::minutes limit_of(std::chrono::seconds shard_time) {
        constexpr int times = 4;
        constexpr std::chrono::minutes start{5};
        return std::chrono::ceil<std::chrono::minutes>(times * shard_time) + start;
    }

    const SeasonConfig& config_;
    HostShards shards_;
    Slurm slurm_;
    std::optional<HostChecks> checks_;
    std::optional<ClusterEngine> engine_;
};

int run_season(
    const Arguments& arguments, const std::vector<std::string>& given, SeasonConfig& config,
    const WorkerJobs& jobs, const std::function<void()>& publish) {
    require_own_ais(config, config.game->name);
    WakeUpSignal signal;
    TournamentConfig tournament_config;
    tournament_config.plan.seats = config.seats;
    tournament_config.seat_orders = config.match.seat_orders;
    tournament_config.match_decides = config.game->match_decides;
    tournament_config.records = "records";
    WorkerSetup setup;
    const std::vector<Contestant> none;
    setup.contestants = &none;
    setup.game = config.game;
    setup.teams = config.teams;
    setup.config = config.match;
    note_work_space(setup.config, jobs.cores.size(), config.teams.seats());
    // Workers are forked before the database is opened: they must not inherit it.
    WorkerPool pool(setup, jobs.cores);
    Store store = open_store(config);
    check_store(config, store, arguments.has("changed"));
    remove_drafts(config.path("versions"));
    write_quota(config.folder, config.quota);
    store.add_machine({1, jobs.processor, static_cast<int>(allowed_cores().size())});
    note_unbounded_memory();
    // A log that grows for weeks holds events only.
    Progress progress({}, 0, store.game_count(), ::isatty(STDERR_FILENO) == 0);
    progress.use_one_line();
    if (::isatty(STDERR_FILENO) == 0) { // a log begins with what it is of
        progress.line(fmt::format(
            "season '{}': {} on {}; site: {}", safe_text(config.title), config.game->name,
            counted(static_cast<std::int64_t>(config.fields.size()), "field"),
            safe_text(config.path("site/index.html"))));
    }
    for (const auto& [pair, decision] : config.decisions) {
        for (const std::string& entry : {pair.first, pair.second}) {
            if (!std::filesystem::exists(config.path("entries/" + entry))) {
                progress.line(fmt::format(
                    "note: decide: there is no entry '{}' in {}", printable(entry),
                    safe_text(config.path("entries"))));
            }
        }
    }
    SeasonHost host(config, pool, progress, signal);
    LocalEngine local;
    std::optional<Cluster> cluster;
    if (config.engine == EngineKind::slurm) {
        cluster.emplace(config);
        cluster->prepare(given);
        cluster->begin(store, host);
    } else if (!HostShards(config).read().empty()) {
        const CollectedShards collected = Cluster(config).collect(store);
        if (collected.games > 0) {
            progress.line(
                fmt::format("{} of the cluster collected", counted(collected.games, "game")));
        }
        if (!collected.left.empty()) {
            progress.line(fmt::format(
                "note: {} of the cluster may still be played; let them end: the next start collects "
                "their games; or end the jobs where the season is stopped: referee season {} "
                "--stop-jobs",
                counted(static_cast<std::int64_t>(collected.left.size()), "shard"),
                safe_text(shell_word(config.folder))));
        }
    }
    SeasonEngine& engine = cluster ? cluster->engine() : static_cast<SeasonEngine&>(local);
    Season season(config, store, host.surroundings(engine), arguments.has("once"));
    Tournament tournament(tournament_config, store, pool, progress, season.plan(), &season);
    int status = exit_done;
    try {
        const SignalsInWaits signals;
        tournament.run();
        season.write_notes();
    } catch (const Interrupted& interrupted) {
        status = 128 + interrupted.signal;
    }
    if (status != exit_done && cluster && !engine.is_idle()) {
        progress.line(fmt::format(
            "its jobs on the cluster go on; the next start collects what they have played; to end "
            "them: referee season {} --stop-jobs",
            safe_text(shell_word(config.folder))));
    }
    if (status == exit_done && ::isatty(STDERR_FILENO) == 0) {
        progress.line("writing the site");
    }
    progress.clear();
    if (status == exit_done) {
        publish(); // the season is locked until it is written
    }
    return status;
}

/// Returns the exit status.
int print_json(const Json& json) {
    fmt::print("{}\n", safe_json(json.dump()));
    return exit_done;
}

FieldRequest read_field_request(const Arguments& arguments) {
    FieldRequest request = field_request(arguments);
    request.count = static_cast<int>(arguments.integer("final-fields", 50, 1, 100'000));
    return request;
}

/// "top 8" or "8".
int read_top(const std::string& text) {
    std::int64_t top = 0;
    std::string_view number = text;
    if (number.starts_with("top ")) {
        number.remove_prefix(4);
    }
    if (!parse_integer(number, top) || top < 2 || top > 100'000) {
        throw UserError(fmt::format("--final '{}': write 'top N', e.g. 'top 8'", printable(text)));
    }
    return static_cast<int>(top);
}

/// Checked before the final is written, not when it is played.
std::string final_format(const Arguments& arguments) {
    const std::vector<std::string_view>& formats = final_formats();
    std::string format = arguments.text("format");
    if (!format.empty() && std::find(formats.begin(), formats.end(), format) == formats.end()) {
        throw UserError(fmt::format(
            "--format {}: a final can't have this format; choose from: {}", printable(format),
            fmt::join(formats, ", ")));
    }
    return format;
}

int final_command(const Arguments& arguments, const SeasonConfig& config) {
    FinalRequest request;
    request.top = read_top(arguments.text("final"));
    request.format = final_format(arguments);
    request.folder = arguments.text("out", config.path("final"));
    request.fields = read_field_request(arguments);
    const Store store(config.database(), Store::Access::read);
    WrittenFinal written = write_final(config, store, request);
    if (const std::size_t open = HostShards(config).read().size(); open > 0) {
        written.notes.push_back(fmt::format(
            "{} of the cluster aren't finished; their games don't count in this order",
            counted(static_cast<std::int64_t>(open), "shard")));
    }
    for (const std::string& note : written.notes) {
        print_error("note: " + note);
    }
    if (arguments.has("json")) {
        return print_json(
            {{"final", request.folder},
             {"ais", written.entries},
             {"fields", request.fields.count},
             {"notes", written.notes}});
    }
    fmt::print(
        "{}: a final of {} ({}) on {}; play it with\n"
        "  referee tournament --config {}\n",
        safe_text(request.folder), counted(static_cast<std::int64_t>(written.entries.size()), "AI"),
        fmt::join(written.entries, ", "), counted(request.fields.count, "field"),
        safe_text(shell_word(request.folder + "/tournament.ini")));
    return exit_done;
}

int batch_command(const Arguments& arguments, const SeasonConfig& config) {
    const std::string folder = arguments.text("out");
    if (folder.empty()) {
        throw UserError("--batch needs a folder; write --out DIR");
    }
    Store store = open_store(config);
    check_store(config, store);
    const std::int64_t matches =
        write_batch(config, store, arguments.integer("batch", 0, 1, 1'000'000), folder);
    if (arguments.has("json")) {
        return print_json({{"batch", folder}, {"matches", matches}});
    }
    fmt::print("{}: {} matches\n", folder, matches);
    return exit_done;
}

int join_command(const Arguments& arguments, const SeasonConfig& config) {
    Store store = open_store(config);
    check_store(config, store);
    const Store::Joined joined = join_batch(store, arguments.text("join"));
    if (arguments.has("json")) {
        return print_json({{"added", joined.added}, {"duplicates", joined.duplicates}});
    }
    fmt::print("{} games added, {} were already there\n", joined.added, joined.duplicates);
    return exit_done;
}

/// The entries that have submitted something, also what waits for its check.
std::set<std::string> entries_in(const fs::path& folder) {
    std::set<std::string> entries;
    std::error_code code;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, code)) {
        const std::string name = entry.path().filename().string();
        std::error_code own; // others may not read it
        if (!name.starts_with('.') && fs::is_directory(entry.path(), own) &&
            !fs::is_empty(entry.path(), own) && !own) {
            entries.insert(name);
        }
    }
    return entries;
}

int marks_command(const Arguments& arguments, const SeasonConfig& config) {
    if (config.mark_games == 0 || config.baselines.empty()) {
        throw UserError(fmt::format(
            "{}: marks need matches against baselines; write 'baseline = PATH, …' and 'mark-games = 20'",
            config.path("season.ini")));
    }
    const Store store(config.database(), Store::Access::read);
    const Entrants entrants = config.read_announcement().entrants;
    const Marks marks = read_marks(
        store, config.mark_games, config.rest_after, entrants, entries_in(config.path("entries")));
    const std::string csv = marks_csv(marks, store, entrants);
    const std::string file = arguments.text("marks");
    if (file == "-" && arguments.has("json")) {
        throw UserError("--marks -: both CSV and JSON would be printed; name a file");
    }
    if (file == "-") {
        fmt::print("{}", csv);
        return exit_done;
    }
    write_if_changed(file, csv);
    const auto complete = std::count_if(
        marks.rows.begin(), marks.rows.end(), [](const Mark& mark) { return mark.points; });
    const auto accepted =
        std::count_if(marks.rows.begin(), marks.rows.end(), [&](const Mark& mark) {
            return mark.version && store.versions()[*mark.version].ai >= 0;
        });
    if (arguments.has("json")) {
        print_json(
            {{"marks", file},
             {"complete", static_cast<std::int64_t>(complete)},
             {"versions", static_cast<std::int64_t>(accepted)},
             {"entries", marks.rows.size()}});
    } else {
        fmt::print(
            "written: {}; all matches that count are played for {} of {}\n", file, complete,
            counted(static_cast<std::int64_t>(accepted), "version"));
    }
    constexpr int enough = 10;
    if (std::min(config.mark_games, static_cast<int>(config.fields.size())) < enough) {
        print_error(fmt::format(
            "note: matches on fewer than {} fields are too few to show that a version beats a "
            "baseline; set mark-games to 20 or more",
            enough));
    }
    return exit_done;
}

/// How far a season is: what is played, what waits, and with a cluster what it costs.
struct SeasonStatus {
    std::int64_t games = 0;      ///< stored
    std::int64_t on_cluster = 0; ///< in shards, and not stored
    std::int64_t waiting = 0;    ///< not given out, until every version has its minimum
    struct Job {
        std::int64_t shard = 0;
        std::int64_t games = 0;
        std::optional<ClusterJob> job; ///< none: the batch system doesn't have it
    };
    struct Check {
        ClusterCheck check;
        std::optional<ClusterJob> job;
    };
    std::vector<Job> jobs;
    std::vector<Check> checks;
    std::string problem; ///< the cluster doesn't answer
    ShardUse used;
    /// For the games on the cluster and those that wait; none before any game was joined.
    std::optional<double> core_hours_left;
    std::optional<double> hours_left;
    int at_once = 0; ///< jobs that the hours reckon with
};

/// How many shards are played at a time: those that run, where others wait for nodes; otherwise as
/// many as the season may submit.
int shards_at_once(const SeasonStatus& status, int shards) {
    const auto in_state = [&](ClusterJob::State state) {
        return static_cast<int>(std::ranges::count_if(
            status.jobs, [&](const auto& each) { return each.job && each.job->state == state; }));
    };
    const int running = in_state(ClusterJob::State::running);
    return in_state(ClusterJob::State::waiting) > 0 && running > 0 ? running : shards;
}

SeasonStatus read_status(const SeasonConfig& config) {
    constexpr double hour = 3600;
    const Store store(config.database(), Store::Access::read);
    SeasonStatus status;
    status.games = store.game_count();
    Queue queue = queue_of(config, store);
    const int games = store.tournament().games_per_match;
    // Jobs play on when the season has gone back to its own machine.
    if (config.engine == EngineKind::slurm || !HostShards(config).read().empty()) {
        Cluster cluster(config);
        std::map<std::int64_t, ClusterJob> jobs;
        try {
            for (const ClusterJob& job : cluster.slurm().jobs()) {
                jobs.emplace(job.shard, job);
            }
        } catch (const ClusterAway& problem) {
            status.problem = problem.what();
        }
        for (const Shard& shard : cluster.shards().read()) {
            SeasonStatus::Job own;
            own.shard = shard.number;
            for (const PlannedMatch& match : shard.matches) {
                const std::int64_t first = game_index(match.index, games, 0);
                const auto stored =
                    static_cast<std::int64_t>(store.games_between(first, first + games).size());
                own.games += games - stored;
                if (stored == 0) { // a stored one is counted
                    queue.count({match.field, match.group});
                }
            }
            if (const auto job = jobs.find(shard.number); job != jobs.end()) {
                own.job = job->second;
            }
            status.on_cluster += own.games;
            status.jobs.push_back(std::move(own));
        }
        for (ClusterCheck& check : cluster.checks()) {
            SeasonStatus::Check own{std::move(check), std::nullopt};
            if (const auto job = jobs.find(own.check.number); job != jobs.end()) {
                own.job = job->second;
            }
            status.checks.push_back(std::move(own));
        }
        status.used = cluster.shards().used();
    }
    status.waiting = queue.missing() * games;
    if (status.used.games > 0) {
        const double left = static_cast<double>(status.on_cluster + status.waiting) /
                            static_cast<double>(status.used.games);
        status.core_hours_left = left * status.used.core_seconds / hour;
        status.at_once = shards_at_once(status, config.cluster.shards);
        status.hours_left = left * status.used.seconds / hour / status.at_once;
    }
    return status;
}

std::string_view state_text(const std::optional<ClusterJob>& job, bool has_answer) {
    if (!job) {
        return has_answer ? "not in the queue" : "unknown";
    }
    switch (job->state) {
    case ClusterJob::State::running:
        return "running";
    case ClusterJob::State::held:
        return "held";
    case ClusterJob::State::waiting:
        break;
    }
    return "waiting";
}

int print_status_json(const SeasonConfig& config, const SeasonStatus& status) {
    constexpr double hour = 3600;
    Json jobs = Json::array();
    for (const SeasonStatus::Job& job : status.jobs) {
        jobs.push_back(
            {{"shard", job.shard},
             {"games", job.games},
             {"state", state_text(job.job, status.problem.empty())},
             {"id", job.job ? Json(job.job->id) : Json()},
             {"reason", job.job ? Json(job.job->reason) : Json()}});
    }
    Json checks = Json::array();
    for (const SeasonStatus::Check& check : status.checks) {
        checks.push_back(
            {{"check", check.check.number},
             {"entry", check.check.entry},
             {"version", check.check.version},
             {"state", state_text(check.job, status.problem.empty())},
             {"id", check.job ? Json(check.job->id) : Json()},
             {"reason", check.job ? Json(check.job->reason) : Json()}});
    }
    const auto number = [](const std::optional<double>& value) {
        return value ? Json(*value) : Json();
    };
    return print_json(
        {{"season", config.folder},
         {"engine", name_of(config.engine)},
         {"games", status.games},
         {"on_cluster", status.on_cluster},
         {"waiting", status.waiting},
         {"jobs", std::move(jobs)},
         {"problem", status.problem.empty() ? Json() : Json(status.problem)},
         {"core_hours_used", status.used.core_seconds / hour},
         {"core_hours_left", number(status.core_hours_left)},
         {"hours_left", number(status.hours_left)},
         {"checks", std::move(checks)}});
}

int status_command(const Arguments& arguments, const SeasonConfig& config) {
    constexpr double hour = 3600;
    const SeasonStatus status = read_status(config);
    if (arguments.has("json")) {
        return print_status_json(config, status);
    }
    fmt::print(
        "{}: {} stored, {} to be given out until every version has its minimum\n", config.folder,
        counted(status.games, "game"), counted(status.waiting, "game"));
    if (config.engine == EngineKind::local && status.jobs.empty()) {
        fmt::print("engine: local\n");
        return exit_done;
    }
    fmt::print(
        "engine: {}; {} on the cluster, in {}\n", name_of(config.engine),
        counted(status.on_cluster, "game"),
        counted(static_cast<std::int64_t>(status.jobs.size()), "shard"));
    if (!status.problem.empty()) {
        fmt::print("Slurm doesn't answer: {}\n", safe_text(status.problem));
    }
    const auto print_job = [&](const std::string& what, const std::optional<ClusterJob>& job) {
        const bool has_reason =
            job && job->state != ClusterJob::State::running && !job->reason.empty();
        fmt::print(
            "  {}{}{}{}\n", what, state_text(job, status.problem.empty()),
            job ? " as job " + job->id : "", has_reason ? ": " + printable(job->reason) : "");
    };
    for (const SeasonStatus::Check& each : status.checks) {
        print_job(fmt::format("check of {} {}: ", each.check.entry, each.check.version), each.job);
    }
    for (const SeasonStatus::Job& each : status.jobs) {
        print_job(fmt::format("shard {}: {}, ", each.shard, counted(each.games, "game")), each.job);
    }
    fmt::print("core-hours: {:.2f} used", status.used.core_seconds / hour);
    if (status.core_hours_left) {
        fmt::print(
            ", about {:.2f} to come, in about {} with {} at once", *status.core_hours_left,
            *status.hours_left < 2 ? fmt::format("{:.0f} min", std::ceil(60 * *status.hours_left))
                                   : fmt::format("{:.1f} hours", *status.hours_left),
            counted(status.at_once, "job"));
    }
    fmt::print("\n");
    return exit_done;
}

int stop_jobs_command(const Arguments& arguments, const SeasonConfig& config) {
    const Store store = open_store(config); // a season that runs would submit them again
    Cluster cluster(config);
    const bool has_none = config.engine == EngineKind::local && cluster.shards().read().empty() &&
                          cluster.checks().empty();
    std::size_t stopped = 0;
    try {
        const std::vector<ClusterJob> jobs =
            has_none ? std::vector<ClusterJob>() : cluster.slurm().jobs(); // Slurm may be missing
        stopped = jobs.size();
        cluster.slurm().cancel(jobs);
    } catch (const ClusterAway& problem) {
        throw EnvironmentError(fmt::format("--stop-jobs: {}; try again", problem.what()));
    }
    if (arguments.has("json")) {
        return print_json({{"stopped", stopped}});
    }
    fmt::print(
        "{} stopped; the next start of the season {}\n",
        counted(static_cast<std::int64_t>(stopped), "job"),
        config.engine == EngineKind::slurm ? "submits what is missing"
                                           : "collects what they have played");
    return exit_done;
}

/// What a season that isn't waiting for anything has come to.
void print_summary(const Results& store, const SeasonConfig& config, bool as_json) {
    std::int64_t handed_in = 0;
    std::int64_t accepted = 0;
    for (const StoredVersion& version : store.versions()) {
        handed_in += version.is_baseline ? 0 : 1;
        accepted += version.is_baseline || version.ai < 0 ? 0 : 1;
    }
    if (as_json) {
        print_json(
            {{"season", config.folder},
             {"games", store.game_count()},
             {"submitted", handed_in},
             {"accepted", accepted},
             {"baselines", config.baselines.size()},
             {"site", config.path("site/index.html")}});
        return;
    }
    fmt::print(
        "{}: {} of {} and {} so far; written: {}\n", config.folder,
        counted(store.game_count(), "game"), counted(accepted, "version"),
        counted(static_cast<std::int64_t>(config.baselines.size()), "baseline"),
        config.path("site/index.html"));
    // What couldn't be checked was told before.
    if (handed_in == 0 && Beneath(config.path("entries")).names(1).empty()) {
        print_error(fmt::format(
            "note: no version has been submitted; a version is a file or folder {}",
            config.path("entries/NAME/VERSION")));
    }
}

/// What can be refused without the fields: a first start generates them.
void check_calls(const Arguments& arguments) {
    const fs::path folder = fs::path(arguments.text("config")).parent_path();
    std::string_view first;
    for (const std::string_view call :
         {"final", "batch", "join", "marks", "status", "stop-jobs", "plan"}) {
        if (arguments.has(call) && !first.empty()) {
            throw UserError(fmt::format("--{} and --{} are two calls; choose one", first, call));
        }
        first = arguments.has(call) ? call : first;
        if (arguments.has(call) && !fs::exists(folder / "season.sqlite")) {
            throw UserError(fmt::format(
                "--{}: the season hasn't begun; run first: referee season {}", call,
                shell_word(folder.string())));
        }
    }
    if (arguments.has("final")) {
        read_top(arguments.text("final"));
    }
    final_format(arguments);
    check_plan_options(arguments);
    cores_of_jobs(arguments, {}, false, 1);
}

int run_season(const Arguments& arguments, const std::vector<std::string>& given) {
    if (arguments.has(
            "check-job")) { // on a node: what is said about this machine's cores is not for it
        check_copy(read_season(arguments), arguments.text("check-job"), allowed_cores());
        return exit_done;
    }
    check_calls(arguments);
    SeasonConfig config = read_season(arguments);
    if (const std::optional<int> seconds = in_tests(TestSeam::scan)) {
        config.scan_interval = std::chrono::seconds(*seconds);
    }
    config.read_announcement = [&] {
        return read_announcement(season_arguments(given, config.path("season.ini")));
    };
    if (arguments.has("final")) {
        return final_command(arguments, config);
    }
    if (arguments.has("batch")) {
        return batch_command(arguments, config);
    }
    if (arguments.has("join")) {
        return join_command(arguments, config);
    }
    if (arguments.has("marks")) {
        return marks_command(arguments, config);
    }
    if (arguments.has("status")) {
        return status_command(arguments, config);
    }
    if (arguments.has("plan")) {
        return plan_command(arguments, config);
    }
    if (arguments.has("stop-jobs")) {
        return stop_jobs_command(arguments, config);
    }
    const std::vector<std::vector<int>> jobs =
        cores_of_jobs(arguments, config.match, config.game->simultaneous, config.teams.seats());
    if (const std::string text = jobs_text(arguments, config.match, jobs.size()); !text.empty()) {
        print_error("note: " + text);
    }
    const int status = run_season(arguments, given, config, {jobs, processor_name()}, [&] {
        SiteConfig site{
            config.path("site"), config.title, config.publishes_errors, config.rest_after};
        // As it is now: an embargo may have come while games were played.
        site.announcement = config.read_announcement();
        site.now = static_cast<std::int64_t>(std::time(nullptr));
        publish_site(config.database(), site);
    });
    if (status != exit_done) {
        // A site of thousands of games takes long; the next start writes it.
        print_error(fmt::format(
            "interrupted by signal {}; the same command resumes, and writes the site",
            status - 128));
        return status;
    }
    print_summary(Store(config.database(), Store::Access::read), config, arguments.has("json"));
    return status;
}

} // namespace

int season_command(const std::vector<std::string>& given) {
    const std::string config = season_ini(given);
    return with_lines_of(
        config, given, [&] { return run_season(season_arguments(given, config), given); });
}

} // namespace referee
