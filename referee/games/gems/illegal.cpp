#include "games/gems/illegal.hpp"

#include <array>
#include <cstdlib>
#include <fmt/format.h>

namespace referee::gems {
namespace {

struct Reading {
    std::string_view name;
    Swap (*read)(const Swap&);
};

Swap exchanged(const Swap& swap) {
    return {swap.y1, swap.x1, swap.y2, swap.x2};
}

Swap mirrored(const Swap& swap) {
    return {swap.x1, rows - 1 - swap.y1, swap.x2, rows - 1 - swap.y2};
}

constexpr std::array<Reading, 4> readings{{
    {"x and y exchanged", exchanged},
    {"y counted from the bottom, not from the top", mirrored},
    {"x before y, and y counted from the bottom",
     [](const Swap& swap) { return mirrored(exchanged(swap)); }},
    {"all numbers one smaller, since x and y begin at 0",
     [](const Swap& swap) {
         return Swap{swap.x1 - 1, swap.y1 - 1, swap.x2 - 1, swap.y2 - 1};
     }},
}};

} // namespace

std::string reason_of(const ReadSwap& read) {
    const std::string swap = fmt::format("{}", fmt::join(read.asked, " "));
    for (std::size_t i = 0; i < read.asked.size(); ++i) {
        const bool is_x = i % 2 == 0;
        const int size = is_x ? columns : rows;
        if (read.asked[i] < 0 || read.asked[i] >= size) {
            return fmt::format(
                "{}: {} {} is off the board 0..{}", swap, is_x ? "x" : "y", read.asked[i],
                size - 1);
        }
    }
    const Swap& cells = read.swap;
    if (std::abs(cells.x1 - cells.x2) + std::abs(cells.y1 - cells.y2) != 1) {
        return swap + ": not side by side";
    }
    return swap + ": no line of three arises";
}

std::vector<std::string_view> legal_readings(const Board& board, const Swap& swap) {
    std::vector<std::string_view> names;
    for (const Reading& reading : readings) {
        if (is_legal(board, reading.read(swap))) {
            names.push_back(reading.name);
        }
    }
    return names;
}

} // namespace referee::gems
