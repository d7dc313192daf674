#pragma once

/// Plans of `referee tune`. AI 0 and AI 1 are the same program with different parameter values,
/// which come with each match; the others are its opponents. The state of a plan follows from the
/// results of matches, so an interrupted run is resumed like a tournament.

#include "tournament/plan/plan.hpp"
#include "tournament/statistics/sprt.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace referee {

// Simultaneous perturbation stochastic approximation (Spall 1992; gain sequences as in "An
// overview of the simultaneous perturbation method", 1998): all parameters are changed at once,
// each up or down at random, and one comparison of the two points moves all of them. A pure value:
// no files, games or clock.

struct SpsaParameter {
    double start = 0;
    double min = 0;
    double max = 0;
    double step = 1; ///< at the end both points are this far from the middle
    bool is_integer = false;
};

class Spsa {
  public:
    Spsa(std::vector<SpsaParameter> parameters, std::int64_t iterations, std::uint64_t seed);

    /// The two points of an iteration (from 0) around the current one: in range, integers rounded.
    struct Trial {
        std::vector<double> plus;
        std::vector<double> minus;
    };
    Trial trial(std::int64_t iteration) const;

    /// Moves the point by an iteration's result: the share of points of `plus` minus that of
    /// `minus`, from −1 to 1. Call it for each iteration in order.
    void learn(double difference);

    std::int64_t learnt() const { return learnt_; }
    const std::vector<double>& point() const { return point_; }
    /// The mean of the points of the last fifth of all iterations, once these have begun, with
    /// integers rounded. Not the best point seen, which would be best by luck.
    std::vector<double> result() const;
    /// How far the points of the last fifth scatter, as a standard deviation.
    std::vector<double> scatter() const;

  private:
    /// +1 or −1, drawn from the seed: the direction of a parameter in an iteration.
    int sign(std::int64_t iteration, std::size_t parameter) const;
    /// Half of the distance of the two points, in steps.
    double distance(std::int64_t iteration) const;
    /// How far a result of 1 moves the point, in steps.
    double gain(std::int64_t iteration) const;

    std::vector<SpsaParameter> parameters_;
    std::int64_t iterations_;
    std::uint64_t seed_;
    std::int64_t learnt_ = 0;
    std::vector<double> point_;
    std::vector<double> sum_; ///< over the last fifth
    std::vector<double> squares_;
    std::int64_t summed_ = 0;
};

enum class TuningMethod { spsa, sweep };

/// The configuration of a plan of `tune`. It identifies the run.
struct TuningConfig {
    TuningMethod method = TuningMethod::spsa;
    std::vector<std::string> names; ///< of the parameters that are tuned
    std::vector<SpsaParameter> parameters;
    std::vector<double> declared;    ///< values of all parameters of the AI at the start
    std::vector<std::size_t> places; ///< indexes of the tuned ones in `declared`
    std::int64_t iterations = 0;     ///< of SPSA
    int test_fields = 0;             ///< the last fields, on which nothing is tuned
    SprtConfig sprt;
    std::vector<std::vector<double>> points; ///< of a sweep
    int sweep_fields = 0;                    ///< number of fields on which each point plays
};

/// The values of all parameters, with these values for the tuned ones.
std::vector<double> all_values(const TuningConfig& tuning, const std::vector<double>& tuned);
/// The values of the tuned parameters at the start.
std::vector<double> starts_of(const TuningConfig& tuning);

/// SPSA in three parts. Each iteration plays one field: plus and minus against one another, or each
/// against the same opponent. Then the result plays against the start on the test fields, until a
/// sequential test decides. Finally, for each parameter, the result with this parameter at either
/// end of its range plays against the result, which reveals parameters without effect.
class SpsaPlan : public Plan {
  public:
    explicit SpsaPlan(const PlanConfig& config);
    std::int64_t size() const override;
    std::int64_t expected() const override;
    Step next(PlannedMatch& match) override;
    void finished(
        const PlannedMatch& match, const std::vector<double>& points,
        const std::vector<double>& scores) override;
    bool depends_on_results() const override { return true; }
    std::string status(std::span<const std::string> names) const override;

    const Spsa& spsa() const { return spsa_; }
    const TuningConfig& tuning() const { return tuning_; }
    /// The result against the start.
    const Sprt& test() const { return test_; }
    bool is_tested() const;
    bool is_over() const { return is_tested() && probed_ == probes(); }
    /// The result with a parameter at the end of its range (0: MIN, 1: MAX) against the result; no
    /// pairs if the result is already at that end.
    const PairCounts& probe(std::size_t parameter, int end) const {
        return probes_[2 * parameter + static_cast<std::size_t>(end)];
    }
    /// Points at some iterations, for a plot: the iteration and the values.
    const std::vector<std::pair<std::int64_t, std::vector<double>>>& history() const {
        return history_;
    }

  private:
    std::int64_t tuning_matches() const { return tuning_.iterations * matches_per_iteration_; }
    std::int64_t probes() const;
    int probe_fields() const;
    bool next_trial(PlannedMatch& match);
    bool next_test(PlannedMatch& match);
    bool next_probe(PlannedMatch& match);
    void learn(std::int64_t count);

    PlanConfig config_;
    TuningConfig tuning_;
    int matches_per_iteration_;
    Spsa spsa_;
    std::int64_t given_out_ = 0;                             ///< matches of trials
    Spsa::Trial trial_;                                      ///< of the iteration being given out
    std::map<std::int64_t, std::pair<int, double>> results_; ///< by iteration: matches, difference
    std::vector<std::pair<std::int64_t, std::vector<double>>> history_;
    Sprt test_;
    std::int64_t test_given_out_ = 0;
    std::int64_t test_finished_ = 0;
    std::int64_t probe_given_out_ = 0;
    std::int64_t probed_ = 0;
    std::vector<PairCounts> probes_;
};

/// A grid: each point plays against the start, or against each opponent, on the same fields.
class SweepPlan : public Plan {
  public:
    explicit SweepPlan(const PlanConfig& config);
    std::int64_t size() const override;
    Step next(PlannedMatch& match) override;
    void finished(
        const PlannedMatch& match, const std::vector<double>& points,
        const std::vector<double>& scores) override;
    bool depends_on_results() const override { return true; }

    const TuningConfig& tuning() const { return tuning_; }
    const std::vector<PairCounts>& counts() const { return counts_; } ///< by point

  private:
    int opponents() const { return config_.ais > 2 ? config_.ais - 2 : 1; }

    PlanConfig config_;
    TuningConfig tuning_;
    std::int64_t next_ = 0;
    std::vector<PairCounts> counts_;
};

/// The points of a full grid: `points` values of each parameter from MIN to MAX, in whole steps.
std::vector<std::vector<double>> grid_of(const std::vector<SpsaParameter>& parameters, int points);

} // namespace referee
