#include "season/site_html.hpp"

#include "field/utf8.hpp"
#include "tournament/text_tables.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <sstream>

namespace referee {
namespace {

std::string time_text(const std::string& time) {
    return time.size() < 16 ? time : time.substr(0, 10) + " " + time.substr(11, 5);
}

/// One seat of a game: its AI, in bold type if it won, marked if it lost by faults.
std::string
seat_html(const SiteData& data, const SiteGame& game, std::size_t seat, std::string_view root) {
    const std::string name = ai_link(data, game.ais[seat], root);
    return fmt::format(
        "<li{}>{}{}</li>", game.shares[seat] > 0 ? " class=\"winner\"" : "", name,
        game.faults[seat] ? " <span class=\"bad\" title=\"lost with faults\">faults</span>" : "");
}

/// A number with a minus sign instead of its hyphens.
std::string with_minus(std::string text) {
    for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos;) {
        text.replace(at, 1, "−");
    }
    return text;
}

std::string score_text(double score) {
    return with_minus(fmt::format("{:.6g}", score));
}

} // namespace

std::string
site_page(const SiteData& data, std::string_view title, int depth, const std::string& content) {
    const std::string root = depth == 0 ? "" : "../";
    const std::string site = escaped(data.config.title);
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'self'; img-src data:\">\n"
        "<title>{0}{1}{2}</title>\n<link rel=\"icon\" href=\"data:,\">\n"
        "<link rel=\"stylesheet\" href=\"{3}site.css\">\n"
        "<link rel=\"alternate\" type=\"application/feed+json\" title=\"Latest games\" "
        "href=\"{3}feed.json\">\n</head>\n<body>\n"
        "<header class=\"site\"><a href=\"{3}index.html\">{2}</a> <span class=\"soft\">{4}</span>"
        "</header>\n<main>\n{5}</main>\n"
        "<footer><p>Data: <a href=\"{3}standings.json\">standings.json</a>, <a "
        "href=\"{3}games.csv\">games.csv</a>, <a href=\"{3}feed.json\">feed.json</a>{6}. Times are "
        "UTC.</p></footer>\n</body>\n</html>\n",
        escaped(title), title.empty() ? "" : " – ", site, root, escaped(data.game), content,
        data.seats == 2 ? fmt::format(", <a href=\"{}games.pgn\">games.pgn</a>", root) : "");
}

std::string link(std::string_view root, std::string_view path, const std::string& text) {
    std::string url(root);
    for (const char c : path) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') ||
                              std::string_view("-._~/@").find(c) != std::string_view::npos;
        url += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return fmt::format("<a href=\"{}\">{}</a>", url, text);
}

std::string ai_link(const SiteData& data, int ai, std::string_view root) {
    const SiteEntry& entry = data.entry(ai);
    const std::string& version = data.version(ai).version;
    return link(root, "entry/" + entry.file, escaped(entry.name)) +
           (version.empty() || entry.is_baseline
                ? ""
                : fmt::format(" <span class=\"soft\">{}</span>", escaped(version)));
}

std::string rank_set(const SeasonRow& row) {
    return row.rank == 0 ? ""
           : row.best_rank == row.worst_rank
               ? fmt::format("{}", row.best_rank)
               : fmt::format("{} to {}", row.best_rank, row.worst_rank);
}

std::string games_table(
    const SiteData& data, const std::vector<const SiteGame*>& games, std::string_view root,
    std::size_t max) {
    std::string html = "<div class=\"scroll\"><table class=\"games\">\n<thead><tr><th "
                       "scope=\"col\">Game</th><th scope=\"col\" class=\"word\">By seat</th><th "
                       "scope=\"col\">Scores</th><th scope=\"col\" "
                       "class=\"word\">End</th><th scope=\"col\">Turns</th><th scope=\"col\" "
                       "class=\"word\">Field</th><th scope=\"col\" class=\"word\">Played</th>"
                       "</tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < std::min(max, games.size()); ++i) {
        const SiteGame& game = *games[games.size() - 1 - i];
        std::string seats;
        std::string scores; // a line each, beside their seats
        for (std::size_t seat = 0; seat < game.ais.size(); ++seat) {
            seats += seat_html(data, game, seat, root);
            scores += "<li>" + score_text(game.scores[seat]) + "</li>";
        }
        const std::string number = std::to_string(game.index + 1);
        const auto field = static_cast<std::size_t>(game.field);
        html += fmt::format(
            "<tr><td>{}</td><td class=\"word\"><ul class=\"seats\">{}</ul></td><td><ul "
            "class=\"seats\">{}</ul></td><td class=\"word end\">{}</td><td>{}</td><td "
            "class=\"word\">{}</td><td class=\"word\">{}</td></tr>\n",
            game.has_replay ? link(root, fmt::format("replay/{:06}.html", game.index + 1), number)
                            : number,
            seats, scores, escaped(game.reason), game.turns,
            link(root, "field/" + data.field_files[field], escaped(data.fields[field])),
            time_html(game.time));
    }
    return html + "</tbody></table></div>\n";
}

std::string rating_cell(const Ratings::Rating& rating) {
    if (rating.low && rating.high) {
        return fmt::format(
            "<span title=\"95 %: {}\">{} <span class=\"soft\">± {:.0f}</span></span>",
            with_minus(escaped(rating_text(rating))), with_minus(signed_text(rating.elo)),
            std::ceil(std::max(rating.elo - *rating.low, *rating.high - rating.elo)));
    }
    return with_minus(escaped(rating_text(rating)));
}

std::string time_html(const std::string& time) {
    return time.empty()
               ? ""
               : fmt::format(
                     "<time datetime=\"{}\">{}</time>", escaped(time), escaped(time_text(time)));
}

std::string visible_text(const std::string& text) {
    std::istringstream lines(text);
    std::string visible;
    for (std::string line; std::getline(lines, line);) {
        visible += (visible.empty() ? "" : "\n") + safe_text(line);
    }
    return visible;
}

} // namespace referee
