#include "cops/lib/foresight/plan_game.hpp"

#include <cmath>

namespace referee::cops::sample {
namespace {

constexpr int farthest = 40;        ///< longer distances are counted as this
constexpr std::size_t max_rows = 9; ///< plans that are longer lead to too many places for a table

/// Distances as bytes, so that many tables fit into the caches.
std::vector<std::uint8_t> rounded(const PlaceMap<int>& distances, int places) {
    std::vector<std::uint8_t> result(static_cast<std::size_t>(places));
    for (int place = 0; place < places; ++place) {
        result[static_cast<std::size_t>(place)] = static_cast<std::uint8_t>(
            std::min(distances[static_cast<std::size_t>(place)], farthest));
    }
    return result;
}

} // namespace

PlanGame::PlanGame(const Situation& situation, const std::vector<Future>& futures)
    : situation_(situation), length_(static_cast<std::size_t>(situation.parameters.plan_length)),
      played_(static_cast<std::size_t>(std::min(
          situation.parameters.plan_length, situation.parameters.ticks - situation.state.tick))),
      cops_(situation.state.cop_count), now_(situation.state.tick),
      ticks_(situation.parameters.ticks),
      is_wide_(situation.parameters.capture_radius > 0 || situation.parameters.swap_capture == 1) {
    const Parameters& values = situation.parameters;
    boards_.reserve(futures.size());
    for (const Future& future : futures) {
        Board& board = boards_.emplace_back();
        State state = future.state;
        // Nobody is in the way of walls.
        state.cop_count = 0;
        state.thief = {-1, -1};
        const Word* words = future.words.data();
        board.grounds.reserve(length_ + 1);
        board.grounds.emplace_back(state, values);
        for (std::size_t tick = 0; tick < length_; ++tick) {
            move_surroundings(state, values, words);
            words += state.wall_count + state.gate_count;
            board.grounds.emplace_back(state, values);
        }
        const Ground& last = board.grounds.back();
        for (int gate = 0; gate < state.gate_count; ++gate) {
            PlaceMap<int> distances;
            measure_distances(last, last.entrances(state, values, gate), distances);
            board.from_gates.push_back(rounded(distances, last.places()));
        }
        board.between.resize(static_cast<std::size_t>(last.places()));
    }
}

Track PlanGame::thief_track(const std::vector<Step>& plan) const {
    Track track;
    track.reserve(futures() * length_);
    for (std::size_t future = 0; future < futures(); ++future) {
        Place at = ground(future, 0).place(situation_.state.thief);
        bool is_out = false;
        for (std::size_t tick = 0; tick < length_; ++tick) {
            at = is_out ? at : stepped(future, tick, at, plan[tick], true);
            is_out = is_out || ground(future, tick).is_gate(at);
            track.push_back(static_cast<std::int16_t>(at));
        }
    }
    return track;
}

Track PlanGame::cop_track(std::size_t cop, const Step* steps) const {
    Track track;
    track.reserve(futures() * length_);
    for (std::size_t future = 0; future < futures(); ++future) {
        Place at = ground(future, 0).place(situation_.state.cops[cop]);
        for (std::size_t tick = 0; tick < length_; ++tick) {
            at = stepped(future, tick, at, steps[tick], false);
            track.push_back(static_cast<std::int16_t>(at));
        }
    }
    return track;
}

bool PlanGame::is_caught_wide(Place thief_before, Place thief, Place cop_before, Place cop) const {
    const Ground& board = ground(0, 0);
    return (situation_.parameters.swap_capture == 1 && cop == thief_before &&
            cop_before == thief) ||
           distance(board.cell(cop), board.cell(thief)) <= situation_.parameters.capture_radius;
}

int PlanGame::steps_between(const Board& board, Place thief, Place cop) const {
    const Ground& last = board.grounds.back();
    if (length_ > max_rows) {
        return std::min(distance(last.cell(thief), last.cell(cop)), farthest);
    }
    std::vector<std::uint8_t>& row = board.between[static_cast<std::size_t>(thief)];
    if (row.empty()) {
        PlaceMap<int> distances;
        measure_distances(last, {thief}, distances);
        row = rounded(distances, last.places());
    }
    return row[static_cast<std::size_t>(cop)];
}

Features
PlanGame::features(std::size_t future, Place thief, const std::vector<const Track*>& cops) const {
    const Board& board = boards_[future];
    const std::size_t at = future * length_ + length_ - 1;
    int nearest = farthest;
    int second = farthest;
    double crowd = 0;
    for (const Track* cop : cops) {
        const int steps = steps_between(board, thief, (*cop)[at]);
        crowd += std::max(0, 12 - steps) / 12.0;
        if (steps < nearest) {
            second = nearest;
            nearest = steps;
        } else {
            second = std::min(second, steps);
        }
    }
    constexpr double no_gate = -15;
    double best = -1000;
    double lead = no_gate;
    double way = farthest;
    double other = no_gate;
    double between = 0;
    double ahead = 0;
    for (const std::vector<std::uint8_t>& from_gate : board.from_gates) {
        const int own = from_gate[static_cast<std::size_t>(thief)];
        int guard = farthest;
        int detour = farthest;
        int nearer = 0;
        for (const Track* cop : cops) {
            const int far = from_gate[static_cast<std::size_t>((*cop)[at])];
            guard = std::min(guard, far);
            nearer += far <= own ? 1 : 0;
            detour = std::min(detour, far + steps_between(board, thief, (*cop)[at]) - own);
        }
        const double own_lead = std::clamp<double>(guard - own, no_gate, -no_gate);
        const double score = own_lead - 0.25 * own;
        if (score > best) {
            other = best > -1000 ? lead : no_gate;
            best = score;
            lead = own_lead;
            way = own;
            between = std::exp(-std::max(0, detour) / 3.0);
            ahead = nearer / 5.0;
        } else {
            other = std::max(other, own_lead);
        }
    }
    return {
        1,
        lead / 5,
        std::max(0.0, lead) / 5,
        way / 10,
        other / 5,
        std::max(0.0, other) / 5,
        std::exp(-nearest / 3.0),
        std::exp(-second / 3.0),
        crowd,
        nearest <= 1 ? 1.0 : 0.0,
        nearest <= 2 ? 1.0 : 0.0,
        between,
        ahead};
}

double estimate(const Features& features, double now, double ticks) {
    // Fitted by `cops-distance fit 600 seed=30000`: ai-samples/cops/matrix/distance.cpp.
    constexpr Features weights{-0.25, -0.16, 0.92, -0.18, 0.02,  0.16, 0.5,
                               -0.29, 0,     0.11, -0.31, -0.74, -0.85};
    constexpr double capture_delay = 13;
    constexpr double escape_delay = 2.5; // more than the way
    double sum = 0;
    for (std::size_t i = 0; i < feature_count; ++i) {
        sum += weights[i] * features[i];
    }
    const double escape = 1 / (1 + std::exp(-sum));
    const double later = std::min(ticks, now + 10 * features[way_feature] + escape_delay);
    return escape * (2 * ticks - later - 1) + (1 - escape) * std::min(ticks, now + capture_delay);
}

double
PlanGame::rest(std::size_t future, Place thief, const std::vector<const Track*>& cops) const {
    const double now = now_ + static_cast<double>(played_);
    return now >= ticks_ ? ticks_ : estimate(features(future, thief, cops), now, ticks_);
}

double PlanGame::payoff(
    std::size_t future, const Track& thief, const std::vector<const Track*>& cops) const {
    const Ground& first = ground(future, 0);
    const std::size_t base = future * length_;
    for (std::size_t tick = 0; tick < played_; ++tick) {
        const std::size_t at = base + tick;
        const Place before = tick == 0 ? first.place(situation_.state.thief) : thief[at - 1];
        for (std::size_t cop = 0; cop < cops.size(); ++cop) {
            const Track& track = *cops[cop];
            const Place cop_before =
                tick == 0 ? first.place(situation_.state.cops[cop]) : track[at - 1];
            if (is_caught(before, thief[at], cop_before, track[at])) {
                return caught_in(tick);
            }
        }
        if (ground(future, tick).is_gate(thief[at])) {
            return escaped_in(tick);
        }
    }
    return rest(future, thief[base + length_ - 1], cops);
}

double PlanGame::payoff(const Track& thief, const std::vector<const Track*>& cops) const {
    double sum = 0;
    for (std::size_t future = 0; future < futures(); ++future) {
        sum += payoff(future, thief, cops);
    }
    return sum / static_cast<double>(futures());
}

} // namespace referee::cops::sample
