// Whose fault it is: what goes wrong on a season's machine isn't the author's.

#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "game/registry.hpp"
#include "season/admission.hpp"
#include "season/arena.hpp"
#include "season/host.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>

using namespace referee;

TEST_CASE("a version is rejected for what its author can mend, and for nothing else", "[season]") {
    using std::filesystem::filesystem_error;
    CHECK(objection_of(UserError("build failed")) == "build failed");
    const FullDisk<UserError> full("no room", "/cup/versions/alice/1");
    try {
        objection_of(full);
        FAIL("the author is told");
    } catch (const EnvironmentError& problem) {
        CHECK(file_without_room(problem) == "/cup/versions/alice/1");
    }
    for (const int of_machine : {ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM, EIO, ESTALE}) {
        CAPTURE(of_machine);
        const filesystem_error failed(
            "copy", "/cup/a", std::error_code(of_machine, std::generic_category()));
        CHECK_THROWS_AS(objection_of(failed), EnvironmentError);
    }
    const filesystem_error closed(
        "copy", "/cup/a", std::error_code(EACCES, std::generic_category()));
    CHECK_THAT(objection_of(closed), ContainsSubstring("copy"));
}

TEST_CASE("a site that could not be made isn't taken for one that is there", "[season]") {
    CHECK(messages_of_site({0, "", "a note"}) == "a note");
    for (const int status : {1, 2, 137}) {
        CHECK_THROWS_AS(messages_of_site({status, "", "no room"}), EnvironmentError);
        CHECK_THROWS_AS(messages_of_site({status, "", ""}), EnvironmentError);
    }
}

TEST_CASE("a copy that can't be looked for isn't gone", "[season]") {
    const tests::TemporaryFolder folder;
    SeasonConfig config;
    config.folder = folder.path();
    config.game = &game_named("gems").info();
    const HostFolder host(config);
    CHECK_FALSE(host.has(folder / "none"));
    CHECK_FALSE(host.has(folder / "none/below"));
    CHECK(host.has(folder.path()));
    // A name that is too long, or a path through a loop of links, is no answer.
    std::filesystem::create_symlink("loop", folder / "loop");
    CHECK_THROWS_AS(host.has(folder / "loop"), InternalError);
}

TEST_CASE(
    "a reference AI that can't be started rejects nobody, whatever it is called",
    "[season][tournament]") {
    const season_tests::Cup cup("games = 1\nreference = new/broken-new\n");
    std::filesystem::create_directories(cup.path("new"));
    tests::write_script(cup.path("new/no-interpreter"), "nothing");
    tests::write_script(cup.path("new/broken-new"), "#!" + cup.path("new/no-interpreter") + "\n");
    cup.hand_in_player("alice", "1", 90);
    const tests::Output output = tests::run(cup.command({"--once"}));
    INFO(output.err);
    CHECK_THAT(output.err, ContainsSubstring("broken-new: it can't be started"));
    CHECK_THAT(output.err, ContainsSubstring("alice 1: it waits"));
    CHECK_FALSE(std::filesystem::exists(cup.path("notes/alice/1.txt")));

    const std::string field = cup.path("field.dat");
    REQUIRE(tests::run({tests::referee_path(), "create", field, "--seed", "1"}).status == 0);
    const tests::Output failed = tests::run(
        {tests::referee_path(), field, "--json", "--ai", "new=" + tests::built("trivial-ai"),
         "--ai", "reference=" + cup.path("new/broken-new")});
    CHECK(failed.status == 2);
    CHECK(nlohmann::json::parse(failed.out).at("contestant") == "reference");
}
