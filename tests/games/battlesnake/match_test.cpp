// Matches and tournaments of battlesnake with the real executable and the AIs of this repository.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sched.h>
#include <set>
#include <sstream>
#include <sys/wait.h>

using nlohmann::json;
using namespace tests;

namespace {

std::string snake(const std::string& name) {
    return built("ai") + "/battlesnake/" + name;
}

std::string field_of(const std::string& name) {
    return source_folder() + "/fields/battlesnake/" + name + ".dat";
}

/// The number of a core that this process may use.
std::string first_core() {
    cpu_set_t cores;
    ::sched_getaffinity(0, sizeof cores, &cores);
    int core = 0;
    while (!CPU_ISSET(core, &cores)) {
        ++core;
    }
    return std::to_string(core);
}

/// Makes a field with few turns, or with `more` several.
std::string short_field(
    const TemporaryFolder& folder, int size, int players, int turns, const std::string& seed,
    const std::vector<std::string>& more = {}) {
    const std::string path = folder / "f.dat";
    std::vector<std::string> command{
        tests::referee_path(),
        "create",
        path,
        "--game",
        "battlesnake",
        "--seed",
        seed,
        "--players",
        std::to_string(players),
        "--set",
        "size=" + std::to_string(size),
        "--set",
        "max_turns=" + std::to_string(turns)};
    command.insert(command.end(), more.begin(), more.end());
    const Output output = run(command);
    INFO(output.err);
    REQUIRE(output.status == 0);
    return path;
}

json play(
    const std::string& field, const std::vector<std::string>& ais,
    const std::vector<std::string>& options = {}) {
    std::vector<std::string> command{tests::referee_path(), field, "--json", "--margin", "60s"};
    for (const std::string& ai : ais) {
        command.insert(command.end(), {"--ai", ai});
    }
    command.insert(command.end(), options.begin(), options.end());
    const Output output = run(command);
    INFO(output.err);
    REQUIRE(output.status == 0);
    return json::parse(output.out);
}

/// A tournament of four AIs on six fields. The first AI counts its moves, and can hang in one.
class GroupsOfFour {
  public:
    GroupsOfFour() {
        short_field(folder_, 7, 4, 40, "21", {"--count", "6"});
        write_file(folder_ / "count", "0\n");
        hang_in_move("never");
        for (const char* const name : {"count", "hang-at"}) { // as root it has a user of its own
            std::filesystem::permissions(folder_ / name, std::filesystem::perms(0666));
        }
        write_script(
            folder_ / "counting", fmt::format(
                                      "#!/bin/bash\n"
                                      "read -r moves < {0}/count\n"
                                      "echo $((moves + 1)) > {0}/count\n"
                                      "grep -qx $moves {0}/hang-at && {1}\n"
                                      "exec {2}\n",
                                      folder_.path(), marker, snake("random")));
    }

    std::vector<std::string> command(const std::string& database) const {
        std::vector<std::string> words{
            tests::referee_path(),
            "tournament",
            "--fields",
            folder_ / "f-*.dat",
            "--db",
            folder_ / database,
            "--jobs",
            "1",
            "--seed",
            "1",
            "--confine",
            "none",
            "--time-limit",
            "600s"};
        for (const std::string& ai :
             {"random=" + (folder_ / "counting"), snake("reference"), snake("space"),
              "second=" + snake("space")}) {
            words.insert(words.end(), {"--ai", ai});
        }
        return words;
    }

    /// Counted from 0; or "never".
    void hang_in_move(const std::string& move) const {
        write_file(folder_ / "hang-at", move + "\n");
    }
    int counted_moves() const { return std::stoi(read_file(folder_ / "count")); }

    /// Plays until the first AI hangs in that move, and kills the tournament there.
    void kill_in_move(int move, const std::string& database) const {
        write_file(folder_ / "count", "0\n");
        hang_in_move(std::to_string(move));
        const pid_t process = start(command(database));
        wait_for_hanging(true);
        REQUIRE_FALSE(processes_with(marker).empty());
        ::kill(process, SIGKILL);
        CHECK(wait_for_exit(process) == 128 + SIGKILL);
        wait_for_hanging(false);
    }

    /// The numbers of the stored games.
    std::vector<std::int64_t> games(const std::string& database) const {
        const referee::Store store(folder_ / database, referee::Store::Access::read);
        return store.games_between(0, 1'000'000'000);
    }
    std::string table_by_seat(const std::string& database) const {
        const Output report =
            run({tests::referee_path(), "report", folder_ / database, "--table", "by_seat"});
        REQUIRE(report.status == 0);
        return report.out;
    }

  private:
    /// Waits until the first AI hangs, or no longer does; at most two minutes.
    static void wait_for_hanging(bool hangs) {
        for (int look = 0; look < 12'000 && processes_with(marker).empty() == hangs; ++look) {
            ::poll(nullptr, 0, 10);
        }
    }

    static constexpr const char* marker = "sleep 623.25"; ///< what the AI that hangs runs
    TemporaryFolder folder_{true};
};

} // namespace

TEST_CASE("a deterministic snake plays 1:1 or draws against itself", "[battlesnake][slow]") {
    for (const char* const ai : {"reference", "space"}) {
        for (const char* const field : {"11x11-2-001", "11x11-2-002", "7x7-2-001", "7x7-2-002"}) {
            INFO(ai << " on " << field);
            const json match = play(field_of(field), {"one=" + snake(ai), "two=" + snake(ai)});
            REQUIRE(match["games"].size() == 2);
            CHECK(match["result"]["points"]["one"] == match["result"]["points"]["two"]);
            // The same seat wins in the same number of turns, whichever AI has it.
            CHECK(match["games"][0]["turns"] == match["games"][1]["turns"]);
            for (std::size_t seat = 0; seat < 2; ++seat) {
                CHECK(
                    match["games"][0]["seats"][seat]["points"] ==
                    match["games"][1]["seats"][seat]["points"]);
            }
        }
    }
}

TEST_CASE("eight snakes of four AIs have each seat once", "[battlesnake][slow]") {
    const TemporaryFolder folder;
    const std::string field = short_field(folder, 19, 8, 25, "3");
    std::vector<std::string> ais;
    for (const char* const number : {"1", "2"}) {
        for (const char* const ai : {"random", "reference", "space", "duel"}) {
            ais.push_back(ai + std::string(number) + "=" + snake(ai));
        }
    }
    const json match = play(
        field, ais,
        {"--time-limit", "20ms", "--points", "7,6,5,4,3,2,1,0", "--record", folder / "r.jsonl"});
    REQUIRE(match["games"].size() == 8);
    std::map<std::string, std::set<std::size_t>> seats;
    double points = 0;
    for (const json& game : match["games"]) {
        for (std::size_t seat = 0; seat < 8; ++seat) {
            seats[game["seats"][seat]["name"]].insert(seat);
            points += game["seats"][seat]["points"].get<double>();
        }
    }
    CHECK(seats.size() == 8);
    for (const auto& [name, taken] : seats) {
        INFO(name);
        CHECK(taken.size() == 8);
    }
    CHECK(points == Approx(8 * 28));
    CHECK(run({tests::referee_path(), "replay", folder / "r.jsonl", "--verify"}).status == 0);
}

TEST_CASE(
    "the AIs of battlesnake play on boards of two, four and eight without a fault",
    "[battlesnake][slow]") {
    const std::vector<std::pair<const char*, int>> fields{
        {"7x7-2-001", 2}, {"7x7-4-001", 4}, {"11x11-8-001", 8}};
    const std::vector<const char*> names{"duel", "space", "reference", "random"};
    for (const auto& [field, seats] : fields) {
        INFO(field);
        std::vector<std::string> ais;
        for (int seat = 0; seat < seats; ++seat) {
            ais.push_back("ai" + std::to_string(seat) + "=" + snake(names[seat % 4]));
        }
        const json match = play(field_of(field), ais, {"--time-limit", "20ms", "--seats", "fixed"});
        for (const json& seat : match["games"][0]["seats"]) {
            INFO(seat);
            CHECK(seat["faults"].empty());
        }
    }
}

TEST_CASE("battlesnake's tournament.ini is read, and its field pattern fits", "[battlesnake]") {
    if (!std::filesystem::exists(source_folder() + "/build/ai/battlesnake/duel")) {
        tests::leave_out( // it names AIs of the plain build
            "battlesnake's tournament.ini", tests::Need::no_sanitizer);
        return;
    }
    const TemporaryFolder folder;
    // Interrupted at once: the plan is in the database before the first game.
    const pid_t tournament = start(
        {tests::referee_path(), "tournament", "--config",
         source_folder() + "/fields/battlesnake/tournament.ini", "--db", folder / "r.sqlite",
         "--jobs", "1"});
    const std::string database = folder / "r.sqlite";
    int looks = 0;
    while (run({tests::referee_path(), "report", database, "--json"}).status != 0 &&
           ++looks < 200) {
        ::poll(nullptr, 0, 50);
    }
    ::kill(tournament, SIGINT);
    CHECK(wait_for_exit(tournament) == 130);
    const Output report = run({tests::referee_path(), "report", database, "--json"});
    REQUIRE(report.status == 0);
    CHECK(json::parse(report.out)["standings"].size() == 4);
    CHECK(referee::Store(database, referee::Store::Access::read).tournament().matches == 6);
}

TEST_CASE(
    "a tournament in groups of four, killed and resumed, has each game once",
    "[battlesnake][slow]") {
    const GroupsOfFour groups;
    REQUIRE(run(groups.command("whole.sqlite")).status == 0);
    CHECK(groups.games("whole.sqlite").size() == 24);

    const int moves = groups.counted_moves();
    for (const int part : {1, 2, 3}) {
        groups.kill_in_move(moves * part / 10, "killed.sqlite");
        CHECK(groups.games("killed.sqlite").size() < 24);
    }
    groups.hang_in_move("never");
    REQUIRE(run(groups.command("killed.sqlite")).status == 0);

    CHECK(groups.games("killed.sqlite") == groups.games("whole.sqlite"));
    CHECK(groups.table_by_seat("killed.sqlite") == groups.table_by_seat("whole.sqlite"));
    const std::string table = groups.table_by_seat("whole.sqlite");
    CHECK(std::count(table.begin(), table.end(), '\n') == 5); // a head and four seats
}

TEST_CASE("a resident AI that is out takes no time from those who play on", "[end-to-end][slow]") {
    const TemporaryFolder folder;
    // Started by root the AIs have users of their own, who write here too.
    std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
    std::filesystem::create_directory(folder / "out");
    write_file(folder / "out/ai.ini", "command = play.py\nresident = yes\n");
    // Runs into the wall. When notified of that it works without a pause, if it is allowed to.
    write_script(
        folder / "out/play.py", "#!/usr/bin/python3\n"
                                "import os, sys\n"
                                "open('" +
                                    (folder / "pid") +
                                    "', 'w').write(str(os.getpid()))\n"
                                    "for line in iter(sys.stdin.readline, ''):\n"
                                    "    if line.startswith('move'):\n"
                                    "        open('result.dat', 'w').write('up\\n')\n"
                                    "        print('done', flush=True)\n"
                                    "    elif line == 'end\\n':\n"
                                    "        while True: pass\n");
    // Turns in a circle, and notes each time whether the other one is out, whether it runs and how
    // much processor time it has had.
    write_script(
        folder / "witness",
        "#!/usr/bin/python3\n"
        "pid = open('" +
            (folder / "pid") +
            "').read()\n"
            "stat = open(f'/proc/{pid}/stat').read().rpartition(')')[2].split()\n"
            "is_out = 'A' not in open('gamefield.dat').read()\n"
            "open('" +
            (folder / "seen") +
            "', 'a').write(f'{is_out} {stat[0]} {int(stat[11]) + int(stat[12])}\\n')\n"
            "turn = next(int(line[5:]) for line in open('match.dat') if line[:5] == 'turn ')\n"
            "way = ['up', 'right', 'down', 'left'][turn % 4]\n"
            "open('result.dat', 'w').write(way + '\\n')\n");
    // Unconfined, because the witness reads /proc. On one core the AIs move one after the other.
    const std::string reference = built("ai") + "/battlesnake/reference";
    const Output output = run(
        {tests::referee_path(), short_field(folder, 11, 3, 20, "3"), "--seats", "fixed",
         "--confine", "none", "--ai", folder / "out", "--ai", folder / "witness", "--ai", reference,
         "--cores", first_core(), "--time-limit", "60s"});
    INFO(output.err);
    REQUIRE(output.status == 0);
    const std::string seen = read_file(folder / "seen");
    INFO(seen);
    std::istringstream lines(seen);
    std::vector<std::string> after;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("True ")) {
            after.push_back(line);
        }
    }
    REQUIRE(after.size() >= 5);
    CHECK(after.front().starts_with("True T ")); // stopped
    CHECK(after == std::vector<std::string>(after.size(), after.front()));
}
