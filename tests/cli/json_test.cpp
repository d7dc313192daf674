// referee/cli/README.md, "For programs that write programs": all outputs against their schemas, and
// the whole loop played by a program that reads nothing but JSON.

#include "season/arena.hpp"
#include "support/json_schema.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

using namespace season_tests;
using nlohmann::json;
using tests::objections;

namespace {

std::string schemas() {
    return tests::source_folder() + "/referee/cli/schemas/";
}

/// The schemas that were compared with something.
std::set<std::string>& seen() {
    static std::set<std::string> names;
    return names;
}

void require_form(const std::string& schema, const json& value) {
    seen().insert(schema);
    INFO(schema);
    CHECK(objections(json::parse(read_file(schemas() + schema + ".json")), value) == "");
}

/// JSON Lines: each line is a value of its own.
std::vector<json> lines_in(const std::string& text) {
    std::vector<json> values;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        INFO(line);
        values.push_back(json::parse(line, nullptr, false));
        CHECK_FALSE(values.back().is_discarded());
    }
    CHECK(text.ends_with('\n'));
    return values;
}

/// Runs the referee in the folder. Its standard output must be one line of JSON of this form.
json json_of(
    const std::string& schema, const std::string& folder, std::vector<std::string> words,
    int status = 0) {
    words.insert(words.begin(), tests::referee_path());
    words.emplace_back("--json");
    const Output output = run(words, folder);
    INFO(output.out << output.err);
    CHECK(output.status == status);
    const std::vector<json> lines = lines_in(output.out);
    REQUIRE(lines.size() == 1);
    require_form(schema, lines[0]);
    return lines[0];
}

/// What a program that improves AIs does: it acts on keys, never on text for people.
class Author {
  public:
    explicit Author(const tests::TemporaryFolder& folder) : folder_(folder.path()) {}

    json call(const std::string& schema, std::vector<std::string> words, int status = 0) const {
        return json_of(schema, folder_, std::move(words), status);
    }
    std::string operator/(const std::string& name) const { return folder_ + "/" + name; }
    const std::string& path() const { return folder_; }

  private:
    std::string folder_;
};

} // namespace

TEST_CASE(
    "a program that reads only JSON plays the whole loop", "[json][season][tournament][slow]") {
    const Cup cup("games = 1\n");
    const tests::TemporaryFolder folder(true);
    fs::permissions(folder.path(), fs::perms(0755));
    const Author author(folder);
    // Which games and languages are there?
    const json games = author.call("games", {"games", "gems"});
    REQUIRE(games.at(0).at("name") == "gems");
    const json starters = author.call("new", {"new", "--list"}).at("starters");
    const json wanted{{"game", "gems"}, {"language", "C"}};
    REQUIRE(std::find(starters.begin(), starters.end(), wanted) != starters.end());
    // A working AI.
    const json made = author.call("new", {"new", "--game", "gems", "--language", "C", "bot"});
    const auto build = made.at("build").get<std::string>();
    REQUIRE(run({"/bin/sh", "-c", build}, author / "bot").status == 0);
    // A mistake: it answers what isn't a move. The findings say what, where, and what to do.
    const std::string source = read_file(author / "bot/bot.c");
    write_file(
        author / "bot/bot.c",
        "#include <stdio.h>\nint main(void) { FILE *f = fopen(\"result.dat\", "
        "\"w\"); fputs(\"nothing\\n\", f); return fclose(f); }\n");
    REQUIRE(run({"/bin/sh", "-c", build}, author / "bot").status == 0);
    json checked =
        author.call("check", {"check", "--game", "gems", "bot", "--turns", "3"}, 3).at("ais").at(0);
    CHECK(checked.at("ok") == false);
    CHECK(checked.at("problem").is_null());
    REQUIRE(checked.at("faults").size() == 1);
    CHECK(checked.at("faults").at(0).at("fault") == "bad-result");
    CHECK_THAT(
        checked.at("faults").at(0).at("reason").get<std::string>(), ContainsSubstring("nothing"));
    CHECK(!checked.at("faults").at(0).at("advice").empty());
    write_file(author / "bot/bot.c", source);
    REQUIRE(run({"/bin/sh", "-c", build}, author / "bot").status == 0);
    checked = author.call("check", {"check", "--game", "gems", "bot"}).at("ais").at(0);
    CHECK(checked.at("ok") == true);
    // A look at games: the check and five matches, each a line of its own.
    const Output tried =
        run({author / "bot/try", "--time-limit", "20s", "--json"}, author / "bot",
            {"OPPONENT=" + tests::gems_ai("reference")});
    INFO(tried.err);
    CHECK(tried.status == 0);
    const std::vector<json> values = lines_in(tried.out);
    REQUIRE(values.size() == 6);
    require_form("check", values[0]);
    for (std::size_t match = 1; match < values.size(); ++match) {
        require_form("play", values[match]);
    }
    // Would it play the same again?
    const std::string record = author / "bot-games/records/field-001.jsonl";
    const json again =
        author.call("rerun", {"rerun", record, "--game", "1", "--seat", "1", "--ai", "bot"});
    CHECK(again.at("same") == again.at("moves"));
    author.call("rerun", {"rerun", record, "--game", "1", "--turn", "0", "--ai", "bot"});
    CHECK(author.call("replay", {"replay", record}).at("games").size() == 2);
    // Handed in to a season.
    const json submitted = author.call(
        "submit",
        {"submit", "bot", "--to", cup.path(), "--name", "me", "--game", "gems", "--wait", "none"});
    CHECK(submitted.at("status") == "waiting");
    cup.hand_in_player("other", "1", 30);
    const json season = author.call("season", {"season", cup.path(), "--once"});
    CHECK(season.at("accepted") == 2);
    CHECK_THAT(
        cup.note("me", submitted.at("version").get<std::string>()), ContainsSubstring("accepted"));
    author.call("site", {"site", cup.database(), "site"});
    const json final = author.call(
        "season", {"season", cup.path(), "--final", "top 2", "--final-fields", "2", "--out",
                   author / "final"});
    CHECK(final.at("ais").size() == 2);
    author.call("report", {"report", cup.database()});
}

TEST_CASE("what commands print as JSON has the documented form", "[json][tournament]") {
    const tests::TemporaryFolder folder(true);
    fs::permissions(folder.path(), fs::perms(0755));
    const Author author(folder);
    const std::string good = tests::gems_ai("reference");
    tests::write_script(author / "bad", "#!/bin/sh\necho oops >&2\nexit 3\n");
    author.call("games", {"games"});
    author.call(
        "create", {"create", "f", "--game", "gems", "--count", "2", "--set", "max_moves=6"});
    author.call("check", {"check", "f-001.dat"});
    author.call("check", {"check", "f-001.dat", "bad"}, 2);
    author.call("check", {"check", "--game", "gems", "none", "bad"}, 3);
    const Output confinement = run({tests::referee_path(), "check", "--confinement", "--json"});
    require_form("check", json::parse(confinement.out));
    const std::vector<std::string> both{"--ai", "a=" + good, "--ai", "b=./bad"};
    const auto with = [](std::vector<std::string> words, const std::vector<std::string>& more) {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    const json played = author.call(
        "play", with({"play", "f-001.dat", "--record", "r.jsonl", "--keep-work"}, both));
    const fs::path work = played.at("work").get<std::string>();
    CHECK(fs::is_directory(work));
    fs::remove_all(work);
    author.call("replay", {"replay", "r.jsonl"});
    author.call("replay", {"replay", "r.jsonl", "--html", "page.html"});
    for (const char* const option : {"--story", "--judge"}) {
        const Output output =
            run({tests::referee_path(), "replay", "r.jsonl", option, "--json"}, author.path());
        const std::vector<json> games = lines_in(output.out);
        CHECK(games.size() == 2);
        for (const json& game : games) {
            require_form("replay", game);
        }
    }
    author.call("judge", {"judge", "r.jsonl"});
    author.call("export", {"export", "r.jsonl", "--npz", "r.npz"});
    author.call("rerun", {"rerun", "r.jsonl", "--game", "1", "--seat", "2", "--ai", good}, 3);
    author.call("rerun", {"rerun", "r.jsonl", "--ai", good, "--notes", "n.jsonl"});
    for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
             {"--db", "t.sqlite"},
             {"--db", "s.sqlite", "--sprt", "0,10"},
             {"--db", "r.sqlite", "--format", "racing", "--ai", "c=" + good},
             {"--db", "k.sqlite", "--format", "knockout"}}) {
        author.call("report", with(with({"tournament", "--fields", "f-*.dat"}, both), more));
    }
    const json watched =
        author.call("report", with({"tournament", "--fields", "f-*.dat", "--out", "cup"}, both));
    CHECK(fs::exists(author / (watched.at("site").get<std::string>() + "/index.html")));
    author.call("report", {"merge", "m.sqlite", "t.sqlite"});
    for (const char* const name : {"a", "b"}) {
        author.call("explain", {"report", "t.sqlite", "--explain", name});
    }
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"report", "t.sqlite", "--line"},
             {"report", "s.sqlite", "--line", "b", "a"},
             {"report", "t.sqlite", "--sprt", "0,10"},
             {"report", "--counts", "3,14,60,20,3"},
             {"report", "--counts", "0,0,0,0,12", "--sprt", "0,50"}}) {
        author.call("line", words);
    }
    author.call("new-game", {"new-game", "--language", "Python", "mygame"});
    // An error is JSON, too, and says what to do.
    const json error =
        author.call("error", {"play", "f-001.dat", "--ai", "none", "--ai", "none"}, 2);
    CHECK_THAT(error.at("error").get<std::string>(), ContainsSubstring("none"));
    author.call("error", {"season", "nowhere"}, 2);
    author.call("error", {"frobnicate"}, 2);
    write_file(author / "mygame/game.py", "raise SystemExit(7)\n");
    const json broken = author.call("error", {"create", "g.dat", "--rules", "mygame"}, 1);
    CHECK_THAT(broken.at("error").get<std::string>(), ContainsSubstring("exit status 7"));
    // Standard output is JSON alone: nothing in it speaks of lines that aren't there.
    const json bad = author.call("check", {"check", "--game", "gems", "bad"}, 3);
    CHECK(bad.at("ais").at(0).at("faults").at(0).at("printed") == "oops\n");
    CHECK_THAT(bad.dump(), !ContainsSubstring("above"));
}

TEST_CASE("a replay as JSON: states, what differs, one answer at a time", "[json]") {
    const tests::TemporaryFolder folder(true);
    fs::permissions(folder.path(), fs::perms(0755));
    const Author author(folder);
    const std::string good = tests::gems_ai("reference");
    author.call("create", {"create", "f.dat", "--game", "gems", "--set", "max_moves=4"});
    author.call(
        "play", {"play", "f.dat", "--record", "r.jsonl", "--ai", "a=" + good, "--ai", "b=" + good});
    const auto replay = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {tests::referee_path(), "replay"});
        words.emplace_back("--json");
        return run(words, author.path());
    };
    // The states of both games, each with the number of its game.
    std::map<json, int> states;
    for (const json& line : lines_in(replay({"r.jsonl", "--states"}).out)) {
        require_form("replay", line);
        CHECK(line.at("state").is_object());
        ++states[line.at("game")];
    }
    CHECK(states.size() == 2);
    for (const auto& [game, count] : states) {
        CHECK(count > 2);
    }
    CHECK(replay({"nowhere.jsonl", "--states"}).status == 2);
    require_form("error", lines_in(replay({"nowhere.jsonl", "--states"}).out).at(0));
    // Each of these is an answer of its own: none is left out silently.
    const std::vector<std::vector<std::string>> answers{
        {"--html", "x.html"}, {"--export"}, {"--story"}, {"--judge"}, {"--states"}, {"--show"}};
    for (const auto& one : answers) {
        for (const auto& other : answers) {
            if (one == other) {
                continue;
            }
            std::vector<std::string> words{"r.jsonl"};
            words.insert(words.end(), one.begin(), one.end());
            words.insert(words.end(), other.begin(), other.end());
            const Output refused = replay(words);
            INFO(one[0] << " " << other[0] << refused.out);
            CHECK(refused.status == 2);
        }
    }
    CHECK(replay({"r.jsonl", "--show"}).status == 2);
    CHECK_FALSE(fs::exists(author / "x.html"));
    // A record that was changed: whatever is asked of it, the status says so.
    CHECK(author.call("replay", {"replay", "r.jsonl", "--html", "right.html"}).at("ok") == true);
    std::string record = read_file(author / "r.jsonl");
    const std::size_t at = record.find("\"effect\":\"");
    REQUIRE(at != std::string::npos);
    const std::size_t end = record.find('"', at + 10);
    std::string effect = record.substr(at + 10, end - at - 10);
    std::ranges::reverse(effect);
    record.replace(at + 10, end - at - 10, effect);
    write_file(author / "changed.jsonl", record);
    for (const auto& words : answers) {
        if (words[0] == "--show" || words[0] == "--export") {
            continue; // not JSON, and not of this game
        }
        std::vector<std::string> all{"changed.jsonl"};
        all.insert(all.end(), words.begin(), words.end());
        const Output output = replay(all);
        INFO(words[0] << output.out << output.err);
        CHECK(output.status == 3);
        CHECK_THAT(output.err, ContainsSubstring("changed.jsonl:"));
    }
    CHECK(replay({"changed.jsonl"}).status == 3);
    // One that ends in the middle of a line.
    const std::string whole = read_file(author / "r.jsonl");
    write_file(author / "cut.jsonl", whole.substr(0, whole.size() - 20));
    const json cut = author.call("replay", {"replay", "cut.jsonl"});
    CHECK(cut.at("games").at(0).at("is_broken_off") == false);
    CHECK(cut.at("games").at(1).at("is_broken_off") == true);
}

TEST_CASE("calls that exclude one another are refused, not dropped", "[json]") {
    const Cup cup("games = 1\n");
    const std::string good = tests::gems_ai("reference");
    const auto error_of = [&](std::vector<std::string> words) {
        return json_of("error", cup.path(), std::move(words), 2).at("error").get<std::string>();
    };
    json_of("season", cup.path(), {"season", cup.path(), "--once"});
    CHECK_THAT(
        error_of({"season", cup.path(), "--status", "--marks", "m.csv"}),
        ContainsSubstring("--marks and --status are two calls; choose one"));
    CHECK_THAT(
        error_of({"season", cup.path(), "--decide", "both", "alice", "bob"}),
        ContainsSubstring("write it in quotes"));
    CHECK_THAT(
        error_of({"report", cup.database(), "--table", "standings"}),
        ContainsSubstring("choose one"));
    for (const char* const option : {"--game", "--language", "--template"}) {
        CHECK_THAT(error_of({"new", "--list", option, "gems"}), ContainsSubstring("leave it out"));
    }
    // Without Slurm and without jobs there is nothing to stop.
    CHECK(
        json_of("season", cup.path(), {"season", cup.path(), "--stop-jobs"}) ==
        json{{"stopped", 0}});
    // Every reader of JSON keeps a seed that was drawn: 53 bits.
    const json made = json_of(
        "create", cup.path(), {"create", cup.path("seeds"), "--game", "gems", "--count", "20"});
    for (const json& field : made.at("fields")) {
        CHECK(field.at("seed").get<std::uint64_t>() < (1ULL << 53U));
    }
    // A wrong field is an error, as everywhere.
    const json checked = json_of("check", cup.path(), {"check", "nowhere.dat"}, 2);
    CHECK(checked.at("error") == checked.at("fields").at(0).at("problem"));
    CHECK(checked.at("status") == 2);
}

TEST_CASE("a schema refuses what it doesn't describe", "[json]") {
    const json schema = json::parse(read_file(schemas() + "create.json"));
    const json right = json::parse(R"({"fields": [{"path": "f", "game": "gems", "seed": 1}]})");
    CHECK(objections(schema, right) == "");
    for (const char* const wrong :
         {R"({})", R"([])", R"({"fields": [{"path": "f", "game": "gems"}]})",
          R"({"fields": [{"path": "f", "game": "gems", "seed": "1"}]})",
          R"({"fields": [], "more": 1})"}) {
        CHECK(objections(schema, json::parse(wrong)) != "");
    }
}

TEST_CASE("every command has JSON, and every schema its command", "[json]") {
    std::set<std::string> known{"error", "explain", "line"}; // report --explain, --line
    const std::map<std::string, std::string> others{
        {"tournament", "report"}, {"merge", "report"}, {"receive", "submit"}};
    std::istringstream help(run({tests::referee_path(), "--help"}).out);
    bool is_list = false;
    for (std::string line; std::getline(help, line);) {
        is_list = line == "Commands:" || (is_list && !line.empty());
        std::istringstream words(line);
        std::string command;
        if (!is_list || line == "Commands:" || !(words >> command) || command == "demo") {
            continue;
        }
        INFO(command);
        const auto other = others.find(command);
        const std::string schema = other == others.end() ? command : other->second;
        CHECK(fs::exists(schemas() + schema + ".json"));
        known.insert(schema);
        const std::string options = run({tests::referee_path(), command, "--help-all"}).out;
        CHECK_THAT(options, ContainsSubstring("--json"));
        // What is several values says so: a line for each.
        const std::size_t json = options.find("--json ");
        const std::string help = std::regex_replace(
            json == std::string::npos ? options
                                      : options.substr(json, options.find("\n  --", json) - json),
            std::regex("\\s+"), " ");
        CHECK_THAT(help, ContainsSubstring("one line of JSON"));
    }
    CHECK(known.size() > 10);
    for (const auto& file : fs::directory_iterator(schemas())) {
        CHECK(known.count(file.path().stem().string()) == 1);
    }
}
