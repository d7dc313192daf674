// Whose fault it is: what goes wrong on a season's machine isn't the author's.

#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "game/registry.hpp"
#include "season/admission.hpp"
#include "season/host.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

#include <cerrno>
#include <filesystem>
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
