// What a season's baseline may be.

#include "season/arena.hpp"

using namespace season_tests;

TEST_CASE("a command line can be a baseline", "[season][tournament]") {
    const tests::TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms(0755));
    fs::copy_file(tests::built("season-player"), folder / "player");
    const Cup cup("games = 2\n", 12, "half=" + (folder / "player") + " 50");
    cup.hand_in_player("alice", "1", 80);
    const Output played = cup.play();
    CHECK_THAT(
        played.err,
        ContainsSubstring("note: half, by the command line: " + (folder / "player") + " 50\n"));
    CHECK(cup.matches()["half"] == 2);
    // Its place isn't published.
    for (const auto& entry : fs::recursive_directory_iterator(cup.path("site"))) {
        if (entry.path().extension() == ".html") {
            CHECK(read_file(entry.path().string()).find(folder.path()) == std::string::npos);
        }
    }
}
