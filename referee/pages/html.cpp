#include "pages/html.hpp"

#include "base/text.hpp"
#include "pages/page.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {

std::string escaped(std::string_view text) {
    std::string html;
    for (std::size_t at = 0; at < text.size();) {
        // A browser doesn't obey control characters, but who prints the page on a terminal does.
        const std::size_t end = std::min(text.find_first_of("\n\t", at), text.size());
        for (const char sign : safe_text(text.substr(at, end - at))) {
            switch (sign) {
            case '&':
                html += "&amp;";
                break;
            case '<':
                html += "&lt;";
                break;
            case '>':
                html += "&gt;";
                break;
            case '"':
                html += "&quot;";
                break;
            case '\'':
                html += "&#39;";
                break;
            default:
                html += sign;
            }
        }
        html += text.substr(end, 1);
        at = end + 1;
    }
    return html;
}

std::string url_of(std::string_view path) {
    std::string url;
    for (const char c : path) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') ||
                              std::string_view("-._~/@").find(c) != std::string_view::npos;
        url += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return url;
}

std::string link(std::string_view root, std::string_view path, const std::string& text) {
    return fmt::format("<a href=\"{}{}\">{}</a>", root, url_of(path), text);
}

std::string html_cell(
    std::string_view element, std::string_view kind, const std::string& tooltip,
    const std::string& html) {
    return fmt::format(
        "<{}{}{}>{}</{}>", element, kind.empty() ? "" : fmt::format(" class=\"{}\"", kind),
        tooltip.empty() ? "" : fmt::format(" title=\"{}\"", tooltip), html, element.substr(0, 2));
}

std::string html_page(std::string_view title, const std::string& head, const std::string& body) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>{}</title>\n{}</head>\n<body>\n{}</body>\n</html>\n",
        escaped(title), head, body);
}

std::string
self_contained_page(std::string_view title, std::string_view style, const std::string& body) {
    return html_page(
        title, fmt::format("<style>\n{}{}</style>\n", web_file("style.css"), web_file(style)),
        fmt::format("<h1>{}</h1>\n{}", escaped(title), body));
}

} // namespace referee
