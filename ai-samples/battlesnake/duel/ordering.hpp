#pragma once

/// Which steps are tried first: the transposition table's step, the step that refuted a sibling
/// position of the same ply (killer), steps that have been good for that snake on that cell
/// (history).

#include "battlesnake/duel/keys.hpp"
#include "battlesnake/lib/sample.hpp"

#include <algorithm>
#include <optional>

namespace referee::battlesnake::duel {

inline constexpr int max_plies = 64; ///< turns from the root on

class Ordering {
  public:
    /// Reduces the weight of old history for the next move.
    void begin_move() {
        for (auto& of_snake : history_) {
            for (auto& of_cell : of_snake) {
                for (int& score : of_cell) {
                    score /= 8;
                }
            }
        }
    }

    /// Sorts the steps of a snake whose head is on that cell; `best` is the table's step.
    void sort(
        sample::DirectionList& steps, int ply, int index, int cell,
        std::optional<Direction> best) const {
        std::array<int, 4> scores{};
        for (int i = 0; i < steps.count; ++i) {
            const Direction step = steps.items[i];
            int score = history_[index][cell][static_cast<std::size_t>(step)];
            if (killers_[ply][index] == step) {
                score += killer_score;
            }
            if (best == step) {
                score += 2 * killer_score;
            }
            int at = i;
            for (; at > 0 && scores[at - 1] < score; --at) {
                scores[at] = scores[at - 1];
                steps.items[at] = steps.items[at - 1];
            }
            scores[at] = score;
            steps.items[at] = step;
        }
    }

    /// Records that the step was the best one of its node, searched to that depth in turns.
    void was_best(int ply, int index, int cell, Direction step, int depth) {
        killers_[ply][index] = step;
        int& score = history_[index][cell][static_cast<std::size_t>(step)];
        score = std::min(score + depth * depth, killer_score - 1);
    }

  private:
    static constexpr int killer_score = 1 << 28;

    std::array<std::array<std::array<int, 4>, max_cells>, max_snakes> history_{};
    std::array<std::array<Direction, max_snakes>, max_plies> killers_{};
};

} // namespace referee::battlesnake::duel
