// Limits of the shell and of the disk end a command with one line that names them.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"
#include "support/stored/stored_tournament.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

using tests::Output;

/// Runs the referee in a shell after `before`.
Output run_after(const std::string& before, const std::string& arguments) {
    return tests::run(
        {"sh", "-c", fmt::format("{} && exec {} {}", before, tests::referee_path(), arguments)});
}

bool is_one_line(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n') == 1 && text.starts_with("referee: ");
}

} // namespace

TEST_CASE("a limit on the size of files ends a command with one line", "[end-to-end][limits]") {
    const tests::TemporaryFolder folder;
    const Output written = run_after(
        "ulimit -f 1",
        fmt::format(
            "{}/fields/gems/contest.dat --ai {} --ai {} --record {}", tests::source_folder(),
            tests::gems_ai("reference"), tests::gems_ai("reference"), folder / "game.jsonl"));
    CAPTURE(written.err);
    CHECK(written.status == 1);
    CHECK_THAT(written.err, ContainsSubstring("ulimit -f"));
    CHECK(is_one_line(written.err));
}

TEST_CASE("a stack that is too small is named before anything begins", "[end-to-end][limits]") {
    if (tests::is_skipped_with_sanitizers("small stack: sanitizers need a larger one")) {
        return;
    }
    const Output output = run_after("ulimit -s 128", "games");
    CHECK(output.status == 2);
    CHECK_THAT(output.err, ContainsSubstring("run 'ulimit -s 8192' first"));
    CHECK(is_one_line(output.err));
    CHECK(run_after("ulimit -s 256", "games").status == 0);
}

TEST_CASE("a full disk isn't called a file that is no database", "[end-to-end][limits]") {
    const tests::TemporaryFolder folder;
    tests::store_tournament(folder / "db.sqlite", 9);
    const Output output = tests::run(
        {"unshare", "-rm", "sh", "-c",
         fmt::format(
             "cd {} && mkdir small && mount -t tmpfs -o size=400k none small || exit 77\n"
             "cp db.sqlite small/ && dd if=/dev/zero of=small/rest bs=4k 2>/dev/null\n"
             "exec {} report small/db.sqlite",
             folder.path(), tests::referee_path())});
    if (output.status == 77 || output.status == 127 || output.err.starts_with("unshare")) {
        tests::leave_out("a full disk", tests::Need::mounts);
        return;
    }
    CAPTURE(output.err);
    CHECK(output.status == 1);
    CHECK_THAT(output.err, ContainsSubstring("the disk is full; free some space"));
    CHECK(is_one_line(output.err));
}
