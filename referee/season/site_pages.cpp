#include "season/site_pages.hpp"

#include "field/text.hpp"
#include "season/site_charts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace referee {
namespace {

constexpr std::size_t latest_games = 20;
constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

std::string rank_set(const SeasonRow& row) {
    return row.rank == 0 ? ""
           : row.best_rank == row.worst_rank
               ? fmt::format("{}", row.best_rank)
               : fmt::format("{} to {}", row.best_rank, row.worst_rank);
}

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
    std::string html =
        "<div class=\"scroll\"><table class=\"standings\">\n<thead><tr><th scope=\"col\">Rank</th>"
        "<th scope=\"col\"><abbr title=\"the ranks that are possible, with 95 % confidence for all "
        "at once\">95 %</abbr></th><th scope=\"col\"><abbr title=\"change within the last day of "
        "play\">Day</abbr></th><th scope=\"col\" class=\"word\">Entry</th><th "
        "scope=\"col\">Rating</th><th scope=\"col\" class=\"wide\">Interval</th><th "
        "scope=\"col\">Games</th><th scope=\"col\">Points</th><th "
        "scope=\"col\">Faults</th></tr></thead>\n<tbody>\n";
    for (const SeasonRow& row : data.standings.rows) {
        const bool has_played = row.row.games > 0;
        const double share = has_played ? row.row.share / static_cast<double>(row.row.games) : 0;
        html += fmt::format(
            "<tr{}><td class=\"rank\">{}</td><td>{}</td><td>{}</td><th scope=\"row\" "
            "class=\"word\">{}{}</th><td>{}</td><td class=\"wide\">{}</td><td>{}</td><td>{}</td>"
            "<td>{}</td></tr>\n",
            row.is_baseline ? " class=\"baseline\"" : "",
            row.rank > 0 ? std::to_string(row.rank) : "", rank_set(row), movement(data, row),
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

std::vector<const SiteGame*> games_where(const SiteData& data, const auto& is_wanted) {
    std::vector<const SiteGame*> games;
    for (const SiteGame& game : data.games) {
        if (is_wanted(game)) {
            games.push_back(&game);
        }
    }
    return games;
}

std::vector<const SiteGame*> latest(const SiteData& data) {
    std::vector<const SiteGame*> games = games_where(data, [](const SiteGame&) { return true; });
    std::stable_sort(games.begin(), games.end(), [](const SiteGame* a, const SiteGame* b) {
        return a->time < b->time;
    });
    return games;
}

} // namespace

std::string front_page(const SiteData& data) {
    std::string html = fmt::format("<h1>Standings</h1>\n{}", summary_line(data));
    html += data.games.empty() ? "<p>No game has been played yet.</p>\n" : "";
    html += standings_table(data);
    html += waiting_entries(data);
    const std::string chart = history_chart(data);
    if (!chart.empty()) {
        html += "<section><h2>Ratings over the games</h2>\n<div class=\"scroll\">" + chart +
                "</div></section>\n";
    }
    if (!data.games.empty()) {
        html += "<section><h2>Latest games</h2>\n" +
                games_table(data, latest(data), "", latest_games) + "</section>\n";
        html += "<section><h2>Fields</h2>\n<ul class=\"plain\">\n";
        for (std::size_t field = 0; field < data.fields.size(); ++field) {
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

namespace {

std::string versions_table(const SiteData& data, const SiteEntry& entry) {
    std::string html = "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\" "
                       "class=\"word\">Version</th><th scope=\"col\" class=\"word\">State</th><th "
                       "scope=\"col\" class=\"word\">Decided</th><th scope=\"col\">Rating</th><th "
                       "scope=\"col\">Games</th><th scope=\"col\">Won</th><th "
                       "scope=\"col\">Drawn</th><th scope=\"col\">Lost</th><th "
                       "scope=\"col\"><abbr title=\"median of the time of a move\">Median "
                       "ms</abbr></th><th scope=\"col\"><abbr title=\"95 % of the moves took no "
                       "longer\">95 % ms</abbr></th><th scope=\"col\">MiB</th><th scope=\"col\" "
                       "class=\"word\">SHA-256</th></tr></thead>\n<tbody>\n";
    for (auto at = entry.versions.rbegin(); at != entry.versions.rend(); ++at) {
        const StoredVersion& version = data.versions[*at];
        const AiRow* row = nullptr;
        for (const AiRow& each : data.standings.summary.standings) {
            row = each.ai == version.ai ? &each : row;
        }
        const bool has_played = row != nullptr && row->games > 0;
        const auto cell = [&](const auto& value) {
            return has_played ? fmt::format("{}", value()) : std::string();
        };
        const auto ms = [](std::int64_t ns) { return fmt::format("{:.3g}", milliseconds(ns)); };
        html += fmt::format(
            "<tr><th scope=\"row\" class=\"word\">{}</th><td class=\"word\">{}</td><td "
            "class=\"word\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}"
            "</td><td>{}</td><td>{}</td><td class=\"word\"><code "
            "title=\"{}\">{}</code></td></tr>\n",
            version.version.empty() ? "–" : escaped(version.version),
            name_of(data.standings.states[*at]), time_html(version.decided),
            cell([&] { return rating_cell(row->rating); }), cell([&] { return row->games; }),
            cell([&] { return row->wins; }), cell([&] { return row->draws; }),
            cell([&] { return row->losses + row->no_winner; }),
            cell([&] { return ms(row->times.quantile(0.5)); }),
            cell([&] { return ms(row->times.quantile(0.95)); }), cell([&] {
                return fmt::format("{:.1f}", static_cast<double>(row->measured.peak_kb) / 1024);
            }),
            escaped(version.sha256), escaped(version.sha256.substr(0, 8)));
    }
    return html + "</tbody></table></div>\n";
}

/// The results of an entry's active version, by opponent.
struct Against {
    double share = 0;
    std::int64_t games = 0;
};

std::string
opponents_table(const SiteData& data, int entry, const std::vector<const SiteGame*>& games) {
    std::map<int, Against> by_opponent;
    for (const SiteGame* const game : games) {
        for (std::size_t seat = 0; seat < game->ais.size(); ++seat) {
            if (data.entry_of[static_cast<std::size_t>(game->ais[seat])] != entry) {
                continue;
            }
            for (const int other : game->ais) {
                const int opponent = data.entry_of[static_cast<std::size_t>(other)];
                if (opponent != entry) {
                    by_opponent[opponent].share += game->shares[seat];
                    ++by_opponent[opponent].games;
                }
            }
        }
    }
    std::string html =
        "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\" "
        "class=\"word\">Opponent</th><th scope=\"col\">Games</th><th "
        "scope=\"col\">Points</th><th scope=\"col\" class=\"word wide\">Share"
        "</th><th scope=\"col\" class=\"word\">All games</th></tr></thead>\n<tbody>\n";
    for (const auto& [opponent, against] : by_opponent) {
        const SiteEntry& own = data.entries[static_cast<std::size_t>(entry)];
        const SiteEntry& other = data.entries[static_cast<std::size_t>(opponent)];
        const double share = against.share / static_cast<double>(against.games);
        html += fmt::format(
            "<tr><th scope=\"row\" class=\"word\">{}</th><td>{}</td><td>{:.1f} %</td><td "
            "class=\"word wide\">{}</td><td class=\"word\">{}</td></tr>\n",
            link("", other.file, escaped(other.name)), against.games, 100 * share, share_bar(share),
            link("../pair/", pair_file(own, other), "games"));
    }
    return html + "</tbody></table></div>\n";
}

std::string faults_html(const SiteData& data, int entry) {
    const auto groups = data.faults.find(entry);
    if (groups == data.faults.end()) {
        return "";
    }
    std::string html = "<section><h2>Faults</h2>\n";
    for (const FaultGroup& group : groups->second) {
        html += fmt::format(
            "<h3>{}: {} in {}</h3>\n", escaped(data.version(group.ai).version),
            name_of(group.fault), counted(group.games, "game"));
        if (!data.config.publishes_errors) {
            continue;
        }
        html += "<ul class=\"faults\">\n";
        for (const Store::FaultRow& row : group.examples) {
            html += fmt::format(
                "<li>game {}, {}, seat {}: {}", row.game + 1, turn_text(row.detail),
                row.detail.seat, escaped(visible_text(row.detail.reason)));
            if (!row.detail.printed.empty()) {
                html += "\n<pre>" + escaped(visible_text(row.detail.printed)) + "</pre>";
            }
            html += "</li>\n";
        }
        html += "</ul>\n";
    }
    return html + "</section>\n";
}

const SeasonRow* row_of(const SiteData& data, int entry) {
    for (const SeasonRow& row : data.standings.rows) {
        if (data.entry_of[static_cast<std::size_t>(row.row.ai)] == entry) {
            return &row;
        }
    }
    return nullptr;
}

std::string entry_page(const SiteData& data, int number) {
    const SiteEntry& entry = data.entries[static_cast<std::size_t>(number)];
    const std::vector<const SiteGame*> games = games_where(data, [&](const SiteGame& game) {
        return std::any_of(game.ais.begin(), game.ais.end(), [&](int ai) {
            return data.entry_of[static_cast<std::size_t>(ai)] == number;
        });
    });
    std::string html = fmt::format("<h1>{}</h1>\n", escaped(entry.name));
    const SeasonRow* const row = row_of(data, number);
    if (entry.is_baseline) {
        html += "<p class=\"lead\">A baseline: it plays out of competition.</p>\n";
    } else if (row == nullptr || row->rank == 0) {
        html += "<p class=\"lead\">No version of it has played yet.</p>\n";
    } else {
        html += fmt::format(
            "<p class=\"lead\">Rank {}{}, rating {}.{}</p>\n", row->rank,
            row->best_rank == row->worst_rank ? "" : fmt::format(" (95 %: {})", rank_set(*row)),
            rating_cell(row->row.rating),
            row->state == VersionState::resting
                ? " It is resting: it lost too many games in a row by faults."
                : "");
    }
    html += "<section><h2>Versions</h2>\n" + versions_table(data, entry) + "</section>\n";
    if (!games.empty()) {
        html +=
            "<section><h2>Opponents</h2>\n" + opponents_table(data, number, games) + "</section>\n";
    }
    html += faults_html(data, number);
    if (!games.empty()) {
        html += "<section><h2>Games</h2>\n" + games_table(data, games, "../", no_limit) +
                "</section>\n";
    }
    return site_page(data, entry.name, 1, html);
}

} // namespace

std::vector<SitePage> entry_pages(const SiteData& data) {
    std::vector<SitePage> pages;
    for (std::size_t entry = 0; entry < data.entries.size(); ++entry) {
        pages.push_back(
            {"entry/" + data.entries[entry].file, entry_page(data, static_cast<int>(entry))});
    }
    return pages;
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
            "<h1>Field {}</h1>\n<p class=\"lead\">{}.</p>\n{}", escaped(name),
            counted(static_cast<std::int64_t>(games.size()), "game"),
            games_table(data, games, "../", no_limit));
        pages.push_back(
            {"field/" + data.field_files[static_cast<std::size_t>(field)],
             site_page(data, "Field " + name, 1, html)});
    }
    return pages;
}

} // namespace referee
