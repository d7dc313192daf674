#pragma once

/// The maps whose hazards never change, as pictures, the top row first: a digit is so many layers
/// of hazard, F a cell for food, a letter from a to d a start of a snake in the first to fourth
/// group of starts, and from A to D one that is a cell for food, too. Starts are those of the
/// official engine; hazards and cells for food are those seen in its games, completed by the
/// symmetry of the board.

#include "games/battlesnake/maps.hpp"

#include <span>

namespace referee::battlesnake {

inline constexpr auto hz_rivers_bridges_picture = std::to_array<std::string_view>({
    ".....1.....",
    ".c.c.1...b.",
    "...........",
    ".....1.b...",
    ".....1.....",
    "11.11111.11",
    ".....1.....",
    "...a.1.d...",
    "...........",
    ".a...1...d.",
    ".....1.....",
});

inline constexpr auto hz_rivers_bridges_lg_picture = std::to_array<std::string_view>({
    ".........1.........", ".c...c...1...d...d.", ".........1.........", "...................",
    ".........1.........", ".c...c...1...d...d.", ".........1.........", ".........1.........",
    "........111........", "1111.111111111.1111", "........111........", ".........1.........",
    ".........1.........", ".a...a...1...b...b.", ".........1.........", "...................",
    ".........1.........", ".a...a...1...b...b.", ".........1.........",
});

inline constexpr auto hz_rivers_bridges_xl_picture = std::to_array<std::string_view>({
    "............1............", ".d.......d.....b.......b.", "............1............",
    "............1............", "............1............", "............1............",
    "............1............", ".........................", "............1............",
    ".d.......d..1..b.......b.", "...........111...........", "..........11111..........",
    "1.11111.111111111.11111.1", "..........11111..........", "...........111...........",
    ".a.......a..1..c.......c.", "............1............", ".........................",
    "............1............", "............1............", "............1............",
    "............1............", "............1............", ".a.......a.....c.......c.",
    "............1............",
});

inline constexpr auto hz_islands_bridges_picture = std::to_array<std::string_view>({
    "11..111..11",
    "1..c.1.b..1",
    "...........",
    ".c...1...b.",
    "1....1....1",
    "11.11111.11",
    "1....1....1",
    ".a...1...d.",
    "...........",
    "1..a.1.d..1",
    "11..111..11",
});

inline constexpr auto hz_islands_bridges_lg_picture = std::to_array<std::string_view>({
    "1111..1111111..1111", "11......111......11", "1.d...d..1..c...c.1", "1........1........1",
    "...................", ".........1.........", "1.d...d..1..c...c.1", "1........1........1",
    "11......111......11", "1111.111111111.1111", "11......111......11", "1........1........1",
    "1.a...a..1..b...b.1", ".........1.........", "...................", "1........1........1",
    "1.a...a..1..b...b.1", "11......111......11", "1111..1111111..1111",
});

inline constexpr auto hz_castle_wall_picture = std::to_array<std::string_view>({
    "...........",
    ".a...b...a.",
    "..112F211..",
    "..1.....1..",
    "..2.....2..",
    ".bF.....Fb.",
    "..2.....2..",
    "..1.....1..",
    "..112F211..",
    ".a...b...a.",
    "...........",
});

inline constexpr auto hz_castle_wall_lg_picture = std::to_array<std::string_view>({
    "...................", ".a.......b.......a.", "..111112F2F211111..", "..111112F2F211111..",
    "..11...........11..", "..11...........11..", "..11...........11..", "..22...........22..",
    "..FF...........FF..", ".b22...........22b.", "..FF...........FF..", "..22...........22..",
    "..11...........11..", "..11...........11..", "..11...........11..", "..111112F2F211111..",
    "..111112F2F211111..", ".a.......b.......a.", "...................",
});

inline constexpr auto hz_castle_wall_xl_picture = std::to_array<std::string_view>({
    ".........................", ".....b.............b.....", ".........................",
    "...11112F212F212F21111...", "...11112F212F212F21111...", ".a.11...............11.a.",
    "...11...............11...", "...22...............22...", "...FF...............FF...",
    "...22...............22...", "...11...............11...", "...22...............22...",
    "...FF...............FF...", "...22...............22...", "...11...............11...",
    "...22...............22...", "...FF...............FF...", "...22...............22...",
    "...11...............11...", ".a.11...............11.a.", "...11112F212F212F21111...",
    "...11112F212F212F21111...", ".........................", ".....b.............b.....",
    ".........................",
});

inline constexpr auto arcade_maze_picture = std::to_array<std::string_view>({
    "1.111111111111111.1", "1........1........1", "1.11.111.1.111.11.1", "1...A....F....A...1",
    "1.11.1.11111.1.11.1", "1....1...1...1....1", "1..1.111.1.111.1..1", "1..1.1...c...1.1..1",
    "1111.1.1.1.1.1.1111", "...F...1...1...F...", "1111.1.1.1.1.1.1111", "1..1.1...b...1.1..1",
    "1..1.1.11111.1.1..1", "1...A....1....A...1", "1.11.111.1.111.11.1", "1..1.....F.....1..1",
    "11.1.1.11111.1.1.11", "1....1...1...1....1", "1.111111.1.111111.1", "1F.......F.......F1",
    "1.111111111111111.1",
});

/// The picture of a map, or nothing for a map without one.
constexpr std::span<const std::string_view> picture_of(Map map) {
    switch (map) {
    case Map::hz_rivers_bridges:
        return hz_rivers_bridges_picture;
    case Map::hz_rivers_bridges_lg:
        return hz_rivers_bridges_lg_picture;
    case Map::hz_rivers_bridges_xl:
        return hz_rivers_bridges_xl_picture;
    case Map::hz_islands_bridges:
        return hz_islands_bridges_picture;
    case Map::hz_islands_bridges_lg:
        return hz_islands_bridges_lg_picture;
    case Map::hz_castle_wall:
        return hz_castle_wall_picture;
    case Map::hz_castle_wall_lg:
        return hz_castle_wall_lg_picture;
    case Map::hz_castle_wall_xl:
        return hz_castle_wall_xl_picture;
    case Map::arcade_maze:
        return arcade_maze_picture;
    default:
        return {};
    }
}

} // namespace referee::battlesnake
