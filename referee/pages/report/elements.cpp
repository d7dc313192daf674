#include "pages/report/elements.hpp"

#include "pages/frame.hpp"
#include "pages/html.hpp"

#include "tournament/report/figures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace referee {

namespace {

/// One seat of a game: its AI, in bold type if it won, marked if it lost by faults.
std::string
seat_html(const SiteData& data, const SiteGame& game, std::size_t seat, std::string_view root) {
    const std::string name = ai_link(data, game.ais[seat], root);
    return fmt::format(
        "<li{}>{}{}</li>", game.shares[seat] > 0 ? " class=\"winner\"" : "", name,
        game.faults[seat] ? " <span class=\"bad\" title=\"lost with faults\">faults</span>" : "");
}

} // namespace

std::string with_minus(std::string text) {
    for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos;) {
        text.replace(at, 1, "−");
    }
    return text;
}

namespace {

/// What others show of the page when somebody sends its address.
std::string
preview_of(const SiteData& data, const std::string& title, const std::string& description) {
    const auto property = [](std::string_view kind, std::string_view name, std::string_view text) {
        return fmt::format(
            "<meta {}=\"{}\" content=\"{}\">\n", kind, name, escaped(std::string(text)));
    };
    return property("property", "og:site_name", data.config.title) +
           property("property", "og:title", title.empty() ? data.config.title : title) +
           property("property", "og:type", "website") +
           property("name", "twitter:card", "summary") +
           (description.empty() ? ""
                                : property("name", "description", description) +
                                      property("property", "og:description", description));
}

} // namespace

std::string root_of(int depth) {
    std::string root;
    for (; depth > 0; --depth) {
        root += "../";
    }
    return root;
}

std::string script_html(std::string_view root, std::string_view file) {
    return fmt::format("<script src=\"{}{}\"></script>\n", root, url_of(file));
}

std::string site_page(
    const SiteData& data, const std::string& title, int depth, const std::string& content,
    const PageExtras& extras) {
    const std::string root = root_of(depth);
    const std::string head = fmt::format(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
        "'self'{3}; style-src 'self'{1}; img-src 'self' data:\">\n<link rel=\"icon\" href=\"data:,\">\n"
        "<link rel=\"stylesheet\" href=\"{0}site.css\">\n{2}"
        "<link rel=\"alternate\" type=\"application/feed+json\" title=\"Latest games\" "
        "href=\"{0}feed.json\">\n",
        root, extras.draws ? " 'unsafe-inline'" : "",
        extras.draws ? "<link rel=\"stylesheet\" href=\"" + root + "board.css\">\n" : "",
        extras.draws ? frame_sources(data.game) : "");
    const std::string main = "<main>\n" + content + "</main>\n";
    const std::string body = fmt::format(
        "<header class=\"site{5}\"><div><a class=\"home\" href=\"{0}index.html\">{1}</a> <span "
        "class=\"soft\">{2}</span>\n<nav aria-label=\"Site\"><a "
        "href=\"{0}index.html#standings\">Standings</a> <a href=\"{0}games.html\">Games</a> <a "
        "href=\"{0}report.html\">Report</a> <a href=\"{0}rules.html\">Rules</a></nav></div></header>\n{3}"
        "<footer><p>Data: <a href=\"{0}standings.json\">standings.json</a>, <a "
        "href=\"{0}games.csv\">games.csv</a>, <a href=\"{0}feed.json\">feed.json</a>{4}. Times are "
        "UTC.</p></footer>\n",
        root, escaped(data.config.title), escaped(data.game),
        extras.parts.empty() ? main : with_contents(extras.parts, main),
        data.seats == 2 ? fmt::format(", <a href=\"{}games.pgn\">games.pgn</a>", root) : "",
        extras.parts.empty() ? "" : " beside");
    return html_page(
        title + (title.empty() ? "" : " – ") + data.config.title,
        preview_of(data, title, extras.description) + head,
        body + script_html(root, "finder.js") + extras.scripts);
}

std::string ai_link(const SiteData& data, int ai, std::string_view root) {
    const SiteEntry& entry = data.entry(ai);
    const std::string& version = data.version(ai).version;
    return link(root, "entry/" + entry.file, escaped(entry.shown())) +
           (version.empty() || entry.is_baseline
                ? ""
                : fmt::format(" <span class=\"soft\">{}</span>", escaped(version)));
}

std::string games_table(
    const SiteData& data, std::span<const SiteGame* const> games, std::string_view root,
    std::size_t max) {
    using Row = const SiteGame*;
    const auto by_seat = [](const Row& game, std::string_view kind, auto html) {
        std::string list = fmt::format("<ul class=\"{}\">", kind);
        for (std::size_t seat = 0; seat < game->ais.size(); ++seat) {
            list += html(seat);
        }
        return list + "</ul>";
    };
    const std::vector<HtmlColumn<Row>> columns{
        {"Game", "",
         [&](const Row& game) {
             const std::string number = std::to_string(game->index + 1);
             return game->replay.empty() ? number : link(root, game->replay, number);
         }},
        {data.places.are_played() ? "By team" : "By seat", "word",
         [&](const Row& game) {
             return by_seat(
                 game, data.places.are_played() ? "seats" : "seats who",
                 [&](std::size_t seat) { return seat_html(data, *game, seat, root); });
         }},
        {"Scores", "",
         [&](const Row& game) { // a line each, beside their seats
             return by_seat(game, "seats", [&](std::size_t seat) {
                 return "<li>" + with_minus(share_text(game->scores[seat])) + "</li>";
             });
         }},
        {"End", "word", [](const Row& game) { return escaped(game->reason); }, "word end"},
        {"Turns", "", [](const Row& game) { return std::to_string(game->turns); }},
        {"Field", "word",
         [&](const Row& game) {
             const auto field = static_cast<std::size_t>(game->field);
             return link(root, "field/" + data.field_files[field], escaped(data.fields[field]));
         }},
        {"Played", "word", [](const Row& game) { return time_html(game->time); }},
    };
    const std::vector<Row> newest(
        games.rbegin(), games.rbegin() + static_cast<std::ptrdiff_t>(std::min(max, games.size())));
    return html_table<Row>(
        "games", columns, newest, {}, {},
        " data-find=\"Find a game: AI, field, end\" data-fold=\"50\"");
}

std::string rating_cell(const Ratings::Rating& rating) {
    if (rating.low && rating.high) {
        const double below = rating.elo - *rating.low;
        const double above = *rating.high - rating.elo;
        const double wider = std::max(below, above);
        const bool is_even = wider - std::min(below, above) <= wider / 20;
        // A phone has no room for both ends.
        return fmt::format(
            "<span title=\"95 %: {}\">{} <span class=\"soft{}\">{}</span></span>",
            with_minus(escaped(rating_text(rating))), with_minus(signed_text(rating.elo)),
            is_even ? "" : " wide",
            is_even ? fmt::format("± {:.0f}", std::ceil(wider))
                    : with_minus(signed_text(*rating.low) + " to " + signed_text(*rating.high)));
    }
    std::string text = with_minus(escaped(rating_text(rating)));
    if (rating.is_in_core) {
        return text;
    }
    // In grey, and the bound without the estimate, which a chart shows.
    if (const std::size_t at = text.find(' '); at != std::string::npos) {
        text.erase(0, at + 1);
    }
    return fmt::format(
        "<span class=\"soft\" title=\"alone or with others it won or lost every game against the "
        "rest, so only a bound is known; {} is an estimate\">{}</span>",
        with_minus(signed_text(rating.elo)), text);
}

std::string time_html(const std::string& time) {
    return time.empty()
               ? ""
               : fmt::format(
                     "<time datetime=\"{}\">{}</time>", escaped(time), escaped(minute_text(time)));
}

} // namespace referee
