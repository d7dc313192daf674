#include "game/registry.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>

using nlohmann::json;
using namespace tests;

namespace {

const std::string contest = source_folder() + "/fields/gems/contest.dat";

json play_json(const std::vector<std::string>& more, const std::string& field = contest) {
    std::vector<std::string> command{referee_path(), field, "--json"};
    command.insert(command.end(), more.begin(), more.end());
    const Output output = run(command);
    INFO(output.err);
    REQUIRE(output.status == 0);
    return json::parse(output.out);
}

} // namespace

TEST_CASE("depth3 beats the reference in both games of the contest's field", "[end-to-end]") {
    const json match = play_json({"--ai", gems_ai("depth3"), "--ai", gems_ai("reference")});
    CHECK(match["game"] == "gems");
    CHECK(match["result"]["winner"] == "depth3");
    CHECK(match["result"]["points"]["depth3"] == 2.0);
    REQUIRE(match["games"].size() == 2);
    CHECK(match["games"][0]["seats"][0]["name"] == "depth3");
    CHECK(match["games"][1]["seats"][0]["name"] == "reference");
    CHECK(match["games"][0]["reason"] == "life used up");
}

TEST_CASE("the text says the same as --json", "[end-to-end]") {
    const std::vector<std::string> ais{"--ai", gems_ai("depth3"), "--ai", gems_ai("reference")};
    const json match = play_json(ais);
    std::vector<std::string> command{referee_path(), contest};
    command.insert(command.end(), ais.begin(), ais.end());
    const Output text = run(command);
    CHECK(text.status == 0);
    for (const json& game : match["games"]) {
        const std::string line = "game " + std::to_string(game["number"].get<int>()) + ": " +
                                 game["seats"][0]["name"].get<std::string>() + " " +
                                 std::to_string(game["seats"][0]["points"].get<int>()) + " : " +
                                 std::to_string(game["seats"][1]["points"].get<int>()) + " " +
                                 game["seats"][1]["name"].get<std::string>() + "; " +
                                 std::to_string(game["turns"].get<int>()) + " moves; " +
                                 game["reason"].get<std::string>();
        CHECK_THAT(text.out, ContainsSubstring(line));
    }
    CHECK_THAT(text.out, ContainsSubstring("result: depth3 wins the match"));
}

TEST_CASE("a deterministic AI against itself gives 1:1 on any field", "[end-to-end]") {
    const TemporaryFolder folder;
    REQUIRE(
        run({referee_path(), folder / "f", "create", "--count", "5", "--seed", "100"}).status == 0);
    const std::string ai = gems_ai("greedy");
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        const json match = play_json({"--ai", ai, "--ai", ai}, entry.path().string());
        INFO(entry.path());
        CHECK(match["result"]["winner"].is_null());
        CHECK(match["result"]["points"]["greedy#1"] == 1.0);
    }
}

TEST_CASE(
    "the contest's own layout plays: field, fm-ai1.bin and a link in one folder", "[end-to-end]") {
    const TemporaryFolder folder;
    std::filesystem::copy_file(contest, folder / "field.dat");
    std::filesystem::copy_file(gems_ai("reference-c"), folder / "fm-ai1.bin");
    std::filesystem::create_symlink(gems_ai("greedy"), folder / "fm-ai2.bin");
    const Output output = run({referee_path(), "field.dat"}, folder.path());
    INFO(output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("fm-ai1.bin"));
    CHECK_THAT(output.out, ContainsSubstring("result: fm-ai2.bin wins the match"));
}

TEST_CASE("ai1 and ai2 of the current folder play when no AI is named", "[end-to-end]") {
    const TemporaryFolder folder;
    std::filesystem::copy_file(gems_ai("reference-c"), folder / "ai1");
    std::filesystem::copy_file(gems_ai("reference-c"), folder / "ai2");
    CHECK(run({referee_path(), contest}, folder.path()).status == 0);
    const TemporaryFolder empty;
    const Output output = run({referee_path(), contest}, empty.path());
    CHECK(output.status == 2);
    CHECK_THAT(output.err, StartsWith("referee: no AIs: give 2 with --ai PATH"));
}

TEST_CASE("a folder with an ai.ini plays under its own name", "[end-to-end]") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "my ai");
    std::filesystem::copy_file(gems_ai("reference-c"), folder / "my ai/player");
    write_file(
        folder / "my ai/ai.ini", "# a comment\ncommand = player\nname = Anna's AI\nlanguage = C\n");
    const json match =
        play_json({"--ai", folder / "my ai", "--ai", gems_ai("random"), "--seats", "fixed"});
    CHECK(match["ais"][0]["name"] == "Anna's AI");
    CHECK(match["games"].size() == 1);
}

TEST_CASE("an unknown key of an ai.ini is named with its file and line", "[end-to-end]") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "ai");
    write_file(folder / "ai/ai.ini", "command = true\n\ncolour = red\n");
    const Output output =
        run({referee_path(), contest, "--ai", folder / "ai", "--ai", folder / "ai"});
    CHECK(output.status == 2);
    CHECK_THAT(
        output.err, ContainsSubstring("ai.ini:3: unknown key 'colour'; valid keys: command"));
}

TEST_CASE("an AI finds the promised files, environment and nothing else", "[end-to-end]") {
    const TemporaryFolder folder;
    write_script(
        folder / "spy",
        "#!/bin/bash\n"
        "{ env | grep -v '^_=\\|^PWD=\\|^SHLVL=\\|^OLDPWD=' | sort; ls; cat match.dat;"
        " ls /proc/self/fd; pwd; } >&2\n"
        "exit 3\n");
    const Output output = run(
        {referee_path(), contest, "--ai", folder / "spy", "--ai", gems_ai("random"), "--seats",
         "fixed", "--json", "--seed", "7", "--time-limit", "5s", "--confine", "none"});
    REQUIRE(output.status == 0);
    const json match = json::parse(output.out);
    CHECK(match["games"][0]["faults"][0]["fault"] == "exit");
    CHECK(match["games"][0]["faults"][0]["reason"] == "exit status 3");
    const std::string seen = match["games"][0]["faults"][0]["printed"];
    CAPTURE(seen);
    std::istringstream lines(seen);
    std::vector<std::string> first(8);
    for (std::string& line : first) {
        std::getline(lines, line);
    }
    const std::string home = first[0].substr(first[0].find('=') + 1);
    CHECK(first[0] == "HOME=" + home);
    CHECK(first[1] == "LANG=C.UTF-8");
    CHECK(first[2] == "PATH=/usr/local/bin:/usr/bin:/bin");
    CHECK(first[3] == "REFEREE_GAME=gems");
    CHECK(first[4] == "REFEREE_SEAT=1");
    CHECK_THAT(first[5], StartsWith("REFEREE_SEED="));
    CHECK(first[6] == "TMPDIR=" + home);
    CHECK(first[7] == "gamefield.dat");
    CHECK_THAT(
        seen, ContainsSubstring("memory.dat\nnotes.dat\nopponent.dat\nplayer.dat\nresult.dat\n"));
    CHECK_THAT(
        seen, ContainsSubstring("game gems\nplayers 2\nseat 1\nturn 0\ntime_limit_ms 5000\nphase "
                                "move\npoints 1 0\nname1 seat1\nname2 seat2\nlast_wall_ms 0\n"
                                "last_fault none\n"));
    CHECK_THAT(
        seen, ContainsSubstring("moves_left 500\nlife 30\nshield 15\nthreshold 15\n"
                                "purple_threshold 15\nillegal_penalty 5\n"));
    CHECK_THAT(seen, ContainsSubstring("\n0\n1\n2\n3\n" + home)); // 3 is the folder that ls reads
    CHECK_THAT(
        seen, ContainsSubstring("seed " + first[5].substr(std::string("REFEREE_SEED=").size())));
}

namespace {

/// The times that an AI found in its match.dat and noted, in a match on a field of four moves,
/// against another one of its kind: "time_limit_ms 5000\n" of each move.
std::vector<std::string> told_times(const std::vector<std::string>& options, Output& rerun) {
    const TemporaryFolder folder;
    for (const char* const name : {"quick", "slow"}) {
        write_script(
            folder / name, "#!/bin/sh\n"
                           "grep time_ match.dat >notes.dat\n"
                           "echo 9 9 9 9 >result.dat\n");
    }
    REQUIRE(
        run({referee_path(), folder / "f.dat", "create", "--seed", "1", "--set", "max_moves=4",
             "--set", "illegal_penalty=0"})
            .status == 0);
    const std::string record = folder / "r.jsonl";
    std::vector<std::string> command{
        referee_path(),  folder / "f.dat", "--ai",  folder / "quick", "--ai",
        folder / "slow", "--seats",        "fixed", "--record",       record};
    command.insert(command.end(), options.begin(), options.end());
    const Output played = run(command);
    INFO(played.err);
    REQUIRE(played.status == 0);
    std::vector<std::string> times;
    std::istringstream lines(read_file(record));
    for (std::string line; std::getline(lines, line);) {
        const json move = json::parse(line);
        if (move.contains("notes")) {
            times.push_back(move["notes"]);
        }
    }
    rerun = run({referee_path(), "rerun", record, "--turn", "3", "--files", folder / "turn"});
    INFO(rerun.err);
    REQUIRE(rerun.status == 0);
    rerun.out = read_file(folder / "turn/match.dat");
    return times;
}

} // namespace

TEST_CASE("an AI may have a time limit of its own", "[end-to-end]") {
    Output rerun;
    const auto times = told_times({"--time-limit", "30s", "--time-limit", "slow=50s"}, rerun);
    CHECK(
        times == std::vector<std::string>{
                     "time_limit_ms 30000\n", "time_limit_ms 50000\n", "time_limit_ms 30000\n",
                     "time_limit_ms 50000\n"});
    CHECK_THAT(rerun.out, ContainsSubstring("time_limit_ms 50000\n"));
}

TEST_CASE(
    "any game may have a Fischer clock, beside an AI with a limit of its own", "[end-to-end]") {
    Output rerun;
    const auto times = told_times({"--clock", "1m+10s", "--time-limit", "slow=50s"}, rerun);
    REQUIRE(times.size() == 4);
    CHECK(times[0] == "time_limit_ms 60000\ntime_left_ms 60000\n");
    CHECK(times[1] == "time_limit_ms 50000\n");
    // What its answer took is gone, and the increment is there.
    const int left = std::stoi(times[2].substr(times[2].find(' ') + 1));
    CHECK(left < 70000);
    CHECK(left > 10000);
    CHECK(times[2] == fmt::format("time_limit_ms {0}\ntime_left_ms {0}\n", left));
    CHECK(times[3] == "time_limit_ms 50000\n");
    CHECK_THAT(rerun.out, ContainsSubstring("time_limit_ms 50000\n"));
    CHECK(rerun.out.find("time_left_ms") == std::string::npos);
}

TEST_CASE("wrong limits of AIs and clocks are refused", "[end-to-end]") {
    const auto refused = [](const std::vector<std::string>& options) {
        std::vector<std::string> command{referee_path(),    contest, "--ai",
                                         gems_ai("greedy"), "--ai",  gems_ai("random")};
        command.insert(command.end(), options.begin(), options.end());
        const Output output = run(command);
        CHECK(output.status == 2);
        return output.err;
    };
    CHECK_THAT(
        refused({"--time-limit", "gredy=5s"}),
        ContainsSubstring("--time-limit gredy: there is no AI of that name; choose from: greedy"));
    CHECK_THAT(refused({"--time-limit", "greedy=5"}), ContainsSubstring("for one AI NAME=10s"));
    CHECK_THAT(refused({"--time-limit", "=5s"}), ContainsSubstring("invalid value"));
    CHECK_THAT(
        refused({"--time-limit", "5s", "--time-limit", "6s"}),
        ContainsSubstring("all AIs have a limit already; give it only once"));
    CHECK_THAT(
        refused({"--time-limit", "greedy=5s", "--time-limit", "greedy=6s"}),
        ContainsSubstring("this AI has a limit already"));
    for (const char* const clock : {"5", "5s+", "+5s", "0s+1s", "none", "5s+5s+5s"}) {
        CHECK_THAT(
            refused({"--clock", clock}),
            ContainsSubstring("invalid value; write the time of a game"));
    }
    CHECK_THAT(
        refused({"--clock", "5s", "--time-limit", "1s"}), ContainsSubstring("exclude each other"));
}

TEST_CASE("memory.dat lasts from move to move but not from game to game", "[end-to-end]") {
    const TemporaryFolder folder;
    write_script(
        folder / "counter", "#!/bin/bash\n"
                            "echo x >> memory.dat\n"
                            "mapfile -t lines < memory.dat\n"
                            "echo \"${#lines[@]}\" > notes.dat\n"
                            "echo 9 9 9 9 > result.dat\n");
    REQUIRE(
        run({referee_path(), folder / "f.dat", "create", "--seed", "1", "--set", "max_moves=4",
             "--set", "illegal_penalty=0"})
            .status == 0);
    const std::string record = folder / "r.jsonl";
    REQUIRE(
        run({referee_path(), folder / "f.dat", "--ai", folder / "counter", "--ai",
             folder / "counter", "--record", record})
            .status == 0);
    std::string counts;
    std::istringstream lines(read_file(record));
    for (std::string line; std::getline(lines, line);) {
        const json move = json::parse(line);
        if (move.contains("notes")) {
            counts += move["notes"].get<std::string>();
        }
    }
    CHECK(counts == "1\n1\n2\n2\n1\n1\n2\n2\n");
}

TEST_CASE("the same command replaces its own page, and no other file", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string page = folder / "page.html";
    const auto command = [&](const std::string& other) {
        return std::vector<std::string>{referee_path(), contest, "--ai",   gems_ai("random"),
                                        "--ai",         other,   "--html", page};
    };
    REQUIRE(run(command(gems_ai("greedy"))).status == 0);
    const std::string first = read_file(page);
    CHECK(run(command(gems_ai("greedy"))).status == 0);
    const Output other = run(command(gems_ai("random")));
    CHECK(other.status == 2);
    CHECK_THAT(other.err, ContainsSubstring("the page already exists; --force overwrites it"));
    write_file(page, "mine");
    CHECK(run(command(gems_ai("greedy"))).status == 2);
    CHECK(read_file(page) == "mine");
    CHECK(first.find(gems_ai("greedy")) == std::string::npos); // no paths
}

TEST_CASE("an AI whose ai.ini names another game is refused before the match", "[end-to-end]") {
    const TemporaryFolder folder;
    const std::string ai = folder / "snake";
    REQUIRE(
        run({referee_path(), "new", "--game", "battlesnake", "--language", "Python", ai}).status ==
        0);
    const std::string wanted = "its ai.ini says that it plays battlesnake, but the game is gems; "
                               "name an AI of gems, or change the line 'game'";
    const Output played = run({referee_path(), contest, "--ai", ai, "--ai", gems_ai("random")});
    CHECK(played.status == 2);
    CHECK_THAT(played.err, ContainsSubstring(wanted));
    const Output checked = run({referee_path(), "check", "--game", "gems", ai});
    CHECK(checked.status == 3);
    CHECK_THAT(checked.out, ContainsSubstring(wanted));
    const Output tournament = run(
        {referee_path(), "tournament", "--fields", contest, "--ai", ai, "--ai", gems_ai("random"),
         "--db", folder / "db.sqlite"});
    CHECK(tournament.status == 2);
    CHECK_THAT(tournament.err, ContainsSubstring(wanted));
    // Time enough for an interpreter to start on a busy machine.
    CHECK(
        run({referee_path(), "check", "--game", "battlesnake", "--time-limit", "60s", ai}).status ==
        0);
}

TEST_CASE("a fault that says the same is shown once", "[end-to-end]") {
    const TemporaryFolder folder;
    write_script(
        folder / "client", "#!/bin/bash\necho Connection refused >&2\necho 9 9 9 9 > result.dat\n");
    const Output output = run(
        {referee_path(), contest, "--ai", folder / "client", "--ai", gems_ai("reference"),
         "--seats", "fixed"});
    REQUIRE(output.status == 0);
    const auto count = [&](const std::string& text) {
        int found = 0;
        for (std::size_t at = 0; (at = output.out.find(text, at)) != std::string::npos; ++at) {
            ++found;
        }
        return found;
    };
    INFO(output.out);
    CHECK(count("Connection refused") == 1);
    CHECK(count("client: illegal: the same again (further ones are counted but not shown)") == 1);
}

TEST_CASE("an error is the same although a number in it changes", "[end-to-end]") {
    // The number of the process, as Rust prints it, after digits without end.
    const TemporaryFolder folder;
    write_script(
        folder / "rusty",
        "#!/bin/bash\nprintf '(%0100000d\\n' 0 >&2\n"
        "echo \"thread 'main' ($$) panicked at bot.rs:4:5: no move\" >&2\nexit 101\n");
    const Output output = run(
        {referee_path(), contest, "--ai", folder / "rusty", "--ai", gems_ai("reference"),
         "--time-limit", "none"});
    REQUIRE(output.status == 0);
    INFO(output.out);
    const std::size_t first = output.out.find("panicked");
    REQUIRE(first != std::string::npos);
    CHECK(output.out.find("panicked", first + 1) == std::string::npos);
    CHECK_THAT(output.out, ContainsSubstring("rusty: exit: the same again"));
}

TEST_CASE("logs keep what AIs print and are not overwritten silently", "[end-to-end]") {
    const TemporaryFolder folder;
    write_script(
        folder / "talker", "#!/bin/bash\necho said\necho told >&2\necho 9 9 9 9 > result.dat\n");
    std::filesystem::create_directory(folder / "logs");
    const std::vector<std::string> command{
        referee_path(),    contest,  "--ai",          folder / "talker", "--ai",
        gems_ai("random"), "--logs", folder / "logs", "--seats",         "fixed"};
    REQUIRE(run(command).status == 0);
    CHECK_THAT(read_file(folder / "logs/contest-game1-seat1.out"), StartsWith("said\nsaid\n"));
    CHECK_THAT(read_file(folder / "logs/contest-game1-seat1.err"), StartsWith("told\ntold\n"));
    CHECK(read_file(folder / "logs/contest-game1-seat2.out").empty());
    const Output again = run(command);
    CHECK(again.status == 2);
    CHECK_THAT(again.err, ContainsSubstring("the log already exists; --force overwrites it"));
}

TEST_CASE(
    "an AI with `prepare = yes` prepares before its first move, and sees no position then",
    "[end-to-end]") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "ai");
    write_file(folder / "ai/ai.ini", "command = play.sh\nprepare = yes\n");
    write_script(
        folder / "ai/play.sh", "#!/bin/bash\n"
                               "grep ^phase match.dat\n"
                               "grep -E '^(seat|time_limit_ms) ' match.dat >> memory.dat\n"
                               "if [[ ! -s gamefield.dat && ! -s player.dat ]]; then exit; fi\n"
                               "cat memory.dat\n"
                               "echo 9 9 9 9 > result.dat\n");
    std::filesystem::create_directory(folder / "logs");
    const std::string record = folder / "r.jsonl";
    REQUIRE(
        run({referee_path(), contest, "--ai", folder / "ai", "--ai", gems_ai("random"), "--seats",
             "fixed", "--logs", folder / "logs", "--record", record, "--prepare-limit", "70s",
             "--time-limit", "60s"})
            .status == 0);
    CHECK_THAT(
        read_file(folder / "logs/contest-game1-seat1.out"),
        StartsWith("phase prepare\nphase move\nseat 1\ntime_limit_ms 70000\nseat 1\n"
                   "time_limit_ms 60000\n"));
    CHECK(read_file(folder / "logs/contest-game1-seat2.out").empty());
    CHECK(run({referee_path(), "replay", record, "--verify"}).status == 0);
}

TEST_CASE(
    "the preparation of an AI with `prepare = yes` has a limit, and no consequence",
    "[end-to-end]") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "ai");
    write_file(folder / "ai/ai.ini", "command = play.sh\nprepare = yes\nname = slow\n");
    write_script(
        folder / "ai/play.sh", "#!/bin/bash\n"
                               "if grep -q '^phase prepare' match.dat; then sleep 600; fi\n"
                               "echo 9 9 9 9 > result.dat\n");
    const Output output = run(
        {referee_path(), contest, "--ai", folder / "ai", "--ai", gems_ai("random"), "--seats",
         "fixed", "--json", "--prepare-limit", "200ms", "--time-limit", "60s"});
    INFO(output.err);
    REQUIRE(output.status == 0);
    const json game = json::parse(output.out)["games"][0];
    const json seat = game["seats"][0];
    CHECK(seat["faults"]["timeout"] == 1);
    CHECK(seat["faults"]["illegal"].get<int>() >= 1); // it went on to play
    CHECK(seat["moves"] == seat["faults"]["illegal"]);
    CHECK(game["seats"][1]["faults"].empty());
}

TEST_CASE("an AI with `end = yes` gets rank and score when the game is over", "[end-to-end]") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "ai");
    write_file(folder / "ai/ai.ini", "command = play.sh\nend = yes\n");
    write_script(
        folder / "ai/play.sh", "#!/bin/bash\n"
                               "grep -E '^(phase|rank|score)' match.dat\n"
                               "echo 9 9 9 9 > result.dat\n");
    std::filesystem::create_directory(folder / "logs");
    REQUIRE(
        run({referee_path(), contest, "--ai", folder / "ai", "--ai", gems_ai("random"), "--seats",
             "fixed", "--logs", folder / "logs"})
            .status == 0);
    CHECK_THAT(
        read_file(folder / "logs/contest-game1-seat1.out"),
        ContainsSubstring("phase move\nphase end\nrank 2\nscore 0\n"));
}

TEST_CASE("wrong use is one line on standard error and exit status 2", "[end-to-end]") {
    const TemporaryFolder folder;
    std::filesystem::create_symlink("loop", folder / "loop");
    const std::vector<std::pair<std::vector<std::string>, std::string>> uses{
        {{"no-such-field.dat"}, "referee: no-such-field.dat: there is no such file; "},
        {{contest, "--no-such-option"}, "referee: unrecognised option '--no-such-option'; "},
        {{contest, "--ai", gems_ai("random")},
         "2 seats, but 1 AI was given; give --ai once for each"},
        {{contest, "--time-limit", "soon"}, "--time-limit soon: invalid value; write e.g. 500ms"},
        {{contest, "--cores", "9999"}, "core 9999 is not available"},
        {{contest, "--points", "a"}, "--points a: invalid list"},
        {{contest, "--seats", "x"}, "--seats x: invalid value; write rotate, all or fixed"},
        {{contest, "more"}, "unexpected argument 'more'"},
        {{contest, "--logs", ""}, "--logs '': no name; write --logs DIR"},
        {{contest, "--record", ""}, "--record '': no name; write --record FILE"},
        {{contest, "--allow-read", folder / "none"}, "no such file or folder; check the path"},
        {{contest, "--logs", contest + "/logs"}, "the folder can't be created ("},
        {{folder / "loop/x", "--ai", "x"}, "loop/x: can't be reached (Too many levels"},
        {{"report", folder / "loop/x"}, "loop/x: can't be reached (Too many levels"},
        {{"new", folder / "loop/x", "--language", "C"}, "loop/x: can't be reached (Too many"},
        {{"create"}, "create needs the name of a field"},
        {{"create", folder / "x", folder / "y"}, "unexpected argument '"},
        {{"check", "tournament"}, "make one with: referee create tournament"},
        {{"check", "--confinement", contest}, "unexpected argument '"},
        {{"check", "--confinement", "--turns", "1"}, "unexpected argument '--turns'"},
        {{"create", folder / "x", "--game", "chess"}, "there is no game 'chess'; the games are: "},
        {{"create", folder / "x", "--set", "life=0"}, "--set life=0: not an integer in range; "},
        {{"create", folder / "x", "--set", "lief=1"}, "gems has no such parameter"},
        {{"create", folder / "x", "--rows", "20", "--set", "rows=30"}, "give one of them"},
        {{"create", folder / "x", "--set", "players=2"}, "give --players 2"},
        {{"replay", folder / "none"}, "there is no such file; name a record"},
        {{"check"}, "nothing to check"},
    };
    for (const auto& [words, message] : uses) {
        std::vector<std::string> command{referee_path()};
        command.insert(command.end(), words.begin(), words.end());
        const Output output = run(command);
        INFO(output.err);
        CHECK(output.status == 2);
        CHECK_THAT(output.err, StartsWith("referee: ") && ContainsSubstring(message));
        CHECK(std::count(output.err.begin(), output.err.end(), '\n') == 1);
        CHECK(output.out.empty());
    }
}

TEST_CASE("defaults may be given: --margin 0", "[end-to-end]") {
    const json match = play_json(
        {"--ai", gems_ai("random"), "--ai", gems_ai("random"), "--seats", "fixed", "--margin",
         "0"});
    CHECK(match["games"].size() == 1);
}

TEST_CASE("help, version and games are there", "[end-to-end]") {
    CHECK_THAT(run({referee_path(), "--help"}).out, StartsWith("Usage: referee FIELD"));
    CHECK_THAT(run({referee_path(), "--version"}).out, StartsWith("referee "));
    CHECK_THAT(run({referee_path(), "play", "--help"}).out, ContainsSubstring("--time-limit"));
    CHECK_THAT(run({referee_path(), "games"}).out, ContainsSubstring("gems"));
    CHECK_THAT(run({referee_path(), "games", "gems"}).out, ContainsSubstring("X1 Y1 X2 Y2"));
    const json games = json::parse(run({referee_path(), "games", "--json"}).out);
    CHECK(games[0]["name"] == "battlesnake"); // by their names
}

TEST_CASE(
    "games --json says who plays together, and where seats know different things", "[end-to-end]") {
    const json games = json::parse(run({referee_path(), "games", "--json"}).out);
    REQUIRE(games.size() == referee::all_games().size());
    for (const json& game : games) {
        const referee::GameInfo& info = referee::game_named(game["name"].get<std::string>()).info();
        CAPTURE(info.name);
        CHECK(game["teams"] == json(info.teams));
        CHECK(game["hidden"] == info.hidden);
    }
}

TEST_CASE(
    "games --json says all values of a choice, what ends a game, and what makes a field small",
    "[end-to-end]") {
    const json games =
        json::parse(run({referee_path(), "games", "battlesnake", "goofspiel", "--json"}).out);
    const auto parameter = [&](std::size_t game, const std::string& name) {
        for (const json& each : games.at(game).at("parameters")) {
            if (each["name"] == name) {
                return each;
            }
        }
        FAIL("no parameter " << name);
        return json();
    };
    CHECK(parameter(0, "map")["values"].size() > 20);
    CHECK(parameter(0, "map")["range"] == "a map's name");
    CHECK(parameter(0, "wrapped")["values"] == json({"0", "1"}));
    CHECK_FALSE(parameter(0, "hazard_damage").contains("values"));
    CHECK(parameter(0, "max_turns")["ends_game"] == true);
    CHECK_FALSE(parameter(0, "food_chance").contains("ends_game"));
    CHECK(games[0]["seats"] == json({{"min", 1}, {"max", 8}, {"default", 2}}));
    CHECK(games[0]["small"] == json({{"lines", "100"}, {"shrink_every", "3"}, {"size", "7"}}));
    CHECK(parameter(1, "bids")["values"] == json({"hidden", "shown"}));
    CHECK(games[1]["small"] == json({{"cards", "5"}}));
}
