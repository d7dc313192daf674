#pragma once

/// A race for the best K: only AIs that are neither certainly in nor certainly out play on. On
/// every field the undecided AIs are grouped at random, independently of results, with one match
/// each. Their points on a field can therefore be compared: the better of two AIs expects at least
/// as many points, whoever their opponents are.
///
/// For each pair a bettor starts with a capital of 1 and bets on every field against "the first is
/// not better", on the difference of their points. Under that hypothesis the capital is a
/// supermartingale, which ever reaches x with a probability of at most 1/x (Ville's inequality). A
/// wrong result needs a false claim that one of the AIs outside is better than one of the K inside.
/// There are K·(n − K) such claims, so a threshold of K·(n − K)/α keeps the error rate of the whole
/// race below α, although it looks after every field. (Waudby-Smith and Ramdas, "Estimating means
/// of bounded random variables by betting".)

#include "tournament/plan.hpp"

#include <array>
#include <deque>

namespace referee {

class Racing : public Plan {
  public:
    explicit Racing(const PlanConfig& config);
    std::int64_t size() const override;
    /// An upper bound while the race is open; at the end the matches that it took.
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
    /// The part of its capital that a bettor risks. Several bettors run at once, and the mean of
    /// their capitals counts.
    static constexpr std::array<double, 5> stakes{0.06, 0.12, 0.25, 0.5, 0.9};
    using Capital = std::array<double, stakes.size()>;

    /// A field and its matches.
    struct Round {
        std::int64_t first = 0; ///< index of its first match
        std::vector<std::vector<int>> groups;
        std::vector<double> points; ///< by AI, a share of 1; −1: did not play
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
    std::deque<Round> rounds_;  ///< not yet judged, oldest first
    std::size_t given_out_ = 0; ///< matches of the newest round handed out
    std::int64_t matches_ = 0;  ///< of all rounds so far
    int next_field_ = 0;
    std::size_t batch_ = 0;     ///< number of the batch being filled
    std::int64_t in_batch_ = 0; ///< matches in it
    /// By batch: the AIs that are undecided after all but the batch before it are judged.
    std::vector<std::vector<int>> players_;
    std::vector<Capital> capitals_; ///< by pair of AIs
    std::vector<bool> claims_;      ///< by pair: the first is certainly better
    std::vector<Status> statuses_;
};

} // namespace referee
