#include "games/dicewars/field.hpp"
#include "games/dicewars/hexes.hpp"
#include "games/dicewars/parameters.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace referee::dicewars {
namespace {

constexpr int dice_density = 2;
constexpr std::size_t words_in_a_row = 10;

using Neighbours = std::vector<std::vector<int>>;

/// Each player gets one random area, then in turn a random free area next to its own. A player
/// without such an area is skipped.
std::vector<Assignment> assign_continuous(const Neighbours& neighbours, int players, Rng& rng) {
    std::vector<Assignment> owners;
    std::vector<int> owner_of(neighbours.size(), nobody);
    const auto give_one_of = [&](const std::vector<int>& areas, int player) {
        const int area = areas[rng.below(areas.size())];
        owner_of[static_cast<std::size_t>(area)] = player;
        owners.push_back({area, player});
    };
    for (int turn = 0; owners.size() < neighbours.size(); ++turn) {
        const int player = turn % players;
        std::vector<int> areas;
        for (std::size_t area = 0; area < neighbours.size(); ++area) {
            const auto is_own = [&](int other) {
                return owner_of[static_cast<std::size_t>(other)] == player;
            };
            if (owner_of[area] == nobody &&
                (turn < players || std::ranges::any_of(neighbours[area], is_own))) {
                areas.push_back(static_cast<int>(area));
            }
        }
        if (!areas.empty()) {
            give_one_of(areas, player);
        }
    }
    return owners;
}

std::vector<Assignment> assign_scattered(const Neighbours& neighbours, int players, Rng& rng) {
    std::vector<int> areas(neighbours.size());
    for (std::size_t i = 0; i < areas.size(); ++i) {
        areas[i] = static_cast<int>(i);
    }
    rng.shuffle(std::span(areas));
    std::vector<Assignment> owners;
    for (const int area : areas) {
        owners.push_back({area, static_cast<int>(owners.size()) % players});
    }
    return owners;
}

/// A die on each own area, then one more on random own areas with room while the budget is not
/// overdrawn: 18 dice each with four players.
std::vector<int>
draw_dice(const std::vector<Assignment>& owners, int players, int max_dice, Rng& rng) {
    std::vector<int> dice(owners.size(), 1);
    for (int player = 0; player < players; ++player) {
        std::vector<int> room;
        for (const Assignment& given : owners) {
            if (given.player == player) {
                room.push_back(given.area);
            }
        }
        int budget = dice_density * static_cast<int>(owners.size()) / players -
                     static_cast<int>(room.size());
        for (; budget >= 0 && !room.empty(); --budget) {
            const std::size_t place = rng.below(room.size());
            int& dice_there = dice[static_cast<std::size_t>(room[place])];
            if (++dice_there == max_dice) {
                room.erase(room.begin() + static_cast<std::ptrdiff_t>(place));
            }
        }
    }
    return dice;
}

/// The file must not be larger than a field may be.
void require_room(int numbers, int streams) {
    constexpr std::uintmax_t bytes_of_a_word = 9;
    constexpr std::uintmax_t all_else = 64U << 10U;
    const auto max = static_cast<int>(
        (FieldText::max_bytes - all_else) / bytes_of_a_word / static_cast<unsigned>(streams));
    if (numbers > max) {
        refuse_setting(
            "numbers", std::to_string(numbers),
            fmt::format(
                "{} streams of them are larger than a field may be; give at most {}, or 0", streams,
                max));
    }
}

void append_stream(std::string& text, int numbers, Rng& rng) {
    constexpr std::uint64_t all_numbers = std::uint64_t{1} << 32U;
    auto out = std::back_inserter(text);
    if (numbers == 0) {
        fmt::format_to(out, "mt19937 {}\n", rng.below(all_numbers));
        return;
    }
    for (int i = 1; i <= numbers; ++i) {
        const bool is_last = i % static_cast<int>(words_in_a_row) == 0 || i == numbers;
        fmt::format_to(out, "{:08x}{}", rng.below(all_numbers), is_last ? '\n' : ' ');
    }
}

} // namespace

std::string create_setup(const CreateRequest& request, Rng& rng) {
    Parameters parameters;
    FieldParameters field;
    CreateParameters own;
    parameter_table.set(request, parameters);
    field_table.set(request, field);
    create_table.set(request, own);
    const int players = request.players;
    field.players = players;
    if (own.areas < players) {
        refuse_setting(
            "areas", std::to_string(own.areas),
            fmt::format("fewer areas than seats; give at least {}", players));
    }
    const int streams = field.streams == Streams::shared ? 1 : players;
    require_room(own.numbers, streams);
    std::string text = "game dicewars\n";
    field_table.append(field, text);
    parameter_table.append(parameters, text);

    const RandomBoard board = random_board(own.areas, rng);
    const std::vector<Assignment> owners = own.owners == Owners::continuous
                                               ? assign_continuous(board.neighbours, players, rng)
                                               : assign_scattered(board.neighbours, players, rng);
    const std::vector<int> dice = draw_dice(owners, players, parameters.max_dice, rng);

    text += "[areas]\n";
    for (std::size_t area = 0; area < dice.size(); ++area) {
        text += std::to_string(dice[area]);
        for (const int other : board.neighbours[area]) {
            text += fmt::format(" {}", other + 1);
        }
        text += '\n';
    }
    text += "[owners]\n";
    for (const Assignment& given : owners) {
        text += fmt::format("{} {}\n", given.area + 1, given.player + 1);
    }
    text += "[hexes]\n";
    for (const Hex& hex : board.hexes) {
        text += fmt::format("{} {} {}\n", hex.area + 1, hex.x, hex.y);
    }
    const bool are_shared = field.streams == Streams::shared;
    for (int seat = 1; seat <= streams; ++seat) {
        text += are_shared ? "[stream]\n" : fmt::format("[stream {}]\n", seat);
        append_stream(text, own.numbers, rng);
    }
    return text;
}

} // namespace referee::dicewars
