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

enum class Format { round_robin, sampled, gauntlet, knockout, ladder, schedule };

std::string_view name_of(Format format);
/// The format of that name (schedule is none that people name), or nothing.
std::optional<Format> format_named(std::string_view name);

struct PlanOrder {
    Format format = Format::round_robin;
    int ais = 2;
    int seats = 2;
    int fields = 1;
    std::uint64_t seed = 0;
    int challenger = -1; ///< index of the AI, in a gauntlet
    /// Draw the base order of each group: what stands for each AI and field there (seating.hpp).
    /// Without keys a group sits as it is made: in the order of the AIs.
    std::vector<std::uint64_t> ai_keys;
    std::vector<std::uint64_t> field_keys;
    /// With Format::schedule: what the lines say, in order.
    struct Line {
        int field = 0;
        std::vector<int> group;
    };
    std::vector<Line> schedule;
};

/// A match of the plan.
struct PlannedMatch {
    std::int64_t index = 0; ///< from 0; the identity of its games is made from it
    int field = 0;          ///< index
    std::vector<int> group; ///< indexes of AIs, as many as there are seats, in their base order
};

/// Puts the group into the base order that is drawn for it, where the order has keys for that.
void seat(const PlanOrder& order, PlannedMatch& match);

class Plan {
  public:
    enum class Step {
        match, ///< the next one is known
        wait,  ///< it depends on results that are still to come
        end
    };

    virtual ~Plan() = default;
    /// Number of matches in all.
    virtual std::int64_t size() const = 0;
    /// Goes on to the next match, in the order of their indexes.
    virtual Step next(PlannedMatch& match) = 0;
    /// To be told of every match that is finished, in any order: points and scores of the group's
    /// AIs, in its order. Only plans that depend on results listen.
    virtual void finished(
        const PlannedMatch&, const std::vector<double>& /*points*/,
        const std::vector<double>& /*scores*/) {}
    /// True if the groups depend on results.
    virtual bool depends_on_results() const { return false; }
};

/// Throws UserError if the format can't be played with so many AIs and seats.
std::unique_ptr<Plan> make_plan(const PlanOrder& order);

/// Index of rotation `rotation` of the match with index `match`.
constexpr std::int64_t game_index(std::int64_t match, int games_per_match, int rotation) {
    return match * games_per_match + rotation;
}

} // namespace referee
