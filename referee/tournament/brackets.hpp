#pragma once

/// The formats whose groups depend on results. Their parts are *contests*: a group that plays a
/// match on every field, but for those that are kept for ties (PlanConfig::tie_fields). Index of a
/// match: contest · fields + field, so that it doesn't depend on what was played before.

#include "tournament/plan.hpp"

namespace referee {

class Contests : public Plan {
  public:
    Contests(const PlanConfig& config, std::int64_t contests, int tie_fields);
    std::int64_t size() const override;
    /// Grows with every field that a tie plays in addition.
    std::int64_t expected() const override;
    Step next(PlannedMatch& match) override;
    void finished(
        const PlannedMatch& match, const std::vector<double>& points,
        const std::vector<double>& scores) override;
    bool depends_on_results() const override { return true; }
    std::optional<Verdict> verdict() const override;

  protected:
    /// What the AIs of a group have got on one field.
    struct Sums {
        std::vector<double> points;
        std::vector<double> scores;
    };
    struct State {
        std::vector<int> group; ///< empty: not known yet
        int wanted = 0;         ///< fields that are to be played, the first ones
        int begun = 0;
        int ended = 0;
        std::vector<Sums> by_field;
        std::vector<int> order; ///< from the best to the worst; empty: not decided
        Settlement settlement = Settlement::open;

        Sums total(int fields) const;
    };

    const std::vector<State>& states() const { return states_; }
    int main_fields() const { return config_.fields - tie_fields_; }

    /// The group of a contest, or nothing if it isn't known yet.
    virtual std::optional<std::vector<int>> group_of(std::int64_t contest) const = 0;
    /// All fields that are wanted were played: decides the contest, or wants one more.
    virtual void judge(std::int64_t contest, State& state) = 0;
    virtual std::string round_of(std::int64_t contest) const = 0;
    /// By AI, see Verdict.
    virtual std::vector<int> places() const = 0;

    PlanConfig config_;

  private:
    int tie_fields_;
    std::vector<State> states_;
    std::size_t open_ = 0; ///< all contests before it are decided
};

/// Groups of as many as there are seats, the best goes on. Where the numbers don't fit, some begin
/// in the second round, drawn by the seed. Those who are tied for the first place play the fields
/// that are kept for it, one after the other, until one is ahead.
class Knockout : public Contests {
  public:
    /// Throws UserError if so many AIs can't be brought down to one by full groups.
    explicit Knockout(const PlanConfig& config);

  private:
    std::optional<std::vector<int>> group_of(std::int64_t contest) const override;
    void judge(std::int64_t contest, State& state) override;
    std::string round_of(std::int64_t contest) const override;
    std::vector<int> places() const override;

    /// By contest: where its places come from, an AI (from 0) or the winner of a contest (−1 −
    /// number).
    std::vector<std::vector<int>> places_;
    std::vector<int> rounds_to_go_; ///< by contest: after it, 0 for the final
};

/// From the lowest places upwards, neighbours play and are put into the order of their results; the
/// AI given first begins at the top. Who is tied stays where it was.
class Ladder : public Contests {
  public:
    explicit Ladder(const PlanConfig& config);

  private:
    std::optional<std::vector<int>> group_of(std::int64_t contest) const override;
    void judge(std::int64_t contest, State& state) override;
    std::string round_of(std::int64_t contest) const override;
    std::vector<int> places() const override;

    std::vector<int> places_; ///< from the top
    std::int64_t next_ = 0;   ///< contest that is to be decided
};

} // namespace referee
