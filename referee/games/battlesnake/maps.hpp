#pragma once

/// The maps of the official engine: where snakes start, where hazards lie and come, where food
/// goes. Only `create` knows them; a field has their cells. referee/games/battlesnake/README.md,
/// "Maps".

#include "base/random.hpp"
#include "games/battlesnake/rules.hpp"

#include <optional>
#include <string>
#include <vector>

namespace referee::battlesnake {

enum class Map : std::uint8_t {
    standard,
    empty,
    royale,
    hz_inner_wall,
    hz_rings,
    hz_columns,
    hz_rivers_bridges,
    hz_rivers_bridges_lg,
    hz_rivers_bridges_xl,
    hz_islands_bridges,
    hz_islands_bridges_lg,
    hz_castle_wall,
    hz_castle_wall_lg,
    hz_castle_wall_xl,
    arcade_maze,
    hz_spiral,
    hz_scatter,
    hz_grow_box,
    hz_expand_box,
    hz_expand_scatter,
    hz_hazard_pits,
    sinkholes,
    healing_pools
};

constexpr auto enum_names(Map) {
    return std::to_array<std::string_view>(
        {"standard",
         "empty",
         "royale",
         "hz_inner_wall",
         "hz_rings",
         "hz_columns",
         "hz_rivers_bridges",
         "hz_rivers_bridges_lg",
         "hz_rivers_bridges_xl",
         "hz_islands_bridges",
         "hz_islands_bridges_lg",
         "hz_castle_wall",
         "hz_castle_wall_lg",
         "hz_castle_wall_xl",
         "arcade_maze",
         "hz_spiral",
         "hz_scatter",
         "hz_grow_box",
         "hz_expand_box",
         "hz_expand_scatter",
         "hz_hazard_pits",
         "sinkholes",
         "healing_pools"});
}

struct Place {
    int x = 0;
    int y = 0;
    bool operator==(const Place&) const = default;
};

/// Layers of hazard that come on a cell, or go (negative).
struct Layer {
    Place place;
    int count = 1;
};

/// What changes after a turn.
struct HazardChange {
    std::uint32_t turn = 0;
    std::vector<Layer> layers;
};

/// A map on a board of its size.
class MapOfSize {
  public:
    /// `size` is the width; if it is absent, the map's own: 11 where the map has it. Throws
    /// UserError if the map doesn't have that size.
    MapOfSize(Map map, std::optional<int> size);

    Map map() const { return map_; }
    int width() const { return width_; }
    int height() const { return height_; }
    int max_players() const;

    /// Hazards at the start. Only healing_pools draws them.
    std::vector<Layer> hazards(Rng& rng) const;
    /// The hazards that come and go in the first `turns` turns, ascending by turn. `at_start` is
    /// what hazards() returned, `shrink_every` from 1.
    std::vector<HazardChange> changes(
        const std::vector<Layer>& at_start, int shrink_every, std::uint32_t turns, Rng& rng) const;

    /// False if there are none, and so nothing is drawn for them.
    bool has_changes() const;

    /// The heads at the start by seat.
    std::vector<Place> heads(int players, Rng& rng) const;
    /// Food at the start for these heads. `hazards` are those of the start.
    std::vector<Place>
    food(const std::vector<Place>& heads, const std::vector<Layer>& hazards, Rng& rng) const;
    /// The only cells in which new food is put; none: anywhere.
    std::vector<Place> food_cells() const;
    /// New food avoids the hazards of the start.
    bool keeps_food_off_hazards() const;
    /// The first turn in which new food may come.
    int first_food_turn() const;

  private:
    bool has_centre_food() const;
    Map map_;
    int width_ = 0;
    int height_ = 0;
};

/// The cells of hz_spiral in order, from the first cell on; `nullopt` for one off the board, which
/// uses up its turn. Ends when the board is full.
std::vector<std::optional<Place>> spiral(Place first, int width, int height);

/// The cells of the square ring of that radius around a cell that are on the board; radius 0 is the
/// cell itself.
std::vector<Place> ring(Place centre, int radius, int width, int height);

} // namespace referee::battlesnake
