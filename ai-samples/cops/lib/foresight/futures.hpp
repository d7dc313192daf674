#pragma once

/// The futures that foresight simulates: how walls and gates may move, and which plans the opponent
/// may make. In each of them a game is played to its end; both sides plan again every k ticks.

#include "cops/lib/knowledge.hpp"

#include <algorithm>
#include <chrono>
#include <random>

namespace referee::cops::sample {

/// One simulated future.
struct Future {
    State state;             ///< now, with headings
    std::vector<Word> words; ///< of all simulated ticks after this one
    std::size_t model = 0;   ///< index of the opponent's policy
};

/// The amount of work in a turn. As long as there is time, these numbers decide, so that the same
/// state gets the same answer.
struct Effort {
    int futures = 16;
    int finalists = 6; ///< thief: plans of its search that are played out besides the lecture's
    int turns = 10;    ///< simulated
    /// 1: expects only the lecture's methods; 2: also an opponent of level 1; 3: an opponent that
    /// replies to whatever is planned
    int level = 3;
    int mirrored = 2;          ///< level 2: number of plans of the level below
    int rounds = 8;            ///< level 3: how often each side gets a best response
    int replayed = 8;          ///< level 3: number of plans of each side that are played out
    double played_share = 0.5; ///< level 3: of the payoffs played out, the rest are estimates
};

/// The fractions of the time limit for the mirror and for the whole answer, from level 2 on; level
/// 1 uses the usual fraction.
inline constexpr double mirror_part = 0.3;
inline constexpr double whole_part = 0.6;

/// Draws futures. The opponents are distributed evenly, in proportion to `belief` (of any sum);
/// unknown headings, turns and moves are random.
std::vector<Future> draw_futures(
    const Situation& situation, const Knowledge& knowledge, const std::vector<double>& belief,
    const Effort& effort, std::mt19937& generator);

/// Both sides' first plans and their policies afterwards.
struct Script {
    const std::vector<Step>* thief_steps = nullptr;
    const std::vector<Step>* cops_steps = nullptr;
    ThiefPlanner thief = nullptr;
    CopsPolicy cops{};
};

/// The thief's payoff when the script is played out in a future; T if the game isn't over then.
int play_out(
    const Future& future, const Script& script, const Situation& situation, const Effort& effort);

inline constexpr double usual_part = 0.4;

/// The time for an answer: a fraction of the limit, so that enough is left for the start, the end,
/// and other processes.
class Stopwatch {
  public:
    explicit Stopwatch(int time_limit_ms, double part = usual_part);
    bool is_over() const { return std::chrono::steady_clock::now() >= end_; }

  private:
    std::chrono::steady_clock::time_point end_;
};

/// Scores candidates over all futures by `payoff(candidate, future)`; the worse half of the
/// candidates is dropped after a third of the futures. Returns the index of the best by the sign of
/// `direction` (1: the highest mean); the first one wins ties.
template <typename PayoffOf>
std::size_t best_candidate(
    std::size_t candidates, std::size_t futures, int direction, const Stopwatch& watch,
    PayoffOf payoff) {
    std::vector<double> sums(candidates, 0);
    std::vector<std::size_t> left(candidates);
    for (std::size_t i = 0; i < candidates; ++i) {
        left[i] = i;
    }
    const auto is_better = [&](std::size_t a, std::size_t b) {
        return direction * sums[a] > direction * sums[b];
    };
    for (std::size_t future = 0; future < futures && !watch.is_over(); ++future) {
        // Candidates are compared over the same futures; an incomplete one is not counted.
        std::vector<double> payoffs;
        for (const std::size_t candidate : left) {
            if (watch.is_over()) {
                break;
            }
            payoffs.push_back(payoff(candidate, future));
        }
        for (std::size_t i = 0; payoffs.size() == left.size() && i < left.size(); ++i) {
            sums[left[i]] += payoffs[i];
        }
        if (future + 1 == (futures + 2) / 3 && left.size() > 2) {
            std::stable_sort(left.begin(), left.end(), is_better);
            left.resize((left.size() + 1) / 2);
            std::sort(left.begin(), left.end());
        }
    }
    return *std::min_element(left.begin(), left.end(), is_better);
}

} // namespace referee::cops::sample
