#pragma once

namespace referee {

inline constexpr const char* version = "1.0.0";

} // namespace referee
