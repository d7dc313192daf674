#pragma once

/// Solves the game of one plan by double oracle (McMahan, Gordon, Blum 2003): it starts with a few
/// plans of both sides, solves the matrix game between them, adds a best response of each side to
/// the other's mixture, and repeats that.

#include "cops/lib/foresight/equilibrium.hpp"
#include "cops/lib/foresight/plan_game.hpp"

#include <vector>

namespace referee::cops::sample {

/// The thief's best plan found against a mixture of cops' plans, each given by the tracks of all
/// cops, and what it gets. Exact for up to `max_nodes` partial plans that differ; beyond that only
/// the best ones are extended.
struct ThiefReply {
    std::vector<Step> plan;
    double payoff = 0;
};
ThiefReply best_thief(
    const PlanGame& game, const std::vector<const std::vector<Track>*>& cops,
    const Mixture& weights, std::size_t max_nodes, const Stopwatch& watch);

/// A plan of the cops that is at least as good as `start` against a mixture of the thief's plans:
/// each cop in turn takes its best part, until no cop gains. `sweeps`: at most this many turns of
/// all cops.
struct CopsReply {
    CopsPlan plan;
    double payoff = 0; ///< the thief's
};
CopsReply better_cops(
    const PlanGame& game, const CopsPlan& start, const std::vector<const Track*>& expected,
    const Mixture& weights, int sweeps, const Stopwatch& watch);

/// The payoffs of a game in which the opponent plays with the probabilities `known` what it is
/// known to play, and only otherwise what it likes (restricted Nash response: Johanson, Zinkevich,
/// Bowling 2007). `is_thief`: the own side, which has the rows.
Matrix with_known(const Matrix& payoffs, const std::vector<double>& known, bool is_thief);

class Oracle {
  public:
    /// `is_thief`: the own side.
    Oracle(const PlanGame& game, bool is_thief, const Stopwatch& watch)
        : game_(game), watch_(watch), is_thief_(is_thief) {}

    /// Adds a plan of a side. The opponent plays it with at least the probability `known`, because
    /// it is one that it was seen to make. Plans with the same course are one; the index is
    /// returned.
    std::size_t add_thief(const std::vector<Step>& plan, double known = 0);
    std::size_t add_cops(const CopsPlan& plan, double known = 0);

    /// Solves the game between the plans added so far.
    void balance();
    /// Adds a best response of each side. False if neither gains more than `min_gain` points.
    bool respond(double min_gain);

    const std::vector<std::vector<Step>>& thieves() const { return thieves_; }
    const std::vector<CopsPlan>& cops() const { return cops_; }
    /// The estimated payoff of two plans.
    double payoff(std::size_t thief, std::size_t cops) const { return payoffs_[thief][cops]; }
    /// The estimated payoff of each plan of a side against a mixture of the other side's.
    std::vector<double> got(bool is_thief, const Mixture& other) const;
    /// Mixtures over thieves() and cops(), without the known part.
    const Mixture& thief_mixture() const { return equilibrium_.rows; }
    const Mixture& cops_mixture() const { return equilibrium_.columns; }
    /// The probability with which the opponent is known to make each of its plans.
    const std::vector<double>& known() const { return known_; }

  private:
    /// The opponent's mixture with its known part.
    Mixture expected(const Mixture& free) const;

    const PlanGame& game_;
    const Stopwatch& watch_;
    bool is_thief_;
    std::vector<std::vector<Step>> thieves_;
    std::vector<CopsPlan> cops_;
    std::vector<Track> thief_tracks_;
    std::vector<std::vector<Track>> cops_tracks_;
    std::vector<double> known_; ///< by plan of the opponent
    Matrix payoffs_;
    Equilibrium equilibrium_;
};

} // namespace referee::cops::sample
