#pragma once

/// What foresight has found out so far: the headings of walls and gates, and which of the known
/// methods its opponent seems to use. It is kept from turn to turn as text in memory.dat.

#include "cops/lib/sample.hpp"

#include <optional>

namespace referee::cops::sample {

/// A planning method of policemen.
struct CopsPolicy {
    CopsPlan (*plan)(const Scene& scene, ThiefPlanner thief);
    ThiefPlanner thief; ///< the thief that it expects, if it expects one
};

/// The opponents that foresight expects. The last one of each role waits.
inline constexpr std::size_t cops_models = 8;
inline constexpr std::size_t thief_models = 5;
extern const std::array<CopsPolicy, cops_models> cops_policies;
extern const std::array<ThiefPlanner, thief_models> thief_policies;

/// Waits.
Path thief_wait(const Scene& scene);

class Knowledge {
  public:
    /// Reads `memory`, which is empty at the start and may be damaged, and adds what the situation
    /// shows. With `mirrored` there is one more model, the last: an opponent that plans like
    /// foresight itself; these are the plans expected of it last turn, none if they are unknown.
    Knowledge(
        const Situation& situation, const std::string& memory,
        const std::vector<std::vector<Step>>* mirrored = nullptr);

    /// The text for the constructor in the next turn.
    std::string memory() const;

    /// The present state, with the known headings.
    const State& state() const { return state_; }
    bool wall_is_known(int wall) const { return wall_known_[static_cast<std::size_t>(wall)]; }
    bool gate_is_known(int gate) const { return gate_known_[static_cast<std::size_t>(gate)]; }

    /// The probability of each model of the opponent; they sum up to 1.
    std::vector<double> belief() const;
    /// The probability that the opponent follows one of the models at all, from 0 to 1.
    double trust() const;

  private:
    bool read(const std::string& memory);
    void learn_headings(const State& before, const State& after);
    void judge_models(const State& planned, const std::vector<std::vector<Step>>& mirrored);
    double wrong_share(const State& planned, const std::vector<Step>& plan) const;

    const Situation& situation_;
    std::size_t own_models_; ///< number of models with the lecture's methods
    State state_;            ///< while reading: the state when the last plan was made
    std::array<bool, max_walls> wall_known_{};
    std::array<bool, max_gates> gate_known_{};
    std::vector<double> errors_; ///< by model: fraction of steps predicted wrongly, with decay
};

} // namespace referee::cops::sample
