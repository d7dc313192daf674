// Games whose rules are a program: what the contract finds, what a broken program costs, and that
// killing it changes nothing. The games are goofspiel and those of `referee new-game`, whole or
// with a mistake put into their sources.

#include "support/catch.hpp"
#include "support/games/program_games.hpp"
#include "support/processes.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"
#include "support/user_error.hpp"

#include "base/bytes.hpp"
#include "base/random.hpp"
#include "cli/commands/game_check.hpp"
#include "game/contract_check.hpp"
#include "game/field_text.hpp"
#include "game/legal_answers.hpp"
#include "game/offers_check.hpp"
#include "game/registry.hpp"
#include "game/secrets_check.hpp"
#include "game_programs/game_process.hpp"
#include "game_programs/program_game.hpp"
#include "match/move_files.hpp"
#include "tournament/store/store.hpp"

#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <latch>
#include <mutex>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <set>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using namespace referee;
using namespace tests;
using tests::referee_path;

/// A copy of goofspiel under another name, in which texts of a file are replaced.
struct Change {
    std::string from;
    std::string to;
    std::string file = "game.py";
};

void replace_in(const std::string& path, const std::string& from, const std::string& to) {
    std::string text = read_file(path);
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    write_file(path, text.replace(at, from.size(), to));
}

/// The folder `name` in `parent`.
std::string changed_goofspiel(
    const TemporaryFolder& parent, const std::vector<Change>& changes,
    const std::string& name = "changed") {
    const std::string folder = parent / name;
    fs::copy(source_folder() + "/referee/games/goofspiel", folder, fs::copy_options::recursive);
    replace_in(folder + "/game.ini", "name = goofspiel", "name = " + name);
    for (const Change& change : changes) {
        replace_in(folder + "/" + change.file, change.from, change.to);
    }
    return folder;
}

/// What is replied from the third turn on.
Change from_turn_three(const std::string& statement) {
    return {
        "    stake = worth(state)\n", fmt::format(
                                          "    stake = worth(state)\n    if turn(state) >= 2:\n"
                                          "        {}\n",
                                          statement)};
}

/// Whether the rules' processes end. When the referee has ended, their keeper may still be killing
/// what they started.
bool nothing_is_left_of(const std::string& rules) {
    constexpr int ten_minutes = 60'000;
    for (int look = 0; look < ten_minutes && !processes_with(rules).empty(); ++look) {
        ::poll(nullptr, 0, 10);
    }
    return processes_with(rules).empty();
}

/// A field of this game with small hands. Nothing is asked for it, so that nothing fails.
std::string field_for(const TemporaryFolder& folder, const std::string& rules) {
    std::string field = folder / "field.dat";
    write_file(
        field, fmt::format(
                   "game {}\nplayers 2\ncards 5\nbids hidden\n[prizes]\n5 2 3 4 1\n",
                   fs::path(rules).filename().string()));
    return field;
}

/// An AI that always bids its first card.
std::string first_card(const TemporaryFolder& folder) {
    std::string ai = folder / "first-card";
    write_script(
        ai, "#!/bin/sh\n{ read -r line; read -r card rest; } <player.dat\n"
            "echo \"$card\" >result.dat\n");
    return ai;
}

Output match_of(const TemporaryFolder& folder, const std::string& rules) {
    const std::string ai = first_card(folder);
    return run(
        {tests::referee_path(), "play", field_for(folder, rules), "--rules", rules, "--ai",
         "one=" + ai, "--ai", "two=" + ai, "--record", folder / "record.jsonl", "--time-limit",
         "600s"},
        "", {"TMPDIR=" + folder.path()});
}

/// Everything that `check --rules` says of a game.
std::string problems_of(const std::string& folder) {
    const auto game = read_program_game(folder);
    GameCheckEffort effort; // `make game-alarms` plays hundreds of fields
    effort.fields = 1;      // for each number of players
    return fmt::format("{}", fmt::join(check_game(*game, effort).problems, "\n"));
}

/// The lines that one of the checks of the contract finds on small fields, those that `check` looks
/// at: up to the first field on which it finds something. The whole check plays far more games.
using ContractCheck = std::vector<Breach> (*)(const GameInfo&, const Field&, std::uint64_t);

std::vector<Breach> promises(const GameInfo& info, const Field& field, std::uint64_t seed) {
    return broken_promises(info, field, seed);
}

std::string first_problems_of(const std::string& folder, ContractCheck check) {
    const auto game = read_program_game(folder);
    const Audit audit(*game);
    std::vector<std::string> found;
    for (int players = game->info().min_seats; players <= game->info().max_seats; ++players) {
        try {
            const auto field = small_field(*game, players, 1);
            for (const Breach& breach : check(game->info(), *field, 1)) {
                found.push_back(line_of(breach));
            }
        } catch (const BrokenGame& broken) {
            found.emplace_back(broken.what());
        }
        for (const std::string& note : game->take_notes()) {
            found.push_back(note);
        }
        if (!found.empty()) {
            break;
        }
    }
    return fmt::format("{}", fmt::join(found, "\n"));
}

} // namespace

TEST_CASE("every shipped game program keeps to the contract on a small field", "[game-programs]") {
    const std::vector<std::string> folders = built_game_programs("the contract of ");
    CHECK_FALSE(folders.empty());
    for (const std::string& folder : folders) {
        CAPTURE(folder);
        const auto game = read_program_game(folder);
        const auto field = small_field(*game, game->info().min_seats, 1);
        CHECK(told_secrets(game->info(), *field, 1).empty());
        CHECK(wrong_offers(game->info(), *field, 1).empty());
    }
}

TEST_CASE(
    "every shipped game program keeps to the contract and keeps its secrets",
    "[game-programs][slow]") {
    for (const std::string& folder : built_game_programs("the secrets of ")) {
        CAPTURE(folder);
        CHECK(problems_of(folder).empty());
    }
}

TEST_CASE(
    "an offer that lacks a part, and a card that all see, are found", "[game-programs][slow]") {
    if (lacks("node", "mistakes in bazaar")) {
        return;
    }
    struct Mistake {
        std::string from;
        std::string to;
        ContractCheck check;
        std::string said;
    };
    const std::vector<Mistake> mistakes{
        {"to: me.coins }", "to: Math.max(0, me.coins - 1) }", wrong_offers,
         "a legal answer isn't offered"},
        {"(knows(i + 1) ? card.good : null)", "card.good", told_secrets,
         "the frame for everybody tells a secret"}};
    const TemporaryFolder folder;
    for (const Mistake& mistake : mistakes) {
        CAPTURE(mistake.from);
        const std::string game = folder / "changed";
        fs::copy(source_folder() + "/referee/games/bazaar", game, fs::copy_options::recursive);
        replace_in(game + "/game.ini", "name = bazaar", "name = changed");
        replace_in(game + "/game.js", mistake.from, mistake.to);
        CHECK_THAT(first_problems_of(game, mistake.check), ContainsSubstring(mistake.said));
        fs::remove_all(game);
    }
}

// A game's hash covers its helper, and databases and seasons are extended with the same hash only:
// a shipped game keeps the helper that it was released with.
TEST_CASE("the helper that new-game copies is that of the shipped games", "[game-programs]") {
    const std::set<std::string> released{
        // 1.0.0
        "497597bb2996777e4abdaa884ce216c39803ca4c61b5138c04b618b7a4d3936f",
        "6b0926c91ab8b1256bd16c6e1884bfaa77b655d42633a23cbd77796e9d39cf6d"};
    const std::string starters = source_folder() + "/referee/game_programs/starters/";
    int helpers = 0;
    for (const fs::directory_entry& file : fs::recursive_directory_iterator(starters)) {
        const std::string name = file.path().filename();
        if (!name.starts_with("referee_game.")) {
            continue;
        }
        ++helpers;
        int copies = 0;
        for (const fs::directory_entry& game :
             fs::directory_iterator(source_folder() + "/referee/games")) {
            const std::string copy = game.path() / name;
            if (fs::exists(copy)) {
                ++copies;
                CAPTURE(copy);
                const bool is_released = released.contains(referee::sha256(read_file(copy)));
                CHECK((is_released || read_file(copy) == read_file(file.path().string())));
            }
        }
        CAPTURE(name);
        CHECK(copies > 0);
    }
    CHECK(helpers > 0);
}

TEST_CASE("the games that new-game writes keep to the contract and play", "[game-programs][slow]") {
    const TemporaryFolder folder;
    const std::string existing = folder / "new_0";
    int made = 0;
    for (const std::string& language : new_game_languages("a new game in ")) {
        CAPTURE(language);
        const std::string game = folder / ("new_" + std::to_string(made++));
        CHECK(run({tests::referee_path(), "new-game", "--language", language, game}).status == 0);
        // It builds what is compiled.
        const Output tried =
            run({game + "/try"}, "", {"GOCACHE=" + tests::build_folder() + "/go-cache"});
        CAPTURE(tried.out, tried.err);
        CHECK(tried.status == 0);
        CHECK_THAT(tried.out, ContainsSubstring("no problems found"));
        CHECK_THAT(tried.out, ContainsSubstring("result: "));
        CHECK(tried.err.find("other rules") == std::string::npos);
        CHECK_THAT(read_file(game + "/matches/first.html"), ContainsSubstring("view/games/new_"));
        const Output verified = run(
            {tests::referee_path(), "replay", game + "/matches/first.jsonl", "--rules", game,
             "--verify"});
        CHECK(verified.status == 0);
        CHECK_THAT(verified.out, ContainsSubstring("verified: every move and state matches"));
    }
    CHECK(made > 0);
    CHECK(run({tests::referee_path(), "new-game", existing}).status == 2);
    CHECK(run({tests::referee_path(), "new-game", folder / "gems"}).status == 2);
    CHECK(run({tests::referee_path(), "new-game", folder / "My-Game"}).status == 2);
}

TEST_CASE("a broken program is named, and no AI gets a fault", "[game-programs][slow]") {
    const TemporaryFolder folder;
    struct Kind {
        std::string statement;
        std::string said;
    };
    const std::vector<Kind> kinds{
        {"sys.exit(3)", "it ended with exit status 3"},
        {"os.kill(os.getpid(), 9)", "ended by SIGKILL"},
        {"raise IndexError('pop from empty list')", "IndexError: pop from empty list (line "},
        {"time.sleep(1000)",
         "no reply within 2 s; a reply is one line, and the program must flush it"},
        {"sys.stdout.write('x' * 1000)\n        while True: sys.stdout.write('x' * 1000000)",
         "its reply has more than 16 MiB without the end of a line"},
        {"print('no JSON', flush=True); time.sleep(1000)", "the reply isn't JSON: no JSON"},
        {"print('{}\\n{}', flush=True)", "it printed more than one line for one request"},
        {"return []", "'effects' has 0 effects for 2 answers"},
        {"effects[0]['fault'] = 'crash'", "of an answer the rules say only bad-result or illegal"},
        {"effects[0] = {'fault': None}", "'text' is missing in effect 1"},
        {"state['rounds'].pop()", "it must grow"},
        {"socket.socket().connect(('127.0.0.1', 1))", "PermissionError"},
        {"while True:\n            try: os.fork()\n            except OSError: pass",
         "no reply within 2 s"},
    };
    for (const Kind& kind : kinds) {
        CAPTURE(kind.statement);
        const std::string name = fmt::format("broken{}", &kind - kinds.data());
        // The time doesn't begin before the program reads: a slow start is no hang.
        const bool is_hang = kind.said.starts_with("no reply");
        const std::string rules = changed_goofspiel(
            folder,
            {{"import random\n", "import os, random, socket, sys, time\n"},
             from_turn_three(kind.statement),
             {"time = 5s\n", is_hang ? "time = 5s\ntimeout = 2s\n" : "time = 5s\n", "game.ini"}},
            name);
        const Output match = match_of(folder, rules);
        CAPTURE(match.out, match.err);
        CHECK(match.status == 1);
        CHECK_THAT(
            match.err, ContainsSubstring(
                           fmt::format("referee: {}/game.py: play in turn 2 of game 1: ", name)));
        CHECK_THAT(match.err, ContainsSubstring(kind.said));
        CHECK_THAT(match.err, ContainsSubstring("repeat it with: /usr/bin/python3"));
        CHECK(match.out.find("fault") == std::string::npos);
        CHECK(nothing_is_left_of(rules));
        // The record holds nothing of the game.
        CHECK((!fs::exists(folder / "record.jsonl") || read_file(folder / "record.jsonl").empty()));
        fs::remove(folder / "record.jsonl");
        fs::remove(folder / "field.dat");
    }
}

TEST_CASE("of what a program printed the line with its error is quoted", "[game-programs]") {
    struct Trace {
        std::string printed;
        std::string error;
    };
    const std::vector<Trace> traces{
        {"a note\nthere is no card 9\n", "there is no card 9"},
        {"\n \n", ""},
        {"", ""},
        {"Traceback (most recent call last):\n  File \"game.py\", line 5, in <module>\n    go()\n"
         "  File \"game.py\", line 2, in play\n    return x[9]\n           ~^^^\n"
         "IndexError: list index out of range\n",
         "IndexError: list index out of range"},
        {"game.rb:2:in `fetch': key not found: :nothing (KeyError)\n\tfrom game.rb:2:in `play'\n"
         "\tfrom game.rb:7:in `<main>'\n",
         "game.rb:2:in `fetch': key not found: :nothing (KeyError)"},
        {"game.rb:2:in `<main>': undefined local variable or method `fo' (NameError)\n\nfo.bar\n"
         "^^\nDid you mean?  foo\n               for\n",
         "game.rb:2:in `<main>': undefined local variable or method `fo' (NameError)"},
        {"game.rb:2:in 'Hash#fetch': key not found: :nothing (KeyError)\n"
         "\tfrom game.rb:7:in '<main>'\n",
         "game.rb:2:in 'Hash#fetch': key not found: :nothing (KeyError)"},
        {"<main>: warning: timer_create failed: Function not implemented, signals racy\n", ""},
        {"game.rb:72: syntax error, unexpected `def', expecting ')'\ndef show(s, seat)\n^~~\n"
         "game.rb:110: syntax error, unexpected end-of-input\n",
         "game.rb:72: syntax error, unexpected `def', expecting ')'"},
        {"game.js:2\n  throw new RangeError(\"no card 9\");\n  ^\n\nRangeError: no card 9\n"
         "    at play (game.js:2:9)\n    at node:internal/main/run_main_module:28:49\n\n"
         "Node.js v20.20.2\n",
         "RangeError: no card 9"},
        {"node:fs:573\n  return binding.open(\n                 ^\n\nError: ENOENT: no such file\n"
         "    at Object.openSync (node:fs:573:18) {\n  errno: -2,\n  code: 'ENOENT'\n}\n\n"
         "Node.js v20.20.2\n",
         "Error: ENOENT: no such file"},
        {"lua: game.lua:1: attempt to index a nil value (field 'y')\nstack traceback:\n"
         "\tgame.lua:1: in upvalue 'play'\n\t[C]: in ?\n",
         "lua: game.lua:1: attempt to index a nil value (field 'y')"},
        {"no card 9 at game.pl line 2.\n\tmain::play(1) called at game.pl line 3\n",
         "no card 9 at game.pl line 2."},
        {"panic: runtime error: index out of range [5] with length 1\n\ngoroutine 1 [running]:\n"
         "main.play(...)\n\tgame.go:2\nmain.main()\n\tgame.go:3 +0x1d\nexit status 2\n",
         "panic: runtime error: index out of range [5] with length 1"},
        {"Exception in thread \"main\" java.lang.IllegalStateException: state\n\tat G.main(G.java:2)\n"
         "Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 9\n\tat G.play(G.java:1)\n"
         "\t... 1 more\n",
         "Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 9"},
    };
    for (const Trace& trace : traces) {
        CHECK(error_line(trace.printed) == trace.error);
    }
    CHECK(error_line(std::string(100'000, 'x')).size() < 1000);
}

TEST_CASE(
    "the head of a long trace is kept, where some languages name the error", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(
        folder,
        {{"import random\n", "import os, random, sys\n"},
         from_turn_three("sys.stderr.write('panic: no card 9\\n' + '\\tmain.go:1\\n' * 2000); "
                         "sys.stderr.flush(); os._exit(2)")});
    CHECK_THAT(match_of(folder, rules).err, ContainsSubstring(": panic: no card 9"));
}

TEST_CASE(
    "an integer of any length is one to the rules that new-game writes", "[game-programs][slow]") {
    const TemporaryFolder folder;
    int made = 0;
    for (const std::string& language : new_game_languages("integers of a game in ")) {
        CAPTURE(language);
        const std::string game = folder / fmt::format("long_{}", made++);
        REQUIRE(run({tests::referee_path(), "new-game", "--language", language, game}).status == 0);
        if (read_file(game + "/game.ini").find("\nbuild = ") != std::string::npos) {
            const Output tried =
                run({game + "/try"}, "", {"GOCACHE=" + tests::build_folder() + "/go-cache"});
            REQUIRE(tried.status == 0);
        }
        const auto program = read_program_game(game);
        const auto field = small_field(*program, 2, 1);
        const std::string digits(5000, '9');
        for (const std::string& answer :
             {"1 " + digits, "1 -" + digits, digits + " 1", std::string("1 9007199254740993")}) {
            const auto position = field->start();
            const std::vector<GivenAnswer> given{
                {position->players_to_move()[0], Fault::none, answer}};
            CAPTURE(answer.substr(0, 20));
            CHECK(apply_given(*position, given).at(0).fault == Fault::illegal);
        }
        const auto position = field->start();
        const std::string padded = "+" + std::string(30, '0') + "1 +1";
        const std::vector<GivenAnswer> given{{position->players_to_move()[0], Fault::none, padded}};
        CHECK(apply_given(*position, given).at(0).fault == Fault::none);
    }
    CHECK(made > 0);
}

TEST_CASE("a legal word that no answer has in its place is found", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string game = folder / "worded";
    REQUIRE(run({tests::referee_path(), "new-game", "--language", "Python", game}).status == 0);
    replace_in(
        game + "/game.py", "        heap, stones = words.integer(",
        "        if words.rest[1:] == [\"stones\"]:\n"
        "            return {\"fault\": None, \"text\": answer[\"text\"]}, first, 0\n"
        "        heap, stones = words.integer(");
    CHECK_THAT(
        first_problems_of(game, wrong_offers), ContainsSubstring("a legal answer isn't offered"));
}

TEST_CASE("ranks that go against scores are told", "[game-programs]") {
    const auto said = [](const std::vector<int>& ranks, const std::vector<double>& scores) {
        Ending ending;
        ending.ranks = ranks;
        ending.scores = scores;
        return ranks_against_scores(ending);
    };
    CHECK(said({1, 2}, {5, 3}).empty());
    CHECK(said({1, 1, 3}, {5, 5, 3}).empty());
    CHECK(said({1, 2, 2}, {5, 4, 3}).empty()); // only the first place counts
    CHECK(said({1, 2, 3}, {1, 0, 0}).empty()); // a score says only who won
    CHECK_THAT(
        said({1, 2}, {3, 5}), ContainsSubstring("ranks go against scores: seat 1 has rank 1"));
    CHECK_THAT(said({2, 1}, {5, 5}), ContainsSubstring("seat 2 has rank 1 with a score of 5"));
}

TEST_CASE("a slow start is no hang", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(
        folder, {{"import random\n", "import random, time\ntime.sleep(2)\n"},
                 {"time = 5s\n", "time = 5s\ntimeout = 1s\n", "game.ini"}});
    const Output match = match_of(folder, rules);
    CAPTURE(match.err);
    CHECK(match.status == 0);
}

TEST_CASE("the request of a failure can be repeated by hand", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules =
        changed_goofspiel(folder, {from_turn_three("raise IndexError('here')")});
    const Output match = match_of(folder, rules);
    const std::string mark = "repeat it with: ";
    const std::size_t at = match.err.find(mark);
    REQUIRE(at != std::string::npos);
    const std::string command =
        match.err.substr(at + mark.size(), match.err.find('\n', at) - at - mark.size());
    const Output again = run({"/bin/sh", "-c", command});
    CHECK(again.status == 1);
    CHECK_THAT(again.err, ContainsSubstring("IndexError: here"));
}

TEST_CASE("replies of wrong types break the game and nothing else", "[game-programs]") {
    const TemporaryFolder folder;
    const std::vector<std::string> wrong{
        "reply['turn'] = 'x'",
        "reply['turn'] = -1",
        "reply['turn'] = 2 ** 60",
        "reply['to_move'] = [3]",
        "reply['to_move'] = [1, 1]",
        "reply['to_move'] = 1",
        "del reply['state']",
        "reply['files'] = {'1': reply['files']['1']}",
        "reply['files']['1'] = []",
        "reply['files']['1']['other.dat'] = ''",
        "del reply['files']['1']['player.dat']",
        "reply['files']['1']['match']['turn'] = 3",
        "reply['files']['1']['match']['a b'] = 3",
        "reply['files']['1']['player.dat'] = 'a\\0b'",
        "reply['ending'] = {'ranks': [1, 2], 'scores': [1, 0], 'reason': ''}",
        "reply['to_move'] = []; reply['files'] = {}",
        "reply['eliminated'] = [1]",
        "reply['time_limit_ms'] = 0",
        "reply['state'] = float('nan')",
        "reply['state'] = 10 ** 17",
        "reply['state'] = eval('[' * 150 + ']' * 150)",
        "reply = [reply]",
        "reply = None",
    };
    const std::string ai = first_card(folder);
    for (const std::string& statement : wrong) {
        CAPTURE(statement);
        const std::string name = fmt::format("wrong{}", &statement - wrong.data());
        const std::string rules = changed_goofspiel(
            folder,
            {{"                reply = dict(position(state), effects=effects)\n",
              "                reply = dict(position(state), effects=effects)\n"
              "                " +
                  statement + "\n",
              "referee_game.py"}},
            name);
        const auto game = read_program_game(rules);
        const auto field = small_field(*game, 2, 1);
        const auto position = field->start();
        const std::vector<Answer> answers{{1, Fault::none, "1"}, {2, Fault::none, "2"}};
        CHECK_THROWS_AS(position->apply(answers, {}), BrokenGame);
    }
}

TEST_CASE("what isn't a text is a bad result before the rules see it", "[game-programs]") {
    const Game& game = game_named("goofspiel");
    const auto field = small_field(game, 2, 1);
    const auto position = field->start();
    const std::string nul("1\0", 2);
    const std::vector<Answer> answers{{1, Fault::none, "\xff"}, {2, Fault::none, nul}};
    for (const Effect& effect : position->apply(answers, {})) {
        CHECK(effect.fault == Fault::bad_result);
        CHECK_THAT(effect.reason, ContainsSubstring("UTF-8"));
    }
}

TEST_CASE("threads that ask one after the other are answered by one process", "[game-programs]") {
    const auto game = read_program_game(source_folder() + "/referee/games/goofspiel");
    const std::size_t before = children_of(::getpid()).size();
    const auto field = small_field(*game, 2, 1);
    const auto position = field->start();
    constexpr int thread_count = 4;
    std::mutex one_at_a_time;
    std::latch all_have_asked(thread_count);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < thread_count; ++thread) {
        threads.emplace_back([&] {
            {
                const std::lock_guard lock(one_at_a_time);
                position->legal_answers(1);
            }
            all_have_asked.arrive_and_wait(); // threads that have ended may share an identity
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(children_of(::getpid()).size() == before + 1);
}

TEST_CASE("readings of illegal answers are kept, however many there are", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(
        folder,
        {{"\"reason\": f\"{card}: you don't hold this card\"}",
          "\"reason\": f\"{card}: no\", \"legal_if\": [f\"reading {card} {i}\" for i in range(4)]}"}},
        "readings");
    const auto game = read_program_game(rules);
    const auto field = small_field(*game, 2, 1);
    for (int card = 1000; card < 1260; card += 2) {
        const auto position = field->start();
        const std::vector<Answer> answers{
            {1, Fault::none, std::to_string(card)}, {2, Fault::none, std::to_string(card + 1)}};
        const std::vector<Effect> effects = position->apply(answers, {});
        REQUIRE(effects[1].legal_if.size() == 4);
        REQUIRE(effects[1].legal_if[3] == fmt::format("reading {} 3", card + 1));
    }
}

TEST_CASE("memory, time and chance in the rules are found by check", "[game-programs]") {
    const TemporaryFolder folder;
    const std::vector<std::pair<std::string, std::string>> mistakes{
        {"chance", "stake += random.randrange(1000000)"},
        {"clock", "stake += time.monotonic_ns()"},
        {"memory", "SEEN.append(1); stake += len(SEEN)"},
        {"hashes", "stake += hash('prize') % 1000003"},
    };
    for (const auto& [name, statement] : mistakes) {
        CAPTURE(name);
        const std::string rules = changed_goofspiel(
            folder,
            {{"import random\n", "import random, time\nSEEN = []\n"}, from_turn_three(statement)},
            name);
        CHECK_THAT(
            problems_of(rules),
            ContainsSubstring("two processes replied differently to one request"));
    }
    const Output checked = run({tests::referee_path(), "check", "--rules", folder / "chance"});
    CHECK(checked.status == 3);
    CHECK_THAT(checked.out, ContainsSubstring("problem: chance/game.py: play in turn "));
}

TEST_CASE(
    "a tournament finds rules that remember, in the first of a hundred games", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(
        folder, {{"import random\n", "import random\nSEEN = []\n"},
                 from_turn_three("SEEN.append(1); stake += len(SEEN)")});
    const std::string ai = first_card(folder);
    const Output played =
        run({tests::referee_path(), "tournament", "--fields", field_for(folder, rules), "--rules",
             rules, "--ai", "one=" + ai, "--ai", "two=" + ai, "--db", folder / "db.sqlite",
             "--jobs", "1", "--time-limit", "600s"},
            "", {"TMPDIR=" + folder.path()});
    CHECK(played.status == 1);
    CHECK_THAT(
        played.err, ContainsSubstring("game 1 is broken: changed/game.py: play in turn ") &&
                        ContainsSubstring("two processes replied differently to one request"));
}

TEST_CASE("a process that is only asked for comparison is told apart", "[game-programs]") {
    // Some requests go to a process that has seen none: this one knows nothing of the first turns,
    // and fails.
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(
        folder, {{"import random\n", "import random\nSEEN = []\n"},
                 {"    stake = worth(state)\n",
                  "    stake = worth(state)\n    if turn(state) >= 2 and not SEEN:\n"
                  "        raise IndexError('unprepared')\n    SEEN.append(1)\n"}});
    const std::string problems = first_problems_of(rules, promises);
    CHECK_THAT(
        problems,
        ContainsSubstring("IndexError: unprepared (line 74 of game.py, play), in a second "
                          "process that was asked for comparison; the first one "
                          "answered: the program is unstable"));
    CHECK_THAT(problems, !ContainsSubstring("the request is in"));
}

TEST_CASE("a game that doesn't end where nobody can be understood is found", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = folder / "heaps";
    REQUIRE(run({tests::referee_path(), "new-game", "--language", "Python", rules}).status == 0);
    const std::string file = rules + "/game.py";
    replace_in(file, "def rank(state)", "def unused(state)"); // nobody wins at the limit
    replace_in(file, "\"reason\": str(problem)}, first, 1", "\"reason\": str(problem)}, first, 0");
    replace_in(
        file, "{\"fault\": answer[\"fault\"]}, first, 1",
        "{\"fault\": answer[\"fault\"]}, first, 0");
    write_file(rules + "/game.ini", read_file(rules + "/game.ini") + "max-turns = 100\n");
    CHECK_THAT(
        first_problems_of(rules, promises),
        ContainsSubstring("hasn't ended after 100 turns in which nobody's answer could be read"));
}

TEST_CASE("try plays a new game with as many seats as it has", "[game-programs][slow]") {
    const TemporaryFolder folder;
    const std::string rules = folder / "heaps";
    REQUIRE(run({tests::referee_path(), "new-game", "--language", "Python", rules}).status == 0);
    replace_in(rules + "/game.ini", "seats = 2", "seats = 3");
    const std::string file = rules + "/game.py";
    replace_in(file, "[1 + state[\"turn\"] % 2]", "[1 + state[\"turn\"] % 3]");
    replace_in(file, "2 - state[\"turn\"] % 2", "1 + (state[\"turn\"] - 1) % 3");
    replace_in(file, "for seat in (1, 2)]", "for seat in (1, 2, 3)]");
    replace_in(file, "for seat in (1, 2)]", "for seat in (1, 2, 3)]");
    replace_in(file, "\"taken\": [0, 0]}\n\n\ndef", "\"taken\": [0, 0, 0]}\n\n\ndef");
    const Output tried = run({rules + "/try"});
    CAPTURE(tried.out, tried.err);
    CHECK(tried.status == 0);
    CHECK_THAT(tried.out, ContainsSubstring("--ai human --ai ai2=reference --ai ai3=reference"));
    CHECK(fs::exists(rules + "/matches/first.html"));
}

TEST_CASE("the guide has the rules that problems cite", "[game-programs]") {
    const std::string page = read_file(source_folder() + "/referee/game_programs/README.md");
    for (std::size_t i = 0; i < all_names<Promise>.size(); ++i) {
        const auto promise = static_cast<Promise>(i);
        CAPTURE(name_of(promise));
        const std::string row =
            fmt::format("| **{}** | {} |\n", name_of(promise), rule_of(promise));
        CHECK(page.find(row) != std::string::npos);
    }
}

TEST_CASE(
    "a problem names field, turn, seat, answer, effects, request and rule", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(
        folder, {{"    stake = worth(state)\n    highest",
                  "    stake = worth(state)\n    if effects[0][\"fault\"] is None:\n"
                  "        effects[0][\"text\"] = str(stake + 900)\n    highest"}});
    GameCheckEffort effort;
    effort.fields = 1;
    const std::string said =
        fmt::format("{}", fmt::join(check_game(*read_program_game(rules), effort).problems, "\n"));
    CAPTURE(said);
    const std::size_t at = said.find("its effect, answered again, has another effect\nfield: ");
    REQUIRE(at != std::string::npos);
    for (const char* const part :
         {"referee create field.dat --rules ", " --players 2 --seed 1", "\nplace: turn 0, seat 1\n",
          "\nanswer: '", "\nits effect: '90", "\nanswered again: '90",
          "\nthen its effect: illegal '90", "\nthe request is in ", "; repeat it with: ",
          "\nguide: referee/game_programs/README.md, \"What is checked\", replay: "}) {
        CAPTURE(part);
        CHECK(said.find(part, at) != std::string::npos);
    }
}

TEST_CASE("a folder of another name, and a comment in a line, are warned of", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = folder / "heaps";
    REQUIRE(run({tests::referee_path(), "new-game", "--language", "Python", rules}).status == 0);
    replace_in(rules + "/game.ini", "heaps at the start\n", "heaps at the start, # hash\n");
    fs::rename(rules, folder / "piles");
    const Output checked = run({tests::referee_path(), "check", "--rules", folder / "piles"});
    CHECK_THAT(checked.out, ContainsSubstring("the folder is called piles and the game heaps"));
    CHECK_THAT(checked.out, ContainsSubstring("what follows '#' is a comment: # hash"));
}

TEST_CASE("an AI is tried on rules that are a program", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(folder, {});
    const Output checked =
        run({tests::referee_path(), "check", "--rules", rules, first_card(folder)});
    CAPTURE(checked.out, checked.err);
    CHECK(checked.status == 0);
    CHECK_THAT(checked.out, ContainsSubstring("no problems found"));
    const Output field =
        run({tests::referee_path(), "check", "--rules", rules, field_for(folder, rules)});
    CAPTURE(field.out, field.err);
    CHECK(field.status == 0);
}

TEST_CASE("leaks and wrong offers of a program are found by check", "[game-programs][slow]") {
    // Mistakes that don't hide one another, in one game.
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(
        folder, {{"known = seat is None or seat == owner", "known = True or seat == owner"},
                 {"for played in seen_rounds(state, seat))}", "for played in state[\"rounds\"])}"},
                 {"for card in state[\"players\"][seat - 1][\"hand\"]]",
                  "for card in state[\"players\"][seat - 1][\"hand\"][:1]]"}});
    const std::string found = problems_of(rules);
    CHECK_THAT(
        found, ContainsSubstring("the frame for everybody tells a secret") &&
                   ContainsSubstring("rounds.dat tells what it doesn't know") &&
                   ContainsSubstring("a legal answer isn't offered"));
}

TEST_CASE("a seat that moves and is offered nothing is found by check", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(
        folder, {{"    return [str(card) for card in state[\"players\"][seat - 1][\"hand\"]]",
                  "    return []"}});
    CHECK_THAT(problems_of(rules), ContainsSubstring("a seat that moves has a choice"));
}

namespace {

/// Plays a game with drawn answers. `between` is called before each turn.
std::string played(const Field& field, const std::function<void()>& between) {
    Rng rng(5);
    std::string all;
    const auto position = field.start();
    while (!position->players_to_move().empty()) {
        between();
        std::vector<std::string> texts;
        std::vector<Answer> answers;
        for (const Seat seat : position->players_to_move()) {
            texts.push_back(random_parts(position->legal_answers(seat), rng)[0]);
        }
        for (std::size_t i = 0; i < texts.size(); ++i) {
            answers.push_back({position->players_to_move()[i], Fault::none, texts[i]});
        }
        for (const Effect& effect : position->apply(answers, {})) {
            all += fmt::format("{} {}\n", effect.text, effect.comment);
        }
        all += position->canonical_text() + position->to_json();
    }
    return all;
}

} // namespace

TEST_CASE("SIGKILL of the rules in any turn changes no result", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(folder, {}, "killed");
    const auto game = read_program_game(rules);
    const auto field = small_field(*game, 3, 2);
    const std::string expected = played(*field, [] {});
    // As the referee does: it sees a closed pipe as a failed write.
    const auto before = ::signal(SIGPIPE, SIG_IGN);
    int killed = 0;
    const std::string same = played(*field, [&] {
        for (const pid_t pid : processes_with(rules + "/game.py")) {
            ::kill(pid, SIGKILL);
            ++killed;
        }
    });
    ::signal(SIGPIPE, before);
    CHECK(same == expected);
    CHECK(killed >= 4);
    CHECK_FALSE(game->take_notes().empty());
}

TEST_CASE("a record of a game program replays, and other rules are noted", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(folder, {});
    REQUIRE(match_of(folder, rules).status == 0);
    const std::string record = folder / "record.jsonl";
    const nlohmann::json head =
        nlohmann::json::parse(read_file(record).substr(0, read_file(record).find('\n')));
    CHECK(head.at("rules").get<std::string>().size() == 64);
    CHECK(run({tests::referee_path(), "replay", record, "--rules", rules, "--verify"}).status == 0);
    replace_in(rules + "/game.py", "    stake = worth(state)", "    stake = 1 + worth(state)");
    const Output other =
        run({tests::referee_path(), "replay", record, "--rules", rules, "--verify"});
    CHECK_THAT(other.err, ContainsSubstring("it was played by other rules"));
    CHECK(other.status == 3);
}

TEST_CASE("a game is found beside its field, by a variable, and by --rules", "[game-programs]") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "games");
    const std::string rules = changed_goofspiel(folder, {}, "games/found");
    replace_in(rules + "/game.ini", "name = games/found", "name = found");
    const std::string field = folder / "field.dat";
    REQUIRE(
        run({tests::referee_path(), "create", field, "--rules", rules, "--seed", "1"}).status == 0);
    CHECK(run({tests::referee_path(), "check", field}).status == 0);

    fs::create_directories(folder / "elsewhere");
    fs::rename(field, folder / "elsewhere/field.dat");
    const std::string moved = folder / "elsewhere/field.dat";
    const Output unknown = run({tests::referee_path(), "check", moved}, folder.path());
    CHECK(unknown.status == 2);
    CHECK_THAT(unknown.err, ContainsSubstring("field.dat:1: there is no game 'found'"));
    CHECK(
        run({tests::referee_path(), "check", moved}, "",
            {"REFEREE_GAMES=/nowhere:" + folder / "games"})
            .status == 0);
    CHECK(run({tests::referee_path(), "check", moved, "--rules", rules}).status == 0);

    // Another one of that name.
    fs::create_directories(folder / "elsewhere/games");
    fs::copy(rules, folder / "elsewhere/games/found", fs::copy_options::recursive);
    CHECK(
        run({tests::referee_path(), "check", moved}, "", {"REFEREE_GAMES=" + folder / "games"})
            .status == 0);
    replace_in(folder / "elsewhere/games/found/game.py", "wins {stake}", "takes {stake}");
    const Output two =
        run({tests::referee_path(), "check", moved}, "", {"REFEREE_GAMES=" + folder / "games"});
    CHECK(two.status == 2);
    CHECK_THAT(two.err, ContainsSubstring("there are two games 'found' that differ"));
    CHECK(
        run({tests::referee_path(), "check", moved, "--rules", rules}, "",
            {"REFEREE_GAMES=" + folder / "games"})
            .status == 0);

    replace_in(rules + "/game.ini", "name = found", "name = gems");
    const Output reserved = run({tests::referee_path(), "games", "--rules", rules});
    CHECK(reserved.status == 2);
    CHECK_THAT(reserved.err, ContainsSubstring("'gems' is the name of a built-in game"));
}

TEST_CASE("mistakes in game.ini get a line with file and line", "[game-programs]") {
    const TemporaryFolder folder;
    const std::vector<std::pair<Change, std::string>> mistakes{
        {{"seats = 2..4", "seats = 2..9"}, "seats is '2..9'"},
        {{"seats = 2..4", "seats = 4..2"}, "the numbers of seats don't fit one another"},
        {{"hidden = yes", "hidden = maybe"}, "hidden is 'maybe'; write yes or no"},
        {{"hidden = yes", "hiden = yes"}, "unknown key 'hiden'; did you mean 'hidden'?"},
        {{"time = 5s", "time = 5 apples"}, "time is '5 apples'"},
        {{"time = 5s", "time = 5s\nclock = 5s"}, "both 'time' and 'clock'"},
        {{"title = ", "title =\n#"}, "'title' is missing or empty"},
        {{"cards, int, 13, 2..30", "cards, int, 1, 2..30"}, "the range of cards"},
        {{"cards, int, 13", "cards, integer, 13"}, "'integer' is not a kind of parameter"},
        {{"cards, int, 13, 2..30, cards,", "cards, int, 13, 2..30,"}, "has six items, here are 5"},
        {{"bids, word, hidden", "bids, word, secret"}, "the words of bids"},
        {{"bids, word", "cards, word"}, "the parameter cards is declared twice"},
        {{"section = prizes, the", "section = the"}, "is no section"},
        {{"file = player.dat", "file = match.dat"}, "'match.dat' can't be a state file"},
        {{"file = player.dat", "file = ../player.dat"}, "can't be a state file"},
        {{"answer-example = 7", "#answer-example = 7"}, "fewer than two examples"},
        {{"timeout crash exit", "timeout crash"}, "the cost of exit is missing"},
        {{"timeout crash exit", "timeout crash crash exit"}, "'crash' is no fault"},
        {{"command = python3", "command = nopython"}, "neither in the folder nor in PATH"},
    };
    const std::string rules = changed_goofspiel(folder, {});
    const std::string ini = read_file(rules + "/game.ini");
    for (const auto& [change, said] : mistakes) {
        CAPTURE(change.to);
        write_file(rules + "/game.ini", ini);
        replace_in(rules + "/game.ini", change.from, change.to);
        const std::string error = user_error_of([&] { read_program_game(rules); });
        CHECK_THAT(error, StartsWith(rules + "/game.ini:"));
        CHECK_THAT(error, ContainsSubstring(said));
        CHECK(error.find('\n') == std::string::npos);
    }
    CHECK_THAT(
        user_error_of([&] { read_program_game(folder.path()); }),
        ContainsSubstring("there is no game.ini in it"));
}

TEST_CASE("no parameter and no key of a game is one that the referee writes", "[game-programs]") {
    const TemporaryFolder folder;
    std::set<std::string> keys;
    // All that it writes: every key of match.dat, and what phase end adds to it.
    MatchFile file("game", Teams(max_seats), {}, {});
    for (const bool has_clock : {false, true}) {
        std::istringstream lines(file.text(1, {.has_clock = has_clock}, "rank 1\nscore 0\n"));
        for (std::string line; std::getline(lines, line);) {
            keys.insert(line.substr(0, line.find(' ')));
        }
    }
    CHECK(keys.size() == 21);
    const std::string rules = changed_goofspiel(folder, {});
    const std::string ini = read_file(rules + "/game.ini");
    for (const std::string& key : keys) {
        CAPTURE(key);
        write_file(rules + "/game.ini", ini);
        replace_in(rules + "/game.ini", "parameter = cards,", "parameter = " + key + ",");
        const std::string error = user_error_of([&] { read_program_game(rules); });
        CHECK_THAT(error, ContainsSubstring("'" + key + "' can't be the name of a parameter"));
    }
}

TEST_CASE("a refused field gets the line of its row", "[game-programs]") {
    const auto refused = [](const std::string& text) {
        return user_error_of([&] { load_field("f.dat", text); });
    };
    CHECK_THAT(
        refused("game goofspiel\ncards 3\n[prizes]\n1 2 4\n"),
        StartsWith("f.dat:1: [prizes] must hold the numbers 1 to 3, each once"));
    CHECK_THAT(refused("game goofspiel\ncards 3\n"), StartsWith("f.dat:"));
    CHECK_THAT(
        refused("game goofspiel\ncards 3\nplayers 9\n[prizes]\n1 2 3\n"),
        StartsWith("f.dat:3: players is '9'"));
}

TEST_CASE("three broken games stop a tournament; corrected rules play again", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules =
        changed_goofspiel(folder, {from_turn_three("raise IndexError('here')")});
    fs::create_directories(folder / "cup");
    for (const std::string seed : {"1", "2", "3"}) {
        REQUIRE(
            run({tests::referee_path(), "create", folder / ("cup/" + seed + ".dat"), "--rules",
                 rules, "--seed", seed})
                .status == 0);
    }
    const std::string ai = first_card(folder);
    const auto tournament = [&](const std::vector<std::string>& more) {
        std::vector<std::string> command{
            tests::referee_path(),
            "tournament",
            "--fields",
            folder / "cup",
            "--ai",
            "one=" + ai,
            "--ai",
            "two=" + ai,
            "--db",
            folder / "db.sqlite",
            "--rules",
            rules,
            "--jobs",
            "1",
            "--time-limit",
            "600s"};
        command.insert(command.end(), more.begin(), more.end());
        return run(command, "", {"TMPDIR=" + folder.path()});
    };
    const Output broken = tournament({});
    CAPTURE(broken.err);
    CHECK(broken.status == 1);
    CHECK_THAT(broken.err, ContainsSubstring("game 1 is broken: changed/game.py: play in turn 2"));
    CHECK_THAT(broken.err, ContainsSubstring("stopped after 3 broken games"));
    CHECK(nothing_is_left_of(rules));

    replace_in(rules + "/game.py", "raise IndexError('here')", "pass");
    const Output refused = tournament({});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, ContainsSubstring("--changed replay"));
    const Output played = tournament({"--changed", "replay"});
    CAPTURE(played.err);
    CHECK(played.status == 0);
    CHECK_THAT(played.out, ContainsSubstring("Standings"));
    CHECK(nothing_is_left_of(rules));
}

TEST_CASE(
    "a tournament of such a game that is killed ends with the same tables",
    "[game-programs][tournament][slow]") {
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(folder, {}, "killed");
    fs::create_directories(folder / "work");
    for (int seed = 1; seed <= 12; ++seed) {
        REQUIRE(
            run({tests::referee_path(), "create", fmt::format("{}/cup/{}.dat", folder.path(), seed),
                 "--rules", rules, "--seed", std::to_string(seed), "--set", "cards=6"})
                .status == 0);
    }
    const std::string first = first_card(folder);
    const std::string last = folder / "last-card";
    write_script(
        last, "#!/bin/sh\n{ read -r line; read -r cards; } <player.dat\n"
              "echo \"${cards##* }\" >result.dat\n");
    const auto command = [&](const std::string& database) {
        return std::vector<std::string>{
            tests::referee_path(),
            "tournament",
            "--fields",
            folder / "cup",
            "--rules",
            rules,
            "--ai",
            "a=" + first,
            "--ai",
            "b=" + last,
            "--ai",
            "c=" + first,
            "--db",
            database,
            "--work",
            folder / "work",
            "--time-limit",
            "600s"};
    };
    const auto tables = [&](const std::string& database) {
        const Output report = run({tests::referee_path(), "report", database, "--json"});
        REQUIRE(report.status == 0);
        std::string text;
        const nlohmann::json parsed = nlohmann::json::parse(report.out);
        for (const nlohmann::json& row : parsed.at("standings")) {
            text += fmt::format(
                "{} {} {}\n", row.at("name").dump(), row.at("games").dump(),
                row.at("points").dump());
        }
        return text;
    };
    const auto stored = [](const std::string& database) {
        try {
            return Store(database, Store::Access::read).games_between(0, 1'000'000).size();
        } catch (const std::exception&) {
            return std::size_t{0}; // not made yet
        }
    };
    const std::string whole = folder / "whole.sqlite";
    REQUIRE(run(command(whole)).status == 0);
    CHECK(stored(whole) == 12 * 3 * 2);

    const std::string killed = folder / "killed.sqlite";
    int kills = 0;
    for (std::size_t target = 0; target < 60; target += 15) {
        const pid_t pid = start(command(killed));
        bool is_running = true;
        while (is_running && stored(killed) < target) {
            ::poll(nullptr, 0, 2);
            is_running = ::waitpid(pid, nullptr, WNOHANG) == 0;
        }
        if (is_running) {
            ::kill(pid, SIGKILL);
            wait_for_exit(pid);
            ++kills;
        }
        CHECK(nothing_is_left_of(rules)); // the rules' keeper sees that the referee is gone
    }
    CHECK(kills > 0);
    REQUIRE(run(command(killed)).status == 0);
    CHECK(stored(killed) == 12 * 3 * 2);
    CHECK(tables(killed) == tables(whole));
}

TEST_CASE(
    "an AI reaches nothing of the rules' process and its secrets",
    "[game-programs][hostile][slow]") {
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(folder, {}, "spied");
    const std::string field = field_for(folder, rules);
    // It reports in notes.dat what succeeded, and bids honestly.
    const std::string spy = folder / "spy/spy.py";
    fs::create_directories(folder / "spy");
    write_script(spy, R"(#!/usr/bin/env python3
import ctypes, os, signal, sys

found = []
own = {os.getpid(), os.getppid()}
libc = ctypes.CDLL(None, use_errno=True)


def attempt(what, action):
    try:
        if action():
            found.append(what)
    except (OSError, ValueError):
        pass


is_first = "round 1\n" in open("match.dat").read()
processes = [pid for pid in range(2, 40000) if pid not in own] if is_first else []
for pid in processes:
    attempt(f"signal to {pid}", lambda: os.kill(pid, 0) is None)
    attempt(f"kill of {pid}", lambda: os.kill(pid, signal.SIGKILL) is None)
    if os.path.exists(f"/proc/{pid}"):
        for name in ("cmdline", "environ", "mem", "maps", "fd", "cwd", "root", "task"):
            path = f"/proc/{pid}/{name}"
            attempt(path, lambda: os.listdir(path) if name in ("fd", "task") else
                    os.readlink(path) if name in ("cwd", "root") else open(path, "rb").read(64))
        attempt(f"trace of {pid}", lambda: libc.ptrace(16, pid, None, None) == 0)
for path in sys.argv[1:]:
    attempt(path, lambda: open(path, "rb").read(1))
for parent in ("/tmp", "/dev/shm", "/run", "..", "../.."):
    attempt(parent, lambda: os.listdir(parent))
with open("notes.dat", "w") as notes:
    print("found", *found[:20], file=notes)
with open("player.dat") as player:
    player.readline()
    card = player.readline().split()[0]
with open("result.dat", "w") as answer:
    print(card, file=answer)
)");
    write_file(
        folder / "spy/ai.ini",
        fmt::format("name = spy\ncommand = python3 {{dir}}/spy.py {}\n", field));
    for (const std::string mode : {"none", "default", "strict"}) {
        CAPTURE(mode);
        if (mode == "none" && ::geteuid() != 0) { // it has our user, and would end all we have
            tests::leave_out("an unconfined AI beside the rules' process", tests::Need::root);
            continue;
        }
        const std::string record = folder / (mode + ".jsonl");
        const Output match =
            run({tests::referee_path(), "play", field, "--rules", rules, "--ai", folder / "spy",
                 "--ai", "honest=" + first_card(folder), "--confine", mode, "--record", record,
                 "--json", "--time-limit", "600s"},
                "", {"TMPDIR=" + folder.path()});
        CAPTURE(match.out, match.err);
        REQUIRE(match.status == 0);
        CHECK(match.err.find("unstable") == std::string::npos);
        const std::string lines = read_file(record);
        // Unconfined it finds something, so it looks where there is something to find.
        CHECK((lines.find("found /") != std::string::npos) == (mode == "none"));
        CHECK((lines.find("found\\n") != std::string::npos) == (mode != "none"));
        for (const std::string what : {"found signal", "found kill", "found trace", "found ."}) {
            CHECK_THAT(lines, !ContainsSubstring(what));
        }
    }
    CHECK(nothing_is_left_of(rules));
}

TEST_CASE("a season plays from its own copy of the rules", "[game-programs][season]") {
    const TemporaryFolder folder;
    const std::string rules = changed_goofspiel(folder, {});
    const std::string ai = first_card(folder);
    fs::create_directories(folder / "season/entries/anna/v1");
    write_script(folder / "season/entries/anna/v1/bot", read_file(ai) + "# anna\n");
    write_file(folder / "season/entries/anna/v1/ai.ini", "command = bot\n");
    write_file(
        folder / "season/season.ini",
        "rules = ../changed\ngenerate = 3\nfield-set = cards=4\ngames = 2\nbaseline = "
        "../first-card\n");
    const auto season = [&](const std::vector<std::string>& more) {
        std::vector<std::string> command{
            tests::referee_path(), "season", folder / "season", "--once"};
        command.insert(command.end(), more.begin(), more.end());
        return run(command);
    };
    const Output first = season({});
    CAPTURE(first.out, first.err);
    REQUIRE(first.status == 0);
    CHECK_THAT(first.out + first.err, ContainsSubstring("anna v1: accepted"));
    CHECK(fs::exists(folder / "season/games/changed/game.py"));
    CHECK(fs::exists(folder / "season/site/index.html"));
    CHECK_THAT(
        read_file(folder / "season/site/viewer.js"),
        ContainsSubstring("modules[\"view/games/changed.js\"] = "));
    CHECK_THAT(
        read_file(folder / "season/site/rules.html"), ContainsSubstring("<th>on the board</th>"));

    // Texts that are only shown are no rules.
    const std::string page = "/README.md";
    const std::string readme = rules + page;
    write_file(readme, read_file(readme) + "\nA new word.\n");
    const Output same = season({});
    CAPTURE(same.err);
    CHECK(same.status == 0);
    CHECK_THAT(
        read_file(folder / ("season/games/changed" + page)), ContainsSubstring("A new word."));
    CHECK_THAT(read_file(folder / "season/site/rules.html"), ContainsSubstring("A new word."));

    // The check before handing in finds the season's copy of the rules.
    fs::create_directories(folder / "bob");
    write_script(folder / "bob/bot", read_file(ai) + "# bob\n");
    write_file(folder / "bob/ai.ini", "command = bot\ngame = changed\n");
    const Output submitted = run(
        {tests::referee_path(), "submit", folder / "bob", "--to", folder / "season", "--name",
         "bob", "--wait", "none"});
    CAPTURE(submitted.out, submitted.err);
    CHECK(submitted.status == 0);

    replace_in(rules + "/game.py", "wins {stake}", "takes {stake}");
    const Output refused = season({});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, ContainsSubstring("the rules have changed since the season was made"));
    const Output replayed = season({"--changed", "replay"});
    CAPTURE(replayed.err);
    CHECK(replayed.status == 0);
    CHECK_THAT(
        read_file(folder / "season/games/changed/game.py"), ContainsSubstring("takes {stake}"));
    CHECK(nothing_is_left_of(folder / "season/games"));
}
