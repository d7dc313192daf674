#include "season/site_pages.hpp"

#include "field/text.hpp"
#include "season/site_charts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace referee {
namespace {

constexpr std::size_t latest_games = 20;

/// The rank's change since a day before the last game.
std::string movement(const SiteData& data, const SeasonRow& row) {
    const auto before = data.rank_before.find(data.entry_of[static_cast<std::size_t>(row.row.ai)]);
    if (row.rank == 0 || before == data.rank_before.end()) {
        return row.rank > 0 && !data.rank_before.empty() ? "<span class=\"soft\">new</span>" : "";
    }
    const int change = before->second - row.rank;
    return change > 0   ? fmt::format("<span class=\"up\">▲ {}</span>", change)
           : change < 0 ? fmt::format("<span class=\"down\">▼ {}</span>", -change)
                        : "<span class=\"soft\">–</span>";
}

std::string standings_table(const SiteData& data) {
    const IntervalScale scale(data);
    // On the first day no rank has changed.
    const bool has_moves = !data.rank_before.empty();
    std::string html =
        "<div class=\"scroll\"><table class=\"standings\">\n<thead><tr><th scope=\"col\">Rank</th>"
        "<th scope=\"col\"><abbr title=\"the ranks that are possible, with 95 % confidence for all "
        "at once\">95 %</abbr></th>";
    html += has_moves ? "<th scope=\"col\"><abbr title=\"change within the last day of "
                        "play\">Day</abbr></th>"
                      : "";
    html += "<th scope=\"col\" class=\"word\">Entry</th><th "
            "scope=\"col\">Rating</th><th scope=\"col\" class=\"wide\">Interval</th><th "
            "scope=\"col\">Games</th><th scope=\"col\">Points</th><th "
            "scope=\"col\">Faults</th></tr></thead>\n<tbody>\n";
    for (const SeasonRow& row : data.standings.rows) {
        const bool has_played = row.row.games > 0;
        const double share = has_played ? row.row.share / static_cast<double>(row.row.games) : 0;
        html += fmt::format(
            "<tr{}><td class=\"rank\">{}</td><td>{}</td>{}<th scope=\"row\" "
            "class=\"word\">{}{}</th><td>{}</td><td class=\"wide\">{}</td><td>{}</td><td>{}</td>"
            "<td>{}</td></tr>\n",
            row.is_baseline ? " class=\"baseline\"" : "",
            row.rank > 0 ? std::to_string(row.rank) : "", rank_set(row),
            has_moves ? "<td>" + movement(data, row) + "</td>" : std::string(),
            ai_link(data, row.row.ai, ""),
            row.is_baseline                      ? " <span class=\"tag\">baseline</span>"
            : row.state == VersionState::resting ? " <span class=\"tag bad\">rests</span>"
                                                 : "",
            has_played ? rating_cell(row.row.rating) : "",
            has_played ? scale.bar(row.row.rating) : "", row.row.games,
            has_played ? fmt::format("{:.1f} %", 100 * share) : "", row.row.fault_count());
    }
    return html + "</tbody></table></div>\n";
}

std::string summary_line(const SiteData& data) {
    std::size_t entries = 0;
    std::size_t versions = 0;
    for (const SiteEntry& entry : data.entries) {
        entries += entry.is_baseline ? 0 : 1;
        versions += entry.is_baseline ? 0 : entry.versions.size();
    }
    const auto games = static_cast<std::int64_t>(data.games.size());
    std::string last;
    for (const SiteGame& game : data.games) {
        last = std::max(last, game.time);
    }
    return fmt::format(
        "<p class=\"lead\">{}, {}, {} on {}.{}</p>\n",
        counted(
            static_cast<std::int64_t>(entries), data.versions.size() == entries ? "AI" : "entrant"),
        counted(static_cast<std::int64_t>(versions), "version"), counted(games, "game"),
        counted(static_cast<std::int64_t>(data.fields.size()), "field"),
        last.empty() ? "" : " Last game: " + time_html(last) + ".");
}

/// Links to the entries that aren't in the table, because no version of theirs was accepted.
std::string waiting_entries(const SiteData& data) {
    std::string list;
    for (std::size_t entry = 0; entry < data.entries.size(); ++entry) {
        const bool is_in_table = std::any_of(
            data.standings.rows.begin(), data.standings.rows.end(), [&](const SeasonRow& row) {
                return data.entry_of[static_cast<std::size_t>(row.row.ai)] ==
                       static_cast<int>(entry);
            });
        if (!is_in_table) {
            list += "<li>" +
                    link("entry/", data.entries[entry].file, escaped(data.entries[entry].name)) +
                    "</li>\n";
        }
    }
    return list.empty() ? ""
                        : "<section><h2>Not in the table</h2>\n<p class=\"lead\">No version of "
                          "these plays.</p>\n<ul class=\"plain\">\n" +
                              list + "</ul></section>\n";
}

std::vector<const SiteGame*> latest(const SiteData& data) {
    std::vector<const SiteGame*> games;
    for (const SiteGame& game : data.games) {
        games.push_back(&game);
    }
    std::stable_sort(games.begin(), games.end(), [](const SiteGame* a, const SiteGame* b) {
        return a->time < b->time;
    });
    return games;
}

std::vector<std::size_t> fields_in_order(const SiteData& data) {
    std::vector<std::size_t> order(data.fields.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return natural_order(data.fields[a], data.fields[b]) < 0;
    });
    return order;
}

} // namespace

std::string front_page(const SiteData& data) {
    std::string html = fmt::format("<h1>Standings</h1>\n{}", summary_line(data));
    html += data.games.empty() ? "<p>No game has been played yet.</p>\n" : "";
    html += standings_table(data);
    html += waiting_entries(data);
    const std::string chart = history_chart(data);
    if (!chart.empty()) {
        html += "<section><h2>Ratings over the games</h2>\n<div class=\"card\">" + chart +
                "</div></section>\n";
    }
    if (!data.games.empty()) {
        html += "<section><h2>Latest games</h2>\n" +
                games_table(data, latest(data), "", latest_games) + "</section>\n";
        html += "<section><h2>Fields</h2>\n<ul class=\"plain\">\n";
        for (const std::size_t field : fields_in_order(data)) {
            const bool is_played =
                std::any_of(data.games.begin(), data.games.end(), [&](const SiteGame& game) {
                    return game.field == static_cast<int>(field);
                });
            if (is_played) {
                html += "<li>" +
                        link("field/", data.field_files[field], escaped(data.fields[field])) +
                        "</li>\n";
            }
        }
        html += "</ul></section>\n";
    }
    return site_page(data, "", 0, html);
}

std::vector<SitePage> pair_pages(const SiteData& data) {
    std::map<std::pair<int, int>, std::vector<const SiteGame*>> pairs;
    for (const SiteGame& game : data.games) {
        for (const int ai : game.ais) {
            for (const int other : game.ais) {
                const int one = data.entry_of[static_cast<std::size_t>(ai)];
                const int two = data.entry_of[static_cast<std::size_t>(other)];
                if (one < two) {
                    auto& games = pairs[{one, two}];
                    if (games.empty() || games.back() != &game) {
                        games.push_back(&game);
                    }
                }
            }
        }
    }
    std::vector<SitePage> pages;
    for (const auto& [pair, games] : pairs) {
        const SiteEntry& one = data.entries[static_cast<std::size_t>(pair.first)];
        const SiteEntry& two = data.entries[static_cast<std::size_t>(pair.second)];
        double shares = 0;
        double others = 0;
        for (const SiteGame* const game : games) {
            for (std::size_t seat = 0; seat < game->ais.size(); ++seat) {
                const int entry = data.entry_of[static_cast<std::size_t>(game->ais[seat])];
                shares += entry == pair.first ? game->shares[seat] : 0;
                others += entry == pair.second ? game->shares[seat] : 0;
            }
        }
        const std::string html = fmt::format(
            "<h1>{} against {}</h1>\n<p class=\"lead\">{:.6g} : {:.6g} points in {}.</p>\n{}",
            link("../entry/", one.file, escaped(one.name)),
            link("../entry/", two.file, escaped(two.name)), shares, others,
            counted(static_cast<std::int64_t>(games.size()), "game"),
            games_table(data, games, "../", no_limit));
        pages.push_back(
            {"pair/" + pair_file(one, two),
             site_page(data, one.name + " against " + two.name, 1, html)});
    }
    return pages;
}

std::vector<SitePage> field_pages(const SiteData& data) {
    std::map<int, std::vector<const SiteGame*>> fields;
    for (const SiteGame& game : data.games) {
        fields[game.field].push_back(&game);
    }
    std::vector<SitePage> pages;
    for (const auto& [field, games] : fields) {
        const std::string& name = data.fields[static_cast<std::size_t>(field)];
        const std::string html = fmt::format(
            "<h1>{}</h1>\n<p class=\"lead\">{} on this field.</p>\n{}", escaped(name),
            counted(static_cast<std::int64_t>(games.size()), "game"),
            games_table(data, games, "../", no_limit));
        pages.push_back(
            {"field/" + data.field_files[static_cast<std::size_t>(field)],
             site_page(data, "Field " + name, 1, html)});
    }
    return pages;
}

} // namespace referee
