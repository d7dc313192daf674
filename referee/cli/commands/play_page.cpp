// `play-page`: a folder with pages in which people play against AIs, without a server of ours.

#include "pages/wasm/play_page.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "game/registry.hpp"
#include "os/output.hpp"
#include "pages/replay_page_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace referee {

namespace fs = std::filesystem;

const Usage& play_page_usage() {
    using enum Weight;
    static const Usage usage{
        "play-page",
        "referee play-page FILE.html|DIR [options]",
        "Writes a page in which people play against AIs, without a server: rules and\n"
        "AIs run in the browser, as `make wasm` has built them. A name that ends with\n"
        ".html is one file that opens by a double click; any other is a folder for a\n"
        "web server, in which AIs are loaded when they are chosen.",
        "referee play-page play.html --game gems --ai depth3 --ai greedy\n"
        "referee play-page public",
        {
            {"game", "NAME", "only this game; default: all that have AIs", Topic::games, common,
             true, game_names()},
            explained(
                {"ai", "AI", "an opponent; may be repeated; default: all on the game's ladder",
                 Topic::ais, common, true},
                "NAME or GAME/NAME of an AI that `make wasm` has built, or the path of a .wasm file."),
            {"force", "", "overwrite an existing page, or write into a folder with other files",
             Topic::output, rare},
            {"json", "", "print what was written as one line of JSON", Topic::output, rare},
        }};
    return usage;
}

namespace {

/// The games asked for, or those whose rules a page can run.
std::vector<std::string> chosen_games(const Arguments& arguments) {
    if (arguments.has("game")) {
        return arguments.all("game");
    }
    std::vector<std::string> games;
    for (const Game* const game : all_games()) {
        if (game->info().folder.empty()) {
            games.emplace_back(game->info().name);
        }
    }
    return games;
}

std::vector<PageAi> chosen_ais(const Arguments& arguments) {
    const std::vector<std::string> games = chosen_games(arguments);
    for (const std::string& game : games) {
        require_modules(game);
    }
    std::vector<PageAi> ais;
    for (const std::string& word : arguments.all("ai")) {
        const std::string of_game = word.substr(0, word.find('/'));
        const bool names_game = std::find(games.begin(), games.end(), of_game) != games.end();
        if (!names_game && !arguments.has("game") && games.size() > 1) {
            throw UserError(fmt::format(
                "--ai {}: of which game? write GAME/NAME, or add --game", printable(word, 100)));
        }
        ais.push_back(page_ai(word, names_game ? of_game : games.front()));
    }
    for (const std::string& game : games) {
        if (!ais.empty() && arguments.has("ai")) {
            break;
        }
        const std::vector<Rung> rungs = page_ladder(game).rungs;
        for (PageAi& ai : page_ais(game)) {
            const bool is_on_ladder = std::any_of(
                rungs.begin(), rungs.end(), [&](const Rung& rung) { return rung.name == ai.name; });
            if (is_on_ladder) {
                ais.push_back(std::move(ai));
            }
        }
    }
    if (ais.empty()) {
        throw UserError("there are no AIs of this game for pages; run 'make wasm'");
    }
    return ais;
}

/// Other files in the folder stay, but the page would be among them.
void require_own_folder(const fs::path& folder) {
    std::error_code code;
    if (fs::exists(folder, code) && !fs::is_directory(folder, code)) {
        throw UserError(
            folder.string() +
            ": this is a file; a page's name ends with .html, a folder's doesn't");
    }
    if (fs::is_directory(folder, code) && !fs::is_empty(folder, code) &&
        !fs::exists(folder / "modules" / "games.js", code)) {
        throw UserError(
            folder.string() + ": the folder has other files; name a new one, or add --force");
    }
}

void print_as_json(const std::string& page) {
    fmt::print("{}\n", safe_json(Json({{"page", page}}).dump()));
}

} // namespace

int play_page_command(const std::vector<std::string>& given) {
    std::vector<std::string> words = given;
    std::erase(words, "-o"); // as compilers name it: what follows is the page
    const Arguments arguments(play_page_usage(), words);
    if (arguments.words().size() != 1) {
        throw UserError("play-page needs one file or folder; write 'referee play-page play.html'");
    }
    const std::string& path = arguments.words()[0];
    const bool is_file = path.ends_with(".html");
    const PageFile page{path, words};
    if (is_file) {
        check_page(page, arguments.has("force"));
    } else if (!arguments.has("force")) {
        require_own_folder(path);
    }
    const PageModules modules(chosen_ais(arguments));
    if (is_file) {
        write_page(page, play_page(modules));
        if (arguments.has("json")) {
            print_as_json(path);
        } else {
            print_page_notice(page);
        }
        return exit_done;
    }
    fs::create_directories(fs::path(path) / "modules");
    for (const auto& [name, text] : play_folder(modules)) {
        write_if_changed((fs::path(path) / name).string(), text);
    }
    const std::string index = (fs::path(path) / "index.html").string();
    if (arguments.has("json")) {
        print_as_json(index);
    } else {
        fmt::print("page: {} (open it in a browser)\n", safe_text(index));
    }
    return exit_done;
}

} // namespace referee
