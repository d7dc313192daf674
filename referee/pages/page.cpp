#include "pages/page.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"
#include "pages/frame.hpp"
#include "pages/html.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>

namespace referee {

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

void for_each_module(
    std::string_view game, PageKind kind,
    const std::function<void(std::string_view name, std::string_view text)>& add) {
    for (const WebFile& file : web_files()) {
        if (is_in_page(file.name, game, kind)) {
            add(file.name, file.text);
        }
    }
    // The drawing of a game whose rules are a program.
    if (game.empty() || game_named(game).info().drawing.empty()) {
        return;
    }
    const GameInfo& info = game_named(game).info();
    if (is_framed(info)) {
        for (const char* const name : {"frame/clean.js", "framed.js"}) {
            add(name, web_file(name));
        }
    }
    add(fmt::format("games/{}.js", game),
        is_framed(info) ? frame_module(info) : std::string(info.drawing));
}

namespace {

/// Browsers load a module only from a URL; a data URL needs no server.
std::string import_map(std::string_view game, PageKind kind) {
    std::string map;
    for_each_module(game, kind, [&](std::string_view name, std::string_view text) {
        map += fmt::format(
            "{}\n\"view/{}\":\"data:text/javascript;base64,{}\"", map.empty() ? "" : ",", name,
            base64(text));
    });
    return fmt::format("{{\"imports\":{{{}}}}}", map);
}

void replace_one(std::string& text, std::string_view old, std::string_view by) {
    const std::size_t at = text.find(old);
    if (at == std::string::npos) {
        throw InternalError(fmt::format("page.html has no '{}' any more", old));
    }
    text.replace(at, old.size(), by);
}

/// The skeleton of a page with WebAssembly, and its modules: compressed they take a third.
std::string skeleton_with_modules(std::string_view game) {
    std::string page(web_file("page.html"));
    replace_one(page, "script-src 'unsafe-inline' data:", "script-src {{scripts}}");
    replace_one(page, "<script type=\"importmap\">{{modules}}</script>\n", "");
    replace_one(
        page, "<script type=\"module\">import \"view/main.js\";</script>",
        "{{modules}}<script>{{boot}}</script>");
    nlohmann::ordered_json files{{"page.html", web_file("page.html")}};
    for_each_module(game, PageKind::modules, [&](std::string_view name, std::string_view text) {
        files[std::string(name)] = text;
    });
    const std::string packed = base85(gzip(files.dump()));
    replace_one(
        page, "{{modules}}",
        fmt::format("<script type=\"text/plain\" id=\"web\">{}</script>\n", packed));
    return page;
}

bool is_below(std::string_view name, std::initializer_list<std::string_view> folders) {
    return std::any_of(folders.begin(), folders.end(), [name](std::string_view folder) {
        return name.starts_with(folder);
    });
}

} // namespace

bool is_in_page(std::string_view name, std::string_view game, PageKind kind) {
    const bool is_other_drawing =
        name.starts_with("games/") && !game.empty() && name != fmt::format("games/{}.js", game);
    // A classic script, and one that is the program of a worker.
    const bool is_no_module =
        !name.ends_with(".js") || name == "boot.js" || name == "wasm/worker.js";
    // Only where somebody else's drawing is shown; for_each_module() adds them.
    if (is_below(name, {"frame/", "framed.js"})) {
        return false;
    }
    if (is_other_drawing || is_no_module || name.starts_with("site/")) {
        return false;
    }
    if (is_below(name, {"wasm/", "play/", "ask/"})) {
        return kind == PageKind::modules;
    }
    const bool is_for_server =
        is_below(name, {"live/live.js", "live/source.js", "live/badge.js", "live/tournament.js"});
    return !name.starts_with("live/") || kind == PageKind::live ||
           (kind == PageKind::modules && !is_for_server);
}

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
    const bool has_modules = kind == PageKind::modules;
    const auto if_in = [](bool is_in, std::string_view name) {
        return is_in ? web_file(name) : std::string_view();
    };
    const std::string style = fmt::format(
        "{}{}{}{}", web_file("styles/colours.css"), web_file("styles/page.css"),
        if_in(is_live, "live/live.css"), if_in(has_modules, "play/play.css"));
    const std::string board_style = fmt::format(
        "{}{}", web_file("styles/board.css"), if_in(is_live || has_modules, "live/hand.css"));
    std::string skeleton =
        has_modules ? skeleton_with_modules(game) : std::string(web_file("page.html"));
    const bool has_frame = !game.empty() && is_framed(game_named(game).info());
    if (has_frame) { // its policy is this one and its own together
        replace_one(skeleton, "script-src ", "script-src blob: ");
    }
    return filled(
        skeleton, {{"title", escaped(title)},
                   {"sources", fmt::format(
                                   "{}{}", is_live ? "; connect-src 'self'" : "",
                                   has_modules || has_frame ? "; worker-src blob:" : "")},
                   {"scripts", "'unsafe-inline' 'self' data: 'wasm-unsafe-eval'"},
                   {"style", style},
                   {"board style", board_style},
                   {"modules", has_modules ? "" : import_map(game, kind)},
                   {"boot", std::string(web_file("boot.js"))},
                   {"data", std::string(data)}});
}

} // namespace referee
