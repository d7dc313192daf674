#pragma once

/// HTML for all pages: escaping, links, tables, the frame of a page. All text from outside goes
/// through escaped().

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// Text for HTML, also in attributes. Line feeds and tabs stay; other control characters become
/// visible, as by safe_text().
std::string escaped(std::string_view text);
/// The same for lines that people copy: nothing is added to names that are written from right to
/// left.
std::string escaped_lines(std::string_view text);

/// A path as part of a URL, percent-encoded.
std::string url_of(std::string_view path);

/// A link to a file, percent-encoded. `root` leads to the folder of `path`; `text` is HTML.
std::string link(std::string_view root, std::string_view path, const std::string& text);

/// A column of a table. Headings and cells are HTML.
template <typename Row>
struct HtmlColumn {
    std::string heading;
    std::string_view kind{}; ///< class of heading and cells: "word", "wide"; empty: a number
    std::function<std::string(const Row&)> cell;
    std::string_view cell_kind{}; ///< class of the cells if it differs
    bool heads_rows = false;      ///< its cells say what the row is about
    std::string tooltip{};        ///< of the heading
    std::function<std::string(const Row&)> cell_tooltip{};
};

/// A cell of a table: an element ("td", or "th" with attributes) with class and tooltip.
std::string html_cell(
    std::string_view element, std::string_view kind, const std::string& tooltip,
    const std::string& html);

/// Something that may be wider than the page, in a box that scrolls, also with the keyboard.
/// `name` is what a reader of the page aloud calls the box.
std::string scroll_box(std::string_view name, const std::string& html);

/// A table in a box that scrolls. `kind` is its class, `row_kind` says that of a row; empty: none.
/// Attributes begin with a blank.
template <typename Row>
std::string html_table(
    std::string_view kind, const std::vector<HtmlColumn<Row>>& columns,
    const std::vector<Row>& rows, const std::function<std::string_view(const Row&)>& row_kind = {},
    const std::function<std::string(const Row&)>& row_attributes = {},
    const std::string& attributes = "") {
    const auto with_class = [](std::string_view element, std::string_view name) {
        std::string tag = "<" + std::string(element);
        return name.empty() ? tag : tag + " class=\"" + std::string(name) + "\"";
    };
    std::string html = with_class("table", kind) + attributes + ">\n<thead><tr>";
    for (const HtmlColumn<Row>& column : columns) {
        html += html_cell("th scope=\"col\"", column.kind, column.tooltip, column.heading);
    }
    html += "</tr></thead>\n<tbody>\n";
    for (const Row& row : rows) {
        html += with_class("tr", row_kind ? row_kind(row) : "");
        html += (row_attributes ? row_attributes(row) : "") + ">";
        for (const HtmlColumn<Row>& column : columns) {
            html += html_cell(
                column.heads_rows ? "th scope=\"row\"" : "td",
                column.cell_kind.empty() ? column.kind : column.cell_kind,
                column.cell_tooltip ? column.cell_tooltip(row) : "", column.cell(row));
        }
        html += "</tr>\n";
    }
    return scroll_box("Table", html + "</tbody></table>");
}

/// A whole page. `head` is HTML after the title, `body` the content of the body; `title` is text.
std::string html_page(std::string_view title, const std::string& head, const std::string& body);

/// Sentences as paragraphs in a box of that class; empty without any.
std::string paragraphs_html(std::string_view kind, const std::vector<std::string>& sentences);

/// A part of a long page: the ID of its element, and what the contents call it. Both are HTML.
struct PagePart {
    std::string id;
    std::string title;
};

/// The contents of a page, and a place for the box in which rows can be looked for; `main` is its
/// main element.
std::string with_contents(const std::vector<PagePart>& parts, const std::string& main);

/// A page in one file, which loads nothing. The title is text and also the heading; `lead` is HTML
/// below it; `parts` are its contents, in which rows of its tables can be looked for; few parts
/// need none.
std::string self_contained_page(
    std::string_view title, const std::string& lead, const std::vector<PagePart>& parts,
    const std::string& body);

/// In a content security policy: allows this inline script and no other.
std::string source_of_script(std::string_view text);

} // namespace referee
