#include "support/games/program_games.hpp"

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <filesystem>
#include <sstream>

namespace tests {
namespace {

namespace fs = std::filesystem;

/// A key's value in a game.ini; empty without the key.
std::string value_in(const std::string& ini, const std::string& key) {
    std::istringstream lines(read_file(ini));
    const std::string head = key + " = ";
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(head)) {
            return line.substr(head.size());
        }
    }
    return "";
}

/// What a game needs to be built, or else to be played.
std::string program_needed_by(const std::string& ini) {
    const std::string build = value_in(ini, "build");
    const std::string command = build.empty() ? value_in(ini, "command") : build;
    return command.substr(0, command.find(' '));
}

} // namespace

std::vector<std::string> built_game_programs(const std::string& what) {
    std::vector<std::string> folders;
    for (const auto& game : fs::directory_iterator(source_folder() + "/referee/games")) {
        const std::string ini = game.path() / "game.ini";
        if (!fs::exists(ini)) {
            continue; // in C++
        }
        const std::string name = game.path().filename();
        if (lacks(program_needed_by(ini), what + name)) {
            continue;
        }
        folders.push_back(build_folder() + "/games/" + name);
        INFO(folders.back());
        CHECK(fs::exists(folders.back() + "/game.ini"));
    }
    return folders;
}

std::vector<std::string> new_game_languages(const std::string& what) {
    std::vector<std::string> languages;
    for (const auto& folder :
         fs::directory_iterator(source_folder() + "/referee/game_programs/starters")) {
        const std::string ini = folder.path() / "language.ini";
        const std::string name = folder.path().filename();
        if (fs::exists(ini) && !lacks(program_needed_by(ini), what + name)) {
            languages.push_back(name);
        }
    }
    return languages;
}

void make_new_game(const std::string& language, const std::string& folder) {
    const Output made = run({referee_path(), "new-game", "--language", language, folder});
    INFO(made.err);
    REQUIRE(made.status == 0);
    const std::string build = value_in(folder + "/game.ini", "build");
    if (!build.empty()) {
        const Output built =
            run({"/bin/sh", "-c", build}, folder, {"GOCACHE=" + build_folder() + "/go-cache"});
        INFO(built.err);
        REQUIRE(built.status == 0);
    }
}

} // namespace tests
