#include "support/season/fake_cluster.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace tests {

using namespace referee;

void FakeCluster::play(std::int64_t shard, std::size_t games) {
    Folder& folder = folders.at(shard);
    folder.played = std::min(games_of(folder), folder.played + games);
}

void FakeCluster::finish(std::int64_t number, CheckEnd verdict) {
    queue.erase(number);
    if (const auto found = checks.find(number); found != checks.end()) {
        Check& own = found->second;
        Admission admission;
        admission.sha256 = own.check.sha256;
        admission.read_ns = own.check.read_ns;
        admission.is_accepted = verdict == CheckEnd::accept;
        admission.text = "a game against the reference AI";
        if (admission.is_accepted) {
            own.draft = admission.draft =
                fmt::format("/cup/cluster/{}/{}.part", number, own.check.version);
            folder_.drafts[own.draft] = own.content;
        }
        own.answer = text_of(admission);
        return;
    }
    Folder& folder = folders.at(number);
    folder.played = games_of(folder);
    folder.is_complete = true;
    folder.runs = {};
}

void FakeCluster::end_checks() {
    for (auto& [number, check] : checks) {
        if (queue.contains(number)) {
            finish(number);
        }
    }
}

void FakeCluster::fail(std::int64_t number, const std::string& why) {
    (folders.contains(number) ? folders.at(number).runs : checks.at(number).runs) = {true, why};
    queue.erase(number);
}

std::vector<ClusterCheck> FakeCluster::read_checks() {
    may_fail("read the checks");
    std::vector<ClusterCheck> all;
    for (const auto& [number, check] : checks) {
        all.push_back(check.check);
    }
    return all;
}

Admission FakeCluster::write(std::int64_t number, const CheckJob& job) {
    may_fail("write a check");
    if (number < next_number_ || has(number)) {
        throw std::logic_error(fmt::format("check {} can't be written", number));
    }
    const HandedIn& entry = job.arrival.entry;
    Admission copied;
    const Upload* const upload = folder_.upload(entry.entry, entry.version);
    if (upload == nullptr || upload->is_closed) {
        copied.text = "it can't be read";
        return copied;
    }
    copied.sha256 = upload->content;
    copied.read_ns = job.arrival.read_ns;
    copied.draft = "copy";
    checks[number] = {
        {number, entry.entry, entry.version, copied.sha256, copied.read_ns}, upload->content};
    next_number_ = number + 1;
    return copied;
}

std::optional<std::string> FakeCluster::answer(std::int64_t number) {
    may_fail("read an answer");
    Check& own = checks.at(number);
    if (own.answer.empty()) {
        return std::nullopt;
    }
    if (!own.draft.empty() && !folder_.drafts.contains(own.draft)) {
        own.answer.clear(); // a season that was killed has taken it
        own.draft.clear();
        return std::nullopt;
    }
    return own.answer;
}

void FakeCluster::remove_check(std::int64_t number) {
    may_fail("remove a check");
    folder_.drafts.erase(checks.at(number).draft);
    checks.erase(number);
}

void FakeCluster::submit(const std::vector<std::int64_t>& shards) {
    may_fail("submit");
    if (is_away || refuses) {
        throw ClusterAway("sbatch: it doesn't work");
    }
    for (const std::int64_t shard : shards) {
        if (queue.contains(shard)) {
            throw std::logic_error(fmt::format("shard {} is submitted twice", shard));
        }
        if (!has(shard)) {
            throw std::logic_error(fmt::format("shard {} has no folder", shard));
        }
        submitted.push_back(shard);
        queue[shard] = {shard, fmt::format("7_{}", shard), ClusterJob::State::waiting, "Resources"};
        may_fail("submit the next one");
    }
    if (loses_answer) {
        throw ClusterAway("sbatch: Socket timed out");
    }
}

std::vector<ClusterJob> FakeCluster::jobs() {
    may_fail("ask");
    ++asked;
    if (is_away) {
        throw ClusterAway("squeue: Unable to contact slurm controller");
    }
    std::vector<ClusterJob> all;
    for (const auto& [shard, job] : queue) {
        all.push_back(job);
    }
    return all;
}

void FakeCluster::cancel(const std::vector<ClusterJob>& jobs) {
    for (const ClusterJob& job : jobs) {
        queue.erase(job.shard);
    }
}

std::vector<Shard> FakeCluster::read() {
    may_fail("read the folders");
    std::vector<Shard> shards;
    for (const auto& [number, folder] : folders) {
        shards.push_back(folder.shard);
    }
    return shards;
}

void FakeCluster::write(const Shard& shard, const Results& /*results*/) {
    may_fail("write a shard");
    if (shard.matches.empty() || shard.number < next_number_) {
        throw std::logic_error(fmt::format("shard {} can't be written", shard.number));
    }
    folders[shard.number].shard = shard;
    next_number_ = shard.number + 1;
}

ShardResults FakeCluster::results(const Shard& shard, const Results& /*results*/) {
    may_fail("read results");
    const Folder& folder = folders.at(shard.number);
    if (queue.contains(shard.number) && !folder.is_complete) {
        throw std::logic_error(fmt::format("shard {} is read while it may run", shard.number));
    }
    if (folder.is_damaged) {
        throw UserError("games.sqlite: it is damaged");
    }
    ShardResults found;
    for (std::size_t i = 0; i < folder.played; ++i) {
        const auto games = static_cast<std::size_t>(games_per_match_);
        const PlannedMatch& match = shard.matches.at(i / games);
        GameOutcome game;
        game.match = match.index;
        game.index = game_index(match.index, games_per_match_, static_cast<int>(i % games));
        game.field = match.field;
        for (std::size_t seat = 0; seat < match.group.size(); ++seat) {
            SeatOutcome own;
            // As rotations go: the second game of a match has the other order.
            own.ai = match.group[(seat + i % games) % match.group.size()];
            own.rank = loser(game.index) == static_cast<int>(seat) + 1 ? 2 : 1;
            own.share = own.rank == 1 ? 1 : 0;
            own.points = own.share;
            game.seats.push_back(own);
        }
        found.games.push_back(std::move(game));
    }
    std::reverse(found.games.begin(), found.games.end()); // in any order
    return found;
}

void FakeCluster::note_use(std::int64_t shard) {
    const Folder& folder = folders.at(shard);
    ShardUse use;
    use.matches = static_cast<std::int64_t>(folder.shard.matches.size());
    use.games = static_cast<std::int64_t>(folder.played);
    use.seconds = seconds_per_match * static_cast<double>(use.matches);
    use.core_seconds = use.seconds;
    used_ += use;
    last_used_ = use;
}

void FakeCluster::remove(const Shard& shard) {
    may_fail("remove a shard");
    note_use(shard.number);
    folders.erase(shard.number);
}

std::string FakeCluster::set_aside(const Shard& shard) {
    may_fail("set a shard aside");
    note_use(shard.number);
    aside[shard.number] = folders.at(shard.number);
    folders.erase(shard.number);
    return fmt::format("failed/{}", shard.number);
}

ClusterRun::ClusterRun(SeasonWorld& world, FakeCluster& cluster, bool once)
    : world_(world), cluster_(cluster),
      engine_(
          world.config, {world.book, world.book, [](const StoredMachine&) {}}, world.clock,
          world.log, cluster, cluster, cluster) {
    world.engine = &engine_;
    run_.emplace(world, once);
}

void ClusterRun::step() {
    world_.pass(31);
    run_->look();
    if (cluster_.checks_at_once) {
        cluster_.end_checks();
    }
    for (std::size_t worker = 0; worker < world_.workers.all.size(); ++worker) {
        const FakeWorker& own = world_.workers.all[worker];
        if (own.game || (own.job && std::holds_alternative<CheckJob>(*own.job))) {
            throw std::logic_error("a worker of the season plays a game or checks a version");
        }
        if (own.job) {
            run_->end_job(worker, "");
        }
    }
}

void ClusterRun::settle() {
    constexpr int max_steps = 500;
    constexpr int quiet_steps = 25; // a pause of an AI, and the longest wait, are ten minutes
    int quiet = 0;
    for (int i = 0; i < max_steps; ++i) {
        step();
        const std::map<std::int64_t, ClusterJob> jobs = cluster_.queue;
        for (const auto& [shard, job] : jobs) {
            if (cluster_.has(shard)) {
                cluster_.finish(shard);
            } else {
                cluster_.lose(shard);
            }
        }
        quiet = jobs.empty() && cluster_.folders.empty() && cluster_.checks.empty() ? quiet + 1 : 0;
        if (quiet == quiet_steps) {
            return;
        }
    }
    throw std::runtime_error("the cluster never comes to rest");
}

} // namespace tests
