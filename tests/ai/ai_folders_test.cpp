// ai-samples/README.md, "Where make finds AIs": what the Makefile makes of the files there.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using namespace tests;

/// Copies `from` to `to` in a temporary folder, as the Makefile does.
Output copy_ai(const TemporaryFolder& folder, const std::vector<std::string>& program = {}) {
    std::vector<std::string> command{source_folder() + "/scripts/copy-ai", "from", "to"};
    command.insert(command.end(), program.begin(), program.end());
    return run(command, folder.path());
}

} // namespace

TEST_CASE("every C++ program and every folder among the samples is built", "[end-to-end]") {
    for (const auto& game : fs::directory_iterator(source_folder() + "/ai-samples")) {
        if (!game.is_directory() || game.path().filename() == "lib") {
            continue;
        }
        const std::string built = tests::built("ai") + "/" + game.path().filename().string() + "/";
        for (const auto& entry : fs::directory_iterator(game.path())) {
            INFO(entry.path().string());
            if (entry.path().extension() == ".cpp") {
                CHECK(fs::is_regular_file(built + entry.path().stem().string()));
            } else if (
                fs::exists(entry.path() / "ai.ini") && fs::exists(entry.path() / "main.cpp")) {
                CHECK(fs::is_regular_file(built + entry.path().filename().string() + "/ai.ini"));
            }
        }
    }
}

TEST_CASE("an AI's folder is copied without its C++ sources and Python's cache", "[end-to-end]") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "from/data/__pycache__");
    fs::create_directories(folder / "to");
    write_file(folder / "to/of-before", "");
    write_file(folder / "from/ai.ini", "command = player --depth 3\n");
    write_file(folder / "from/main.cpp", "");
    write_file(folder / "from/data/book of openings", "e4");
    write_file(folder / "from/data/__pycache__/x.pyc", "");
    write_file(folder / "program", "linked");
    const Output output = copy_ai(folder, {"program"});
    INFO(output.err);
    REQUIRE(output.status == 0);
    CHECK(read_file(folder / "to/data/book of openings") == "e4");
    CHECK(read_file(folder / "to/player") == "linked");
    CHECK_FALSE(fs::exists(folder / "to/main.cpp"));
    CHECK_FALSE(fs::exists(folder / "to/data/__pycache__"));
    CHECK_FALSE(fs::exists(folder / "to/of-before"));
}

TEST_CASE("an AI's folder without sources is built by the line in its ai.ini", "[end-to-end]") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "from");
    write_file(folder / "other", "another AI's program");
    write_file(folder / "from/ai.ini", "command = other --fast\nbuild = cp ../other .\n");
    REQUIRE(copy_ai(folder).status == 0);
    CHECK(read_file(folder / "to/other") == "another AI's program");

    write_file(folder / "from/ai.ini", "command = other\nbuild = false\n");
    CHECK(copy_ai(folder).status != 0);
}

TEST_CASE("copies of an AI's folder are called like their folders", "[mistakes]") {
    const TemporaryFolder folder;
    for (const char* const name : {"mine", "mine-2"}) {
        fs::create_directories(folder / name);
        write_file(folder / (std::string(name) + "/ai.ini"), "command = run\nname = mine\n");
        write_script(folder / (std::string(name) + "/run"), "#!/bin/sh\nexit 0\n");
    }
    const auto play = [&](const std::string& first, const std::string& second) {
        return run({tests::referee_path(), source_folder() + "/fields/gems/contest.dat", "--ai",
                    first + (folder / "mine"), "--ai", second + (folder / "mine-2")})
            .out;
    };
    CHECK_THAT(play("", ""), ContainsSubstring("game 1: mine 0 : 1 mine-2;"));
    CHECK_THAT(play("mine=", "mine="), ContainsSubstring("game 1: mine#1 0 : 1 mine#2;"));
    CHECK_THAT(play("a=", ""), ContainsSubstring("game 1: a 0 : 1 mine;"));
}
