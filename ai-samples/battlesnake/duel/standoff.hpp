#pragma once

/// Simultaneous moves: the opponent can't see our step, so it can't always choose the answer that
/// is worst for us. The steps form a two-player matrix game, solved by fictitious play (G. W.
/// Brown, 1951): each side repeatedly plays the best answer to what the other has played so far.

#include <algorithm>
#include <array>

namespace referee::battlesnake::duel {

/// The value of each pair of steps to the side that chooses the row.
struct Standoff {
    int rows = 0;
    int columns = 0;
    std::array<std::array<int, 4>, 4> values{};
};

struct Guess {
    std::array<double, 4> chances{}; ///< probability of each row in the best mixture
    double value = 0;                ///< of this mixture against the best answer
};

inline Guess best_mixture(const Standoff& game) {
    constexpr int rounds = 400;
    std::array<int, 4> row_times{};
    std::array<double, 4> of_rows{};    // sums of what each row would have brought so far
    std::array<double, 4> of_columns{}; // sums of what each column would have cost
    const auto rows_end = of_rows.begin() + game.rows;
    const auto columns_end = of_columns.begin() + game.columns;
    for (int round = 0; round < rounds; ++round) {
        const auto row = std::max_element(of_rows.begin(), rows_end) - of_rows.begin();
        ++row_times[row];
        for (int column = 0; column < game.columns; ++column) {
            of_columns[column] += game.values[row][column];
        }
        const auto column = std::min_element(of_columns.begin(), columns_end) - of_columns.begin();
        for (int i = 0; i < game.rows; ++i) {
            of_rows[i] += game.values[i][column];
        }
    }
    Guess guess;
    for (int row = 0; row < game.rows; ++row) {
        guess.chances[row] = static_cast<double>(row_times[row]) / rounds;
    }
    guess.value = *std::min_element(of_columns.begin(), columns_end) / rounds;
    return guess;
}

} // namespace referee::battlesnake::duel
