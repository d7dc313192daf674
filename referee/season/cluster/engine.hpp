#pragma once

/// The engine of a season that plays on a cluster: it makes shards of the season's next matches,
/// hands them to a batch system, and puts the results into the season's book when their jobs have
/// ended; versions are checked in the same way. It decides only; what it moves is behind
/// BatchSystem (batch_system.hpp), ShardFolders (shards.hpp) and CheckFolders (checks.hpp).
/// referee/season/README.md, "On a cluster".

#include "season/cluster/batch_system.hpp"
#include "season/cluster/checks.hpp"
#include "season/cluster/shards.hpp"
#include "season/engine.hpp"
#include "season/intake.hpp"
#include "season/surroundings.hpp"
#include "tournament/store/book.hpp"
#include "tournament/store/season_book.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace referee {

/// Where the games of a cluster go.
struct ClusterStorage {
    SeasonBook& book; ///< both are the same store
    Book& games;
    std::function<void(const StoredMachine&)> add_machine;
};

struct CollectedShards {
    std::int64_t games = 0;         ///< stored now
    std::vector<std::int64_t> left; ///< shards that may still be played, or can't be read
};

/// For a season that plays on its own machine again: stores the whole matches of all shards whose
/// jobs have ended, and removes the shards; what is missing in them, the season plays itself. If
/// the batch system doesn't answer, a shard has ended only if it says that it is complete. To be
/// called before the season reads what is stored.
CollectedShards
collect_shards(const ClusterStorage& storage, ShardFolders& folders, BatchSystem& batch_system);

class ClusterEngine final : public SeasonEngine {
  public:
    /// Keeps references to all arguments.
    ClusterEngine(
        const SeasonConfig& config, const ClusterStorage& storage, SeasonClock& clock,
        SeasonLog& log, ShardFolders& folders, CheckFolders& check_folders,
        BatchSystem& batch_system);

    void begin(SeasonGames& games, Intake& intake) override;
    bool checks_versions() const override { return true; }
    std::unique_ptr<Plan> plan() override;
    void attend() override;
    std::int64_t due_ns() const override;
    bool is_idle() const override { return shards_.empty() && checks_.empty(); }
    std::string status() const override;

    /// The matches of a full shard, as far as is known.
    std::int64_t matches_in_shard() const;

  private:
    /// What a job is to do, and hasn't done.
    struct OpenJob {
        bool is_submitted = false;  ///< the batch system has it, or had it at the last answer
        std::int64_t submit_ns = 0; ///< not submitted before this time
        int failures = 0;           ///< runs in a row that ended with an error and no new game
        int starts = 0;             ///< times that it was submitted in a row without a new game
        ClusterJob::State state = ClusterJob::State::waiting;
    };

    /// A shard that isn't finished.
    struct OpenShard : OpenJob {
        Shard shard;
        int unread = 0;        ///< times in a row that its results were damaged
        std::size_t games = 0; ///< in its results, when they were read last
    };

    /// A version that is checked.
    struct OpenCheck : OpenJob {
        ClusterCheck check;
        std::optional<std::size_t> checker; ///< in the intake; none: of an earlier process
        std::string id;                     ///< of its job, if the batch system has one
        int forgotten = 0;                  ///< looks at which nobody has asked for it
    };

    /// Waits longer after each failure, and tells the organiser once.
    struct Trouble {
        int count = 0; ///< failures in a row
        std::int64_t until_ns = 0;
    };

    bool look();
    bool has_job(
        std::int64_t number, OpenJob& open, const std::string& what,
        const std::map<std::int64_t, ClusterJob>& jobs);
    std::size_t checks() const;
    std::size_t max_checks() const;
    bool may_begin_checks() const;
    void begin_checks();
    void take_answers();
    bool end_check(OpenCheck& open);
    void forget_checks();
    bool store(OpenShard& open, ShardResults& results);
    bool take_results(OpenShard& open);
    void give_up(OpenShard& open, const std::string& why);
    void fill();
    void submit();
    void begin_trouble(Trouble& trouble, const std::string& what, const std::string& why);
    void end_trouble(Trouble& trouble, const std::string& what);
    std::int64_t now() const { return clock_.monotonic_ns(); }

    std::int64_t wait_ns(const OpenJob& open) const;

    const SeasonConfig& config_;
    ClusterStorage storage_;
    SeasonClock& clock_;
    SeasonLog& log_;
    ShardFolders& folders_;
    CheckFolders& check_folders_;
    BatchSystem& batch_system_;
    SeasonGames* games_ = nullptr;
    Intake* intake_ = nullptr;

    std::map<std::int64_t, OpenShard> shards_; ///< by number
    std::map<std::int64_t, OpenCheck> checks_; ///< by number
    std::size_t next_checker_ = 0;
    std::int64_t look_ns_ = 0; ///< when the batch system is asked next
    bool is_first_look_ = true;
    Trouble asking_;
    Trouble submitting_;
};

} // namespace referee
