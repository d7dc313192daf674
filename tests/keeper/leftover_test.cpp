// Nothing may be left behind, however the referee ends: no process, no folder, no descriptor.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace tests;

namespace {

constexpr int max_looks = 12'000; ///< of 10 ms each

/// The work folders that exist now.
std::set<std::string> work_folders(const std::string& base) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(base)) {
        names.insert(entry.path().filename().string());
    }
    return names;
}

/// Waits until no process has this text in its command line; the kernel ends them soon, but not at
/// once. False after two minutes.
bool all_gone(const std::string& text) {
    for (int look = 0; look < max_looks; ++look) {
        const std::vector<pid_t> left = processes_with(text);
        if (left.empty()) {
            return true;
        }
        const int exit = static_cast<int>(::syscall(SYS_pidfd_open, left[0], 0));
        pollfd event{exit, POLLIN, 0};
        ::poll(&event, exit >= 0 ? 1 : 0, 10);
        ::close(exit);
    }
    return false;
}

/// Waits until a process with this text runs. False after two minutes.
bool has_begun(const std::string& text) {
    for (int look = 0; look < max_looks; ++look) {
        if (!processes_with(text).empty()) {
            return true;
        }
        ::poll(nullptr, 0, 10);
    }
    return false;
}

pid_t parent_of(pid_t pid) {
    std::istringstream status(read_of_process(pid, "status"));
    for (std::string word; status >> word;) {
        if (word == "PPid:") {
            pid_t parent = 0;
            status >> parent;
            return parent;
        }
    }
    return 0;
}

/// The child of the referee above the processes with this text; 0 if there is none.
pid_t keeper_of(const std::string& text, pid_t referee) {
    pid_t keeper = processes_with(text).at(0);
    while (keeper > 1 && parent_of(keeper) != referee) {
        keeper = parent_of(keeper);
    }
    return keeper;
}

/// An AI that starts more processes in their own groups and sessions; all of them sleep. The marker
/// in their command lines identifies them.
void write_sleeper(const std::string& path, const std::string& marker) {
    write_script(
        path, "#!/bin/bash\n"
              "setsid bash -c 'exec -a " +
                  marker +
                  " sleep 1000' &\n"
                  "(bash -c 'exec -a " +
                  marker +
                  " sleep 1000' &)\n"
                  "exec -a " +
                  marker + " sleep 1000\n");
}

/// The number of descriptors of a referee and of those keepers that can be inspected.
std::ptrdiff_t count_descriptors(pid_t referee) {
    const std::string process = "/proc/" + std::to_string(referee);
    std::vector<std::string> folders{process + "/fd"};
    std::ifstream children(process + "/task/" + std::to_string(referee) + "/children");
    for (pid_t child = 0; children >> child;) {
        folders.push_back("/proc/" + std::to_string(child) + "/fd");
    }
    std::ptrdiff_t count = 0;
    for (const std::string& folder : folders) {
        std::error_code code;
        const std::filesystem::directory_iterator entries(folder, code);
        count += std::distance(begin(entries), end(entries));
    }
    return count;
}

} // namespace

TEST_CASE(
    "1,000 games leave no process, no folder and no descriptor behind", "[end-to-end][slow]") {
    const TemporaryFolder folder;
    const TemporaryFolder work;
    std::filesystem::copy_file(gems_ai("reference-c"), folder / "leftover-test-ai");
    REQUIRE(
        run({referee_path(), "create", folder / "f.dat", "--seed", "1", "--set", "max_moves=2"})
            .status == 0);
    for (int match = 0; match < 500; ++match) { // two games each
        const Output output = run(
            {referee_path(), folder / "f.dat", "--ai", folder / "leftover-test-ai", "--ai",
             folder / "leftover-test-ai", "--work", work.path()});
        REQUIRE(output.status == 0);
    }
    CHECK(processes_with("leftover-test-ai").empty());
    CHECK(work_folders(work.path()).empty());
}

TEST_CASE("the number of descriptors does not grow from game to game", "[end-to-end]") {
    // In each move the AI waits for a pipe of that turn; meanwhile the referee is idle.
    constexpr int turns = 60;
    const TemporaryFolder folder;
    write_script(
        folder / "ai", "#!/bin/bash\n"
                       "read word < '" +
                           (folder / "pipe") +
                           "'$(sed -n 's/^turn //p' match.dat)\n"
                           "echo 9 9 9 9 > result.dat\n");
    for (int turn = 0; turn < turns; ++turn) {
        const std::string pipe = (folder / "pipe") + std::to_string(turn);
        REQUIRE(::mkfifo(pipe.c_str(), 0644) == 0);
    }
    REQUIRE(
        run({referee_path(), "create", folder / "f.dat", "--seed", "1", "--set",
             "max_moves=" + std::to_string(turns), "--set", "illegal_penalty=0"})
            .status == 0);
    // Unconfined, or it could not open the pipes.
    const pid_t referee_pid = start(
        {referee_path(), folder / "f.dat", "--ai", folder / "ai", "--ai", folder / "ai",
         "--time-limit", "60s", "--confine", "none"});
    std::vector<std::ptrdiff_t> counts;
    for (int move = 0; move < 2 * turns; ++move) {
        const std::string pipe = (folder / "pipe") + std::to_string(move % turns);
        int writer = -1;
        for (int look = 0; look < 10'000 && writer < 0; ++look) {
            writer = ::open(pipe.c_str(), O_WRONLY | O_NONBLOCK); // fails until there is a reader
            ::poll(nullptr, 0, writer < 0 ? 1 : 0);
        }
        REQUIRE(writer >= 0);
        counts.push_back(count_descriptors(referee_pid));
        ::close(writer);
    }
    CHECK(wait_for_exit(referee_pid) == 0);
    // From the third move on both AIs have their files; nothing is added after that.
    CHECK(counts[2] > 10);
    CHECK(counts[2] == counts.back());
}

TEST_CASE("SIGINT, SIGTERM and SIGHUP end the game, the AIs and their folders", "[end-to-end]") {
    const TemporaryFolder folder;
    int number = 0;
    for (const int signal : std::array{SIGINT, SIGTERM, SIGHUP}) {
        const TemporaryFolder work;
        const std::string marker = "leftover-sleeper-" + std::to_string(++number);
        write_sleeper(folder / marker, marker);
        const pid_t pid = start(
            {referee_path(), source_folder() + "/fields/gems/contest.dat", "--ai", folder / marker,
             "--ai", gems_ai("random"), "--work", work.path(), "--record",
             folder / (marker + ".r")});
        REQUIRE(has_begun(marker + " 1000"));
        ::kill(pid, signal);
        CHECK(wait_for_exit(pid) == 128 + signal);
        CHECK(all_gone(marker));
        CHECK(work_folders(work.path()).empty());
        // The incomplete record is readable.
        const Output replay = run({referee_path(), "replay", folder / (marker + ".r")});
        CHECK(replay.status == 0);
        CHECK_THAT(replay.out, ContainsSubstring("incomplete record"));
    }
}

TEST_CASE(
    "SIGKILL for the referee kills its keepers and AIs too, and the next one clears up",
    "[end-to-end]") {
    const TemporaryFolder folder;
    const TemporaryFolder work;
    const std::string marker = "leftover-killed";
    write_sleeper(folder / marker, marker);
    const pid_t pid = start(
        {referee_path(), source_folder() + "/fields/gems/contest.dat", "--ai", folder / marker,
         "--ai", gems_ai("random"), "--work", work.path()});
    REQUIRE(has_begun(marker + " 1000"));
    ::kill(pid, SIGKILL);
    CHECK(wait_for_exit(pid) == 128 + SIGKILL);
    CHECK(all_gone(marker));
    CHECK(work_folders(work.path()).size() == 1);
    const Output next = run(
        {referee_path(), source_folder() + "/fields/gems/contest.dat", "--ai", gems_ai("random"),
         "--ai", gems_ai("random"), "--work", work.path()});
    CHECK(next.status == 0);
    CHECK(work_folders(work.path()).empty());
}

TEST_CASE(
    "a keeper that dies is the referee's failure, never an AI's fault", "[end-to-end][slow]") {
    const TemporaryFolder folder;
    const TemporaryFolder work;
    const std::string marker = "leftover-keeper";
    write_script(folder / marker, "#!/bin/bash\nexec -a " + marker + " sleep 1000\n");
    // In the background, so that the test can end the keeper while the AI moves.
    const std::string errors = folder / "errors";
    const pid_t pid = start(
        {"sh", "-c", "exec \"$@\" 2> \"$0\"", errors, referee_path(),
         source_folder() + "/fields/gems/contest.dat", "--ai", folder / marker, "--ai",
         gems_ai("random"), "--work", work.path(), "--time-limit", "600s"});
    REQUIRE(has_begun(marker + " 1000"));
    const pid_t keeper = keeper_of(marker + " 1000", pid);
    REQUIRE(keeper > 1);
    ::kill(keeper, SIGKILL);
    CHECK(wait_for_exit(pid) == 1);
    CHECK_THAT(
        read_file(errors),
        StartsWith("referee: a keeper (a helper process of the referee) has died"));
    CHECK(all_gone(marker));
    CHECK(work_folders(work.path()).empty());
}

TEST_CASE("an AI can't end its keeper if it runs as a separate user", "[end-to-end]") {
    if (::geteuid() != 0) {
        leave_out("AIs that attack their keeper", Need::root);
        return;
    }
    const TemporaryFolder folder;
    write_script(folder / "ai", "#!/bin/bash\nkill -9 $PPID && exit 0\nexit 3\n");
    const Output output = run(
        {referee_path(), source_folder() + "/fields/gems/contest.dat", "--ai", folder / "ai",
         "--ai", gems_ai("random"), "--seats", "fixed", "--time-limit", "60s"});
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("exit"));
}
