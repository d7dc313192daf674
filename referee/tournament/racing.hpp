#pragma once

/// A race to the top: only those play on of whom it isn't certain yet whether they belong to the
/// best K. On every field the undecided ones are grouped by a draw that doesn't depend on results,
/// a match each, so that their points on a field can be compared: the expected points of the better
/// of two are at least as high, whoever their opponents are.
///
/// For each pair a bettor who starts with 1 bets against "the first is not better" on the
/// difference of their points, field by field. If that is true its capital is a supermartingale,
/// which reaches x at any time with a probability of at most 1/x (Ville's inequality). A wrong set
/// needs a false claim that one of those outside is better than one of the K inside, of which there
/// are K·(n − K): claims at K·(n − K)/α keep the error rate of the whole race below α, though it
/// looks after every field. (Betting: Waudby-Smith and Ramdas, "Estimating means of bounded random
/// variables by betting".)

#include "tournament/plan.hpp"

#include <array>
#include <deque>

namespace referee {

class Racing : public Plan {
  public:
    explicit Racing(const PlanConfig& config);
    std::int64_t size() const override;
    /// At most, as long as the race is open; in the end the matches that it took.
    std::int64_t expected() const override;
    Step next(PlannedMatch& match) override;
    void finished(
        const PlannedMatch& match, const std::vector<double>& points,
        const std::vector<double>& scores) override;
    bool depends_on_results() const override { return true; }
    std::optional<Verdict> verdict() const override;

    enum class Status { undecided, inside, outside };
    const std::vector<Status>& statuses() const { return statuses_; }
    bool is_decided() const { return with_status(Status::undecided).empty(); }

  private:
    /// How much of its capital a bettor risks: several at once, the mean of their capitals counts.
    static constexpr std::array<double, 5> stakes{0.06, 0.12, 0.25, 0.5, 0.9};
    using Capital = std::array<double, stakes.size()>;

    /// A field and its matches.
    struct Round {
        std::int64_t first = 0; ///< index of its first match
        std::vector<std::vector<int>> groups;
        std::vector<double> points; ///< by AI, a share of 1; −1: not there
        std::size_t ended = 0;
        bool ends_batch = false;
    };

    bool open_round();
    std::vector<std::vector<int>> groups_of(const std::vector<int>& players, int field) const;
    void judge(const Round& round);
    void decide();
    std::size_t pair(int one, int other) const;
    std::vector<int> with_status(Status status) const;

    PlanConfig config_;
    std::deque<Round> rounds_;  ///< not judged yet, the oldest first
    std::size_t given_out_ = 0; ///< matches of the newest round
    std::int64_t matches_ = 0;  ///< of all rounds so far
    int next_field_ = 0;
    std::size_t batch_ = 0;     ///< that is being filled
    std::int64_t in_batch_ = 0; ///< matches in it
    /// By batch: who is undecided when all before the last batch is judged.
    std::vector<std::vector<int>> players_;
    std::vector<Capital> capitals_; ///< by pair of AIs
    std::vector<bool> claims_;      ///< by pair: the first is better
    std::vector<Status> statuses_;
};

} // namespace referee
