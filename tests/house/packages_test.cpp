// What is installed and what is packed: scripts/packages/README.md. `make deb` and `make rpm` build
// the whole once more, so they aren't run here; `make try-deb` tries the package.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using namespace tests;

std::string script(const std::string& name) {
    return source_folder() + "/scripts/" + name;
}

/// A prefix with all that `make install` installs.
struct Installed {
    TemporaryFolder folder;
    std::string prefix = folder / "a b/usr";

    Installed() {
        const Output output = run({script("install-files"), built(), prefix});
        INFO(output.err);
        REQUIRE(output.status == 0);
        fs::permissions(folder.path(), fs::perms(0755));
    }
    std::string operator/(const std::string& name) const { return prefix + "/" + name; }
};

std::string version() {
    const std::string out = run({referee_path(), "--version"}).out; // "referee 1.0.0"
    return out.substr(8, out.size() - 9);
}

std::set<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::set<std::string> words;
    for (std::string word; stream >> word;) {
        words.insert(word);
    }
    return words;
}

/// The packages of a line such as `debian-base) echo "PACKAGE PACKAGE=PROGRAM"`, which may go over
/// several lines.
std::set<std::string> dependencies(const std::string& kind) {
    const std::string text = read_file(script("install-dependencies"));
    const std::string begin = kind + ") echo \"";
    const std::size_t at = text.find(begin);
    REQUIRE(at != std::string::npos);
    const std::size_t from = at + begin.size();
    const std::string list = text.substr(from, text.find('"', from) - from);
    return words_of(std::regex_replace(list, std::regex("=[a-z0-9,-]+"), ""));
}

/// What only tests need, or what is always there where packages are built.
bool is_for_tests(const std::string& package) {
    static const std::set<std::string> names{
        "g++",    "gcc-c++",     "make", "binutils",    "python3-jsonschema", "python3-websockets",
        "catch2", "catch-devel", "gdb",  "glibc-static"};
    return names.count(package) > 0;
}

/// The packages of the compilers of shipped games, from a list of languages.
std::set<std::string> compilers(const std::string& kind) {
    const std::string text = read_file(script("install-dependencies"));
    std::set<std::string> packages;
    for (const auto& game : fs::directory_iterator(source_folder() + "/referee/games")) {
        const std::string ini = game.path() / "game.ini";
        std::smatch build;
        const std::string lines = fs::exists(ini) ? read_file(ini) : "";
        if (!std::regex_search(lines, build, std::regex("\nbuild = ([a-z]+)"))) {
            continue;
        }
        std::smatch package;
        CAPTURE(ini);
        const std::regex form(kind + "\\) echo \"[^\"]*?([a-z-]+)=" + build[1].str() + "[ ,\"]");
        REQUIRE(std::regex_search(text, package, form));
        packages.insert(package[1]);
    }
    return packages;
}

void check_same_packages(std::set<std::string> wanted, std::set<std::string> listed) {
    std::erase_if(wanted, is_for_tests);
    std::erase_if(listed, is_for_tests);
    CHECK(wanted == listed);
}

std::set<std::string> files_below(const std::string& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_directory()) {
            names.insert(fs::relative(entry.path(), folder).string());
        }
    }
    return names;
}

/// `make install` or `make uninstall` into a folder, without building anything. `module`: what
/// stands for the Python module, which may not have been built.
void make_install(
    const std::string& goal, const std::string& root, const std::string& prefix,
    const std::string& module) {
    const Output output = run(
        {"/usr/bin/env", "--chdir=" + source_folder(), "--unset=MAKEFLAGS", "--unset=MAKELEVEL",
         "--unset=MFLAGS", "make", "--no-print-directory", "--old-file=all",
         "BUILD=" + fs::relative(built(), source_folder()).string(), "DESTDIR=" + root,
         "PREFIX=" + prefix, "PYTHON=/usr/bin/python3", "python_module=" + module, goal});
    INFO(output.out << output.err);
    REQUIRE(output.status == 0);
}

/// The programs that a systemd unit starts.
std::vector<std::string> programs_of_unit(const std::string& text) {
    std::vector<std::string> programs;
    const std::regex line("\nExec[A-Za-z]*=([^ \n]+)");
    for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at) {
        programs.push_back(
            std::regex_replace((*at)[1].str(), std::regex("\\\\x20"), " ")); // as systemd reads it
    }
    return programs;
}

/// The AIs that an installed INI file names are installed too.
void check_ais_of(const fs::path& ini) {
    INFO(ini.string());
    std::istringstream lines(read_file(ini));
    int count = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("ai = ", 0) == 0) {
            const std::string path = line.substr(line.find_last_of("= ") + 1);
            INFO(path);
            ++count;
            CHECK((path.find('*') != std::string::npos || fs::exists(ini.parent_path() / path)));
        }
    }
    CHECK(count >= 1);
}

} // namespace

TEST_CASE(
    "the installed referee plays its demo without a compiler", "[packages][end-to-end][slow]") {
    const Installed installed;
    const TemporaryFolder folder;
    const Output output =
        run({installed / "bin/referee", "demo"}, folder.path(), {"PATH=/nonexistent"});
    INFO(output.out << output.err);
    REQUIRE(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("result: depth3 wins the match"));
    CHECK_THAT(output.out, ContainsSubstring("every move and state matches"));
    CHECK_THAT(read_file(folder / "demo.html"), ContainsSubstring("</html>"));
    CHECK(output.out.find(build_folder() + "/") == std::string::npos);
    // The commands that it shows can be repeated.
    std::string line = output.out.substr(output.out.find("\n$ ") + 3);
    line = line.substr(0, line.find('\n'));
    CHECK(run({"/bin/sh", "-c", line}, folder.path()).status == 0);
}

TEST_CASE(
    "everything is installed where README says, readable for all", "[packages][end-to-end][slow]") {
    const Installed installed;
    for (const char* const name :
         {"bin/referee", "share/man/man1/referee.1", "share/man/man5/referee-ai.5",
          "share/man/man5/referee-field.5", "share/bash-completion/completions/referee",

          "share/doc/referee/scripts/season/season.ini"}) {
        INFO(name);
        CHECK(fs::is_regular_file(installed / name));
    }
    const std::string gems_rules = "referee/games/gems/README.md";
    for (const std::string& page : {std::string("README.md"), gems_rules}) {
        CHECK(fs::is_regular_file(installed / ("share/doc/referee/" + page)));
    }
    for (const char* const picture :
         {"referee/pages/replay.png", "ai-samples/spe_ed/learned/curve.svg"}) {
        CHECK(fs::is_regular_file(installed / ("share/doc/referee/" + std::string(picture))));
    }
    for (const auto& entry : fs::recursive_directory_iterator(installed.prefix)) {
        INFO(entry.path().string());
        CHECK_FALSE(entry.is_symlink());
        const auto rights = entry.status().permissions();
        CHECK((rights & fs::perms::others_read) != fs::perms::none);
        CHECK((rights & fs::perms::others_write) == fs::perms::none);
    }
    // All AIs but nothing of a build, and no field is an AI's to read.
    CHECK(fs::exists(installed / "lib/referee/ai/gems/reference-python"));
    const std::string page = run({installed / "bin/referee", "games", "gems"}).out;
    CHECK_THAT(page, ContainsSubstring(installed / "share/referee/fields/gems"));
    CHECK_THAT(page, ContainsSubstring("/share/doc/referee/" + gems_rules));
    int inis = 0;
    for (const auto& entry : fs::recursive_directory_iterator(installed / "share/referee/fields")) {
        if (entry.path().extension() == ".ini") {
            ++inis;
            check_ais_of(entry.path());
        }
    }
    CHECK(inis >= 5);
}

TEST_CASE("uninstalling leaves nothing, and what isn't ours", "[packages][end-to-end][slow]") {
    const Installed installed;
    write_file(installed / "bin/other", "not ours");
    REQUIRE(run({script("install-files"), "--remove", installed.prefix}).status == 0);
    CHECK(files_below(installed.prefix) == std::set<std::string>{"bin/other"});
}

TEST_CASE(
    "what is installed lies below the prefix, and names what lies there",
    "[packages][end-to-end][slow]") {
    const TemporaryFolder source;
    const std::string module = source / "_native.so";
    write_file(module, "");
    for (const std::string prefix : {"/usr", "/opt/a b"}) {
        const TemporaryFolder root;
        CAPTURE(prefix);
        make_install("install", root.path(), prefix, module);
        int units = 0;
        int modules = 0;
        for (const std::string& file : files_below(root.path())) {
            INFO(file);
            CHECK(("/" + file).starts_with(prefix + "/"));
            CHECK_FALSE(file.starts_with("usr/local/"));
            modules += file.ends_with("/referee_games/_native.so") ? 1 : 0;
            if (!file.ends_with(".service")) {
                continue;
            }
            ++units;
            std::string text = read_file(root / file);
            for (const std::string& program : programs_of_unit(text)) {
                INFO(program);
                const bool is_ours = program.find("referee") != std::string::npos;
                CHECK(fs::exists(is_ours ? root.path() + program : program));
            }
            // systemd looks for the program, too.
            const std::string analyze = installed_program("systemd-analyze", "installed units");
            if (!analyze.empty()) {
                text = std::regex_replace(text, std::regex("\nExecStart="), "$&" + root.path());
                const std::string unit = source / fs::path(file).filename().string();
                write_file(unit, text);
                const Output verified = run({analyze, "verify", unit});
                CHECK(verified.status == 0);
                CHECK_THAT(verified.err, !ContainsSubstring(".service:"));
            }
        }
        CHECK(units == 1);
        CHECK(modules == 1);
        const std::string manual = read_file(root / (prefix + "/share/man/man1/referee.1"));
        CHECK_THAT(
            manual,
            ContainsSubstring(
                std::regex_replace(prefix, std::regex(" "), "\\ ") + "/lib/referee/ai/gems/"));
        make_install("uninstall", root.path(), prefix, module);
        CHECK(files_below(root.path()).empty());
    }
}

TEST_CASE(
    "the tarball builds without git in a folder with blanks", "[packages][end-to-end][slow]") {
    const TemporaryFolder folder;
    REQUIRE(run({script("make-tarball"), "referee-1", folder / "sources.tar.gz"}).status == 0);
    const std::string place = folder / "a folder with blanks";
    fs::create_directories(place);
    REQUIRE(run({"tar", "-xzf", folder / "sources.tar.gz", "-C", place}).status == 0);
    const std::string sources = place + "/referee-1";
    // A git that says that it was called.
    fs::create_directories(folder / "bin");
    write_script(folder / "bin/git", "#!/bin/sh\ntouch \"${0%/*}/../called\"\nexit 1\n");
    const std::vector<std::string> environment{
        "PATH=" + (folder / "bin") + ":/usr/local/bin:/usr/bin:/bin", "MAKEFLAGS=", "MAKELEVEL=0",
        "SAN="};
    const Output made =
        run({"make", "-j1", "build/ai/gems/reference", "build/ai/gems/reference-python",
             "build/ai/gems/reference-c", "build/generated/starter_files.cpp",
             "build/generated/games_list.hpp", "build/generated/web_files.cpp"},
            sources, environment);
    INFO(made.out << made.err);
    REQUIRE(made.status == 0);
    const Output played = run(
        {referee_path(), sources + "/fields/gems/contest.dat", "--ai",
         sources + "/build/ai/gems/reference", "--ai", sources + "/build/ai/gems/reference-c"});
    INFO(played.err);
    CHECK(played.status == 0);
    CHECK_THAT(played.out, ContainsSubstring("no faults"));
    // A tarball of the tarball has the same files.
    const Output packed = run({"make", "dist"}, sources, environment);
    INFO(packed.err);
    REQUIRE(packed.status == 0);
    CHECK_FALSE(fs::exists(folder / "called"));
    fs::create_directories(folder / "again");
    REQUIRE(
        run({"tar", "-xzf", sources + "/build/referee-" + version() + ".tar.gz", "-C",
             folder / "again", "--strip-components=1"})
            .status == 0);
    fs::remove_all(sources + "/build");
    CHECK(files_below(folder / "again") == files_below(sources));
}

TEST_CASE(
    "the tarball has what git has, the same bytes each time", "[packages][end-to-end][slow]") {
    if (!fs::exists(source_folder() + "/.git")) {
        leave_out("the files of the tarball", Need::git_checkout);
        return;
    }
    const TemporaryFolder folder;
    for (const char* const name : {"one.tar.gz", "two.tar.gz"}) {
        REQUIRE(run({script("make-tarball"), "x", folder / name}).status == 0);
    }
    CHECK(read_file(folder / "one.tar.gz") == read_file(folder / "two.tar.gz"));
    const std::string packed = run({"tar", "-tzf", folder / "one.tar.gz"}).out;
    const std::string known =
        run({"/bin/sh", "-c",
             "git ls-files | while read -r f; do [ ! -e \"$f\" ] || echo \"x/$f\"; done"},
            source_folder())
            .out;
    CHECK(words_of(packed) == words_of(known));
}

TEST_CASE("no program tells when or where it was compiled", "[packages]") {
    int count = 0;
    for (const char* const room : {"referee", "ai-samples", "ai-reference"}) {
        for (const auto& entry : fs::recursive_directory_iterator(source_folder() + "/" + room)) {
            const std::string ending = entry.path().extension();
            if (ending == ".cpp" || ending == ".hpp" || ending == ".c") {
                ++count;
                const std::string text = read_file(entry.path());
                INFO(entry.path());
                CHECK(!std::regex_search(text, std::regex("__(DATE|TIME|TIMESTAMP|FILE)__")));
            }
        }
    }
    CHECK(count > 300);
    // Go writes the folder into its programs, if no option forbids it.
    for (const auto& game : fs::directory_iterator(source_folder() + "/referee/games")) {
        const std::string ini = game.path() / "game.ini";
        if (fs::exists(ini) && read_file(ini).find("build = go ") != std::string::npos) {
            INFO(ini);
            CHECK_THAT(read_file(ini), ContainsSubstring(" -trimpath "));
        }
    }
}

TEST_CASE("all packages and pages have the version of the program", "[packages]") {
    const std::string packages = source_folder() + "/scripts/packages/";
    CHECK(read_file(packages + "debian/changelog").rfind("referee (" + version() + ") ", 0) == 0);
    CHECK_THAT(
        read_file(packages + "referee.spec"),
        ContainsSubstring("\nVersion:        " + version() + "\n"));
    CHECK_THAT(
        read_file(source_folder() + "/CHANGELOG.md"), ContainsSubstring("\n## " + version() + " "));
    for (const char* const page : {"man/referee.1", "man/referee-ai.5", "man/referee-field.5"}) {
        INFO(page);
        CHECK_THAT(
            read_file(source_folder() + "/referee/" + page),
            ContainsSubstring("\"referee " + version() + "\""));
    }
}

TEST_CASE("no package names an address that nobody reads", "[packages]") {
    for (const auto& entry :
         fs::recursive_directory_iterator(source_folder() + "/scripts/packages")) {
        if (entry.is_regular_file()) {
            INFO(entry.path());
            const std::string text = read_file(entry.path());
            CHECK(!std::regex_search(text, std::regex("[a-z]@[a-z]|[a-z]\\.(example|invalid)\\b")));
        }
    }
}

TEST_CASE("packages need what install-dependencies installs", "[packages]") {
    const std::string packages = source_folder() + "/scripts/packages/";
    const std::string control = read_file(packages + "debian/control");
    const std::size_t from = control.find("Build-Depends:") + 14;
    std::string list = control.substr(from, control.find("\nBuild-Depends-Indep:", from) - from);
    list.erase(std::remove(list.begin(), list.end(), ','), list.end());
    list = std::regex_replace(list, std::regex("debhelper-compat \\(= 13\\)"), "");
    std::set<std::string> needed = dependencies("debian-base");
    needed.merge(compilers("debian-languages"));
    check_same_packages(words_of(list), needed);

    const std::string spec = read_file(packages + "referee.spec");
    std::set<std::string> required;
    const std::regex line("\nBuildRequires: ([^\n]*)");
    for (std::sregex_iterator at(spec.begin(), spec.end(), line), end; at != end; ++at) {
        required.merge(words_of((*at)[1]));
    }
    needed = dependencies("fedora-base");
    needed.merge(compilers("fedora-languages"));
    check_same_packages(required, needed);
}

TEST_CASE("packages say of each language whether its AIs are in them", "[packages]") {
    const std::string makefile = read_file(source_folder() + "/scripts/make/ais.mk");
    const std::regex tool("\ntool_([A-Za-z#]+) ");
    int count = 0;
    for (std::sregex_iterator at(makefile.begin(), makefile.end(), tool), end; at != end; ++at) {
        const std::string language = (*at)[1];
        if (language == "C" || language == "Bash") {
            continue; // always there
        }
        INFO(language);
        ++count;
        for (const char* const file : {"debian/rules", "referee.spec"}) {
            CHECK_THAT(
                read_file(source_folder() + "/scripts/packages/" + file),
                ContainsSubstring(" tool_" + language + "="));
        }
    }
    CHECK(count >= 7);
}

TEST_CASE("the man pages are well-formed", "[packages]") {
    const std::string mandoc = installed_program("mandoc", "the form of the man pages");
    if (!mandoc.empty()) {
        const std::string pages = source_folder() + "/referee/man/referee-";
        for (const std::string& page :
             {built("man/referee.1"), pages + "ai.5", pages + "field.5"}) {
            const Output output = run({mandoc, "-T", "lint", "-W", "warning", page});
            CHECK(output.out + output.err == "");
        }
    }
}

TEST_CASE("rpm reads the specification", "[packages]") {
    const std::string rpmspec = installed_program("rpmspec", "scripts/packages/referee.spec");
    if (!rpmspec.empty()) {
        const Output output = run(
            {rpmspec, "-q", "--qf", "%{name} %{version}\n",
             source_folder() + "/scripts/packages/referee.spec"});
        INFO(output.err);
        CHECK(output.out == "referee " + version() + "\n");
    }
}

TEST_CASE("the list of what the program is made of has all libraries of the build", "[packages]") {
    const auto list = [] {
        const Output output =
            run({script("packages/spdx"), referee_path(), version()}, "",
                {"SOURCE_DATE_EPOCH=1700000000"});
        CAPTURE(output.err);
        REQUIRE(output.status == 0);
        return output.out;
    };
    const std::string text = list();
    CHECK(text == list());
    const auto document = nlohmann::json::parse(text);
    CHECK(document["creationInfo"]["created"] == "2023-11-14T22:13:20Z");
    std::set<std::string> described;
    for (const auto& part : document["packages"]) {
        const auto name = part["name"].get<std::string>();
        CAPTURE(name);
        CHECK(!(fs::exists("/usr/bin/dpkg-query") && part.value("versionInfo", "").empty()));
        described.insert(part["SPDXID"].get<std::string>());
    }
    // Each -lNAME of the build, by the beginning of its package.
    const std::string flags = read_file(source_folder() + "/scripts/make/flags.mk");
    const std::size_t at = flags.find("\nLIBS");
    REQUIRE(at != std::string::npos);
    const std::string linked = run({"ldd", referee_path()}).out;
    int libraries = 0;
    for (std::string word : words_of(flags.substr(at, flags.find('\n', at + 1) - at))) {
        if (!word.starts_with("-l") ||
            (linked.find("lib" + word.substr(2)) == std::string::npos && word != "-lSQLiteCpp")) {
            continue; // nothing of it is used
        }
        ++libraries;
        std::transform(word.begin(), word.end(), word.begin(), [](unsigned char letter) {
            return static_cast<char>(letter == '_' ? '-' : std::tolower(letter));
        });
        const std::string library = word.substr(2);
        CAPTURE(library);
        CHECK(std::any_of(described.begin(), described.end(), [&](const std::string& id) {
            return id.starts_with("SPDXRef-lib" + library) ||
                   id.starts_with("SPDXRef-" + library + "lib"); // zlib
        }));
    }
    CHECK(libraries > 5);
    // Archives are read by a library that is loaded when it is needed.
    const auto& relations = document["relationships"];
    CHECK(std::count_if(relations.begin(), relations.end(), [](const auto& relation) {
              return relation["relationshipType"] == "OPTIONAL_DEPENDENCY_OF" &&
                     relation["spdxElementId"].template get<std::string>().starts_with(
                         "SPDXRef-libarchive");
          }) == 1);
    CHECK(document["relationships"].size() == described.size());
}
