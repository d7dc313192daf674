// What people do wrong on the command line, the messages that they get, and what they needn't know:
// commands and patterns as AIs, folders that are made.

#include "support/catch.hpp"
#include "support/mistakes.hpp"
#include "support/skipped.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace tests;

TEST_CASE("a file that isn't an AI, a field or a command is reported as what it is", "[mistakes]") {
    const TemporaryFolder folder;
    fs::copy_file(gems_ai("reference"), folder / "ai");
    write_file(folder / "ai.ini", "command = ai\n");
    write_file(folder / "bot.py", "x = 1 2\n");
    check_said(
        check(folder / "ai.ini", "gems"),
        {"an ai.ini describes its folder; name the folder: " + folder.path()});
    for (const std::string& program : {folder / "ai", folder / "bot.py", folder.path()}) {
        INFO(program);
        const Output output = run({referee_path(), "check", program});
        CHECK(output.status == 2);
        check_said(
            output,
            {"not a field but a program; to try an AI: referee check --game NAME " + program});
    }
    const Output chek = run({referee_path(), "chek"}, folder.path());
    CHECK(chek.status == 2);
    check_said(chek, {"no field and no command 'chek'; did you mean 'check'?"});
    check_said(
        run({referee_path(), "xyzzy"}, folder.path()),
        {"no field and no command 'xyzzy'; 'referee --help'"});
}

TEST_CASE("a record given as a field is recognised", "[mistakes]") {
    const TemporaryFolder folder;
    const std::string record = folder / "first.jsonl";
    REQUIRE(
        run({referee_path(), source_folder() + "/fields/gems/contest.dat", "--ai",
             gems_ai("reference"), "--ai", gems_ai("reference"), "--record", record})
            .status == 0);
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{}, {"--ai", gems_ai("reference")}}) {
        std::vector<std::string> command{referee_path(), record};
        command.insert(command.end(), words.begin(), words.end());
        const Output output = run(command);
        CHECK(output.status == 2);
        check_said(
            output,
            {"not a field but a record; to watch it: referee replay " + record + " --show"});
    }
}

TEST_CASE("an option's value out of range is reported with the range", "[mistakes]") {
    const TemporaryFolder folder;
    check_said(
        play(gems_ai("reference"), {"--memory", "100"}),
        {"--memory 100", "too little; write e.g. 512M"});
    check_said(
        run({referee_path(), folder / "f", "create", "--game", "battlesnake", "--players", "9"}),
        {"--players 9", "from 1 to 8"});
}

TEST_CASE("points for more or fewer ranks than there are seats are told", "[mistakes]") {
    const Output many = play(gems_ai("reference"), {"--points", "3,2,1"});
    CHECK(many.status == 2);
    check_said(many, {"--points: 3 values for 2 seats; give one for each rank from 1 to 2"});
    const Output few = play(gems_ai("reference"), {"--points", "3"});
    CHECK(few.status == 0);
    check_said(few, {"note: --points gives no points to rank 2"});
    CHECK(
        play(gems_ai("reference"), {"--points", "3,1"}).err.find("--points") == std::string::npos);
}

TEST_CASE("a field without its first line isn't silently one of gems", "[mistakes]") {
    const TemporaryFolder folder;
    write_file(folder / "f.dat", "width 11\nheight 11\n");
    const Output output = run({referee_path(), "check", folder / "f.dat"});
    CHECK(output.status == 2);
    check_said(
        output, {"it was read as a field of gems, because its first line isn't 'game NAME'"});
}

TEST_CASE("a mistyped command behind a field is recognised", "[mistakes]") {
    const TemporaryFolder folder;
    const std::string field = folder / "f.dat";
    REQUIRE(run({referee_path(), field, "create"}).status == 0);
    check_said(
        run({referee_path(), field, "crate"}),
        {"unexpected argument 'crate'; did you mean: referee " + field + " create\n"});
    check_said(
        run({referee_path(), field, "chek"}),
        {"unexpected argument 'chek'; did you mean: referee check " + field + "\n"});
}

TEST_CASE("an AI with points but without a valid answer is noted", "[mistakes]") {
    // Both snakes go straight on until the second one's way ends first.
    const TemporaryFolder folder;
    write_script(folder / "bad", "#!/bin/sh\nexit 3\n");
    fs::copy_file(folder / "bad", folder / "worse");
    const std::string field = source_folder() + "/fields/battlesnake/11x11-2-001.dat";
    const std::vector<std::string> command{referee_path(), field,  "--ai",
                                           folder / "bad", "--ai", folder / "worse"};
    const std::string note =
        "every answer of bad was a fault; it has points only because others lost";
    const Output text = run(command);
    CHECK(text.status == 0);
    check_said(text, {"note: " + note});
    std::vector<std::string> as_json = command;
    as_json.emplace_back("--json");
    const nlohmann::json match = nlohmann::json::parse(run(as_json).out);
    CHECK(match.at("notes").dump().find(note) != std::string::npos);
    const nlohmann::json& fault = match.at("games")[0].at("faults")[0];
    CHECK(fault.at("reason") == "exit status 3");
    CHECK(fault.at("phase") == "move");
}

TEST_CASE("create refuses seeds that it could not read again", "[mistakes]") {
    const TemporaryFolder folder;
    check_said(
        run(
            {referee_path(), folder / "f", "create", "--seed", "9223372036854775807", "--count",
             "2"}),
        {"--seed 9223372036854775807", "with --count 2", "give a smaller one"});
}

TEST_CASE("an AI that --allow-network names must play", "[mistakes]") {
    check_said(
        play(gems_ai("reference"), {"--allow-network", "nobody"}),
        {"--allow-network nobody: there is no AI of that name; choose from: reference"});
}

TEST_CASE("an AI that may read another one's program is noted", "[mistakes][slow]") {
    const TemporaryFolder folder;
    const std::string field = folder / "f.dat";
    REQUIRE(run({referee_path(), field, "create"}).status == 0);
    const std::string ai = folder / "ai";
    std::filesystem::create_directory(ai);
    for (const char* const name : {"ai/bot", "ai/other", "apart"}) {
        std::filesystem::copy(gems_ai("reference"), folder / name);
    }
    write_file(ai + "/ai.ini", "command = bot\n");
    const auto noted = [&](const std::string& other, const std::vector<std::string>& more) {
        std::vector<std::string> words{referee_path(), field, "--ai", ai, "--ai", other};
        words.insert(words.end(), more.begin(), more.end());
        const Output output = run(words);
        CHECK(output.status == 0);
        return output.err;
    };
    CHECK_THAT(
        noted(ai + "/other", {}),
        ContainsSubstring("note: ai may read the program of other, because it lies in " + ai));
    CHECK_THAT(
        noted(folder / "apart", {"--allow-read", folder / "apart"}),
        ContainsSubstring("note: ai may read the program of apart, because it lies in"));
    CHECK(noted(folder / "apart", {}).empty());
    CHECK(noted(ai, {}).empty());
    CHECK(noted(ai + "/other", {"--confine", "none"}).empty());
}

TEST_CASE("what a match or a tournament writes can't lie in an AI's folder", "[mistakes]") {
    const TemporaryFolder folder;
    const std::string field = folder / "f.dat";
    REQUIRE(run({referee_path(), field, "create"}).status == 0);
    const std::string ai = folder / "ai";
    std::filesystem::create_directory(ai);
    std::filesystem::copy(gems_ai("reference"), ai + "/bot");
    write_file(ai + "/ai.ini", "command = bot\n");
    const std::vector<std::string> ais{"--ai", ai, "--ai", gems_ai("reference")};
    const auto said = [&](std::vector<std::string> words, const std::string& what) {
        words.insert(words.end(), ais.begin(), ais.end());
        check_said(run(words), {what + " could be read by ai, because it lies in", "move one"});
    };
    said({referee_path(), field, "--html", ai + "/page.html"}, "the page");
    said({referee_path(), field, "--logs", ai + "/logs"}, "the folder of --logs");
    const std::vector<std::string> tournament{referee_path(), "tournament", "--fields", field};
    const auto with = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words = tournament;
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    said(with({"--db", ai + "/db.sqlite"}), "the database");
    said(with({"--db", folder / "db", "--records", ai + "/records"}), "the folder of --records");
    CHECK_FALSE(std::filesystem::exists(ai + "/db.sqlite"));
}

TEST_CASE("without Landlock its causes are named, and check takes --confine none", "[mistakes]") {
    const std::vector<std::string> without{"REFEREE_TEST_LANDLOCK=0"};
    const Output refused = check(gems_ai("reference"), "gems", {}, without);
    check_said(
        refused, {"a kernel older than Linux 5.13 or built without it, or a container's filter",
                  "'--confine none' runs them unconfined"});
    CHECK(refused.status == 2);
    const Output tried = check(gems_ai("reference"), "gems", {"--confine", "none"}, without);
    CHECK(tried.status == 0);
    CHECK_THAT(tried.out, ContainsSubstring("no problems found"));
    CHECK(run({referee_path(), "check", "--confinement"}, "", without).status == 3);
    CHECK(run({referee_path(), "check", "--confinement"}).status == 0);
}

TEST_CASE("equal fields in a tournament are warned of", "[mistakes]") {
    const TemporaryFolder folder;
    run({referee_path(), folder / "one.dat", "create", "--seed", "1"});
    fs::copy_file(folder / "one.dat", folder / "two.dat");
    const Output output = run(
        {referee_path(), "tournament", "--fields", folder / "*.dat", "--ai",
         "a=" + gems_ai("random"), "--ai", "b=" + gems_ai("random"), "--db", folder / "db.sqlite"});
    CHECK(output.status == 0);
    check_said(
        output, {"two.dat is the same field as ", "one.dat; the tables assume independent fields"});
}

TEST_CASE(
    "libraries can read what they read at start, and nobody can read secrets", "[mistakes][slow]") {
    const std::vector<std::string> readable{
        "/etc/matplotlibrc", "/etc/mime.types",       "/etc/nsswitch.conf", "/etc/services",
        "/etc/protocols",    "/etc/fonts/fonts.conf", "/etc/hosts",         "/proc/cpuinfo"};
    const std::vector<std::string> secret{
        "/etc/passwd",     "/etc/shadow",       "/etc/group",           "/etc/sudoers",
        "/etc/machine-id", "/etc/hostname",     "/etc/ssh/sshd_config", "/etc/resolv.conf",
        "/etc/crontab",    "/proc/self/status", "/proc/stat",           "/proc/meminfo",
        "/proc/loadavg",   "/proc/mounts",      "/proc/uptime"};
    const auto seen = [](const std::string& file, const std::string& mode) {
        const TemporaryFolder folder;
        write_script(
            folder / "ai", "#!/bin/bash\nread -r line < " + file + " && echo seen >&2\nexit 5\n");
        return check(folder / "ai", "gems", {"--confine", mode}).out.find("| seen") !=
               std::string::npos;
    };
    for (const std::string mode : {"default", "strict"}) {
        int count = 0;
        for (const std::string& file : readable) {
            INFO(mode << " " << file);
            if (fs::exists(file)) {
                ++count;
                CHECK(seen(file, mode));
            }
        }
        CHECK(count >= 2);
        for (const std::string& file : secret) {
            INFO(mode << " " << file);
            CHECK_FALSE(seen(file, mode));
        }
    }
}

TEST_CASE("a command line is an AI; it may read the files that it names", "[mistakes][slow]") {
    if (has_no_python()) {
        return;
    }
    const TemporaryFolder folder;
    fs::create_directory(folder / "my bots");
    write_file(folder / "my bots/book.txt", "1\n");
    write_file(
        folder / "my bots/bot.py", "import sys\nassert sys.argv[2:] == ['--depth', '3'], "
                                   "sys.argv\nopen(sys.argv[1]).read()\n" +
                                       gems_rules +
                                       "open('result.dat', 'w').write(f'{x1} {y1} {x2} {y2}')\n");
    const std::string line = "python3 'my bots/bot.py' \"my bots/book.txt\" --depth 3";
    const auto checked = [&](const std::string& ai, const std::string& place) {
        return run({referee_path(), "check", "--game", "gems", ai}, place);
    };
    check_said(checked(line, folder.path()), {"no problems found"});
    // Nor where only root can enter: then it is a copy that plays.
    ::chmod((folder / "my bots").c_str(), 0700);
    check_said(checked(line, folder.path()), {"no problems found"});
    ::chmod((folder / "my bots").c_str(), 0755);
    const Output played =
        run({referee_path(), source_folder() + "/fields/gems/contest.dat", "--ai", line, "--ai",
             "depth=4=" + line, "--seats", "fixed"},
            folder.path());
    CHECK(played.status == 2); // a name ends at the first '='
    const Output named =
        run({referee_path(), source_folder() + "/fields/gems/contest.dat", "--ai", line, "--ai",
             "other=" + line, "--seats", "fixed", "--json"},
            folder.path());
    INFO(named.err);
    CHECK(named.status == 0);
    CHECK_THAT(named.out, ContainsSubstring("\"name\":\"bot.py\""));
    CHECK_THAT(named.out, ContainsSubstring("\"name\":\"other\""));
    check_said(
        checked("python3 nobot.py", folder.path()),
        {"there is no file 'nobot.py'; check the path"});
    check_said(
        checked("referee-no-such-program x", folder.path()),
        {"no program 'referee-no-such-program' in an AI's PATH (/usr/local/bin:/usr/bin:/bin)"});
}

TEST_CASE("a command line counts by its words and the bytes of its files", "[mistakes]") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "a");
    fs::create_directory(folder / "b");
    for (const std::string file : {"a/bot.sh", "b/bot.sh"}) {
        write_file(folder / file, "echo 0 0 0 1 > result.dat\n");
    }
    const auto hash = [&](const std::string& place, const std::string& line) {
        const std::string json =
            run({referee_path(), source_folder() + "/fields/gems/contest.dat", "--ai", line, "--ai",
                 gems_ai("random"), "--seats", "fixed", "--json"},
                place)
                .out;
        const std::size_t ais = json.find("\"ais\"");
        const std::size_t at = json.find("\"sha256\":\"", ais);
        REQUIRE(at != std::string::npos);
        return json.substr(at, 80);
    };
    const std::string of_a = hash(folder / "a", "sh bot.sh 1");
    CHECK(hash(folder / "b", "sh bot.sh 1") == of_a);
    CHECK(hash(folder / "a", "sh bot.sh 2") != of_a);
    write_file(folder / "b/bot.sh", "echo 0 0 1 0 > result.dat\n");
    CHECK(hash(folder / "b", "sh bot.sh 1") != of_a);
}

TEST_CASE("a pattern stands for the programs and folders that match", "[mistakes]") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "entries/two");
    fs::copy_file(gems_ai("random"), folder / "entries/one");
    fs::copy_file(gems_ai("random"), folder / "entries/two/ai");
    write_file(folder / "entries/two/ai.ini", "command = ai\nname = second\n");
    write_file(folder / "entries/README", "no AI\n");
    const std::string field = source_folder() + "/fields/gems/contest.dat";
    const auto play_with = [&](const std::vector<std::string>& ais) {
        std::vector<std::string> command{referee_path(), field, "--seats", "fixed"};
        for (const std::string& ai : ais) {
            command.insert(command.end(), {"--ai", ai});
        }
        return run(command, folder.path());
    };
    check_said(play_with({"entries/*"}), {"one ", "second ", "skipped: entries/README; an AI is"});
    CHECK(play_with({"entries/*"}).status == 0);
    check_said(
        play_with({"a=entries/*"}), {"it matches 2 AIs, which can't all have the same name"});
    check_said(play_with({"nothing/*"}), {"--ai nothing/*: it matches no AI"});
    check_said(
        run({referee_path(), "check", "--game", "gems", "entries/*"}, folder.path()),
        {"entries/one:", "entries/two:", "no problems found"});
}

namespace {

/// A folder `mix` with the AIs EngineX and "EngineX 123", one with blanks in its name, and a field.
class Mix {
  public:
    Mix() {
        fs::create_directory(folder_ / "mix");
        fs::copy_file(gems_ai("random"), folder_ / "mix/EngineX");
        fs::copy_file(gems_ai("greedy"), folder_ / "mix/EngineX 123");
        fs::create_directory(folder_ / "two words");
        fs::copy_file(gems_ai("random"), folder_ / "two words/random");
        fs::copy_file(gems_ai("greedy"), folder_ / "two words/greedy one");
        REQUIRE(
            run({referee_path(), folder_ / "f.dat", "create", "--seed", "1", "--set",
                 "max_moves=4"})
                .status == 0);
    }

    std::string operator/(const std::string& name) const { return folder_ / name; }

    Output in_it(std::vector<std::string> words) const {
        words.insert(words.begin(), referee_path());
        return run(words, folder_.path());
    }
    Output tournament(const std::vector<std::string>& ais, const std::string& database = "") const {
        static int count = 0; // one of its own, if none is named
        std::vector<std::string> words{
            "tournament", "--fields", "f.dat", "--db",
            database.empty() ? "db" + std::to_string(++count) : database};
        for (const std::string& ai : ais) {
            words.insert(words.end(), {"--ai", ai});
        }
        return in_it(words);
    }

  private:
    TemporaryFolder folder_;
};

} // namespace

TEST_CASE("a path with blanks that doesn't exist plays no other program", "[mistakes]") {
    const Mix mix;
    const std::string random = gems_ai("random");
    const std::string meant = "did you mean 'mix/EngineX 123'? If it is a command line, quote its "
                              "program: \"'mix/EngineX' 124";
    for (const std::string& before : {std::string(), std::string("mine=")}) {
        for (const std::string& after :
             {std::string(), std::string(" --deep"), std::string("/bot")}) {
            const std::string ai = before + "mix/EngineX 124" + after;
            INFO(ai);
            const Output refused = mix.tournament({ai, random});
            CHECK(refused.status == 2);
            check_said(refused, {"mix/EngineX 124" + after + ": there is no such file", meant});
        }
    }
    const std::string ai = "mix/EngineX 124";
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"f.dat", "--ai", ai, "--ai", random},
          {"check", "--game", "gems", ai},
          {"tune", "--fields", "f.dat", "--ai", ai, "--against", random},
          {"tune", "--fields", "f.dat", "--ai", random, "--against", ai}}) {
        INFO(words[0]);
        const Output refused = mix.in_it(words);
        CHECK(refused.status != 0);
        check_said(refused, {meant});
    }
    fs::create_directories(mix / "cup/entries");
    fs::copy(mix / "mix", mix / "cup/mix"); // a season's paths are relative to it
    for (const std::string& line : {"baseline = x=" + ai, "reference = " + ai}) {
        write_file(
            mix / "cup/season.ini",
            "game = gems\ngenerate = 2\nbaseline = " + random + "\n" + line + "\n");
        const Output refused = mix.in_it({"season", "cup", "--once"});
        CHECK(refused.status == 2);
        check_said(refused, {"mix/EngineX 123'? If it is a command line, quote its program"});
    }
    // Files whose names begin with that of the program, but go on without a blank, are no hint.
    fs::rename(mix / "mix/EngineX 123", mix / "mix/EngineX123");
    CHECK(mix.tournament({ai, random}).status == 0);
}

TEST_CASE("a folder takes no arguments", "[mistakes]") {
    const Mix mix;
    fs::create_directory(mix / "mine");
    fs::copy_file(mix / "mix/EngineX", mix / "mine/bot");
    write_file(mix / "mine/ai.ini", "command = bot\n");
    const Output refused = mix.in_it({"check", "--game", "gems", "./mine --depth 3"});
    CHECK(refused.status == 3);
    check_said(
        refused, {"./mine is a folder, which takes no arguments", "'command' of its ai.ini"});
}

TEST_CASE("a command line is said to be one, also in tables and by check", "[mistakes]") {
    const Mix mix;
    const std::string line = "'mix/EngineX' 124";
    const std::string told = "EngineX, by the command line: " + line;
    const Output tournament = mix.tournament({line, "mix/EngineX 123"}, "db.sqlite");
    INFO(tournament.err);
    CHECK(tournament.status == 0);
    CHECK_THAT(tournament.err, ContainsSubstring("referee: note: " + told + "\n"));
    CHECK_THAT(tournament.out, ContainsSubstring("note: " + told));
    CHECK(tournament.err.find("EngineX 123, by") == std::string::npos); // a file
    for (const std::string form : {"--json", "--html=page.html"}) {
        const Output report = mix.in_it({"report", "db.sqlite", form});
        CHECK(report.status == 0);
        const std::string text = form == "--json" ? report.out : read_file(mix / "page.html");
        CHECK_THAT(text, ContainsSubstring("EngineX, by the command line: "));
    }
    // The note goes with the AI when the tournament grows and when shards are merged.
    CHECK_THAT(
        mix.tournament({"two words/random", line, "mix/EngineX 123"}, "db.sqlite").out,
        ContainsSubstring("note: " + told));
    REQUIRE(mix.in_it({"merge", "merged.sqlite", "db.sqlite"}).status == 0);
    CHECK_THAT(mix.in_it({"report", "merged.sqlite"}).out, ContainsSubstring("note: " + told));

    const Output played = mix.in_it({"f.dat", "--ai", line, "--ai", "mix/EngineX 123"});
    CHECK(played.status == 0);
    CHECK_THAT(played.err, ContainsSubstring("referee: note: " + told + "\n"));
    CHECK_THAT(played.out, ContainsSubstring("note: " + told + "\n"));
    const Output as_json = mix.in_it({"f.dat", "--ai", line, "--ai", "mix/EngineX 123", "--json"});
    CHECK(nlohmann::json::parse(as_json.out).at("notes").dump().find(told) != std::string::npos);
    const Output checked = mix.in_it({"check", "--game", "gems", line});
    CHECK_THAT(checked.out, ContainsSubstring("no problems found in " + told + "\n"));
    const Output in_json = mix.in_it({"check", "--game", "gems", "--json", line});
    CHECK(
        nlohmann::json::parse(in_json.out)["ais"][0]["notes"].dump().find(told) !=
        std::string::npos);
}

TEST_CASE("patterns with blanks work as files with blanks do", "[mistakes]") {
    const Mix mix;
    const auto played = [&](const std::vector<std::string>& ais) {
        const Output output = mix.tournament(ais);
        INFO(output.err);
        CHECK(output.status == 0);
        CHECK(output.err.find("command line") == std::string::npos);
        return output.out;
    };
    CHECK_THAT(
        played({"two words/*"}), ContainsSubstring("random") && ContainsSubstring("greedy one"));
    CHECK_THAT(
        played({"Our Bot=two words/gr*", "mix/EngineX 12?"}),
        ContainsSubstring("Our Bot") && ContainsSubstring("EngineX 123"));
    check_said(
        mix.tournament({"two words/*", "three words/*"}), {"--ai three words/*: it matches no AI"});
    check_said(
        mix.in_it({"check", "--game", "gems", "two words/*"}),
        {"two words/random:", "two words/greedy one:"});
    // In an INI file they are relative to it.
    fs::create_directory(mix / "a cup");
    fs::rename(mix / "two words", mix / "a cup/two words");
    write_file(mix / "a cup/cup.ini", "fields = ../f.dat\nai = two words/*\ndb = db.sqlite\n");
    const Output by_ini = mix.in_it({"tournament", "--config", "a cup/cup.ini"});
    INFO(by_ini.err);
    CHECK(by_ini.status == 0);
    CHECK_THAT(by_ini.out, ContainsSubstring("greedy one"));
    // What matches nothing may be an argument.
    CHECK(mix.tournament({"'mix/EngineX' --only=[a-z]*", gems_ai("greedy")}).status == 0);
}

TEST_CASE("the folders of create, --logs and --records are made", "[mistakes]") {
    const TemporaryFolder folder;
    CHECK(run({referee_path(), "create", folder / "a/b/field.dat", "--seed", "1"}).status == 0);
    const std::string field = folder / "a/b/field.dat";
    CHECK(
        run({referee_path(), field, "--ai", gems_ai("random"), "--ai", gems_ai("random"), "--seats",
             "fixed", "--logs", folder / "c/logs"})
            .status == 0);
    CHECK(fs::is_directory(folder / "c/logs"));
    CHECK(
        run({referee_path(), "tournament", "--fields", field, "--ai", "a=" + gems_ai("random"),
             "--ai", "b=" + gems_ai("random"), "--db", folder / "db.sqlite", "--records",
             folder / "d/records"})
            .status == 0);
    CHECK_FALSE(fs::is_empty(folder / "d/records"));
}

TEST_CASE("replay --show --turn shows one turn", "[mistakes]") {
    const TemporaryFolder folder;
    REQUIRE(play(gems_ai("reference-c"), {"--record", folder / "r.jsonl"}).status == 0);
    const auto show = [&](const std::vector<std::string>& options) {
        std::vector<std::string> command{referee_path(), "replay", folder / "r.jsonl", "--show"};
        command.insert(command.end(), options.begin(), options.end());
        return run(command);
    };
    const Output all = show({"--delay", "0"});
    CHECK_THAT(all.out, ContainsSubstring("\nturn   0 ") && ContainsSubstring("\nturn   3 "));
    const Output one = show({"--turn", "3"});
    CHECK(one.status == 0);
    // One board: that after the moves of turn 3.
    CHECK_THAT(one.out, ContainsSubstring("\nturn   3 ") && ContainsSubstring("move 4 "));
    CHECK(one.out.find("\nturn   2 ") == std::string::npos);
    CHECK(one.out.find("\nturn   4 ") == std::string::npos);
    CHECK(one.out.find("    move ") == one.out.rfind("    move "));
    check_said(show({"--turn", "100000"}), {"there is no turn 100000; the turns are 0 to "});
    CHECK(show({"--turn", "100000"}).status == 2);
    check_said(
        run({referee_path(), "replay", folder / "r.jsonl", "--turn", "1"}),
        {"--turn needs --show"});
}

TEST_CASE("an AI that is shipped is named by the place where it lies", "[mistakes]") {
    const TemporaryFolder folder;
    const std::string field = folder / "field.dat";
    REQUIRE(run({referee_path(), "create", field, "--game", "gems", "--seed", "1"}).status == 0);
    const std::string random = gems_ai("random");
    const std::vector<std::pair<std::string, std::vector<std::string>>> commands{
        {"greedy", {field, "--ai", "greedy", "--ai", random}},
        {"greedi", {field, "--ai", random, "--ai", "mine=greedi"}},
        {"greedy",
         {"tournament", "--fields", field, "--ai", "greedy", "--ai", random, "--db",
          folder / "db"}},
        {"greedy", {"tune", "--fields", field, "--ai", "greedy", "--against", random}}};
    for (auto [name, words] : commands) {
        words.insert(words.begin(), referee_path());
        const Output output = run(words, folder.path());
        CHECK(output.status == 2);
        CHECK(
            output.err == "referee: " + name + ": there is no such file; did you mean " +
                              gems_ai("greedy") + "?\n");
    }
    check_said(check("greedy", "gems"), {"greedy: there is no such file; did you mean "});
    check_said(check("nothing-like-it", "gems"), {"there is no such file; check the path"});
    // From the folder above it the path is the short one.
    const Output in_short =
        run({referee_path(), "check", "--game", "gems", "greedy"}, build_folder() + "/..");
    CHECK_THAT(in_short.out, ContainsSubstring("ai/gems/greedy?\n"));
    CHECK_THAT(in_short.out, !ContainsSubstring("did you mean /"));
}

TEST_CASE("in a terminal a long match shows its turn", "[mistakes][slow]") {
    if (lacks("script", "the turn in a terminal")) {
        return;
    }
    const TemporaryFolder folder;
    write_script(
        folder / "slow",
        "#!/bin/sh\ngrep -qx 'turn 1' match.dat && sleep 2.1\necho end > result.dat\n");
    REQUIRE(
        run({referee_path(), "create", folder / "f.dat", "--game", "dicewars", "--players", "2",
             "--seed", "1", "--set", "max_turns=4"})
            .status == 0);
    const std::string command = referee_path() + " " + (folder / "f.dat") + " --seats fixed --ai " +
                                (folder / "slow") + " --ai " + (folder / "slow");
    const Output shown = run({"/usr/bin/script", "-qec", command, "/dev/null"}, "", {"TERM=dumb"});
    INFO(shown.out);
    CHECK(shown.status == 0);
    CHECK_THAT(shown.out, ContainsSubstring("\r\033[Kgame 1, turn 2"));
    CHECK_THAT(shown.out, ContainsSubstring("\r\033[Kgame 1: ")); // the line is taken back first
    const Output piped = run({"/bin/sh", "-c", command});
    CHECK(piped.err.find("turn 2") == std::string::npos);
}

TEST_CASE("in a terminal the keys step, stop and end a replay", "[mistakes][slow]") {
    if (lacks("script", "keys in a terminal")) {
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(play(gems_ai("reference-c"), {"--record", folder / "r.jsonl"}).status == 0);
    // Every board has the keys below it.
    const auto boards_after = [&](const std::string& pressed) {
        const Output output =
            run({"/bin/bash", "-c",
                 "printf '" + pressed + "' | script -qec '" + referee_path() + " replay " +
                     (folder / "r.jsonl") + " --show --turn 2' /dev/null"},
                "", {"TERM=dumb"});
        CHECK(output.status == 0);
        int count = 0;
        for (std::size_t at = 0;
             (at = output.out.find("left, right: step", at)) != std::string::npos; ++at) {
            ++count;
        }
        return count;
    };
    CHECK(boards_after("q") == 1);
    CHECK(boards_after("\\033[Dq") == 2);
    CHECK(boards_after("\\033[D\\033[Cq") == 3);
    CHECK(boards_after("\\033[C\\033OCq") == 3);
    CHECK(boards_after("xq") == 2);
    CHECK(boards_after(" q") == 2);
}

namespace {

/// Runs a command that the referee has printed, as people do who copy it.
Output run_copied(const std::string& command, const std::string& folder = "") {
    return run(
        {"/bin/sh", "-c", "referee() { \"$REFEREE\" \"$@\"; }; " + command}, folder,
        {"REFEREE=" + referee_path()});
}

/// The rest of the line after these words.
std::string rest_after(const std::string& text, const std::string& words) {
    const std::size_t at = text.find(words);
    INFO(text);
    REQUIRE(at != std::string::npos);
    const std::size_t begin = at + words.size();
    return text.substr(begin, text.find('\n', begin) - begin);
}

} // namespace

TEST_CASE("commands that are printed can be copied, whatever folders are called", "[mistakes]") {
    const TemporaryFolder parent;
    const std::string folder = parent / "it's my snake";
    REQUIRE(
        run({referee_path(), "new", "--game", "gems", "--language", "Bash", folder}).status == 0);
    const auto works = [](const Output& output) {
        INFO(output.out << output.err);
        CHECK(output.status == 0);
    };
    // Given as a field: the folder's ai.ini knows its game.
    const Output check = run({referee_path(), "check", folder});
    const std::string checking = rest_after(check.err, "to try an AI: ");
    CHECK(checking == "referee check --game gems '" + parent.path() + "/it'\\''s my snake'");
    works(run_copied(checking + " --time-limit none"));
    // The new folder's page.
    const std::string page = read_file(folder + "/README.md");
    const std::string program = page.substr(0, page.find(" check --game"));
    const std::string head = program.substr(program.rfind("    ") + 4);
    works(run_copied(head + " check --game gems . --time-limit none", folder));
    const std::string field = parent / "a field's.dat";
    const Output created = run({referee_path(), "create", field, "--set", "max_moves=2"});
    works(created);
    std::string playing = rest_after(page, "name its folder: `");
    playing.resize(playing.find('`'));
    CHECK(playing.find("FIELD") != std::string::npos);
    playing.replace(playing.find("FIELD"), 5, "\"$PWD\"/*.dat");
    playing.replace(playing.find("OTHER"), 5, gems_ai("reference"));
    works(run_copied(playing + " --time-limit none", parent.path()));
    // A record.
    const std::string record = parent / "a record's.jsonl";
    const Output played = run(
        {referee_path(), field, "--ai", gems_ai("reference"), "--ai", gems_ai("greedy"), "--record",
         record, "--time-limit", "none"});
    works(played);
    std::string showing = rest_after(played.out, "(show it with: ");
    showing.resize(showing.rfind(')'));
    works(run_copied(showing));
    const Output as_field = run({referee_path(), "check", record});
    std::string watching = rest_after(as_field.err, "to watch it: ");
    watching.resize(watching.find("; to continue it: "));
    works(run_copied(watching));
    // A field that isn't there.
    const Output nothing = run({referee_path(), "check", parent / "no field's.dat"});
    works(run_copied(rest_after(nothing.err, "make one with: ")));
    CHECK(fs::exists(parent / "no field's.dat"));
    const Output behind = run({referee_path(), field, "chek"});
    std::string meant = rest_after(behind.err, "did you mean: ");
    works(run_copied(meant));
    // What --explain says next; the records lie beside the database's folder.
    fs::create_directory(parent / "a b");
    fs::create_directory(parent / "a b's records");
    const Output tournament = run(
        {referee_path(), "tournament", "--fields", field, "--ai", gems_ai("reference"), "--ai",
         gems_ai("greedy"), "--db", parent / "a b/r.sqlite", "--records", parent / "a b's records",
         "--time-limit", "none"});
    works(tournament);
    for (const char* const name : {"reference", "greedy"}) {
        const Output explained =
            run({referee_path(), "report", parent / "a b/r.sqlite", "--explain", name});
        works(explained);
        CHECK(explained.out.find("/../") == std::string::npos);
        const std::string next = "      referee replay ";
        if (const std::size_t at = explained.out.find(next); at != std::string::npos) {
            works(run_copied(rest_after(explained.out.substr(at), "      ")));
        }
    }
}

TEST_CASE("the demo's address of its page is one that a browser takes", "[mistakes]") {
    const TemporaryFolder parent;
    const Output demo = run({referee_path(), "demo", parent / "it's a demo"});
    INFO(demo.out << demo.err);
    REQUIRE(demo.status == 0);
    const std::string address = rest_after(demo.out, "in a browser:      ");
    CHECK(address == "file://" + parent.path() + "/it%27s%20a%20demo/demo.html");
    CHECK(run_copied(rest_after(demo.out, "Watch the games:   ")).status == 0);
}

TEST_CASE("what was meant is named as people write it, and by its beginning", "[mistakes]") {
    check_said(
        run({referee_path(), "new", "--lang", "Rust", "x"}),
        {"unrecognised option '--lang'; did you mean '--language'?"});
    check_said(
        run({referee_path(), "tourn"}),
        {"no field and no command 'tourn'; did you mean 'tournament'?"});
    const TemporaryFolder folder;
    check_said(
        run({referee_path(), "replay", folder / "nothere.jsonl"}),
        {"nothere.jsonl: there is no such file; name a record"});
    const std::string field = folder / "f.dat";
    REQUIRE(run({referee_path(), "create", field, "--set", "max_moves=2"}).status == 0);
    const std::vector<std::string> command{referee_path(), "tournament",
                                           "--fields",     field,
                                           "--ai",         "Müller & Söhne=" + gems_ai("reference"),
                                           "--ai",         gems_ai("greedy"),
                                           "--time-limit", "none"};
    const Output played = run(command, folder.path());
    INFO(played.err);
    REQUIRE(played.status == 0);
    CHECK_THAT(played.err, Catch::Matchers::EndsWith("written: results.sqlite\n"));
    std::vector<std::string> named = command;
    named.insert(named.end(), {"--db", folder / "own.sqlite"});
    CHECK_THAT(run(named).err, !ContainsSubstring("written: "));
    check_said(
        run({referee_path(), "report", folder / "results.sqlite", "--explain", "Müler & Söhne"}),
        {"--explain Müler & Söhne: there is no AI of that name; did you mean 'Müller & Söhne'?"});
    std::vector<std::string> other = command;
    other[5] = gems_ai("depth3");
    check_said(
        run(other, folder.path()),
        {"it has games of the AI 'Müller & Söhne'; give it with --ai, exclude it with --exclude, "
         "or use another --db"});
}
