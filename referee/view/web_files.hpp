#pragma once

/// The files of referee/view/web, embedded in the executable: style sheets, JavaScript modules and
/// the skeleton of the page. scripts/embed makes the list when the program is built.

#include <span>
#include <string_view>

namespace referee {

struct WebFile {
    std::string_view name; ///< its path from referee/view/web, "games/gems.js"
    std::string_view text;
};

/// All of them, by name.
std::span<const WebFile> web_files();

/// The text of the file of that name; empty if there is none.
std::string_view web_file(std::string_view name);

} // namespace referee
