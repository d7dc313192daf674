#include "tournament/explain/measures.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace referee {

namespace {

using ReadJson = nlohmann::json;
using Numbers = std::vector<std::optional<double>>;

Numbers numbers_of(const ReadJson& seat) {
    Numbers numbers;
    for (const ReadJson& value : seat.is_array() ? seat : ReadJson::array()) {
        numbers.push_back(value.is_number() ? std::optional(value.get<double>()) : std::nullopt);
    }
    return numbers;
}

/// The means of what is known.
Numbers means_of(const std::vector<Numbers>& members) {
    Numbers means;
    std::size_t size = 0;
    for (const Numbers& member : members) {
        size = std::max(size, member.size());
    }
    for (std::size_t measure = 0; measure < size; ++measure) {
        double sum = 0;
        int count = 0;
        for (const Numbers& member : members) {
            const bool is_known = measure < member.size() && member[measure];
            sum += is_known ? *member[measure] : 0;
            count += is_known ? 1 : 0;
        }
        means.push_back(count > 0 ? std::optional(sum / count) : std::nullopt);
    }
    return means;
}

} // namespace

std::vector<std::vector<std::optional<double>>>
measures_by_place(const std::string& frame, const Teams& places) {
    std::vector<Numbers> by_seat;
    for (const ReadJson& seat : ReadJson::parse(frame).value("measures", ReadJson::array())) {
        by_seat.push_back(numbers_of(seat));
    }
    if (!places.are_played() || by_seat.size() < static_cast<std::size_t>(places.seats())) {
        return by_seat;
    }
    std::vector<Numbers> by_place;
    for (std::size_t place = 0; place < static_cast<std::size_t>(places.places()); ++place) {
        std::vector<Numbers> members;
        for (const Seat seat : places.seats_of(place)) {
            members.push_back(by_seat[static_cast<std::size_t>(seat) - 1]);
        }
        by_place.push_back(means_of(members));
    }
    return by_place;
}

} // namespace referee
