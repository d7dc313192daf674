#pragma once

/// The shards of a season: what a job of the cluster plays. A shard is a folder on the file system
/// that all nodes see, with a tournament of a few matches of the season's queue. ShardFolders is
/// what the engine (engine.hpp) needs of them; HostShards has them on a disk, a test in memory.

#include "season/config.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/store/outcome.hpp"
#include "tournament/store/results.hpp"
#include "tournament/store/stored.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct Shard {
    std::int64_t number = 0;
    std::vector<PlannedMatch> matches; ///< with their indexes in the season
};

/// What was found of a shard after its job has ended.
struct ShardResults {
    std::vector<GameOutcome> games; ///< with their numbers in the season, in any order
    std::vector<StoredMachine> machines;
};

/// How the runs of a shard went: a job that is started again is another run.
struct ShardRuns {
    /// The last run has ended by itself with an error: it wasn't killed or interrupted.
    bool has_failed = false;
    std::string why; ///< the last lines of the shard's log; empty: there are none
};

/// What shards have cost.
struct ShardUse {
    double seconds = 0;      ///< of all runs, wall-clock time
    double core_seconds = 0; ///< the same times the cores that each run had
    std::int64_t games = 0;  ///< in the shards' results
    std::int64_t matches = 0;
    ShardUse& operator+=(const ShardUse& other);
};

class ShardFolders {
  public:
    virtual ~ShardFolders() = default;
    /// All that are there, in the order of their numbers.
    virtual std::vector<Shard> read() = 0;
    /// A number that nothing on the cluster has had, neither a shard nor a check of this season.
    virtual std::int64_t next_number() = 0;
    /// Makes a shard's folder at once or not at all. Throws UserError, InternalError.
    virtual void write(const Shard& shard, const Results& results) = 0;
    /// True if all games of the shard are played and its job writes nothing more.
    virtual bool is_complete(std::int64_t shard) = 0;
    /// The games that are finished. No job of this shard may be running. Throws UserError if its
    /// database is damaged or of other AIs and fields than the season's, InternalError if it can't
    /// be read now.
    virtual ShardResults results(const Shard& shard, const Results& results) = 0;
    /// Moves the record of a game, as results() gave it, to those of the season, and names it as
    /// the season's store does.
    virtual void take_record(const Shard& shard, GameOutcome& game) = 0;
    virtual ShardRuns runs(std::int64_t shard) = 0;
    /// Notes what the shard has cost and removes its folder.
    virtual void remove(const Shard& shard) = 0;
    /// As remove(), but keeps the folder elsewhere, for the organiser. Returns where.
    virtual std::string set_aside(const Shard& shard) = 0;
    /// What the shards that are gone have cost together.
    virtual ShardUse used() = 0;
    /// The same of the last of them.
    virtual ShardUse last_used() = 0;
};

/// The folder `cluster` of a season:
///
///     play                     what a job runs: play FOLDER
///     BLOCK/INDEX/             shard BLOCK × 1000 + INDEX: tournament.ini, schedule.txt,
///                              shard.json, and from its job games.sqlite, records/, log, runs,
///                              complete; or a check (checks.hpp)
///     used                     what each of them has cost
///     failed/NUMBER/           shards that couldn't be played
class HostShards final : public ShardFolders {
  public:
    /// Shards in a block: the indexes of a batch system's arrays stay below it.
    static constexpr std::int64_t block = 1000;

    /// Reads what the shards so far have cost. Keeps a reference to the configuration.
    explicit HostShards(const SeasonConfig& config);

    /// What a job starts: `referee` is the path of the executable; `check` are its words for a
    /// check, without the folder of it, to be given in the folder `check_in`.
    struct Commands {
        std::string referee;
        std::vector<std::string> check{};
        std::string check_in{};
    };
    /// Makes the folder, readable by its owner alone, and the program `play`. Throws UserError,
    /// InternalError.
    void prepare(const Commands& commands) const;

    const std::string& folder() const { return folder_; }
    std::string folder_of(std::int64_t shard) const;
    /// The folders of checks (checks.hpp) are here, too, with numbers of the same kind.
    std::vector<std::int64_t> numbers() const;
    void took(std::int64_t number) { next_number_ = std::max(next_number_, number + 1); }
    /// Notes what something with this number has cost.
    void note_use(std::int64_t number, const ShardUse& use);
    /// What its runs have cost, without games and matches.
    ShardUse use_of(std::int64_t number) const;
    std::string play() const { return folder_ + "/play"; }

    std::vector<Shard> read() override;
    std::int64_t next_number() override;
    void write(const Shard& shard, const Results& results) override;
    bool is_complete(std::int64_t shard) override;
    ShardResults results(const Shard& shard, const Results& results) override;
    void take_record(const Shard& shard, GameOutcome& game) override;
    ShardRuns runs(std::int64_t shard) override;
    void remove(const Shard& shard) override;
    std::string set_aside(const Shard& shard) override;
    ShardUse used() override { return used_; }
    ShardUse last_used() override { return last_used_; }

  private:
    void read_used();
    void note_use(const Shard& shard);

    const SeasonConfig& config_;
    std::string folder_;
    std::int64_t next_number_ = 1;
    ShardUse used_;
    ShardUse last_used_;
    std::map<std::int64_t, std::int64_t> games_; ///< by shard: games of results()
};

/// A run of a shard, as its job notes it in the file `runs`.
struct ShardRun {
    double begun = 0; ///< seconds since 1970
    double ended = 0; ///< 0: it is running, or it was killed
    int status = 0;   ///< its exit status
    int cores = 1;
    std::string node{};
    std::string processor{};
};

/// What a file holds; empty if it can't be read.
std::string text_of_file(const std::string& path);

/// Reads the text of such a file. What isn't a line of it is left out: a job may have been killed
/// while it wrote.
std::vector<ShardRun> read_runs(std::string_view text);

} // namespace referee
