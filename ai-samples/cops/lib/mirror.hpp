#pragma once

/// Plays foresight, one level lower, in the opponent's place. What such an opponent knows is
/// public, and its memory follows from that; only its seed is unknown.

#include "cops/lib/foresight/futures.hpp"

#include <string>
#include <vector>

namespace referee::cops::sample {

/// In ms. With less time there isn't enough for two planners.
inline constexpr int shortest_limit = 100;

/// Whether a mirror is used: not by level 1, nor with a shorter limit.
bool uses_mirror(const Situation& situation, const Effort& effort);

class Mirror {
  public:
    /// Reads what memory() added to the memory last turn; nothing if it is damaged.
    Mirror(const Situation& situation, const std::string& memory);

    /// The plans expected last turn.
    const std::vector<std::vector<Step>>& expected() const { return expected_; }

    /// Makes effort.mirrored plans of the opponent for this turn, each with another seed. Equal
    /// plans are kept, because they are more likely. Takes up to mirror_part of the time limit.
    void plan(const Effort& effort);
    const std::vector<std::vector<Step>>& plans() const { return plans_; }

    /// The text to be added to the memory.
    std::string memory() const;

  private:
    Situation seen_; ///< as the opponent sees it
    std::string remembered_;
    std::vector<std::vector<Step>> expected_;
    std::vector<std::vector<Step>> plans_;
};

/// Divides the weight of the last model, the mirror, among its plans, each of which becomes a
/// model. Without plans there was no mirror.
std::vector<double> shared_out(std::vector<double> belief, std::size_t plans);

} // namespace referee::cops::sample
