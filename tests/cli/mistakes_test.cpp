// What beginners do wrong in a program, and what `check` and `play` tell them: each row is a
// program and what the output must contain.

#include "support/catch.hpp"
#include "support/mistakes.hpp"
#include "support/skipped.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>

namespace fs = std::filesystem;
using namespace tests;

TEST_CASE("for a program that can't be started the exact command is given", "[mistakes]") {
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

TEST_CASE("the source of a program is told how it becomes one", "[mistakes]") {
    const TemporaryFolder folder;
    const std::string starters = run({referee_path(), "new", "--list"}).out;
    const std::vector<std::vector<std::string>> sources{
        {"Bot.java", "Java", "javac Bot.java", "java -cp {dir} Bot"},
        {"bot.c", "C", "gcc -O2 -o bot bot.c", "bot"},
        {"bot.cpp", "C++", "g++ -O2 -o bot bot.cpp", "bot"},
        {"bot.rs", "Rust", "rustc -O -o bot bot.rs", "bot"},
        {"bot.go", "Go", "go build -o bot bot.go", "bot"}};
    for (const std::vector<std::string>& source : sources) {
        const std::string file = folder / source[0];
        write_file(file, "int main() {}\n");
        const std::string todo = fmt::format(
            "{}: the source of a program in {}; put it into a folder of its own, build it there ({}), and name "
            "the folder; its ai.ini says 'command = {}' and 'build = {}', as 'referee new "
            "--language {} DIR' writes it\n",
            file, source[1], source[2], source[3], source[2], source[1]);
        check_said(check(file, "gems"), {todo});
        CHECK(play(file).err == "referee: " + todo);
        CHECK_THAT(starters, ContainsSubstring("gems " + source[1] + "\n")); // there is such a one
    }
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
    said(std::string("\xff\xfe#\0!\0", 6), "ai: it is in UTF-16; save it as UTF-8");
    said("#!/usr/bin/no-python\n", "its interpreter '/usr/bin/no-python' doesn't exist");
    said("print()\n", "add a first line like '#!/usr/bin/env python3'");
}

TEST_CASE("files that an interpreter reads are named if they are saved wrongly", "[mistakes]") {
    const TemporaryFolder folder;
    const auto said = [&](const std::string& file, const std::string& text,
                          const std::string& words) {
        const std::string ai = folder / ("ai-" + file);
        fs::create_directories(ai);
        write_file(ai + "/ai.ini", "command = sh {dir}/" + file + "\r\n"); // this one may
        write_file(ai + "/" + file, text);
        check_said(check(ai, "gems", {"--turns", "1"}), {words});
    };
    said(
        "lines.sh", "echo 0 0 0 1 >result.dat\r\n",
        "the lines of 'lines.sh' end with CR LF, as on");
    said(
        "wide.sh",
        std::string(
            "\xff\xfe"
            "e\0c\0",
            6),
        "'wide.sh' is in UTF-16; save it as UTF-8");
    const std::string ini = folder / "wide";
    fs::create_directories(ini);
    write_file(
        ini + "/ai.ini", std::string(
                             "\xff\xfe"
                             "c\0",
                             4));
    check_said(check(ini, "gems"), {"wide/ai.ini:1: the file is in UTF-16; save it as UTF-8"});
}

TEST_CASE("an AI that was packed with the folder around it is found", "[mistakes]") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "pack/my-ai");
    write_file(folder / "pack/my-ai/ai.ini", "command = sh\n");
    check_said(
        check(folder / "pack", "gems"),
        {"pack: its ai.ini lies one folder down, in 'my-ai'; name or"});
    // Several are a folder of AIs.
    fs::create_directories(folder / "pack/other");
    write_file(folder / "pack/other/ai.ini", "command = sh\n");
    check_said(check(folder / "pack", "gems"), {"a folder without ai.ini", "/pack/*'"});
}

TEST_CASE("processes that an AI starts in a loop are told, not that it waited", "[mistakes]") {
    if (lacks("perl", "a loop of forks")) {
        return;
    }
    const TemporaryFolder folder;
    const std::vector<std::string> options{"--turns", "1",           "--time-limit",
                                           "300ms",   "--processes", "64"};
    write_script(folder / "silent", "#!/usr/bin/perl\nfork while 1;\n");
    const Output silent = check(folder / "silent", "gems", options);
    check_said(silent, {" more processes", "hint: it started processes until its time was over"});
    write_script(
        folder / "loud",
        "#!/usr/bin/perl\nwhile (defined(fork)) {}\nprint STDERR \"Cannot fork\\n\";\nsleep 9;\n");
    const Output loud = check(folder / "loud", "gems", options);
    check_said(loud, {"hint: its limit of 64 processes and threads was reached"});
    for (const Output& output : {silent, loud}) {
        CHECK_THAT(output.out, !ContainsSubstring("it was waiting"));
    }
}

TEST_CASE("an interpreter where AIs may not read is named with a way out", "[mistakes]") {
    if (is_skipped_with_thread_sanitizer("interpreter: ThreadSanitizer hides a failed start")) {
        return;
    }
    const TemporaryFolder folder;
    const std::string bin = folder / "venv/bin";
    fs::create_directories(bin);
    fs::copy_file("/bin/bash", bin + "/mybash");
    write_script(folder / "ai", "#!" + bin + "/mybash\necho 0 0 0 1 > result.dat\n");
    const std::vector<std::string> said{
        "AIs may not read its interpreter " + bin + "/mybash; use one in /usr",
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
        CHECK_THAT(output.out, ContainsSubstring("exit status 1\n    |   File \""));
    }
}

TEST_CASE("a caught exception with an answer is not a mistake", "[mistakes]") {
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

TEST_CASE("an exception caused by the sandbox is explained", "[mistakes][slow]") {
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
        {"a log in /tmp",
         "open('/tmp/referee-no-such-log', 'w')",
         {no_new_files, "they are in the current folder, not in '/tmp'"}},
        {"the answer in /tmp",
         "open('/tmp/result.dat', 'w')",
         {no_new_files, "they are in the current folder, not in '/tmp'"}},
        {"a log in the current folder by its whole path",
         "import os\nopen(os.path.abspath('log.txt'), 'w')",
         {"(files = log.txt)\n"}},
        {"an error that it catches and prints",
         "try:\n  open('log.txt', 'w')\nexcept OSError as error:\n  print(error)",
         {no_new_files, "files = log.txt"}},
        {"a socket", "import socket\nsocket.socket()", {"an AI has no network"}},
        {"a signal",
         "import os\nos.kill(os.getppid(), 9)",
         {"an AI can't send signals to other processes"}},
        {"a log beside the program", "open(__file__ + '.log', 'w')", {no_new_files}},
        {"a file renamed to result.dat",
         "open('new', 'w').write('0 0 0 1')\nimport os\nos.rename('new', 'result.dat')",
         {no_new_files}},
        {"result.dat removed first",
         "import os\nos.remove('result.dat')",
         {"result.dat already exists and can't be replaced or removed; open it and write in "
          "place"}},
        {"the state looked for beside the program",
         "import os\nopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), "
         "'gamefield.dat'))",
         {"gamefield.dat is in the current folder, not in the program's"}},
        {"result.dat written beside the program",
         "import os\nopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'result.dat'), "
         "'w')",
         {"result.dat is in the current folder, not in the program's"}},
        {"a pool of processes",
         "import multiprocessing\nmultiprocessing.Pool(2)",
         {"multiprocessing.Pool doesn't work", "What is different in the sandbox"}},
        {"a module that isn't there",
         "import referee_no_such_module",
         {"AIs can't find the module 'referee_no_such_module'",
          "pip install --target FOLDER referee_no_such_module"}},
        {"a class that java doesn't find",
         "import sys\nsys.exit('Caused by: java.lang.ClassNotFoundException: Bot')",
         {"java can't find the class 'Bot': compile it", "java -cp {dir}"}},
        {"too much memory",
         "x = bytearray(1 << 40)",
         {"its memory limit of 2048 MiB was reached (--memory)"}},
        {"nothing listens",
         "raise ConnectionRefusedError(111, 'Connection refused')",
         {"nothing accepts connections on that port: start the server before the match"}},
    };
    for (const Mistake& mistake : mistakes) {
        Mistake whole = mistake;
        whole.text = python + mistake.text + "\n";
        try_mistake(whole);
    }
}

TEST_CASE("too many threads are reported with the limit", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    try_mistake(
        {"too many threads",
         python + "import threading, time\nfor i in range(100):\n"
                  "    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n",
         {"its limit of 20 processes and threads was reached (--processes)"},
         {"--processes", "20", "--time-limit", "60s"}});
}

TEST_CASE("a file or module beside a single program needs a folder", "[mistakes]") {
    if (has_no_python()) {
        return;
    }
    const TemporaryFolder folder;
    write_file(folder / "helper.py", "x = 1\n");
    write_file(folder / "book.txt", "e4\n");
    const std::vector<std::pair<std::string, std::string>> rows{
        {"import helper", "'helper.py' is in the program's folder"},
        {"open('book.txt')", "'book.txt' is in the program's folder"},
        {"import os\nopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'book.txt'))",
         "'book.txt' is in the program's folder"},
    };
    for (const auto& [text, said] : rows) {
        INFO(text);
        write_script(folder / "ai.py", python + text + "\n");
        for (const Output& output : {check(folder / "ai.py", "gems"), play(folder / "ai.py")}) {
            check_said(
                output, {said, "a single program may read only itself",
                         "a folder with an ai.ini that says 'command = ai.py'"});
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

TEST_CASE("a file of the folder is named by {dir} in its command", "[mistakes]") {
    const TemporaryFolder folder;
    write_file(folder / "ai.sh", "echo 0 0 0 1 >result.dat\n");
    write_file(folder / "ai.ini", "command = sh ai.sh\n");
    check_said(
        check(folder.path(), "gems"),
        {"'ai.sh' is in the AI's folder, but the current folder is the work folder",
         "write '{dir}/ai.sh' in the command of ai.ini"});
    // What it says helps: the program runs, whatever its moves are worth.
    write_file(folder / "ai.ini", "command = sh {dir}/ai.sh\n");
    CHECK_THAT(check(folder.path(), "gems").out, !ContainsSubstring("current folder"));
}

TEST_CASE("a module that isn't Python's is not to be installed by pip", "[mistakes]") {
    const TemporaryFolder folder;
    write_file(
        folder / "ai.sh",
        "echo \"Error: Cannot find module 'referee-no-such-module'\" >&2\nexit 1\n");
    write_file(folder / "ai.ini", "command = sh {dir}/ai.sh\n");
    const Output output = check(folder.path(), "gems");
    check_said(output, {"AIs can't find the module 'referee-no-such-module'"});
    CHECK_THAT(output.out, !ContainsSubstring("pip install"));
}

TEST_CASE("a module in a home folder is reported as such", "[mistakes]") {
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
        {"the module 'referee_numpy' is in a home folder, which AIs may not read",
         "pip install --target " + (folder / "ai") + " referee_numpy"});
    // What it says helps: pip would put it there.
    fs::create_directories(folder / "ai/referee_numpy");
    write_script(
        folder / "ai/ai.py", python + "import referee_numpy\n" + gems_rules +
                                 "open('result.dat', 'w').write(f'{x1} {y1} {x2} {y2}')\n");
    CHECK_THAT(check(folder / "ai", "gems").out, ContainsSubstring("no problems found"));
}
