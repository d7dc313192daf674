#pragma once

namespace referee {

inline constexpr const char* version = "0.1.0";

} // namespace referee
