#include "games/dicewars/create.hpp"

#include "error.hpp"
#include "games/dicewars/field.hpp"
#include "games/dicewars/hexes.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace referee::dicewars {
namespace {

constexpr int default_players = 4;
constexpr int default_areas = 34;
constexpr int max_created_areas = 40; // as many as have room on the board
constexpr int default_numbers = 20'000;
constexpr int dice_density = 2;
constexpr std::size_t words_in_a_row = 10;

constexpr std::array<Parameter, 3> create_table{{
    {"areas", "34", "2..40", "areas of the board, at least one for each seat"},
    {"owners", "continuous", "continuous, scattered",
     "areas are taken in turn next to one's own, or dealt at random"},
    {"numbers", "20000", "0..1000000",
     "numbers in each stream; 0 writes a line mt19937 SEED instead"},
}};

class Settings {
  public:
    explicit Settings(const CreateRequest& request) : request_(request) {
        for (const auto& [name, value] : request.settings) {
            const auto has_name = [&name](const auto& entry) { return entry.name == name; };
            const bool is_known = name == "streams" ||
                                  std::ranges::any_of(create_table, has_name) ||
                                  std::ranges::any_of(number_keys(), has_name);
            if (!is_known) {
                throw UserError(fmt::format(
                    "--set {}: dicewars has no such parameter; 'referee games dicewars' lists them",
                    printable(name)));
            }
        }
    }

    int number(std::string_view name, int default_value, int min, int max) const {
        const auto at = request_.settings.find(std::string(name));
        if (at == request_.settings.end()) {
            return default_value;
        }
        std::int64_t value = 0;
        if (!parse_integer(at->second, value) || value < min || value > max) {
            throw UserError(fmt::format(
                "--set {}={}: not an integer in range; give {} from {} to {}", name,
                printable(at->second), name, min, max));
        }
        return static_cast<int>(value);
    }

    /// True for the first of two words, which is the default if `standard_is_first`.
    bool is_first(
        std::string_view name, std::string_view first, std::string_view second,
        bool standard_is_first) const {
        const auto at = request_.settings.find(std::string(name));
        if (at == request_.settings.end()) {
            return standard_is_first;
        }
        if (at->second != first && at->second != second) {
            throw UserError(fmt::format(
                "--set {}={}: no such {}; give {} or {}", name, printable(at->second), name, first,
                second));
        }
        return at->second == first;
    }

  private:
    const CreateRequest& request_;
};

using Neighbours = std::vector<std::vector<int>>;

/// One random area each, then in turn a random free area next to one's own; who has none is passed
/// over.
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

std::span<const Parameter> create_settings() {
    return create_table;
}

std::string create_setup(const CreateRequest& request, Rng& rng) {
    const Settings settings(request);
    const int players = request.players == 0 ? default_players : request.players;
    const int areas = settings.number("areas", default_areas, players, max_created_areas);
    const int numbers = settings.number("numbers", default_numbers, 0, 1'000'000);
    const bool is_continuous = settings.is_first("owners", "continuous", "scattered", true);
    const bool are_shared = settings.is_first("streams", "shared", "seats", false);

    std::string text = fmt::format(
        "game dicewars\nplayers {}\nstreams {}\n", players, are_shared ? "shared" : "seats");
    Parameters parameters;
    for (const NumberKey& key : number_keys()) {
        int& value = parameters.*key.value;
        value = settings.number(key.name, value, key.min, key.max);
        text += fmt::format("{} {}\n", key.name, value);
    }

    const RandomBoard board = random_board(areas, rng);
    const std::vector<Assignment> owners = is_continuous
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
    for (int seat = 1; seat <= (are_shared ? 1 : players); ++seat) {
        text += are_shared ? "[stream]\n" : fmt::format("[stream {}]\n", seat);
        append_stream(text, numbers, rng);
    }
    return text;
}

} // namespace referee::dicewars
