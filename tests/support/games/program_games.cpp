#include "support/games/program_games.hpp"

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <filesystem>
#include <sstream>

namespace tests {
namespace {

namespace fs = std::filesystem;

/// The first word of a key's value in a game.ini; empty without the key.
std::string first_word_of(const std::string& ini, const std::string& key) {
    std::istringstream lines(read_file(ini));
    const std::string head = key + " = ";
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(head)) {
            return line.substr(head.size(), line.find(' ', head.size()) - head.size());
        }
    }
    return "";
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
        const std::string compiler = first_word_of(ini, "build");
        if (lacks(compiler.empty() ? first_word_of(ini, "command") : compiler, what + name)) {
            continue;
        }
        folders.push_back(build_folder() + "/games/" + name);
        INFO(folders.back());
        CHECK(fs::exists(folders.back() + "/game.ini"));
    }
    return folders;
}

} // namespace tests
