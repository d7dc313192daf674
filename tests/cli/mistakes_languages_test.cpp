// What `check` and `play` say of mistakes in programs in Go and Lua.

#include "support/catch.hpp"
#include "support/mistakes.hpp"
#include "support/skipped.hpp"

#include <unistd.h>

using namespace tests;

namespace {

const std::string new_files = "an AI can't create files: write result.dat in place";

/// Builds `FOLDER/ai` from the body of a main function.
void build_go(const TemporaryFolder& folder, const std::string& imports, const std::string& body) {
    write_file(
        folder / "ai.go",
        "package main\n\nimport (" + imports + ")\n\nfunc main() {\n" + body + "}\n");
    const Output built =
        run({"go", "build", "-o", "ai", "ai.go"}, folder.path(),
            {"GOCACHE=" + build_folder() + "/go-cache", "CGO_ENABLED=0"});
    INFO(built.err);
    REQUIRE(built.status == 0);
}

} // namespace

TEST_CASE("mistakes in Go are explained", "[mistakes][slow]") {
    if (lacks("go", "mistakes in Go")) {
        return;
    }
    const TemporaryFolder folder;
    const auto said = [&](const std::vector<std::string>& words,
                          const std::vector<std::string>& options = {}) {
        check_said(check(folder / "ai", "gems", options), words);
        check_said(play(folder / "ai", options), words);
    };
    build_go(
        folder, "\"os\"",
        "var f func(n int) string\n"
        "f = func(n int) string {\nif n == 0 {\nreturn os.Args[9]\n}\nreturn f(n-1) + \"x\"\n}\n"
        "f(20)\n");
    said(
        {"    | panic: runtime error: index out of range [9] with length 1\n",
         "    | goroutine 1 [running]:\n    | main.main.func1", "    |     " + folder.path()});
    build_go(folder, "\"log\"; \"os\"", "_, err := os.Create(\"log.txt\")\nlog.Fatal(err)\n");
    said({"open log.txt: permission denied", new_files});
    build_go(
        folder, "\"log\"; \"os\"", "_, err := os.ReadFile(\"gamefield.txt\")\nlog.Fatal(err)\n");
    said({"open gamefield.txt: no such file", "the files of the game are in the current folder"});
    build_go(
        folder, "\"os\"",
        "all := [][]byte{}\nfor {\nall = append(all, make([]byte, 1<<20))\nall[len(all)-1][0] = "
        "byte(len(os.Args))\n}\n");
    said(
        {"fatal error: runtime: ", "its memory limit of 128 MiB was reached"},
        {"--memory", "128M"});
}

TEST_CASE("mistakes in Lua are explained", "[mistakes][slow]") {
    if (lacks("lua", "mistakes in Lua")) {
        return;
    }
    const std::string lua = "#!/usr/bin/lua\n";
    try_mistake({"an index of nil", lua + "local t\nprint(t.x)\n", {"attempt to index"}});
    try_mistake(
        {"a log", lua + "assert(io.open('log.txt', 'w'))\n", {"log.txt: Permission", new_files}});
    try_mistake(
        {"a module",
         lua + "require 'numbers'\n",
         {"begin the program with: package.path = os.getenv("}});
    try_mistake(
        {"no such file",
         lua + "for line in io.lines('gamefield.txt') do end\n",
         {"gamefield.txt", "the files of the game are in the current folder"}});
    try_mistake(
        {"memory",
         lua + "local all = {}\nfor i = 1, 1e9 do all[i] = ('x'):rep(1e6) .. i end\n",
         {"its memory limit of 64 MiB was reached"},
         {"--memory", "64M"}});
}

TEST_CASE("the line that check names makes Lua find a module in the AI's folder", "[mistakes]") {
    if (lacks("lua", "a module of Lua")) {
        return;
    }
    const TemporaryFolder folder;
    const std::string first = "#!/usr/bin/lua\n";
    const std::string rest = "require 'reference'\n";
    write_file(folder / "ai.ini", "command = bot.lua\n");
    write_file(
        folder / "reference.lua", read_file(source_folder() + "/ai-samples/gems/reference.lua"));
    write_script(folder / "bot.lua", first + rest);
    const std::string said = check(folder.path(), "gems").out;
    const std::size_t begin = said.find("package.path = ");
    REQUIRE(begin != std::string::npos);
    const std::string line = said.substr(begin, said.find('\n', begin) + 1 - begin);
    write_script(folder / "bot.lua", first + line + rest);
    CHECK_THAT(check(folder.path(), "gems").out, ContainsSubstring("no problems found"));
}
