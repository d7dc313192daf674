#pragma once

/// Knockout and ladder: formats whose groups depend on results. They consist of *contests*: a group
/// plays a match on every field but those reserved for ties (PlanConfig::tie_fields). The index of
/// a match is contest · fields + field, so that it doesn't depend on earlier results.

#include "tournament/plan/plan.hpp"

namespace referee {

class Contests : public Plan {
  public:
    Contests(const PlanConfig& config, std::int64_t contests, int tie_fields);
    std::int64_t size() const override;
    /// Grows with every additional field that a tie needs.
    std::int64_t expected() const override;
    Step next(PlannedMatch& match) override;
    void finished(
        const PlannedMatch& match, const std::vector<double>& points,
        const std::vector<double>& scores) override;
    bool depends_on_results() const override { return true; }
    std::optional<Verdict> verdict() const override;

  protected:
    /// The results of a group on one field.
    struct Sums {
        std::vector<double> points;
        std::vector<double> scores;
    };
    struct State {
        std::vector<int> group; ///< empty: unknown so far
        int wanted = 0;         ///< number of fields to play, from the first
        int begun = 0;
        int ended = 0;
        std::vector<Sums> by_field;
        std::vector<int> order; ///< best first; empty: not decided
        Settlement settlement = Settlement::open;

        Sums total(int fields) const;
    };

    const std::vector<State>& states() const { return states_; }
    int main_fields() const { return config_.fields - tie_fields_; }

    /// The group of a contest, or nothing if it is unknown so far.
    virtual std::optional<std::vector<int>> group_of(std::int64_t contest) const = 0;
    /// Called when all wanted fields were played. Decides the contest, or adds one field.
    virtual void judge(std::int64_t contest, State& state) = 0;
    virtual std::string round_of(std::int64_t contest) const = 0;
    /// The places by AI, see Verdict.
    virtual std::vector<int> places() const = 0;

    PlanConfig config_;

  private:
    int tie_fields_;
    std::vector<State> states_;
    std::size_t open_ = 0; ///< the first contest that is not decided
};

/// A knockout: one AI for each seat of a contest, and the best one advances. If the numbers don't
/// fit, some AIs, drawn by the seed, get a bye in the first round. A tie for the first place is
/// played out on the reserved fields, one at a time, until one AI is ahead.
class Knockout : public Contests {
  public:
    /// Throws UserError if full groups can't reduce this number of AIs to one.
    explicit Knockout(const PlanConfig& config);

  private:
    std::optional<std::vector<int>> group_of(std::int64_t contest) const override;
    void judge(std::int64_t contest, State& state) override;
    std::string round_of(std::int64_t contest) const override;
    std::vector<int> places() const override;

    /// By contest: the sources of its places, an AI (from 0) or the winner of a contest (−1 −
    /// number).
    std::vector<std::vector<int>> places_;
    std::vector<int> rounds_to_go_; ///< rounds after each contest; 0: the final
};

/// A ladder: from the bottom upwards, neighbours play and are sorted by their results. The first AI
/// starts at the top. A tie changes nothing.
class Ladder : public Contests {
  public:
    explicit Ladder(const PlanConfig& config);

  private:
    std::optional<std::vector<int>> group_of(std::int64_t contest) const override;
    void judge(std::int64_t contest, State& state) override;
    std::string round_of(std::int64_t contest) const override;
    std::vector<int> places() const override;

    std::vector<int> places_; ///< from the top
    std::int64_t next_ = 0;   ///< the contest to be decided next
};

} // namespace referee
