#include "field/rng.hpp"
#include "games/battlesnake/field.hpp"
#include "games/battlesnake/parameters.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace referee::battlesnake {
namespace {

constexpr std::array<int, 3> sizes{7, 11, 19};
constexpr int full_board = 11 * 11; ///< smaller boards have no food for more than 4 snakes
constexpr int few_snakes = 4;
constexpr int start_length = 3;

struct Place {
    int x = 0;
    int y = 0;
    bool operator==(const Place&) const = default;
};

/// The request to `create`, with defaults.
struct Wish {
    Parameters parameters;
    int size = 0;
    int lines = 0;
    int players = 0;
};

Wish wish_of(const CreateRequest& request) {
    CreateParameters own;
    create_table.set(request, own);
    if (std::find(sizes.begin(), sizes.end(), own.size) == sizes.end()) {
        refuse_setting("size", std::to_string(own.size), "new fields have size 7, 11 or 19");
    }
    Wish wish{{}, own.size, own.lines, request.players};
    parameter_table.set(request, wish.parameters);
    wish.parameters.width = wish.size;
    wish.parameters.height = wish.size;
    return wish;
}

/// The heads by seat: corners and mid-edges, each group shuffled; a coin decides which group comes
/// first.
std::vector<Place> draw_heads(const Wish& wish, Rng& rng) {
    const int m = 1;
    const int far = wish.size - 2;
    const int half = (wish.size - 1) / 2;
    std::array<Place, 4> corners{{{m, m}, {m, far}, {far, m}, {far, far}}};
    std::array<Place, 4> edges{{{m, half}, {half, m}, {half, far}, {far, half}}};
    rng.shuffle(std::span<Place>(corners));
    rng.shuffle(std::span<Place>(edges));
    const bool edges_first = rng.below(2) == 1;
    std::vector<Place> heads;
    for (const auto& group : {edges_first ? edges : corners, edges_first ? corners : edges}) {
        heads.insert(heads.end(), group.begin(), group.end());
    }
    heads.resize(static_cast<std::size_t>(wish.players));
    return heads;
}

/// Further from the centre line than the head, on the head's side of it.
bool is_further_out(int value, int head, int centre) {
    return (head < centre && value < head) || (head > centre && value > head);
}

/// One food for each snake, diagonally beside its head and further out, and one on the centre.
std::vector<Place> draw_food(const Wish& wish, const std::vector<Place>& heads, Rng& rng) {
    const int last = wish.size - 1;
    const Place centre{last / 2, last / 2};
    std::vector<Place> food;
    const bool is_crowded = wish.size * wish.size < full_board && wish.players > few_snakes;
    for (const Place& head : is_crowded ? std::vector<Place>() : heads) {
        std::vector<Place> choices;
        for (const Place& place :
             {Place{head.x - 1, head.y - 1}, Place{head.x - 1, head.y + 1},
              Place{head.x + 1, head.y - 1}, Place{head.x + 1, head.y + 1}}) {
            const bool is_corner =
                (place.x == 0 || place.x == last) && (place.y == 0 || place.y == last);
            const bool is_outer = is_further_out(place.x, head.x, centre.x) ||
                                  is_further_out(place.y, head.y, centre.y);
            const bool is_taken = std::find(food.begin(), food.end(), place) != food.end();
            if (is_outer && !is_corner && !is_taken && place != centre) {
                choices.push_back(place);
            }
        }
        if (!choices.empty()) {
            food.push_back(choices[rng.below(choices.size())]);
        }
    }
    food.push_back(centre);
    return food;
}

/// A line of [spawns]: the draw, then different cells.
void append_spawns(std::string& text, const Wish& wish, Rng& rng) {
    const bool is_drawn = rng.below(100) < static_cast<std::uint64_t>(wish.parameters.food_chance);
    text += is_drawn ? '1' : '0';
    const auto cells = static_cast<std::uint64_t>(wish.size * wish.size);
    std::vector<std::uint64_t> chosen;
    while (chosen.size() < created_candidates) {
        const std::uint64_t cell = rng.below(cells);
        if (std::find(chosen.begin(), chosen.end(), cell) == chosen.end()) {
            chosen.push_back(cell);
            fmt::format_to(std::back_inserter(text), " {},{}", cell % wish.size, cell / wish.size);
        }
    }
    text += '\n';
}

} // namespace

std::string create_setup(const CreateRequest& request, Rng& rng) {
    const Wish wish = wish_of(request);
    std::string text = "game battlesnake\n";
    parameter_table.append(wish.parameters, text);
    text += "[snakes]\n";
    const std::vector<Place> heads = draw_heads(wish, rng);
    for (const Place& head : heads) {
        text += fmt::format("{}", full_health);
        for (int i = 0; i < start_length; ++i) {
            text += fmt::format(" {},{}", head.x, head.y);
        }
        text += '\n';
    }
    text += "[food]\n";
    for (const Place& food : draw_food(wish, heads, rng)) {
        text += fmt::format("{},{}\n", food.x, food.y);
    }
    text += "[spawns]\n";
    for (int line = 0; line < wish.lines; ++line) {
        append_spawns(text, wish, rng);
    }
    return text;
}

} // namespace referee::battlesnake
