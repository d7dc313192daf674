#pragma once

/// Futures that foresight imagines: how walls and gates may move, and which plans the opponent may
/// make. A game is played to its end in each of them, both sides planning anew every k ticks.

#include "cops/lib/knowledge.hpp"

#include <algorithm>
#include <chrono>
#include <random>

namespace referee::cops::sample {

/// One imagined future.
struct Future {
    State state;             ///< now, with headings
    std::vector<Word> words; ///< of the ticks after this one, as many as are looked ahead
    std::size_t model = 0;   ///< which of the opponent's policies
};

/// How much is done in a turn. The counts decide as long as there is time, so that the same state
/// gets the same answer.
struct Effort {
    int futures = 16;
    int finalists = 6; ///< thief: plans of his own that are played out, beside the lecture's
    int turns = 10;    ///< looked ahead
    int level = 2;     ///< 1: opponents plan in the lecture's ways; 2: or as level 1 does
    int mirrored = 2;  ///< plans of the level below that are taken into account
};

/// The parts of the time limit after which the mirror and the whole answer must be done, from level
/// 2 on; level 1 takes the usual part.
inline constexpr double mirror_part = 0.3;
inline constexpr double whole_part = 0.6;

/// Draws futures: the opponents by their share in `belief` (of any sum), evenly; headings that are
/// not known, turns and moves by chance.
std::vector<Future> draw_futures(
    const Situation& situation, const Knowledge& knowledge, const std::vector<double>& belief,
    const Effort& effort, std::mt19937& generator);

/// Both sides' first plans and how they go on.
struct Script {
    const std::vector<Step>* thief_steps = nullptr;
    const std::vector<Step>* cops_steps = nullptr;
    ThiefPlanner thief = nullptr;
    CopsPolicy cops{};
};

/// The thief's payoff when the script is played out in a future; T if the end is not seen.
int play_out(
    const Future& future, const Script& script, const Situation& situation, const Effort& effort);

inline constexpr double usual_part = 0.4;

/// The time for an answer: a part of the limit, so that there is always enough left for the start,
/// the end, and other processes.
class Stopwatch {
  public:
    explicit Stopwatch(int time_limit_ms, double part = usual_part);
    bool is_over() const { return std::chrono::steady_clock::now() >= end_; }

  private:
    std::chrono::steady_clock::time_point end_;
};

/// Scores of candidates over all futures: `payoff(candidate, future)` is asked for, the worse half
/// of the candidates drops out after a third of the futures. Returns the index of the best by the
/// sign of `direction` (1: the highest mean); the first ones win ties.
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
        // Candidates are compared over the same futures; one begun too late is not counted.
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
