#pragma once

/// The batch system of a cluster, as a season uses it: it gets shards to play, says which of them
/// it still has, and lets go of them. Queueing, places, priorities, limits and starting again what
/// was lost with a node are its own affair. Slurm is one (slurm.hpp); another one, such as HTCondor
/// or Kubernetes, is a class of its own with these three functions. referee/season/README.md,
/// "Another batch system".

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace referee {

/// A shard that the batch system has and that hasn't ended there.
struct ClusterJob {
    enum class State {
        waiting,
        running, ///< or it is ending
        held     ///< it won't start before somebody releases it
    };
    std::int64_t shard = 0;
    std::string id{}; ///< as the commands of the batch system name it
    State state = State::waiting;
    std::string reason{}; ///< why it waits, in the batch system's words
};

/// The batch system doesn't answer, or refuses what is asked of it; later it may not.
struct ClusterAway : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class BatchSystem {
  public:
    virtual ~BatchSystem() = default;
    /// Hands shards over, whose folders are complete; none of them was in the last answer of
    /// jobs(). If it throws, some of them may have been taken: the next jobs() tells which. Throws
    /// ClusterAway, Interrupted.
    virtual void submit(const std::vector<std::int64_t>& shards) = 0;
    /// Every shard of this season that was submitted, also by an earlier process, and hasn't ended.
    /// A shard that is missing here doesn't run and won't. Throws ClusterAway, Interrupted.
    virtual std::vector<ClusterJob> jobs() = 0;
    /// Ends them or takes them out of the queue. Throws ClusterAway, Interrupted.
    virtual void cancel(const std::vector<ClusterJob>& jobs) = 0;
};

} // namespace referee
