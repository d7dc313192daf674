#include "games/battlesnake/maps.hpp"

#include "base/names.hpp"
#include "game/parameters.hpp"
#include "games/battlesnake/map_pictures.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <span>

namespace referee::battlesnake {

namespace {

constexpr int usual_size = 11;
constexpr int full_board = 11 * 11; ///< smaller boards have no food for more than 4 snakes
constexpr int few_snakes = 4;

/// The square boards of a map without a picture: odd sizes, or those of the list.
std::vector<int> sizes_of(Map map) {
    switch (map) {
    case Map::hz_hazard_pits:
        return {11};
    case Map::sinkholes:
    case Map::healing_pools:
        return {7, 11, 19};
    default:
        return {7, 9, 11, 13, 15, 17, 19, 21, 23, 25};
    }
}

bool is_corner(const Place& place, int width, int height) {
    return (place.x == 0 || place.x == width - 1) && (place.y == 0 || place.y == height - 1);
}

/// Calls `look` with each place of the picture and its character.
template <typename Look>
void for_each_character(Map map, Look look) {
    const auto picture = picture_of(map);
    for (std::size_t row = 0; row < picture.size(); ++row) {
        for (std::size_t x = 0; x < picture[row].size(); ++x) {
            look(
                Place{static_cast<int>(x), static_cast<int>(picture.size() - 1 - row)},
                picture[row][x]);
        }
    }
}

std::vector<Place> places_with(Map map, std::string_view characters) {
    std::vector<Place> places;
    for_each_character(map, [&](const Place& place, char character) {
        if (characters.find(character) != std::string_view::npos) {
            places.push_back(place);
        }
    });
    return places;
}

/// The groups of starts in the picture of a map.
std::vector<std::vector<Place>> groups_of(Map map) {
    std::vector<std::vector<Place>> groups;
    for (const std::string_view letters : {"aA", "bB", "cC", "dD"}) {
        std::vector<Place> places = places_with(map, letters);
        if (!places.empty()) {
            groups.push_back(std::move(places));
        }
    }
    return groups;
}

/// Starts of the first group in a drawn order, then those of the second, and so on.
std::vector<Place>
heads_in_order(std::vector<std::vector<Place>> groups, std::size_t count, Rng& rng) {
    std::vector<Place> heads;
    for (std::vector<Place>& group : groups) {
        rng.shuffle(std::span<Place>(group));
        heads.insert(heads.end(), group.begin(), group.end());
    }
    heads.resize(count);
    return heads;
}

/// The groups take turns, from a drawn one on; each gives a start that is drawn among those left.
std::vector<Place>
heads_in_turn(std::vector<std::vector<Place>> groups, std::size_t count, Rng& rng) {
    std::vector<Place> heads;
    std::size_t next = rng.below(groups.size());
    while (heads.size() < count) {
        std::vector<Place>& group = groups[next];
        const auto chosen = group.begin() + static_cast<std::ptrdiff_t>(rng.below(group.size()));
        heads.push_back(*chosen);
        group.erase(chosen);
        next = (next + 1) % groups.size();
    }
    return heads;
}

/// The four mirror images of a place.
std::vector<Place> mirrored(const Place& place, int size) {
    const int x = size - 1 - place.x;
    const int y = size - 1 - place.y;
    return {place, {x, place.y}, {place.x, y}, {x, y}};
}

/// The pools of healing_pools: one in the centre, two that face each other, or four.
std::vector<Layer> draw_pools(int size, Rng& rng) {
    const int near = size / 4 + 1;
    const int far = size - 1 - near;
    const int half = size / 2;
    std::vector<std::vector<Place>> patterns;
    if (size < usual_size) {
        patterns = {{{half, half}}};
    } else if (size == usual_size) {
        patterns = {
            {{near, near}, {far, far}},
            {{near, far}, {far, near}},
            {{near, half}, {far, half}},
            {{half, near}, {half, far}}};
    } else {
        patterns = {// the second one is a cell off the centre
                    {{near, near}, {near, far}, {far, near}, {far, far}},
                    {{near, half + 1}, {far, half + 1}, {half + 1, far}, {half + 1, near}}};
    }
    std::vector<Layer> pools;
    for (const Place& place : patterns[rng.below(patterns.size())]) {
        pools.push_back({place});
    }
    return pools;
}

/// Collects changes up to a last turn.
class Changes {
  public:
    explicit Changes(std::uint32_t last_turn) : last_turn_(last_turn) {}

    /// False once the last turn is over.
    bool add(std::uint32_t turn, const std::vector<Place>& places, int count = 1) {
        if (turn > last_turn_) {
            return false;
        }
        if (!places.empty()) {
            HazardChange change{turn, {}};
            for (const Place& place : places) {
                change.layers.push_back({place, count});
            }
            list_.push_back(std::move(change));
        }
        return true;
    }
    std::vector<HazardChange> take() { return std::move(list_); }

  private:
    std::uint32_t last_turn_;
    std::vector<HazardChange> list_;
};

enum class Side { left, right, bottom, top };

/// A rectangle of cells; empty once a side has passed the opposite one.
struct Box {
    int left;
    int right;
    int bottom;
    int top;

    bool has(int x, int y) const { return x >= left && x <= right && y >= bottom && y <= top; }
    bool is_empty() const { return left > right || bottom > top; }
    void move(Side side, int outwards) {
        switch (side) {
        case Side::left:
            left -= outwards;
            break;
        case Side::right:
            right += outwards;
            break;
        case Side::bottom:
            bottom -= outwards;
            break;
        case Side::top:
            top += outwards;
            break;
        }
    }
    /// Cells of the board that are in this one and not in the other.
    std::vector<Place> without(const Box& other, int width, int height) const {
        std::vector<Place> places;
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                if (has(x, y) && !other.has(x, y)) {
                    places.push_back({x, y});
                }
            }
        }
        return places;
    }
};

Place draw_place(int width, int height, Rng& rng) {
    const auto cell = static_cast<int>(rng.below(static_cast<std::uint64_t>(width * height)));
    return {cell % width, cell / width};
}

/// After turns N, 2N, … one side moves in by a line; what is outside is hazard.
void shrink(int width, int height, std::uint32_t every, Changes& changes, Rng& rng) {
    Box box{0, width - 1, 0, height - 1};
    for (std::uint32_t turn = every; !box.is_empty(); turn += every) {
        const Box before = box;
        box.move(static_cast<Side>(rng.below(4)), -1);
        if (!changes.add(turn, before.without(box, width, height))) {
            return;
        }
    }
}

void grow_box(int width, int height, Changes& changes, Rng& rng) {
    constexpr std::uint32_t every = 12;
    const Place first = draw_place(width, height, rng);
    Box box{first.x, first.x, first.y, first.y};
    changes.add(1, {first});
    for (std::uint32_t turn = 1 + every;; turn += every) {
        std::vector<Side> open;
        if (box.left > 0) {
            open.push_back(Side::left);
        }
        if (box.right < width - 1) {
            open.push_back(Side::right);
        }
        if (box.bottom > 0) {
            open.push_back(Side::bottom);
        }
        if (box.top < height - 1) {
            open.push_back(Side::top);
        }
        if (open.empty()) {
            return;
        }
        const Box before = box;
        box.move(open[rng.below(open.size())], 1);
        if (!changes.add(turn, box.without(before, width, height))) {
            return;
        }
    }
}

/// The next ring around a drawn cell: every 20 turns as a whole, or every 2 turns one of its cells.
void expand(int width, int height, bool is_whole, Changes& changes, Rng& rng) {
    const Place first = draw_place(width, height, rng);
    std::uint32_t turn = 1;
    for (int radius = 0; radius < std::max(width, height); ++radius) {
        std::vector<Place> cells = ring(first, radius, width, height);
        if (is_whole) {
            changes.add(turn, cells);
            turn += 20;
            continue;
        }
        rng.shuffle(std::span<Place>(cells));
        for (const Place& cell : cells) {
            changes.add(turn, {cell});
            turn += 2;
        }
    }
}

void scatter(int width, int height, Changes& changes, Rng& rng) {
    std::vector<Place> cells =
        Box{0, width - 1, 0, height - 1}.without({0, -1, 0, -1}, width, height);
    rng.shuffle(std::span<Place>(cells));
    std::uint32_t turn = 2;
    for (const Place& cell : cells) {
        changes.add(turn, {cell});
        turn += 2;
    }
}

void wind_spiral(int width, int height, Changes& changes, Rng& rng) {
    std::uint32_t turn = 3;
    for (const std::optional<Place>& cell : spiral(draw_place(width, height, rng), width, height)) {
        if (cell) {
            changes.add(turn, {*cell});
        }
        turn += 3;
    }
}

/// The pits get 1, 2, 3, 4 layers, stay so for two more changes, and are empty again.
void fill_pits(const std::vector<Place>& starts, int size, std::uint32_t every, Changes& changes) {
    constexpr std::uint32_t layers = 4;
    constexpr std::uint32_t cycle = 7;
    std::vector<Place> pits;
    for (int y = 1; y < size; y += 2) {
        for (int x = 1; x < size; x += 2) {
            if (std::find(starts.begin(), starts.end(), Place{x, y}) == starts.end()) {
                pits.push_back({x, y});
            }
        }
    }
    for (std::uint32_t number = 1;; ++number) {
        const std::uint32_t phase = number % cycle;
        const std::uint32_t turn = 1 + number * every;
        const bool is_static = phase > layers;
        if (!changes.add(
                turn, is_static ? std::vector<Place>() : pits,
                phase == 0 ? -static_cast<int>(layers) : 1)) {
            return;
        }
    }
}

/// A layer on the centre, then on ever larger squares without their corners.
void sink(int size, std::uint32_t every, Changes& changes) {
    const int half = size / 2;
    const int last = size == 7 ? 2 : size == usual_size ? 4 : 6;
    for (int radius = 0; radius <= last; ++radius) {
        std::vector<Place> cells;
        for (int y = -radius; y <= radius; ++y) {
            for (int x = -radius; x <= radius; ++x) {
                if (radius == 0 || std::abs(x) < radius || std::abs(y) < radius) {
                    cells.push_back({half + x, half + y});
                }
            }
        }
        changes.add(2 + static_cast<std::uint32_t>(radius) * every, cells);
    }
}

std::vector<Place> places_of(const std::vector<Layer>& layers) {
    std::vector<Place> places;
    places.reserve(layers.size());
    for (const Layer& layer : layers) {
        places.push_back(layer.place);
    }
    return places;
}

} // namespace

MapOfSize::MapOfSize(Map map, std::optional<int> size) : map_(map) {
    const auto picture = picture_of(map);
    const std::vector<int> sizes =
        picture.empty() ? sizes_of(map) : std::vector<int>{static_cast<int>(picture[0].size())};
    const bool has_usual = std::find(sizes.begin(), sizes.end(), usual_size) != sizes.end();
    width_ = size.value_or(has_usual ? usual_size : sizes.front());
    if (std::find(sizes.begin(), sizes.end(), width_) == sizes.end()) {
        refuse_setting(
            "size", std::to_string(width_),
            fmt::format(
                "map {} has {} {}", name_of(map), sizes.size() == 1 ? "size" : "sizes",
                fmt::join(sizes, ", ")));
    }
    height_ = picture.empty() ? width_ : static_cast<int>(picture.size());
}

int MapOfSize::max_players() const {
    switch (map_) {
    case Map::hz_islands_bridges:
    case Map::hz_hazard_pits:
        return 4;
    case Map::arcade_maze:
        return 6;
    default:
        return max_snakes;
    }
}

std::vector<Layer> MapOfSize::hazards(Rng& rng) const {
    std::vector<Layer> layers;
    const auto add_ring = [&](int from_border) {
        const int half = width_ / 2;
        for (const Place& place : ring({half, half}, half - from_border, width_, height_)) {
            layers.push_back({place});
        }
    };
    switch (map_) {
    case Map::hz_inner_wall:
        add_ring(1);
        break;
    case Map::hz_rings:
        for (int from_border = 1; from_border + 1 < width_ / 2; from_border += 2) {
            add_ring(from_border);
        }
        break;
    case Map::hz_columns:
        for (int y = 1; y < height_; y += 2) {
            for (int x = 1; x < width_; x += 2) {
                layers.push_back({{x, y}});
            }
        }
        break;
    case Map::healing_pools:
        return draw_pools(width_, rng);
    default:
        for_each_character(map_, [&](const Place& place, char character) {
            if (character >= '1' && character <= '9') {
                layers.push_back({place, character - '0'});
            }
        });
    }
    return layers;
}

std::vector<HazardChange> MapOfSize::changes(
    const std::vector<Layer>& at_start, int shrink_every, std::uint32_t turns, Rng& rng) const {
    Changes changes(turns);
    const auto every = static_cast<std::uint32_t>(shrink_every);
    switch (map_) {
    case Map::royale:
        shrink(width_, height_, every, changes, rng);
        break;
    case Map::hz_spiral:
        wind_spiral(width_, height_, changes, rng);
        break;
    case Map::hz_scatter:
        scatter(width_, height_, changes, rng);
        break;
    case Map::hz_grow_box:
        grow_box(width_, height_, changes, rng);
        break;
    case Map::hz_expand_box:
    case Map::hz_expand_scatter:
        expand(width_, height_, map_ == Map::hz_expand_box, changes, rng);
        break;
    case Map::hz_hazard_pits:
        fill_pits(mirrored({1, 1}, width_), width_, every, changes);
        break;
    case Map::sinkholes:
        sink(width_, every, changes);
        break;
    case Map::healing_pools: {
        std::vector<Place> pools = places_of(at_start);
        rng.shuffle(std::span<Place>(pools));
        for (std::size_t i = 0; i < pools.size(); ++i) {
            changes.add(1 + static_cast<std::uint32_t>(i + 1) * every, {pools[i]}, -1);
        }
        break;
    }
    default:
        break;
    }
    return changes.take();
}

bool MapOfSize::has_changes() const {
    switch (map_) {
    case Map::royale:
    case Map::hz_spiral:
    case Map::hz_scatter:
    case Map::hz_grow_box:
    case Map::hz_expand_box:
    case Map::hz_expand_scatter:
    case Map::hz_hazard_pits:
    case Map::sinkholes:
    case Map::healing_pools:
        return true;
    default:
        return false;
    }
}

std::vector<Place> MapOfSize::heads(int players, Rng& rng) const {
    const auto count = static_cast<std::size_t>(players);
    switch (map_) {
    case Map::hz_rivers_bridges:
    case Map::hz_rivers_bridges_lg:
    case Map::hz_rivers_bridges_xl:
    case Map::hz_islands_bridges:
    case Map::hz_islands_bridges_lg:
        return heads_in_turn(groups_of(map_), count, rng);
    case Map::hz_castle_wall:
    case Map::hz_castle_wall_lg:
    case Map::hz_castle_wall_xl: {
        std::vector<std::vector<Place>> groups = groups_of(map_);
        std::vector<Place> heads = std::move(groups[0]);
        if (players > few_snakes) {
            heads.insert(heads.end(), groups[1].begin(), groups[1].end());
        }
        return heads_in_order({heads}, count, rng);
    }
    case Map::arcade_maze:
        return heads_in_order(groups_of(map_), count, rng);
    case Map::hz_hazard_pits:
        return heads_in_order({mirrored({1, 1}, width_)}, count, rng);
    default:
        break;
    }
    // Corners and mid-edges, each group shuffled; a coin decides which group comes first.
    const int m = 1;
    const int far = width_ - 2;
    const int half = (width_ - 1) / 2;
    std::array<Place, 4> corners{{{m, m}, {m, far}, {far, m}, {far, far}}};
    std::array<Place, 4> edges{{{m, half}, {half, m}, {half, far}, {far, half}}};
    std::vector<Place> heads;
    heads.reserve(corners.size() + edges.size());
    rng.shuffle(std::span<Place>(corners));
    rng.shuffle(std::span<Place>(edges));
    const bool edges_first = rng.below(2) == 1;
    for (const auto* const group :
         {edges_first ? &edges : &corners, edges_first ? &corners : &edges}) {
        heads.insert(heads.end(), group->begin(), group->end());
    }
    heads.resize(count);
    return heads;
}

namespace {

/// Further from the centre line than the head, on the head's side of it.
bool is_further_out(int value, int head, int centre) {
    return (head < centre && value < head) || (head > centre && value > head);
}

bool contains(const std::vector<Place>& places, const Place& place) {
    return std::find(places.begin(), places.end(), place) != places.end();
}

} // namespace

std::vector<Place> MapOfSize::food(
    const std::vector<Place>& heads, const std::vector<Layer>& hazards, Rng& rng) const {
    if (map_ == Map::arcade_maze) {
        return {{width_ / 2, height_ / 2 + 1}};
    }
    if (map_ == Map::empty || !food_cells().empty()) {
        return {};
    }
    const Place centre{(width_ - 1) / 2, (height_ - 1) / 2};
    const std::vector<Place> avoided =
        keeps_food_off_hazards() ? places_of(hazards) : std::vector<Place>();
    std::vector<Place> food;
    food.reserve(heads.size() + 1);
    const bool is_crowded =
        width_ * height_ < full_board && heads.size() > static_cast<std::size_t>(few_snakes);
    for (const Place& head : is_crowded ? std::vector<Place>() : heads) {
        std::array<Place, 4> choices;
        std::size_t count = 0;
        for (const Place& place :
             {Place{head.x - 1, head.y - 1}, Place{head.x - 1, head.y + 1},
              Place{head.x + 1, head.y - 1}, Place{head.x + 1, head.y + 1}}) {
            const bool is_outer = is_further_out(place.x, head.x, centre.x) ||
                                  is_further_out(place.y, head.y, centre.y);
            if (is_outer && !is_corner(place, width_, height_) && !contains(food, place) &&
                place != centre && !contains(avoided, place) && !contains(heads, place)) {
                choices[count++] = place;
            }
        }
        if (count > 0) {
            food.push_back(choices[rng.below(count)]);
        }
    }
    if (has_centre_food()) {
        food.push_back(centre);
    }
    return food;
}

std::vector<Place> MapOfSize::food_cells() const {
    return places_with(map_, "FABCD");
}

bool MapOfSize::keeps_food_off_hazards() const {
    return !picture_of(map_).empty();
}

bool MapOfSize::has_centre_food() const {
    return picture_of(map_).empty();
}

int MapOfSize::first_food_turn() const {
    constexpr int of_castles = 11;
    const bool is_castle = map_ == Map::hz_castle_wall || map_ == Map::hz_castle_wall_lg ||
                           map_ == Map::hz_castle_wall_xl;
    return is_castle ? of_castles : 1;
}

std::vector<Place> ring(Place centre, int radius, int width, int height) {
    std::vector<Place> places;
    for (int y = std::max(0, centre.y - radius); y <= std::min(height - 1, centre.y + radius);
         ++y) {
        for (int x = std::max(0, centre.x - radius); x <= std::min(width - 1, centre.x + radius);
             ++x) {
            if (std::max(std::abs(x - centre.x), std::abs(y - centre.y)) == radius) {
                places.push_back({x, y});
            }
        }
    }
    return places;
}

std::vector<std::optional<Place>> spiral(Place first, int width, int height) {
    std::vector<std::optional<Place>> cells;
    int missing = width * height;
    const auto add = [&](int x, int y) {
        const bool is_inside = x >= 0 && x < width && y >= 0 && y < height;
        if (missing > 0) {
            cells.push_back(is_inside ? std::optional(Place{x, y}) : std::nullopt);
        }
        missing -= is_inside ? 1 : 0;
    };
    add(first.x, first.y);
    for (int radius = 1; missing > 0; ++radius) {
        // Each ring goes clockwise from one right of its top left corner to that corner.
        for (int i = 1 - radius; i <= radius; ++i) {
            add(first.x + i, first.y + radius);
        }
        for (int i = radius - 1; i >= -radius; --i) {
            add(first.x + radius, first.y + i);
        }
        for (int i = radius - 1; i >= -radius; --i) {
            add(first.x + i, first.y - radius);
        }
        for (int i = 1 - radius; i <= radius; ++i) {
            add(first.x - radius, first.y + i);
        }
    }
    return cells;
}

} // namespace referee::battlesnake
