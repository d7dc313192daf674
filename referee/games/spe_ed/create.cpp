// Making fields as the contest did: size, places and deadlines drawn. Spec: spe_ed.md, "Board and
// start" and "Field". What is drawn in which order: README.md beside this file.

#include "error.hpp"
#include "field/rng.hpp"
#include "games/spe_ed/field.hpp"
#include "games/spe_ed/seconds.hpp"

#include <fmt/format.h>

namespace referee::spe_ed {
namespace {

constexpr std::int64_t min_random_size = 41;
constexpr std::int64_t max_random_size = 80;
constexpr int min_created_width = 4; ///< four regions lie side by side
constexpr std::size_t deadline_count = 100;
constexpr std::size_t deadlines_in_a_row = 10;

constexpr std::array<Parameter, 1> create_table{{
    {"deadline", "5..15", "0.001..3600", "seconds for a round: drawn from A..B for each, or one"},
}};

const std::string* find_setting(const CreateRequest& request, std::string_view name) {
    const auto at = request.settings.find(std::string(name));
    return at == request.settings.end() ? nullptr : &at->second;
}

std::optional<std::int64_t> integer_setting(
    const CreateRequest& request, std::string_view name, std::int64_t min, std::int64_t max) {
    const std::string* const text = find_setting(request, name);
    if (text == nullptr) {
        return std::nullopt;
    }
    std::int64_t value = 0;
    if (!parse_integer(*text, value) || value < min || value > max) {
        throw UserError(fmt::format(
            "--set {}={}: not an integer in range; give {} from {} to {}", name, printable(*text),
            name, min, max));
    }
    return value;
}

/// The deadlines from which one is drawn for each round: first, first + step, … last.
struct DeadlineRange {
    std::chrono::milliseconds first;
    std::chrono::milliseconds last;
    std::chrono::milliseconds step;
};

DeadlineRange deadline_setting(const CreateRequest& request) {
    constexpr std::chrono::milliseconds whole{1000};
    const std::string* const given = find_setting(request, create_table[0].name);
    const std::string text = given == nullptr ? std::string(create_table[0].default_value) : *given;
    const std::size_t dots = text.find("..");
    const auto first = parse_seconds(text.substr(0, dots));
    const auto last = dots == std::string::npos ? first : parse_seconds(text.substr(dots + 2));
    if (!first || !last || *last < *first) {
        throw UserError(fmt::format(
            "--set deadline={}: no time and no range of times; {}, or a range like 1..2",
            printable(text), seconds_form));
    }
    // Whole seconds, as in the contest, unless the range itself has decimals.
    const bool is_whole = *first % whole == whole.zero() && *last % whole == whole.zero();
    return {*first, *last, is_whole ? whole : std::chrono::milliseconds(1)};
}

void require_known(const CreateRequest& request) {
    for (const auto& [name, value] : request.settings) {
        const auto is_it = [&name = name](const Parameter& parameter) {
            return parameter.name == name;
        };
        if (std::none_of(parameters().begin(), parameters().end(), is_it) &&
            std::none_of(create_table.begin(), create_table.end(), is_it)) {
            throw UserError(fmt::format(
                "--set {}: spe_ed has no such parameter; 'referee games spe_ed' lists them",
                printable(name)));
        }
    }
}

int random_size(Rng& rng) {
    return static_cast<int>(
        min_random_size +
        static_cast<std::int64_t>(rng.below(max_random_size - min_random_size + 1)));
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
        text +=
            fmt::format("{} {} {}\n", x, y, direction_names[static_cast<std::size_t>(direction)]);
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

std::span<const Parameter> create_settings() {
    return create_table;
}

std::string create_setup(const CreateRequest& request, Rng& rng) {
    require_known(request);
    const auto wanted_width = integer_setting(request, "width", min_created_width, max_size);
    const auto wanted_height = integer_setting(request, "height", min_size, max_size);
    const DeadlineRange deadlines = deadline_setting(request);
    const int count = request.players == 0 ? min_players : request.players;
    if (count < min_players || count > max_players) {
        throw UserError(fmt::format(
            "--players {}: spe_ed has {} to {} players", count, min_players, max_players));
    }
    // Drawn even if not used, so that the rest is the same whatever is set.
    const int drawn_width = random_size(rng);
    const int drawn_height = random_size(rng);
    const auto width = static_cast<int>(wanted_width.value_or(drawn_width));
    const auto height = static_cast<int>(wanted_height.value_or(drawn_height));
    const std::int64_t max_rounds =
        integer_setting(request, "max_rounds", 1, 1'000'000).value_or(width * height);
    std::string text = fmt::format(
        "game spe_ed\nwidth {}\nheight {}\nmax_rounds {}\n[players]\n", width, height, max_rounds);
    text += random_players(rng, count, width, height);
    text += "[deadlines]\n";
    text += draw_deadlines(rng, deadlines);
    return text;
}

} // namespace referee::spe_ed
