// The thief of foresight: searches all plans on the time-expanded board (cell and tick), in all
// simulated futures at once, and plays out the best ones and the lecture's plans.

#include "cops/lib/foresight/brain.hpp"
#include "cops/lib/foresight/foresight.hpp"
#include "cops/lib/mirror.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace referee::cops::sample {
namespace {

/// One future up to the end of this plan: the board in each tick. The thief is left out, because he
/// can at most stop a wall.
struct Course {
    std::vector<Ground> grounds;          ///< by tick of the plan
    std::vector<std::vector<Place>> cops; ///< places after each tick; [0]: before the first
    PlaceMap<float> worth;                ///< value of the thief's place after the last tick
};

/// Estimates the value of each place from its distances to cops and gates.
void fill_worth(const State& state, const Situation& situation, Course& course) {
    const Parameters& values = situation.parameters;
    const Scene scene(state, values, situation.constants);
    const Ground& ground = scene.ground;
    PlaceMap<int> from_cops;
    PlaceMap<int> from_gates;
    measure_distances(ground, scene.all_cops(), from_cops);
    std::vector<Place> doors;
    for (int gate = 0; gate < state.gate_count; ++gate) {
        for (const Place door : ground.entrances(state, values, gate)) {
            doors.push_back(door);
        }
    }
    int guard = unreached;
    for (const Place door : doors) {
        guard = std::min(guard, from_cops[door]);
    }
    measure_distances(ground, doors, from_gates);
    for (Place place = 0; place < ground.places(); ++place) {
        const double cops = std::min(from_cops[place], 60);
        const double gate = std::min(from_gates[place], 60);
        const double caught = 0.8 * std::exp(-cops / 3.0);
        const double lead = std::min(cops, static_cast<double>(guard)) - gate;
        const double escape = 1 / (1 + std::exp(-lead / 3.0));
        course.worth[place] =
            static_cast<float>((1 - caught) * values.ticks * (1 + 0.8 * escape - 0.01 * gate));
    }
}

Course course_of(const Future& future, const CopsPlan& plan, const Situation& situation) {
    const Parameters& values = situation.parameters;
    Course course;
    State state = future.state;
    const Word* words = future.words.data();
    const auto keep_cops = [&] {
        course.cops.emplace_back();
        for (int cop = 0; cop < state.cop_count; ++cop) {
            course.cops.back().push_back(course.grounds.back().place(state.cops[cop]));
        }
    };
    for (int i = 0; i < values.plan_length; ++i) {
        course.grounds.emplace_back(state, values);
        if (i == 0) {
            keep_cops();
        }
        Steps steps;
        for (int cop = 0; cop < state.cop_count; ++cop) {
            steps.cops[cop] = plan[static_cast<std::size_t>(cop * values.plan_length + i)];
        }
        // The thief has a place here, but neither ends the game nor is in the way for long.
        const int tick = state.tick;
        move_players(state, values, steps);
        state.end = End::none;
        state.tick = tick + 1;
        keep_cops();
        move_surroundings(state, values, words);
        words += state.wall_count + state.gate_count;
    }
    fill_worth(state, situation, course);
    return course;
}

constexpr std::int16_t has_ended = -1; ///< the game has ended in this future

/// A partial plan: where it has led the thief in each future.
struct Node {
    std::vector<std::int16_t> places;
    double sum = 0; ///< of the payoffs where the game has ended
    std::vector<Step> steps;
};

class PlanSearch {
  public:
    PlanSearch(
        const Situation& situation, const std::vector<Course>& courses, const Stopwatch& watch)
        : situation_(situation), courses_(courses), watch_(watch) {}

    /// At most `count` plans in the order of their values, no two with the same course. If the time
    /// runs out, their remaining steps are waits; only plans with very many moves take so long.
    std::vector<std::vector<Step>> best_plans(std::size_t count) const {
        Node root;
        const Place start = courses_[0].grounds[0].place(situation_.state.thief);
        root.places.assign(courses_.size(), static_cast<std::int16_t>(start));
        std::vector<Node> nodes{root};
        const auto length = static_cast<std::size_t>(situation_.parameters.plan_length);
        for (std::size_t tick = 0; tick < length && !watch_.is_over(); ++tick) {
            nodes = extended(nodes, static_cast<int>(tick));
        }
        std::vector<std::vector<Step>> plans;
        for (std::size_t i = 0; i < std::min(count, nodes.size()); ++i) {
            plans.push_back(nodes[i].steps);
            plans.back().resize(length, Step::wait);
        }
        return plans;
    }

  private:
    /// All extensions by one step, the best first. Partial plans that lead to the same places in
    /// all futures are merged, because the rest of the plan doesn't depend on how it got there.
    std::vector<Node> extended(const std::vector<Node>& nodes, int tick) const {
        constexpr std::size_t max_nodes = 300;
        std::map<std::vector<std::int16_t>, Node> merged;
        for (const Node& node : nodes) {
            for (const Step step : {Step::north, Step::east, Step::south, Step::west, Step::wait}) {
                Node next = extended(node, step, tick);
                const auto [at, is_new] = merged.try_emplace(next.places, next);
                if (!is_new && next.sum > at->second.sum) {
                    at->second = std::move(next);
                }
            }
        }
        std::vector<std::pair<double, const Node*>> order;
        for (const auto& [places, node] : merged) {
            order.emplace_back(worth(node), &node);
        }
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
            return a.first > b.first;
        });
        std::vector<Node> result;
        for (std::size_t i = 0; i < std::min(max_nodes, order.size()); ++i) {
            result.push_back(*order[i].second);
        }
        return result;
    }

    Node extended(const Node& node, Step step, int tick) const {
        Node next = node;
        next.steps.push_back(step);
        for (std::size_t i = 0; i < courses_.size(); ++i) {
            if (next.places[i] != has_ended) {
                advance(next, i, step, tick);
            }
        }
        return next;
    }

    /// One tick of the thief in one future.
    void advance(Node& node, std::size_t future, Step step, int tick) const {
        const Course& course = courses_[future];
        const auto at = static_cast<std::size_t>(tick);
        const Ground& ground = course.grounds[at];
        const Parameters& values = situation_.parameters;
        const Place from = node.places[future];
        Place to = step == Step::wait ? from : from + ground.offset(static_cast<int>(step));
        to = ground.is_free(to) || ground.is_gate(to) ? to : from;
        const int now = situation_.state.tick + tick;
        for (std::size_t cop = 0; cop < course.cops[at].size(); ++cop) {
            const Place before = course.cops[at][cop];
            const Place after = course.cops[at + 1][cop];
            const bool swapped =
                values.swap_capture == 1 && after == from && before == to && to != from;
            if (swapped || distance(ground.cell(after), ground.cell(to)) <= values.capture_radius) {
                node.sum += now;
                node.places[future] = has_ended;
                return;
            }
        }
        if (ground.is_gate(to)) {
            node.sum += 2 * values.ticks - now - 1;
            node.places[future] = has_ended;
        } else if (now + 1 == values.ticks) {
            node.sum += values.ticks;
            node.places[future] = has_ended;
        } else {
            node.places[future] = static_cast<std::int16_t>(to);
        }
    }

    double worth(const Node& node) const {
        double sum = node.sum;
        for (std::size_t i = 0; i < courses_.size(); ++i) {
            sum += node.places[i] == has_ended
                       ? 0
                       : courses_[i].worth[static_cast<std::size_t>(node.places[i])];
        }
        return sum;
    }

    const Situation& situation_;
    const std::vector<Course>& courses_;
    const Stopwatch& watch_;
};

/// A plan for the thief now, and the policy that he follows afterwards.
struct ThiefCandidate {
    std::vector<Step> steps;
    ThiefPlanner policy;
};

/// Plans that the policemen may make now, by model, and the policies that they follow afterwards.
struct ExpectedCops {
    std::vector<CopsPlan> steps;
    std::vector<CopsPolicy> policies;
};

/// `mirrored`: plans that they may make if foresight plays them.
ExpectedCops expected_cops(const Scene& scene, const std::vector<CopsPlan>& mirrored) {
    ExpectedCops expected;
    for (const CopsPolicy& policy : cops_policies) {
        expected.steps.push_back(policy.plan(scene, policy.thief));
        expected.policies.push_back(policy);
    }
    for (const CopsPlan& plan : mirrored) {
        expected.steps.push_back(plan);
        expected.policies.push_back({cops_guard, thief_gatehalo});
    }
    return expected;
}

std::vector<ThiefCandidate>
candidates_for(const Scene& scene, const PlanSearch& search, const Effort& effort) {
    std::vector<ThiefCandidate> candidates;
    for (const auto& steps : search.best_plans(static_cast<std::size_t>(effort.finalists))) {
        candidates.push_back({steps, thief_gatehalo});
    }
    for (const ThiefPlanner planner : {thief_gatehalo, thief_smart, thief_away, thief_gate}) {
        candidates.push_back({steps_along(scene, planner(scene)), planner});
    }
    return candidates;
}

std::vector<Step> best_steps(const PlanRequest& request) {
    const Situation& situation = request.situation;
    std::mt19937 generator(situation.seed);
    const Scene scene(situation.state, situation.parameters, situation.constants);
    const ExpectedCops cops = expected_cops(scene, request.mirrored);
    const std::vector<double> belief =
        shared_out(request.knowledge.belief(), request.mirrored.size());
    const std::vector<Future> futures =
        draw_futures(situation, request.knowledge, belief, request.effort, generator);
    std::vector<Course> courses;
    for (const Future& future : futures) {
        courses.push_back(course_of(future, cops.steps[future.model], situation));
    }
    const std::vector<ThiefCandidate> candidates =
        candidates_for(scene, PlanSearch(situation, courses, request.watch), request.effort);
    const std::size_t best = best_candidate(
        candidates.size(), futures.size(), 1, request.watch,
        [&](std::size_t candidate, std::size_t at) {
            const Future& future = futures[at];
            Script script;
            script.thief_steps = &candidates[candidate].steps;
            script.cops_steps = &cops.steps[future.model];
            script.thief = candidates[candidate].policy;
            script.cops = cops.policies[future.model];
            return play_out(future, script, situation, request.effort);
        });
    if (request.notes != nullptr) {
        for (const ThiefCandidate& candidate : candidates) {
            *request.notes += drawn_way(situation.state.thief, candidate.steps, "gray");
        }
    }
    return candidates[best].steps;
}

} // namespace

Brain foresight_thief(const Effort& effort, std::string* notes) {
    return foresight_brain(effort, notes, best_steps);
}

} // namespace referee::cops::sample
