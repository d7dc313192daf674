#pragma once

/// The engine of a season that plays on a cluster: it makes shards of the season's next matches,
/// hands them to a batch system, and puts the results into the season's book when their jobs have
/// ended. It decides only; what it moves is behind BatchSystem (batch_system.hpp) and ShardFolders
/// (shards.hpp). referee/season/README.md, "On a cluster".

#include "season/cluster/batch_system.hpp"
#include "season/cluster/shards.hpp"
#include "season/engine.hpp"
#include "season/surroundings.hpp"
#include "tournament/store/book.hpp"
#include "tournament/store/season_book.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace referee {

class ClusterEngine final : public SeasonEngine {
  public:
    struct Storage {
        SeasonBook& book; ///< both are the same store
        Book& games;
        std::function<void(const StoredMachine&)> add_machine;
    };

    /// Keeps references to all arguments.
    ClusterEngine(
        const SeasonConfig& config, const Storage& storage, SeasonClock& clock, SeasonLog& log,
        ShardFolders& folders, BatchSystem& batch_system);

    void begin(SeasonGames& games) override;
    std::unique_ptr<Plan> plan() override;
    void attend() override;
    std::int64_t due_ns() const override { return look_ns_; }
    bool is_idle() const override { return shards_.empty(); }
    std::string status() const override;

    /// The matches of a full shard, as far as is known.
    std::int64_t matches_in_shard() const;

  private:
    /// A shard that isn't finished.
    struct OpenShard {
        Shard shard;
        bool is_submitted = false;  ///< the batch system has it, or had it at the last answer
        std::int64_t submit_ns = 0; ///< not submitted before this time
        int failures = 0;           ///< runs in a row that ended with an error and no new game
        int starts = 0;             ///< times that it was submitted in a row without a new game
        int unread = 0;             ///< times in a row that its results were damaged
        ClusterJob::State state = ClusterJob::State::waiting;
    };

    /// Waits longer after each failure, and tells the organiser once.
    struct Trouble {
        int count = 0; ///< failures in a row
        std::int64_t until_ns = 0;
    };

    bool look();
    bool store(const OpenShard& open, ShardResults& results);
    bool take_results(OpenShard& open);
    void give_up(OpenShard& open, const std::string& why);
    void fill();
    void submit();
    void begin_trouble(Trouble& trouble, const std::string& what, const std::string& why);
    void end_trouble(Trouble& trouble, const std::string& what);
    std::int64_t now() const { return clock_.monotonic_ns(); }

    const SeasonConfig& config_;
    Storage storage_;
    SeasonClock& clock_;
    SeasonLog& log_;
    ShardFolders& folders_;
    BatchSystem& batch_system_;
    SeasonGames* games_ = nullptr;

    std::map<std::int64_t, OpenShard> shards_; ///< by number
    std::int64_t look_ns_ = 0;                 ///< when the batch system is asked next
    bool is_first_look_ = true;
    Trouble asking_;
    Trouble submitting_;
};

} // namespace referee
