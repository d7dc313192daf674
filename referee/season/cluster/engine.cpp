#include "season/cluster/engine.hpp"

#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "base/text.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace referee {

// A match is in one of these places: in the queue; in a shard; in the book. A shard is its folder:
// it is open as long as the folder is there, and everything else follows from the folder and from
// what the batch system says. So this process may end at any moment: the next one reads the
// folders, asks the batch system once, and knows which shards run, which have to be submitted, and
// which have ended and are to be stored.
//
// The numbers of matches are reserved in the book before a folder is written. A game of a shard is
// stored unless the book has it, so results may be read any number of times. A shard is submitted
// only after an answer of the batch system that doesn't have it: if a submission fails halfway, the
// next answer tells. Should one be played twice at once in spite of all, the lock of its database
// ends the second.
//
// A version waits in the intake, which knows it again from its files whenever the season starts; a
// check is a folder with a copy of it. A check that is there when a version comes whose entry, name
// and hash are the same is its check, whoever has begun it; one that nobody asks for goes. What a
// job has found counts once the season has taken the built copy out of the check's folder and
// stored the decision: if it is killed in between, the copy is missing, and the job runs again.

namespace {

/// As long as nothing is known about the games, a shard has so many matches.
constexpr std::int64_t first_matches = 16;
/// A shard has at most so many times the matches of the one before: the first ones may be of AIs
/// that crash at once.
constexpr std::int64_t max_growth = 4;
constexpr std::int64_t max_matches = 20'000;
/// A shard is divided if more jobs may run, but not into smaller parts than this one of it.
constexpr std::int64_t min_part = 8;
/// The batch system is asked once in so many looks at the entries.
constexpr std::int64_t looks = 3;
constexpr std::int64_t max_wait_ns = 600 * second_ns;
/// Runs that end with an error and without a new game before a shard is given up.
constexpr int max_failures = 3;
constexpr int max_unread = 3;
/// Jobs of a check that end without an answer, for whatever reason, before the organiser is asked.
constexpr int max_starts = 5;
/// Looks after which a check of an earlier process is removed that nobody has asked for.
constexpr int max_forgotten = 3;

/// The workers of this process play nothing.
class NoMatches : public Plan {
  public:
    NoMatches(const SeasonGames& games, std::int64_t size) : games_(games), size_(size) {}

    std::int64_t size() const override { return size_; }
    std::int64_t expected() const override { return games_.expected(); }
    bool depends_on_results() const override { return true; }
    Step next(PlannedMatch& /*match*/) override { return Step::wait; }

  private:
    const SeasonGames& games_;
    std::int64_t size_;
};

/// 1, 2, 4, … times `first`, at most ten minutes.
std::int64_t growing(std::int64_t first, int failures) {
    constexpr int max_doublings = 20;
    return std::min(max_wait_ns, first << std::min(failures, max_doublings));
}

/// As std::erase_if(), but `is_gone` may change the values.
template <typename Value, typename Condition>
void remove_where(std::map<std::int64_t, Value>& values, const Condition& is_gone) {
    for (auto at = values.begin(); at != values.end();) {
        at = is_gone(at->first, at->second) ? values.erase(at) : std::next(at);
    }
}

/// Stores whole matches only: one that a job began on one kind of node and can't finish there is
/// played anew on another kind. Calls `stored` for each new game.
void store_whole_matches(
    const ClusterStorage& storage, ShardFolders& folders, const Shard& shard, ShardResults& results,
    const std::function<void(const GameOutcome&)>& stored) {
    std::sort(
        results.games.begin(), results.games.end(),
        [](const GameOutcome& one, const GameOutcome& other) { return one.index < other.index; });
    const int games = storage.book.tournament().games_per_match;
    std::map<std::int64_t, int> played; // by match
    for (const GameOutcome& game : results.games) {
        ++played[game.match];
    }
    for (GameOutcome& game : results.games) {
        if (played[game.match] < games ||
            !storage.games.games_between(game.index, game.index + 1).empty()) {
            continue;
        }
        folders.take_record(shard, game);
        storage.games.add(game);
        stored(game);
    }
    for (const StoredMachine& machine : results.machines) {
        storage.add_machine(machine);
    }
}

} // namespace

CollectedShards
collect_shards(const ClusterStorage& storage, ShardFolders& folders, BatchSystem& batch_system) {
    CollectedShards collected;
    const std::vector<Shard> shards = folders.read();
    if (shards.empty()) {
        return collected;
    }
    std::set<std::int64_t> running;
    bool has_answer = true;
    try {
        for (const ClusterJob& job : batch_system.jobs()) {
            running.insert(job.shard);
        }
    } catch (const ClusterAway&) {
        has_answer = false;
    }
    for (const Shard& shard : shards) {
        const bool has_ended =
            has_answer ? !running.contains(shard.number) : folders.is_complete(shard.number);
        if (!has_ended) {
            collected.left.push_back(shard.number);
            continue;
        }
        try {
            ShardResults results = folders.results(shard, storage.book);
            store_whole_matches(
                storage, folders, shard, results, [&](const GameOutcome&) { ++collected.games; });
            folders.remove(shard);
        } catch (const UserError&) { // damaged; with 'engine = slurm' the season sets it aside
            collected.left.push_back(shard.number);
        } catch (const EnvironmentError&) { // a job of a lost node still writes
            collected.left.push_back(shard.number);
        }
    }
    return collected;
}

ClusterEngine::ClusterEngine(
    const SeasonConfig& config, const ClusterStorage& storage, SeasonClock& clock, SeasonLog& log,
    ShardFolders& folders, CheckFolders& check_folders, BatchSystem& batch_system)
    : config_(config), storage_(storage), clock_(clock), log_(log), folders_(folders),
      check_folders_(check_folders), batch_system_(batch_system) {}

/// Whether the batch system has the shards that are there, is asked at the first look.
void ClusterEngine::begin(SeasonGames& games, Intake& intake) {
    games_ = &games;
    intake_ = &intake;
    for (Shard& shard : folders_.read()) {
        for (const PlannedMatch& match : shard.matches) {
            games.resume(match);
        }
        const std::int64_t number = shard.number;
        OpenShard open;
        open.shard = std::move(shard);
        open.is_submitted = true;
        shards_.emplace(number, std::move(open));
    }
    for (ClusterCheck& check : check_folders_.read_checks()) {
        const std::int64_t number = check.number;
        OpenCheck open;
        open.check = std::move(check);
        open.is_submitted = true;
        checks_.emplace(number, std::move(open));
    }
}

std::unique_ptr<Plan> ClusterEngine::plan() {
    return std::make_unique<NoMatches>(*games_, config_.head.matches);
}

void ClusterEngine::attend() {
    if (now() < look_ns_) {
        take_answers();
        if (may_begin_checks()) { // their authors needn't wait for the next look
            begin_checks();
            submit();
        }
        return;
    }
    look_ns_ = now() + looks * config_.scan_interval.count() * second_ns;
    if (!look()) {
        look_ns_ = asking_.until_ns;
        return;
    }
    is_first_look_ = false;
    games_->refresh(); // with what has just been stored
    const auto is_submitted = [](const auto& open) { return open.second.is_submitted; };
    if (std::all_of(shards_.begin(), shards_.end(), is_submitted) &&
        std::all_of(checks_.begin(), checks_.end(), is_submitted)) {
        // Perhaps only the answer to a submission was lost.
        end_trouble(submitting_, "the cluster takes jobs again");
    }
    begin_checks();
    forget_checks();
    fill();
    submit();
}

/// Asks the batch system, and stores what has ended. False if it doesn't answer: then only shards
/// are stored whose jobs have said that they are complete.
bool ClusterEngine::look() {
    std::map<std::int64_t, ClusterJob> jobs;
    bool has_answer = true;
    try {
        for (ClusterJob& job : batch_system_.jobs()) {
            const std::int64_t number = job.shard;
            jobs.insert_or_assign(number, std::move(job));
        }
        end_trouble(asking_, "the cluster answers again");
    } catch (const ClusterAway& problem) {
        has_answer = false;
        begin_trouble(asking_, "the cluster doesn't answer", problem.what());
    }
    take_answers(); // what isn't in the queue any more has answered, or won't
    std::vector<std::int64_t> ended;
    for (auto& [number, open] : shards_) {
        if (has_job(number, open, fmt::format("shard {}", number), jobs)) {
            continue;
        }
        if (has_answer ? open.is_submitted : folders_.is_complete(number)) {
            ended.push_back(number);
        }
    }
    for (const std::int64_t number : ended) {
        if (take_results(shards_.at(number))) {
            shards_.erase(number);
        }
    }
    remove_where(checks_, [&](std::int64_t number, OpenCheck& open) {
        const ClusterCheck& check = open.check;
        open.id.clear();
        const std::string what = fmt::format("the check of {} {}", check.entry, check.version);
        if (has_job(number, open, what, jobs)) {
            open.id = jobs.at(number).id;
            return false;
        }
        return has_answer && open.is_submitted && end_check(open);
    });
    return has_answer;
}

/// True if the batch system has a job for it. Says once if it is held.
bool ClusterEngine::has_job(
    std::int64_t number, OpenJob& open, const std::string& what,
    const std::map<std::int64_t, ClusterJob>& jobs) {
    const auto job = jobs.find(number);
    if (job == jobs.end()) {
        return false;
    }
    open.is_submitted = true;
    open.state = job->second.state;
    if (open.state == ClusterJob::State::held) {
        log_.line_once(
            "", fmt::format(
                    "job {} with {} is held ({}); it waits until you release or cancel it",
                    job->second.id, what, printable(job->second.reason)));
    }
    return true;
}

/// What the jobs of checks have found. A job that has answered may still be ending.
void ClusterEngine::take_answers() {
    remove_where(checks_, [&](std::int64_t number, OpenCheck& open) {
        if (!open.checker) {
            return false;
        }
        const std::optional<std::string> answer = check_folders_.answer(number);
        if (!answer) {
            return false;
        }
        intake_->checked(*open.checker, *answer);
        check_folders_.remove_check(number);
        return true;
    });
}

/// The job of a check has ended without an answer. True if the check is gone.
bool ClusterEngine::end_check(OpenCheck& open) {
    open.is_submitted = false;
    if (!open.checker) {
        return false; // its answer is read, or it is submitted again, when somebody asks for it
    }
    const std::int64_t number = open.check.number;
    const ShardRuns runs = check_folders_.runs(number);
    const std::string why = runs.why.empty() ? "its job ended without a result" : runs.why;
    ++open.starts;
    open.failures += runs.has_failed ? 1 : 0;
    if (open.failures >= max_failures || open.starts >= max_starts) {
        intake_->check_failed(*open.checker, fmt::format("on the cluster: {}", why));
        check_folders_.remove_check(number);
        return true;
    }
    log_.line_once(
        open.check.entry, fmt::format(
                              "{} {}: its check on the cluster has ended without a result ({}); it "
                              "is submitted again",
                              open.check.entry, open.check.version, why));
    open.submit_ns = wait_ns(open);
    return false;
}

std::int64_t ClusterEngine::due_ns() const {
    return may_begin_checks() ? now() : look_ns_;
}

std::size_t ClusterEngine::checks() const {
    return static_cast<std::size_t>(
        std::count_if(checks_.begin(), checks_.end(), [](const auto& entry) {
            return entry.second.checker.has_value();
        }));
}

std::size_t ClusterEngine::max_checks() const {
    return static_cast<std::size_t>(std::max(1, config_.cluster.shards / 2));
}

/// True if something can be handed over between two looks. After a submission that failed, a look
/// must tell first what was taken.
bool ClusterEngine::may_begin_checks() const {
    return !is_first_look_ && asking_.count == 0 && submitting_.count == 0 &&
           checks() < max_checks() && intake_->ready() > 0;
}

/// Versions that wait are copied and handed over: at most half as many as there may be shards, and
/// beside those, so that no author waits for games.
void ClusterEngine::begin_checks() {
    while (checks() < max_checks() && intake_->ready() > 0) {
        const std::size_t checker = next_checker_++;
        const std::optional<Arrival> arrival = intake_->begin_check(checker);
        if (!arrival) {
            break;
        }
        const HandedIn& version = arrival->entry;
        const auto known = std::find_if(checks_.begin(), checks_.end(), [&](const auto& entry) {
            const OpenCheck& open = entry.second;
            return !open.checker && open.check.entry == version.entry &&
                   open.check.version == version.version && open.check.sha256 == arrival->sha256;
        });
        if (known != checks_.end()) {
            known->second.checker = checker;
            known->second.submit_ns = now();
            continue;
        }
        const std::int64_t number = folders_.next_number();
        try {
            const Admission copied = check_folders_.write(number, {*arrival, intake_->calendar()});
            if (copied.draft.empty()) {
                intake_->checked(checker, text_of(copied));
                continue;
            }
            OpenCheck open;
            open.check = {number, version.entry, version.version, copied.sha256, copied.read_ns};
            open.checker = checker;
            open.submit_ns = now();
            checks_.emplace(number, std::move(open));
        } catch (const EnvironmentError& problem) {
            if (!file_without_room(problem).empty()) {
                throw;
            }
            intake_->check_failed(checker, problem.what());
        } catch (const InternalError& problem) {
            intake_->check_failed(checker, problem.what());
        }
    }
    take_answers(); // of those that were begun by an earlier process
}

/// Checks of an earlier process whose versions aren't there any more, or are decided.
void ClusterEngine::forget_checks() {
    remove_where(checks_, [&](std::int64_t number, OpenCheck& open) {
        if (open.checker || ++open.forgotten < max_forgotten) {
            return false;
        }
        if (!open.id.empty()) {
            try {
                batch_system_.cancel({{number, open.id}});
            } catch (const ClusterAway&) {
                return false; // at the next look
            }
        }
        check_folders_.remove_check(number);
        return true;
    });
}

std::int64_t ClusterEngine::wait_ns(const OpenJob& open) const {
    return open.starts < 2
               ? now()
               : now() +
                     growing(looks * config_.scan_interval.count() * second_ns, open.starts - 2);
}

/// Stores the games of a shard whose job has ended. True if the shard is gone: it was complete, or
/// it was given up.
bool ClusterEngine::take_results(OpenShard& open) {
    const std::int64_t number = open.shard.number;
    ShardResults results;
    try {
        results = folders_.results(open.shard, storage_.book);
    } catch (const UserError& problem) {
        if (++open.unread < max_unread) { // a file server may need a moment
            log_.line(fmt::format("shard {} can't be read now: {}", number, problem.what()));
            return false;
        }
        give_up(open, problem.what());
        return true;
    } catch (const InternalError& problem) {
        if (!may_pass(problem)) {
            throw;
        }
        log_.line_once("", fmt::format("shard {} can't be read now: {}", number, problem.what()));
        return false;
    }
    open.unread = 0;
    const bool has_progress = store(open, results);
    std::int64_t missing = 0;
    const int games = storage_.book.tournament().games_per_match;
    for (const PlannedMatch& match : open.shard.matches) {
        const std::int64_t first = game_index(match.index, games, 0);
        const auto stored =
            static_cast<std::int64_t>(storage_.games.games_between(first, first + games).size());
        missing += games - stored;
        if (stored == games) {
            games_->finished(match.index);
        }
    }
    if (missing == 0) {
        folders_.remove(open.shard);
        return true;
    }
    const ShardRuns runs = folders_.runs(number);
    open.starts = has_progress ? 0 : open.starts + 1;
    open.failures = has_progress ? 0 : open.failures + (runs.has_failed ? 1 : 0);
    if (open.failures >= max_failures) {
        give_up(open, runs.why.empty() ? "its job fails" : runs.why);
        return true;
    }
    if (folders_.is_complete(number)) {
        give_up(
            open, fmt::format("its job has ended, but {} are missing", counted(missing, "game")));
        return true;
    }
    if (!is_first_look_) {
        log_.line(fmt::format(
            "the job of shard {} has ended before {} of its games{}; it is submitted again", number,
            missing, runs.why.empty() ? "" : " (" + runs.why + ")"));
    }
    open.is_submitted = false;
    open.submit_ns = wait_ns(open);
    return false;
}

/// True if there was a new game.
bool ClusterEngine::store(OpenShard& open, ShardResults& results) {
    const bool has_progress = results.games.size() > open.games;
    open.games = results.games.size();
    store_whole_matches(storage_, folders_, open.shard, results, [&](const GameOutcome& game) {
        games_->stored(game);
        log_.joined();
    });
    return has_progress;
}

/// The shard's matches go back to the queue. If its log names one of their AIs, that one is the
/// cause, as far as is known.
void ClusterEngine::give_up(OpenShard& open, const std::string& why) {
    const std::string kept = folders_.set_aside(open.shard);
    log_.line(fmt::format(
        "shard {} can't be played: {}; its files are in {}, and its matches are given out again",
        open.shard.number, why, kept));
    const int games = storage_.book.tournament().games_per_match;
    const PlannedMatch* suspect = nullptr;
    std::string name;
    for (const PlannedMatch& match : open.shard.matches) {
        const std::int64_t first = game_index(match.index, games, 0);
        if (static_cast<int>(storage_.games.games_between(first, first + games).size()) == games) {
            continue;
        }
        suspect = suspect == nullptr ? &match : suspect;
        for (const int ai : match.group) {
            const std::string& own = storage_.book.ais()[static_cast<std::size_t>(ai)].name;
            if (name.empty() && why.find(own) != std::string::npos) {
                suspect = &match;
                name = own;
            }
        }
        games_->give_back(match.index);
    }
    if (suspect == nullptr) {
        return;
    }
    GameToPlay game;
    game.index = game_index(suspect->index, games, 0);
    game.match = suspect->index;
    game.field = suspect->field;
    std::copy(suspect->group.begin(), suspect->group.end(), game.ais.begin());
    WorkerFailure failure;
    failure.why = why;
    failure.contestant = name;
    games_->failed({&game, 1}, failure);
}

std::int64_t ClusterEngine::matches_in_shard() const {
    const ShardUse last = folders_.last_used();
    if (last.matches == 0 || last.seconds <= 0) {
        return first_matches;
    }
    const double target = static_cast<double>(config_.cluster.shard_time.count()) /
                          (last.seconds / static_cast<double>(last.matches));
    const std::int64_t max =
        std::min(max_matches, max_growth * std::max(last.matches, first_matches));
    return target >= static_cast<double>(max)
               ? max
               : std::max<std::int64_t>(1, static_cast<std::int64_t>(target));
}

/// Makes new shards, as many as there may be. The matches that are known are divided among them, so
/// that a few of them don't wait for one another in one job while others could run.
void ClusterEngine::fill() {
    const auto max = static_cast<std::size_t>(config_.cluster.shards);
    if (submitting_.count > 0 || shards_.size() >= max) {
        return;
    }
    const auto free = static_cast<std::int64_t>(max - shards_.size());
    const std::int64_t full = matches_in_shard();
    std::vector<PlannedMatch> matches;
    PlannedMatch match;
    while (static_cast<std::int64_t>(matches.size()) < free * full && games_->next(match)) {
        matches.push_back(match);
    }
    if (matches.empty()) {
        return;
    }
    const auto all = static_cast<std::int64_t>(matches.size());
    const std::int64_t parts =
        std::clamp<std::int64_t>(all / std::max<std::int64_t>(1, full / min_part), 1, free);
    const std::int64_t next = storage_.book.next_match();
    std::int64_t end = next;
    for (const PlannedMatch& each : matches) {
        end = std::max(end, each.index + 1);
    }
    if (end > next) {
        // No tournament has such a schedule, so nobody can join one of these shards by hand.
        storage_.book.add_batch(
            {fmt::format("shards from {}", folders_.next_number()), next, end - next});
    }
    for (std::int64_t part = 0; part < parts; ++part) {
        OpenShard open;
        open.shard.number = folders_.next_number();
        open.shard.matches.assign(
            matches.begin() + part * all / parts, matches.begin() + (part + 1) * all / parts);
        open.submit_ns = now();
        folders_.write(open.shard, storage_.book);
        const std::int64_t number = open.shard.number;
        shards_.emplace(number, std::move(open));
    }
}

void ClusterEngine::submit() {
    std::vector<std::int64_t> due;
    for (const auto& [number, open] : shards_) {
        if (!open.is_submitted && open.submit_ns <= now()) {
            due.push_back(number);
        }
    }
    for (const auto& [number, open] : checks_) {
        if (open.checker && !open.is_submitted && open.submit_ns <= now()) {
            due.push_back(number);
        }
    }
    if (due.empty() || submitting_.until_ns > now()) {
        return;
    }
    try {
        batch_system_.submit(due);
    } catch (const ClusterAway& problem) {
        begin_trouble(submitting_, "the cluster takes no jobs", problem.what());
        return;
    }
    for (const std::int64_t number : due) {
        const auto shard = shards_.find(number);
        OpenJob& open =
            shard != shards_.end() ? static_cast<OpenJob&>(shard->second) : checks_.at(number);
        open.is_submitted = true;
        open.state = ClusterJob::State::waiting;
    }
    end_trouble(submitting_, "the cluster takes jobs again");
}

void ClusterEngine::begin_trouble(
    Trouble& trouble, const std::string& what, const std::string& why) {
    if (trouble.count == 0) {
        log_.line(fmt::format(
            "{}: {}; the season tries again, at growing intervals of up to ten minutes", what,
            safe_text(why)));
    }
    trouble.until_ns =
        now() + growing(looks * config_.scan_interval.count() * second_ns, trouble.count);
    ++trouble.count;
}

void ClusterEngine::end_trouble(Trouble& trouble, const std::string& what) {
    if (trouble.count > 0) {
        log_.line(what);
    }
    trouble = {};
}

std::string ClusterEngine::status() const {
    if (asking_.count > 0) {
        return "the cluster doesn't answer";
    }
    std::int64_t matches = 0;
    std::int64_t running = 0;
    std::int64_t waiting = 0;
    for (const auto& [number, open] : shards_) {
        matches += static_cast<std::int64_t>(open.shard.matches.size());
        const bool runs = open.is_submitted && open.state == ClusterJob::State::running;
        ++(runs ? running : waiting);
    }
    const std::int64_t games = matches * storage_.book.tournament().games_per_match;
    return games == 0 ? ""
                      : fmt::format(
                            "{} on the cluster; jobs: {} running, {} waiting",
                            counted(games, "game"), running, waiting);
}

} // namespace referee
