#pragma once

/// Where `--watch` listens.

#include "process/unique_fd.hpp"
#include "view/live/server.hpp"

namespace referee {

/// A socket that listens there, or on the next free port; AIs don't inherit it. Throws
/// UserError (the port is taken, the address is not of this machine).
UniqueFd listening_on(const LiveListen& listen);

} // namespace referee
