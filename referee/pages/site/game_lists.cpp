#include "pages/site/game_lists.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pages/html.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace referee {
namespace {

/// The path of a page with older games. Numbers count from the oldest, so that no address ever gets
/// other games.
std::string older_path(const std::string& path, std::size_t number) {
    return fmt::format("{}/{}.html", path.substr(0, path.rfind('.')), number);
}

int depth_of(const std::string& path) {
    return static_cast<int>(std::count(path.begin(), path.end(), '/'));
}

/// Links from page `number` of `further` to its neighbours; from `path`, which has the newest
/// games, if it is `further + 1`.
std::string pages_nav(const std::string& path, std::size_t number, std::size_t further) {
    const bool is_newest = number > further;
    const std::string root = root_of(depth_of(path) + (is_newest ? 0 : 1));
    std::string html = "<nav class=\"pages\" aria-label=\"Pages of games\">\n";
    if (!is_newest) {
        html += link(root, path, "Newest games") + "\n";
        html += link(root, number == further ? path : older_path(path, number + 1), "Newer") + "\n";
    }
    if (number > 1) {
        html +=
            link(root, older_path(path, number - 1), is_newest ? "Older games" : "Older") + "\n";
    }
    if (number > 2) {
        html += link(root, older_path(path, 1), "Oldest") + "\n";
    }
    return html + "</nav>\n";
}

} // namespace

GameList game_list(
    const SiteData& data, const std::vector<const SiteGame*>& games, const std::string& path,
    const std::string& title) {
    // The newest page has from half a page to one and a half.
    const std::size_t further =
        games.size() <= games_of_page ? 0 : (games.size() - games_of_page / 2) / games_of_page;
    const auto slice = [&](std::size_t begin, std::size_t end) {
        return std::vector<const SiteGame*>(
            games.begin() + static_cast<std::ptrdiff_t>(begin),
            games.begin() + static_cast<std::ptrdiff_t>(end));
    };
    GameList list;
    list.html = games_table(
        data, slice(further * games_of_page, games.size()), root_of(depth_of(path)), no_limit);
    list.html += further == 0 ? "" : pages_nav(path, further + 1, further);
    const int depth = depth_of(path) + 1;
    for (std::size_t number = further; number > 0; --number) {
        const std::size_t begin = (number - 1) * games_of_page;
        list.further.push_back(
            {older_path(path, number),
             site_page(
                 data, fmt::format("{}, page {}", title, number), depth,
                 fmt::format(
                     "<h1>{}</h1>\n<p class=\"lead\">Page {}, counted from the oldest games.</p>\n{}{}",
                     escaped(title), number,
                     games_table(
                         data, slice(begin, begin + games_of_page), root_of(depth), no_limit),
                     pages_nav(path, number, further)))});
    }
    return list;
}

SitePage games_index(const SiteData& data) {
    // Each text once: rows have their numbers.
    std::map<std::string, std::size_t> numbers;
    Json texts = Json::array();
    const auto number = [&](const std::string& text) {
        const auto [at, is_new] = numbers.emplace(text, numbers.size());
        if (is_new) {
            texts.push_back(text);
        }
        return at->second;
    };
    Json ais = Json::array();
    for (std::size_t ai = 0; ai < data.entry_of.size(); ++ai) {
        const SiteEntry& entry = data.entry(static_cast<int>(ai));
        const std::string& version = data.version(static_cast<int>(ai)).version;
        ais.push_back({entry.shown(), entry.is_baseline ? "" : version, url_of(entry.file)});
    }
    Json fields = Json::array();
    for (std::size_t field = 0; field < data.fields.size(); ++field) {
        fields.push_back({data.fields[field], url_of(data.field_files[field])});
    }
    Json rows = Json::array();
    for (auto game = data.games.rbegin(); game != data.games.rend(); ++game) {
        Json seats = Json::array();
        for (std::size_t seat = 0; seat < game->ais.size(); ++seat) {
            seats.push_back(
                {game->ais[seat], number(with_minus(share_text(game->scores[seat]))),
                 game->shares[seat] > 0 ? 1 : 0});
        }
        const std::size_t folder = game->replay.rfind('/');
        rows.push_back(
            {game->index + 1,
             game->replay.empty() ? -1 : static_cast<int>(number(game->replay.substr(0, folder))),
             seats, number(game->reason), game->turns, game->field, number(game->time)});
    }
    // A classic script, because browsers read no data from file://.
    return {
        "games-index.js",
        "var refereeGames = " +
            safe_json(
                Json{{"texts", texts}, {"ais", ais}, {"fields", fields}, {"games", rows}}.dump()) +
            ";\n"};
}

} // namespace referee
