#include "base/random.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <sys/random.h>

namespace referee {

std::uint64_t random_bits() {
    std::uint64_t bits = 0;
    if (::getrandom(&bits, sizeof bits, 0) != sizeof bits) {
        fail("getrandom");
    }
    return bits;
}

std::string random_key() {
    return fmt::format("{:016x}{:016x}", random_bits(), random_bits());
}

} // namespace referee
