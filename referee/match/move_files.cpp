#include "match/move_files.hpp"

#include "game/match_keys.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace referee {

/// match.dat is a stream of words.
std::string told_name(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c <= ' ' || c > '~'; }, '_');
    return name;
}

MatchFile::MatchFile(
    std::string_view game, const Teams& teams, const std::vector<double>& points,
    const std::vector<std::string>& told_names) {
    auto out = std::back_inserter(points_and_names_);
    points_and_names_ += "\npoints";
    for (int place = 0; place < teams.places(); ++place) {
        const bool is_given = static_cast<std::size_t>(place) < points.size();
        const double default_value = points.empty() && place == 0 ? 1 : 0;
        fmt::format_to(out, " {}", is_given ? points[place] : default_value);
    }
    points_and_names_ += '\n';
    for (Seat seat = 1; seat <= teams.seats(); ++seat) {
        std::vector<Seat> partners = teams.seats_of(teams.place_of(seat));
        std::erase(partners, seat);
        heads_.push_back(fmt::format(
            "game {}\nplayers {}\nseat {}\n{}turn ", game, teams.seats(), seat,
            partners.empty() ? ""
                             : fmt::format("{} {}\n", partners_key, fmt::join(partners, " "))));
        fmt::format_to(
            out, "name{} {}\n", seat,
            told_names.empty() ? fmt::format("seat{}", seat)
                               : told_names[static_cast<std::size_t>(seat) - 1]);
    }
}

const std::string& MatchFile::text(Seat seat, const MatchFacts& facts, std::string_view game_keys) {
    const auto limit_ms = facts.limit.count() / 1'000'000;
    text_ = heads_[static_cast<std::size_t>(seat) - 1];
    const auto add = [this](std::string_view words, const auto& number) {
        text_ += words;
        const fmt::format_int digits(number);
        text_.append(digits.data(), digits.size());
    };
    add("", facts.turn);
    add("\ntime_limit_ms ", limit_ms);
    text_ += "\nphase ";
    text_ += name_of(facts.phase);
    text_ += points_and_names_;
    add("last_wall_ms ", facts.last_wall_ns / 1'000'000);
    text_ += "\nlast_fault ";
    text_ += name_of(facts.last_fault);
    add("\nseed ", facts.seed);
    text_ += '\n';
    if (facts.has_clock) {
        add("time_left_ms ", limit_ms);
        text_ += '\n';
    }
    text_ += game_keys;
    return text_;
}

} // namespace referee
