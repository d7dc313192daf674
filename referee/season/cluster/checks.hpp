#pragma once

/// The checks of a season on a cluster: a job builds a version and tries it. The season reads the
/// version once, on its own machine; a job sees only this copy. CheckFolders is what the engine
/// (engine.hpp) needs of them; HostChecks has them on a disk, a test in memory.

#include "season/admission.hpp"
#include "season/cluster/shards.hpp"
#include "season/config.hpp"
#include "season/deadline.hpp"
#include "season/job.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace referee {

/// A check that was begun, perhaps by an earlier process.
struct ClusterCheck {
    std::int64_t number = 0; ///< of the same kind as those of shards
    std::string entry;
    std::string version;
    std::string sha256;       ///< of the copy
    std::int64_t read_ns = 0; ///< when it had been read, since 1970
};

class CheckFolders {
  public:
    virtual ~CheckFolders() = default;
    /// All that are there, in the order of their numbers.
    virtual std::vector<ClusterCheck> read_checks() = 0;
    /// Copies the version and makes the folder of its check, at once or not at all. If the result
    /// has no draft, there is no folder, and the version is decided. Throws as copy_version(), and
    /// UserError if the folder can't be made.
    virtual Admission write(std::int64_t number, const CheckJob& job) = 0;
    /// What the job has found, as the text of an Admission; nothing if it hasn't ended well.
    virtual std::optional<std::string> answer(std::int64_t number) = 0;
    virtual ShardRuns runs(std::int64_t number) = 0;
    /// Notes what the check has cost and removes its folder.
    virtual void remove_check(std::int64_t number) = 0;
};

/// Checks are folders beside those of shards:
///
///     BLOCK/INDEX/             check.json, copies/ENTRY/VERSION, and from its job log, runs and
///                              answer.json
class HostChecks final : public CheckFolders {
  public:
    /// Keeps references to all arguments.
    HostChecks(const SeasonConfig& config, const DeadlineRecord& record, HostShards& shards)
        : config_(config), record_(record), shards_(shards) {}

    std::vector<ClusterCheck> read_checks() override;
    Admission write(std::int64_t number, const CheckJob& job) override;
    std::optional<std::string> answer(std::int64_t number) override;
    ShardRuns runs(std::int64_t number) override { return shards_.runs(number); }
    void remove_check(std::int64_t number) override;

  private:
    const SeasonConfig& config_;
    const DeadlineRecord& record_;
    HostShards& shards_;
};

/// What the job of a check does in its folder: builds the copy, tries it, and writes the answer.
/// Throws UserError if the folder isn't one of a check, otherwise as admit_copy().
void check_copy(
    const SeasonConfig& config, const std::string& folder, const std::vector<int>& cores);

} // namespace referee
