// A game that somebody else made: none of its files leads out of its folder, none is waited for,
// none is read without end, whichever command reads it.

#include "base/bytes.hpp"
#include "cli/commands.hpp"
#include "game_programs/description.hpp"
#include "game_programs/game_folder.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/user_error.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

using namespace referee;
using namespace tests;

namespace {

namespace fs = std::filesystem;

constexpr std::string_view secret = "the content of somebody's private file";

/// What may lie in the place of a file.
enum class Trap { link, link_to_fifo, link_to_zero, fifo, sparse, long_text };
constexpr std::array traps{Trap::link, Trap::link_to_fifo, Trap::link_to_zero,
                           Trap::fifo, Trap::sparse,       Trap::long_text};

/// A new game, as `referee new-game` makes it, named "game", and a private file beside it.
std::string game_beside_private_file(const TemporaryFolder& folder) {
    std::string game = folder / "game";
    REQUIRE(run({referee_path(), "new-game", "--language", "Python", game}).status == 0);
    write_file(folder / "private", std::string(secret) + "\n");
    return game;
}

/// False if this file system can't hold it.
bool put(Trap trap, const TemporaryFolder& folder, const std::string& path) {
    fs::remove(path);
    const std::string fifo = folder / "fifo";
    ::mkfifo(fifo.c_str(), 0600);
    switch (trap) {
    case Trap::link:
        fs::create_symlink("../private", path);
        return true;
    case Trap::link_to_fifo:
        fs::create_symlink(fifo, path);
        return true;
    case Trap::link_to_zero:
        fs::create_symlink("/dev/zero", path);
        return true;
    case Trap::fifo:
        return ::mkfifo(path.c_str(), 0644) == 0;
    case Trap::sparse:
        write_file(path, "x");
        return ::truncate(path.c_str(), std::int64_t{1} << 40U) == 0;
    case Trap::long_text:
        write_file(path, std::string((2U << 20U), '#'));
        return true;
    }
    return false;
}

/// A command that should end at once; 124 if it seems to hang.
Output run_to_its_end(std::vector<std::string> command, const std::string& folder = "") {
    command.insert(command.begin(), {"timeout", "-s", "KILL", "120"});
    return run(command, folder);
}

bool is_shown_or_description(const std::string& name) {
    return name == game_file ||
           std::find(shown_files.begin(), shown_files.end(), name) != shown_files.end();
}

/// The files of a game's folder, by their paths from there.
std::set<std::string> files_of(const std::string& game) {
    std::set<std::string> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(game)) {
        if (entry.is_regular_file()) {
            files.insert(entry.path().lexically_relative(game).string());
        }
    }
    return files;
}

} // namespace

TEST_CASE(
    "no file of a downloaded game leads elsewhere, is waited for or read without end",
    "[game-programs][foreign][slow]") {
    const TemporaryFolder folder;
    std::set<std::string> files = files_of(game_beside_private_file(folder));
    REQUIRE(files.contains("README.md"));
    REQUIRE(files.contains("board.js"));
    files.insert("more/data.bin");
    for (const std::string& file : files) {
        for (const Trap trap : traps) {
            const TemporaryFolder own;
            const std::string game = game_beside_private_file(own);
            fs::create_directories(fs::path(game + "/" + file).parent_path());
            CAPTURE(file, static_cast<int>(trap));
            REQUIRE(put(trap, own, game + "/" + file));
            const Output output =
                run_to_its_end({referee_path(), "games", "game", "--rules", game});
            CHECK(output.status != 128 + SIGKILL);
            CHECK(output.out.find(secret) == std::string::npos);
            CHECK(output.err.find(secret) == std::string::npos);
            const bool is_beside = is_beside_rules(*fs::path(file).begin());
            if (is_shown_or_description(file)) {
                CHECK(output.status == 2);
                CHECK_THAT(output.err, ContainsSubstring(game + "/" + file));
            } else if (trap == Trap::fifo && !is_beside) {
                CHECK(output.status == 2);
                CHECK_THAT(output.err, ContainsSubstring(game + "/" + file + ": it is neither"));
            } else if (trap == Trap::sparse && !is_beside) {
                CHECK(output.status == 2);
                CHECK_THAT(output.err, ContainsSubstring(game + ": the game is too large"));
            }
        }
    }
}

TEST_CASE("every command that takes a game refuses such a one", "[game-programs][foreign][slow]") {
    int commands = 0;
    for (const Command& command : all_commands()) {
        const std::vector<Option>& options = command.usage().options;
        if (std::none_of(options.begin(), options.end(), [](const Option& option) {
                return option.name == "rules";
            })) {
            continue;
        }
        ++commands;
        for (const std::string_view file : {"README.md", "board.js", "game.ini", "data.bin"}) {
            for (const Trap trap : {Trap::link, Trap::fifo, Trap::sparse}) {
                if (file == "data.bin" && trap != Trap::sparse) {
                    continue; // isn't followed, and isn't read
                }
                const TemporaryFolder folder;
                const std::string game = game_beside_private_file(folder);
                REQUIRE(put(trap, folder, fmt::format("{}/{}", game, file)));
                std::vector<std::string> words{referee_path(), std::string(command.name)};
                if (command.name == "season") { // the option stands in its file
                    fs::create_directories(folder / "contest");
                    write_file(folder / "contest/season.ini", "rules = ../game\ngenerate = 1\n");
                    words.insert(words.end(), {folder / "contest", "--once"});
                } else {
                    words.insert(words.end(), {"--rules", game});
                }
                const Output output = run_to_its_end(words, folder.path());
                CAPTURE(command.name, file, static_cast<int>(trap), output.out, output.err);
                CHECK(output.status == 2);
                CHECK_THAT(output.err, ContainsSubstring(game));
                CHECK(output.err.find(secret) == std::string::npos);
            }
        }
    }
    CHECK(commands > 5);
}

TEST_CASE(
    "a page of a game beside a field has nothing from elsewhere", "[game-programs][foreign]") {
    const TemporaryFolder folder;
    const std::string game = game_beside_private_file(folder);
    fs::create_directories(folder / "cup/games");
    fs::rename(game, folder / "cup/games/game");
    const std::string field = folder / "cup/field.dat";
    const std::string ai = folder / "cup/games/game/reference";
    REQUIRE(run({referee_path(), "create", field, "--game", "game"}, folder / "cup").status == 0);
    REQUIRE(
        run({referee_path(), field, "--ai", "A=" + ai, "--ai", "B=" + ai, "--record",
             folder / "cup/match.jsonl"})
            .status == 0);
    const auto replay = [&] {
        return run_to_its_end(
            {referee_path(), "replay", folder / "cup/match.jsonl", "--html", folder / "page.html",
             "--force"});
    };
    REQUIRE(replay().status == 0);
    for (const std::string_view file : shown_files) {
        for (const Trap trap : traps) {
            const std::string path = folder / fmt::format("cup/games/game/{}", file);
            const bool is_there = fs::exists(path); // a game may do without some
            if (is_there) {
                fs::copy_file(path, folder / "kept", fs::copy_options::overwrite_existing);
            }
            REQUIRE(put(trap, folder, path));
            const Output output = replay();
            CAPTURE(file, static_cast<int>(trap), output.err);
            CHECK(output.status == 2);
            CHECK(read_file(folder / "page.html").find(secret) == std::string::npos);
            fs::remove(path);
            if (is_there) {
                fs::copy_file(folder / "kept", path);
            }
        }
    }
}

TEST_CASE("links stay links in a season's copy of the rules", "[game-programs][foreign]") {
    const TemporaryFolder folder;
    const std::string game = game_beside_private_file(folder);
    fs::create_symlink("../private", game + "/notes.txt");
    fs::create_directories(game + "/more/__pycache__");
    write_file(game + "/more/data.txt", "data");
    write_file(game + "/more/__pycache__/x", "x");
    copy_rules(game, folder / "copy");
    CHECK(fs::read_symlink(folder / "copy/notes.txt") == "../private");
    CHECK(read_file(folder / "copy/more/data.txt") == "data");
    CHECK_FALSE(fs::exists(folder / "copy/more/__pycache__"));
    CHECK_FALSE(fs::exists(fs::path(folder / "copy") / shown_files[0]));
    CHECK_FALSE(fs::exists(folder / "copy/reference"));
    CHECK(sha256_of_game(folder / "copy") == sha256_of_game(game));
}

TEST_CASE("two different sets of rules never have one hash", "[game-programs][foreign]") {
    // What the lines that are hashed say of one file or link, as the name of another.
    const std::string hash_of_a = sha256("a");
    const std::vector<std::string> names{
        "aa 644 " + hash_of_a + "\nab", "x -> y", "tab\there", "return\rhere", "delete\x7f"};
    for (const std::string& name : names) {
        CAPTURE(name);
        const TemporaryFolder folder;
        const std::string game = game_beside_private_file(folder);
        write_file(game + "/" + name, "a");
        const std::string error = user_error_of([&] { sha256_of_game(game); });
        CHECK_THAT(error, ContainsSubstring("rename it"));
        CHECK(error.find('\n') == std::string::npos);
    }
    const TemporaryFolder folder;
    const std::string game = game_beside_private_file(folder);
    fs::create_symlink("b\nx 644 " + hash_of_a, game + "/link");
    CHECK_THAT(user_error_of([&] { sha256_of_game(game); }), ContainsSubstring("link"));
}
