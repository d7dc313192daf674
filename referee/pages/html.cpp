#include "pages/html.hpp"

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "pages/page.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {

namespace {

/// The length of the sign at the start of the text in bytes, if it is written from right to left;
/// else 0. UTF-8.
std::size_t right_to_left(std::string_view text) {
    const auto byte = [text](std::size_t at) {
        return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    };
    const auto is_in = [](unsigned value, unsigned low, unsigned high) {
        return value >= low && value <= high;
    };
    // U+0590 to U+07FF; U+0800 to U+08FF; U+FB1D to U+FDFF and U+FE70 to U+FEFF.
    if ((byte(0) == 0xD6 && byte(1) >= 0x90) || is_in(byte(0), 0xD7, 0xDF)) {
        return 2;
    }
    if (byte(0) == 0xE0 && is_in(byte(1), 0xA0, 0xA3)) {
        return 3;
    }
    const bool is_form =
        byte(0) == 0xEF && ((byte(1) == 0xAC && byte(2) >= 0x9D) || is_in(byte(1), 0xAD, 0xB7) ||
                            is_in(byte(1), 0xB9, 0xBB));
    return is_form ? 3 : 0;
}

/// The end of the words from right to left that begin at `from`, or `from` if there are none: words
/// with such a sign, a space between them, without a full stop at the end.
std::size_t end_of_run(std::string_view text, std::size_t from) {
    std::size_t end = from;
    for (std::size_t at = from; at < text.size();) {
        const std::size_t stop = std::min(text.find_first_of(" \n\t,;:()\"'", at), text.size());
        std::size_t last = 0; // after the last such sign
        for (std::size_t i = at; i < stop;) {
            const std::size_t length = right_to_left(text.substr(i));
            last = length > 0 ? i + length : last;
            i += std::max<std::size_t>(length, 1);
        }
        if (last == 0) {
            break;
        }
        const std::size_t ends = text.substr(0, stop).find_last_not_of(".!?") + 1;
        end = std::max(last, ends);
        if (end < stop || stop == text.size() || text[stop] != ' ') {
            break;
        }
        at = stop + 1;
    }
    return end;
}

} // namespace

std::string escaped_lines(std::string_view text) {
    std::string html;
    for (std::size_t at = 0; at < text.size();) {
        // A browser doesn't obey control characters, but who prints the page on a terminal does.
        const std::size_t end = std::min(text.find_first_of("\n\t", at), text.size());
        for (const char character : safe_text(text.substr(at, end - at))) {
            switch (character) {
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
                html += character;
            }
        }
        html += text.substr(end, 1);
        at = end + 1;
    }
    return html;
}

std::string escaped(std::string_view text) {
    constexpr std::string_view first_strong = "\u2068";
    constexpr std::string_view pop = "\u2069";
    std::string html;
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = end_of_run(text, at);
        if (end > at) {
            html += escaped_lines(text.substr(done, at - done));
            html += first_strong;
            html += escaped_lines(text.substr(at, end - at));
            html += pop;
            at = done = end;
        }
        at = std::min(text.find_first_of(" \n\t,;:()\"'", at), text.size());
        at += at < text.size() ? 1 : 0;
    }
    return html + escaped_lines(text.substr(done));
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

std::string scroll_box(std::string_view name, const std::string& html) {
    return fmt::format(
        "<div class=\"scroll\" role=\"group\" aria-label=\"{}\" tabindex=\"0\">{}</div>\n", name,
        html);
}

std::string paragraphs_html(std::string_view kind, const std::vector<std::string>& sentences) {
    std::string html;
    for (const std::string& sentence : sentences) {
        html += "<p>" + escaped(sentence) + "</p>\n";
    }
    return html.empty() ? "" : fmt::format("<div class=\"{}\">\n{}</div>\n", kind, html);
}

std::string html_page(std::string_view title, const std::string& head, const std::string& body) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>{}</title>\n{}</head>\n<body>\n{}</body>\n</html>\n",
        escaped(title), head, body);
}

namespace {

/// SHA-256 as 32 bytes.
std::string digest_of(std::string_view text) {
    const std::string digits = sha256(text);
    std::string digest;
    for (std::size_t at = 0; at < digits.size(); at += 2) {
        digest += static_cast<char>(std::stoi(digits.substr(at, 2), nullptr, 16));
    }
    return digest;
}

} // namespace

std::string source_of_script(std::string_view text) {
    return fmt::format("'sha256-{}'", base64(digest_of(text)));
}

std::string with_contents(const std::vector<PagePart>& parts, const std::string& main) {
    std::string html = "<div class=\"has-contents\">\n<nav class=\"contents\" "
                       "aria-label=\"Contents\" data-find=\"Find an AI\"><ol>\n";
    for (const PagePart& part : parts) {
        html += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", part.id, part.title);
    }
    return html + "</ol></nav>\n" + main + "</div>\n";
}

std::string self_contained_page(
    std::string_view title, const std::string& lead, const std::vector<PagePart>& parts,
    const std::string& body) {
    constexpr std::size_t few = 3;
    const bool has_contents = parts.size() > few;
    const std::string script =
        has_contents ? std::string(web_file("site/finder.js")) : std::string();
    std::string html = fmt::format(
        "<header class=\"site{}\"><div><h1>{}</h1> <span "
        "class=\"soft\">{}</span></div></header>\n",
        has_contents ? " beside" : "", escaped(title), lead);
    const std::string main = "<main>\n" + body + "</main>\n";
    html += has_contents ? with_contents(parts, main) + "<script>" + script + "</script>\n" : main;
    // Only this one script may run, whatever gets into the page.
    const std::string policy = fmt::format(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'; img-src data:{}\">\n<link rel=\"icon\" href=\"data:,\">\n",
        has_contents ? "; script-src " + source_of_script(script) : "");
    return html_page(
        title,
        fmt::format(
            "{}<style>\n{}{}</style>\n", policy, web_file("styles/colours.css"),
            web_file("styles/site.css")),
        html);
}

} // namespace referee
