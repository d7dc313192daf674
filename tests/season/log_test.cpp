// What the organiser reads while a season runs: nobody's noise keeps lines about others away.

#include "season/entries/entries.hpp"
#include "season/surroundings.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/season/season_world.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

using namespace tests;

TEST_CASE("lines about one entry leave room for those about others", "[season-log]") {
    FakeSeasonLog log;
    for (int i = 0; i < 5000; ++i) {
        log.line_once("mallory", fmt::format("entries/mallory/{}: ignored", i));
    }
    CHECK(log.lines.size() <= 100);
    log.line_once("alice", "alice: it has had 500 versions; no more are read");
    log.line_once("", "season.ini: what was read before still counts");
    log.line_once("", "season.ini: what was read before still counts");
    CHECK(log.has("alice: it has had"));
    CHECK(std::count_if(log.lines.begin(), log.lines.end(), [](const std::string& line) {
              return line.starts_with("season.ini");
          }) == 1);
}

TEST_CASE("bad names in one entry don't hide those in another", "[season-log]") {
    const TemporaryFolder folder;
    for (int i = 0; i < 300; ++i) {
        std::filesystem::create_directories(folder / fmt::format("amok/bad name {}", i));
    }
    std::filesystem::create_directories(folder / "zoe/bad name");
    const referee::ScannedEntries scanned = referee::scan_entries(folder.path());
    const auto of = [&](const std::string& entry) {
        return std::count_if(
            scanned.ignored.begin(), scanned.ignored.end(),
            [&](const referee::IgnoredName& ignored) { return ignored.entry == entry; });
    };
    CHECK(of("amok") == 100);
    CHECK(of("zoe") == 1);
}
