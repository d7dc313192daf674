// A tournament is killed and started again at once, while the killed one's workers are still
// ending.

#include "tournament/arena.hpp"

#include "support/processes.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <csignal>

using namespace tournament_tests;

namespace {

std::int64_t lines_of(const std::string& path) {
    const std::string text = read_file(path);
    return std::count(text.begin(), text.end(), '\n');
}

} // namespace

TEST_CASE(
    "A worker that outlives its killed tournament doesn't take the next run's record",
    "[tournament][killed]") {
    const tests::TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms(0755));
    REQUIRE(
        run({program(), "create", folder / "field.dat", "--seed", "7", "--set", "max_moves=2"})
            .status == 0);
    write_file(folder / "started", "");
    fs::permissions(folder / "started", fs::perms(0666)); // of an AI's own user, too
    tests::write_script(
        folder / "waits", fmt::format(
                              "#!/bin/sh\necho >>{0}/started\n"
                              "until [ -e {0}/go ]; do sleep 0.01; done\nexit 3\n",
                              folder.path()));
    const std::vector<std::string> command{
        program(),   "tournament",     "--fields",     folder / "field.dat",
        "--ai",      folder / "waits", "--ai",         "other=" + (folder / "waits"),
        "--confine", "none",           "--jobs",       "1",
        "--db",      folder / "db",    "--records",    folder / "records",
        "--seats",   "fixed",          "--time-limit", "120s"};
    const pid_t killed = start(command);
    REQUIRE(tests::comes_true([&] { return lines_of(folder / "started") == 1; }));
    const std::vector<pid_t> workers = tests::children_of(killed);
    REQUIRE(!workers.empty());
    for (const pid_t worker : workers) {
        ::kill(worker, SIGSTOP); // it is slow to die
    }
    ::kill(killed, SIGKILL);
    CHECK(wait_for_exit(killed) == 128 + SIGKILL);

    const pid_t next = start(command);
    REQUIRE(tests::comes_true([&] { return lines_of(folder / "started") == 2; }));
    for (const pid_t worker : workers) {
        ::kill(worker, SIGCONT);
        CHECK(tests::comes_true([&] { return tests::has_ended(worker); }));
    }
    write_file(folder / "go", "");
    CHECK(wait_for_exit(next) == 0);
    std::vector<std::string> records;
    for (const auto& entry : fs::directory_iterator(folder / "records")) {
        records.push_back(entry.path().filename().string());
    }
    CHECK(records == std::vector<std::string>{"game-000001.jsonl"});
    CHECK(run({program(), "replay", folder / "records/game-000001.jsonl"}).status == 0);
}

TEST_CASE(
    "A tournament with records that is killed and started again at once goes on",
    "[tournament][killed][slow]") {
    const int wanted = tests::rounds(10);
    const int fields = 10 * wanted + 14;
    Arena arena(fields);
    const auto command =
        arena.command("killed.sqlite", {"--records", arena / "records", "--logs", arena / "logs"});
    for (int attempt = 0; attempt < wanted; ++attempt) {
        CHECK(arena.interrupt(command, "killed.sqlite", SIGKILL, 30));
    }
    const Output last = run(command);
    INFO(last.err);
    REQUIRE(last.status == 0);
    const auto games = static_cast<std::size_t>(fields) * 3 * 2;
    CHECK(arena.stored("killed.sqlite").size() == games);
    CHECK(arena.is_clean());
    std::size_t records = 0;
    for (const auto& entry : fs::directory_iterator(arena / "records")) {
        CHECK(entry.path().extension() == ".jsonl");
        ++records;
    }
    CHECK(records == games);
}
