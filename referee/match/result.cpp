#include "match/result.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <numeric>

namespace referee {

std::string_view kind_of(const FaultNote& note) {
    return note.fault == Fault::none ? "restart" : name_of(note.fault);
}

std::string kinds_of(Fault fault) {
    return fault == Fault::none ? "restarts" : fmt::format("faults '{}'", name_of(fault));
}

std::vector<double> points_of(const Ending& ending, const std::vector<double>& by_rank) {
    const std::size_t seats = ending.ranks.size();
    std::vector<double> points(seats, 0.0);
    if (ending.no_winner) {
        return points;
    }
    const auto value_of_place = [&](std::size_t place) {
        if (by_rank.empty()) {
            return place == 0 ? 1.0 : 0.0;
        }
        return place < by_rank.size() ? by_rank[place] : 0.0;
    };
    for (std::size_t seat = 0; seat < seats; ++seat) {
        const int rank = ending.ranks[seat];
        const auto sharing =
            static_cast<std::size_t>(std::count(ending.ranks.begin(), ending.ranks.end(), rank));
        const auto better = static_cast<std::size_t>(std::count_if(
            ending.ranks.begin(), ending.ranks.end(), [&](int other) { return other < rank; }));
        double sum = 0;
        for (std::size_t place = better; place < better + sharing; ++place) {
            sum += value_of_place(place);
        }
        points[seat] = sum / static_cast<double>(sharing);
    }
    return points;
}

std::vector<double>
points_of(const Ending& ending, const std::vector<double>& by_rank, const Teams& teams) {
    const std::vector<double> of_places = points_of(teams.by_place(ending), by_rank);
    std::vector<double> points;
    for (Seat seat = 1; seat <= teams.seats(); ++seat) {
        points.push_back(of_places[teams.place_of(seat)]);
    }
    return points;
}

std::vector<PlaceResult> results_by_place(const GameResult& result, const Teams& teams) {
    const Ending ending = teams.by_place(result.ending);
    const std::vector<double> shares = points_of(ending, {});
    std::vector<PlaceResult> places;
    for (std::size_t place = 0; place < ending.ranks.size(); ++place) {
        const std::vector<Seat>& seats = teams.seats_of(place);
        PlaceResult& own = places.emplace_back();
        own.rank = ending.ranks[place];
        own.score = ending.scores[place];
        own.points = result.points[static_cast<std::size_t>(seats.front()) - 1];
        own.share = shares[place];
        for (const Seat seat : seats) {
            const SeatTally& tally = result.tallies[static_cast<std::size_t>(seat) - 1];
            add(own.tally.measured, tally.measured);
            own.tally.times.add(tally.times);
            for (std::size_t fault = 0; fault < tally.faults.size(); ++fault) {
                own.tally.faults[fault] += tally.faults[fault];
            }
        }
    }
    return places;
}

void TimeHistogram::add(const TimeHistogram& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        counts_[i] += other.counts_[i];
    }
}

std::int64_t TimeHistogram::count() const {
    return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0});
}

std::int64_t TimeHistogram::time_of(std::size_t number) {
    if (number < parts) {
        return static_cast<std::int64_t>((2 * number + 1) << (unit_bits - 1));
    }
    const std::size_t octave = number / parts - 1;
    const std::uint64_t first = (number - parts * octave) << octave;
    const std::uint64_t middle = first + ((std::uint64_t{1} << octave) >> 1U);
    return static_cast<std::int64_t>(middle << unit_bits);
}

std::int64_t TimeHistogram::quantile(double share) const {
    const std::int64_t all = count();
    const auto wanted = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(all)));
    std::int64_t seen = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        seen += counts_[i];
        if (counts_[i] > 0 && seen >= wanted) {
            return time_of(i);
        }
    }
    return 0;
}

std::string TimeHistogram::text() const {
    std::string text;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (counts_[i] > 0) {
            fmt::format_to(
                std::back_inserter(text), "{}{}:{}", text.empty() ? "" : " ", i, counts_[i]);
        }
    }
    return text;
}

void TimeHistogram::add_text(std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        std::size_t number = 0;
        std::uint32_t counted = 0;
        const auto [colon, number_error] = std::from_chars(at, end, number);
        if (number_error != std::errc() || colon == end || *colon != ':' || number >= classes) {
            return;
        }
        const auto [rest, count_error] = std::from_chars(colon + 1, end, counted);
        if (count_error != std::errc()) {
            return;
        }
        counts_[number] += counted;
        at = rest == end ? end : rest + 1;
    }
}

} // namespace referee
