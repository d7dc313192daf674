#include "pages/site/site.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pages/html.hpp"
#include "pages/page.hpp"
#include "pages/report/report.hpp"
#include "pages/site/announcement.hpp"
#include "pages/site/files.hpp"
#include "pages/site/game_lists.hpp"
#include "pages/site/inputs.hpp"
#include "pages/site/maker.hpp"
#include "pages/site/pages.hpp"
#include "pages/site/replays.hpp"
#include "tournament/report/exports.hpp"
#include "tournament/report/figures.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <sstream>
#include <utility>

namespace referee {

namespace fs = std::filesystem;

SiteResult publish_site(const std::string& database, const SiteConfig& config) {
    Store store(database, Store::Access::read);
    if (const Calendar& calendar = config.announcement.calendar; calendar.is_frozen(config.now)) {
        store.hide_from(utc_text(calendar.freeze->time));
    }
    return write_site(store, config);
}

SiteResult write_site(const Results& store, const SiteConfig& config) {
    SiteFiles files(config.folder);
    // Before the results are read: what is added meanwhile is missed by nobody.
    const SiteInputs inputs(store, config);
    if (files.is_made_from(inputs.key())) {
        return {files.count(), 0, 0, 0};
    }
    for (const char* const folder : {"entry", "pair", "field", "replay"}) {
        fs::create_directories(fs::path(config.folder) / folder);
    }
    SiteData data = read_site_data(store, config);
    SiteResult result;
    // Before all others: it tells a later command that the folder is a site's.
    files.add(
        "site.css",
        fmt::format("{}{}", web_file("styles/colours.css"), web_file("styles/site.css")));
    for (const auto& [name, source] :
         {std::pair("finder.js", "site/finder.js"), std::pair("search.js", "site/search.js"),
          std::pair("board.css", "styles/board.css")}) {
        files.add(name, std::string(web_file(source)));
    }
    if (has_clock(data)) {
        files.add("clock.js", std::string(web_file("site/clock.js")));
    }
    // Then replays, so that no page links to one that isn't there.
    add_replays(data, files, inputs.program(), result);
    add_explanations(store, data);
    const SiteMaker site(data, files, inputs.program());
    add_entry_pages(site);
    add_pair_pages(site);
    add_field_pages(site);
    add_game_pages(site);
    files.add("games-index.js", games_index(data));
    files.add("rules.html", rules_page(data));
    files.add("report.html", report_page(data, store));
    add_data_files(site, store);
    files.add("index.html", front_page(data));
    // A record that can't be read now may be there again.
    const SiteFileCounts counts = files.finish(result.unreadable == 0 ? inputs.key() : "");
    result.files = counts.files;
    result.written = counts.written;
    result.removed += counts.removed;
    return result;
}

std::string report_page(const SiteData& data, const Results& store) {
    Context context = read_context(store, data.config.title);
    context.recorded.clear(); // the site has its own list
    for (FaultGroup& group : context.faults) {
        if (!data.config.publishes_errors) {
            group.examples.clear();
        }
    }
    const auto entry = [&](int ai) -> const SiteEntry& { return data.entry(ai); };
    std::set<std::pair<int, int>> pairs; // those that have a page: add_pair_pages()
    for (const SiteGame& game : data.games) {
        const std::vector<int> entries = entries_in(data, game);
        for (auto one = entries.begin(); one != entries.end(); ++one) {
            for (auto two = one + 1; two != entries.end(); ++two) {
                pairs.emplace(*one, *two);
            }
        }
    }
    ReportLinks links;
    links.ai = [&](int ai) { return "entry/" + url_of(entry(ai).file); };
    links.pair = [&](int one, int other) {
        const std::pair<int, int> entries = std::minmax(
            data.entry_of[static_cast<std::size_t>(one)],
            data.entry_of[static_cast<std::size_t>(other)]);
        return pairs.contains(entries) ? url_of(pair_path(data, entry(one), entry(other)))
                                       : std::string();
    };
    links.field = [&](int field) {
        return "field/" + url_of(data.field_files[static_cast<std::size_t>(field)]);
    };
    links.game = [&](std::int64_t index, const std::string&) {
        const auto game = std::lower_bound(
            data.games.begin(), data.games.end(), index,
            [](const SiteGame& each, std::int64_t other) { return each.index < other; });
        const bool is_there = game != data.games.end() && game->index == index;
        return is_there ? url_of(game->replay) : std::string();
    };
    const ReportParts report = report_parts(data.standings.summary, context, links);
    return site_page(
        data, "Report", 0,
        fmt::format("<h1>Report</h1>\n<p class=\"lead\">{}</p>\n{}", report.lead, report.body),
        {"All tables and figures.", "", false, report.parts});
}

// The files of a site for other programs.

namespace {

constexpr std::size_t feed_games = 50;

std::string dump(const Json& json) {
    return safe_json(json.dump(1)) + "\n";
}

/// Each row has the figures of `report --json`, and what a season adds.
Json standings(const SiteData& data) {
    const Figures<AiRow> figures = ai_figures(data.standings.summary);
    Json rows = Json::array();
    for (const SeasonRow& row : data.standings.rows) {
        const StoredVersion& version = data.versions[row.version];
        Json figures_of_row = object_of(figures, row.row);
        figures_of_row.update(
            {{"entry", version.entry},
             {"version", version.version},
             {"sha256", version.sha256},
             {"baseline", row.is_baseline},
             {"state", name_of(row.state)}});
        const Entrant& entrant = data.entry(row.row.ai).entrant;
        for (const auto& [key, text] :
             {std::pair("name", entrant.name), std::pair("team", entrant.team)}) {
            if (!text.empty()) {
                figures_of_row[key] = text;
            }
        }
        rows.push_back(std::move(figures_of_row));
    }
    Json json{
        {"title", data.config.title},
        {"game", data.game},
        {"seats", data.seats},
        {"games", data.games.size()}};
    const Calendar& calendar = data.config.announcement.calendar;
    for (const auto& [key, moment] :
         {std::pair("deadline", &calendar.deadline), std::pair("freeze", &calendar.freeze),
          std::pair("unfreeze", &calendar.unfreeze), std::pair("embargo", &calendar.embargo)}) {
        if (*moment) {
            json[key] = utc_text((*moment)->time);
        }
    }
    if (calendar.freeze) {
        json["frozen"] = data.is_frozen;
    }
    json["standings"] = rows;
    return json;
}

/// https://www.jsonfeed.org/version/1.1/
Json feed(const SiteData& data) {
    std::vector<const SiteGame*> games;
    for (const SiteGame& game : data.games) {
        games.push_back(&game);
    }
    std::stable_sort(games.begin(), games.end(), [](const SiteGame* a, const SiteGame* b) {
        return a->time > b->time;
    });
    games.resize(std::min(games.size(), feed_games));
    Json items = Json::array();
    for (const SiteGame* const game : games) {
        std::string players;
        for (std::size_t seat = 0; seat < game->ais.size(); ++seat) {
            const SiteEntry& entry = data.entry(game->ais[seat]);
            const std::string& version = data.version(game->ais[seat]).version;
            players += fmt::format(
                "{}{}{} ({:.6g})", seat > 0 ? " – " : "", entry.name,
                version.empty() || entry.is_baseline ? "" : " " + version, game->scores[seat]);
        }
        Json item{
            {"id", fmt::format("game-{}", game->index + 1)},
            {"title", players},
            {"content_text", fmt::format("{}, {} turns", game->reason, game->turns)},
            {"date_published", game->time}};
        if (!game->replay.empty()) {
            item["url"] = game->replay;
        }
        items.push_back(std::move(item));
    }
    return {
        {"version", "https://jsonfeed.org/version/1.1"},
        {"title", data.config.title + ": latest games"},
        {"home_page_url", "index.html"},
        {"items", items}};
}

} // namespace

void add_data_files(const SiteMaker& site, const Results& store) {
    const SiteData& data = site.data;
    site.files.add("standings.json", dump(standings(data)));
    site.files.add("feed.json", dump(feed(data)));
    // Large ones: there is one copy at a time.
    const auto add = [&](const std::string& path, const auto& write) {
        std::ostringstream text;
        write(text);
        site.files.add(path, std::move(text).str());
    };
    add("games.csv", [&](std::ostream& out) { write_games_csv(store, out); });
    if (data.seats == 2) {
        add("games.pgn", [&](std::ostream& out) { write_pgn(store, data.config.title, out); });
    }
}

} // namespace referee
