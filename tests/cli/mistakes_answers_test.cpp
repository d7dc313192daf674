// What `referee check` says of answers: in the wrong place or form, illegal, or late.

#include "support/catch.hpp"
#include "support/mistakes.hpp"

#include "support/run.hpp"

#include "match/result.hpp"
#include "os/cores.hpp"

#include <csignal>
#include <string>
#include <utility>
#include <vector>

using namespace tests;

TEST_CASE("an answer in the wrong place or form is shown", "[mistakes]") {
    const std::string sh = "#!/bin/sh\n";
    const std::vector<Mistake> mistakes{
        {"to standard output",
         sh + "echo 2 0 3 0\n",
         {"no-result", "it printed '2 0 3 0' to standard output, which isn't read",
          "for example '1 0 1 1' swaps"}},
        {"text after it",
         sh + "echo 2 0 3 0 my move > result.dat\n",
         {"line 1, word 5: unexpected 'my' after the answer"}},
        {"commas", sh + "echo 2,0,3,0 > result.dat\n", {"word 1 ('2,0,3,0'): not an integer"}},
        {"nothing", sh, {"nothing was written to result.dat", "write its answer to the file"}},
        {"off the board",
         sh + "echo 9 0 10 0 > result.dat\n",
         {"9 0 10 0: x 10 is off the board 0..9"}},
        {"far off the board", sh + "echo 0 -7 0 0 > result.dat\n", {"y -7 is off the board 0..9"}},
        {"beyond 64 bits",
         sh + "echo 0 0 99999999999999999999 1 > result.dat\n",
         {"0 0 99999999999999999999 1: x 99999999999999999999 is off the board 0..9"}},
        {"not side by side", sh + "echo 3 1 5 1 > result.dat\n", {"3 1 5 1: not side by side"}},
        {"a plan without blanks",
         sh + "echo NNE-- > result.dat\n",
         {"word 1 ('NNE--'): not a step", "for example 'N "},
         {},
         "cops"},
        {"an area that isn't there",
         sh + "echo battle 0 1 > result.dat\n",
         {"battle 0 1: there is no area 0; the areas are 1 to "},
         {},
         "dicewars"},
        {"areas beyond 64 bits",
         sh + "echo transfer 1 -99999999999999999999 > result.dat\n",
         {"transfer 1 -99999999999999999999: there is no area -99999999999999999999"},
         {},
         "dicewars"},
        {"too slow",
         sh + "for i in 1 2 3 4 5 6 7; do echo slow_down > result.dat; done\n",
         {"slow_down: the speed would be 0, not from 1 to 10"},
         {},
         "spe_ed"},
    };
    for (const Mistake& mistake : mistakes) {
        try_mistake(mistake);
    }
}

TEST_CASE("a swap without a line is named as such", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    try_mistake(
        {"a swap without a line",
         python + gems_rules + R"(
for x in range(9):
    exchange(x, 0, x + 1, 0)
    if not in_line(x, 0) and not in_line(x + 1, 0):
        open("result.dat", "w").write(f"{x} 0 {x + 1} 0")
        break
    exchange(x, 0, x + 1, 0)
)",
         {" 0: no line of three arises"}});
}

TEST_CASE("check says if another reading makes the answers legal", "[mistakes][slow]") {
    if (has_no_python()) {
        return;
    }
    const std::vector<std::pair<std::string, std::string>> rows{
        {"f'{y1} {x1} {y2} {x2}'", "would be legal with x and y exchanged"},
        {"f'{x1} {9 - y1} {x2} {9 - y2}'", "would be legal with y counted from the bottom"},
        {"f'{9 - y1} {x1} {9 - y2} {x2}'", "would be legal with x before y, and y counted from"},
        {"f'{x1 + 1} {y1 + 1} {x2 + 1} {y2 + 1}'", "would be legal with all numbers one smaller"},
    };
    for (const auto& [answer, said] : rows) {
        INFO(answer);
        const TemporaryFolder folder;
        write_script(
            folder / "ai.py",
            python + gems_rules + "open('result.dat', 'w').write(" + answer + ")\n");
        check_said(check(folder / "ai.py", "gems"), {said});
    }
    // There is no advice on answers that are wrong in any reading.
    const TemporaryFolder folder;
    write_script(folder / "ai", "#!/bin/sh\necho 0 0 5 5 > result.dat\n");
    CHECK(check(folder / "ai", "gems").out.find("would be legal") == std::string::npos);
    // One answer for all states fits a reading now and then.
    write_script(folder / "constant", "#!/bin/sh\necho 1 1 2 1 > result.dat\n");
    const std::string said = check(folder / "constant", "gems").out;
    CHECK(said.find("would be legal") == std::string::npos);
    CHECK_THAT(said, ContainsSubstring("different fields the illegal answer was the same"));
}

TEST_CASE("a fault in the preparation says what is different there", "[mistakes]") {
    const TemporaryFolder folder;
    write_script(
        folder / "ai", "#!/bin/sh\nhead -1 gamefield.dat | grep -q . || exit 4\n"
                       "head -1 gamefield.dat > result.dat\n");
    const std::string said = check(folder / "ai", "cops", {"--turns", "1"}).out;
    CHECK_THAT(said, ContainsSubstring("exit, preparation, seat 1: exit status 4"));
    CHECK_THAT(said, ContainsSubstring("hint: a fault in the preparation costs nothing; when"));
    CHECK_THAT(said, ContainsSubstring("these files are still empty: "));
    // What fails in the turns, too, is not only told of the preparation.
    write_script(folder / "broken", "#!/bin/sh\necho 'no such word' >&2\nexit 5\n");
    const std::string both = check(folder / "broken", "dicewars", {"--turns", "1"}).out;
    CHECK_THAT(both, ContainsSubstring("exit, preparation, seat 1: exit status 5"));
    CHECK_THAT(both, ContainsSubstring("exit, turn 0, seat 1: exit status 5"));
    CHECK_THAT(both, ContainsSubstring("hint: its standard error says why; it must end with exit"));
}

TEST_CASE("what the preparation printed is not shown after a good answer", "[mistakes]") {
    const TemporaryFolder folder;
    write_script(
        folder / "ai", "#!/bin/sh\n"
                       "grep -q 'phase prepare' match.dat && echo 'reading the book' >&2 && exit\n"
                       "grep -qx 'turn 0' match.dat || { echo 'out of ideas' >&2; exit 3; }\n"
                       "echo end > result.dat\n");
    const std::string other = built("ai") + "/dicewars/ste";
    const std::string said =
        run({tests::referee_path(), source_folder() + "/fields/dicewars/small.dat", "--ai",
             folder / "ai", "--ai", other, "--ai", other, "--seats", "fixed", "--time-limit",
             "60s"})
            .out;
    CHECK_THAT(said, ContainsSubstring("    | out of ideas"));
    CHECK(said.find("reading the book") == std::string::npos);
}

TEST_CASE("the answer's form is told besides an AI's own hint", "[mistakes]") {
    const TemporaryFolder folder;
    write_script(
        folder / "ai", "#!/bin/sh\necho 'hint: call your administrator' >&2\n"
                       "echo nothing > result.dat\n");
    check_said(
        check(folder / "ai", "gems", {"--turns", "1"}),
        {"hint: call your administrator", "hint: the answer is: ", "hint: for example '"});
}

TEST_CASE("a match shows each hint of an AI once", "[mistakes]") {
    const TemporaryFolder folder;
    write_script(
        folder / "ai",
        "#!/bin/sh\nif grep -q '^turn 0' match.dat; then word=first; else word=later; fi\n"
        "echo \"hint: do the $word thing\" >&2\nexit 3\n");
    const Output played = run(
        {tests::referee_path(), source_folder() + "/fields/battlesnake/7x7-2-001.dat", "--ai",
         folder / "ai", "--ai", built("ai") + "/battlesnake/reference", "--seats", "fixed"});
    for (const std::string hint :
         {"    hint: do the first thing", "    hint: do the later thing"}) {
        const std::size_t at = played.out.find(hint);
        INFO(played.out);
        REQUIRE(at != std::string::npos);
        CHECK(played.out.find(hint, at + 1) == std::string::npos);
    }
}

TEST_CASE("an example of several lines stays on the line of its hint", "[mistakes]") {
    const TemporaryFolder folder;
    write_script(folder / "ai", "#!/bin/sh\necho nonsense > result.dat\n");
    CHECK_THAT(
        check(folder / "ai", "dicewars", {"--turns", "1"}).out,
        ContainsSubstring("for example 'battle 3 7 / battle 7 8 / end' attacks area 7"));
}

TEST_CASE("a program that calls abort() is told what that means", "[mistakes]") {
    const TemporaryFolder folder;
    write_script(folder / "ai", "#!/bin/sh\nkill -ABRT $$\n");
    check_said(
        check(folder / "ai", "gems", {"--turns", "1"}),
        {"ended by SIGABRT", "hint: it ended itself with abort(): an exception"});
}

TEST_CASE("check warns of answers that use up a clock", "[mistakes]") {
    const TemporaryFolder folder;
    write_script(folder / "slow", "#!/bin/sh\nsleep 0.4\necho end > result.dat\n");
    CHECK_THAT(
        check(folder / "slow", "dicewars", {"--turns", "2"}).out,
        ContainsSubstring("but each adds only 250 ms to the clock; its 10 s last for about "));
    write_script(folder / "fast", "#!/bin/sh\necho end > result.dat\n");
    const std::string untold =
        check(folder / "fast", "dicewars", {"--turns", "2", "--time-limit", "60s"}).out;
    CHECK(untold.find("to the clock") == std::string::npos); // there is none
}

TEST_CASE("logs of check are those of the last check, apart for each AI", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    const TemporaryFolder folder;
    // Legal in another reading, so check tries it on more fields.
    write_script(
        folder / "turned.py", python + gems_rules +
                                  "import sys\n"
                                  "print('turned', file=sys.stderr)\n"
                                  "open('result.dat', 'w').write(f'{y1} {x1} {y2} {x2}')\n");
    write_script(folder / "same", "#!/bin/sh\necho same >&2\necho 0 0 0 0 > result.dat\n");
    const std::vector<std::string> more{folder / "same", "--logs", folder / "logs", "--turns", "3"};
    for (int time = 0; time < 2; ++time) {
        check_said(
            check(folder / "turned.py", "gems", more),
            {"would be legal with x and y exchanged", "0 0 0 0: not side by side"});
        CHECK_THAT(
            read_file(folder / "logs/check-1-game1-seat1.err"), StartsWith("turned\nturned\n"));
        CHECK_THAT(read_file(folder / "logs/check-2-game1-seat1.err"), StartsWith("same\nsame\n"));
    }
}

TEST_CASE("a timeout says whether the program computed or waited", "[mistakes][slow]") {
    using referee::Fault;
    CHECK(referee::is_starved(Fault::timeout, 400, 199));
    CHECK_FALSE(referee::is_starved(Fault::timeout, 400, 200));
    CHECK_FALSE(referee::is_starved(Fault::crash, 400, 0));
    const std::vector<std::string> short_limit{"--time-limit", "400ms"};
    const TemporaryFolder folder;
    write_script(folder / "loop", "#!/bin/bash\nwhile :; do :; done\n");
    const std::string told = check(folder / "loop", "gems", short_limit).out;
    CHECK_THAT(told, ContainsSubstring("still running after 0.4 s"));
    // On a busy machine the loop may have had a core for less than half of the time.
    const bool is_busy = told.find("of CPU time, so it was busy") != std::string::npos;
    const bool lacked_a_core = told.find("or for a core on a busy machine") != std::string::npos;
    CHECK(is_busy != lacked_a_core);
    try_mistake(
        {"a wait",
         "#!/bin/sh\nexec sleep 60\n",
         {"still running after 0.4 s", "s of CPU time, so it was waiting"},
         short_limit});
}

TEST_CASE("a busy machine is no fault of an AI", "[mistakes][slow]") {
    const TemporaryFolder folder;
    write_script(folder / "loop", "#!/bin/sh\nwhile :; do :; done\n");
    write_script(folder / "wrong", "#!/bin/sh\nexit 3\n");
    // Nine others compute on its core, each in a session of its own: the kernel may share cores by
    // sessions.
    const std::string core = std::to_string(referee::allowed_cores().front());
    std::vector<pid_t> others;
    for (int i = 0; i < 9; ++i) {
        others.push_back(start({"setsid", "taskset", "-c", core, folder / "loop"}));
    }
    const std::vector<std::string> there{"--cores", core, "--time-limit", "2s", "--turns", "1"};
    std::vector<std::string> excused = there;
    excused.push_back("--excuse-busy");
    const Output strict = check(folder / "loop", "gems", there);
    const Output lenient = check(folder / "loop", "gems", excused);
    const Output wrong = check(folder / "wrong", "gems", excused);
    for (const pid_t other : others) {
        ::kill(other, SIGKILL);
        wait_for_exit(other);
    }
    CAPTURE(strict.out, lenient.out);
    CHECK(strict.status == 3);
    CHECK_THAT(
        strict.out, ContainsSubstring("still running after 2 s, on a core for ") &&
                        ContainsSubstring(" of it: it waited, or the machine was busy"));
    CHECK(lenient.status == 0);
    CHECK_THAT(lenient.out, ContainsSubstring("warning: 1 answer was late ("));
    CHECK_THAT(lenient.out, ContainsSubstring("no problems found"));
    CHECK(wrong.status == 3); // other faults count on a busy machine, too
}

TEST_CASE("a resident program without 'done' is told how to answer", "[mistakes][slow]") {
    if (has_no_python()) {
        return;
    }
    const TemporaryFolder folder;
    write_file(folder / "ai.ini", "command = ai.py\nresident = yes\nlicence = MIT\n");
    // What says nothing is waited for; what speaks or ends has time enough on any machine.
    const auto said = [&](const std::string& text, const std::string& limit,
                          const std::vector<std::string>& words) {
        write_script(folder / "ai.py", python + text);
        check_said(check(folder.path(), "gems", {"--time-limit", limit}), words);
        check_said(play(folder.path(), {"--time-limit", limit}), words);
    };
    const std::string must = "prints 'done' and flushes its output after each 'move'";
    said(
        "import sys\nfor line in sys.stdin:\n    pass\n", "500ms", {"no 'done' after 0.5 s", must});
    said(
        "import sys\nfor line in sys.stdin:\n    print('done')\n", "500ms",
        {"no 'done' after 0.5 s", must});
    said(
        "print('hello', flush=True)\nimport time\ntime.sleep(9)\n", "60s",
        {"it printed 'hello' instead of 'done'", "print anything else to standard error"});
    said(
        "import sys\nfor line in sys.stdin:\n    print('done', flush=True)\n", "60s",
        {"it printed 'done', but nothing was written to result.dat"});
    said("raise SystemExit\n", "60s", {"without 'done'", "reads the next line until 'quit'"});
    said(
        "raise ConnectionRefusedError(111, 'Connection refused')\n", "60s",
        {"nothing accepts connections on that port"});
    CHECK_THAT(
        check(folder.path(), "gems").out, ContainsSubstring("warning: ai.ini has no 'source';"));
}
