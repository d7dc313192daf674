#pragma once

/// The plan of a tournament: which group of AIs plays on which field, match by match. A pure
/// function of AIs, fields, format and seed (and, for some formats, of the results so far),
/// generated on demand, so that memory doesn't grow with the number of games. See
/// referee/tournament/README.md, "Formats".

#include "base/names.hpp"
#include "match/config.hpp"
#include "tournament/statistics/forecast.hpp"
#include "tournament/statistics/sprt.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

enum class Format { round_robin, sampled, gauntlet, knockout, ladder, racing, schedule, tuning };

constexpr auto enum_names(Format) {
    return std::to_array<std::string_view>(
        {"round-robin", "sampled", "gauntlet", "knockout", "ladder", "racing", "schedule",
         "tuning"});
}
/// The formats that --format names: all but a schedule and a tuning, the last two.
inline constexpr std::span<const std::string_view> made_formats =
    std::span(all_names<Format>).first(all_names<Format>.size() - 2);

/// Upper bound of the matches of a plan: larger numbers would overflow in sums.
inline constexpr std::int64_t max_planned_matches = std::int64_t{1} << 40U;

struct TuningConfig;

struct PlanConfig {
    Format format = Format::round_robin;
    int ais = 2;
    int seats = 2;
    int fields = 1;
    std::uint64_t seed = 0;
    int challenger = -1;      ///< index of the AI, in a gauntlet
    int tie_fields = 0;       ///< the last fields, which a knockout reserves for ties
    int top = 1;              ///< size of the top group that a race looks for
    double confidence = 0.95; ///< of a race
    int games_per_match = 2;  ///< for a race: points of a match
    /// Draw the base order of each group at random; else it is the order of the AIs.
    bool draws_seats = false;
    /// Keys of AIs and fields for random draws.
    std::vector<std::uint64_t> ai_keys;
    std::vector<std::uint64_t> field_keys;
    /// With Format::schedule: its lines.
    struct Line {
        int field = 0;
        std::vector<int> group;
    };
    std::vector<Line> schedule;
    std::shared_ptr<const TuningConfig> tuning; ///< with Format::tuning
};

/// What decided a contest of a knockout or ladder. In a knockout a tie in points is broken by
/// further fields, then by scores, then by lot; on a ladder nobody changes places (kept).
enum class Settlement { open, points, further_fields, score, lot, kept };
constexpr auto enum_names(Settlement) {
    return std::to_array<std::string_view>(
        {"open", "points", "further fields", "score", "lot", "places kept"});
}

/// The result of a contest.
struct Contest {
    std::string round; ///< "final"
    std::vector<int> group;
    std::vector<double> points; ///< by place in the group, like scores
    std::vector<double> scores;
    int fields = 0;         ///< number of fields played; 0 until it is decided
    int further_fields = 0; ///< of these, played because of a tie
    std::vector<int> order; ///< best first; empty: not decided
    Settlement settlement = Settlement::open;
};

/// The state of a race.
struct Race {
    /// Where it is hardest to decide: the last of the undecided that looks as if it belonged to the
    /// best, and the first that doesn't.
    struct Border {
        int inner = 0;
        int outer = 0;
        /// Matches between these two that would decide; no value: they look equal.
        std::optional<Forecast> matches;
    };

    int top = 1;
    double confidence = 0.95;
    int fields = 0;          ///< number of fields judged
    std::vector<int> inside; ///< AIs certainly among the best `top`
    std::vector<int> undecided;
    std::vector<int> outside;
    /// True if ratings contradict the results, so that the mean share against opponents drawn by
    /// lot decides.
    bool by_shares = false;
    std::optional<Border> border; ///< while AIs are undecided and have played enough
};

/// The outcome of a plan that depends on results.
struct Verdict {
    bool is_final = false;
    std::vector<int> places; ///< by AI, from 1, can be shared; 0: still in; empty: no places
    std::vector<Contest> contests;
    std::optional<Race> race;
};

/// A match of the plan.
struct PlannedMatch {
    std::int64_t index = 0; ///< from 0; the indexes of its games follow from it
    int field = 0;          ///< index
    std::vector<int> group; ///< indexes of AIs, one for each seat, in base order
    /// For tuning: by place in the group the values of the AI's parameters; empty: as declared.
    std::vector<std::vector<double>> values{};
};

/// Puts the group into its randomly drawn base order, if the configuration has keys.
void seat(const PlanConfig& config, PlannedMatch& match);

class Plan {
  public:
    enum class Step {
        match, ///< the next one is known
        wait,  ///< it depends on results that are missing
        end
    };

    virtual ~Plan() = default;
    /// The number of matches, or its maximum if it depends on results. All indexes are below.
    virtual std::int64_t size() const = 0;
    /// The number of matches known so far.
    virtual std::int64_t expected() const { return size(); }
    /// Advances to the next match, in the order of indexes.
    virtual Step next(PlannedMatch& match) = 0;
    /// Reports a finished match, in any order: points and scores in the order of the group. Only
    /// plans that depend on results use it.
    virtual void finished(
        const PlannedMatch&, const std::vector<double>& /*points*/,
        const std::vector<double>& /*scores*/) {}
    /// True if the groups depend on results.
    virtual bool depends_on_results() const { return false; }
    /// What it is currently determining, for people, in a line or more; `names` of the AIs. Empty:
    /// nothing.
    virtual std::string status(std::span<const std::string> /*names*/) const { return ""; }
    /// The outcome so far, if they do.
    virtual std::optional<Verdict> verdict() const { return std::nullopt; }
};

/// The number of fields without which a race can't be decided, not even if every AI won all matches
/// against those below it; at most `max`.
int min_fields_of_race(const PlanConfig& config, int max);

/// Throws UserError if the format can't be played with this number of AIs and seats.
std::unique_ptr<Plan> make_plan(const PlanConfig& config);

/// Index of rotation `rotation` of the match with index `match`.
constexpr std::int64_t game_index(std::int64_t match, int games_per_match, int rotation) {
    return match * games_per_match + rotation;
}

// The base order of a group, from which the rotations of a match are made. With more than two
// seats rotations keep who sits directly before whom, so the base order is drawn at random for
// each group and field. The draw depends only on the seed, the field and the AIs of the group, so
// it stays the same when the tournament grows.

/// The key of a name for random draws.
std::uint64_t seating_key(std::string_view name);

/// Draws the order of `group` (indexes into `keys`), regardless of its order before.
void random_seating(
    std::vector<int>& group, const std::vector<std::uint64_t>& keys, std::uint64_t field_key,
    std::uint64_t seed);

// The settings of a tournament.

struct TournamentConfig {
    PlanConfig plan;
    SeatOrders seat_orders = SeatOrders::rotate;
    int shard = 1; ///< of `shards`: the matches whose index is congruent to it
    int shards = 1;
    std::optional<SprtConfig> sprt;
    bool match_decides = false;
    std::string records; ///< the folder of records, relative to the database's folder
};

} // namespace referee
