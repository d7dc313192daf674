// `build =` in the sandbox: referee/season/README.md, "Building".

#include "season/arena.hpp"
#include "support/skipped.hpp"

#include <unistd.h>

using namespace season_tests;

namespace {

/// A program of the system that the users of a sandbox can reach; empty if there is none.
std::string tool(const std::string& name) {
    for (const char* const place : {"/usr/local/bin/", "/usr/bin/", "/bin/"}) {
        const std::string path = place + name;
        std::error_code code;
        const fs::path end = fs::canonical(path, code);
        if (!code && end.string().rfind("/usr/", 0) == 0 && ::access(path.c_str(), X_OK) == 0) {
            return path;
        }
    }
    return "";
}

struct Source {
    std::string tool; ///< that the build needs
    std::string file;
    std::string text;
    std::string build;
    std::string command;
};

/// Programs that let the sample AI of another language choose: what counts is that they were built
/// here, and play legally.
const std::vector<Source>& sources() {
    static const std::vector<Source> list{
        {"g++", "ai.cpp",
         tests::read_file(tests::source_folder() + "/ai-reference/gems/reference.cpp"),
         "g++ -O1 -o ai ai.cpp", "ai"},
        {"rustc", "ai.rs",
         tests::read_file(tests::source_folder() + "/ai-samples/gems/reference.rs"),
         "rustc --edition 2021 -O -o ai ai.rs", "ai"},
        {"javac", "Reference.java",
         tests::read_file(
             tests::source_folder() + "/ai-samples/gems/reference-java/Reference.java"),
         "javac Reference.java", "java -cp {dir} -XX:+UseSerialGC -Xmx64m Reference"},
        {"go", "ai.go", tests::read_file(tests::source_folder() + "/ai-samples/gems/reference.go"),
         "go build -o ai ai.go", "ai"},
        // Debian's TypeScript comes without types for Node.
        {"tsc", "ai.ts",
         tests::read_file(tests::source_folder() + "/ai-samples/gems/reference.js") +
             "declare const require: any, process: any;\n",
         "tsc --allowJs --outDir out ai.ts", "node {dir}/out/ai.js"},
    };
    return list;
}

std::string folder_with(const Cup& cup, const Source& source, const std::string& name) {
    const std::string folder = cup.path("../drafts/" + name);
    fs::create_directories(folder);
    write_file(folder + "/" + source.file, source.text);
    write_file(
        folder + "/ai.ini",
        fmt::format("command = {}\nbuild = {}\n", source.command, source.build));
    return folder;
}

} // namespace

TEST_CASE(
    "sources are built in the sandbox by the compilers of the distribution",
    "[season][tournament][build][slow]") {
    for (const Source& source : sources()) {
        DYNAMIC_SECTION(source.tool) {
            if (tool(source.tool).empty() || source.text.empty()) {
                tests::leave_out_without(
                    source.tool, "building by " + source.tool + " in the sandbox");
                return;
            }
            const Cup cup("games = 1\n");
            cup.hand_in_player("bob", "1", 50);
            cup.hand_in("alice", "1", folder_with(cup, source, source.tool));
            cup.play();
            const std::string note = cup.note("alice", "1");
            INFO(note);
            CHECK_THAT(note, ContainsSubstring("It plays."));
            CHECK_THAT(note, ContainsSubstring("built: " + source.build));
            const fs::directory_iterator version(cup.path("versions/alice"));
            REQUIRE(version != fs::directory_iterator());
            CHECK(fs::exists(version->path() / source.file));
            CHECK_FALSE(fs::exists(version->path() / ".cache"));
        }
    }
}

TEST_CASE(
    "a build that fails is rejected with what the compiler says", "[season][tournament][build]") {
    const Cup cup;
    cup.hand_in_player("bob", "1", 50);
    Source source{"", "ai.c", "int main(void) { return nothing; }\n", "", "ai"};
    SECTION("an error in the source") {
        source.build = "gcc -o ai ai.c";
        cup.hand_in("alice", "1", folder_with(cup, source, "wrong"));
        cup.play();
        CHECK_THAT(cup.note("alice", "1"), ContainsSubstring("rejected. No version of this entry"));
        CHECK_THAT(cup.note("alice", "1"), ContainsSubstring("nothing"));
    }
    SECTION("no command") {
        source.build = "no-such-compiler ai.c";
        cup.hand_in("alice", "1", folder_with(cup, source, "none"));
        cup.play();
        CHECK_THAT(cup.note("alice", "1"), ContainsSubstring("not found"));
    }
}

TEST_CASE(
    "a build has no network, and reads and writes its own folder only",
    "[season][build][hostile]") {
    const Cup cup("games = 1\nbuild-limit = 20s\nbuild-size = 1M\n");
    cup.hand_in_player("bob", "1", 50);
    fs::create_directories(cup.path("notes"));
    const auto build = [&](const std::string& name, const std::string& command) {
        cup.hand_in("alice", name, folder_with(cup, {"", "x", "x", command, "ai"}, name));
    };
    build("reads", "cat " + cup.path("season.ini"));
    build("writes", "echo x > " + cup.path("notes/stolen"));
    build("large", "dd if=/dev/zero of=big bs=1M count=3");
    build("sums", "for i in 1 2 3; do dd if=/dev/zero of=big$i bs=700k count=1; done");
    build("network", "exec 3<>/dev/tcp/127.0.0.1/22 || bash -c 'exec 3<>/dev/tcp/127.0.0.1/22'");
    cup.play();
    for (const char* const name : {"reads", "writes", "large", "sums", "network"}) {
        INFO(name << ": " << cup.note("alice", name));
        CHECK_THAT(cup.note("alice", name), ContainsSubstring("rejected."));
    }
    CHECK_THAT(cup.note("alice", "reads"), ContainsSubstring("Permission denied"));
    CHECK_THAT(cup.note("alice", "sums"), ContainsSubstring("too large"));
    CHECK(!fs::exists(cup.path("notes/stolen")));
}

TEST_CASE(
    "a note says what only the organiser could see: a folder too deep, a large version",
    "[season][tournament][build]") {
    const Cup cup("games = 1\nbuild-size = 8M\n");
    const std::string folder = cup.path("../drafts/around");
    fs::create_directories(folder + "/my-ai");
    write_file(folder + "/my-ai/ai.ini", "command = ai\n");
    cup.hand_in("deep", "1", folder);
    const std::string large = cup.player_folder("large", 50);
    write_file(large + "/book", std::string(2U << 20U, 'x'));
    cup.hand_in("large", "1", large);
    cup.hand_in_player("small", "1", 50);
    CHECK(cup.play().status == 0);
    CHECK_THAT(
        cup.note("deep", "1"),
        ContainsSubstring("the file ai.ini lies one folder down, in 'my-ai'"));
    CHECK_THAT(
        cup.note("large", "1"), ContainsSubstring(" MiB in 3 files; a version may have 8.0 MiB"));
    CHECK_THAT(cup.note("small", "1"), !ContainsSubstring("it is large"));
}

TEST_CASE("a build that never ends is ended", "[season][tournament][build][slow]") {
    const Cup cup("games = 1\nbuild-limit = 1s\n");
    cup.hand_in_player("bob", "1", 50);
    cup.hand_in("alice", "1", folder_with(cup, {"", "x", "x", "sleep 1000", "ai"}, "long"));
    cup.play();
    CHECK_THAT(cup.note("alice", "1"), ContainsSubstring("timeout"));
}
