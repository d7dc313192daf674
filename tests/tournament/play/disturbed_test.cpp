// Tournaments that something disturbs: a referee that is stopped and continued, a clock that jumps,
// an AI that changes its own files. Each ends with the tables of an undisturbed one.

#include "support/processes.hpp"
#include "support/skipped.hpp"
#include "tournament/arena.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tournament_tests;

namespace {

/// A number from the environment (for a long run by hand), or a small one.
int rounds() {
    const char* const wanted = std::getenv("REFEREE_TEST_ROUNDS");
    return wanted == nullptr ? 10 : std::atoi(wanted);
}

pid_t start_quietly(const std::vector<std::string>& command) {
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    const pid_t pid = tests::start_with(command, {null, null, null}, true);
    ::close(null);
    return pid;
}

/// A clock of the calendar that goes hours ahead and back with each look, for a program that loads
/// it. Clocks that count time from the start are left alone, as they are by who sets the clock.
std::string jumping_clock(const Arena& arena) {
    const std::string source = arena / "clock.c";
    write_file(source, R"(
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long jump(void) {
    static atomic_long looks;
    const long look = atomic_fetch_add(&looks, 1);
    return (look % 3 - 1) * (3600 * 7 + look % 1000);
}
int clock_gettime(clockid_t clock, struct timespec* time) {
    const int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && clock == CLOCK_REALTIME)
        time->tv_sec += jump();
    return result;
}
int gettimeofday(struct timeval* restrict when, void* restrict zone) {
    (void)zone;
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    when->tv_sec = time.tv_sec;
    when->tv_usec = time.tv_nsec / 1000;
    return 0;
}
time_t time(time_t* result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result != NULL)
        *result = now.tv_sec;
    return now.tv_sec;
}
)");
    const std::string library = arena / "clock.so";
    REQUIRE(run({"cc", "-shared", "-fPIC", "-O1", "-o", library, source}).status == 0);
    return library;
}

} // namespace

TEST_CASE(
    "A tournament that is stopped and continued ends with the same tables", "[tournament][slow]") {
    const Arena arena(20);
    REQUIRE(run(arena.command("whole.sqlite")).status == 0);
    const pid_t pid = start_quietly(arena.command("db.sqlite"));
    std::mt19937 random{20261123};
    int stops = 0;
    for (; stops < rounds() && !tests::has_ended(pid); ++stops) {
        ::poll(nullptr, 0, static_cast<int>(random() % 40));
        // Only the referee, or with its workers and keepers: all that a terminal's Ctrl-Z reaches.
        const pid_t whom = stops % 2 == 0 ? pid : -pid;
        ::kill(whom, SIGSTOP);
        ::poll(nullptr, 0, static_cast<int>(random() % 40));
        ::kill(whom, SIGCONT);
    }
    CHECK(tests::exit_within(pid) == 0);
    CHECK(arena.stored("db.sqlite") == arena.stored("whole.sqlite"));
    CHECK(arena.tables("db.sqlite") == arena.tables("whole.sqlite"));
    CHECK(arena.is_clean());
}

TEST_CASE("A clock that jumps changes neither games nor tables", "[tournament]") {
    if (tests::is_skipped_with_sanitizers(
            "a clock that jumps: sanitizers have to be loaded first")) {
        return;
    }
    const Arena arena(6);
    REQUIRE(run(arena.command("whole.sqlite")).status == 0);
    const Output output =
        run(arena.command("db.sqlite"), "", {"LD_PRELOAD=" + jumping_clock(arena)});
    INFO(output.err);
    CHECK(output.status == 0);
    CHECK(arena.stored("db.sqlite") == arena.stored("whole.sqlite"));
    CHECK(arena.tables("db.sqlite") == arena.tables("whole.sqlite"));
    CHECK(arena.is_clean());
}

TEST_CASE(
    "An AI that changes its files between games stops a tournament, which resumes as if it hadn't",
    "[tournament][slow]") {
    const Arena arena(4);
    fs::create_directory(arena / "fickle");
    // Only unconfined it can write to its own folder. It does so once, on demand.
    const std::string honest = "#!/bin/sh\n"
                               "if rm " +
                               (arena / "now") +
                               " 2>/dev/null; then echo '# changed' >> \"$0\"; fi\n"
                               "exec " +
                               built("trivial-ai") + "\n";
    const auto write_honest = [&] {
        tests::write_script(arena / "fickle/ai", honest);
        // As root the AI has a user of its own.
        ::chmod((arena / "fickle/ai").c_str(), 0777);
    };
    write_honest();
    write_file(arena / "fickle/ai.ini", "command = ai\n");
    ::chmod((arena / "").c_str(), 0777); // where it finds what tells it
    const std::vector<std::string> more{
        "--ai", "fickle=" + (arena / "fickle"), "--confine", "none", "--jobs", "1"};
    REQUIRE(run(arena.command("whole.sqlite", more)).status == 0);
    write_file(arena / "now", "");
    const Output stopped = run(arena.command("db.sqlite", more));
    INFO(stopped.err);
    REQUIRE(!fs::exists(arena / "now")); // it has been done
    CHECK(stopped.status == 2);
    CHECK_THAT(stopped.err, ContainsSubstring("fickle"));
    CHECK(arena.stored("db.sqlite").size() < arena.stored("whole.sqlite").size());
    write_honest();
    const Output resumed = run(arena.command("db.sqlite", more));
    INFO(resumed.err);
    REQUIRE(resumed.status == 0);
    CHECK(arena.stored("db.sqlite") == arena.stored("whole.sqlite"));
    CHECK(arena.tables("db.sqlite") == arena.tables("whole.sqlite"));
}
