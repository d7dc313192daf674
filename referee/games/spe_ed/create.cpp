// Makes fields as the contest did. The order of the draws: referee/games/spe_ed/README.md, "Decided
// by this project".

#include "field/rng.hpp"
#include "games/spe_ed/field.hpp"
#include "games/spe_ed/parameters.hpp"
#include "games/spe_ed/seconds.hpp"

#include <fmt/format.h>

namespace referee::spe_ed {
namespace {

constexpr int min_drawn_size = 41;
constexpr int min_created_width = 4; ///< four regions lie side by side
constexpr std::size_t deadline_count = 100;
constexpr std::size_t deadlines_in_a_row = 10;

/// The deadlines from which one is drawn for each round: first, first + step and so on to last.
struct DeadlineRange {
    std::chrono::milliseconds first;
    std::chrono::milliseconds last;
    std::chrono::milliseconds step;
};

DeadlineRange range_of(const std::string& text) {
    constexpr std::chrono::milliseconds whole{1000};
    const std::size_t dots = text.find("..");
    const auto first = parse_seconds(text.substr(0, dots));
    const auto last = dots == std::string::npos ? first : parse_seconds(text.substr(dots + 2));
    if (!first || !last || *last < *first) {
        refuse_setting(
            "deadline", text,
            fmt::format("not a time or a range of times; {}, or a range like 1..2", seconds_form));
    }
    // Whole seconds, as in the contest, unless the range itself has decimals.
    const bool is_whole = *first % whole == whole.zero() && *last % whole == whole.zero();
    return {*first, *last, is_whole ? whole : std::chrono::milliseconds(1)};
}

int random_size(Rng& rng) {
    return min_drawn_size + static_cast<int>(rng.below(max_drawn_size - min_drawn_size + 1));
}

/// The direction in which a player looks at the start: along the border, away from the corner.
Direction start_direction(int x, int y, int width, int height) {
    const bool is_right = x > width / 2;
    const bool is_low = y > height / 2;
    if (is_low) {
        return is_right ? Direction::up : Direction::right;
    }
    return is_right ? Direction::left : Direction::down;
}

std::string random_players(Rng& rng, int count, int width, int height) {
    const int region_width = width / 4;
    const int region_height = height / 2;
    constexpr std::array<std::pair<int, int>, max_players> corners{
        {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 1}, {1, 1}}};
    std::array<int, max_players> regions{0, 1, 2, 3, 4, 5};
    rng.shuffle(std::span(regions).first(static_cast<std::size_t>(count)));
    std::string text;
    for (int player = 0; player < count; ++player) {
        const auto [column, row] = corners[static_cast<std::size_t>(regions[player])];
        const int x = column * region_width +
                      static_cast<int>(rng.below(static_cast<std::uint64_t>(region_width)));
        const int y = row * region_height +
                      static_cast<int>(rng.below(static_cast<std::uint64_t>(region_height)));
        const Direction direction = start_direction(x, y, width, height);
        text += fmt::format("{} {} {}\n", x, y, name_of(direction));
    }
    return text;
}

std::string draw_deadlines(Rng& rng, const DeadlineRange& range) {
    const auto choices = static_cast<std::uint64_t>((range.last - range.first) / range.step) + 1;
    std::string text;
    for (std::size_t i = 0; i < deadline_count; ++i) {
        const auto drawn = static_cast<std::int64_t>(rng.below(choices));
        text += text_of(range.first + drawn * range.step);
        text += (i + 1) % deadlines_in_a_row == 0 ? '\n' : ' ';
    }
    return text;
}

} // namespace

std::string create_setup(const CreateRequest& request, Rng& rng) {
    Parameters parameters{0, 0, 0}; // 0: not set
    CreateParameters own;
    parameter_table.set(request, parameters);
    create_table.set(request, own);
    if (parameters.width > 0 && parameters.width < min_created_width) {
        refuse_setting(
            "width", std::to_string(parameters.width),
            fmt::format("new fields have a width from {} to {}", min_created_width, max_size));
    }
    const DeadlineRange deadlines = range_of(own.deadline);
    // Drawn even if not used, so that the rest is the same whatever is set.
    const int drawn_width = random_size(rng);
    const int drawn_height = random_size(rng);
    const auto set_if_absent = [](int& value, int other) { value = value == 0 ? other : value; };
    set_if_absent(parameters.width, drawn_width);
    set_if_absent(parameters.height, drawn_height);
    set_if_absent(parameters.max_rounds, parameters.width * parameters.height);
    std::string text = "game spe_ed\n";
    parameter_table.append(parameters, text);
    text += "[players]\n";
    text += random_players(rng, request.players, parameters.width, parameters.height);
    text += "[deadlines]\n";
    text += draw_deadlines(rng, deadlines);
    return text;
}

} // namespace referee::spe_ed
