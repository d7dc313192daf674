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

/// True for the parts of the starter that plays what it has learnt which all games share.
inline bool is_of_every_game(const StarterFile& file) {
    constexpr std::string_view starter = "referee/python/starter/";
    return file.path.starts_with("referee/python/referee_games/") ||
           (file.path.starts_with(starter) &&
            file.path.find('/', starter.size()) == std::string_view::npos);
}

/// All files, by path.
std::span<const StarterFile> starter_files();

} // namespace referee
