#pragma once

/// The starters: the reference AIs of ai-reference and ai-samples, embedded in the executable.
/// scripts/embed-starters embeds them when the program is built.

#include <span>
#include <string_view>

namespace referee {

struct StarterFile {
    std::string_view path; ///< "ai-samples/gems/reference.py"
    std::string_view text;
};

/// All files, by path.
std::span<const StarterFile> starter_files();

} // namespace referee
