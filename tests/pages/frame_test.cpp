// Whose drawing runs in a page itself, and whose in a frame.

#include "game_programs/game_folder.hpp"
#include "game_programs/program_game.hpp"
#include "pages/frame.hpp"
#include "pages/page.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

#include <filesystem>

using namespace referee;
using namespace tests;

namespace fs = std::filesystem;

TEST_CASE(
    "a game is shipped if it lies among the installed ones, whatever its name", "[view][foreign]") {
    const std::string shipped = source_folder() + "/referee/games/goofspiel";
    const TemporaryFolder folder;
    const std::string copy = folder / "games/goofspiel";
    fs::create_directories(folder / "games");
    fs::copy(shipped, copy, fs::copy_options::recursive);
    CHECK(read_program_game(shipped)->info().is_shipped);
    CHECK_FALSE(read_program_game(copy)->info().is_shipped);
    CHECK_FALSE(is_framed(read_program_game(shipped)->info()));
    CHECK(is_framed(read_program_game(copy)->info()));
    fs::remove(copy + "/board.js");
    CHECK_FALSE(is_framed(read_program_game(copy)->info())); // there is nothing to be shown
}

TEST_CASE("the frame's module holds the drawing only in base64", "[view][foreign]") {
    const TemporaryFolder folder;
    const std::string copy = folder / "other";
    fs::copy(source_folder() + "/referee/games/goofspiel", copy, fs::copy_options::recursive);
    write_file(copy + "/board.js", "// </script><script>a\nexport const version = 1;\n");
    const auto game = read_program_game(copy);
    const std::string module = frame_module(game->info());
    CHECK(module.find("</script><script>a") == std::string::npos);
    CHECK(module.starts_with("export const frame = \""));
    CHECK(module.find('\n') == module.size() - 1);
    CHECK(module.find("{{drawing}}") == std::string::npos);
    CHECK_THAT(module, ContainsSubstring("default-src 'none'"));
}
