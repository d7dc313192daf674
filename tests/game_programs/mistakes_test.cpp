// Mistakes as people make them who bring a game: each is one edit of a shipped game program or of
// one that `new-game` writes (mistakes.json), and the check must find nine of ten and say what they
// are. `make game-mistakes` prints for each how long the command takes.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include "cli/commands/game_check.hpp"
#include "game_programs/program_game.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

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

/// What the check says of it; the number of fields decides, never the time.
std::string said_of(const std::string& game) {
    GameCheckEffort effort;
    effort.fields = 12;
    const GameCheck check = check_game(*read_program_game(game), effort);
    return fmt::format(
        "{}\n{}", fmt::join(check.problems, "\n"), fmt::join(check.warnings, "\n"));
}

} // namespace

TEST_CASE(
    "the check finds nine of ten planted mistakes, and says which", "[game-programs][slow]") {
    const Mistake mistakes =
        nlohmann::json::parse(read_file(source_folder() + "/tests/game_programs/mistakes.json"));
    REQUIRE(mistakes.size() >= 20);
    const bool lacks_node = lacks("node", "mistakes in games in JavaScript");
    std::vector<std::string> missed;
    std::size_t tried = 0;
    for (const Mistake& mistake : mistakes) {
        if (lacks_node && mistake["file"] == "game.js") {
            continue;
        }
        const TemporaryFolder folder;
        ++tried;
        if (said_of(planted(folder, mistake)).find(mistake["says"].get<std::string>()) ==
            std::string::npos) {
            missed.push_back(mistake["name"].get<std::string>());
        }
    }
    CAPTURE(missed);
    CHECK(10 * missed.size() <= tried);
}
