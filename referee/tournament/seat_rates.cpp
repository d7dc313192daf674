#include "tournament/seat_rates.hpp"

#include <algorithm>

namespace referee {

SeatRates::SeatRates(int seats, int fields)
    : rows_(static_cast<std::size_t>(seats)), games_(static_cast<std::size_t>(fields)),
      shares_(rows_.size() * games_.size()) {}

void SeatRates::add(int field, int seat, double share) {
    const auto row = static_cast<std::size_t>(seat);
    const auto place = static_cast<std::size_t>(field);
    rows_[row].share += share;
    ++rows_[row].games;
    games_[place] += seat == 0 ? 1 : 0;
    shares_[place * rows_.size() + row] += static_cast<float>(share);
}

int SeatRates::played() const {
    return static_cast<int>(
        std::count_if(games_.begin(), games_.end(), [](std::int32_t games) { return games > 0; }));
}

/// The variance of a share is that of a ratio of two sums over fields.
std::vector<SeatRow> SeatRates::rows() const {
    const int units = played();
    std::vector<SeatRow> rows = rows_;
    for (std::size_t seat = 0; seat < rows.size(); ++seat) {
        SeatRow& row = rows[seat];
        if (row.games == 0) {
            continue;
        }
        const double share = row.share / static_cast<double>(row.games);
        double squares = 0;
        for (std::size_t field = 0; field < games_.size(); ++field) {
            const double off = shares_[field * rows.size() + seat] - share * games_[field];
            squares += off * off;
        }
        const double games_a_field = static_cast<double>(row.games) / static_cast<double>(units);
        const double variance = squares / (games_a_field * games_a_field) /
                                std::max(1.0, static_cast<double>(units - 1));
        row.interval = interval_of_units(share, variance, units);
    }
    return rows;
}

} // namespace referee
