// AIs started by root run as users that own nothing. Their files may be where such a user can't go,
// as in a checkout below /root.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

using namespace tests;

namespace {

namespace fs = std::filesystem;

bool is_not_root(const char* what) {
    if (::geteuid() == 0) {
        return false;
    }
    leave_out(what, Need::root);
    return true;
}

/// A folder that only root can enter, with a place for copies that all can.
struct Closed {
    TemporaryFolder folder;
    TemporaryFolder copies;
    std::string field = folder / "field.dat";

    Closed() {
        ::chmod(folder.path().c_str(), 0700);
        write_file(
            field, "game gems\nmax_moves 4\n[stones]\n" +
                       read_file(source_folder() + "/fields/gems/standard-001.dat"));
    }
    /// Plays against a good AI.
    Output play(const std::string& ai, const std::string& mode = "default") const {
        return run(
            {referee_path(), field, "--ai", ai, "--ai", gems_ai("random"), "--json", "--confine",
             mode, "--seats", "fixed"},
            "", {"TMPDIR=" + copies.path()});
    }
};

/// What the AI under test wrote into notes.dat in its first move, or what went wrong.
std::string notes_of(const Output& output) {
    const auto match = nlohmann::json::parse(output.out, nullptr, false);
    if (output.status != 0 || !match.is_object()) {
        return "status " + std::to_string(output.status) + ": " + output.err;
    }
    for (const auto& fault : match.at("games").at(0).at("faults")) {
        return fault.at("printed").get<std::string>();
    }
    return "no fault";
}

const std::array modes{"none", "default", "strict"};

/// Ends with a fault, so that what it prints is in the match's JSON.
void write_failing(const std::string& path, const std::string& commands) {
    write_script(path, "#!/bin/bash\n{ " + commands + "\n} >&2\nexit 5\n");
    ::chmod(path.c_str(), 0700);
}

} // namespace

TEST_CASE("in a closed folder a single file runs as a separate user", "[closed]") {
    if (is_not_root("closed folders")) {
        return;
    }
    const Closed closed;
    write_failing(closed.folder / "my-ai", "echo $UID ${0##*/} ${0%/*}");
    for (const char* const mode : modes) {
        INFO(mode);
        const Output output = closed.play(closed.folder / "my-ai", mode);
        const std::string printed = notes_of(output);
        INFO(printed);
        CHECK(std::atoi(printed.c_str()) >= 60600);
        CHECK_THAT(printed, ContainsSubstring(" my-ai " + closed.copies.path()));
        CHECK(output.err.empty()); // nothing has to be said about it
        CHECK(fs::is_empty(closed.copies.path()));
    }
}

TEST_CASE("in a closed folder an AI's folder is whole, with links inside and outside", "[closed]") {
    if (is_not_root("closed folders")) {
        return;
    }
    const Closed closed;
    const std::string ai = closed.folder / "ai";
    fs::create_directories(ai + "/data/deep");
    write_file(ai + "/data/deep/book", "a move");
    ::chmod((ai + "/data/deep/book").c_str(), 0600);
    fs::create_symlink("data/deep/book", ai + "/near");
    fs::create_symlink(ai + "/data", ai + "/by-whole-path");
    fs::create_symlink("/usr/bin/env", ai + "/far");
    fs::create_symlink("nowhere", ai + "/dangling");
    write_failing(
        ai + "/run", "cd \"$1\"; [ \"$1\" = \"$REFEREE_AI_DIR\" ] && echo same\n"
                     "cat near by-whole-path/deep/book; readlink far dangling\n"
                     "[ -x run ] && [ ! -x near ] && echo modes");
    write_file(ai + "/ai.ini", "command = run {dir}\n");
    for (const char* const mode : modes) {
        INFO(mode);
        CHECK(
            notes_of(closed.play(ai, mode)) == "same\na movea move/usr/bin/env\nnowhere\nmodes\n");
    }
}

TEST_CASE("in a closed folder a program may be a link to elsewhere", "[closed]") {
    if (is_not_root("closed folders")) {
        return;
    }
    const Closed closed;
    fs::create_directories(closed.folder / "ai");
    write_failing(closed.folder / "source.sh", "echo started by ${0##*/}");
    fs::create_symlink("source.sh", closed.folder / "link");
    CHECK(notes_of(closed.play(closed.folder / "link")) == "started by link\n");
    fs::create_symlink("../source.sh", closed.folder / "ai/program");
    write_file(closed.folder / "ai/ai.ini", "command = program\n");
    CHECK(notes_of(closed.play(closed.folder / "ai")) == "started by program\n");
}

TEST_CASE("an open folder with one closed file in it is played as if it were closed", "[closed]") {
    if (is_not_root("closed folders")) {
        return;
    }
    const Closed closed;
    const TemporaryFolder open;
    write_file(open / "book", "a move");
    ::chmod((open / "book").c_str(), 0600);
    write_failing(open / "run", "cat $REFEREE_AI_DIR/book");
    ::chmod((open / "run").c_str(), 0755);
    write_file(open / "ai.ini", "command = run\n");
    CHECK(notes_of(closed.play(open.path())) == "a move");
}

TEST_CASE("an AI can't change the files that it is played from", "[closed]") {
    if (is_not_root("closed folders")) {
        return;
    }
    const Closed closed;
    const std::string ai = closed.folder / "ai";
    fs::create_directory(ai);
    write_file(ai + "/book", "a move");
    write_failing(
        ai + "/run", "cd $REFEREE_AI_DIR; for file in book run .; do\n"
                     "touch $file && echo touched; chmod 777 $file && echo changed\n"
                     "done 2>/dev/null\n"
                     "{ rm -f book; echo x > book; mv run run2; echo x > new; } 2>/dev/null\n"
                     "ls; cat book");
    write_file(ai + "/ai.ini", "command = run\n");
    for (const char* const mode : modes) {
        INFO(mode);
        CHECK(notes_of(closed.play(ai, mode)) == "ai.ini\nbook\nrun\na move");
    }
}

TEST_CASE(
    "an interpreter that the AI's user can't reach is reported before the match", "[closed]") {
    if (is_not_root("closed folders")) {
        return;
    }
    const Closed closed;
    const std::string shell = closed.folder / "sh";
    fs::copy_file("/bin/sh", shell);
    write_script(closed.folder / "script", "#!" + shell + "\nexit 0\n");
    Output output = closed.play(closed.folder / "script");
    CHECK(output.status == 2);
    CHECK_THAT(
        output.err, ContainsSubstring(
                        "script: its interpreter " + shell +
                        " can't be used: other users can't enter " + closed.folder.path()));
    const std::string ai = closed.folder / "ai";
    fs::create_directory(ai);
    write_file(ai + "/ai.ini", "command = " + shell + " {dir}/script\n");
    output = closed.play(ai);
    CHECK(output.status == 2);
    CHECK_THAT(output.err, ContainsSubstring("ai: its program " + shell + " can't be used"));
    CHECK(std::count(output.err.begin(), output.err.end(), '\n') == 1);
}

TEST_CASE("a field in an AI's own folder is refused though the AI gets a copy", "[closed]") {
    if (is_not_root("closed folders")) {
        return;
    }
    const Closed closed;
    const std::string ai = closed.folder / "ai";
    fs::create_directory(ai);
    write_failing(ai + "/run", "cat $REFEREE_AI_DIR/field.dat");
    write_file(ai + "/ai.ini", "command = run\n");
    fs::copy_file(closed.field, ai + "/field.dat");
    const Output output =
        run({referee_path(), ai + "/field.dat", "--ai", ai, "--ai", gems_ai("random")});
    CHECK(output.status == 2);
    CHECK_THAT(
        output.err, ContainsSubstring("the field could be read by ai, because it lies in " + ai));
}

TEST_CASE("a hard link to the field in an AI's folder is found", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string field = folder / "field.dat";
    fs::copy_file(source_folder() + "/fields/gems/contest.dat", field);
    fs::create_directories(folder / "ai/data");
    write_script(folder / "ai/run", "#!/bin/sh\ncat $REFEREE_AI_DIR/data/x >&2\nexit 5\n");
    write_file(folder / "ai/ai.ini", "command = run\n");
    const auto play = [&] {
        return run({referee_path(), field, "--ai", folder / "ai", "--ai", gems_ai("random")});
    };
    CHECK(play().status == 0);
    fs::create_hard_link(field, folder / "ai/data/x");
    const Output output = play();
    CHECK(output.status == 2);
    CHECK_THAT(
        output.err, ContainsSubstring(
                        "field.dat: the field could be read by ai, because " +
                        (folder / "ai/data/x") + " is the same file (a hard link)"));
    // Another name elsewhere does no harm.
    fs::rename(folder / "ai/data/x", folder / "x");
    CHECK(play().status == 0);
    // Nor does it without confinement, where the AI can read the field itself.
    fs::create_hard_link(field, folder / "ai/data/x");
    CHECK(
        run({referee_path(), field, "--ai", folder / "ai", "--ai", gems_ai("random"), "--confine",
             "none"})
            .status == 0);
}
