#pragma once

/// The versions that wait for their check: referee/season/README.md, "A new version". Entries take
/// turns, so that one with many versions delays nobody else.

#include "season/entries/entries.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace referee {

/// A version that waits for its check, or undergoes it.
struct Arrival {
    HandedIn entry;
    std::string sha256;
    std::int64_t read_ns = 0; ///< when it was hashed, since 1970
    int attempts = 0;
};

class WaitingVersions {
  public:
    void add(Arrival arrival) { waiting_.push_back(std::move(arrival)); }

    bool empty() const { return waiting_.empty(); }
    std::size_t size() const { return waiting_.size(); }
    /// In the order in which they came.
    std::vector<Arrival>& all() { return waiting_; }
    const std::vector<Arrival>& all() const { return waiting_; }
    std::size_t of(const std::string& entry) const;

    /// The entries that have a version which can be checked now: of one entry only one is checked
    /// at a time, so that its last version is decided last.
    std::size_t ready(const std::set<std::string>& checked) const;
    /// The oldest version of the entry whose last turn is the longest ago, without those that are
    /// being checked.
    std::optional<Arrival> take(const std::set<std::string>& checked);

  private:
    std::vector<Arrival> waiting_;
    std::map<std::string, std::int64_t> turns_; ///< by entry: the number of its last turn
    std::int64_t turn_ = 0;
};

} // namespace referee
