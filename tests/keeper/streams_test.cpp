// Standard streams that are closed, full, or whose reader goes away.

#include "support/processes.hpp"
#include "tournament/arena.hpp"

#include <fcntl.h>
#include <fmt/ranges.h>
#include <stdexcept>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tournament_tests;

namespace {

/// Waits until the pipe has data and gets no more: its writer waits for a reader.
bool gets_stuck(int reader) {
    int before = -1;
    int same = 0;
    return tests::comes_true([&] {
        int bytes = 0;
        ::ioctl(reader, FIONREAD, &bytes);
        same = bytes > 0 && bytes == before ? same + 1 : 0;
        before = bytes;
        return same == 40;
    });
}

/// A pipe; its ends are closed with it.
struct Pipe {
    std::array<int, 2> ends{};
    Pipe() {
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
            throw std::runtime_error("pipe2");
        }
    }
    ~Pipe() {
        close_reader();
        ::close(ends[1]);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void close_reader() { ::close(std::exchange(ends[0], -1)); }
    int writer() const { return ends[1]; }
};

struct Null {
    int file = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ~Null() { ::close(file); }
};

/// Has faults to report, and the rules alone decide them.
std::vector<std::string> command_with_faults(const Arena& arena, const std::string& database) {
    tests::write_script(arena / "failing", "#!/bin/bash\nexit 1\n");
    return arena.command(database, {"--ai", arena / "failing"});
}

/// A match of an AI with itself on the arena's first field.
std::vector<std::string> match_command(
    const Arena& arena, const std::string& ai, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{
        program(), arena / "fields/f-001.dat", "--ai", ai, "--ai", ai, "--work", arena / "work"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Checks that the signal ends the process, and that it leaves nothing in the arena.
void check_that_it_ends(pid_t pid, int signal, const Arena& arena) {
    ::kill(pid, signal);
    CHECK(tests::exit_within(pid) == 128 + signal);
    CHECK(arena.is_clean());
}

} // namespace

TEST_CASE(
    "A tournament plays to its end if standard error is closed, full or not read",
    "[tournament][slow]") {
    const Arena arena(3);
    const Null null;
    REQUIRE(run(command_with_faults(arena, "whole.sqlite")).status == 0);
    const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    Pipe gone;
    gone.close_reader();
    int number = 0;
    for (const int error_output : {-1, full, gone.writer()}) {
        const std::string database = fmt::format("{}.sqlite", ++number);
        const pid_t pid = tests::start_with(
            command_with_faults(arena, database), {null.file, null.file, error_output});
        CHECK(tests::exit_within(pid, std::chrono::seconds(300)) == 0);
        CHECK(arena.tables(database) == arena.tables("whole.sqlite"));
    }
    ::close(full);
}

TEST_CASE("An error is reported by its exit status if it can't be printed", "[end-to-end]") {
    const Null null;
    const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    for (const int error_output : {-1, full}) {
        const pid_t pid = tests::start_with(
            {program(), "check", "/there/is/no/such/field"}, {null.file, null.file, error_output});
        CHECK(tests::exit_within(pid) == 2);
    }
    ::close(full);
}

TEST_CASE("Standard output that can't be written is an error", "[end-to-end]") {
    const Null null;
    const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    for (const int output : {-1, full}) {
        const pid_t pid = tests::start_with({program(), "games"}, {null.file, output, null.file});
        CHECK(tests::exit_within(pid) == 1);
    }
    ::close(full);
}

TEST_CASE("A reader that has gone ends a program silently, as by SIGPIPE", "[end-to-end]") {
    const Arena arena(1);
    const Null null;
    const std::string ai = arena / "ai"; // where other users may enter, or there would be a note
    fs::copy_file(gems_ai("reference-c"), ai);
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {program(), "games"},
             {program(), "games", "--json"},
             match_command(arena, ai),
             match_command(arena, ai, {"--show"})}) {
        Pipe output;
        output.close_reader();
        Pipe errors;
        const pid_t pid = tests::start_with(command, {null.file, output.writer(), errors.writer()});
        CHECK(tests::exit_within(pid) == 128 + SIGPIPE);
        int bytes = -1;
        ::ioctl(errors.ends[0], FIONREAD, &bytes);
        CHECK(bytes == 0);
        CHECK(arena.is_clean());
    }
}

TEST_CASE("Closed standard streams are not given to files of the referee", "[tournament]") {
    const Arena arena(2);
    const std::string command = fmt::format("{}", fmt::join(arena.command("db.sqlite"), "' '"));
    REQUIRE(run({"/bin/bash", "-c", "exec '" + command + "' <&- >&- 2>&-"}).status == 1);
    CHECK(arena.stored("db.sqlite").size() == 12); // only the tables could not be printed
    REQUIRE(run(arena.command("whole.sqlite")).status == 0);
    CHECK(arena.tables("db.sqlite") == arena.tables("whole.sqlite"));
}

TEST_CASE(
    "A terminal that closes ends a tournament with 129 and its database whole",
    "[tournament][slow]") {
    const Arena arena(40);
    const int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    REQUIRE(master >= 0);
    REQUIRE(::grantpt(master) == 0);
    REQUIRE(::unlockpt(master) == 0);
    const std::vector<std::string> command = arena.command("db.sqlite");
    const std::string name = ::ptsname(master);
    // A new session; the first terminal that it opens becomes its controlling terminal.
    const std::string line =
        fmt::format("exec <>{0} >&0 2>&0 && exec '{1}'", name, fmt::join(command, "' '"));
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::setsid();
        ::signal(SIGHUP, SIG_DFL);
        ::execl("/bin/bash", "bash", "-c", line.c_str(), nullptr);
        ::_exit(127);
    }
    std::string shown;
    std::array<char, 4096> buffer{};
    while (shown.find("games/s") == std::string::npos) { // the bar of a running tournament
        const ssize_t count = ::read(master, buffer.data(), buffer.size());
        REQUIRE(count > 0);
        shown.append(buffer.data(), static_cast<std::size_t>(count));
    }
    ::close(master);
    CHECK(tests::exit_within(pid) == 128 + SIGHUP);
    CHECK(arena.is_clean());
    REQUIRE(run(command).status == 0);
    REQUIRE(run(arena.command("whole.sqlite")).status == 0);
    CHECK(arena.tables("db.sqlite") == arena.tables("whole.sqlite"));
}

TEST_CASE("A signal ends commands that wait for who writes a FIFO", "[end-to-end][slow]") {
    const Arena arena(1, 200);
    const Null null;
    const std::string fifo = arena / "fifo";
    REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {program(), "replay", fifo}, {program(), "replay", fifo, "--show"}}) {
        for (const int signal : {SIGINT, SIGTERM}) {
            const pid_t pid = tests::start_with(command, {null.file, null.file, null.file});
            int writer = -1;
            CHECK(tests::comes_true([&] { // it succeeds when the referee has opened it
                writer = ::open(fifo.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
                return writer >= 0;
            }));
            check_that_it_ends(pid, signal, arena);
            ::close(writer);
        }
    }
}

TEST_CASE("A signal ends commands whose output nobody reads", "[end-to-end][slow]") {
    const Arena arena(1, 200);
    const Null null;
    const std::string ai = gems_ai("reference-c");

    SECTION("a record that is a FIFO") {
        const std::string fifo = arena / "fifo";
        REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
        const int reader = ::open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        ::fcntl(reader, F_SETPIPE_SZ, 4096);
        const pid_t pid = tests::start_with(
            match_command(arena, ai, {"--record", fifo, "--force"}),
            {null.file, null.file, null.file});
        CHECK(gets_stuck(reader));
        check_that_it_ends(pid, SIGTERM, arena);
        ::close(reader);
    }
    SECTION("standard output") {
        const Pipe output;
        const pid_t pid = tests::start_with(
            match_command(arena, ai, {"--show"}), {null.file, output.writer(), null.file});
        CHECK(gets_stuck(output.ends[0]));
        check_that_it_ends(pid, SIGINT, arena);
    }
    SECTION("messages") {
        const Pipe errors;
        const std::string ballast(65536, 'x'); // all that it takes
        REQUIRE(::write(errors.writer(), ballast.data(), ballast.size()) == 65536);
        tests::write_script(arena / "failing", "#!/bin/bash\nexit 1\n");
        const pid_t pid = tests::start_with(
            {program(), "tournament", "--fields", arena / "fields/*.dat", "--ai",
             "a=" + (arena / "failing"), "--ai", "b=" + (arena / "failing"), "--work",
             arena / "work", "--db", arena / "db.sqlite"},
            {null.file, null.file, errors.writer()});
        // A game is stored before its faults are reported.
        CHECK(tests::comes_true(
            [&] { return fs::exists(arena / "db.sqlite") && !arena.stored("db.sqlite").empty(); }));
        check_that_it_ends(pid, SIGTERM, arena);
    }
}
