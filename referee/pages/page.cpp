#include "pages/page.hpp"

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"
#include "pages/html.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace referee {

namespace {

/// The skeleton with each {{NAME}} replaced. Inserted text is not scanned again.
std::string
filled(std::string_view skeleton, const std::map<std::string_view, std::string>& parts) {
    std::string page;
    for (std::size_t at = skeleton.find("{{"); at != std::string_view::npos;
         at = skeleton.find("{{")) {
        const std::size_t end = skeleton.find("}}", at);
        page += skeleton.substr(0, at);
        page += parts.at(skeleton.substr(at + 2, end - at - 2));
        skeleton.remove_prefix(end + 2);
    }
    return page.append(skeleton);
}

/// Browsers load a module only from a URL; a data URL needs no server.
std::string import_map(std::string_view game, PageKind kind) {
    std::string map;
    for (const WebFile& file : web_files()) {
        const bool is_other_drawing =
            file.name.starts_with("games/") && file.name != fmt::format("games/{}.js", game);
        const bool is_for_live = file.name.starts_with("live/") && kind != PageKind::live;
        const bool is_for_modules = file.name.starts_with("wasm/");
        if (!file.name.ends_with(".js") || is_other_drawing || is_for_live || is_for_modules) {
            continue;
        }
        map += fmt::format(
            "{}\n\"view/{}\":\"data:text/javascript;base64,{}\"", map.empty() ? "" : ",", file.name,
            base64(file.text));
    }
    // The drawing of a game whose rules are a program.
    if (const std::string_view drawing = game.empty() ? "" : game_named(game).info().drawing;
        !drawing.empty()) {
        map += fmt::format(
            ",\n\"view/games/{}.js\":\"data:text/javascript;base64,{}\"", game, base64(drawing));
    }
    return fmt::format("{{\"imports\":{{{}}}}}", map);
}

} // namespace

std::string script_safe(std::string json) {
    for (std::size_t at = json.find('<'); at != std::string::npos; at = json.find('<', at)) {
        json.replace(at, 1, "\\u003c");
    }
    return json;
}

std::string match_element(std::string json) {
    return fmt::format(
        "<script type=\"application/json\" id=\"match\">{}</script>\n",
        script_safe(safe_json(std::move(json))));
}

std::string
page_of(std::string_view title, std::string_view game, std::string_view data, PageKind kind) {
    const bool is_live = kind == PageKind::live;
    const auto if_live = [is_live](std::string_view name) {
        return is_live ? web_file(name) : std::string_view();
    };
    const std::string style = fmt::format(
        "{}{}{}", web_file("style.css"), web_file("page.css"), if_live("live/live.css"));
    const std::string board_style =
        fmt::format("{}{}", web_file("board.css"), if_live("live/hand.css"));
    return filled(
        web_file("page.html"), {{"title", escaped(title)},
                                {"sources", is_live ? "; connect-src 'self'" : ""},
                                {"style", style},
                                {"board style", board_style},
                                {"modules", import_map(game, kind)},
                                {"data", std::string(data)}});
}

} // namespace referee
