#pragma once

/// What the kernel tells of the machine: its cores, what a control group leaves of them, and how
/// busy they are. `root` is the folder in which /proc and /sys lie; tests give one of their own.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace referee {

/// The processor time that the control groups of this process leave it, in cores: 1.5 is 150 ms
/// in 100 ms. The smallest of its own group and those above. Nothing if none is limited.
std::optional<double> core_quota(const std::filesystem::path& root = "/");

/// The cores among `allowed` by physical core: hardware threads of one core stand together. A core
/// of which the kernel says nothing stands alone. In the order of `allowed`.
std::vector<std::vector<int>>
physical_cores(const std::vector<int>& allowed, const std::filesystem::path& root = "/");

/// The cores of this process, and how many games they can play without delaying one another.
struct CoreShare {
    std::vector<int> cores;      ///< one hardware thread of each physical core, then the others
    int physical = 1;            ///< physical cores among them
    std::optional<double> quota; ///< core_quota()

    /// The quota, rounded down; without one all cores.
    int whole() const;
    /// Physical cores, at most whole(). At least 1.
    int games() const;
    /// For people: "4 physical cores with 8 hardware threads, of which …".
    std::string text() const;
};

CoreShare core_share(const std::vector<int>& allowed, const std::filesystem::path& root = "/");

/// Something about the machine on which the fairness of games depends.
struct MachineFact {
    std::string name;   ///< one word
    std::string value;  ///< a line
    std::string advice; ///< what to do; empty: nothing
};

/// Cores, quota, frequencies, steal time, load, memory, /dev/shm, kernel: what matters on this
/// machine for games between `allowed` cores.
std::vector<MachineFact>
machine_facts(const std::vector<int>& allowed, const std::filesystem::path& root = "/");

/// How long each core has been idle since the machine started, in nanoseconds by its number.
/// Waiting for a disk doesn't count. Empty if that isn't known.
using IdleClock = std::function<std::vector<std::int64_t>()>;

/// Knows nothing where a quota is set: cores are idle then although somebody waits for them.
IdleClock idle_clock(const std::filesystem::path& root = "/");

} // namespace referee
