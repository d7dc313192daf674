#include "tournament/html_parts.hpp"

#include "field/utf8.hpp"
#include "tournament/text_tables.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace referee {

namespace {

/// A link from the page to a record, or its text where there is none.
std::string link_to(
    const Context& context, const std::string& page, const std::string& record,
    const std::string& text) {
    namespace fs = std::filesystem;
    if (record.empty()) {
        return text;
    }
    const fs::path target = (fs::path(context.folder) / record).lexically_normal();
    const fs::path folder = fs::absolute(page).lexically_normal().parent_path();
    std::string url;
    for (const char c : target.lexically_relative(folder).generic_string()) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') ||
                              std::string_view("-._~/").find(c) != std::string_view::npos;
        url += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    // A colon in the first part would make it a URL scheme; ./ keeps it a path.
    return fmt::format("<a href=\"./{}\">{}</a>", url, text);
}

std::string
example_html(const Context& context, const std::string& page, const Store::FaultRow& row) {
    std::string html = fmt::format(
        "<li>{}, {}, {}, seat {}: {}",
        link_to(context, page, row.record, fmt::format("game {}", row.game + 1)),
        escaped(context.fields[static_cast<std::size_t>(row.field)]), turn_text(row.detail),
        row.detail.seat, escaped(safe_text(row.detail.reason)));
    if (!row.detail.printed.empty()) {
        std::string printed;
        // Line by line, to keep the line ends.
        for (std::size_t at = 0; at < row.detail.printed.size();) {
            const std::size_t end =
                std::min(row.detail.printed.find('\n', at), row.detail.printed.size());
            printed += escaped(safe_text(row.detail.printed.substr(at, end - at))) + "\n";
            at = end + 1;
        }
        html += "\n<pre>" + printed + "</pre>";
    }
    return html + "</li>\n";
}

} // namespace

std::string html_head(const TournamentSummary& summary, const Context& context) {
    std::string html;
    if (summary.verdict) {
        html += fmt::format("<p class=\"verdict\">{}</p>\n", escaped(verdict_text(summary)));
    }
    const auto minute = [](const std::string& time) {
        return time.size() < 16 ? time : time.substr(0, 10) + " " + time.substr(11, 5);
    };
    html += "<dl>\n";
    const auto add = [&](std::string_view what, const std::string& value) {
        if (!value.empty()) {
            html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", what, escaped(value));
        }
    };
    add("Games", fmt::format(
                     "{} of {}, {}, {} fields, {} seats", summary.games, summary.planned,
                     summary.tournament.format, summary.fields, summary.tournament.seats));
    add("Played",
        context.started.empty()
            ? ""
            : fmt::format("{} to {} UTC", minute(context.started), minute(context.ended)));
    add("Limits", context.limits);
    add("Machine", machines_text(context.machines));
    add("Referee", context.version);
    return html + "</dl>\n";
}

std::string html_faults(const Context& context, const std::string& path) {
    if (context.faults.empty()) {
        return "";
    }
    std::string html = "<h2>Faults, with the first games of each kind</h2>\n";
    for (const FaultGroup& group : context.faults) {
        html += fmt::format(
            "<h3>{}: {} in {} game{}</h3>\n<ul class=\"faults\">\n",
            escaped(context.ais[static_cast<std::size_t>(group.ai)]), name_of(group.fault),
            group.games, group.games == 1 ? "" : "s");
        for (const Store::FaultRow& row : group.examples) {
            html += example_html(context, path, row);
        }
        html += "</ul>\n";
    }
    return html;
}

std::string html_games(const Context& context, const std::string& path) {
    if (context.recorded.empty()) {
        return "";
    }
    std::string html = fmt::format(
        "<h2>Games with records</h2>\n<details><summary>the first {}</summary>\n<div "
        "class=\"scroll\"><table>\n<thead><tr><th>game</th><th class=\"word\">field</th>"
        "<th class=\"word\">AIs by seat, with ranks</th><th class=\"word\">end</th></tr></thead>\n"
        "<tbody>\n",
        context.recorded.size());
    for (const GameWithRecord& game : context.recorded) {
        std::vector<std::string> seats;
        for (std::size_t seat = 0; seat < game.ais.size(); ++seat) {
            seats.push_back(fmt::format(
                "{} ({})", context.ais[static_cast<std::size_t>(game.ais[seat])],
                game.ranks[seat]));
        }
        const std::string ais = escaped(fmt::format("{}", fmt::join(seats, ", ")));
        html += fmt::format(
            "<tr><td>{}</td><td class=\"word\">{}</td><td class=\"word\" title=\"{}\">{}</td><td "
            "class=\"word\">{}</td></tr>\n",
            link_to(context, path, game.record, std::to_string(game.game + 1)),
            escaped(context.fields[static_cast<std::size_t>(game.field)]), ais, ais,
            escaped(game.reason));
    }
    return html + "</tbody></table></div></details>\n";
}

} // namespace referee
