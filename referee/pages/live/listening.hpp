#pragma once

/// Where the server of `--watch` listens.

#include "os/descriptor.hpp"
#include "pages/live/limits.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

/// Where to listen.
struct LiveListen {
    std::string address = "127.0.0.1"; ///< numeric
    std::uint16_t port = default_port; ///< 0: any free one
    bool takes_next = true;            ///< if the port is taken: the next free one
    std::vector<int> avoided_ports;    ///< ports that an AI may use
};

/// A socket that listens there, or on the next free port; AIs don't inherit it. Throws
/// UserError (the port is taken, the address is not of this machine).
UniqueFd listening_on(const LiveListen& listen);

} // namespace referee
