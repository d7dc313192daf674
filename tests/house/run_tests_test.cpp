// scripts/run-tests, with a stand-in for the tests: its last line is what continuous integration
// reads.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using namespace tests;

namespace {

namespace fs = std::filesystem;

std::string runner_script(const std::string& name) {
    return source_folder() + "/scripts/" + name;
}

/// A tree with run-tests, a test program that reports what a test wants, and other groups.
class Tree {
  public:
    Tree() {
        for (const char* const name : {"scripts", "build", "tests/browser/play", "tests/wasm"}) {
            fs::create_directories(folder_ / name);
        }
        std::string text = read_file(runner_script("run-tests"));
        write_script(folder_ / "scripts/run-tests", text);
        write_file(
            folder_ / "tests/README.md", "## What CI may skip\n\n| needs | why |\n| --- | --- |\n"
                                         "| an ordinary user | CI runs as root |\n\n## More\n\n"
                                         "| root | not in this list |\n");
        group("run-browser-tests", "echo counts 0 0 0 && echo counts 7 0 0");
        group("run-python-tests", "echo counts 4 0 0");
        program(3, 0, {});
    }

    /// The test program: each of its five groups passes that many tests, that of AIs that attack
    /// also fails some and leaves some out.
    void program(int passed, int failed, const std::vector<std::string>& skipped) const {
        std::string lines;
        for (const std::string& line : skipped) {
            lines += "  echo 'skipped " + line + "'\n";
        }
        write_script(
            folder_ / "build/tests",
            fmt::format(
                "#!/bin/bash\n"
                "exec >\"$REFEREE_TEST_REPORT\"\n"
                "for ((test = 0; test < {0}; ++test)); do\n"
                "  printf '0.%05d a test whose name is as long as the names of tests are\\n' $test\n"
                "done\n"
                "case ${{REFEREE_TEST_GROUP:-attacks}} in attacks) ;; *) echo counts {0} 0 0; exit ;; esac\n"
                "for ((test = 0; test < {1}; ++test)); do echo \"failed test $test\"; done\n"
                "{2}"
                "echo \"counts {0} {1} {3}\"\n"
                "exit $(({1} > 0))\n",
                passed, failed, lines, skipped.size()));
    }

    /// The test program: each of its groups has a test that takes so long.
    void program_that_takes(const std::string& seconds, const std::string& processor) const {
        write_script(
            folder_ / "build/tests",
            fmt::format(
                "#!/bin/bash\n"
                "printf '%s\\n' '{} {} a test of '\"$REFEREE_TEST_GROUP ${{REFEREE_TEST_QUICK:-whole}}\" "
                "'counts 1 0 0' >\"$REFEREE_TEST_REPORT\"\n",
                seconds, processor));
    }

    void group(const std::string& name, const std::string& lines) const {
        write_script(folder_ / ("scripts/" + name), "#!/bin/sh\n" + lines + "\n");
    }

    std::string path(const std::string& name) const { return folder_ / name; }

    Output run_tests(
        const std::vector<std::string>& options,
        const std::vector<std::string>& environment = {}) const {
        std::vector<std::string> command{
            "/usr/bin/env",
            "--unset=CI",
            "--unset=LEAN",
            "--unset=REFEREE_TEST_QUICK",
            "REFEREE_BUILD=" + (folder_ / "build"),
            "REFEREE_SOURCE=" + folder_.path()};
        command.insert(command.end(), environment.begin(), environment.end());
        command.push_back(folder_ / "scripts/run-tests");
        command.insert(command.end(), options.begin(), options.end());
        return run(command);
    }

  private:
    TemporaryFolder folder_;
};

std::string last_line(const std::string& text) {
    const std::size_t end = text.find_last_not_of('\n');
    const std::size_t begin = text.rfind('\n', end);
    return text.substr(begin + 1, end - begin);
}

} // namespace

TEST_CASE("however many tests there are, run-tests ends with how many passed", "[end-to-end]") {
    const Tree tree;
    tree.program(10000, 0, {});
    const Output output = tree.run_tests({});
    CHECK(output.status == 0);
    CHECK(last_line(output.out) == "50000 passed, 0 failed");
    CHECK_THAT(output.out, ContainsSubstring("  0.09999 a test"));
    CHECK_THAT(output.out, !ContainsSubstring("  0.09990 a test"));
}

TEST_CASE(
    "run-tests names the tests that failed, last of all; they are its exit status",
    "[end-to-end]") {
    const Tree tree;
    tree.program(3, 2, {});
    const Output output = tree.run_tests({});
    CHECK(output.status == 1);
    CHECK_THAT(
        output.out, ContainsSubstring("\nfailed: test 0\nfailed: test 1\n15 passed, 2 failed\n"));
}

TEST_CASE("a quick run names tests that took long, and doesn't fail", "[end-to-end]") {
    const Tree tree;
    const std::string named = "\nlong for a test without [slow]";
    for (const auto& [seconds, processor, is_long] :
         {std::tuple{"2.90", "2.50", true}, {"12.00", "0.10", true}, {"9.00", "1.90", false}}) {
        CAPTURE(seconds, processor);
        tree.program_that_takes(seconds, processor);
        const Output quick = tree.run_tests({"--quick"});
        CHECK(quick.status == 0);
        CHECK((quick.out.find(named) != std::string::npos) == is_long);
        CHECK_THAT(quick.out, ContainsSubstring(" a test of rules yes\n"));
        CHECK(last_line(quick.out) == "5 passed, 0 failed");
        const Output whole = tree.run_tests({});
        CHECK(whole.out.find(named) == std::string::npos);
        CHECK_THAT(whole.out, ContainsSubstring(" a test of rules whole\n"));
    }
}

TEST_CASE("some tests have the same last line as all", "[end-to-end]") {
    const Tree tree;
    tree.program(3, 1, {"a debugger; needs ptrace"});
    const Output output = tree.run_tests({"[gems]"});
    CHECK(output.status == 1);
    CHECK_THAT(output.out, ContainsSubstring("skipped: a debugger; needs ptrace\n"));
    CHECK(last_line(output.out) == "3 passed, 1 failed, 1 skipped (ptrace)");
    CHECK(tree.run_tests({"[gems]"}, {"CI=true"}).out.find("2 failed") != std::string::npos);
}

TEST_CASE("the other groups count as Node and pytest count them", "[end-to-end]") {
    const Tree tree;
    tree.group(
        "run-browser-tests",
        "case \"$*\" in every.test.mjs | \"--only play\") echo counts 7 0 0 && exit ;; esac\n"
        "if [ \"${1:-}\" = --wasm ]; then\n"
        "cat <<'END'\n✔ dark (1.2ms)\n﹣ Firefox (0.1ms) # needs firefox-esr\n✖ colours (3ms)\n"
        "ℹ tests 3\nℹ pass 1\nℹ fail 1\nℹ skipped 1\n✖ failing tests:\n✖ colours (3ms)\nEND\nexit 1\nfi\n"
        "cat <<'END'\nTAP version 13\nok 1 - light\nok 2 - in the page # SKIP needs make wasm\n"
        "not ok 3 - keys\n# tests 3\n# pass 1\n# fail 1\n# skipped 1\nEND\nexit 1");
    tree.group(
        "run-python-tests", "cat <<'END'\n..s\nSKIPPED [1] test_a.py:3: needs torch\n"
                            "FAILED test_b.py::test_c - assert 0\n"
                            "1 failed, 2 passed, 1 skipped in 3.21s\nEND\nexit 1");
    const Output output = tree.run_tests({"--all"});
    CHECK(output.status == 1);
    CHECK(
        last_line(output.out) == "33 passed, 3 failed, 3 skipped (firefox-esr, make wasm, torch)");
    for (const char* const line :
         {"skipped: in browser: in the page; needs make wasm", "failed: in browser: keys",
          "skipped: in wasm: Firefox; needs firefox-esr", "failed: in wasm: colours (3ms)",
          "skipped: in Python: test_a.py:3; needs torch",
          "failed: in Python: test_b.py::test_c - assert 0"}) {
        CHECK_THAT(output.out, ContainsSubstring("\n" + std::string(line) + "\n"));
    }
    tree.group("run-browser-tests", "echo nothing");
    const Output dead = tree.run_tests({"--all"});
    CHECK(dead.status == 1); // a group that counts nothing has failed
}

TEST_CASE(
    "a whole group that can't run counts with the number of its tests", "[end-to-end][slow]") {
    // The script itself: two tests, one of which a loop makes thrice. There is no Chromium.
    const Tree tree;
    fs::copy_file(
        runner_script("run-browser-tests"), tree.path("scripts/run-browser-tests"),
        fs::copy_options::overwrite_existing);
    fs::copy_file(
        source_folder() + "/tests/browser/count.mjs", tree.path("tests/browser/count.mjs"));
    write_file(
        tree.path("tests/browser/a.test.mjs"),
        "import { test, before } from \"node:test\";\nbefore(() => { throw new Error(); });\n"
        "test(\"alone\", () => {});\n"
        "for (const each of [1, 2, 3]) {\n  test(`one of three: ${each}`, () => {});\n}\n");
    write_file(
        tree.path("tests/wasm/b.test.mjs"),
        "import { test } from \"node:test\";\ntest(\"b\", () => {});\n");
    write_file(
        tree.path("tests/browser/every.test.mjs"),
        "import { test } from \"node:test\";\ntest(\"every\", () => {});\n");
    write_file(
        tree.path("tests/browser/play/c.test.mjs"),
        "import { test } from \"node:test\";\ntest(\"c\", () => {});\n");
    const std::vector<std::string> no_browser{"CHROMIUM=/nonexistent"};
    if (!lacks("node", "how many tests a group has")) {
        const Output output = tree.run_tests({"--all"}, no_browser);
        CHECK(output.status == 0);
        CHECK_THAT(
            output.out,
            ContainsSubstring("skipped: 4 tests of tests/browser; needs chromium, npm packages\n"));
        CHECK(last_line(output.out) == "19 passed, 0 failed, 7 skipped (chromium, npm packages)");
    }
    // Without Node, too, nobody can say how often a loop runs.
    fs::create_directories(tree.path("bin"));
    for (const char* const name :
         {"awk", "bash", "cat", "date", "dirname", "env", "grep", "mktemp", "paste", "rm", "sed",
          "sh", "sort", "tee", "uniq", "wc"}) {
        const std::string place = run({"/bin/sh", "-c", "command -v " + std::string(name)}).out;
        fs::create_symlink(
            place.substr(0, place.find('\n')), tree.path(std::string("bin/") + name));
    }
    const Output without_node =
        tree.run_tests({"--all"}, {"CHROMIUM=/nonexistent", "PATH=" + tree.path("bin")});
    INFO(without_node.out << without_node.err);
    CHECK(
        last_line(without_node.out) ==
        "19 passed, 0 failed, at least 5 skipped (chromium, node, npm packages)");
}

TEST_CASE("in CI what isn't listed in tests/README.md may not be skipped", "[end-to-end]") {
    const Tree tree;
    tree.program(3, 0, {"limits of a user; needs an ordinary user"});
    const std::vector<std::string> ci{"CI=true"};
    const Output listed = tree.run_tests({}, ci);
    CHECK(listed.status == 0);
    CHECK(last_line(listed.out) == "15 passed, 0 failed, 1 skipped (an ordinary user)");

    tree.program(3, 0, {"limits of a user; needs an ordinary user", "mistakes in Go; needs go"});
    const Output unlisted = tree.run_tests({}, ci);
    CHECK(unlisted.status == 1);
    CHECK_THAT(
        unlisted.out,
        ContainsSubstring("\nfailed: skipped in CI: mistakes in Go; needs go\n15 passed, 1 failed, "
                          "2 skipped (an ordinary user, go)\n"));
    CHECK_THAT(unlisted.out, ContainsSubstring("\nskipped: mistakes in Go; needs go\n"));
    CHECK(tree.run_tests({}).status == 0);                          // outside of CI
    CHECK(tree.run_tests({}, {"CI=true", "LEAN=yes"}).status == 0); // or where it is wanted
    tree.program(3, 0, {"a disk; needs root"});                     // from another table
    CHECK(tree.run_tests({}, ci).status == 1);

    // A group as a whole, for want of two things.
    tree.program(3, 0, {});
    tree.group(
        "run-python-tests",
        "echo 'skipped: at least 70 tests of tests/python; needs an ordinary user, numpy'");
    const Output group = tree.run_tests({"--all"}, ci);
    CHECK(group.status == 1);
    CHECK_THAT(
        group.out,
        ContainsSubstring("failed: skipped in CI: at least 70 tests of tests/python; needs "));
    CHECK(
        last_line(group.out) ==
        "43 passed, 1 failed, at least 70 skipped (an ordinary user, numpy)");
}

TEST_CASE("LEAN=yes leaves the other groups out, and counts their tests", "[end-to-end][slow]") {
    const Tree tree;
    tree.group("run-browser-tests", "case \"$*\" in --count*) echo 12 ;; *) exit 1 ;; esac");
    tree.group("run-python-tests", "case \"$*\" in --count*) echo at least 5 ;; *) exit 1 ;; esac");
    const Output output = tree.run_tests({"--all"}, {"LEAN=yes"});
    CHECK(output.status == 0);
    CHECK(
        last_line(output.out) ==
        "15 passed, 0 failed, at least 53 skipped (a run without LEAN=yes)");
    // The scripts of the tree can count.
    for (const char* const name : {"run-browser-tests", "run-python-tests"}) {
        const Output count =
            run({runner_script(name), "--count"}, "",
                {"REFEREE_SOURCE=" + source_folder(), "REFEREE_BUILD=" + build_folder()});
        INFO(name << " " << count.err);
        CHECK(count.status == 0);
        const std::string number =
            count.out.starts_with("at least ") ? count.out.substr(9) : count.out;
        CHECK(std::stoi(number) > 20);
    }
}

TEST_CASE("CI may skip what neither a package nor root gives", "[house]") {
    std::istringstream readme(read_file(source_folder() + "/tests/README.md"));
    std::set<std::string> known;
    for (const Need need : all_needs()) {
        known.insert(to_string(need));
    }
    CHECK(known.size() == all_needs().size());
    bool is_there = false;
    int rows = 0;
    for (std::string line; std::getline(readme, line);) {
        if (line.starts_with("## ")) {
            is_there = line == "## What CI may skip";
        }
        if (is_there && line.starts_with("| ") && !line.starts_with("| ---") &&
            !line.starts_with("| needs ")) {
            const std::string need = line.substr(2, line.find(" |", 2) - 2);
            INFO(need);
            CHECK(known.count(need) == 1);
            CHECK(need != to_string(Need::root));
            ++rows;
        }
    }
    CHECK(rows >= 1);
    CHECK(rows <= 5);
}
