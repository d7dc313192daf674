#pragma once

/// Builds a self-contained page from the files of web/ and data.

#include <string>
#include <string_view>

namespace referee {

/// Text for HTML, also in attributes.
std::string escaped(std::string_view text);

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

} // namespace referee
