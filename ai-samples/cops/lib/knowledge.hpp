#pragma once

/// What foresight has found out so far: which way walls and gates are heading, and which of the
/// known plans its opponent seems to make. It is kept from turn to turn as text in memory.dat.

#include "cops/lib/sample.hpp"

#include <optional>

namespace referee::cops::sample {

/// A way of planning that policemen may have.
struct CopsPolicy {
    CopsPlan (*plan)(const Scene& scene, ThiefPlanner thief);
    ThiefPlanner thief; ///< the thief it expects, where it expects one
};

/// What foresight takes into account as opponents. The last of each waits.
inline constexpr std::size_t cops_models = 8;
inline constexpr std::size_t thief_models = 5;
extern const std::array<CopsPolicy, cops_models> cops_policies;
extern const std::array<ThiefPlanner, thief_models> thief_policies;

/// Stays where it is.
Path thief_wait(const Scene& scene);

class Knowledge {
  public:
    /// Takes up what `memory` holds (nothing at the start, or whatever was damaged) and what the
    /// situation adds to it. With `mirrored` there is one model more, the last one: the opponent
    /// plans as foresight does itself; these are the plans that this one was expected to make last
    /// turn, none if nobody knows.
    Knowledge(
        const Situation& situation, const std::string& memory,
        const std::vector<std::vector<Step>>* mirrored = nullptr);

    /// To be given to the constructor in the next turn.
    std::string memory() const;

    /// The state now, with the headings that are known.
    const State& state() const { return state_; }
    bool wall_is_known(int wall) const { return wall_known_[static_cast<std::size_t>(wall)]; }
    bool gate_is_known(int gate) const { return gate_known_[static_cast<std::size_t>(gate)]; }

    /// How likely each of the models of the opponent is; they sum up to 1.
    std::vector<double> belief() const;

  private:
    bool read(const std::string& memory);
    void learn_headings(const State& before, const State& after);
    void judge_models(const State& planned, const std::vector<std::vector<Step>>& mirrored);
    double wrong_share(const State& planned, const std::vector<Step>& plan) const;

    const Situation& situation_;
    std::size_t own_models_; ///< of the lecture's ways of planning
    State state_;            ///< while reading: the one of the last planning moment
    std::array<bool, max_walls> wall_known_{};
    std::array<bool, max_gates> gate_known_{};
    std::vector<double> errors_; ///< by model: share of steps it didn't foresee, older ones fading
};

} // namespace referee::cops::sample
