// The files of a site for other programs.

#include "season/site_pages.hpp"
#include "tournament/exports.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace referee {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t feed_games = 50;

std::string dump(const Json& json) {
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

template <typename Value>
Json or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json();
}

Json standings(const SiteData& data) {
    Json rows = Json::array();
    for (const SeasonRow& row : data.standings.rows) {
        const StoredVersion& version = data.versions[row.version];
        rows.push_back(
            {{"rank", row.rank > 0 ? Json(row.rank) : Json()},
             {"best_rank", row.rank > 0 ? Json(row.best_rank) : Json()},
             {"worst_rank", row.rank > 0 ? Json(row.worst_rank) : Json()},
             {"entry", version.entry},
             {"version", version.version},
             {"sha256", version.sha256},
             {"baseline", row.is_baseline},
             {"state", name_of(row.state)},
             {"elo", or_null(row.row.rating.value())},
             {"low", or_null(row.row.rating.low)},
             {"high", or_null(row.row.rating.high)},
             {"games", row.row.games},
             {"points", row.row.share},
             {"faults", row.row.fault_count()}});
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
