#include "ai/executable.hpp"
#include "base/error.hpp"
#include "record/rerun/files.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <filesystem>

using namespace referee;
using namespace tests;

TEST_CASE("a program is found by its path, then in the folders that are given", "[attached]") {
    const TemporaryFolder folder;
    write_script(folder / "tool", "#!/bin/sh\n");
    write_file(folder / "text", "no program\n");
    CHECK(find_program(folder / "tool", "") == folder / "tool");
    CHECK(find_program("tool", "/nowhere:" + folder.path()) == folder / "tool");
    CHECK(find_program("text", folder.path()).empty());
    CHECK(find_program(folder / "text", "").empty());
    CHECK(find_program(folder.path(), "").empty());
    CHECK_FALSE(find_program("sh", "/nowhere").empty()); // in our own PATH
}

TEST_CASE("a folder of that name is no program", "[attached]") {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "first/tool");
    std::filesystem::create_directory(folder / "second");
    write_script(folder / "second/tool", "#!/bin/sh\n");
    CHECK(
        find_in_folders("tool", (folder / "first") + "::" + (folder / "second")) ==
        folder / "second/tool");
    CHECK(find_in_folders("tool", folder / "first").empty());
    CHECK(find_in_ai_path("").empty());
}

TEST_CASE("an attached program runs in the folder with only its variables", "[attached]") {
    const TemporaryFolder folder;
    write_script(
        folder / "tool", "#!/bin/sh\ntr '\\0' '\\n' < /proc/$$/environ > seen\n"
                         "echo \"$0 $1\" >> seen\nexit 7\n");
    const int status =
        run_attached(folder / "tool", {folder / "tool", "word"}, {"A=1", "B=two"}, folder.path());
    CHECK(status == 7);
    CHECK(read_file(folder / "seen") == "A=1\nB=two\n" + (folder / "tool") + " word\n");
}

TEST_CASE("an attached program that dies of a signal says so in its status", "[attached]") {
    const TemporaryFolder folder;
    write_script(folder / "tool", "#!/bin/sh\nkill -USR1 $$\n");
    CHECK(run_attached(folder / "tool", {"tool"}, {}, folder.path()) == 128 + 10);
}

TEST_CASE("an attached program that can't be started is the user's mistake", "[attached]") {
    if (is_skipped_with_thread_sanitizer(
            "attached program: ThreadSanitizer hides a failed start")) {
        return;
    }
    const TemporaryFolder folder;
    write_script(folder / "tool", "#!/no/such/interpreter\n");
    CHECK_THROWS_WITH(
        run_attached(folder / "tool", {"tool"}, {}, folder.path()),
        ContainsSubstring("it can't be started (No such file or directory); try it by hand"));
}
