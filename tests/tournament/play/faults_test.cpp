// What a tournament keeps of faults: turn, reason, the last of standard error, and the record.

#include "tournament/arena.hpp"

using namespace tournament_tests;

namespace {

struct Kept {
    std::int64_t game = 0;
    std::string ai;
    int turn = 0;
    std::string fault;
    std::string reason;
    std::string printed;
    std::string record;
};

std::vector<Kept> faults_of(const std::string& database) {
    const referee::Store store(database, referee::Store::Access::read);
    std::vector<Kept> faults;
    store.for_each_fault([&](const referee::StoredFault& row) {
        faults.push_back(
            {row.game, store.ais()[static_cast<std::size_t>(row.ai)].name, row.detail.turn,
             std::string(name_of(row.detail.fault)), row.detail.reason, row.detail.printed,
             row.record});
    });
    return faults;
}

} // namespace

TEST_CASE(
    "The database keeps why an AI was faulty, and the last that it printed", "[tournament][slow]") {
    Arena arena(2);
    fs::create_directory(arena / "records");
    tests::write_script(
        arena / "broken",
        "#!/bin/sh\nprintf 'first line\\n%2000s\\nlast line\\n' '' >&2\nexit 3\n");
    std::vector<std::string> command{
        program(),   "tournament",           "--fields", arena / "fields",
        "--db",      arena / "db.sqlite",    "--ai",     "broken=" + (arena / "broken"),
        "--ai",      gems_ai("reference-c"), "--work",   arena / "work",
        "--records", arena / "records"};
    REQUIRE(run(command).status == 0);
    const std::vector<Kept> faults = faults_of(arena / "db.sqlite");
    REQUIRE(faults.size() == 4); // a game ends for it with its first: one a game
    for (std::size_t game = 0; game < 4; ++game) {
        CHECK(faults[game].game == static_cast<std::int64_t>(game));
        CHECK(faults[game].ai == "broken");
        CHECK(faults[game].turn == static_cast<int>(game % 2));
        CHECK(faults[game].fault == "exit");
        CHECK_THAT(faults[game].reason, ContainsSubstring("3"));
        CHECK(faults[game].printed.size() <= 1024);
        CHECK_THAT(faults[game].printed, ContainsSubstring("last line\n"));
        CHECK(faults[game].record == fmt::format("records/game-{:06}.jsonl", game + 1));
        CHECK(fs::exists(arena / faults[game].record));
    }

    // A merge keeps them; paths of records become relative to the new database's folder.
    fs::create_directory(arena / "merged");
    const std::string merged = arena / "merged/all.sqlite";
    REQUIRE(run({program(), "merge", merged, arena / "db.sqlite"}).status == 0);
    const std::vector<Kept> joined = faults_of(merged);
    REQUIRE(joined.size() == 4);
    CHECK(joined[3].printed == faults[3].printed);
    CHECK(joined[3].record == "../records/game-000004.jsonl");
}

TEST_CASE("A line about a fault says what the AI printed, or that it had no core", "[tournament]") {
    const Arena arena(1);
    tests::write_script(
        arena / "broken", "#!/bin/sh\necho \"ImportError: no module 'x'\" >&2\nexit 3\n");
    tests::write_script(arena / "waits", "#!/bin/sh\nexec sleep 60\n");
    const Output output = run(
        {program(), "tournament", "--fields", arena / "fields", "--db", arena / "db.sqlite", "--ai",
         "broken=" + (arena / "broken"), "--ai", "waits=" + (arena / "waits"), "--work",
         arena / "work", "--time-limit", "300ms"});
    REQUIRE(output.status == 0);
    CHECK_THAT(
        output.err,
        ContainsSubstring("exit: exit status 3; it printed: ImportError: no module 'x'"));
    CHECK_THAT(output.err, ContainsSubstring("timeout: still running after 0.3 s, on a core for"));
    // Which of both depends on what else the machine does.
    CHECK_THAT(
        output.err, ContainsSubstring("; its core was idle, so it waited for something") ||
                        ContainsSubstring(": it waited, or the machine was busy"));
}
