// Control groups of referees that were killed: referee/sandbox/README.md, "Limits".

#include "sandbox/memory_group.hpp"
#include "support/catch.hpp"
#include "support/processes.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

namespace {

/// A match whose first AI never ends its first move. The process that it starts, which doesn't end
/// with it, has "MARK child" in its command line.
pid_t start_match(const tests::TemporaryFolder& folder, const std::string& mark) {
    const std::string ai = folder / mark;
    tests::write_script(ai, "#!/bin/sh\nsh -c 'sleep 1000; exit' '" + mark + " child' &\nwait\n");
    return tests::start(
        {tests::referee_path(), tests::source_folder() + "/fields/gems/contest.dat", "--ai",
         "a=" + ai, "--ai", "b=" + tests::gems_ai("reference"), "--time-limit", "none", "--confine",
         "none"});
}

} // namespace

TEST_CASE(
    "what a killed referee and its keepers leave is ended by the next one, and nobody else's",
    "[memory-group][end-to-end]") {
    if (!referee::unbounded_memory().empty()) {
        tests::leave_out("abandoned groups", tests::Need::memory_group);
        return;
    }
    const tests::TemporaryFolder folder;
    const pid_t living = start_match(folder, "living");
    const pid_t dead = start_match(folder, "abandoned");
    REQUIRE(tests::comes_true([&] {
        return !tests::processes_with("living child").empty() &&
               !tests::processes_with("abandoned child").empty();
    }));
    const std::vector<pid_t> abandoned = tests::processes_with("abandoned child");
    std::vector<pid_t> ours = tests::children_of(dead); // its keepers
    ours.insert(ours.begin(), dead);
    for (const pid_t pid : ours) {
        ::kill(pid, SIGSTOP); // so that no keeper sees the referee's end first
    }
    for (const pid_t pid : ours) {
        ::kill(pid, SIGKILL);
    }
    tests::wait_for_exit(dead);
    CHECK(!std::all_of(abandoned.begin(), abandoned.end(), tests::has_ended)); // as is to be shown
    CHECK(
        tests::run({tests::referee_path(), "check", "--game", "gems", tests::gems_ai("reference")})
            .status == 0);
    CHECK(tests::comes_true(
        [&] { return std::all_of(abandoned.begin(), abandoned.end(), tests::has_ended); }));
    CHECK(!tests::processes_with("living child").empty());
    CHECK(!tests::has_ended(living));
    ::kill(living, SIGTERM);
    tests::exit_within(living);
}
