#include "game/teams.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace referee {

Teams::Teams(int seats, std::vector<std::vector<Seat>> teams)
    : seats_(std::move(teams)), place_(static_cast<std::size_t>(seats)) {
    if (seats_.empty()) {
        for (Seat seat = 1; seat <= seats; ++seat) {
            seats_.push_back({seat});
        }
    }
    for (std::size_t place = 0; place < seats_.size(); ++place) {
        for (const Seat seat : seats_[place]) {
            place_.at(static_cast<std::size_t>(seat) - 1) = place;
        }
    }
}

std::size_t Teams::member_of(Seat seat) const {
    const std::vector<Seat>& seats = seats_[place_of(seat)];
    return static_cast<std::size_t>(std::find(seats.begin(), seats.end(), seat) - seats.begin());
}

std::string Teams::name_of(std::size_t place) const {
    std::string name = size() > 1 ? "seats" : "seat";
    for (const Seat seat : seats_[place]) {
        const bool is_first = seat == seats_[place].front();
        const bool is_last = seat == seats_[place].back();
        name += fmt::format("{} {}", is_first ? "" : is_last ? " and" : ",", seat);
    }
    return name;
}

std::vector<int> Teams::players(std::span<const int> contestants) const {
    std::vector<int> by_seat;
    by_seat.reserve(place_.size());
    for (Seat seat = 1; seat <= seats(); ++seat) {
        by_seat.push_back(contestants[place_of(seat)] * size() + static_cast<int>(member_of(seat)));
    }
    return by_seat;
}

Ending Teams::by_place(Ending ending) const {
    if (!are_played()) {
        return ending;
    }
    Ending of_places = ending;
    of_places.ranks.clear();
    of_places.scores.clear();
    for (const std::vector<Seat>& seats : seats_) {
        const auto first = static_cast<std::size_t>(seats.front()) - 1;
        of_places.ranks.push_back(ending.ranks[first]);
        of_places.scores.push_back(ending.scores[first]);
    }
    return of_places;
}

std::string Teams::text() const {
    if (!are_played()) {
        return "";
    }
    std::string text;
    for (const std::vector<Seat>& seats : seats_) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", fmt::join(seats, " "));
    }
    return text;
}

std::optional<std::vector<std::vector<Seat>>> parse_teams(std::string_view text, int seats) {
    std::vector<std::vector<Seat>> teams(1);
    std::vector<bool> is_taken(max_seats);
    int count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char character = text[i];
        if (character == ',') {
            teams.emplace_back();
        } else if (character >= '1' && character <= '0' + max_seats) {
            const bool is_one = i + 1 == text.size() || text[i + 1] < '0' || text[i + 1] > '9';
            const auto index = static_cast<std::size_t>(character - '1');
            if (!is_one || is_taken[index]) {
                return std::nullopt;
            }
            is_taken[index] = true;
            teams.back().push_back(character - '0');
            ++count;
        } else if (character != ' ' && character != '\t') {
            return std::nullopt;
        }
    }
    const std::size_t size = teams.front().size();
    const bool are_equal = std::all_of(
        teams.begin(), teams.end(), [size](const auto& team) { return team.size() == size; });
    const bool are_all =
        std::all_of(is_taken.begin(), is_taken.begin() + count, [](bool taken) { return taken; });
    if (teams.size() < 2 || size < 2 || !are_equal || !are_all || (seats != 0 && count != seats)) {
        return std::nullopt;
    }
    for (std::vector<Seat>& team : teams) {
        std::sort(team.begin(), team.end());
    }
    std::sort(teams.begin(), teams.end());
    return teams;
}

std::string team_name(std::span<const std::string> members) {
    const bool is_one = std::all_of(members.begin(), members.end(), [&](const std::string& name) {
        return name == members.front();
    });
    return is_one ? members.front() : fmt::format("{}", fmt::join(members, " & "));
}

std::string rank_teams(Ending& ending, const Teams& teams) {
    if (!teams.are_played()) {
        return "";
    }
    for (Seat seat = 1; seat <= teams.seats(); ++seat) {
        const auto own = static_cast<std::size_t>(seat) - 1;
        const Seat first = teams.seats_of(teams.place_of(seat)).front();
        const auto other = static_cast<std::size_t>(first) - 1;
        if (ending.ranks[own] != ending.ranks[other]) {
            return fmt::format(
                "seats {} and {} are a team and have the ranks {} and {}", first, seat,
                ending.ranks[other], ending.ranks[own]);
        }
        if (ending.scores[own] != ending.scores[other]) {
            return fmt::format(
                "seats {} and {} are a team and have the scores {} and {}", first, seat,
                ending.scores[other], ending.scores[own]);
        }
    }
    const std::vector<int> ranks = ending.ranks;
    for (int& rank : ending.ranks) {
        const auto better = std::count_if(
            ranks.begin(), ranks.end(), [own = rank](int other) { return other < own; });
        rank = 1 + static_cast<int>(better) / teams.size();
    }
    return "";
}

} // namespace referee
