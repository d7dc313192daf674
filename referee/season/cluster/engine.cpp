#include "season/cluster/engine.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <optional>
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

} // namespace

ClusterEngine::ClusterEngine(
    const SeasonConfig& config, const Storage& storage, SeasonClock& clock, SeasonLog& log,
    ShardFolders& folders, BatchSystem& batch_system)
    : config_(config), storage_(storage), clock_(clock), log_(log), folders_(folders),
      batch_system_(batch_system) {}

/// Whether the batch system has the shards that are there, is asked at the first look.
void ClusterEngine::begin(SeasonGames& games) {
    games_ = &games;
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
}

std::unique_ptr<Plan> ClusterEngine::plan() {
    return std::make_unique<NoMatches>(*games_, config_.head.matches);
}

void ClusterEngine::attend() {
    if (now() < look_ns_) {
        return;
    }
    look_ns_ = now() + looks * config_.scan_interval.count() * second_ns;
    if (!look()) {
        look_ns_ = asking_.until_ns;
        return;
    }
    is_first_look_ = false;
    games_->refresh(); // with what has just been stored
    if (std::all_of(shards_.begin(), shards_.end(), [](const auto& shard) {
            return shard.second.is_submitted;
        })) { // perhaps only the answer to a submission was lost
        end_trouble(submitting_, "the cluster takes jobs again");
    }
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
    std::vector<std::int64_t> ended;
    for (auto& [number, open] : shards_) {
        const auto job = jobs.find(number);
        if (job != jobs.end()) {
            open.is_submitted = true;
            open.state = job->second.state;
            if (open.state == ClusterJob::State::held) {
                log_.line_once(
                    "",
                    fmt::format(
                        "job {} with shard {} is held ({}); its games wait until you release or "
                        "cancel it",
                        job->second.id, number, printable(job->second.reason)));
            }
        } else if (has_answer ? open.is_submitted : folders_.is_complete(number)) {
            ended.push_back(number);
        }
    }
    for (const std::int64_t number : ended) {
        if (take_results(shards_.at(number))) {
            shards_.erase(number);
        }
    }
    return has_answer;
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
    open.submit_ns =
        open.starts < 2
            ? now()
            : now() + growing(looks * config_.scan_interval.count() * second_ns, open.starts - 2);
    return false;
}

/// True if there was a new game.
bool ClusterEngine::store(const OpenShard& open, ShardResults& results) {
    std::sort(
        results.games.begin(), results.games.end(),
        [](const GameOutcome& one, const GameOutcome& other) { return one.index < other.index; });
    bool has_progress = false;
    for (GameOutcome& game : results.games) {
        if (!storage_.games.games_between(game.index, game.index + 1).empty()) {
            continue;
        }
        folders_.take_record(open.shard, game);
        storage_.games.add(game);
        games_->stored(game);
        log_.joined();
        has_progress = true;
    }
    for (const StoredMachine& machine : results.machines) {
        storage_.add_machine(machine);
    }
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
        shards_.at(number).is_submitted = true;
        shards_.at(number).state = ClusterJob::State::waiting;
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
