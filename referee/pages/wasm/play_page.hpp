#pragma once

/// The page in which people play against AIs: one file, or a folder for a web server.

#include "pages/wasm/page_modules.hpp"

#include <string>
#include <utility>
#include <vector>

namespace referee {

/// The page with all modules in it.
std::string play_page(const PageModules& modules);

/// The folder's files, index.html and the scripts of modules/: paths and texts. The page loads a
/// module when it is chosen.
std::vector<std::pair<std::string, std::string>> play_folder(const PageModules& modules);

} // namespace referee
