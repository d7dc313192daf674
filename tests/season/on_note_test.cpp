// The organiser's command: its limit holds for whatever it does, and nothing of it is left.

#include "os/interrupt.hpp"
#include "season/on_note.hpp"
#include "support/catch.hpp"
#include "support/processes.hpp"
#include "support/run.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using namespace referee;
using namespace std::chrono_literals;

namespace {

/// A season's folder with one note.
struct Noted {
    Noted() {
        std::filesystem::create_directories(folder / "notes/alice");
        tests::write_file(folder / "notes/alice/1.txt", "alice 1: accepted.\n");
    }
    std::string run(const std::string& command, std::chrono::milliseconds limit) const {
        return run_on_note(command, folder.path(), {"alice", "1", "accepted"}, limit);
    }
    tests::TemporaryFolder folder;
};

} // namespace

TEST_CASE("on-note says why it failed", "[on-note]") {
    const Noted noted;
    CHECK(noted.run("cat >told; exit 0", 60s).empty());
    CHECK(tests::read_file(noted.folder / "told") == "alice 1: accepted.\n");
    CHECK_THAT(noted.run("echo no mail; exit 3", 60s), StartsWith("exit status 3: no mail"));
}

TEST_CASE("on-note has a limit, whatever it does with its output", "[on-note]") {
    const Noted noted;
    for (const std::string command : {"sleep 20", "exec >/dev/null 2>&1; sleep 20"}) {
        CAPTURE(command);
        CHECK_THAT(noted.run(command, 200ms), ContainsSubstring("it was still running after"));
    }
}

TEST_CASE("nothing that on-note has started is left", "[on-note]") {
    const Noted noted;
    for (const std::string end : {"exit 0", "exit 1", "sleep 1000"}) {
        CAPTURE(end);
        noted.run(
            "exec >/dev/null 2>&1; sleep 1000 & echo $! >pid.new; mv pid.new pid; " + end, 1s);
        if (std::filesystem::exists(noted.folder / "pid")) { // the limit may come before
            const auto left = std::stoi(tests::read_file(noted.folder / "pid"));
            CHECK(tests::comes_true([&] { return tests::has_ended(left); }));
            ::kill(left, SIGKILL);
        }
    }
}

TEST_CASE("a signal ends the wait for on-note", "[on-note]") {
    const Noted noted;
    for (const std::string begin : {"", "exec >/dev/null 2>&1; "}) {
        CAPTURE(begin);
        const pid_t season = ::fork();
        if (season == 0) {
            int status = 2;
            try {
                const SignalsInWaits signals;
                noted.run(begin + "kill -TERM $PPID; sleep 20", 60s);
                status = 1; // it waited for the command
            } catch (const Interrupted&) {
                status = 0;
            }
            ::_exit(status);
        }
        int status = 0;
        REQUIRE(::waitpid(season, &status, 0) == season);
        CHECK(WEXITSTATUS(status) == 0);
    }
}
