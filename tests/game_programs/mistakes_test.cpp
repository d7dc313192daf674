// Mistakes as people make them who bring a game: each is one edit of a shipped game program or of
// one that `new-game` writes (mistakes.json), and the check must find nine of ten and say what they
// are. `make game-mistakes` also plants those of compiled games, and prints for each how long the
// command takes.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include "cli/commands/game_check.hpp"
#include "game_programs/program_game.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <set>

namespace {

namespace fs = std::filesystem;
using namespace referee;
using namespace tests;

using Mistake = nlohmann::json;

/// Replaces a text that the file has once.
void replace_once(const std::string& path, const std::string& from, const std::string& to) {
    std::string text = read_file(path);
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    REQUIRE(text.find(from, at + 1) == std::string::npos);
    write_file(path, text.replace(at, from.size(), to));
}

/// The folder of the game with the mistake.
std::string planted(const TemporaryFolder& folder, const Mistake& mistake) {
    std::string game = folder / "changed";
    const auto base = mistake["game"].get<std::string>();
    if (base == "Python" || base == "JavaScript") {
        REQUIRE(run({referee_path(), "new-game", "--language", base, game}).status == 0);
    } else {
        fs::copy(source_folder() + "/referee/games/" + base, game, fs::copy_options::recursive);
        replace_once(game + "/game.ini", "name = " + base + "\n", "name = changed\n");
    }
    replace_once(
        game + "/" + mistake["file"].get<std::string>(), mistake["from"].get<std::string>(),
        mistake["to"].get<std::string>());
    return game;
}

/// Each has its field and its rule; of a turn also place, answers, and the request to repeat it.
void require_whole(const std::string& problem) {
    CAPTURE(problem);
    const auto has = [&](std::string_view part) { return problem.find(part) != std::string::npos; };
    CHECK(has("\nguide: referee/game_programs/README.md, \"What is checked\", "));
    CHECK(has("\nfield: "));
    if (has("\nanswer")) {
        CHECK(has("\nplace: turn "));
    }
    if (has("\nplace: turn ")) {
        CHECK((has(", seat ") || has(", everybody")));
        CHECK(has("\nthe request is in "));
    }
}

/// What the check says of it on so many fields; their number decides, never the time.
std::string said_of(const std::string& game, int fields) {
    GameCheckEffort effort;
    effort.fields = fields;
    const GameCheck check = check_game(*read_program_game(game), effort);
    for (const std::string& problem : check.problems) {
        require_whole(problem);
    }
    return fmt::format("{}\n{}", fmt::join(check.problems, "\n"), fmt::join(check.warnings, "\n"));
}

bool is_compiled(const Mistake& mistake) {
    const std::string ini =
        source_folder() + "/referee/games/" + mistake["game"].get<std::string>() + "/game.ini";
    return fs::exists(ini) && read_file(ini).find("\nbuild = ") != std::string::npos;
}

Mistake all_mistakes() {
    return Mistake::parse(read_file(source_folder() + "/tests/game_programs/mistakes.json"));
}

} // namespace

TEST_CASE("every planted mistake fits the game that it is planted in", "[game-programs]") {
    for (const Mistake& mistake : all_mistakes()) {
        const auto game = mistake["game"].get<std::string>();
        CAPTURE(game, mistake["name"].get<std::string>());
        const std::string folder =
            source_folder() + (game == "Python" || game == "JavaScript"
                                   ? "/referee/game_programs/starters/" + game
                                   : "/referee/games/" + game);
        const std::string text = read_file(folder + "/" + mistake["file"].get<std::string>());
        const auto from = mistake["from"].get<std::string>();
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        CHECK(text.find(from, at + 1) == std::string::npos);
    }
}

TEST_CASE("the check finds nine of ten planted mistakes, and says which", "[game-programs][slow]") {
    const Mistake mistakes = all_mistakes();
    REQUIRE(mistakes.size() >= 20);
    const bool lacks_node = lacks("node", "mistakes in games in JavaScript");
    const bool lacks_lua = lacks("lua", "mistakes in games in Lua");
    std::vector<std::string> missed;
    std::size_t tried = 0;
    std::set<std::string> said; // one mistake for each message; `make game-mistakes` plants all
    for (const Mistake& mistake : mistakes) {
        if ((lacks_node && mistake["file"] == "game.js") ||
            (lacks_lua && mistake["file"] == "game.lua") || is_compiled(mistake)) {
            continue;
        }
        if (!said.insert(mistake["says"].get<std::string>()).second) {
            continue;
        }
        const TemporaryFolder folder;
        ++tried;
        // Most are found on two fields; the usual number takes longer.
        const std::string game = planted(folder, mistake);
        const auto finds = [&](int fields) {
            return said_of(game, fields).find(mistake["says"].get<std::string>()) !=
                   std::string::npos;
        };
        if (!finds(2) && !finds(6)) {
            missed.push_back(mistake["name"].get<std::string>());
        }
    }
    CAPTURE(missed);
    CHECK(tried >= 10);
    CHECK(10 * missed.size() <= tried);
}
