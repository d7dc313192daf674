// SHA-256 (FIPS 180-4) for the games' module, which hashes states but links no nettle. The names
// are nettle's; sha256.cpp defines what base/bytes.hpp declares with them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

struct sha256_ctx {
    std::array<std::uint32_t, 8> state;
    std::string rest;    ///< bytes that don't fill a block yet
    std::uint64_t bytes; ///< of all that was added
};
