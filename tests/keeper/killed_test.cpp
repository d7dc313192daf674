// SIGKILL for any of the processes of a tournament.

#include "support/processes.hpp"
#include "tournament/arena.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace tournament_tests;

namespace {

template <typename Numbers>
pid_t any_of(const Numbers& numbers, std::mt19937& random) {
    return numbers.empty() ? -1 : numbers[random() % numbers.size()];
}

/// A worker, a keeper, or the tournament with its workers; −1: there is none yet. Negative: a
/// group.
pid_t victim(pid_t tournament, int kind, std::mt19937& random) {
    const pid_t worker = any_of(tests::children_of(tournament), random);
    if (worker < 0 || kind == 0) {
        return worker;
    }
    return kind == 1 ? any_of(tests::children_of(worker), random) : -tournament;
}

/// The number of times is taken from the environment (for a long run by hand), or small.
int wanted_kills() {
    const char* const wanted = std::getenv("REFEREE_TEST_KILLS");
    return wanted == nullptr ? 12 : std::atoi(wanted);
}

} // namespace

TEST_CASE(
    "Whichever process of a tournament is killed, the same command ends with the same tables",
    "[tournament][slow]") {
    const int wanted = wanted_kills();
    const Arena arena(50);
    REQUIRE(run(arena.command("whole.sqlite")).status == 0);
    const std::vector<std::string> command = arena.command("db.sqlite");
    std::mt19937 random{20261121};
    std::array<int, 3> kills{};
    int ends = 0;
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int kind = 0; kills[0] + kills[1] + kills[2] < wanted; kind = (kind + 1) % 3) {
        const pid_t pid = tests::start_with(command, {null, null, null}, true);
        ::poll(nullptr, 0, static_cast<int>(random() % 200));
        pid_t whom = -1;
        tests::comes_true([&] {
            whom = victim(pid, kind, random);
            return whom != -1 || tests::has_ended(pid);
        });
        const std::vector<pid_t> processes = tests::tree_of(pid);
        const bool is_killed = whom != -1 && ::kill(whom, SIGKILL) == 0;
        const int status = tests::exit_within(pid, std::chrono::seconds(300));
        REQUIRE(status >= 0);
        CHECK(tests::comes_true(
            [&] { return std::all_of(processes.begin(), processes.end(), tests::has_ended); }));
        kills[static_cast<std::size_t>(kind)] += is_killed && status != 0 ? 1 : 0;
        const bool is_last = kills[0] + kills[1] + kills[2] == wanted;
        if (is_last && status != 0) {
            REQUIRE(run(command).status == 0);
        }
        if (is_last || status == 0) { // the last games: from the first again
            ++ends;
            CHECK(arena.stored("db.sqlite") == arena.stored("whole.sqlite"));
            CHECK(arena.tables("db.sqlite") == arena.tables("whole.sqlite"));
            for (const char* const ending : {"", "-wal", "-shm"}) {
                fs::remove((arena / "db.sqlite") + ending);
            }
        }
    }
    ::close(null);
    WARN(
        "killed " << kills[0] << " workers, " << kills[1] << " keepers, " << kills[2]
                  << " groups in " << ends << " tournaments");
    // The next tournament that plays removes what a killed one left; the last one may have had
    // nothing to play.
    REQUIRE(run(arena.command("after.sqlite")).status == 0);
    CHECK(arena.is_clean());
}

TEST_CASE("The death of a keeper isn't the AI's fault, and is told with what to do", "[keeper]") {
    const tests::TemporaryFolder folder;
    tests::write_script(folder / "waits", "#!/bin/sh\necho > result.dat\nexec sleep 300\n");
    const std::vector<std::string> command{
        "sh",
        "-c",
        "exec \"$@\" 2> \"$0\"",
        folder / "err",
        tests::referee_path(),
        tests::source_folder() + "/fields/gems/contest.dat",
        "--ai",
        folder / "waits",
        "--ai",
        folder / "waits",
        "--time-limit",
        "300s"};
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    const pid_t pid = tests::start_with(command, {null, null, null});
    ::close(null);
    REQUIRE(tests::comes_true(
        [&] { return tests::processes_with("sleep 300").size() == 1 || tests::has_ended(pid); }));
    const pid_t sleeper = tests::processes_with("sleep 300").at(0);
    for (const pid_t child : tests::children_of(pid)) {
        const std::vector<pid_t> tree = tests::tree_of(child);
        if (std::find(tree.begin(), tree.end(), sleeper) != tree.end()) {
            ::kill(child, SIGKILL);
        }
    }
    CHECK(tests::exit_within(pid) == 1);
    const std::string told = tests::read_file(folder / "err");
    CHECK_THAT(told, ContainsSubstring("a keeper (a helper process of the referee) has died"));
    CHECK_THAT(told, ContainsSubstring("the AI isn't to blame"));
    CHECK_THAT(told, ContainsSubstring("run the same command again"));
}
