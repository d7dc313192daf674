// When a job (Slurm), a service (systemd) or a container is ended, every process in it gets a
// signal, in any order. An AI may die before the referee gets its own. Such a death is not the AI's
// fault.

#include "support/processes.hpp"
#include "tournament/arena.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <set>
#include <unistd.h>

using namespace tournament_tests;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;

/// The referee waits a second for the other signals. If a busy machine delayed sending them longer,
/// the attempt proves nothing.
constexpr auto patience = 800ms;

/// A tournament of two AIs that never answer, so that its processes stay as they are.
class Resting {
  public:
    explicit Resting(const Arena& arena) {
        const std::string marker = fs::path(arena / "").parent_path().filename().string() + "-ai";
        tests::write_script(arena / "ai", "#!/bin/bash\nexec -a " + marker + " sleep 1000\n");
        tournament_ = start(
            {program(), "tournament", "--fields", arena / "fields/*.dat", "--ai",
             "a=" + (arena / "ai"), "--ai", "b=" + (arena / "ai"), "--work", arena / "work", "--db",
             arena / "db.sqlite", "--jobs", "1", "--time-limit", "10m"});
        REQUIRE(tests::comes_true([&] { return !processes_with(marker + " 1000").empty(); }));
        ai_ = processes_with(marker + " 1000").front();
        worker_ = tests::children_of(tournament_).front();
        // If the AI has a control group, a sleeping process is between worker and keeper.
        for (const pid_t process : tests::tree_of(worker_)) {
            const std::vector<pid_t> ais = tests::children_of(process);
            if (std::find(ais.begin(), ais.end(), ai_) != ais.end()) {
                keeper_ = process;
            }
        }
        REQUIRE(keeper_ > 0);
    }

    pid_t tournament() const { return tournament_; }
    pid_t worker() const { return worker_; }
    pid_t keeper() const { return keeper_; }
    pid_t ai() const { return ai_; }

  private:
    pid_t tournament_ = -1;
    pid_t worker_ = -1;
    pid_t keeper_ = -1;
    pid_t ai_ = -1;
};

struct Sent {
    pid_t (Resting::*to)() const;
    int signal;
};

/// Sends one after the other, each after the one before has had its effect and could be reported.
/// False if that took longer than the referee waits.
bool send_all(const Resting& processes, const std::vector<Sent>& order) {
    const auto begin = Clock::now();
    for (const Sent& sent : order) {
        const pid_t pid = (processes.*sent.to)();
        ::kill(pid, sent.signal);
        const bool is_last = &sent == &order.back();
        if (!is_last) {
            tests::comes_true([&] { return tests::has_ended(pid); });
            ::poll(nullptr, 0, 150);
        }
    }
    return Clock::now() - begin < patience;
}

} // namespace

TEST_CASE(
    "A game whose AI, keeper or worker is killed doesn't count if the tournament gets a signal too",
    "[tournament][slow]") {
    constexpr auto ai = &Resting::ai;
    constexpr auto keeper = &Resting::keeper;
    constexpr auto worker = &Resting::worker;
    constexpr auto tournament = &Resting::tournament;
    const std::vector<std::vector<Sent>> orders{
        {{ai, SIGTERM}, {tournament, SIGTERM}},
        {{ai, SIGINT}, {tournament, SIGTERM}},
        {{ai, SIGHUP}, {tournament, SIGTERM}},
        {{ai, SIGQUIT}, {tournament, SIGTERM}},
        {{ai, SIGKILL}, {tournament, SIGTERM}},
        {{ai, SIGTERM}, {worker, SIGTERM}, {tournament, SIGTERM}},
        {{worker, SIGTERM}, {tournament, SIGTERM}},
        {{worker, SIGTERM}, {ai, SIGTERM}, {tournament, SIGTERM}},
        {{worker, SIGKILL}, {tournament, SIGTERM}},
        {{keeper, SIGKILL}, {tournament, SIGTERM}},
        {{keeper, SIGKILL}, {worker, SIGTERM}, {tournament, SIGTERM}},
    };
    for (std::size_t i = 0; i < orders.size(); ++i) {
        INFO("order " << i);
        bool counts = false;
        for (int attempt = 0; attempt < 10 && !counts; ++attempt) {
            const Arena arena(1);
            const Resting processes(arena);
            counts = send_all(processes, orders[i]);
            const int status = tests::exit_within(processes.tournament());
            CHECK(tests::comes_true([&] { return tests::has_ended(processes.ai()); }));
            if (counts) {
                CHECK(status == 128 + SIGTERM);
                CHECK(arena.stored("db.sqlite").empty());
            }
        }
        CHECK(counts);
    }
}

TEST_CASE(
    "A match whose AI is killed before the referee gets its signal has no result", "[end-to-end]") {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGKILL}) {
        bool counts = false;
        for (int attempt = 0; attempt < 10 && !counts; ++attempt) {
            const Arena arena(1);
            const std::string marker =
                fs::path(arena / "").parent_path().filename().string() + "-ai";
            tests::write_script(arena / "ai", "#!/bin/bash\nexec -a " + marker + " sleep 1000\n");
            const std::string record = arena / "record";
            const pid_t pid = start(
                {program(), arena / "fields/f-001.dat", "--ai", arena / "ai", "--ai", arena / "ai",
                 "--work", arena / "work", "--record", record, "--time-limit", "10m"});
            REQUIRE(tests::comes_true([&] { return !processes_with(marker + " 1000").empty(); }));
            const pid_t ai = processes_with(marker + " 1000").front();
            const auto begin = Clock::now();
            ::kill(ai, signal);
            tests::comes_true([&] { return tests::has_ended(ai); });
            ::poll(nullptr, 0, 150);
            ::kill(pid, SIGTERM);
            counts = Clock::now() - begin < patience;
            const int status = tests::exit_within(pid);
            if (counts) {
                CHECK(status == 128 + SIGTERM);
                const std::string text = read_file(record);
                CHECK_THAT(text, ContainsSubstring("\"record\""));
                CHECK_THAT(text, !ContainsSubstring("crash"));
            }
        }
        CHECK(counts);
    }
}

TEST_CASE(
    "An AI that ends itself by a signal has crashed, in a tournament too", "[tournament][slow]") {
    const Arena arena(2);
    for (const char* const how : {"kill -TERM $$", "kill -KILL $$", "exit 143"}) {
        tests::write_script(arena / "ai", fmt::format("#!/bin/bash\n{}\n", how));
        const std::string database = arena / fmt::format("{}.sqlite", std::string(how).substr(5));
        const Output output = run(
            {program(), "tournament", "--fields", arena / "fields/*.dat", "--ai",
             "a=" + (arena / "ai"), "--ai", "b=" + gems_ai("reference-c"), "--work", arena / "work",
             "--db", database});
        CHECK(output.status == 0);
        int faults = 0;
        const referee::Store store(database, referee::Store::Access::read);
        store.for_each([&](const referee::GameOutcome& game) {
            for (const referee::SeatOutcome& seat : game.seats) {
                faults += seat.faults[static_cast<std::size_t>(referee::Fault::crash)] +
                          seat.faults[static_cast<std::size_t>(referee::Fault::exit)];
            }
        });
        CHECK(store.game_count() == 4);
        CHECK(faults == 4);
    }
}

namespace {

/// AIs that answer in some milliseconds: one that a signal kills, one that ends by itself then,
/// with exit status 0 and without an answer, and a resident one.
std::vector<std::string> command_with_slow_ais(const Arena& arena, const std::string& database) {
    tests::write_script(arena / "plain", "#!/bin/bash\nsleep 0.005\necho 0 0 0 1 > result.dat\n");
    tests::write_script(
        arena / "graceful",
        "#!/bin/bash\ntrap 'exit 0' TERM\nsleep 0.005\necho 0 0 0 1 > result.dat\n");
    fs::create_directories(arena / "resident");
    write_file(arena / "resident/ai.ini", "command = ai\nresident = yes\n");
    tests::write_script(
        arena / "resident/ai",
        "#!/bin/bash\nwhile read -r word number; do\nif [ $word = move ]; then\n"
        "sleep 0.005; echo 0 0 0 1 > result.dat; echo done\nfi\ndone\n");
    return {program(), "tournament",       "--fields",     arena / "fields/*.dat",
            "--ai",    arena / "plain",    "--ai",         arena / "graceful",
            "--ai",    arena / "resident", "--work",       arena / "work",
            "--db",    arena / database,   "--time-limit", "1m"};
}

/// Sends a signal to all these processes in random order, or to all their groups.
void signal_all(std::vector<pid_t> processes, int signal, std::mt19937& random) {
    const bool by_group = random() % 2 == 0;
    if (by_group) {
        std::set<pid_t> groups;
        for (const pid_t pid : processes) {
            const pid_t group = ::getpgid(pid);
            if (group > 0 && group != ::getpgrp()) {
                groups.insert(-group);
            }
        }
        groups.insert(processes.front()); // which is of our own group
        processes.assign(groups.begin(), groups.end());
    }
    std::shuffle(processes.begin(), processes.end(), random);
    for (const pid_t pid : processes) {
        ::kill(pid, signal);
    }
}

/// The files of a database, kept in case an attempt proves nothing.
void copy_database(const std::string& from, const std::string& to) {
    for (const char* const ending : {"", "-wal", "-shm"}) {
        fs::remove(to + ending);
        if (fs::exists(from + ending)) {
            fs::copy_file(from + ending, to + ending);
        }
    }
}

} // namespace

TEST_CASE(
    "SIGTERM to all processes of a tournament, fifty times in any order, leaves no fault and "
    "nothing out",
    "[tournament][slow]") {
    const Arena arena(30, 4);
    REQUIRE(run(command_with_slow_ais(arena, "whole.sqlite")).status == 0);
    const std::vector<std::string> command = command_with_slow_ais(arena, "db.sqlite");
    std::mt19937 random{4711};
    const auto check_tables = [&] {
        CHECK(arena.stored("db.sqlite") == arena.stored("whole.sqlite"));
        CHECK(arena.tables("db.sqlite") == arena.tables("whole.sqlite"));
    };
    int hits = 0;
    for (int attempt = 0; attempt < 400 && hits < 50; ++attempt) {
        copy_database(arena / "db.sqlite", arena / "copy.sqlite");
        const pid_t pid = start(command);
        ::poll(nullptr, 0, static_cast<int>(random() % 300));
        const auto begin = Clock::now();
        const std::vector<pid_t> processes = tests::tree_of(pid);
        signal_all(processes, SIGTERM, random);
        const bool was_in_time = Clock::now() - begin < patience;
        const int status = tests::exit_within(pid);
        CHECK(arena.is_clean());
        if (!was_in_time) {
            copy_database(arena / "copy.sqlite", arena / "db.sqlite");
            continue;
        }
        if (status == 0) { // on a fast machine it was over before the signal came
            check_tables();
            for (const char* const ending : {"", "-wal", "-shm"}) {
                fs::remove((arena / "db.sqlite") + ending);
            }
            continue;
        }
        CHECK(status == 128 + SIGTERM);
        hits += processes.size() > 1 ? 1 : 0;
    }
    CHECK(hits == 50);
    REQUIRE(run(command).status == 0);
    check_tables();
}
