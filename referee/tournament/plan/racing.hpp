#pragma once

/// A race for the best K: only AIs that are neither certainly in nor certainly out play on. Ratings
/// and evidence are those of RaceModel. At first the undecided AIs are grouped at random; when each
/// has played a few matches, the pairs across the border play of which it is least certain who is
/// better. Who plays whom depends on earlier matches only, which leaves the evidence valid.
///
/// An AI is in (out) when enough others are certainly worse (better). Any decision about an AI that
/// is tied at the border is wrong, so a claim needs as much more evidence as there are claims that
/// could be made (Racing::needed_odds). Simulations: referee/tournament/README.md, "How often the
/// statements are true".

#include "tournament/plan/plan.hpp"

#include <deque>
#include <eigen3/Eigen/Dense>
#include <map>
#include <utility>
#include <vector>

namespace referee {

// What a race knows of its AIs: ratings from all matches (Bradley–Terry, for more seats Luce's
// choice of the winner), and for each pair the evidence that one is better.
//
// The evidence is an e-value (any_time.hpp), so it may be looked at after every match.

class RaceModel {
  public:
    explicit RaceModel(int ais);

    /// Adds a match: its AIs and the points of each. Without any points it says nothing.
    void add(const std::vector<int>& group, const std::vector<double>& points);
    /// Number of matches of an AI.
    int played(int ai) const { return played_[static_cast<std::size_t>(ai)]; }

    struct Estimate {
        Eigen::VectorXd thetas; ///< ratings, in Elo / elo_per_theta
        Eigen::MatrixXd
            evidence; ///< by two AIs: natural logarithm of the e-value of "row is better"
        Eigen::MatrixXd variances; ///< of the differences of their ratings
        double information = 0;    ///< about the difference of two, of a match between them
    };
    /// Depends on the matches and the order of calls, not on the order of matches between two
    /// calls.
    Estimate fit();

    /// Whether some AIs do better against certain others than ratings say: the matches of two AIs
    /// then differ from the ratings in the same direction again and again. In standard errors;
    /// about normal where ratings are right, whatever the games of one match have in common.
    double misfit() const;

  private:
    /// Two AIs and their matches.
    struct PairSum {
        double excess = 0; ///< sum over matches: of the first's points over those of the second,
                           ///< beyond what ratings expect
        double squares = 0;
        double fourths = 0;
        /// Sum over matches, and of squares: what a difference of θ adds to the excess.
        double slopes = 0;
        double slopes_squared = 0;
    };
    std::map<std::pair<int, int>, PairSum> pair_sums() const;
    /// What AIs do better or worse against certain others than ratings say, as a covariance of the
    /// gradient: more matches of the same two don't average it out.
    Eigen::MatrixXd pair_scatter() const;

    struct Sums {
        Eigen::VectorXd gradient;
        Eigen::MatrixXd information;
        Eigen::MatrixXd scatter; ///< of the matches' gradients
        double surprise = 0;     ///< Pearson's χ²
        double matches = 0;
        double points = 0; ///< of all matches, divided by twice their seats
    };
    Sums sums() const;

    using Result = std::pair<std::vector<int>, std::vector<double>>;
    std::map<Result, int> results_; ///< how often each occurred
    std::vector<int> played_;
    Eigen::VectorXd thetas_;
};

/// The mean share of each AI against opponents drawn by lot from all, and the evidence that one is
/// larger than another. It needs no ratings, so it holds where AIs beat one another in a circle.
class ShareModel {
  public:
    explicit ShareModel(int ais) : sums_(static_cast<std::size_t>(ais)) {}

    void add(const std::vector<int>& group, const std::vector<double>& points);
    int played(int ai) const { return sums_[static_cast<std::size_t>(ai)].matches; }
    /// `thetas` are shares here, in the units of ratings near one half.
    RaceModel::Estimate fit() const;

  private:
    struct Sum {
        int matches = 0;
        double share = 0;
        double squares = 0;
    };
    std::vector<Sum> sums_;
};

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
    std::string status(std::span<const std::string> names) const override;

    bool is_decided() const { return with_status(Status::undecided).empty(); }

  private:
    enum class Status { undecided, inside, outside };

    /// A field and its matches.
    struct Round {
        int field = 0;
        std::int64_t first = 0; ///< index of its first match
        std::vector<std::vector<int>> groups;
        std::vector<std::vector<double>> points; ///< by match; empty: not finished
        std::size_t ended = 0;
        bool ends_batch = false;
        bool is_by_lot = false; ///< all AIs in groups drawn by lot
    };
    /// What a batch of matches is planned by.
    struct Outlook {
        std::vector<int> open; ///< the undecided AIs, best first
        int places = 1;        ///< left among the best K
        bool is_known = false; ///< each of them has played enough for a first rating
        bool by_shares = false;
        RaceModel::Estimate estimate;
    };

    bool open_round();
    void claim();
    void leave_ratings();
    std::vector<std::vector<int>> random_groups(const std::vector<int>& players, int field) const;
    std::vector<std::vector<int>> closest_groups(Outlook& outlook, int field) const;
    void fill(std::vector<int>& group, int field) const;
    Outlook outlook() const;
    double needed_odds() const;
    double needed_evidence() const;
    std::optional<Race::Border> border() const;
    void judge(const Round& round);
    void decide();
    std::size_t pair(int one, int other) const;
    std::vector<int> with_status(Status status) const;
    std::vector<int> all_ais() const;

    PlanConfig config_;
    std::deque<Round> rounds_;  ///< not yet judged, oldest first
    std::size_t given_out_ = 0; ///< matches of the newest round handed out
    std::int64_t matches_ = 0;  ///< of all rounds so far
    int next_field_ = 0;
    std::int64_t in_batch_ = 0; ///< matches in the batch being filled
    /// By batch, when all but the batch before it are judged. The evidence of the batch being
    /// planned grows by what its matches may bring.
    std::deque<Outlook> outlooks_;
    /// Ratings contradict the results: from now on all play in groups drawn by lot, and shares
    /// decide.
    bool by_shares_ = false;
    RaceModel model_;
    ShareModel shares_;
    RaceModel::Estimate estimate_; ///< after the last batch
    std::vector<bool> claims_;     ///< by pair: the first is certainly better
    std::vector<Status> statuses_;
};

} // namespace referee
