#pragma once

/// The transposition table: what the search knows about positions, by their hash.

#include "games/battlesnake/rules.hpp"

#include <cstdint>
#include <vector>

namespace referee::battlesnake::duel {

enum class Bound : std::uint8_t { none, lower, upper, exact };

/// Eight bytes, so that a line of the cache holds eight of them.
struct Entry {
    std::uint32_t check = 0; ///< upper half of the key
    std::int16_t value = 0;
    std::uint8_t depth = 0;   ///< turns searched
    std::uint8_t age : 4 = 0; ///< of the move in which it was written
    Bound bound : 2 = Bound::none;
    Direction best : 2 = Direction::up;
};
static_assert(sizeof(Entry) == 8);

class Table {
  public:
    explicit Table(int bits) : entries_(std::size_t{1} << bits), mask_(entries_.size() - 1) {}

    /// Entries from older moves still give the best step, but no value.
    void begin_move() { age_ = (age_ + 1) % ages; }
    bool is_of_this_move(const Entry& entry) const { return entry.age == age_; }

    /// What is known about a position, or nothing.
    const Entry* find(std::uint64_t key) const {
        const Entry& entry = entries_[key & mask_];
        return entry.bound != Bound::none && entry.check == check_of(key) ? &entry : nullptr;
    }
    /// Keeps the deeper of two positions that compete for one place.
    void store(std::uint64_t key, int depth, int value, Bound bound, Direction best) {
        Entry& entry = entries_[key & mask_];
        if (entry.bound != Bound::none && entry.age == age_ && entry.depth > depth + 2 &&
            entry.check != check_of(key)) {
            return;
        }
        entry.check = check_of(key);
        entry.value = static_cast<std::int16_t>(value);
        entry.depth = static_cast<std::uint8_t>(depth);
        entry.age = age_;
        entry.bound = bound;
        entry.best = best;
    }

  private:
    static constexpr std::uint8_t ages = 16; ///< as many as the bits of Entry::age can distinguish

    static std::uint32_t check_of(std::uint64_t key) {
        return static_cast<std::uint32_t>(key >> 32);
    }

    std::vector<Entry> entries_;
    std::uint64_t mask_;
    std::uint8_t age_ : 4 = 0;
};

} // namespace referee::battlesnake::duel
