#pragma once

/// What `referee collect` has handed in, in a file of the season's folder: when the course system
/// had which files. referee/season/README.md, "Collecting". Only the organiser writes there, so a
/// deadline may rest on it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace referee {

inline constexpr int collected_format = 1;

struct CollectedVersion {
    std::string entry{};
    std::string sha256{};  ///< as sha256_of_entry() has it
    std::int64_t time = 0; ///< when the course system had it, in seconds since 1970
    std::string by{};      ///< what says so: "worksheet", "push", "pull", "collecting"
    std::string version{}; ///< its name; empty: it wasn't taken, or not yet
};

class CollectedRecord {
  public:
    /// Reads the file; without one nothing was collected. Throws UserError if it is damaged.
    explicit CollectedRecord(std::string file);

    /// The oldest first.
    const std::vector<CollectedVersion>& versions() const { return versions_; }
    /// The earliest time at which the course system had just these files of the entry.
    std::optional<std::int64_t> time_of(const std::string& entry, const std::string& sha256) const;
    /// What was taken last of an entry, or null.
    const CollectedVersion* last_of(const std::string& entry) const;
    /// Adds it, or gives the same files of the same time a name, and writes the file. Throws
    /// UserError.
    void add(const CollectedVersion& version);

  private:
    std::string file_;
    std::vector<CollectedVersion> versions_; ///< the oldest first
};

} // namespace referee
