#include "pages/markdown.hpp"

#include "pages/html.hpp"

#include <algorithm>
#include <cmark.h>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <vector>

namespace referee {

namespace {

bool leads_elsewhere(const cmark_node* node) {
    const std::string_view url = cmark_node_get_url(const_cast<cmark_node*>(node));
    return url.starts_with("https://") || url.starts_with("http://");
}

/// Its contents take the node's place.
void dissolve(cmark_node* node) {
    while (cmark_node* const child = cmark_node_first_child(node)) {
        cmark_node_insert_before(node, child);
    }
    cmark_node_unlink(node);
    cmark_node_free(node);
}

/// Without tables, which CommonMark doesn't have.
std::string common_html(std::string_view markdown, int below, Links links) {
    const std::unique_ptr<cmark_node, decltype(&cmark_node_free)> document(
        cmark_parse_document(markdown.data(), markdown.size(), CMARK_OPT_VALIDATE_UTF8),
        &cmark_node_free);
    const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> nodes(
        cmark_iter_new(document.get()), &cmark_iter_free);
    constexpr int deepest = 6;
    std::vector<cmark_node*> dead_ends;
    for (cmark_event_type event = cmark_iter_next(nodes.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(nodes.get())) {
        cmark_node* const node = cmark_iter_get_node(nodes.get());
        const cmark_node_type type = cmark_node_get_type(node);
        if (event == CMARK_EVENT_ENTER && type == CMARK_NODE_HEADING) {
            cmark_node_set_heading_level(
                node, std::min(cmark_node_get_heading_level(node) + below, deepest));
        } else if (
            event == CMARK_EVENT_EXIT && links == Links::absolute &&
            (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE) && !leads_elsewhere(node)) {
            dead_ends.push_back(node);
        }
    }
    for (cmark_node* const node : dead_ends) {
        dissolve(node);
    }
    // Without CMARK_OPT_UNSAFE, HTML and unsafe links are left out.
    const std::unique_ptr<char, decltype(&std::free)> html(
        cmark_render_html(document.get(), CMARK_OPT_SAFE), &std::free);
    return html.get();
}

/// The cells of a row of a table, without blanks at their ends. A bar in code or after a backslash
/// belongs to the cell.
std::vector<std::string> cells_of(std::string_view row) {
    std::vector<std::string> cells(1);
    bool is_code = false;
    for (std::size_t i = 1; i < row.size(); ++i) {
        if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|') {
            cells.back() += row[++i];
        } else if (row[i] == '|' && !is_code) {
            cells.emplace_back();
        } else {
            is_code ^= row[i] == '`';
            cells.back() += row[i];
        }
    }
    if (cells.back().find_first_not_of(' ') == std::string::npos) {
        cells.pop_back(); // after the last bar
    }
    for (std::string& cell : cells) {
        cell.erase(0, std::min(cell.find_first_not_of(' '), cell.size()));
        cell.erase(cell.find_last_not_of(' ') + 1);
    }
    return cells;
}

bool is_row(std::string_view line) {
    return line.starts_with('|');
}

/// The line below a table's head: "| --- | :-: |".
bool is_rule(std::string_view line) {
    return is_row(line) && line.find("--") != std::string_view::npos &&
           line.find_first_not_of("|-: \r") == std::string_view::npos;
}

std::string row_html(std::string_view row, std::string_view element, Links links) {
    std::string html = "<tr>";
    for (const std::string& cell : cells_of(row)) {
        std::string text = common_html(cell, 0, links);
        if (text.starts_with("<p>") && text.ends_with("</p>\n")) {
            text = text.substr(3, text.size() - 8);
        }
        html += fmt::format("<{0}>{1}</{0}>", element, text);
    }
    return html + "</tr>\n";
}

} // namespace

std::string markdown_html(std::string_view markdown, int below, Links links) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < markdown.size();) {
        const std::size_t end = std::min(markdown.find('\n', at), markdown.size());
        lines.push_back(markdown.substr(at, end - at));
        at = end + 1;
    }
    std::string html;
    std::string between; // tables
    const auto close = [&] {
        html += between.empty() ? "" : common_html(between, below, links);
        between.clear();
    };
    bool is_code = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        is_code ^= lines[i].starts_with("```");
        const bool is_table =
            !is_code && is_row(lines[i]) && i + 1 < lines.size() && is_rule(lines[i + 1]);
        if (!is_table) {
            between.append(lines[i]).append("\n");
            continue;
        }
        close();
        std::string table =
            "<table>\n<thead>" + row_html(lines[i], "th", links) + "</thead>\n<tbody>\n";
        for (i += 2; i < lines.size() && is_row(lines[i]); ++i) {
            table += row_html(lines[i], "td", links);
        }
        --i;
        html += scroll_box("Table", table + "</tbody></table>");
    }
    close();
    return html;
}

} // namespace referee
