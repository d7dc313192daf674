#pragma once

/// Builds a self-contained page from the files of web/ and data.

#include <span>
#include <string>
#include <string_view>

namespace referee {

/// JSON that may stand in a script element: without any character that could end it.
std::string script_safe(std::string json);

/// The element from which the page reads its data.
std::string match_element(std::string json);

enum class PageKind {
    file, ///< contains everything it shows and may load nothing
    live  ///< may connect to the server that it comes from
};

/// web/page.html with style sheets, modules (of the games only `game`'s drawing) and `data`, HTML
/// of its own. The modules are in the page's import map, under their names from "view/"; those of
/// web/live/ only in live pages.
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
