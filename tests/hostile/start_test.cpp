// Programs that can't be started: reported before the match in one line, exit status 2. And
// programs that have damaged themselves and can't be started again: that costs them the game.

#include "arena.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <sys/stat.h>
#include <sys/un.h>

namespace {

namespace fs = std::filesystem;
using tests::Promise;

constexpr mode_t runnable = 0755;

/// What replaces a program, and part of the error message.
struct Unstartable {
    std::string what;
    std::string said;
    std::function<void(const std::string& path)> make;
};

Unstartable text(
    const std::string& what, const std::string& said, const std::string& content,
    mode_t mode = runnable) {
    return {what, said, [=](const std::string& path) {
                tests::write_file(path, content);
                ::chmod(path.c_str(), mode);
            }};
}

/// A real program, changed or cut.
Unstartable
program(const std::string& what, const std::string& said, void (*change)(std::string& bytes)) {
    return {what, said, [=](const std::string& path) {
                std::string bytes = tests::read_file(tests::hostile("answers"));
                change(bytes);
                tests::write_script(path, bytes);
            }};
}

void change_machine(std::string& bytes) {
    constexpr char arm = '\xb7';
    constexpr char x86 = '\x3e';
    bytes.at(18) = bytes.at(18) == arm ? x86 : arm;
}

void change_loader(std::string& bytes) {
    const std::size_t at = bytes.find("/lib");
    REQUIRE(at < 4096);
    bytes.at(at + 1) = 'n';
}

const std::vector<Unstartable>& unstartable() {
    static const std::vector<Unstartable> list{
        {"no such file", "no such file", [](const std::string&) {}},
        text("no run bit", "not executable", "#!/bin/sh\n", 0644),
        {"a folder", "ai.ini", [](const std::string& path) { fs::create_directory(path); }},
        text("text without a shebang", "#!", "print('hello')\n"),
        text("an empty file", "empty", ""),
        text("zeros", "neither a program", std::string(4096, '\0')),
        text("an interpreter that isn't there", "/no/interpreter", "#!/no/interpreter\n"),
        text("a language that isn't there", "no-language", "#!/usr/bin/env no-language\n"),
        text("an interpreter without its path", "absolute path", "#!sh\n"),
        text("a folder as its interpreter", "/usr", "#!/usr\n"),
        text("a first line with CR LF", "CR LF", "#!/bin/sh\r\nexit 0\r\n"),
        text("CR LF behind env", "CR LF", "#!/usr/bin/env sh\r\nexit 0\r\n"),
        text("CR LF behind an option", "CR LF", "#!/bin/sh -e\r\nexit 0\r\n"),
        {"a link to itself", "", [](const std::string& p) { fs::create_symlink(p, p); }},
        {"a link to nothing", "", [](const std::string& p) { fs::create_symlink("/nowhere", p); }},
        {"a device", "not a file",
         [](const std::string& p) { fs::create_symlink("/dev/zero", p); }},
        {"a pipe", "not a file", [](const std::string& p) { ::mkfifo(p.c_str(), runnable); }},
        program("another machine's", "another architecture", change_machine),
        program("a loader that isn't there", "/nib", change_loader),
        program("three bytes of a program", "", [](std::string& bytes) { bytes.resize(3); }),
        program("half a header", "truncated", [](std::string& bytes) { bytes.resize(20); }),
        program("a header alone", "truncated", [](std::string& bytes) { bytes.resize(64); }),
        program(
            "half a program", "truncated",
            [](std::string& bytes) { bytes.resize(bytes.size() / 2); }),
        program("an object file", "", [](std::string& bytes) { bytes.at(16) = 1; }),
        program("a core file", "", [](std::string& bytes) { bytes.at(16) = 4; }),
        program(
            "a header that points out of all files", "",
            [](std::string& bytes) { std::fill_n(bytes.begin() + 32, 8, '\xff'); }),
        program(
            "a header with no parts", "",
            [](std::string& bytes) { std::fill_n(bytes.begin() + 56, 2, '\0'); }),
    };
    return list;
}

/// Checks that a match with `path` on either seat is refused before it begins.
void check_refused(const std::string& path, const std::string& said) {
    for (const bool is_first : {true, false}) {
        INFO((is_first ? "as first AI" : "as second AI"));
        const tests::TemporaryFolder folder;
        const std::string honest = tests::gems_ai("reference");
        const tests::Output output = tests::run(
            {"timeout", "--kill-after=1", "120", tests::referee_path(),
             tests::source_folder() + "/fields/gems/standard-001.dat", "--ai",
             is_first ? path : honest, "--ai", is_first ? honest : path, "--record",
             folder / "record"});
        INFO("standard output: " << output.out);
        INFO("standard error: " << output.err);
        CHECK(output.status == 2);
        CHECK(output.out.empty());
        CHECK(std::count(output.err.begin(), output.err.end(), '\n') == 1);
        CHECK_THAT(output.err, ContainsSubstring(path));
        CHECK_THAT(output.err, ContainsSubstring(said));
        // Before the match: then it has left no record.
        CHECK_FALSE(fs::exists(folder / "record"));
    }
}

} // namespace

TEST_CASE("A program that can't be started is reported before the match in one line", "[hostile]") {
    for (const Unstartable& row : unstartable()) {
        INFO("program: " << row.what);
        const tests::TemporaryFolder folder;
        row.make(folder / "program");
        check_refused(folder / "program", row.said);
    }
}

TEST_CASE("An ai.ini whose program can't be started is reported in one line", "[hostile]") {
    for (const Unstartable& row : unstartable()) {
        INFO("program: " << row.what);
        const tests::TemporaryFolder folder;
        row.make(folder / "program");
        tests::write_file(folder / "ai.ini", "command = ./program\n");
        check_refused(folder.path(), row.said);
    }
}

TEST_CASE("An ai.ini with a mistake is reported with its line", "[hostile]") {
    const struct {
        std::string text;
        std::string said;
    } rows[] = {
        {"name = x\ncommand = program \\", "ai.ini:2: command can't be read: it ends with a backs"},
        {"command = program \\q\n", "ai.ini:1: command can't be read: an unknown escape"},
        {"command = program 'x y\n", "ai.ini:1: command can't be read: a quote is never closed"},
        {"command = program \"x\n", "ai.ini:1: command can't be read: a quote is never closed"},
        {"command = program\nfiles = 'x\n", "ai.ini:2: files can't be read: a quote is never"},
        {"command = program\nnetwork = 1\\\n", "ai.ini:2: network can't be read: it ends with"},
        {"command = program " + std::string(130'000, 'x'), "ai.ini:1: the command has 1"},
        {"command = program\nnetwork = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n",
         "ai.ini:2: 17 ports are too many; name at most 16"},
    };
    for (const auto& row : rows) {
        INFO("ai.ini: " << row.text.substr(0, 100));
        const tests::TemporaryFolder folder;
        fs::copy_file(tests::gems_ai("reference"), folder / "program");
        tests::write_file(folder / "ai.ini", row.text);
        check_refused(folder.path(), row.said);
    }
}

TEST_CASE("An ai.ini may have quotes, escapes and as much as the system takes", "[hostile]") {
    const tests::TemporaryFolder folder;
    tests::write_script(
        folder / "program", "#!/bin/sh\nprintf '%s|' \"$1\" \"$2\" ${#3} >&2\nexit 5\n");
    tests::write_file(
        folder / "ai.ini",
        "command = program 'a b' \"c\\\\d\\\"\" " + std::string(120'000, 'x') + "\n");
    const tests::Output output = tests::run(
        {tests::referee_path(), tests::source_folder() + "/fields/gems/standard-001.dat", "--ai",
         folder.path(), "--ai", tests::gems_ai("reference"), "--json"});
    INFO(output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("a b|c\\\\d\\\"|120000|"));
}

TEST_CASE("An ai.ini that isn't a regular file is reported in one line", "[hostile]") {
    const auto check = [](const std::string& what, void (*make)(const std::string& path)) {
        INFO("ai.ini: " << what);
        const tests::TemporaryFolder folder;
        fs::copy_file(tests::gems_ai("reference"), folder / "program");
        make(folder / "ai.ini");
        check_refused(folder.path(), "");
    };
    check("a pipe", [](const std::string& path) { ::mkfifo(path.c_str(), 0644); });
    check("a folder", [](const std::string& path) { fs::create_directory(path); });
    check("a link to itself", [](const std::string& path) { fs::create_symlink(path, path); });
    check("a device", [](const std::string& path) { fs::create_symlink("/dev/null", path); });
}

TEST_CASE("Odd things beside its program don't keep an AI from playing", "[hostile]") {
    tests::play_attack({"answers", "crlf", "none", ""}, tests::modes(), [](tests::Arena& arena) {
        fs::create_directory_symlink("/", arena.ai() + "/root");
        fs::create_directory_symlink("circle", arena.ai() + "/circle");
        fs::create_symlink("/dev/zero", arena.ai() + "/endless");
        fs::create_symlink("/nowhere", arena.ai() + "/nothing");
        ::mkfifo((arena.ai() + "/pipe").c_str(), 0644);
        tests::write_file(arena.ai() + "/\xff\n\x1b[2J", "");
    });
}

TEST_CASE("An AI that is confined can't damage its own program", "[hostile]") {
    for (const char* const words : {"remove", "garbage", "run-bit", "fifo", "folder", "circle"}) {
        tests::play_attack(
            {"own_file", words, "none", "", Promise::confined}, tests::modes(),
            [](tests::Arena& arena) { arena.open_to_all(); });
    }
}

TEST_CASE("An unconfined AI that damages its own program ends the match in one line", "[hostile]") {
    for (const char* const words : {"remove", "garbage", "run-bit", "fifo", "folder", "circle"}) {
        INFO(words);
        const tests::Arena arena("own_file", words);
        arena.open_to_all();
        const tests::Output output = tests::run(
            {tests::referee_path(), arena / "field.dat", "--ai", "hostile=" + arena.ai(), "--ai",
             "honest=" + tests::gems_ai("reference"), "--confine", "none", "--record",
             arena / "record", "--work", arena.work()});
        INFO("standard output: " << output.out);
        INFO("standard error: " << output.err);
        CHECK(output.status == 2);
        CHECK_THAT(output.err, ContainsSubstring("the AI hostile has changed"));
        CHECK(output.out.find("crash") == std::string::npos);
        CHECK_FALSE(fs::exists(arena / "record"));
        CHECK(fs::is_empty(arena.work()));
    }
}
