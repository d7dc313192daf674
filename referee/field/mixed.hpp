#pragma once

/// Numbers made from numbers, the same everywhere.

#include <cstdint>

namespace referee {

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): every bit of the result depends on every
/// bit of the value, so close values give unrelated results.
constexpr std::uint64_t mixed(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

} // namespace referee
