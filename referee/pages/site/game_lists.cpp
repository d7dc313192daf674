#include "pages/site/game_lists.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pages/html.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <unordered_map>

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
    const SiteMaker& site, std::span<const SiteGame* const> games, const std::string& path,
    const std::string& title) {
    const SiteData& data = site.data;
    const std::size_t further = further_pages(games.size());
    const int depth = depth_of(path) + 1;
    for (std::size_t number = 1; number <= further; ++number) {
        const auto shown = games.subspan((number - 1) * games_of_page, games_of_page);
        const std::string older = older_path(path, number);
        SiteKey key = site.page_key(older, title);
        key.add(std::int64_t{number == further}); // its neighbours are of the same number otherwise
        site.add_games(key, shown);
        site.files.add(older, key.text(), [&] {
            return site_page(
                data, fmt::format("{}, page {}", title, number), depth,
                fmt::format(
                    "<h1>{}</h1>\n<p class=\"lead\">Page {}, counted from the oldest games.</p>\n{}{}",
                    escaped(title), number, games_table(data, shown, root_of(depth), no_limit),
                    pages_nav(path, number, further)));
        });
    }
    const auto newest = games.subspan(further * games_of_page);
    SiteKey key;
    key.add(static_cast<std::int64_t>(further));
    site.add_games(key, newest);
    return {key.text(), [&data, newest, path, further] {
                return games_table(data, newest, root_of(depth_of(path)), no_limit) +
                       (further == 0 ? "" : pages_nav(path, further + 1, further));
            }};
}

namespace {

/// A text as JSON, for a script.
std::string quoted(const std::string& text) {
    return safe_json(Json(text).dump());
}

} // namespace

std::string games_index(const SiteData& data) {
    // Each text once: rows have their numbers. Written without a tree of JSON, which takes a
    // thousand bytes for each game.
    std::unordered_map<std::string, std::size_t> numbers;
    std::string texts;
    const auto number = [&](const std::string& text) {
        const auto [at, is_new] = numbers.emplace(text, numbers.size());
        if (is_new) {
            texts += (texts.empty() ? "" : ",") + quoted(text);
        }
        return at->second;
    };
    std::string ais;
    for (std::size_t ai = 0; ai < data.entry_of.size(); ++ai) {
        const SiteEntry& entry = data.entry(static_cast<int>(ai));
        const std::string& version = data.version(static_cast<int>(ai)).version;
        ais += fmt::format(
            "{}[{},{},{}]", ais.empty() ? "" : ",", quoted(entry.shown()),
            quoted(entry.is_baseline ? "" : version), quoted(url_of(entry.file)));
    }
    std::string fields;
    for (std::size_t field = 0; field < data.fields.size(); ++field) {
        fields += fmt::format(
            "{}[{},{}]", fields.empty() ? "" : ",", quoted(data.fields[field]),
            quoted(url_of(data.field_files[field])));
    }
    std::string rows;
    for (auto game = data.games.rbegin(); game != data.games.rend(); ++game) {
        std::string seats;
        for (std::size_t seat = 0; seat < game->ais.size(); ++seat) {
            fmt::format_to(
                std::back_inserter(seats), "{}[{},{},{}]", seats.empty() ? "" : ",",
                game->ais[seat], number(with_minus(share_text(game->scores[seat]))),
                game->shares[seat] > 0 ? 1 : 0);
        }
        const std::size_t folder = game->replay.rfind('/');
        const int replay =
            game->replay.empty() ? -1 : static_cast<int>(number(game->replay.substr(0, folder)));
        const std::size_t reason = number(game->reason);
        fmt::format_to(
            std::back_inserter(rows), "{}[{},{},[{}],{},{},{},{}]", rows.empty() ? "" : ",",
            game->index + 1, replay, seats, reason, game->turns, game->field, number(game->time));
    }
    // A classic script, because browsers read no data from file://.
    return fmt::format(
        "var refereeGames = {{\"texts\":[{}],\"ais\":[{}],\"fields\":[{}],\"games\":[{}]}};\n",
        texts, ais, fields, rows);
}

} // namespace referee
