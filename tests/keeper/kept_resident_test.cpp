// `resident = games` and --keep-residents: one process for many games, which begins each of them
// with an empty folder, new limits and counts.

#include "os/cores.hpp"
#include "support/catch.hpp"
#include "support/processes.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using nlohmann::json;
using namespace tests;

namespace {

/// What a script does for each line; it says of each move in its notes: its process, how many lines
/// `game` it has read, and what is in memory.dat.
struct KeptScript {
    std::string move = "echo done";
    std::string end = "echo done";
    std::string before{};
    std::string resident = "games";
};

/// Two games of a script on a field where an illegal answer costs nothing.
struct KeptMatch {
    TemporaryFolder folder;
    Output output;
    std::vector<std::vector<std::string>> notes; ///< by game and move: "PROCESS GAMES MEMORY"
    json games;

    explicit KeptMatch(
        const KeptScript& script, const std::vector<std::string>& options = {"--keep-residents"}) {
        std::filesystem::create_directory(folder / "ai");
        write_file(
            folder / "ai/ai.ini",
            "command = play.sh\nname = it\nresident = " + script.resident + "\n");
        write_script(
            folder / "ai/play.sh", "#!/bin/bash\n" + script.before +
                                       "\ngames=0; moves=0\n"
                                       "while read -r word turn; do case $word in\n"
                                       "game) games=$((games + 1)) ;;\n"
                                       "move) memory=; read -r memory < memory.dat\n"
                                       "  moves=$((moves + 1))\n"
                                       "  echo \"$$ $games $memory\" > notes.dat\n"
                                       "  echo kept > memory.dat; echo 9 9 9 9 > result.dat\n  " +
                                       script.move + " ;;\nend) " + script.end +
                                       " ;;\nquit) exit 0 ;;\nesac; done\n");
        write_script(folder / "other", "#!/bin/sh\necho 9 9 9 9 > result.dat\n");
        run(
            {referee_path(), "create", folder / "f.dat", "--seed", "1", "--set", "max_moves=4",
             "--set", "illegal_penalty=0"});
        std::vector<std::string> command{
            referee_path(),
            folder / "f.dat",
            "--ai",
            folder / "ai",
            "--ai",
            folder / "other",
            "--json",
            "--record",
            folder / "r.jsonl",
            "--time-limit",
            "60s"};
        command.insert(command.end(), options.begin(), options.end());
        output = run(command);
        if (output.status == 0) {
            games = json::parse(output.out)["games"];
        }
        std::istringstream text(read_file(folder / "r.jsonl"));
        for (std::string line; std::getline(text, line);) {
            const json entry = json::parse(line);
            if (entry.contains("record")) { // the head of a game
                notes.emplace_back();
            }
            if (entry.contains("notes") && !notes.empty()) {
                notes.back().push_back(entry["notes"]);
            }
        }
    }

    /// The processes that moved, in each game.
    std::vector<std::set<std::string>> processes() const {
        std::vector<std::set<std::string>> all;
        for (const auto& game : notes) {
            all.emplace_back();
            for (const std::string& note : game) {
                all.back().insert(note.substr(0, note.find(' ')));
            }
        }
        return all;
    }

    /// The script's own part of the result of a game.
    json of_script(std::size_t game) const {
        for (const json& seat : games.at(game)["seats"]) {
            if (seat["name"] == "it") {
                return seat;
            }
        }
        return {};
    }
};

std::string without_process(const std::string& note) {
    return note.substr(note.find(' ') + 1);
}

} // namespace

TEST_CASE("a kept resident is one process for all games, each begun anew", "[resident][kept]") {
    const KeptMatch match(KeptScript{});
    INFO(match.output.err);
    REQUIRE(match.output.status == 0);
    REQUIRE(match.notes.size() == 2);
    CHECK(match.processes()[0].size() == 1);
    CHECK(match.processes()[0] == match.processes()[1]);
    for (std::size_t game = 0; game < 2; ++game) {
        const std::string number = std::to_string(game);
        CHECK(without_process(match.notes[game].at(0)) == number + " \n"); // an empty memory.dat
        CHECK(without_process(match.notes[game].at(1)) == number + " kept\n");
        CHECK(match.of_script(game)["restarts"] == 0);
        CHECK(match.of_script(game)["memory_kib"] > 0);
        CHECK(match.of_script(game)["leftovers"] == 0);
    }
    CHECK(processes_with(match.folder / "ai").empty());
}

TEST_CASE("nothing is kept unless both sides say so", "[resident][kept]") {
    KeptScript script;
    const KeptMatch without(script, {});
    REQUIRE(without.notes.size() == 2);
    CHECK(without.processes()[0] != without.processes()[1]);
    CHECK(without_process(without.notes[1].at(0)) == "0 \n");
    script.resident = "yes";
    const KeptMatch own(script);
    REQUIRE(own.notes.size() == 2);
    CHECK(own.processes()[0] != own.processes()[1]);
    const KeptMatch excluded(script, {"--keep-residents", "--ponder"});
    CHECK(excluded.output.status == 2);
    CHECK_THAT(excluded.output.err, ContainsSubstring("exclude each other"));
}

TEST_CASE("a resident that can't stay is started anew, and told so", "[resident][kept][slow]") {
    KeptScript silent;
    silent.end = ":";
    KeptScript wrong;
    wrong.end = "echo finished";
    KeptScript leaving;
    leaving.end = "exit 0";
    KeptScript parent; // its child would play on
    parent.before = "sleep 1000 &";
    for (const KeptScript& script : {silent, wrong, leaving, parent}) {
        const KeptMatch match(script);
        INFO(script.before << script.move << script.end << match.output.err);
        REQUIRE(match.output.status == 0);
        REQUIRE(match.notes.size() == 2);
        CHECK(match.processes()[0] != match.processes()[1]);
        CHECK(without_process(match.notes[1].at(0)) == "0 \n");
        CHECK(match.of_script(1)["faults"] == match.of_script(0)["faults"]);
        const Output told = run(
            {referee_path(), match.folder / "f.dat", "--ai", match.folder / "ai", "--ai",
             match.folder / "other", "--keep-residents", "--time-limit", "60s"});
        CHECK_THAT(told.err + told.out, ContainsSubstring("it can't stay for the next game"));
    }
}

TEST_CASE("a fault ends a kept resident, and restarts count anew in a game", "[resident][kept]") {
    KeptScript script; // exits at the second move of each process
    script.move = "[ $moves = 2 ] && exit 3; echo done";
    const KeptMatch match(script);
    REQUIRE(match.output.status == 0);
    CHECK(match.of_script(0)["faults"]["exit"] == 1);
    CHECK(match.of_script(1)["faults"]["exit"] == 1);
    REQUIRE(match.notes.size() == 2);
    CHECK(match.processes()[0].size() == 1);
}

TEST_CASE(
    "processor time and memory of a kept resident are those of the game", "[resident][kept]") {
    KeptScript script; // computes and takes memory in the first game alone
    script.move = "[ $games$moves = 01 ] && { for ((i = 0; i < 100000; ++i)); do :; done; "
                  "printf -v big %30000000s; big=; }; echo done";
    const KeptMatch match(script);
    REQUIRE(match.output.status == 0);
    REQUIRE(match.processes().at(0) == match.processes().at(1));
    CHECK(match.of_script(0)["cpu_ms"] > match.of_script(1)["cpu_ms"]);
    CHECK(match.of_script(0)["memory_kib"] > 29'000);
    CHECK(match.of_script(1)["memory_kib"] < match.of_script(0)["memory_kib"]);
}

TEST_CASE("a kept resident stays in a tournament, which says so", "[resident][kept]") {
    const KeptMatch match(KeptScript{}, {"--keep-residents"});
    const TemporaryFolder& folder = match.folder;
    std::vector<std::string> command{referee_path(), "tournament",
                                     "--fields",     folder / "fields",
                                     "--ai",         folder / "ai",
                                     "--ai",         folder / "other",
                                     "--jobs",       "1",
                                     "--time-limit", "60s",
                                     "--db",         folder / "t.sqlite",
                                     "--records",    folder / "records"};
    std::filesystem::create_directory(folder / "fields");
    for (const char* const seed : {"1", "2", "3"}) {
        run(
            {referee_path(), "create", folder / (std::string("fields/") + seed + ".dat"), "--seed",
             seed, "--set", "max_moves=2", "--set", "illegal_penalty=0"});
    }
    command.push_back("--keep-residents");
    const Output played = run(command);
    INFO(played.err);
    REQUIRE(played.status == 0);
    std::set<std::string> processes;
    int moves = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder / "records")) {
        std::istringstream text(
            file.is_regular_file() ? read_file(file.path().string()) : std::string());
        for (std::string line; std::getline(text, line);) {
            const json entry = json::parse(line);
            if (entry.contains("notes")) {
                const std::string note = entry["notes"];
                processes.insert(note.substr(0, note.find(' ')));
                ++moves;
            }
        }
    }
    CHECK(moves == 6);
    CHECK(processes.size() == 1);
    const Output report = run({referee_path(), "report", folder / "t.sqlite"});
    CHECK_THAT(report.out, ContainsSubstring("residents kept from game to game"));
    command.pop_back();
    const Output other = run(command); // these would be results under other conditions
    CHECK(other.status == 2);
    CHECK_THAT(other.err, ContainsSubstring("keep-residents"));
}

TEST_CASE("a kept resident that is eliminated early stays, too", "[resident][kept]") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "ai");
    write_file(folder / "ai/ai.ini", "command = play.sh\nname = it\nresident = games\n");
    write_script( // leaves the board soon, and is told of two ends in each game
        folder / "ai/play.sh", "#!/bin/bash\nwhile read -r word turn; do case $word in\n"
                               "move) echo $$ > notes.dat; echo up > result.dat; echo done ;;\n"
                               "end) echo done ;;\nquit) exit 0 ;;\nesac; done\n");
    const std::string other = built("ai/battlesnake/reference");
    const Output output = run(
        {referee_path(), source_folder() + "/fields/battlesnake/7x7-4-001.dat", "--ai",
         folder / "ai", "--ai", "b=" + other, "--ai", "c=" + other, "--ai", "d=" + other,
         "--keep-residents", "--record", folder / "r.jsonl", "--time-limit", "60s"});
    INFO(output.err);
    REQUIRE(output.status == 0);
    std::set<std::string> processes;
    std::istringstream text(read_file(folder / "r.jsonl"));
    for (std::string line; std::getline(text, line);) {
        const json entry = json::parse(line);
        if (entry.contains("notes")) {
            processes.insert(entry["notes"].get<std::string>());
        }
    }
    CHECK(processes.size() == 1);
}

TEST_CASE("a season keeps no residents", "[resident][kept]") {
    const TemporaryFolder folder;
    write_file(folder / "season.ini", "game = gems\ngenerate = 2\n");
    const Output by_option = run({referee_path(), "season", folder.path(), "--keep-residents"});
    write_file(folder / "season.ini", "game = gems\ngenerate = 2\nkeep-residents = yes\n");
    const Output by_key = run({referee_path(), "season", folder.path(), "--once"});
    for (const Output& output : {by_option, by_key}) {
        CHECK(output.status == 2);
        CHECK_THAT(output.err, ContainsSubstring("carry nothing over to the next"));
    }
}

TEST_CASE("kept residents move to the core that they play on", "[resident][kept]") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "ai");
    write_file(folder / "ai/ai.ini", "command = play.sh\nresident = games\nname = it\n");
    write_script(
        folder / "ai/play.sh", "#!/usr/bin/env python3\n"
                               "import os, sys\n"
                               "for line in sys.stdin:\n"
                               "    word = line.split()[0]\n"
                               "    if word == 'quit':\n"
                               "        break\n"
                               "    if word == 'move':\n"
                               "        cores = sorted(os.sched_getaffinity(0))\n"
                               "        open('notes.dat', 'w').write(f'{os.getpid()} {cores}')\n"
                               "    if word in ('move', 'end'):\n"
                               "        print('done', flush=True)\n");
    std::filesystem::copy(folder / "ai", folder / "twin");
    const Output created =
        run({referee_path(), "create", folder / "f.dat", "--game", "goofspiel", "--seed", "1"});
    INFO(created.err);
    REQUIRE(created.status == 0);
    const std::size_t cores = referee::allowed_cores().size() > 1 ? 2 : 1;
    const Output output = run(
        {referee_path(), folder / "f.dat", "--ai", folder / "ai", "--ai", folder / "twin",
         "--keep-residents", "--record", folder / "r.jsonl", "--time-limit", "60s"});
    INFO(output.err);
    REQUIRE(output.status == 0);
    std::map<std::string, std::set<std::string>> cores_of;
    std::istringstream text(read_file(folder / "r.jsonl"));
    for (std::string line; std::getline(text, line);) {
        const json entry = json::parse(line);
        if (entry.contains("notes")) {
            std::istringstream note(entry["notes"].get<std::string>());
            std::string process;
            std::string core;
            note >> process;
            std::getline(note, core);
            cores_of[process].insert(core);
        }
    }
    CHECK(cores_of.size() == 2);
    for (const auto& [process, own] : cores_of) {
        CHECK(own.size() == cores);
    }
}
