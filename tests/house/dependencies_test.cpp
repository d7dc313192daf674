// scripts/install-dependencies, with stand-ins for Debian's tools: what it names, asks and
// installs.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace tests;

namespace {

namespace fs = std::filesystem;

/// A tree with the script, on a Debian on which nothing is installed. What is called is written
/// down.
class System {
  public:
    System() {
        for (const char* const name :
             {"scripts", "bin", "programs", "tests/browser/node_modules"}) {
            fs::create_directories(folder_ / name);
        }
        // Programs of this machine are none of that system.
        const std::string text = read_file(source_folder() + "/scripts/install-dependencies");
        const std::regex places("\nplaces=[^\n]*");
        REQUIRE(std::regex_search(text, places));
        write_script(
            folder_ / "scripts/install-dependencies",
            std::regex_replace(text, places, "\nplaces=" + (folder_ / "programs")));
        write_file(folder_ / "tests/browser/package-lock.json", "{}");
        write_file(folder_ / "tests/browser/node_modules/.installed-lock", "{}");
        write_file(folder_ / "absent", "");
        program("id", "echo 0");
        program("dpkg-query", "exit 1");
        program(
            "apt-cache", "shift; for package; do grep -qx \"$package\" ../absent || printf "
                         "'%s:\\n  Candidate: 1\\n' \"$package\"; done");
        program(
            "apt-get",
            "case $* in *--assume-no*) echo 'Need to get 12.3 MB/45.6 MB of archives.'; "
            "echo 'After this operation, 7890 kB of additional disk space will be used.'; exit 1 ;;\n"
            "download*) touch nginx_1_amd64.deb parallel_1_all.deb ;;\nesac\necho \"apt-get $*\" >>../called");
        program(
            "dpkg-deb",
            "mkdir -p \"$3/usr/sbin\"; echo '#!/bin/sh' >\"$3/usr/sbin/${2%%_*}\"; chmod +x \"$3/usr/sbin/${2%%_*}\"");
    }

    /// The programs of a package that comes from elsewhere.
    void add_program(const std::string& name) const {
        write_script(folder_ / ("programs/" + name), "#!/bin/sh\n");
    }
    /// A package that this release doesn't have.
    void withhold(const std::string& package) const {
        write_file(folder_ / "absent", package + "\n");
    }

    Output install(const std::vector<std::string>& options) const { return run(command(options)); }
    /// On a terminal, where the answer is typed.
    Output install_asking(const std::string& options, const std::string& answer) const {
        std::string line;
        for (const std::string& word : command({})) {
            line += word + " ";
        }
        return run(
            {"/bin/sh", "-c",
             "echo " + answer + " | script -qec '" + line + options + "' /dev/null"});
    }

    std::string called() const {
        return fs::exists(folder_ / "called") ? read_file(folder_ / "called") : "";
    }
    std::string operator/(const std::string& name) const { return folder_ / name; }

  private:
    TemporaryFolder folder_;

    void program(const std::string& name, const std::string& text) const {
        write_script(
            folder_ / ("bin/" + name),
            "#!/bin/sh\n" + std::regex_replace(text, std::regex("\\.\\./"), folder_.path() + "/") +
                "\n");
    }
    std::vector<std::string> command(const std::vector<std::string>& options) const {
        std::vector<std::string> words{
            "/usr/bin/env", "--unset=CI", "PATH=" + (folder_ / "bin") + ":/usr/bin:/bin",
            folder_ / "scripts/install-dependencies"};
        words.insert(words.end(), options.begin(), options.end());
        return words;
    }
};

} // namespace

TEST_CASE("the packages of a demo are few, those of all tests many", "[house]") {
    const System system;
    const std::string demo = system.install({"--dry-run"}).out;
    CHECK_THAT(demo, StartsWith("missing: "));
    CHECK_THAT(demo, ContainsSubstring(" g++ "));
    // Its lines end where there is a blank.
    CHECK_THAT(
        std::regex_replace(demo, std::regex(" \n"), " "),
        ContainsSubstring(" (12.3 MB to download, 7890 kB on the disk)\n"));
    for (const char* const other :
         {"nodejs", "clang", "rustc", "nginx", "firefox", "mandoc", "parallel"}) {
        INFO(other);
        CHECK_THAT(demo, !ContainsSubstring(other));
    }
    const std::string tests = system.install({"--dry-run", "--all-tests"}).out;
    for (const char* const kind :
         {"--browser", "--python", "--packages", "--wasm", "--languages", "--tests"}) {
        INFO(kind);
        std::istringstream words(system.install({"--dry-run", kind}).out);
        for (std::string word; words >> word && word != "(12.3";) {
            CHECK_THAT(tests, ContainsSubstring(word));
        }
    }
    CHECK_THAT(system.called(), !ContainsSubstring("install"));
}

TEST_CASE("without a terminal missing packages are installed at once", "[house]") {
    const System system;
    const Output output = system.install({"--wasm"});
    CHECK(output.status == 0);
    CHECK_THAT(system.called(), ContainsSubstring("apt-get install -y "));
    CHECK_THAT(system.called(), ContainsSubstring(" lld-19 "));
}

TEST_CASE("without a terminal --ask names the command and installs nothing", "[house]") {
    const System system;
    const Output stopped = system.install({"--ask", "--packages", "--browser"});
    CHECK(stopped.status == 1);
    CHECK_THAT(stopped.out, ContainsSubstring("missing: "));
    CHECK_THAT(
        stopped.err,
        ContainsSubstring(
            "install them with: scripts/install-dependencies --yes --packages --browser\n"));
    CHECK(system.called().empty());
    CHECK(!fs::exists(system / "build/tools"));
    CHECK(system.install({"--ask", "--yes", "--packages"}).status == 0);
    CHECK_THAT(system.called(), ContainsSubstring("apt-get install -y "));
}

TEST_CASE("only three targets of make install packages without asking", "[house]") {
    const std::set<std::string> free{"demo", "test", "dependencies"};
    std::vector<std::string> files{source_folder() + "/Makefile"};
    for (const auto& entry : fs::directory_iterator(source_folder() + "/scripts/make")) {
        files.push_back(entry.path().string());
    }
    std::set<std::string> found;
    for (const std::string& file : files) {
        std::istringstream lines(read_file(file));
        std::string target;
        for (std::string line; std::getline(lines, line);) {
            std::smatch begin;
            if (std::regex_search(line, begin, std::regex("^([a-z-]+):"))) {
                target = begin[1];
            }
            if (line.starts_with("\t@scripts/install-dependencies")) {
                INFO(target << ": " << line);
                found.insert(target);
                CHECK((line.find(" --ask") != std::string::npos) != free.contains(target));
            }
        }
    }
    CHECK(found.size() > free.size());
}

TEST_CASE("on a terminal nothing is installed before somebody has agreed", "[house]") {
    if (lacks("script", "what install-dependencies asks")) {
        return;
    }
    const System system;
    const Output refused = system.install_asking("--all-tests", "n");
    CHECK_THAT(refused.out, ContainsSubstring("MB to download"));
    CHECK_THAT(refused.out, ContainsSubstring("nothing was installed"));
    CHECK_THAT(refused.out, ContainsSubstring("LEAN=yes make test"));
    CHECK(refused.status == 1);
    CHECK_THAT(system.called(), !ContainsSubstring("install"));
    CHECK(!fs::exists(system / "build/tools"));
    CHECK(system.install_asking("--all-tests", "y").status == 0);
    CHECK_THAT(system.called(), ContainsSubstring("apt-get install -y "));
}

TEST_CASE("what would bring a service is only unpacked", "[house]") {
    const System system;
    const Output output = system.install({"--tests"});
    INFO(output.out << output.err);
    CHECK(output.status == 0);
    const std::string again = system.install({"--tests", "--dry-run"}).out;
    for (const std::string name : {"nginx", "parallel"}) {
        INFO(name);
        CHECK(fs::exists(system / ("build/tools/usr/sbin/" + name)));
        const std::regex installed("install [^\n]* " + name);
        CHECK_FALSE(std::regex_search(system.called(), installed));
        CHECK_THAT(again, !ContainsSubstring(name));
    }
    CHECK_THAT(system.called(), ContainsSubstring("apt-get download "));
}

TEST_CASE("programs from elsewhere count as installed", "[house]") {
    const System system;
    for (const char* const name : {"node", "npm", "chromium-headless-shell"}) {
        system.add_program(name);
    }
    const std::string missing = system.install({"--dry-run", "--browser", "--languages"}).out;
    for (const char* const package : {"nodejs", "npm", "chromium"}) {
        INFO(package);
        CHECK_THAT(missing, !ContainsSubstring(package));
    }
    CHECK_THAT(missing, ContainsSubstring("rustc"));
}

TEST_CASE("what a release doesn't have is left out", "[house]") {
    const System system;
    system.withhold("firefox-esr");
    const Output output = system.install({"--tests"});
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("lacks them or what they need: firefox-esr\n"));
    CHECK_THAT(system.called(), !ContainsSubstring("firefox-esr"));
    CHECK_THAT(system.called(), ContainsSubstring(" valgrind"));

    // Half of what WebAssembly needs is of no use.
    const System older;
    older.withhold("libc++-19-dev-wasm32");
    CHECK(older.install({"--wasm"}).status == 0);
    CHECK_THAT(older.called(), !ContainsSubstring("lld-19"));
}

TEST_CASE("install-dependencies explains its options", "[house]") {
    const System system;
    const Output help = system.install({"--help"});
    CHECK(help.status == 0);
    const Output wrong = system.install({"--brwser"});
    CHECK(wrong.status == 2);
    CHECK_THAT(wrong.err, ContainsSubstring("--help"));
    const std::string text = read_file(source_folder() + "/scripts/install-dependencies");
    const std::regex kind("\n    debian-([a-z]+)\\)");
    int count = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), kind), end; at != end; ++at) {
        const std::string name = (*at)[1];
        INFO(name);
        ++count;
        if (name != "base") {
            CHECK_THAT(help.out, ContainsSubstring("  --" + name + " "));
            CHECK(system.install({"--dry-run", "--" + name}).status == 0);
        }
    }
    CHECK(count >= 8);
}

TEST_CASE("whatever a script says is missing has a package", "[house]") {
    // Tests in C++ can't leave out anything for want of a program without a package: find_program()
    // fails. Those in a browser name what they need, and scripts look for it.
    std::set<std::string> known{"make wasm", "clang-19", "npm packages"};
    std::istringstream list(
        run({source_folder() + "/scripts/install-dependencies", "--programs"}).out);
    for (std::string program, package, kind; list >> program >> package >> kind;) {
        known.insert(program);
    }
    int count = 0;
    const auto check = [&](const fs::path& file, const std::string& pattern) {
        const std::string text = read_file(file.string());
        const std::regex named(pattern);
        for (std::sregex_iterator at(text.begin(), text.end(), named), end; at != end; ++at) {
            const std::string need = (*at)[1];
            INFO(file.string() << " needs " << need);
            ++count;
            CHECK(known.count(need) == 1);
        }
    };
    for (const auto& entry : fs::directory_iterator(source_folder() + "/scripts")) {
        if (entry.is_regular_file() &&
            read_file(entry.path().string()).find("\"skipped: ") != std::string::npos) {
            check(entry.path(), "command -v ([a-z0-9-]+)");
            check(entry.path(), "missing=\"\\$missing, ([^\"]+)\"");
        }
    }
    for (const char* const folder : {"/tests/browser", "/tests/browser/play", "/tests/wasm"}) {
        for (const auto& entry : fs::directory_iterator(source_folder() + folder)) {
            if (entry.path().extension() == ".mjs") {
                check(entry.path(), "\"needs ([^\"]+)\"");
            }
        }
    }
    CHECK(count >= 8);
}

TEST_CASE("the shell scripts have no mistake that shellcheck finds", "[house]") {
    if (lacks("shellcheck", "the shell scripts")) {
        return;
    }
    if (!fs::exists(source_folder() + "/.git")) {
        leave_out("the shell scripts", Need::git_checkout);
        return;
    }
    const Output output = run({source_folder() + "/scripts/check-scripts"});
    INFO(output.out << output.err);
    CHECK(output.status == 0);
}
