#pragma once

/// A control group that bounds the memory of all processes of an AI together: shared mappings,
/// files in memory and page tables too, which no limit on a single process counts. The memory
/// controller of either version of cgroups, where this process may make a group: as root, or where
/// systemd has delegated the part of the tree in which it runs.

#include "process/unique_fd.hpp"

#include <cstdint>
#include <string>

namespace referee {

/// Added to a group's limit: for the kernel's own memory, page tables, code and small files, so
/// that a single process meets its own limit first, where it is told and not ended.
inline constexpr std::uint64_t group_overhead = 16ULL << 20U;

/// Where groups can be made.
struct MemoryGroups {
    std::string parent;    ///< a folder; empty if none can be made
    bool is_first = false; ///< of version 1
};

/// Looks for it in /proc/self/mountinfo and /proc/self/cgroup. `root`: where these two and what
/// they name are looked for (tests).
MemoryGroups find_memory_groups(const std::string& root = "");

/// What --memory doesn't bound on this machine, in a sentence for people; empty if it bounds all
/// processes of an AI together. Tries to make a group.
std::string unbounded_memory();

/// The referee's side: a group for one AI; it goes with this object, and with it what still runs
/// there. Those that killed referees have left are removed on the way.
class MemoryGroup {
  public:
    /// With `limit` in bytes. Where no group can be made, path() is empty.
    explicit MemoryGroup(std::uint64_t limit);
    ~MemoryGroup();
    MemoryGroup(const MemoryGroup&) = delete;
    MemoryGroup& operator=(const MemoryGroup&) = delete;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
    UniqueFd lock_; ///< on the folder: it is in use
};

/// The keeper's side. Opened before it enters its box, from which the group's files can't be
/// reached.
class GroupMembership {
  public:
    GroupMembership() = default;
    /// Throws InternalError.
    explicit GroupMembership(const std::string& path);
    /// Puts this process there, and all that it starts from now on. Throws InternalError.
    void join() const;
    explicit operator bool() const { return static_cast<bool>(members_); }
    /// True if the kernel has killed a process there since the last call, for want of memory.
    bool has_killed();
    /// True if there may be no room for another process: what the kernel could free counts as
    /// taken.
    bool is_full() const;

  private:
    UniqueFd members_;
    UniqueFd events_;
    UniqueFd usage_;
    std::uint64_t limit_ = 0;
    std::uint64_t kills_ = 0;
};

} // namespace referee
