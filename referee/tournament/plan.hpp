#pragma once

/// The plan of a tournament: which group of AIs plays on which field, match after match. A pure
/// function of AIs, fields, format and seed (and, in knockouts and ladders, of the results so far),
/// made on demand, so that its memory doesn't grow with the number of games.
/// Spec: tournament.md, "Units".

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

enum class Format { round_robin, sampled, gauntlet, knockout, ladder, racing, schedule };

std::string_view name_of(Format format);
/// The format of that name (schedule is none that people name), or nothing.
std::optional<Format> format_named(std::string_view name);

struct PlanConfig {
    Format format = Format::round_robin;
    int ais = 2;
    int seats = 2;
    int fields = 1;
    std::uint64_t seed = 0;
    int challenger = -1;      ///< index of the AI, in a gauntlet
    int tie_fields = 0;       ///< the last fields, which a knockout keeps for ties
    int top = 1;              ///< how many a race looks for
    double confidence = 0.95; ///< of a race
    int games_per_match = 2;  ///< for a race: what a match is worth
    /// Draw the base order of each group; else it sits as it is made, in the order of the AIs.
    bool draws_seats = false;
    /// What stands for each AI and field where something is drawn (seating.hpp).
    std::vector<std::uint64_t> ai_keys;
    std::vector<std::uint64_t> field_keys;
    /// With Format::schedule: what the lines say, in order.
    struct Line {
        int field = 0;
        std::vector<int> group;
    };
    std::vector<Line> schedule;
};

/// What has decided a contest of a knockout or ladder. In a knockout equal points are followed by
/// further fields, then by the scores, then by the draw of the pairings; on a ladder nobody
/// changes places (kept).
enum class Settlement { open, points, further_fields, score, draw, kept };
std::string_view name_of(Settlement settlement);

/// How a contest went.
struct Contest {
    std::string round; ///< "final"
    std::vector<int> group;
    std::vector<double> points; ///< by place in the group, as scores
    std::vector<double> scores;
    int fields = 0;         ///< played; 0 as long as it isn't decided
    int further_fields = 0; ///< of these, because of a tie
    std::vector<int> order; ///< from the best to the worst; empty: not decided
    Settlement settlement = Settlement::open;
};

/// How a race stands.
struct Race {
    int top = 1;
    double confidence = 0.95;
    int fields = 0;          ///< judged
    std::vector<int> inside; ///< AIs that are certainly among the best `top`
    std::vector<int> undecided;
    std::vector<int> outside;
};

/// What a tournament comes to whose plan depends on results.
struct Verdict {
    bool is_final = false;
    std::vector<int>
        places; ///< by AI, from 1, equal ones shared, 0: still in; empty: none are told
    std::vector<Contest> contests;
    std::optional<Race> race;
};

/// A match of the plan.
struct PlannedMatch {
    std::int64_t index = 0; ///< from 0; the identity of its games is made from it
    int field = 0;          ///< index
    std::vector<int> group; ///< indexes of AIs, as many as there are seats, in their base order
};

/// Puts the group into the base order that is drawn for it, where the order has keys for that.
void seat(const PlanConfig& config, PlannedMatch& match);

class Plan {
  public:
    enum class Step {
        match, ///< the next one is known
        wait,  ///< it depends on results that are still to come
        end
    };

    virtual ~Plan() = default;
    /// Number of matches; if they depend on results, at most. All indexes are below.
    virtual std::int64_t size() const = 0;
    /// How many it will be as far as known, if they depend on results.
    virtual std::int64_t expected() const { return size(); }
    /// Goes on to the next match, in the order of their indexes.
    virtual Step next(PlannedMatch& match) = 0;
    /// To be told of every match that is finished, in any order: points and scores of the group's
    /// AIs, in its order. Only plans that depend on results listen.
    virtual void finished(
        const PlannedMatch&, const std::vector<double>& /*points*/,
        const std::vector<double>& /*scores*/) {}
    /// True if the groups depend on results.
    virtual bool depends_on_results() const { return false; }
    /// What it has come to, if they do.
    virtual std::optional<Verdict> verdict() const { return std::nullopt; }
};

/// Throws UserError if the format can't be played with so many AIs and seats.
std::unique_ptr<Plan> make_plan(const PlanConfig& config);

/// Index of rotation `rotation` of the match with index `match`.
constexpr std::int64_t game_index(std::int64_t match, int games_per_match, int rotation) {
    return match * games_per_match + rotation;
}

} // namespace referee
