// The Makefile's record of flags: what is compiled again after a change, and what isn't.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using namespace tests;

namespace {

/// Calls make as from a shell for the record of flags of a build in that folder.
Output make_flags(const std::string& build, const std::vector<std::string>& options = {}) {
    std::vector<std::string> command{"/usr/bin/env",      "--chdir=" + source_folder(),
                                     "--unset=MAKEFLAGS", "--unset=MAKELEVEL",
                                     "--unset=MFLAGS",    "make",
                                     "BUILD=" + build,    build + "/flags"};
    command.insert(command.end(), options.begin(), options.end());
    return run(command);
}

} // namespace

TEST_CASE("make keeps the flags of a build however it is called", "[end-to-end][slow]") {
    const std::vector<std::vector<std::string>> calls{
        {}, {"-j2"}, {"-k"}, {"--no-print-directory"}};
    for (const std::vector<std::string>& options : calls) {
        INFO("options: " << (options.empty() ? "none" : options[0]));
        const TemporaryFolder folder;
        const Output output = make_flags(folder.path(), options);
        INFO(output.err);
        CHECK(output.status == 0);
        CHECK_THAT(read_file(folder / "flags"), ContainsSubstring("-std=c++20"));
    }
}

TEST_CASE("make writes the flags again only when they have changed", "[end-to-end][slow]") {
    const TemporaryFolder folder;
    const std::string flags = folder / "flags";
    CHECK(make_flags(folder.path()).status == 0);
    const auto written = std::filesystem::last_write_time(flags);
    CHECK(make_flags(folder.path()).status == 0);
    CHECK(std::filesystem::last_write_time(flags) == written);
    // A dry run changes nothing.
    CHECK(make_flags(folder.path(), {"-n", "OPTIMISE=-O0"}).status == 0);
    CHECK(std::filesystem::last_write_time(flags) == written);
    CHECK(make_flags(folder.path(), {"OPTIMISE=-O0"}).status == 0);
    CHECK_THAT(read_file(flags), ContainsSubstring("-O0"));
}

TEST_CASE("a copied tree uses its own games, fields and AIs: no link is absolute", "[end-to-end]") {
    const fs::path build = fs::canonical(built());
    const fs::path source = fs::canonical(source_folder());
    int links = 0;
    const auto check = [&](const fs::path& path) {
        if (!fs::is_symlink(path)) {
            return;
        }
        INFO(path.string() << " -> " << fs::read_symlink(path).string());
        ++links;
        CHECK(fs::read_symlink(path).is_relative());
        CHECK(fs::exists(path));
        // Nor does it lead out of the tree and back.
        const std::string inside =
            fs::relative(path.parent_path() / fs::read_symlink(path), source).string();
        CHECK_FALSE(inside.starts_with(".."));
    };
    for (const char* const name : {"games", "fields", "demo", "ai"}) {
        check(build / name);
        for (const auto& entry : fs::recursive_directory_iterator(build / name)) {
            check(entry.path());
        }
    }
    CHECK(links > 10);
}

TEST_CASE("files of a unit that clash are compiled one by one", "[end-to-end]") {
    const TemporaryFolder folder;
    write_file(
        folder / "a.cpp",
        "namespace { int value() { return 4; } }\nint first() { return value(); }\n");
    const auto compile = [&](const std::string& second) {
        write_file(folder / "b.cpp", second);
        write_file(folder / "unit.cpp", "#include \"a.cpp\"\n #include \"b.cpp\"\n");
        return run(
            {source_folder() + "/scripts/make/compile-together", "unit.o", "unit.cpp", "c++",
             "-std=c++20"},
            folder.path());
    };
    const auto answer = [&] {
        write_file(
            folder / "main.cpp",
            "int first(); int second();\nint main() { return 10 * first() + second(); }\n");
        REQUIRE(run({"c++", "main.cpp", "unit.o", "-o", "program"}, folder.path()).status == 0);
        return run({folder / "program"}).status;
    };
    const Output together =
        compile("int second() { return value() + 1; }\n"); // sees the other file
    CHECK(together.out + together.err == "");
    CHECK(answer() == 45);

    const Output apart =
        compile("namespace { int value() { return 2; } }\nint second() { return value(); }\n");
    CHECK(apart.status == 0);
    CHECK_THAT(apart.out, ContainsSubstring("one by one, because of b.cpp:1:"));
    CHECK(answer() == 42);

    const Output wrong = compile("int second() { return nothing; }\n");
    CHECK(wrong.status != 0);
    CHECK_THAT(wrong.err, ContainsSubstring("b.cpp:1:"));
}

TEST_CASE("a program is replaced when it is whole, not written in place", "[end-to-end]") {
    for (const std::string program : {"build/referee", "build/demo/referee"}) {
        const Output output = run(
            {"/usr/bin/env", "--chdir=" + source_folder(), "--unset=MAKEFLAGS", "--unset=MAKELEVEL",
             "--unset=MFLAGS", "make", "-n", "-W", "referee/main.cpp", program});
        INFO(output.err);
        REQUIRE(output.status == 0);
        CHECK_THAT(
            output.out, ContainsSubstring(" -o " + program + ".new ") &&
                            ContainsSubstring("mv -f " + program + ".new " + program + "\n") &&
                            !ContainsSubstring(" -o " + program + " "));
    }
}
