#include "cops/lib/foresight/equilibrium.hpp"

#include <algorithm>

namespace referee::cops::sample {
namespace {

/// Plays in proportion to the regrets; evenly if there are none.
void match_regrets(const std::vector<double>& regrets, Mixture& play) {
    double sum = 0;
    for (const double regret : regrets) {
        sum += regret;
    }
    for (std::size_t i = 0; i < play.size(); ++i) {
        play[i] = sum > 0 ? regrets[i] / sum : 1.0 / static_cast<double>(play.size());
    }
}

/// What each row gets against a mixture of columns.
void row_payoffs(const Matrix& payoffs, const Mixture& columns, std::vector<double>& result) {
    for (std::size_t row = 0; row < payoffs.size(); ++row) {
        double sum = 0;
        for (std::size_t column = 0; column < columns.size(); ++column) {
            sum += payoffs[row][column] * columns[column];
        }
        result[row] = sum;
    }
}

void column_payoffs(const Matrix& payoffs, const Mixture& rows, std::vector<double>& result) {
    std::fill(result.begin(), result.end(), 0.0);
    for (std::size_t row = 0; row < payoffs.size(); ++row) {
        for (std::size_t column = 0; column < result.size(); ++column) {
            result[column] += payoffs[row][column] * rows[row];
        }
    }
}

/// Adds what each choice would have got more than the mixture; `sign` is −1 for the columns.
void add_regrets(
    const std::vector<double>& got, const Mixture& play, double sign,
    std::vector<double>& regrets) {
    double mean = 0;
    for (std::size_t i = 0; i < play.size(); ++i) {
        mean += got[i] * play[i];
    }
    for (std::size_t i = 0; i < play.size(); ++i) {
        regrets[i] = std::max(0.0, regrets[i] + sign * (got[i] - mean));
    }
}

void add_weighted(const Mixture& play, double weight, Mixture& average) {
    for (std::size_t i = 0; i < play.size(); ++i) {
        average[i] += weight * play[i];
    }
}

Mixture scaled(Mixture sums) {
    double whole = 0;
    for (const double sum : sums) {
        whole += sum;
    }
    for (double& sum : sums) {
        sum /= whole;
    }
    return sums;
}

} // namespace

Equilibrium solve(const Matrix& payoffs, int rounds, double precision) {
    const std::size_t row_count = payoffs.size();
    const std::size_t column_count = payoffs[0].size();
    Mixture rows(row_count);
    Mixture columns(column_count);
    std::vector<double> row_regrets(row_count);
    std::vector<double> column_regrets(column_count);
    std::vector<double> row_got(row_count);
    std::vector<double> column_got(column_count);
    Mixture row_sums(row_count);
    Mixture column_sums(column_count);
    Equilibrium result;
    constexpr int between_checks = 50;
    for (int round = 1; round <= rounds; ++round) {
        // The sides learn in turn, which is faster than at once.
        match_regrets(row_regrets, rows);
        column_payoffs(payoffs, rows, column_got);
        match_regrets(column_regrets, columns);
        add_regrets(column_got, columns, -1, column_regrets);
        match_regrets(column_regrets, columns);
        row_payoffs(payoffs, columns, row_got);
        add_regrets(row_got, rows, 1, row_regrets);
        add_weighted(rows, round, row_sums);
        add_weighted(columns, round, column_sums);
        if (round % between_checks == 0 || round == rounds) {
            result.rows = scaled(row_sums);
            result.columns = scaled(column_sums);
            row_payoffs(payoffs, result.columns, row_got);
            column_payoffs(payoffs, result.rows, column_got);
            result.high = *std::max_element(row_got.begin(), row_got.end());
            result.low = *std::min_element(column_got.begin(), column_got.end());
            if (result.high - result.low <= precision) {
                break;
            }
        }
    }
    return result;
}

} // namespace referee::cops::sample
