#pragma once

/// Slurm as the batch system of a season: sbatch, squeue and scancel.

#include "season/cluster/batch_system.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace referee {

struct SlurmConfig {
    std::string folder; ///< of the shards, as all nodes see it, without a slash at its end
    std::vector<std::string> options; ///< for sbatch, as the organiser gave them
    std::chrono::minutes limit{45};   ///< of a job, unless the options say otherwise
};

/// A shard's job is a task of an array whose name says whose it is, and whose index is the shard's:
/// `referee-ID-BLOCK`, where ID is a hash of the folder. So the queue alone tells which shards
/// Slurm has, whatever became of the process that has submitted them.
class Slurm final : public BatchSystem {
  public:
    explicit Slurm(SlurmConfig config);

    /// Writes the script of the jobs into the folder. Throws UserError.
    void prepare() const;

    void submit(const std::vector<std::int64_t>& shards) override;
    std::vector<ClusterJob> jobs() override;
    void cancel(const std::vector<ClusterJob>& jobs) override;

    /// The name of the arrays of this season, without the block.
    const std::string& name() const { return name_; }

  private:
    SlurmConfig config_;
    std::string name_;
};

/// The jobs in the output of squeue, with the format that Slurm::jobs() asks for, whose names begin
/// with `name` and '-'. Throws ClusterAway if it isn't such output.
std::vector<ClusterJob> read_squeue(const std::string& output, const std::string& name);

/// The words of the options for sbatch: separated by blanks, '…' and "…" keep blanks together.
/// Throws UserError if a quote isn't closed, and for options by which the season knows its jobs.
std::vector<std::string> words_of_options(const std::string& text);

} // namespace referee
