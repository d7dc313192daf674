#pragma once

/// A cluster without nodes: a batch system and the folders of shards as plain values. A test starts
/// jobs, plays games in them, and loses, kills, holds or requeues them.

#include "season/cluster/batch_system.hpp"
#include "season/cluster/checks.hpp"
#include "season/cluster/engine.hpp"
#include "season/cluster/shards.hpp"
#include "support/season/season_world.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tests {

class FakeCluster final : public referee::BatchSystem,
                          public referee::ShardFolders,
                          public referee::CheckFolders {
  public:
    /// What lies in a check's folder.
    struct Check {
        referee::ClusterCheck check;
        std::string content; ///< of the copy
        std::string answer{};
        std::string draft{}; ///< of an answer that accepts
        referee::ShardRuns runs{};
    };

    /// What lies in a shard's folder.
    struct Folder {
        referee::Shard shard;
        std::size_t played = 0; ///< games, in the order of the shard
        bool is_complete = false;
        bool is_damaged = false;
        referee::ShardRuns runs;
    };

    /// `folder`: of the season, whose versions are copied.
    explicit FakeCluster(FakeSeasonFolder& folder, int games_per_match = 2)
        : folder_(folder), games_per_match_(games_per_match) {}

    std::map<std::int64_t, Folder> folders;
    std::map<std::int64_t, Check> checks;
    std::map<std::int64_t, referee::ClusterJob> queue;
    std::vector<std::int64_t> submitted; ///< every shard, each time
    std::map<std::int64_t, Folder> aside;
    bool is_away = false;
    bool refuses = false;      ///< sbatch fails
    bool loses_answer = false; ///< sbatch takes the jobs, and fails
    int asked = 0;
    double seconds_per_match = 60;
    bool checks_at_once = true; ///< the jobs of checks end well as soon as they are submitted
    /// The seat that loses a game of the season, from 1.
    std::function<int(std::int64_t game)> loser = [](std::int64_t game) {
        return 1 + static_cast<int>(game % 2);
    };
    /// Called before everything that changes or reads something; may throw.
    std::function<void(const std::string& call)> may_fail = [](const std::string&) {};

    // What happens on the cluster.

    std::size_t games_of(const Folder& folder) const {
        return folder.shard.matches.size() * static_cast<std::size_t>(games_per_match_);
    }
    void start(std::int64_t shard) { queue.at(shard).state = referee::ClusterJob::State::running; }
    /// Plays so many games more.
    void play(std::int64_t shard, std::size_t games);
    /// Its job runs on another kind of node: unfinished matches begin anew.
    void play_anew(std::int64_t shard) {
        Folder& folder = folders.at(shard);
        folder.played -= folder.played % static_cast<std::size_t>(games_per_match_);
    }
    /// The job ends by itself when all games are played, or the version is checked.
    void finish(std::int64_t number, CheckEnd verdict = CheckEnd::accept);
    /// Ends all checks well, and starts no shard.
    void end_checks();
    bool has(std::int64_t number) const {
        return folders.contains(number) || checks.contains(number);
    }
    /// The job is gone: its node failed, somebody cancelled it, its time was up.
    void lose(std::int64_t shard) { queue.erase(shard); }
    /// The referee in the job ends with an error.
    void fail(std::int64_t shard, const std::string& why);

    // As the engine sees it.

    void submit(const std::vector<std::int64_t>& shards) override;
    std::vector<referee::ClusterJob> jobs() override;
    void cancel(const std::vector<referee::ClusterJob>& jobs) override;

    std::vector<referee::ClusterCheck> read_checks() override;
    referee::Admission write(std::int64_t number, const referee::CheckJob& job) override;
    std::optional<std::string> answer(std::int64_t number) override;
    void remove_check(std::int64_t number) override;

    std::vector<referee::Shard> read() override;
    std::int64_t next_number() override { return next_number_; }
    void write(const referee::Shard& shard, const referee::Results& results) override;
    bool is_complete(std::int64_t shard) override { return folders.at(shard).is_complete; }
    referee::ShardResults
    results(const referee::Shard& shard, const referee::Results& results) override;
    void take_record(const referee::Shard&, referee::GameOutcome&) override {
        may_fail("take a record");
    }
    referee::ShardRuns runs(std::int64_t number) override {
        return folders.contains(number) ? folders.at(number).runs : checks.at(number).runs;
    }
    void remove(const referee::Shard& shard) override;
    std::string set_aside(const referee::Shard& shard) override;
    referee::ShardUse used() override { return used_; }
    referee::ShardUse last_used() override { return last_used_; }

  private:
    void note_use(std::int64_t shard);

    FakeSeasonFolder& folder_;
    int games_per_match_;
    std::int64_t next_number_ = 1;
    referee::ShardUse used_;
    referee::ShardUse last_used_;
};

/// A season whose games are played on a fake cluster, from a start of the command to its end.
class ClusterRun {
  public:
    ClusterRun(SeasonWorld& world, FakeCluster& cluster, bool once = false);

    SeasonRun& run() { return *run_; }
    /// Half a minute passes: the season looks at everything, and its own workers end their jobs.
    void step();
    /// Jobs start, play and end until all shards are gone. Throws std::runtime_error if that never
    /// comes.
    void settle();

  private:
    SeasonWorld& world_;
    FakeCluster& cluster_;
    referee::ClusterEngine engine_;
    std::optional<SeasonRun> run_;
};

} // namespace tests
