#pragma once

/// A control group that limits the memory of all processes of an AI together, including shared
/// mappings, files in memory and page tables, which no limit on a single process covers. It uses
/// the memory controller of cgroups version 1 or 2, where this process may create a group: as root,
/// or in a subtree that systemd has delegated. See referee/sandbox/README.md, "Limits".

#include "os/descriptor.hpp"

#include <cstdint>
#include <string>

namespace referee {

/// Added to a group's limit for kernel memory, page tables, code and small files, so that a single
/// process meets its own limit first: there an allocation fails, and nothing is killed.
inline constexpr std::uint64_t group_overhead = 16ULL << 20U;

/// Where groups can be created.
struct MemoryGroups {
    std::string parent;    ///< a folder; empty if groups can't be created
    bool is_first = false; ///< cgroups version 1
};

/// Finds it by /proc/self/mountinfo and /proc/self/cgroup. `root` replaces the file system's root
/// (tests).
MemoryGroups find_memory_groups(const std::string& root = "");

/// What --memory doesn't limit on this system, in a sentence for people; empty if it limits all
/// processes of an AI together. Tries to create a group.
std::string unbounded_memory();

/// The referee's side: a group for one AI. It is removed with this object, and what still runs in
/// it is killed. Also removes groups that killed referees have left.
class MemoryGroup {
  public:
    /// `limit` is in bytes. path() is empty if no group can be created.
    explicit MemoryGroup(std::uint64_t limit);
    ~MemoryGroup();
    MemoryGroup(const MemoryGroup&) = delete;
    MemoryGroup& operator=(const MemoryGroup&) = delete;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
    UniqueFd lock_; ///< on the folder, while it is in use
};

/// The keeper's side. Opened before the keeper enters its sandbox, which hides the group's files.
class GroupMembership {
  public:
    GroupMembership() = default;
    /// Throws InternalError.
    explicit GroupMembership(const std::string& path);
    /// Moves this process, and all that it starts from now on, to the group. Throws InternalError.
    void join() const;
    explicit operator bool() const { return static_cast<bool>(members_); }
    /// True if the kernel has killed a process of the group since the last call because it was out
    /// of memory.
    bool has_killed();
    /// True if there may be no memory for another process; reclaimable memory counts as used.
    bool is_full() const;

  private:
    UniqueFd members_;
    UniqueFd events_;
    UniqueFd usage_;
    std::uint64_t limit_ = 0;
    std::uint64_t kills_ = 0;
};

} // namespace referee
