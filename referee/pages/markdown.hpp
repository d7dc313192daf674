#pragma once

/// Texts in Markdown as HTML: what an organiser writes about the contest, a game's README.md.

#include <string>
#include <string_view>

namespace referee {

enum class Links {
    all,
    absolute ///< those to other files of the project lead nowhere on a site; their text stays
};

/// Markdown (CommonMark, and tables as GitHub has them) as HTML. HTML in it and links that run
/// scripts are left out. Its headings are `below` levels deeper than they are written.
std::string markdown_html(std::string_view markdown, int below, Links links);

} // namespace referee
