// What the referee says of a program before it is started.

#include "ai/executable.hpp"
#include "ai/program.hpp"
#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

#include <filesystem>

namespace fs = std::filesystem;

TEST_CASE("An interpreter in /usr by another name isn't called unreadable", "[mistakes]") {
    const tests::TemporaryFolder folder;
    fs::create_directory_symlink("/usr/bin", folder / "bin");
    tests::write_script(folder / "ai", "#!" + (folder / "bin/sh") + "\n");
    CHECK(referee::interpreter_outside(folder / "ai", {"/usr"}).empty());
    // A virtual environment has a link to the program, but its modules are outside.
    fs::create_directory(folder / "venv");
    fs::create_symlink("/usr/bin/sh", folder / "venv/sh");
    tests::write_script(folder / "ai", "#!" + (folder / "venv/sh") + "\n");
    CHECK_FALSE(referee::interpreter_outside(folder / "ai", {"/usr"}).empty());
}

TEST_CASE("what is said of a program is one line, whatever its name", "[mistakes]") {
    const tests::TemporaryFolder folder;
    fs::create_directory(folder / "ai");
    // A shell's words: the backslash and the n are a line break.
    tests::write_file(folder / "ai/ai.ini", "command = \"./gone\\nprogram\"\n");
    try {
        referee::read_program(folder / "ai");
        FAIL("it can't be read");
    } catch (const referee::UserError& problem) {
        const std::string text = problem.what();
        CHECK(text.find("there is no such file") != std::string::npos);
        CHECK(text.find('\n') == std::string::npos);
    }
}
