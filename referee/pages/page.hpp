#pragma once

/// Builds a self-contained page from the files of web/ and data.

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace referee {

/// A skeleton with each {{NAME}} replaced. Inserted text is not scanned again.
std::string filled(std::string_view skeleton, const std::map<std::string_view, std::string>& parts);

/// JSON that may stand in a script element: without any character that could end it.
std::string script_safe(std::string json);

/// The element from which the page reads its data.
std::string match_element(std::string json);

enum class PageKind {
    file,   ///< contains everything it shows and may load nothing
    live,   ///< may connect to the server that it comes from
    modules ///< runs rules and AIs as WebAssembly: those that it holds, or scripts beside it
};

/// True if that file of web/ is a module of such pages: of the drawings only that of `game`, or all
/// if that is empty; web/live/ only where people play; web/wasm/, web/play/ and web/ask/ only where
/// rules and AIs run.
bool is_in_page(std::string_view name, std::string_view game, PageKind kind);

/// Calls add(name, text) for each module of a page, is_in_page(), and for the drawing of a game
/// whose rules are a program; for one of somebody else's, what shows it in a frame.
void for_each_module(
    std::string_view game, PageKind kind,
    const std::function<void(std::string_view name, std::string_view text)>& add);

/// web/page.html with style sheets, modules (is_in_page()) and `data`, HTML of its own. The modules
/// are in the page's import map, under their names from "view/". A page that runs WebAssembly has
/// them compressed, and web/boot.js makes the map.
std::string
page_of(std::string_view title, std::string_view game, std::string_view data, PageKind kind);

// The files of referee/pages/web, embedded in the executable: style sheets, JavaScript modules and
// the skeleton of the page. scripts/embed makes the list when the program is built.

struct WebFile {
    std::string_view name; ///< its path from referee/pages/web, "games/gems.js"
    std::string_view text;
};

/// All of them, by name.
std::span<const WebFile> web_files();

/// The text of the file of that name; empty if there is none.
std::string_view web_file(std::string_view name);

} // namespace referee
