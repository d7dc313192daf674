#include "pages/frame.hpp"

#include "base/bytes.hpp"
#include "game/registry.hpp"
#include "pages/bundle.hpp"
#include "pages/html.hpp"
#include "pages/page.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace referee {
namespace {

/// One script for all games: policies name it by its hash.
const std::string& host_script() {
    static const std::string text = [] {
        ScriptOfModules script;
        for (const char* const name :
             {"svg.js", "stage.js", "save.js", "frame/clean.js", "frame/host.js"}) {
            script.add(name, web_file(name));
        }
        return script.text("load(\"view/frame/host.js\");\n");
    }();
    return text;
}

/// For policies: 'sha256-…'.
std::string source_of_host() {
    return source_of_script(host_script());
}

} // namespace

bool is_framed(const GameInfo& info) {
    return !info.drawing.empty() && !info.is_shipped;
}

std::string frame_module(const GameInfo& info) {
    const std::string page = filled(
        web_file("frame/page.html"),
        {{"host source", source_of_host()},
         {"style", fmt::format(
                       "{}{}{}", web_file("styles/colours.css"), web_file("styles/board.css"),
                       web_file("frame/frame.css"))},
         {"game", std::string(info.name)},
         {"worker", base64(web_file("frame/worker.js"))},
         {"svg", base64(web_file("svg.js"))},
         {"drawing", base64(info.drawing)},
         {"host", host_script()}});
    return fmt::format("export const frame = {};\n", nlohmann::json(page).dump(-1, ' ', true));
}

std::string frame_sources(std::string_view game) {
    return game.empty() || !is_framed(game_named(game).info())
               ? ""
               : fmt::format(" {} blob:; worker-src blob:", source_of_host());
}

} // namespace referee
