#include "match/result.hpp"

#include <algorithm>
#include <fmt/format.h>

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

} // namespace referee
