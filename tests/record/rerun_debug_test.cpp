// `rerun --debug`: referee/match/README.md, "Repeating moves". Debuggers that aren't installed are
// skipped by name.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"
#include "support/stored/recorded_match.hpp"

#include <filesystem>
#include <unistd.h>

using namespace tests;

namespace {

bool is_installed(const std::string& tool) {
    return !lacks(tool, "rerun --debug " + tool);
}

std::vector<std::string>
debug_command(const RecordedMatch& match, const std::string& ai, const std::string& debugger) {
    return {referee_path(), "rerun", match.record(), "--turn", "2",
            "--ai",         ai,      "--debug",      debugger};
}

} // namespace

TEST_CASE("gdb reaches a breakpoint in a repeated move", "[end-to-end][rerun]") {
    if (!is_installed("gdb")) {
        return;
    }
    RecordedMatch match("gems", {"--set", "max_moves=4"});
    match.play({}, Keeping::nothing);
    const Output output = run(debug_command(
        match, gems_ai("reference"),
        "gdb -nx -batch -ex 'set startup-with-shell off' -ex 'break main' -ex run -ex 'info line' "
        "-ex 'print 6*7' -ex continue --args"));
    INFO(output.err << output.out);
    if (output.err.find("ptrace") != std::string::npos) {
        leave_out("rerun --debug gdb", Need::ptrace);
        return;
    }
    CHECK_THAT(output.out, ContainsSubstring("Breakpoint 1, "));
    CHECK_THAT(output.out, ContainsSubstring("$1 = 42"));
    CHECK_THAT(output.out, ContainsSubstring("exited normally"));
    CHECK_THAT(output.out, ContainsSubstring("\n  the same\n")); // it has answered
    CHECK(output.status == 0);
}

TEST_CASE("pdb reaches a breakpoint in a repeated move", "[end-to-end][rerun]") {
    if (!is_installed("python3")) {
        return;
    }
    RecordedMatch match("gems", {"--set", "max_moves=4"});
    match.play({}, Keeping::nothing);
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "snake");
    write_file(folder / "snake/ai.ini", "command = python3 {dir}/play.py\n");
    const std::string program = "#!/usr/bin/env python3\n"
                                "words = open('match.dat').read().split()\n"
                                "turn = words[words.index('turn') + 1]\n"
                                "open('result.dat', 'w').write('9 9 9 9')\n";
    write_script(folder / "script.py", program);
    write_file(folder / "snake/play.py", program);
    // As a script of its own, and with an interpreter that both commands name.
    for (const std::string ai : {"script.py", "snake"}) {
        const Output output = run(debug_command(
            match, folder / ai,
            "python3 -m pdb -c 'break 4' -c continue -c 'print(turn * 3)' -c continue -c quit"));
        INFO(output.err << output.out);
        CHECK_THAT(output.out, ContainsSubstring("222\n"));
        CHECK_THAT(output.out, ContainsSubstring("  now     illegal 9 9 9 9"));
        CHECK_THAT(output.out, ContainsSubstring("  (" + ai + ")\n")); // no time
        CHECK(output.status == 3);
    }
}

TEST_CASE("valgrind and strace run a repeated move", "[end-to-end][rerun][slow]") {
    RecordedMatch match("gems", {"--set", "max_moves=4"});
    match.play({}, Keeping::nothing);
    for (const auto& [tool, command, sign] :
         {std::tuple("valgrind", "valgrind --quiet --error-exitcode=9", ""),
          std::tuple("strace", "strace -f -e trace=execve", "execve(")}) {
        if (!is_installed(tool)) {
            continue;
        }
        const Output output = run(debug_command(match, gems_ai("reference-python"), command));
        INFO(tool << ": " << output.err << output.out);
        if (output.err.find("PTRACE") != std::string::npos) {
            leave_out("rerun --debug strace", Need::ptrace);
            continue;
        }
        CHECK_THAT(output.err, ContainsSubstring(sign));
        CHECK_THAT(output.out, ContainsSubstring("\n  now     "));
    }
}

TEST_CASE("a debugged AI has its variables, its folder and no limit", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=4"});
    match.play({}, Keeping::nothing);
    const TemporaryFolder folder;
    write_script(
        folder / "look", "#!/bin/bash\ntr '\\0' '\\n' < /proc/$$/environ; pwd\n"
                         "echo made > new-file\nulimit -t\n\"$@\"\n");
    std::vector<std::string> command = debug_command(match, gems_ai("reference"), folder / "look");
    command.insert(command.end(), {"--files", folder / "move"});
    const Output output = run(command);
    INFO(output.err << output.out);
    CHECK(output.status == 0);
    const std::string move = std::filesystem::canonical(folder / "move").string();
    CHECK_THAT(output.out, StartsWith(read_file(move + "/environment") + move + "\nunlimited\n"));
    CHECK(read_file(move + "/new-file") == "made\n");
    CHECK_FALSE(read_file(move + "/result.dat").empty());
    CHECK_THAT(output.err, ContainsSubstring("without limits or confinement"));
}

TEST_CASE("without --files a debugged AI leaves nothing behind", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=4"});
    match.play({}, Keeping::nothing);
    const TemporaryFolder folder;
    write_script(folder / "look", "#!/bin/bash\npwd\n\"$@\"\n");
    const Output output =
        run(debug_command(match, gems_ai("reference"), folder / "look"), "",
            {"TMPDIR=" + folder.path()});
    INFO(output.err << output.out);
    const std::string used = output.out.substr(0, output.out.find('\n'));
    CHECK_THAT(used, StartsWith(folder / "referee-rerun-"));
    CHECK_FALSE(std::filesystem::exists(used));
}

TEST_CASE("a debugged AI that answers nothing is compared as such", "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=4"});
    match.play({}, Keeping::nothing);
    const Output output = run(debug_command(match, gems_ai("reference"), "true"));
    CHECK(output.status == 3);
    CHECK_THAT(output.out, ContainsSubstring("  now     no-result: nothing was written"));
}

TEST_CASE(
    "a resident AI under a debugger is asked by hand, and the referee says so",
    "[end-to-end][rerun]") {
    RecordedMatch match("gems", {"--set", "max_moves=4"});
    match.play({}, Keeping::nothing);
    const Output output = run(debug_command(match, gems_ai("resident-cpp"), "env"));
    INFO(output.err);
    CHECK_THAT(output.err, ContainsSubstring("type 'move 2' on its standard input"));
}
