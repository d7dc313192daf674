// AIs that wreck their work folder: in the next move all files are as they should be (the programs
// themselves check), and repairing and removing the folder touches nothing outside.

#include "arena.hpp"
#include "support/catch.hpp"

using tests::Promise;

TEST_CASE("The next move gets all its files whatever was done to them", "[hostile][slow]") {
    tests::play_attacks({
        {"vandal", "delete-files", "none", ""},
        {"vandal", "overwrite-files", "none", ""},
        {"vandal", "lock-files", "none", ""},
        {"vandal", "modes-of-files", "none", ""},
        {"vandal", "close-folder", "none", ""},
        {"vandal", "open-folder", "none", ""},
        {"vandal", "close-streams", "none", ""},
        {"vandal", "folders-for-files", "none", ""},
        {"stand_ins", "fifo gamefield.dat", "none", ""},
        {"stand_ins", "socket match.dat", "none", ""},
        {"stand_ins", "second-name player.dat", "none", ""},
    });
}

TEST_CASE(
    "A work folder is emptied however deep it is and whatever the names are", "[hostile][slow]") {
    tests::play_attacks({
        {"vandal", "deep-folders", "none", ""},
        {"vandal", "odd-names", "none", ""},
    });
}

TEST_CASE(
    "The referee neither writes nor removes anything through links out of the work folder",
    "[hostile]") {
    tests::play_attacks({
        {"vandal", "links-outside {arena}/outside/file {arena}/outside/folder", "none", ""},
        {"vandal",
         "hard-links-outside {arena}/outside/file",
         "none",
         "",
         Promise::always,
         "",
         0,
         {"--work", "/tmp"}},
    });
}

TEST_CASE("A strict sandbox numbers its processes afresh in each game", "[hostile]") {
    tests::play_attack({"carry", "process-numbers", "none", ""}, {{"strict", true}});
}

TEST_CASE("An AI of the referee's own user changes no rights outside its folder", "[hostile]") {
    tests::play_attack(
        {"vandal", "open-up-outside {arena}/outside/file", "none", "", Promise::confined},
        {{"default", true}, {"strict", true}},
        [](tests::Arena& arena) { arena.use_ordinary_user(); });
}

TEST_CASE("An AI can't move or remove its own work folder", "[hostile]") {
    tests::play_attacks({{"vandal", "remove-own-folder", "none", "", Promise::own_user}});
}

TEST_CASE(
    "Nothing that the referee hands out carries over from one game to the next",
    "[hostile][slow]") {
    tests::play_attacks({
        {"carry", "file", "none", ""},
        {"carry", "memory", "none", ""},
        {"carry", "attribute", "none", ""},
        {"carry", "access-list", "none", ""},
        {"carry", "time", "none", ""},
        {"carry", "memory-time", "none", ""},
        {"carry", "file-flags", "none", ""},
        {"carry", "attribute-at", "none", "", Promise::confined},
        {"carry", "flags-at", "none", "", Promise::confined},
        {"carry", "write-hint", "none", ""},
        {"carry", "space", "none", ""},
        {"carry", "place", "none", ""},
        {"carry", "flags", "none", ""},
        {"carry", "stream-attribute", "none", ""},
        {"carry", "lock", "none", ""},
        {"carry", "output", "none", ""},
    });
}
