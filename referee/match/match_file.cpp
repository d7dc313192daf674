#include "match/match_file.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace referee {
namespace {

/// A name as one word: match.dat is a stream of words.
std::string told_name(Seat seat, const Player& player, const MatchConfig& config) {
    if (!config.reveal_names) {
        return fmt::format("seat{}", seat);
    }
    std::string name = player.contestant().name;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c <= ' ' || c > '~'; }, '_');
    return name;
}

} // namespace

MatchFile::MatchFile(
    const GameInfo& info, const MatchConfig& config, const std::vector<Player*>& by_seat) {
    const int seats = static_cast<int>(by_seat.size());
    auto out = std::back_inserter(points_and_names_);
    points_and_names_ += "\npoints";
    for (int place = 0; place < seats; ++place) {
        const bool is_given = static_cast<std::size_t>(place) < config.points.size();
        const double default_value = config.points.empty() && place == 0 ? 1 : 0;
        fmt::format_to(out, " {}", is_given ? config.points[place] : default_value);
    }
    points_and_names_ += '\n';
    for (Seat seat = 1; seat <= seats; ++seat) {
        heads_.push_back(
            fmt::format("game {}\nplayers {}\nseat {}\nturn ", info.name, seats, seat));
        fmt::format_to(out, "name{} {}\n", seat, told_name(seat, *by_seat[seat - 1], config));
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
