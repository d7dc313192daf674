// Files that commands write: missing folders are created, a file that can't be written is an error
// before anything is played, and no output replaces what is read.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <algorithm>
#include <filesystem>

namespace fs = std::filesystem;
using namespace tests;

namespace {

/// A field for a match of two moves, and a record of it.
struct Scene {
    TemporaryFolder folder;
    std::string field = folder / "field.dat";
    std::string record = folder / "record.jsonl";

    Scene() {
        REQUIRE(
            run({referee_path(), "create", field, "--seed", "1", "--set", "max_moves=2"}).status ==
            0);
        REQUIRE(play({"--record", record, "--seats", "fixed"}).status == 0);
    }

    std::vector<std::string> match(const std::vector<std::string>& options) const {
        std::vector<std::string> command{referee_path(),    field,  "--ai",
                                         gems_ai("random"), "--ai", gems_ai("reference")};
        command.insert(command.end(), options.begin(), options.end());
        return command;
    }

    Output play(const std::vector<std::string>& options) const { return run(match(options)); }
};

/// Exit status 2, one line on standard error, and nothing was played.
void check_refused(const Output& output, const std::string& message) {
    INFO(output.out << output.err);
    CHECK(output.status == 2);
    CHECK_THAT(output.err, ContainsSubstring(message));
    CHECK(std::count(output.err.begin(), output.err.end(), '\n') == 1);
    CHECK(output.out.empty());
}

} // namespace

TEST_CASE("the missing folders above a file to write are created", "[end-to-end]") {
    const Scene scene;
    const std::string a = gems_ai("random");
    const std::string b = gems_ai("reference");
    const TemporaryFolder& folder = scene.folder;
    const std::vector<std::pair<std::string, std::vector<std::string>>> commands{
        {"match/a/x.jsonl", scene.match({"--record", folder / "match/a/x.jsonl"})},
        {"match/b/x.html", scene.match({"--html", folder / "match/b/x.html"})},
        {"work/a/.", scene.match({"--work", folder / "work/a"})},
        {"replay/a/x.html",
         {referee_path(), "replay", scene.record, "--html", folder / "replay/a/x.html"}},
        {"rerun/a/x.jsonl",
         {referee_path(), "rerun", scene.record, "--ai", b, "--notes", folder / "rerun/a/x.jsonl"}},
        {"tournament/a/x.sqlite",
         {referee_path(), "tournament", "--fields", scene.field, "--ai", a, "--ai", b, "--db",
          folder / "tournament/a/x.sqlite"}},
    };
    for (const auto& [file, command] : commands) {
        const Output output = run(command);
        INFO(file << "\n" << output.err);
        CHECK(output.status == 0);
        CHECK(fs::exists(folder / file));
    }
}

TEST_CASE("a page that can't be written is an error before the match", "[end-to-end]") {
    const Scene scene;
    const std::string below_file = scene.field + "/page.html";
    check_refused(
        scene.play({"--html", below_file}),
        below_file + ": the page can't be written (Not a directory); name another file");
    check_refused(
        scene.play({"--html", scene.folder.path(), "--force"}),
        "the page can't be written (Is a directory)");
    fs::create_symlink("loop", scene.folder / "loop");
    check_refused(
        scene.play({"--html", scene.folder / "loop"}),
        "the page can't be written (Too many levels of symbolic links)");
    const std::string page = scene.folder / "page.html";
    check_refused(scene.play({"--html", page, "--logs", scene.field}), "the folder can't be");
    check_refused(
        scene.play({"--html", page, "--record", scene.record}), "the record already exists");
    CHECK_FALSE(fs::exists(page)); // the attempt leaves nothing
}

TEST_CASE("no output replaces what is read, even with --force", "[end-to-end]") {
    const Scene scene;
    const std::string field = read_file(scene.field);
    const std::string record = read_file(scene.record);
    const std::string new_file = scene.folder / "new";
    const std::string same_file = scene.folder.path() + "/./new";
    check_refused(scene.play({"--force", "--record", scene.field}), "this is the field");
    check_refused(scene.play({"--force", "--html", scene.field}), "this is the field");
    check_refused(scene.play({"--record", new_file, "--html", same_file}), "this is the record");
    check_refused(
        run({referee_path(), "replay", scene.record, "--html", scene.record, "--force"}),
        "this is the record being read");
    check_refused(
        run(
            {referee_path(), "play", "--from", scene.record, "--turn", "1", "--ai",
             gems_ai("random"), "--ai", gems_ai("random"), "--html", scene.record, "--force"}),
        "this is the record being read");
    CHECK(read_file(scene.field) == field);
    CHECK(read_file(scene.record) == record);
    CHECK_FALSE(fs::exists(new_file));
}
