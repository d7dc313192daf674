#include "cops/lib/knowledge.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace referee::cops::sample {
namespace {

CopsPlan chase(const Scene& scene, ThiefPlanner) {
    return cops_chase(scene);
}

CopsPlan disperse(const Scene& scene, ThiefPlanner) {
    return cops_disperse(scene);
}

CopsPlan stay(const Scene& scene, ThiefPlanner) {
    const int steps = scene.state.cop_count * scene.parameters.plan_length;
    return CopsPlan(static_cast<std::size_t>(steps), Step::wait);
}

constexpr double fading = 0.7; ///< of errors, from turn to turn
/// One plan predicted without an error outweighs one with all steps wrong by e^5.
constexpr double sharpness = 5;

/// The state after the players' moves of one tick on a board with known walls and gates.
State moved(
    const State& players, const State& surroundings, const Parameters& values, const Steps& steps) {
    State state = surroundings;
    state.thief = players.thief;
    state.cops = players.cops;
    move_players(state, values, steps);
    return state;
}

} // namespace

const std::array<CopsPolicy, cops_models> cops_policies{
    {{chase, nullptr},
     {disperse, nullptr},
     {cops_predict, thief_smart},
     {cops_guard, thief_smart},
     {cops_predict, thief_gatehalo},
     {cops_predict, thief_gate},
     {cops_guard, thief_gatehalo},
     {stay, nullptr}}};

const std::array<ThiefPlanner, thief_models> thief_policies{
    thief_gate, thief_gatehalo, thief_away, thief_smart, thief_wait};

Path thief_wait(const Scene&) {
    return {};
}

Knowledge::Knowledge(
    const Situation& situation, const std::string& memory,
    const std::vector<std::vector<Step>>* mirrored)
    : situation_(situation), own_models_(situation.is_thief ? cops_models : thief_models),
      state_(situation.state), errors_(own_models_ + (mirrored != nullptr ? 1 : 0)) {
    if (read(memory)) {
        const State planned = state_;
        std::vector<State> boards = situation.past;
        boards.push_back(situation.state);
        State before = planned;
        for (const State& board : boards) {
            learn_headings(before, board);
            before = board;
        }
        judge_models(planned, mirrored != nullptr ? *mirrored : std::vector<std::vector<Step>>{});
    }
    State now = situation.state;
    for (int i = 0; i < now.wall_count; ++i) {
        now.walls[i].heading = state_.walls[i].heading;
    }
    for (int i = 0; i < now.gate_count; ++i) {
        now.gates[i].clockwise = state_.gates[i].clockwise;
    }
    state_ = now;
}

std::string Knowledge::memory() const {
    std::ostringstream text;
    text << state_.tick << ' ' << state_.thief.x << ' ' << state_.thief.y << '\n';
    for (int i = 0; i < state_.cop_count; ++i) {
        text << state_.cops[i].x << ' ' << state_.cops[i].y << '\n';
    }
    for (int i = 0; i < state_.wall_count; ++i) {
        const Wall& wall = state_.walls[i];
        text << wall.first.x << ' ' << wall.first.y << ' ' << static_cast<int>(wall.heading) << ' '
             << wall_known_[static_cast<std::size_t>(i)] << '\n';
    }
    for (int i = 0; i < state_.gate_count; ++i) {
        text << state_.gates[i].index << ' ' << state_.gates[i].clockwise << ' '
             << gate_known_[static_cast<std::size_t>(i)] << '\n';
    }
    for (const double error : errors_) {
        text << error << '\n';
    }
    return text.str();
}

/// Reads the text of memory(). False, without any effect, if it is empty or not from the last turn.
bool Knowledge::read(const std::string& memory) {
    std::istringstream text(memory);
    State before = situation_.state; // counts and orientations stay
    std::array<bool, max_walls> walls{};
    std::array<bool, max_gates> gates{};
    std::vector<double> errors(errors_.size());
    text >> before.tick >> before.thief.x >> before.thief.y;
    for (int i = 0; i < before.cop_count; ++i) {
        text >> before.cops[i].x >> before.cops[i].y;
    }
    for (int i = 0; i < before.wall_count; ++i) {
        int heading = 0;
        Wall& wall = before.walls[i];
        text >> wall.first.x >> wall.first.y >> heading >> walls[static_cast<std::size_t>(i)];
        wall.heading = static_cast<Step>(std::clamp(heading, 0, direction_count - 1));
    }
    for (int i = 0; i < before.gate_count; ++i) {
        Gate& gate = before.gates[i];
        text >> gate.index >> gate.clockwise >> gates[static_cast<std::size_t>(i)];
    }
    for (double& error : errors) {
        text >> error;
    }
    if (!text || before.tick + situation_.parameters.plan_length != situation_.state.tick) {
        return false;
    }
    state_ = before;
    wall_known_ = walls;
    gate_known_ = gates;
    errors_ = errors;
    return true;
}

/// A wall or gate that has moved in a tick shows its heading; the others keep their last one.
void Knowledge::learn_headings(const State& before, const State& after) {
    for (int i = 0; i < after.wall_count; ++i) {
        for (int direction = 0; direction < direction_count; ++direction) {
            const auto heading = static_cast<Step>(direction);
            if (neighbour(before.walls[i].first, heading) == after.walls[i].first) {
                state_.walls[i].heading = heading;
                wall_known_[static_cast<std::size_t>(i)] = true;
            }
        }
    }
    const int length = ring_length(situation_.parameters.size);
    for (int i = 0; i < after.gate_count; ++i) {
        const int moved = (after.gates[i].index - before.gates[i].index + length) % length;
        if (moved != 0) {
            state_.gates[i].clockwise = moved == 1;
            gate_known_[static_cast<std::size_t>(i)] = true;
        }
    }
}

double Knowledge::trust() const {
    constexpr double unforeseen = 0.3; // steps wrong that speak for a model as much as against it
    constexpr double before = 20;      // as likely as this many models at the start
    const int judged = situation_.state.tick / situation_.parameters.plan_length;
    double errors = 0;
    for (int turn = 0; turn < judged; ++turn) {
        errors = fading * errors + unforeseen;
    }
    double sum = 0;
    for (const double error : errors_) {
        sum += std::exp(-sharpness * error);
    }
    return sum / (sum + before * std::exp(-sharpness * errors));
}

/// Compares the places to which each model's plan would have led the opponent with the real ones.
void Knowledge::judge_models(const State& planned, const std::vector<std::vector<Step>>& mirrored) {
    const Scene scene(planned, situation_.parameters, situation_.constants);
    for (std::size_t model = 0; model < errors_.size(); ++model) {
        double share = 0;
        if (model < own_models_) {
            const CopsPolicy& cops = cops_policies[model % cops_models];
            share = wrong_share(
                planned, situation_.is_thief ? cops.plan(scene, cops.thief)
                                             : steps_along(scene, thief_policies[model](scene)));
        } else {
            // The best one of several mirrored plans counts, because each is equally likely.
            share = mirrored.empty() ? 0.5 : 1;
            for (const std::vector<Step>& plan : mirrored) {
                share = std::min(share, wrong_share(planned, plan));
            }
        }
        errors_[model] = fading * errors_[model] + share;
    }
}

/// The fraction of known ticks in which a plan leads the opponent's units to other places than the
/// real ones. Walls and gates of every tick are known by now, so blocked steps are predicted, too.
double Knowledge::wrong_share(const State& planned, const std::vector<Step>& plan) const {
    const Parameters& values = situation_.parameters;
    const std::vector<State>& past = situation_.past;
    State expected = planned;
    const int units = situation_.is_thief ? expected.cop_count : 1;
    int wrong = 0;
    int compared = 0;
    for (int tick = 0; tick < values.plan_length; ++tick) {
        // The boards of the past begin with the second tick of the plan; the present board has the
        // positions at the end of the last tick.
        const bool is_last = tick + 1 == values.plan_length;
        const std::size_t at = static_cast<std::size_t>(tick) - 1;
        const bool has_board = tick > 0 && at < past.size();
        const State& surroundings = has_board ? past[at] : expected;
        Steps steps;
        for (int unit = 0; unit < units; ++unit) {
            const Step step = plan[static_cast<std::size_t>(unit * values.plan_length + tick)];
            (situation_.is_thief ? steps.cops[unit] : steps.thief) = step;
        }
        expected = moved(expected, surroundings, values, steps);
        if (!has_board && !is_last) {
            continue;
        }
        const State& found = has_board ? past[at] : situation_.state;
        for (int unit = 0; unit < units; ++unit) {
            const bool hit = situation_.is_thief ? expected.cops[unit] == found.cops[unit]
                                                 : expected.thief == found.thief;
            wrong += hit ? 0 : 1;
            ++compared;
        }
    }
    return compared > 0 ? static_cast<double>(wrong) / compared : 0;
}

std::vector<double> Knowledge::belief() const {
    constexpr double waiting = 0.2; // an AI that waits has mostly had a fault, which doesn't last
    std::vector<double> weights;
    double sum = 0;
    for (std::size_t model = 0; model < errors_.size(); ++model) {
        const double before = model + 1 == own_models_ ? waiting : 1;
        weights.push_back(before * std::exp(-sharpness * errors_[model]));
        sum += weights.back();
    }
    for (double& weight : weights) {
        weight /= sum;
    }
    return weights;
}

} // namespace referee::cops::sample
