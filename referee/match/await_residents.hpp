#pragma once

#include <span>

namespace referee {

class Player;

/// Waits until each of these players that is resident has answered, or its time is up. They are
/// timed here, not by their keepers: all at once, each with its own deadline. There are at most
/// max_seats. Throws Interrupted, InternalError.
void await_residents(std::span<Player* const> players);

} // namespace referee
