#pragma once

#include <filesystem>

namespace referee {

/// The file of this program. Throws UserError where /proc isn't mounted.
std::filesystem::path own_program();

} // namespace referee
