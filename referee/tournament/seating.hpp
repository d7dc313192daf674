#pragma once

/// The base order of a group, from which the rotations of a match are made. With more than two
/// seats rotations keep who sits directly before whom, so the base order is drawn anew for each
/// group and field. What is drawn depends on the seed, the field and the AIs of the group alone: it
/// stays the same when AIs and fields are added to the tournament.

#include <cstdint>
#include <string_view>
#include <vector>

namespace referee {

/// What stands for a name in draws.
std::uint64_t seating_key(std::string_view name);

/// Draws the order of `group`, indexes into `keys`; whatever order it has before.
void random_seating(
    std::vector<int>& group, const std::vector<std::uint64_t>& keys, std::uint64_t field_key,
    std::uint64_t seed);

} // namespace referee
