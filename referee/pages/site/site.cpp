#include "pages/site/site.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "os/output.hpp"
#include "pages/page.hpp"
#include "pages/site/pages.hpp"
#include "pages/site/replays.hpp"
#include "tournament/report/exports.hpp"
#include "tournament/report/figures.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>

namespace referee {

namespace {

namespace fs = std::filesystem;

void write_pages(const SiteData& data, const std::vector<SitePage>& pages, SiteResult& result) {
    for (const SitePage& page : pages) {
        const std::string path = data.config.folder + "/" + page.path;
        ++result.files;
        result.written += write_if_changed(path, page.text) ? 1 : 0;
    }
}

} // namespace

SiteResult write_site(const Store& store, const SiteConfig& config) {
    for (const char* const folder : {"entry", "pair", "field", "replay"}) {
        fs::create_directories(fs::path(config.folder) / folder);
    }
    SiteData data = read_site_data(store, config);
    SiteResult result;
    // Before all others: it tells a later command that the folder is a site's.
    write_pages(
        data, {{"site.css", fmt::format("{}{}", web_file("style.css"), web_file("site.css"))}},
        result);
    // Then replays, so that no page links to one that isn't there.
    write_replays(data, result);
    write_pages(data, entry_pages(data), result);
    write_pages(data, pair_pages(data), result);
    write_pages(data, field_pages(data), result);
    write_pages(data, data_files(data, store), result);
    write_pages(data, {{"index.html", front_page(data)}}, result);
    return result;
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
        rows.push_back(std::move(figures_of_row));
    }
    return {
        {"title", data.config.title},
        {"game", data.game},
        {"seats", data.seats},
        {"games", data.games.size()},
        {"standings", rows}};
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
        if (game->has_replay) {
            item["url"] = fmt::format("replay/{:06}.html", game->index + 1);
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

std::vector<SitePage> data_files(const SiteData& data, const Store& store) {
    std::vector<SitePage> files{
        {"standings.json", dump(standings(data))}, {"feed.json", dump(feed(data))}};
    std::ostringstream games;
    write_games_csv(store, games);
    files.push_back({"games.csv", games.str()});
    if (data.seats == 2) {
        std::ostringstream pgn;
        write_pgn(store, data.config.title, pgn);
        files.push_back({"games.pgn", pgn.str()});
    }
    return files;
}

} // namespace referee
