// The pages of entries: their versions, opponents, faults and games.

#include "field/text.hpp"
#include "season/site_charts.hpp"
#include "season/site_pages.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>

namespace referee {
namespace {

/// A version as a row of its entry's table.
struct VersionLine {
    const StoredVersion& version;
    VersionState state;
    const AiRow* row; ///< nullptr: it has not played
};

struct VersionColumn {
    std::string_view head;
    bool is_word; ///< aligned as text
    std::string (*cell)(const VersionLine&);
};

std::string milliseconds_text(std::int64_t ns) {
    return fmt::format("{:.3g}", milliseconds(ns));
}

/// A column about a version's games: empty if it has none.
template <auto value>
std::string played(const VersionLine& line) {
    return line.row == nullptr ? "" : fmt::format("{}", value(*line.row));
}

const std::vector<VersionColumn> version_columns{
    {"State", true,
     [](const VersionLine& line) {
         const std::string name(name_of(line.state));
         const bool plays = line.state == VersionState::active || line.state == VersionState::old;
         return plays ? name : "<span class=\"bad\">" + name + "</span>";
     }},
    {"Rating", false, played<[](const AiRow& row) { return rating_cell(row.rating); }>},
    {"Games", false, played<[](const AiRow& row) { return row.games; }>},
    {"Won", false, played<[](const AiRow& row) { return row.wins; }>},
    {"Drawn", false, played<[](const AiRow& row) { return row.draws; }>},
    {"Lost", false, played<[](const AiRow& row) { return row.losses + row.no_winner; }>},
    {"<abbr title=\"median of the time of a move\">Median ms</abbr>", false,
     played<[](const AiRow& row) { return milliseconds_text(row.times.quantile(0.5)); }>},
    {"<abbr title=\"95 % of the moves took no longer\">95 % ms</abbr>", false,
     played<[](const AiRow& row) { return milliseconds_text(row.times.quantile(0.95)); }>},
    {"MiB", false, played<[](const AiRow& row) {
         return fmt::format("{:.1f}", static_cast<double>(row.measured.peak_kb) / 1024);
     }>},
    {"Decided", true, [](const VersionLine& line) { return time_html(line.version.decided); }},
    {"SHA-256", true,
     [](const VersionLine& line) {
         return fmt::format(
             "<code title=\"{}\">{}</code>", escaped(line.version.sha256),
             escaped(line.version.sha256.substr(0, 8)));
     }},
};

/// The versions of an entry, the newest first.
std::vector<VersionLine> version_lines(const SiteData& data, const SiteEntry& entry) {
    std::vector<VersionLine> lines;
    for (auto at = entry.versions.rbegin(); at != entry.versions.rend(); ++at) {
        VersionLine line{data.versions[*at], data.standings.states[*at], nullptr};
        for (const AiRow& row : data.standings.summary.standings) {
            line.row = row.ai == line.version.ai && row.games > 0 ? &row : line.row;
        }
        lines.push_back(line);
    }
    return lines;
}

/// Empty columns are left out.
std::string versions_table(const SiteData& data, const SiteEntry& entry) {
    const std::vector<VersionLine> lines = version_lines(data, entry);
    std::vector<VersionColumn> columns;
    std::copy_if(
        version_columns.begin(), version_columns.end(), std::back_inserter(columns),
        [&](const VersionColumn& column) {
            return std::any_of(lines.begin(), lines.end(), [&](const VersionLine& line) {
                return !column.cell(line).empty();
            });
        });
    std::string html = "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\" "
                       "class=\"word\">Version</th>";
    for (const VersionColumn& column : columns) {
        html += fmt::format(
            "<th scope=\"col\"{}>{}</th>", column.is_word ? " class=\"word\"" : "", column.head);
    }
    html += "</tr></thead>\n<tbody>\n";
    for (const VersionLine& line : lines) {
        const std::string& name = line.version.version;
        html += fmt::format(
            "<tr><th scope=\"row\" class=\"word\">{}</th>", name.empty() ? "–" : escaped(name));
        for (const VersionColumn& column : columns) {
            html += fmt::format(
                "<td{}>{}</td>", column.is_word ? " class=\"word\"" : "", column.cell(line));
        }
        html += "</tr>\n";
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
    html += data.config.publishes_errors ? ""
                                         : "<p class=\"lead\">The reasons are in the author's "
                                           "notes.</p>\n";
    for (const FaultGroup& group : groups->second) {
        const std::string& version = data.version(group.ai).version;
        html += fmt::format(
            "<h3>{}{} in {}</h3>\n",
            version.empty() ? "" : fmt::format("Version {}: ", escaped(version)),
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

std::vector<const SiteGame*> games_of(const SiteData& data, int entry) {
    std::vector<const SiteGame*> games;
    for (const SiteGame& game : data.games) {
        const bool takes_part = std::any_of(game.ais.begin(), game.ais.end(), [&](int ai) {
            return data.entry_of[static_cast<std::size_t>(ai)] == entry;
        });
        if (takes_part) {
            games.push_back(&game);
        }
    }
    return games;
}

std::string entry_page(const SiteData& data, int number) {
    const SiteEntry& entry = data.entries[static_cast<std::size_t>(number)];
    const std::vector<const SiteGame*> games = games_of(data, number);
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

} // namespace referee
