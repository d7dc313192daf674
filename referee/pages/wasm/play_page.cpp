#include "pages/wasm/play_page.hpp"

#include "pages/page.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {

namespace {

constexpr const char* script_folder = "modules/";

/// With one game only its drawing is in the page.
std::string page_with(const PageModules& modules, const std::string& elements) {
    const std::vector<PageAi>& ais = modules.ais();
    const bool is_one = std::all_of(
        ais.begin(), ais.end(), [&](const PageAi& ai) { return ai.game == ais.front().game; });
    const std::string game = is_one ? ais.front().game : "";
    return page_of(
        game.empty() ? "Play" : fmt::format("Play {}", game), game, elements, PageKind::modules);
}

} // namespace

std::string play_page(const PageModules& modules) {
    return page_with(modules, modules.elements());
}

std::vector<std::pair<std::string, std::string>> play_folder(const PageModules& modules) {
    std::vector<std::pair<std::string, std::string>> files;
    for (const auto& [name, text] : modules.scripts()) {
        files.emplace_back(script_folder + name, text);
    }
    files.emplace_back("index.html", page_with(modules, modules.elements(script_folder)));
    return files;
}

} // namespace referee
