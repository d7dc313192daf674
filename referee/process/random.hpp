#pragma once

/// Random numbers of the system for names, secrets and seeds that nobody may guess. Fields are made
/// with Rng (field/rng.hpp), which can be repeated.

#include <cstdint>
#include <string>

namespace referee {

/// 64 random bits. Throws std::system_error.
std::uint64_t random_bits();

/// A secret of 128 random bits, in hexadecimal. Throws std::system_error.
std::string random_key();

} // namespace referee
