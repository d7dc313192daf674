#include "pages/site/replays.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "pages/bundle.hpp"
#include "pages/frame.hpp"
#include "pages/html.hpp"
#include "pages/page.hpp"
#include "pages/replay_page.hpp"
#include "pages/report/elements.hpp"
#include "record/record.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

namespace referee {
namespace {

namespace fs = std::filesystem;

/// The board of the front page is drawn by the same script as the replays.
constexpr std::string_view day_module = "site/day.js";
constexpr std::string_view best_module = "site/best.js";

void replace_one(std::string& text, std::string_view old, const std::string& by) {
    const std::size_t at = text.find(old);
    if (at == std::string::npos) {
        throw InternalError(fmt::format("the replay page has no '{}' any more", old));
    }
    text.replace(at, old.size(), by);
}

/// Everything from `begin` to `end`, both included.
void replace_span(
    std::string& text, std::string_view begin, std::string_view end, const std::string& by) {
    const std::size_t from = text.find(begin);
    const std::size_t to = text.find(end, from == std::string::npos ? 0 : from);
    if (from == std::string::npos || to == std::string::npos) {
        throw InternalError(fmt::format("the replay page has no '{}' any more", begin));
    }
    text.replace(from, to + end.size() - from, by);
}

/// A variable of the page: one that shows several games loads several scripts.
std::string script_of(const ReplayPage& page) {
    nlohmann::ordered_json parts = nlohmann::ordered_json::object();
    for (const auto& [id, text] : page.data()) {
        parts[id] = text;
    }
    return "var refereeMatch = " + parts.dump(-1, ' ', true) + ";\n";
}

/// The first line of a game's data: what they were made from. A number gets another game if the
/// tournament grows or games are played again.
std::string mark_of(const SiteGame& game, const std::string& kind) {
    return "// " + sha256(fmt::format("{} {} {}", kind, game.record, game.state));
}

bool begins_with(const std::string& script, const std::string& mark) {
    std::ifstream data(script, std::ios::binary);
    std::string line;
    return std::getline(data, line) && line == mark;
}

/// Links to the pages of the game's AIs, of each two of them, and of its field.
std::string around(const SiteData& data, const SiteGame& game, const std::string& root) {
    std::vector<int> entries;
    for (const int ai : game.ais) {
        entries.push_back(data.entry_of[static_cast<std::size_t>(ai)]);
    }
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    const auto entry = [&](std::size_t i) -> const SiteEntry& {
        return data.entries[static_cast<std::size_t>(entries[i])];
    };
    std::string html = "<nav class=\"around\" aria-label=\"On this site\">\n";
    for (std::size_t i = 0; i < entries.size(); ++i) {
        html += link(root, "entry/" + entry(i).file, escaped(entry(i).shown())) + "\n";
    }
    if (entries.size() == 2) {
        html += link(root, pair_path(data, entry(0), entry(1)), "all their games") + "\n";
    }
    const auto field = static_cast<std::size_t>(game.field);
    return html + link(root, "field/" + data.field_files[field], escaped(data.fields[field])) +
           "\n</nav>\n";
}

std::string names_of(const SiteData& data, const SiteGame& game) {
    std::string names;
    for (const int ai : game.ais) {
        names += (names.empty() ? "" : " – ") + data.entry(ai).shown();
    }
    return names;
}

/// The page of a game's replay, in the site's folder: at most 500 pages, and as many scripts, in
/// one folder. A page that is there from before stays where people have its address.
std::string replay_path(const SiteData& data, const SiteGame& game) {
    constexpr std::int64_t max_pages = 500;
    const std::string flat = fmt::format("replay/{:06}.html", game.index + 1);
    return game.index < max_pages || data.flat.contains(flat)
               ? flat
               : fmt::format("replay/{}/{:06}.html", game.index / max_pages, game.index + 1);
}

/// The script with a game's data; nothing if its record can't be read or shown.
std::optional<std::string>
replay_script(const SiteData& data, const SiteGame& game, const std::string& mark) {
    try {
        ReplayPage page(data.config.publishes_errors);
        const std::string path = data.folder + "/" + game.record;
        for (const RecordedGame& recorded : read_record(path)) {
            page.add(safe_text(fs::path(path).filename().string()), recorded);
        }
        return mark + "\n" + script_of(page);
    } catch (const UserError&) {
        return {};
    }
}

/// Adds the script with a game's data to the files. If its record can't be read or shown any more,
/// a script that was made from it stays. False if there is none, or an older one, to which no page
/// leads.
bool add_script(
    const SiteData& data, const SiteGame& game, SiteFiles& files, const std::string& path,
    const std::string& mark, const std::string& key) {
    if (files.is_current(path, key)) {
        return files.keep(path, key);
    }
    if (const std::optional<std::string> text = replay_script(data, game, mark)) {
        files.add(path, key, [&] { return *text; });
        return true;
    }
    return files.keep(path, "") && begins_with(data.config.folder + "/" + path, mark);
}

} // namespace

std::string viewer_script(const std::string& game) {
    ScriptOfModules script;
    for_each_module(game, PageKind::file, [&](std::string_view name, std::string_view text) {
        script.add(name, text);
    });
    script.add(best_module, web_file(best_module));
    script.add(day_module, web_file(day_module));
    // Data blocks, which are never executed, as in a self-contained page.
    return script.text("for (const [id, text] of Object.entries(globalThis.refereeMatch ?? {})) {\n"
                       "  const block = document.createElement(\"script\");\n"
                       "  block.type = \"text/plain\";\n"
                       "  block.id = id;\n"
                       "  block.textContent = text;\n"
                       "  document.body.append(block);\n"
                       "}\n"
                       "load(document.querySelector(\".day\") ? \"view/site/day.js\" : "
                       "document.querySelector(\".best\") ? \"view/site/best.js\" : "
                       "\"view/main.js\");\n");
}

std::string replay_skeleton(
    const std::string& title, const std::string& name, const std::string& site_title,
    const std::string& links, const std::string& game, const std::string& root) {
    std::string page(web_file("page.html"));
    replace_span(
        page, "content=\"default-src", "\">",
        fmt::format(
            "content=\"default-src 'none'; script-src 'self'{}; style-src 'self' 'unsafe-inline'; "
            "img-src data: blob:\">",
            frame_sources(game)));
    replace_one(page, "{{title}}", escaped(title + " – " + site_title));
    replace_span(
        page, "<style>", "<script type=\"importmap\">{{modules}}</script>",
        "<link rel=\"stylesheet\" href=\"" + root + "viewer.css\">");
    replace_one(
        page, "<header class=\"top\">",
        fmt::format(
            "<header class=\"top\">\n  <a class=\"back\" href=\"{}index.html\">{}</a>", root,
            escaped(site_title)));
    replace_one(
        page, "<h1 id=\"title\"></h1>", fmt::format("<h1 id=\"title\">{}</h1>", escaped(title)));
    replace_one(page, "<details id=\"picture\">", links + "<details id=\"picture\">");
    replace_span(
        page, "{{data}}", "</script>",
        fmt::format(
            "<script src=\"{}.js\"></script>\n<script src=\"{}viewer.js\"></script>", name, root));
    return page;
}

namespace {

/// Replays from before the embargo or the freeze was set: their names can be guessed.
void remove_unpublished(const SiteData& data, const std::string& folder, SiteResult& result) {
    if (!data.has_embargo && !data.is_frozen) {
        return;
    }
    std::vector<fs::path> unpublished;
    for (const fs::directory_entry& file : fs::recursive_directory_iterator(folder)) {
        std::int64_t number = 0;
        const bool is_replay = parse_integer(file.path().stem().string(), number);
        const auto game = std::lower_bound(
            data.games.begin(), data.games.end(), number - 1,
            [](const SiteGame& each, std::int64_t index) { return each.index < index; });
        const bool is_listed = game != data.games.end() && game->index == number - 1;
        if (is_replay && (data.has_embargo || !is_listed)) {
            unpublished.push_back(file.path());
        }
    }
    for (const fs::path& file : unpublished) {
        fs::remove(file);
        ++result.removed;
    }
}

} // namespace

void add_replays(SiteData& data, SiteFiles& files, std::string_view program, SiteResult& result) {
    const std::string folder = data.config.folder + "/replay";
    const std::string script = viewer_script(data.game);
    // Pages with another viewer or other contents are written again.
    const std::string kind = sha256(fmt::format(
        "{}{}{}", script, replay_skeleton("", "", data.config.title, "", data.game),
        data.config.publishes_errors));
    remove_unpublished(data, folder, result);
    for (SiteGame& game : data.games) {
        if (game.record.empty() || data.has_embargo) {
            continue;
        }
        const std::string path = replay_path(data, game);
        const std::string base = path.substr(0, path.rfind('.'));
        const std::string mark = mark_of(game, kind);
        const std::string key = SiteKey().add(program).add(mark).text();
        if (!add_script(data, game, files, base + ".js", mark, key)) {
            files.keep(path, "");
            ++result.unreadable;
            continue;
        }
        const auto depth = static_cast<int>(std::count(path.begin(), path.end(), '/'));
        const std::string title = fmt::format("Game {}: {}", game.index + 1, names_of(data, game));
        const std::string links = around(data, game, root_of(depth));
        files.add(
            path, SiteKey().add(program).add(kind).add(path).add(title).add(links).text(), [&] {
                return replay_skeleton(
                    title, fs::path(base).filename().string(), data.config.title, links, data.game,
                    root_of(depth));
            });
        game.replay = path;
    }
    files.add("viewer.js", script);
    files.add(
        "viewer.css", fmt::format(
                          "{}{}{}{}", web_file("styles/colours.css"), web_file("styles/page.css"),
                          web_file("styles/board.css"), web_file("styles/site_replay.css")));
}

} // namespace referee
