#pragma once

/// The formats whose groups depend on results. Their parts are *contests*: a group that plays a
/// match on every field. Indexes go contest by contest, and within one field by field.

#include "tournament/plan.hpp"

namespace referee {

class Contests : public Plan {
  public:
    Contests(const PlanOrder& order, std::int64_t contests);
    std::int64_t size() const override { return contests_ * order_.fields; }
    Step next(PlannedMatch& match) override;
    void finished(
        const PlannedMatch& match, const std::vector<double>& points,
        const std::vector<double>& scores) override;
    bool depends_on_results() const override { return true; }

  protected:
    /// The group of a contest, or nothing if it isn't known yet.
    virtual std::optional<std::vector<int>> group_of(std::int64_t contest) const = 0;
    /// A contest is over: its group from the best to the worst. Those with equal points stand in
    /// the order of their scores, and with equal scores in that of the group.
    virtual void decided(std::int64_t contest, const std::vector<int>& order) = 0;

    PlanOrder order_;

  private:
    struct Sum {
        int matches = 0;
        std::vector<double> points;
        std::vector<double> scores;
    };

    std::int64_t contests_;
    std::vector<Sum> sums_; ///< by contest
    std::int64_t index_ = 0;
};

/// Groups of as many as there are seats, the best goes on. Where the numbers don't fit, some begin
/// in the second round, drawn by the seed.
class Knockout : public Contests {
  public:
    /// Throws UserError if so many AIs can't be brought down to one by full groups.
    explicit Knockout(const PlanOrder& order);

  private:
    std::optional<std::vector<int>> group_of(std::int64_t contest) const override;
    void decided(std::int64_t contest, const std::vector<int>& order) override;

    /// By contest: where its places come from, an AI (from 0) or the winner of a contest (−1 −
    /// number).
    std::vector<std::vector<int>> places_;
    std::vector<int> winners_; ///< by contest, −1: not known
};

/// From the lowest places upwards, neighbours play and are put into the order of their results; the
/// AI given first begins at the top.
class Ladder : public Contests {
  public:
    explicit Ladder(const PlanOrder& order);

  private:
    std::optional<std::vector<int>> group_of(std::int64_t contest) const override;
    void decided(std::int64_t contest, const std::vector<int>& order) override;

    std::vector<int> places_; ///< from the top
    std::int64_t next_ = 0;   ///< contest that is to be decided
};

} // namespace referee
