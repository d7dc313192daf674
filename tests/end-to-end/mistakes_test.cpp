// What beginners do wrong, and what `check` and `play` tell them: each row is a program, what must
// be said of it, and what must not.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace {

namespace fs = std::filesystem;
using namespace tests;

const std::string python = "#!/usr/bin/python3\n";

bool has_no_python() {
    if (::access("/usr/bin/python3", X_OK) == 0) {
        return false;
    }
    skipped().emplace_back("mistakes in Python: there is no /usr/bin/python3");
    return true;
}

/// A program with a mistake.
struct Mistake {
    std::string what;
    std::string text;
    std::vector<std::string> said;      ///< all of these
    std::vector<std::string> options{}; ///< of `check`
    std::string game = "gems";
};

Output check(
    const std::string& ai, const std::string& game, const std::vector<std::string>& options = {},
    const std::vector<std::string>& environment = {}) {
    std::vector<std::string> command{referee(), "check", "--game", game, ai};
    command.insert(command.end(), options.begin(), options.end());
    return run(command, "", environment);
}

Output play(const std::string& ai, const std::vector<std::string>& options = {}) {
    std::vector<std::string> command{referee(), source_folder() + "/fields/gems/contest.dat",
                                     "--ai",    ai,
                                     "--ai",    gems_ai("reference"),
                                     "--seats", "fixed"};
    command.insert(command.end(), options.begin(), options.end());
    return run(command);
}

void check_said(const Output& output, const std::vector<std::string>& said) {
    INFO("standard output: " << output.out);
    INFO("standard error: " << output.err);
    for (const std::string& words : said) {
        CHECK_THAT(output.out + output.err, ContainsSubstring(words));
    }
}

/// Tries the program by check, and by play where that is the same game.
void try_mistake(const Mistake& mistake) {
    INFO("mistake: " << mistake.what);
    const TemporaryFolder folder;
    write_script(folder / "ai.py", mistake.text);
    const Output checked = check(folder / "ai.py", mistake.game, mistake.options);
    CHECK(checked.status == 3);
    check_said(checked, mistake.said);
    if (mistake.game == "gems") {
        check_said(play(folder / "ai.py", mistake.options), mistake.said);
    }
}

/// Reads the board into board[y][x], y from the bottom, and defines legal(): all legal swaps.
const std::string gems_rules = R"(
board = [line.split() for line in open("gamefield.dat")][::-1]
def kind(x, y):
    return ("1" if board[y][x].isdigit() else board[y][x]) if 0 <= x < 10 and 0 <= y < 10 else None
def in_line(x, y):
    runs = [[kind(x + dx * i, y + dy * i) for i in range(-2, 3)] for dx, dy in ((1, 0), (0, 1))]
    return any(run[i] == run[i + 1] == run[i + 2] for run in runs for i in range(3) if run[i])
def exchange(x1, y1, x2, y2):
    board[y1][x1], board[y2][x2] = board[y2][x2], board[y1][x1]
def legal():
    for x1, y1, x2, y2 in [(x, y, x + dx, y + dy) for y in range(10) for x in range(10)
                           for dx, dy in ((0, 1), (1, 0)) if x + dx < 10 and y + dy < 10]:
        exchange(x1, y1, x2, y2)
        good = in_line(x1, y1) or in_line(x2, y2)
        exchange(x1, y1, x2, y2)
        if good:
            return x1, y1, x2, y2
x1, y1, x2, y2 = legal()
)";

} // namespace

TEST_CASE("a program that can't be started is told the exact command", "[mistakes]") {
    const TemporaryFolder folder;
    const std::string file = folder / "bot.py";
    write_file(file, "#!/usr/bin/env python3\nprint()\n");
    check_said(check(file, "gems"), {"not executable; run: chmod +x " + file});
    write_file(file, "print()\n");
    check_said(
        check(file, "gems"),
        {"not executable, and neither a program nor a script",
         "sed -i '1i #!/usr/bin/env python3' " + file + " && chmod +x " + file});
    write_script(folder / "my bot's", "print()\n");
    check_said(check(folder / "my bot's", "gems"), {"add a first line like '#!/usr/bin/env"});
    ::chmod((folder / "my bot's").c_str(), 0644);
    write_file(folder / "my bot's", "#!/bin/sh\n");
    check_said(
        check(folder / "my bot's", "gems"), {"chmod +x '" + folder.path() + "/my bot'\\''s'"});
}

TEST_CASE("the command that check names makes the program one that starts", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    const TemporaryFolder folder;
    write_file(
        folder / "bot.py", gems_rules + "open('result.dat', 'w').write(f'{x1} {y1} {x2} {y2}')\n");
    const std::string said = check(folder / "bot.py", "gems").out;
    const std::size_t at = said.find("sed -i");
    REQUIRE(at != std::string::npos);
    REQUIRE(run({"/bin/sh", "-c", said.substr(at, said.find(';', at) - at)}).status == 0);
    CHECK_THAT(check(folder / "bot.py", "gems").out, ContainsSubstring("no problems found"));
}

TEST_CASE("line ends, byte order marks and interpreters of a script are named", "[mistakes]") {
    const TemporaryFolder folder;
    const auto said = [&](const std::string& text, const std::string& words) {
        write_script(folder / "ai", text);
        check_said(check(folder / "ai", "gems"), {words});
        check_said(play(folder / "ai"), {words});
    };
    said("#!/bin/sh\r\nexit\r\n", "its first line ends with CR LF");
    said("\xef\xbb\xbf#!/bin/sh\n", "begins with a byte order mark; save it as UTF-8 without");
    said("#!/usr/bin/no-python\n", "its interpreter '/usr/bin/no-python' doesn't exist");
    said("print()\n", "add a first line like '#!/usr/bin/env python3'");
}

TEST_CASE("an interpreter where AIs may not read is named with a way out", "[mistakes]") {
    const TemporaryFolder folder;
    const std::string bin = folder / "venv/bin";
    fs::create_directories(bin);
    fs::copy_file("/bin/bash", bin + "/mybash");
    write_script(folder / "ai", "#!" + bin + "/mybash\necho 0 0 0 1 > result.dat\n");
    const std::vector<std::string> said{
        "its interpreter " + bin + "/mybash lies where AIs may not read",
        "--allow-read " + folder.path() + "/venv"};
    check_said(check(folder / "ai", "gems"), said);
    check_said(play(folder / "ai"), said);
    // What it says helps.
    const Output helped = check(folder / "ai", "gems", {"--allow-read", folder / "venv"});
    CHECK_THAT(helped.out, ContainsSubstring("illegal"));
}

TEST_CASE("a virtual environment of Python is named with a way out", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    const TemporaryFolder folder;
    const std::string bin = folder / "venv/bin";
    fs::create_directories(bin);
    fs::create_symlink("/usr/bin/python3", bin + "/python3");
    write_file(
        folder / "venv/pyvenv.cfg", "home = /usr/bin\ninclude-system-site-packages = false\n");
    write_script(
        folder / "ai", "#!" + bin + "/python3\nimport sys\nassert sys.prefix.endswith('venv')\n" +
                           gems_rules + "open('result.dat', 'w').write(f'{x1} {y1} {x2} {y2}')\n");
    check_said(check(folder / "ai", "gems"), {"--allow-read " + folder.path() + "/venv"});
    CHECK_THAT(
        check(folder / "ai", "gems", {"--allow-read", folder / "venv"}).out,
        ContainsSubstring("no problems found"));
}

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
        {"not side by side", sh + "echo 3 1 5 1 > result.dat\n", {"3 1 5 1: not side by side"}},
        {"a plan without blanks",
         sh + "echo NNE-- > result.dat\n",
         {"word 1 ('NNE--'): no step", "for example 'N "},
         {},
         "cops"},
        {"an area that isn't there",
         sh + "echo battle 0 1 > result.dat\n",
         {"battle 0 1: there is no area 0; the areas are 1 to "},
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

TEST_CASE("check says if another reading makes the answers legal", "[mistakes]") {
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
    // Nothing is said of answers that are wrong in any reading.
    const TemporaryFolder folder;
    write_script(folder / "ai", "#!/bin/sh\necho 0 0 5 5 > result.dat\n");
    CHECK(check(folder / "ai", "gems").out.find("would be legal") == std::string::npos);
}

TEST_CASE("a timeout says whether the program computed or waited", "[mistakes]") {
    const std::vector<std::string> short_limit{"--time-limit", "400ms"};
    try_mistake(
        {"a loop",
         "#!/bin/bash\nwhile :; do :; done\n",
         {"still running after 0.4 s", "of CPU time, so it was busy"},
         short_limit});
    try_mistake(
        {"a wait",
         "#!/bin/sh\nexec sleep 60\n",
         {"still running after 0.4 s", "s of CPU time, so it was waiting"},
         short_limit});
}

TEST_CASE("a traceback is shown by its last five lines, each a line", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    const TemporaryFolder folder;
    write_script(folder / "ai.py", python + "def f(n):\n    f(n - 1) if n else {}['key']\nf(9)\n");
    for (const Output& output : {check(folder / "ai.py", "gems"), play(folder / "ai.py")}) {
        INFO(output.out);
        CHECK_THAT(output.out, ContainsSubstring("exit status 1\n    | "));
        CHECK_THAT(output.out, ContainsSubstring("\n    | KeyError: 'key'\n"));
        CHECK(output.out.find("\\x0a") == std::string::npos);
        CHECK(output.out.find("Traceback") == std::string::npos); // the first of more than five
    }
}

TEST_CASE("an exception that is caught and an answer are no mistake", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    const TemporaryFolder folder;
    write_script(folder / "ai.py", python + "import traceback\n" + gems_rules + R"(
open('result.dat', 'w').write(f'{x1} {y1} {x2} {y2}')
try:
    1 / 0
except ZeroDivisionError:
    traceback.print_exc()
)");
    const Output output = check(folder / "ai.py", "gems");
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("no problems found"));
}

TEST_CASE("what an exception means in the box is told", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    const std::string no_new_files = "an AI can't create files: write result.dat in place";
    const std::vector<Mistake> mistakes{
        {"reads its input",
         "input()",
         {"standard input is empty; the state of the game is in files"}},
        {"expects an argument",
         "import sys\nopen(sys.argv[1])",
         {"AIs are started without arguments; the current folder is the work folder"}},
        {"a temporary file", "import tempfile\ntempfile.TemporaryFile()", {no_new_files}},
        {"a log in the current folder", "open('log.txt', 'w')", {no_new_files, "files = log.txt"}},
        {"a log in /tmp", "open('/tmp/referee-no-such-log', 'w')", {no_new_files}},
        {"a log beside the program", "open(__file__ + '.log', 'w')", {no_new_files}},
        {"a file renamed to result.dat",
         "open('new', 'w').write('0 0 0 1')\nimport os\nos.rename('new', 'result.dat')",
         {no_new_files}},
        {"result.dat removed first",
         "import os\nos.remove('result.dat')",
         {"result.dat is there already and can't be replaced or removed; open it and write in place"}},
        {"the state looked for beside the program",
         "import os\nopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'gamefield.dat'))",
         {"gamefield.dat is in the current folder, not beside the program"}},
        {"result.dat written beside the program",
         "import os\nopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'result.dat'), 'w')",
         {"result.dat is in the current folder, not beside the program"}},
        {"a pool of processes",
         "import multiprocessing\nmultiprocessing.Pool(2)",
         {"multiprocessing.Pool doesn't work", "What is different in the box"}},
        {"a module that isn't there",
         "import referee_no_such_module",
         {"there is no module 'referee_no_such_module' where AIs may read",
          "pip install --target FOLDER referee_no_such_module"}},
        {"too much memory",
         "x = bytearray(1 << 40)",
         {"its memory limit of 2048 MiB was reached (--memory)"}},
        {"nothing listens",
         "raise ConnectionRefusedError(111, 'Connection refused')",
         {"nothing takes connections on that port: start the server before the match"}},
    };
    for (const Mistake& mistake : mistakes) {
        Mistake whole = mistake;
        whole.text = python + mistake.text + "\n";
        try_mistake(whole);
    }
}

TEST_CASE("too many threads are told with the limit", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    try_mistake(
        {"too many threads",
         python + "import threading, time\nfor i in range(100):\n"
                  "    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n",
         {"its limit of 20 processes and threads was reached (--processes)"},
         {"--processes", "20", "--time-limit", "2s"}});
}

TEST_CASE("a file or module beside a single program needs a folder", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    const TemporaryFolder folder;
    write_file(folder / "helper.py", "x = 1\n");
    write_file(folder / "book.txt", "e4\n");
    const std::vector<std::pair<std::string, std::string>> rows{
        {"import helper", "'helper.py' lies beside the program"},
        {"open('book.txt')", "'book.txt' lies beside the program"},
        {"import os\nopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'book.txt'))",
         "'book.txt' lies beside the program"},
    };
    for (const auto& [text, said] : rows) {
        INFO(text);
        write_script(folder / "ai.py", python + text + "\n");
        for (const Output& output : {check(folder / "ai.py", "gems"), play(folder / "ai.py")}) {
            check_said(
                output, {said, "a single program may read only itself",
                         "an ai.ini in it that says 'command = ai.py'"});
        }
    }
    // What it says helps with the module.
    write_script(
        folder / "ai.py", python + "import helper\n" + gems_rules +
                              "open('result.dat', 'w').write(f'{x1} {y1} {x2} {y2}')\n");
    write_file(folder / "ai.ini", "command = ai.py\n");
    CHECK_THAT(check(folder.path(), "gems").out, ContainsSubstring("no problems found"));
    // And in a folder a file is opened by its folder's name.
    write_script(folder / "ai.py", python + "open('book.txt')\n");
    check_said(check(folder.path(), "gems"), {"environment variable REFEREE_AI_DIR"});
}

TEST_CASE("a module in a home folder is told to lie there", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    const TemporaryFolder folder;
    fs::create_directories(folder / "home/.local/lib/python3.11/site-packages/referee_numpy");
    fs::create_directories(folder / "ai");
    write_script(folder / "ai/ai.py", python + "import referee_numpy\n");
    write_file(folder / "ai/ai.ini", "command = ai.py\n");
    check_said(
        check(folder / "ai", "gems", {}, {"HOME=" + (folder / "home")}),
        {"the module 'referee_numpy' lies in a home folder, where AIs may not read",
         "pip install --target " + (folder / "ai") + " referee_numpy"});
    // What it says helps: pip would put it there.
    fs::create_directories(folder / "ai/referee_numpy");
    write_script(
        folder / "ai/ai.py", python + "import referee_numpy\n" + gems_rules +
                                 "open('result.dat', 'w').write(f'{x1} {y1} {x2} {y2}')\n");
    CHECK_THAT(check(folder / "ai", "gems").out, ContainsSubstring("no problems found"));
}

TEST_CASE("a resident program without 'done' is told how to answer", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    const TemporaryFolder folder;
    write_file(folder / "ai.ini", "command = ai.py\nresident = yes\nlicence = MIT\n");
    const auto said = [&](const std::string& text, const std::vector<std::string>& words) {
        write_script(folder / "ai.py", python + text);
        check_said(check(folder.path(), "gems", {"--time-limit", "500ms"}), words);
        check_said(play(folder.path(), {"--time-limit", "500ms"}), words);
    };
    const std::string must = "prints 'done' and flushes its output after each 'move'";
    said("import sys\nfor line in sys.stdin:\n    pass\n", {"no 'done' after 0.5 s", must});
    said(
        "import sys\nfor line in sys.stdin:\n    print('done')\n", {"no 'done' after 0.5 s", must});
    said(
        "print('hello', flush=True)\nimport time\ntime.sleep(9)\n",
        {"it printed 'hello' instead of 'done'", "print anything else to standard error"});
    said("raise SystemExit\n", {"without 'done'", "reads the next line until 'quit'"});
    said(
        "raise ConnectionRefusedError(111, 'Connection refused')\n",
        {"nothing takes connections on that port"});
    CHECK_THAT(
        check(folder.path(), "gems").out, ContainsSubstring("warning: ai.ini has no 'source';"));
}

TEST_CASE("a file that is no AI, no field or no command is told what it is", "[mistakes]") {
    const TemporaryFolder folder;
    fs::copy_file(gems_ai("reference"), folder / "ai");
    write_file(folder / "ai.ini", "command = ai\n");
    write_file(folder / "bot.py", "x = 1 2\n");
    check_said(
        check(folder / "ai.ini", "gems"),
        {"an ai.ini describes its folder; name the folder: " + folder.path()});
    for (const std::string& program : {folder / "ai", folder / "bot.py", folder.path()}) {
        INFO(program);
        const Output output = run({referee(), "check", program});
        CHECK(output.status == 2);
        check_said(
            output,
            {"not a field but a program; to try an AI: referee check --game NAME " + program});
    }
    const Output chek = run({referee(), "chek"}, folder.path());
    CHECK(chek.status == 2);
    check_said(chek, {"no field and no command 'chek'; did you mean 'check'?"});
    check_said(
        run({referee(), "xyzzy"}, folder.path()),
        {"no field and no command 'xyzzy'; 'referee --help'"});
}

TEST_CASE("an option's value out of range is told with the range", "[mistakes]") {
    const TemporaryFolder folder;
    check_said(
        play(gems_ai("reference"), {"--memory", "100"}),
        {"--memory 100", "too little; write e.g. 512M"});
    check_said(
        run({referee(), folder / "f", "create", "--game", "battlesnake", "--players", "9"}),
        {"--players 9", "from 1 to 8"});
}

TEST_CASE("without Landlock its causes are named, and check takes --confine none", "[mistakes]") {
    const std::vector<std::string> without{"REFEREE_TEST_LANDLOCK=0"};
    const Output refused = check(gems_ai("reference"), "gems", {}, without);
    check_said(
        refused, {"a kernel before 5.13, switched off, or forbidden by a container's filter",
                  "'--confine none' runs them without"});
    CHECK(refused.status == 2);
    const Output tried = check(gems_ai("reference"), "gems", {"--confine", "none"}, without);
    CHECK(tried.status == 0);
    CHECK_THAT(tried.out, ContainsSubstring("no problems found"));
    CHECK(run({referee(), "check", "--confinement"}, "", without).status == 3);
    CHECK(run({referee(), "check", "--confinement"}).status == 0);
}

TEST_CASE("equal fields in a tournament are warned of", "[mistakes]") {
    const TemporaryFolder folder;
    run({referee(), folder / "one.dat", "create", "--seed", "1"});
    fs::copy_file(folder / "one.dat", folder / "two.dat");
    const Output output = run(
        {referee(), "tournament", "--fields", folder / "*.dat", "--ai", "a=" + gems_ai("random"),
         "--ai", "b=" + gems_ai("random"), "--db", folder / "db.sqlite"});
    CHECK(output.status == 0);
    check_said(
        output,
        {"two.dat is the same field as ", "one.dat; the tables take fields as independent"});
}

TEST_CASE("libraries can read what they read at start, and nobody can read secrets", "[mistakes]") {
    const std::vector<std::string> readable{
        "/etc/matplotlibrc", "/etc/mime.types",       "/etc/nsswitch.conf", "/etc/services",
        "/etc/protocols",    "/etc/fonts/fonts.conf", "/etc/hosts",         "/proc/cpuinfo"};
    const std::vector<std::string> secret{
        "/etc/passwd",     "/etc/shadow",       "/etc/group",           "/etc/sudoers",
        "/etc/machine-id", "/etc/hostname",     "/etc/ssh/sshd_config", "/etc/resolv.conf",
        "/etc/crontab",    "/proc/self/status", "/proc/stat",           "/proc/meminfo",
        "/proc/loadavg",   "/proc/mounts",      "/proc/uptime"};
    const auto seen = [](const std::string& file, const std::string& mode) {
        const TemporaryFolder folder;
        write_script(
            folder / "ai", "#!/bin/bash\nread -r line < " + file + " && echo seen >&2\nexit 5\n");
        return check(folder / "ai", "gems", {"--confine", mode}).out.find("| seen") !=
               std::string::npos;
    };
    for (const std::string mode : {"default", "strict"}) {
        int count = 0;
        for (const std::string& file : readable) {
            INFO(mode << " " << file);
            if (fs::exists(file)) {
                ++count;
                CHECK(seen(file, mode));
            }
        }
        CHECK(count >= 2);
        for (const std::string& file : secret) {
            INFO(mode << " " << file);
            CHECK_FALSE(seen(file, mode));
        }
    }
}

TEST_CASE("a command line is an AI; it may read the files that it names", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    const TemporaryFolder folder;
    fs::create_directory(folder / "my bots");
    write_file(folder / "my bots/book.txt", "1\n");
    write_file(
        folder / "my bots/bot.py",
        "import sys\nassert sys.argv[2:] == ['--depth', '3'], sys.argv\nopen(sys.argv[1]).read()\n" +
            gems_rules + "open('result.dat', 'w').write(f'{x1} {y1} {x2} {y2}')\n");
    const std::string line = "python3 'my bots/bot.py' \"my bots/book.txt\" --depth 3";
    const auto checked = [&](const std::string& ai, const std::string& place) {
        return run({referee(), "check", "--game", "gems", ai}, place);
    };
    check_said(checked(line, folder.path()), {"no problems found"});
    // Also where only root can enter: then it is a copy that plays.
    ::chmod((folder / "my bots").c_str(), 0700);
    check_said(checked(line, folder.path()), {"no problems found"});
    ::chmod((folder / "my bots").c_str(), 0755);
    const Output played =
        run({referee(), source_folder() + "/fields/gems/contest.dat", "--ai", line, "--ai",
             "depth=4=" + line, "--seats", "fixed"},
            folder.path());
    CHECK(played.status == 2); // a name ends at the first '='
    const Output named =
        run({referee(), source_folder() + "/fields/gems/contest.dat", "--ai", line, "--ai",
             "other=" + line, "--seats", "fixed", "--json"},
            folder.path());
    INFO(named.err);
    CHECK(named.status == 0);
    CHECK_THAT(named.out, ContainsSubstring("\"name\": \"bot.py\""));
    CHECK_THAT(named.out, ContainsSubstring("\"name\": \"other\""));
    check_said(
        checked("python3 nobot.py", folder.path()),
        {"there is no file 'nobot.py'; check the path"});
    check_said(
        checked("referee-no-such-program x", folder.path()),
        {"no program 'referee-no-such-program' in an AI's PATH (/usr/local/bin:/usr/bin:/bin)"});
}

TEST_CASE("a command line counts by its words and the bytes of its files", "[mistakes]") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "a");
    fs::create_directory(folder / "b");
    for (const std::string file : {"a/bot.sh", "b/bot.sh"}) {
        write_file(folder / file, "echo 0 0 0 1 > result.dat\n");
    }
    const auto hash = [&](const std::string& place, const std::string& line) {
        const std::string json =
            run({referee(), source_folder() + "/fields/gems/contest.dat", "--ai", line, "--ai",
                 gems_ai("random"), "--seats", "fixed", "--json"},
                place)
                .out;
        const std::size_t ais = json.find("\"ais\"");
        const std::size_t at = json.find("\"sha256\": \"", ais);
        REQUIRE(at != std::string::npos);
        return json.substr(at, 80);
    };
    const std::string of_a = hash(folder / "a", "sh bot.sh 1");
    CHECK(hash(folder / "b", "sh bot.sh 1") == of_a);
    CHECK(hash(folder / "a", "sh bot.sh 2") != of_a);
    write_file(folder / "b/bot.sh", "echo 0 0 1 0 > result.dat\n");
    CHECK(hash(folder / "b", "sh bot.sh 1") != of_a);
}

TEST_CASE("a pattern stands for the programs and folders that match", "[mistakes]") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "entries/two");
    fs::copy_file(gems_ai("random"), folder / "entries/one");
    fs::copy_file(gems_ai("random"), folder / "entries/two/ai");
    write_file(folder / "entries/two/ai.ini", "command = ai\nname = second\n");
    write_file(folder / "entries/README", "no AI\n");
    const std::string field = source_folder() + "/fields/gems/contest.dat";
    const auto play_with = [&](const std::vector<std::string>& ais) {
        std::vector<std::string> command{referee(), field, "--seats", "fixed"};
        for (const std::string& ai : ais) {
            command.insert(command.end(), {"--ai", ai});
        }
        return run(command, folder.path());
    };
    check_said(play_with({"entries/*"}), {"one ", "second "});
    CHECK(play_with({"entries/*"}).status == 0);
    check_said(play_with({"a=entries/*"}), {"it matches 2 AIs, which can't have one name"});
    check_said(play_with({"nothing/*"}), {"--ai nothing/*: it matches no AI"});
    check_said(
        run({referee(), "check", "--game", "gems", "entries/*"}, folder.path()),
        {"entries/one:", "entries/two:", "no problems found"});
}

TEST_CASE("the folders of create, --logs and --records are made", "[mistakes]") {
    const TemporaryFolder folder;
    CHECK(run({referee(), "create", folder / "a/b/field.dat", "--seed", "1"}).status == 0);
    const std::string field = folder / "a/b/field.dat";
    CHECK(
        run({referee(), field, "--ai", gems_ai("random"), "--ai", gems_ai("random"), "--seats",
             "fixed", "--logs", folder / "c/logs"})
            .status == 0);
    CHECK(fs::is_directory(folder / "c/logs"));
    CHECK(
        run({referee(), "tournament", "--fields", field, "--ai", "a=" + gems_ai("random"), "--ai",
             "b=" + gems_ai("random"), "--db", folder / "db.sqlite", "--records",
             folder / "d/records"})
            .status == 0);
    CHECK_FALSE(fs::is_empty(folder / "d/records"));
}

TEST_CASE("replay --show --turn shows one turn", "[mistakes]") {
    const TemporaryFolder folder;
    REQUIRE(play(gems_ai("reference-c"), {"--record", folder / "r.jsonl"}).status == 0);
    const auto show = [&](const std::vector<std::string>& options) {
        std::vector<std::string> command{referee(), "replay", folder / "r.jsonl", "--show"};
        command.insert(command.end(), options.begin(), options.end());
        return run(command);
    };
    const Output all = show({"--delay", "0"});
    CHECK_THAT(all.out, ContainsSubstring("\nturn   0 ") && ContainsSubstring("\nturn   3 "));
    const Output one = show({"--turn", "3"});
    CHECK(one.status == 0);
    CHECK_THAT(one.out, ContainsSubstring("\nturn   3 ") && ContainsSubstring("\nturn   2 "));
    CHECK(one.out.find("\nturn   1 ") == std::string::npos);
    CHECK(one.out.find("\nturn   4 ") == std::string::npos);
    check_said(show({"--turn", "100000"}), {"there is no turn 100000; the turns are 0 to "});
    CHECK(show({"--turn", "100000"}).status == 2);
    check_said(
        run({referee(), "replay", folder / "r.jsonl", "--turn", "1"}),
        {"--turn belongs to --show"});
}

TEST_CASE("in a terminal the keys step, stop and end a replay", "[mistakes]") {
    if (::access("/usr/bin/script", X_OK) != 0) {
        skipped().emplace_back("keys in a terminal: there is no script(1)");
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(play(gems_ai("reference-c"), {"--record", folder / "r.jsonl"}).status == 0);
    // Every board has the keys below it.
    const auto boards_after = [&](const std::string& pressed) {
        const Output output =
            run({"/bin/bash", "-c",
                 "printf '" + pressed + "' | script -qec '" + referee() + " replay " +
                     (folder / "r.jsonl") + " --show --turn 2' /dev/null"},
                "", {"TERM=dumb"});
        CHECK(output.status == 0);
        int count = 0;
        for (std::size_t at = 0;
             (at = output.out.find("left, right: step", at)) != std::string::npos; ++at) {
            ++count;
        }
        return count;
    };
    CHECK(boards_after("q") == 1);
    CHECK(boards_after("\\033[Dq") == 2);
    CHECK(boards_after("\\033[D\\033[Cq") == 3);
    CHECK(boards_after("\\033[C\\033OCq") == 3);
    CHECK(boards_after("xq") == 2);
    CHECK(boards_after(" q") == 2);
}
