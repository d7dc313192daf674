// The Makefile's record of flags: what is compiled again after a change, and what isn't.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <string>
#include <vector>

using namespace tests;

namespace {

/// Calls make as from a shell for the record of flags of a build in that folder.
Output make_flags(const std::string& build, const std::vector<std::string>& options = {}) {
    std::vector<std::string> command{"/usr/bin/env",      "--chdir=" + source_folder(),
                                     "--unset=MAKEFLAGS", "--unset=MAKELEVEL",
                                     "--unset=MFLAGS",    "make",
                                     "BUILD=" + build,    build + "/flags"};
    command.insert(command.end(), options.begin(), options.end());
    return run(command);
}

} // namespace

TEST_CASE("make keeps the flags of a build however it is called", "[end-to-end]") {
    const std::vector<std::vector<std::string>> calls{
        {}, {"-j2"}, {"-k"}, {"--no-print-directory"}};
    for (const std::vector<std::string>& options : calls) {
        INFO("options: " << (options.empty() ? "none" : options[0]));
        const TemporaryFolder folder;
        const Output output = make_flags(folder.path(), options);
        INFO(output.err);
        CHECK(output.status == 0);
        CHECK_THAT(read_file(folder / "flags"), ContainsSubstring("-std=c++20"));
    }
}

TEST_CASE("make writes the flags again only when they have changed", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string flags = folder / "flags";
    CHECK(make_flags(folder.path()).status == 0);
    const auto written = std::filesystem::last_write_time(flags);
    CHECK(make_flags(folder.path()).status == 0);
    CHECK(std::filesystem::last_write_time(flags) == written);
    // A dry run changes nothing.
    CHECK(make_flags(folder.path(), {"-n", "OPTIMISE=-O0"}).status == 0);
    CHECK(std::filesystem::last_write_time(flags) == written);
    CHECK(make_flags(folder.path(), {"OPTIMISE=-O0"}).status == 0);
    CHECK_THAT(read_file(flags), ContainsSubstring("-O0"));
}
