#pragma once

/// An opponent who is foresight itself, one level lower: it is played in its place. What it knows
/// is public, and what it remembers follows from that; only its seed is not known.

#include "cops/lib/futures.hpp"

#include <string>
#include <vector>

namespace referee::cops::sample {

/// In ms. In less there is no time for two planners.
inline constexpr int shortest_limit = 100;

/// Whether a mirror is used: not by level 1, nor in a hurry.
bool uses_mirror(const Situation& situation, const Effort& effort);

class Mirror {
  public:
    /// Takes up what memory() has added to the memory last turn; nothing if it was damaged.
    Mirror(const Situation& situation, const std::string& memory);

    /// The plans that were expected last turn.
    const std::vector<std::vector<Step>>& expected() const { return expected_; }

    /// Makes the opponent's plans for this turn, each with another seed: effort.mirrored of them.
    /// Equal ones are kept, they are likelier. It takes up to mirror_part of the time limit.
    void plan(const Effort& effort);
    const std::vector<std::vector<Step>>& plans() const { return plans_; }

    /// To be added to the memory.
    std::string memory() const;

  private:
    Situation seen_; ///< as the opponent sees it
    std::string remembered_;
    std::vector<std::vector<Step>> expected_;
    std::vector<std::vector<Step>> plans_;
};

/// Shares the weight of the last model, the mirror, out among its plans; each is a model then.
/// Without plans there was no mirror.
std::vector<double> shared_out(std::vector<double> belief, std::size_t plans);

} // namespace referee::cops::sample
