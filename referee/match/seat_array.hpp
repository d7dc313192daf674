#pragma once

#include "game.hpp"

#include <array>
#include <cstddef>

namespace referee {

/// A value for each seat, indexed by the seat's number, which counts from 1.
template <typename Value>
class SeatArray {
  public:
    Value& operator[](Seat seat) { return values_[static_cast<std::size_t>(seat) - 1]; }
    const Value& operator[](Seat seat) const { return values_[static_cast<std::size_t>(seat) - 1]; }

  private:
    std::array<Value, max_seats> values_{};
};

} // namespace referee
