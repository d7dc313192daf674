#pragma once

/// Zobrist keys: a position's hash is the exclusive or of one random number for each thing in it,
/// so a turn updates it only by the few things that change. A. Zobrist, 1970.

#include "games/battlesnake/rules.hpp"

#include <array>
#include <cstdint>

namespace referee::battlesnake::duel {

inline constexpr int max_cells = max_side * max_side;

/// Mixes all bits of a number (the last step of SplitMix64).
constexpr std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
}

class Keys {
  public:
    /// What follows a segment towards the head: a step, or nothing if it is the head.
    static constexpr int head = 4;

    Keys() {
        std::uint64_t number = 0;
        for (auto& of_snake : segments_) {
            for (auto& of_cell : of_snake) {
                for (std::uint64_t& key : of_cell) {
                    key = mixed(number += 0x9e3779b97f4a7c15);
                }
            }
        }
    }

    /// The step from each segment to the next is hashed too, so that the same cells in another
    /// order have another hash.
    std::uint64_t segment(int index, int cell, int next) const {
        return segments_[index][cell][next];
    }
    std::uint64_t food(int cell) const { return segments_[max_snakes][cell][0]; }
    /// Health and stacked segments of a snake, which change in nearly every turn.
    static std::uint64_t condition(int index, int health, int stacked) {
        const auto number = static_cast<std::uint64_t>(index) << 32 |
                            static_cast<std::uint64_t>(health) << 16 |
                            static_cast<std::uint64_t>(stacked);
        return mixed(number + 0x632be59bd9b4e019);
    }
    /// A snake's step that is decided but not yet made.
    static std::uint64_t decided(int index, Direction step) {
        return mixed(
            0x8cb92ba72f3d8dd7 + static_cast<std::uint64_t>(index * 4) +
            static_cast<std::uint64_t>(step));
    }

  private:
    std::array<std::array<std::array<std::uint64_t, 5>, max_cells>, max_snakes + 1> segments_;
};

} // namespace referee::battlesnake::duel
