#pragma once

/// The base order of a group, from which the rotations of a match are made. With more than two
/// seats rotations keep who sits directly before whom, so the base order is drawn at random for
/// each group and field. The draw depends only on the seed, the field and the AIs of the group, so
/// it stays the same when the tournament grows.

#include <cstdint>
#include <string_view>
#include <vector>

namespace referee {

/// The key of a name for random draws.
std::uint64_t seating_key(std::string_view name);

/// Draws the order of `group` (indexes into `keys`), regardless of its order before.
void random_seating(
    std::vector<int>& group, const std::vector<std::uint64_t>& keys, std::uint64_t field_key,
    std::uint64_t seed);

} // namespace referee
