#include "pages/site/pages.hpp"

#include "base/text.hpp"
#include "pages/html.hpp"
#include "pages/report/charts.hpp"
#include "pages/report/losses.hpp"
#include "pages/site/best.hpp"
#include "pages/site/game_lists.hpp"
#include "tournament/report/figures.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <numeric>

namespace referee {

namespace {

void add_pair_page(
    const SiteMaker& site, int first, int second, const std::vector<const SiteGame*>& games) {
    const SiteData& data = site.data;
    const SiteEntry& one = data.entries[static_cast<std::size_t>(first)];
    const SiteEntry& two = data.entries[static_cast<std::size_t>(second)];
    double shares = 0;
    double others = 0;
    for (const SiteGame* const game : games) {
        for (std::size_t seat = 0; seat < game->ais.size(); ++seat) {
            const int entry = data.entry_of[static_cast<std::size_t>(game->ais[seat])];
            shares += entry == first ? game->shares[seat] : 0;
            others += entry == second ? game->shares[seat] : 0;
        }
    }
    const std::string path = pair_path(data, one, two);
    const std::string title = one.shown() + " against " + two.shown();
    const GameList list = game_list(site, games, path, title);
    const auto count = static_cast<std::int64_t>(games.size());
    SiteKey key = site.page_key(path, title);
    site.add_entry(key, one);
    site.add_entry(key, two);
    key.add(shares).add(others).add(count).add(list.key);
    site.files.add(path, key.text(), [&] {
        const int depth = static_cast<int>(std::count(path.begin(), path.end(), '/'));
        return site_page(
            data, title, depth,
            fmt::format(
                "<h1>{} against {}</h1>\n<p class=\"lead\">{:.6g} : {:.6g} points in {}.</p>\n{}",
                link(root_of(depth), "entry/" + one.file, escaped(one.shown())),
                link(root_of(depth), "entry/" + two.file, escaped(two.shown())), shares, others,
                counted(count, "game"), list.html()));
    });
}

} // namespace

std::vector<int> entries_in(const SiteData& data, const SiteGame& game) {
    std::vector<int> entries;
    for (const int ai : game.ais) {
        entries.push_back(data.entry_of[static_cast<std::size_t>(ai)]);
    }
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    return entries;
}

void add_pair_pages(const SiteMaker& site) {
    const SiteData& data = site.data;
    /// A game of two entries, the smaller number first.
    struct OfPair {
        int one;
        int two;
        const SiteGame* game;
    };
    std::vector<OfPair> all;
    for (const SiteGame& game : data.games) {
        const std::vector<int> entries = entries_in(data, game);
        for (auto one = entries.begin(); one != entries.end(); ++one) {
            for (auto two = one + 1; two != entries.end(); ++two) {
                all.push_back({*one, *two, &game});
            }
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const OfPair& a, const OfPair& b) {
        return std::pair(a.one, a.two) < std::pair(b.one, b.two);
    });
    std::vector<const SiteGame*> games;
    for (auto begin = all.begin(); begin != all.end();) {
        const auto end = std::find_if(begin, all.end(), [&](const OfPair& each) {
            return each.one != begin->one || each.two != begin->two;
        });
        games.clear();
        std::transform(
            begin, end, std::back_inserter(games), [](const OfPair& each) { return each.game; });
        add_pair_page(site, begin->one, begin->two, games);
        begin = end;
    }
}

void add_field_pages(const SiteMaker& site) {
    const SiteData& data = site.data;
    std::map<int, std::vector<const SiteGame*>> fields;
    for (const SiteGame& game : data.games) {
        fields[game.field].push_back(&game);
    }
    for (const auto& [field, games] : fields) {
        const std::string& name = data.fields[static_cast<std::size_t>(field)];
        const std::string path = "field/" + data.field_files[static_cast<std::size_t>(field)];
        const std::string title = "Field " + name;
        const GameList list = game_list(site, games, path, title);
        const auto count = static_cast<std::int64_t>(games.size());
        site.files.add(path, site.page_key(path, title).add(list.key).add(count).text(), [&] {
            return site_page(
                data, title, 1,
                fmt::format(
                    "<h1>{}</h1>\n<p class=\"lead\">{} on this field.</p>\n{}", escaped(name),
                    counted(count, "game"), list.html()));
        });
    }
}

// The pages of entries: their versions, opponents, faults and games.

namespace {

/// A version as a row of its entry's table.
struct VersionLine {
    const StoredVersion* version = nullptr;
    VersionState state = VersionState::active;
    const AiRow* row = nullptr; ///< nullptr: it has not played
};

std::string milliseconds_text(std::int64_t ns) {
    return fmt::format("{:.3g}", milliseconds(ns));
}

/// A column about a version's games: empty if it has none.
template <auto value>
std::string played(const VersionLine& line) {
    return line.row == nullptr ? "" : fmt::format("{}", value(*line.row));
}

/// Columns that are empty for all versions are left out.
const std::vector<HtmlColumn<VersionLine>> version_columns{
    {"Version", "word",
     [](const VersionLine& line) {
         const std::string& name = line.version->version;
         return escaped(name);
     },
     "", true},
    {"State", "word",
     [](const VersionLine& line) {
         const std::string name(name_of(line.state));
         // That the organiser decides otherwise is no fault of the version.
         const bool is_fine = line.state == VersionState::active ||
                              line.state == VersionState::old ||
                              line.state == VersionState::excluded;
         return is_fine ? name : "<span class=\"bad\">" + name + "</span>";
     }},
    {"Rating", "", played<[](const AiRow& row) { return rating_cell(row.rating); }>},
    {"Games", "", played<[](const AiRow& row) { return row.games; }>},
    {"Won", "", played<[](const AiRow& row) { return row.wins; }>},
    {"Drawn", "", played<[](const AiRow& row) { return row.draws; }>},
    {"Lost", "", played<[](const AiRow& row) { return row.losses + row.no_winner; }>},
    {"<abbr title=\"median of the time of a move\">Median ms</abbr>", "",
     played<[](const AiRow& row) { return milliseconds_text(row.times.quantile(0.5)); }>},
    {"<abbr title=\"95 % of the moves took no longer\">95 % ms</abbr>", "",
     played<[](const AiRow& row) { return milliseconds_text(row.times.quantile(0.95)); }>},
    {"MiB", "", played<[](const AiRow& row) {
         return row.measured.peak_kb == not_measured
                    ? std::string("not measured")
                    : fmt::format("{:.1f}", static_cast<double>(row.measured.peak_kb) / 1024);
     }>},
    {"Decided", "word", [](const VersionLine& line) { return time_html(line.version->decided); }},
    {"SHA-256", "word",
     [](const VersionLine& line) {
         return fmt::format(
             "<code title=\"{}\">{}</code>", escaped(line.version->sha256),
             escaped(line.version->sha256.substr(0, 8)));
     }},
};

/// The versions of an entry, the newest first.
std::vector<VersionLine> version_lines(const SiteData& data, const SiteEntry& entry) {
    std::vector<VersionLine> lines;
    for (auto at = entry.versions.rbegin(); at != entry.versions.rend(); ++at) {
        VersionLine line{&data.versions[*at], data.standings.states[*at], nullptr};
        if (line.version->ai >= 0) {
            const AiRow* const row = data.row_of_ai[static_cast<std::size_t>(line.version->ai)];
            line.row = row != nullptr && row->games > 0 ? row : nullptr;
        }
        lines.push_back(line);
    }
    return lines;
}

std::string versions_table(const SiteData& data, const SiteEntry& entry) {
    const std::vector<VersionLine> lines = version_lines(data, entry);
    std::vector<HtmlColumn<VersionLine>> columns;
    std::copy_if(
        version_columns.begin(), version_columns.end(), std::back_inserter(columns),
        [&](const HtmlColumn<VersionLine>& column) {
            return std::any_of(lines.begin(), lines.end(), [&](const VersionLine& line) {
                return !column.cell(line).empty();
            });
        });
    return html_table("", columns, lines);
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
    using Row = std::pair<const int, Against>;
    const SiteEntry& own = data.entries[static_cast<std::size_t>(entry)];
    const auto other = [&data](const Row& row) -> const SiteEntry& {
        return data.entries[static_cast<std::size_t>(row.first)];
    };
    const auto share = [](const Row& row) {
        return row.second.share / static_cast<double>(row.second.games);
    };
    const std::vector<HtmlColumn<Row>> columns{
        {"Opponent", "word",
         [&](const Row& row) { return link("", other(row).file, escaped(other(row).shown())); }, "",
         true},
        {"Games", "", [](const Row& row) { return std::to_string(row.second.games); }},
        {"Win rate %", "", [&](const Row& row) { return percent_text(share(row), 1); }},
        {"Share", "word wide", [&](const Row& row) { return share_bar(share(row)); }},
        {"All games", "word",
         [&](const Row& row) { return link("../", pair_path(data, own, other(row)), "games"); }},
    };
    return html_table("", columns, std::vector<Row>(by_opponent.begin(), by_opponent.end()));
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
        for (const StoredFault& row : group.examples) {
            html += fmt::format(
                "<li>game {}, {}, seat {}: {}", row.game + 1, turn_text(row.detail),
                row.detail.seat, escaped(safe_text(row.detail.reason)));
            if (!row.detail.printed.empty()) {
                html += "\n<pre>" + escaped_lines(safe_lines(row.detail.printed)) + "</pre>";
            }
            html += "</li>\n";
        }
        html += "</ul>\n";
    }
    return html + "</section>\n";
}

/// Where the version in the table loses, with links to its replays.
std::string losses_html(const SiteData& data, const SeasonRow* row) {
    const auto found =
        row == nullptr ? data.explanations.end() : data.explanations.find(row->row.ai);
    if (found == data.explanations.end() || found->second.games == 0) {
        return "";
    }
    const LinkToTurn link_to_turn = [&](const LostGame& game, const std::string& text) {
        const auto at = std::lower_bound(
            data.games.begin(), data.games.end(), game.game,
            [](const SiteGame& known, std::int64_t index) { return known.index < index; });
        return at == data.games.end() || at->index != game.game || at->replay.empty()
                   ? text
                   : fmt::format(
                         "<a href=\"../{}#game=1{}\">{}</a>", url_of(at->replay),
                         game.turn ? fmt::format("&amp;turn={}", *game.turn) : "", text);
    };
    return "<section id=\"losses\"><h2>Where does it lose?</h2>\n" +
           explanation_html(found->second, data.stored_fields, link_to_turn) + "</section>\n";
}

/// The page of an entry but its opponents and games.
std::string head_of_entry(const SiteData& data, int number, bool has_played) {
    const SiteEntry& entry = data.entries[static_cast<std::size_t>(number)];
    const SeasonRow* const row = data.row_of_entry[static_cast<std::size_t>(number)];
    std::string html = fmt::format("<h1>{}</h1>\n", escaped(entry.shown()));
    if (entry.is_baseline) {
        html += "<p class=\"lead\">A baseline: it plays out of competition.</p>\n";
    } else if (row == nullptr || row->row.rank == 0) {
        html += !has_played ? "<p class=\"lead\">No version of it has played yet.</p>\n"
                            : "<p class=\"lead\">None of its versions plays now.</p>\n";
    } else {
        html += fmt::format(
            "<p class=\"lead\">Rank {0}{1}, rating {2}.{3} <a href=\"../report.html#ai-{4}\">All "
            "its figures</a></p>\n",
            row->row.rank,
            row->row.rank_best == row->row.rank_worst
                ? ""
                : fmt::format(" (95 %: {})", rank_set_text(row->row)),
            rating_cell(row->row.rating),
            row->state == VersionState::resting
                ? " It is resting: it lost too many games in a row by faults."
                : "",
            row->row.ai + 1);
    }
    return html + "<section><h2>Versions</h2>\n" + versions_table(data, entry) + "</section>\n";
}

/// The entry's best win and worst defeat on small boards; empty if there is neither.
std::string notable_games(const SiteData& data, int entry) {
    std::string html;
    const auto add = [&](const SiteGame* game, std::string_view what) {
        html += game == nullptr ? "" : small_board(data, *game, what, "../");
    };
    add(best_win(data, entry), "Best win");
    add(worst_defeat(data, entry), "Worst defeat");
    return html.empty() ? "" : "<div class=\"notable\">\n" + html + "</div>\n";
}

/// Adds what opponents_table() shows besides the games: names and addresses.
void add_opponents(
    const SiteMaker& site, SiteKey& key, int entry, const std::vector<const SiteGame*>& games) {
    const SiteData& data = site.data;
    std::vector<int> opponents;
    for (const SiteGame* const game : games) {
        for (const int ai : game->ais) {
            opponents.push_back(data.entry_of[static_cast<std::size_t>(ai)]);
        }
        site.add_games(key, {&game, 1});
    }
    std::sort(opponents.begin(), opponents.end());
    opponents.erase(std::unique(opponents.begin(), opponents.end()), opponents.end());
    const SiteEntry& own = data.entries[static_cast<std::size_t>(entry)];
    for (const int opponent : opponents) {
        const SiteEntry& other = data.entries[static_cast<std::size_t>(opponent)];
        site.add_entry(key, other);
        key.add(pair_path(data, own, other));
    }
}

void add_entry_page(const SiteMaker& site, int number) {
    const SiteData& data = site.data;
    const SiteEntry& entry = data.entries[static_cast<std::size_t>(number)];
    const std::vector<const SiteGame*>& games = data.games_of[static_cast<std::size_t>(number)];
    const std::string path = "entry/" + entry.file;
    const GameList list = game_list(site, games, path, "Games of " + entry.shown());
    // These are short, and depend on much: their text is their key.
    const std::string head = head_of_entry(data, number, !games.empty());
    const std::string losses =
        losses_html(data, data.row_of_entry[static_cast<std::size_t>(number)]) +
        faults_html(data, number);
    SiteKey key = site.page_key(path, entry.shown());
    const std::string notable = notable_games(data, number);
    key.add(head).add(notable).add(losses).add(list.key);
    add_opponents(site, key, number, games);
    site.files.add(path, key.text(), [&] {
        std::string html = head + notable;
        if (!games.empty()) {
            html += "<section><h2>Opponents</h2>\n" + opponents_table(data, number, games) +
                    "</section>\n";
        }
        html += losses;
        if (!games.empty()) {
            html += "<section><h2>Games</h2>\n" + list.html() + "</section>\n";
        }
        const bool draws = !notable.empty();
        return site_page(
            data, entry.shown(), 1, html,
            {"", draws ? script_html("../", "viewer.js") : "", draws});
    });
}

} // namespace

void add_entry_pages(const SiteMaker& site) {
    for (std::size_t entry = 0; entry < site.data.entries.size(); ++entry) {
        add_entry_page(site, static_cast<int>(entry));
    }
}

} // namespace referee
