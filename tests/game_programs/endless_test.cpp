// Games that don't end by their rules: max-turns of game.ini ends them, in matches, tournaments,
// seasons and records, and `check --rules` finds who can bring that about.

#include "support/catch.hpp"
#include "support/games/program_games.hpp"
#include "support/run.hpp"

#include "base/random.hpp"
#include "cli/commands/game_check.hpp"
#include "game/contract_check.hpp"
#include "game/field_text.hpp"
#include "game/legal_answers.hpp"
#include "game_programs/program_game.hpp"
#include "tournament/store/store.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using namespace referee;
using namespace tests;
using nlohmann::json;
using tests::referee_path;

struct Edit {
    std::string file;
    std::string from;
    std::string to;
};

void edit(const std::string& folder, const std::vector<Edit>& edits) {
    for (const Edit& each : edits) {
        std::string text = read_file(folder + "/" + each.file);
        const std::size_t at = text.find(each.from);
        CAPTURE(each.file, each.from);
        REQUIRE(at != std::string::npos);
        write_file(folder + "/" + each.file, text.replace(at, each.from.size(), each.to));
    }
}

/// The game of `new-game` in Python, with a legal pass.
std::string
passing(const TemporaryFolder& parent, int max_turns, const std::vector<Edit>& more = {}) {
    const std::string folder = parent / "passing";
    REQUIRE(run({referee_path(), "new-game", "--language", "Python", folder}).status == 0);
    edit(
        folder,
        {{"game.py", "if not 1 <= stones", "if not 0 <= stones"},
         {"game.py", "for stones in range(1, heap + 1)", "for stones in range(0, heap + 1)"},
         {"game.ini", "time = 5s\n", fmt::format("time = 60s\nmax-turns = {}\n", max_turns)}});
    edit(folder, more);
    return folder;
}

/// It ranks nobody at its limit.
const Edit without_rank{"game.py", "def rank(state)", "def unused(state)"};

std::string field_of_heaps(const TemporaryFolder& folder, const std::string& rules) {
    std::string field = folder / "field.dat";
    write_file(
        field,
        fmt::format(
            "game {}\nheaps 3\nstones 9\n[heaps]\n4 7 1\n", fs::path(rules).filename().string()));
    return field;
}

std::string
script(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
    std::string path = folder / name;
    write_script(path, "#!/bin/sh\n" + text + "\n");
    return path;
}

std::string passer(const TemporaryFolder& folder) {
    return script(folder, "passer", "echo 1 0 >result.dat");
}

struct EndlessMatch {
    json match;
    std::string record;
};

EndlessMatch endless_match(
    const TemporaryFolder& folder, const std::string& rules, const std::string& one,
    const std::string& two, const std::vector<std::string>& more = {}) {
    EndlessMatch played;
    played.record = folder / "record.jsonl";
    std::vector<std::string> words{referee_path(), "play",        field_of_heaps(folder, rules),
                                   "--rules",      rules,         "--ai",
                                   "one=" + one,   "--ai",        "two=" + two,
                                   "--record",     played.record, "--force",
                                   "--seats",      "fixed",       "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const Output output = run(words);
    CAPTURE(output.err);
    REQUIRE(output.status == 0);
    played.match = json::parse(output.out);
    return played;
}

std::vector<std::string> lines_in(const std::string& path) {
    std::vector<std::string> lines;
    std::istringstream text(read_file(path));
    for (std::string line; std::getline(text, line);) {
        lines.push_back(line);
    }
    return lines;
}

/// The status of `replay --verify` when the record's last line is that.
int verified_with(const std::string& record, const json& last, const std::string& rules) {
    std::vector<std::string> lines = lines_in(record);
    lines.back() = last.dump();
    write_file(record + ".changed", fmt::format("{}\n", fmt::join(lines, "\n")));
    return run({referee_path(), "replay", record + ".changed", "--rules", rules, "--verify"})
        .status;
}

/// All game programs that are shipped or written by new-game, by a name for messages.
std::vector<std::pair<std::string, std::string>> all_programs(const TemporaryFolder& folder) {
    std::vector<std::pair<std::string, std::string>> games;
    for (const std::string& game : built_game_programs("the end of ")) {
        const std::string name = fs::path(game).filename().string();
        fs::copy(game, folder / name, fs::copy_options::recursive);
        games.emplace_back(name, folder / name);
    }
    for (const std::string& language : new_game_languages("the end of a new game in ")) {
        const std::string path = folder / ("new_" + std::to_string(games.size()));
        make_new_game(language, path);
        games.emplace_back("new-game " + language, path);
    }
    REQUIRE(games.size() >= 2);
    return games;
}

void play_turn(Position& position, Rng& rng) {
    std::vector<std::string> texts;
    for (const Seat seat : position.players_to_move()) {
        texts.push_back(
            fmt::format("{}", fmt::join(random_parts(position.legal_answers(seat), rng), " ")));
    }
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        answers.push_back({position.players_to_move()[i], Fault::none, texts[i]});
    }
    position.apply(answers, {});
}

} // namespace

TEST_CASE(
    "every game program ends after its max-turns, and ranks if it can", "[game-programs][slow]") {
    const TemporaryFolder folder;
    for (const auto& [name, path] : all_programs(folder)) {
        CAPTURE(name);
        CHECK(read_program_game(path)->info().max_turns == 2000);
        write_file(path + "/game.ini", read_file(path + "/game.ini") + "max-turns = 2\n");
        const auto game = read_program_game(path);
        const auto field = small_field(*game, game->info().default_seats, 1);
        const auto position = field->start();
        Rng rng(1);
        play_turn(*position, rng);
        REQUIRE_FALSE(position->ending());
        const auto copy = position->clone(); // it has played as many turns
        for (Position* const each : {position.get(), copy.get()}) {
            play_turn(*each, rng);
            CHECK(each->players_to_move().empty());
            const auto ending = each->ending();
            REQUIRE(ending);
            CHECK(ending->ended_by == EndedBy::max_turns);
            CHECK_THAT(ending->reason, StartsWith("2 turns are played: "));
            CHECK(ending->no_winner == !each->ranks_now().has_value());
            CHECK(each->clone()->ending()->reason == ending->reason);
            if (name.starts_with("new-game")) {
                CHECK_FALSE(ending->no_winner);
                CHECK_THAT(ending->reason, ContainsSubstring("more stones taken"));
            }
        }
    }
}

TEST_CASE("max-turns is a number of turns", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = passing(folder, 7);
    const std::string ini = read_file(rules + "/game.ini");
    const auto line =
        std::count(
            ini.begin(), ini.begin() + static_cast<std::ptrdiff_t>(ini.find("max-turns")), '\n') +
        1;
    for (const std::string wrong : {"0", "-1", "1000001", "many", "2.5"}) {
        CAPTURE(wrong);
        write_file(rules + "/game.ini", ini);
        edit(rules, {{"game.ini", "max-turns = 7", "max-turns = " + wrong}});
        const Output output = run({referee_path(), "check", "--rules", rules});
        CHECK(output.status == 2);
        CHECK_THAT(
            output.err,
            ContainsSubstring(fmt::format(
                "game.ini:{}: max-turns is '{}'; write a number of turns from 1 to 1000000", line,
                wrong)));
    }
    write_file(rules + "/game.ini", ini);
    const Output page = run({referee_path(), "games", "passing", "--rules", rules});
    CHECK_THAT(page.out, ContainsSubstring("7 at most"));
}

TEST_CASE("a game that nobody ends is nobody's, also in its record", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = passing(folder, 30, {without_rank});
    const std::string ai = passer(folder);
    const EndlessMatch played = endless_match(folder, rules, ai, ai);
    const json& game = played.match.at("games").at(0);
    CHECK(game.at("turns") == 30);
    CHECK(game.at("ended_by") == "max-turns");
    CHECK(game.at("no_winner") == true);
    CHECK(game.at("reason") == "30 turns are played: nobody wins");
    CHECK(played.match.at("result").at("winner").is_null());
    for (const json& seat : game.at("seats")) {
        CHECK(seat.at("points") == 0);
        CHECK(seat.at("faults").empty());
    }
    const Output text = run(
        {referee_path(), "play", field_of_heaps(folder, rules), "--rules", rules, "--ai",
         "one=" + ai, "--ai", "two=" + ai});
    CHECK_THAT(text.out, ContainsSubstring("result: nobody wins the match"));

    const json last = json::parse(lines_in(played.record).back());
    CHECK(last.at("no_winner") == true);
    CHECK(last.at("ended_by") == "max-turns");
    CHECK(verified_with(played.record, last, rules) == 0);
    for (const auto& [key, value] :
         {std::pair<std::string, json>{"ended_by", "game-time"},
          {"ended_by", "rules"},
          {"ranks", {1, 2}},
          {"reason", "the last stone is taken"}}) {
        CAPTURE(key, value);
        json changed = last;
        changed[key] = value;
        CHECK(verified_with(played.record, changed, rules) != 0);
    }
    // Fewer or more moves than the limit are no such game either.
    std::vector<std::string> lines = lines_in(played.record);
    lines.erase(lines.end() - 2);
    write_file(folder / "short.jsonl", fmt::format("{}\n", fmt::join(lines, "\n")));
    CHECK(
        run({referee_path(), "replay", folder / "short.jsonl", "--rules", rules, "--verify"})
            .status != 0);
    const std::string page = folder / "page.html";
    CHECK(
        run({referee_path(), "replay", played.record, "--rules", rules, "--html", page}).status ==
        0);
    CHECK_THAT(read_file(page), ContainsSubstring("30 turns are played: nobody wins"));
}

TEST_CASE("a game that ranks is decided at max-turns", "[game-programs]") {
    const TemporaryFolder folder;
    const std::string rules = passing(folder, 30);
    const std::string takes_one = script(
        folder, "takes-one",
        "[ -s memory.dat ] && echo 1 0 >result.dat || echo 1 1 >result.dat\n"
        "echo x >memory.dat");
    const EndlessMatch played = endless_match(folder, rules, passer(folder), takes_one);
    const json& game = played.match.at("games").at(0);
    CHECK(game.at("ended_by") == "max-turns");
    CHECK(game.at("no_winner") == false);
    CHECK(game.at("reason") == "30 turns are played: more stones taken");
    CHECK(played.match.at("result").at("winner") == "two");
    const json last = json::parse(lines_in(played.record).back());
    CHECK_FALSE(last.contains("no_winner"));
    CHECK(verified_with(played.record, last, rules) == 0);
    // Continued from a turn, it has as many left.
    const Output more = run(
        {referee_path(), "play", "--from", played.record, "--turn", "28", "--rules", rules, "--ai",
         "a=" + passer(folder), "--ai", "b=" + passer(folder), "--json"});
    CAPTURE(more.err);
    REQUIRE(more.status == 0);
    CHECK(json::parse(more.out).at("games").at(0).at("turns") == 2);
    // Rules of an earlier version don't know the request: they are never asked.
    edit(
        rules, {{"referee_game.py", R"(knows=["rank"] if "rank" in game else [])", "knows=[]"},
                {"referee_game.py", R"(elif do == "rank":)", R"(elif do == "never":)"}});
    const EndlessMatch older = endless_match(folder, rules, passer(folder), takes_one);
    CHECK(older.match.at("games").at(0).at("no_winner") == true);
}

TEST_CASE("replies to rank are checked like all others", "[game-programs][slow]") {
    const TemporaryFolder folder;
    const std::string rules = passing(folder, 1);
    const std::string whole = read_file(rules + "/referee_game.py");
    const std::string right = R"(reply = {"ending": game["rank"](**request)})";
    for (const std::string wrong :
         {R"(reply = {})", R"(reply = {"ending": {"ranks": [1, 1]}})",
          R"(reply = {"ending": {"ranks": [1, 3], "scores": [1, 0]}})",
          R"(raise IndexError("here"))"}) {
        CAPTURE(wrong);
        write_file(rules + "/referee_game.py", whole);
        edit(rules, {{"referee_game.py", right, wrong}});
        const auto game = read_program_game(rules);
        const auto field = small_field(*game, 2, 1);
        const auto position = field->start();
        const std::vector<Answer> answers{{1, Fault::none, "1 0"}};
        CHECK_THROWS_AS(position->apply(answers, {}), BrokenGame);
        CHECK_THAT(
            fmt::format("{}", fmt::join(check_game(*game).problems, "\n")),
            ContainsSubstring("rank in turn "));
    }
    // One that can't tell yet says null.
    write_file(rules + "/referee_game.py", whole);
    edit(rules, {{"referee_game.py", right, R"(reply = {"ending": None})"}});
    const auto game = read_program_game(rules);
    const auto field = small_field(*game, 2, 1);
    const auto position = field->start();
    const std::vector<Answer> answers{{1, Fault::none, "1 0"}};
    position->apply(answers, {});
    CHECK(position->ending().value().no_winner);
}

TEST_CASE("check says who can keep a game from its end", "[game-programs][slow]") {
    const auto said = [](const std::string& rules) {
        const GameCheck check = check_game(*read_program_game(rules));
        return fmt::format(
            "{}\n{}\n{}", fmt::join(check.done, "\n"), fmt::join(check.warnings, "\n"),
            fmt::join(check.problems, "\n"));
    };
    SECTION("all together, by waiting") {
        const TemporaryFolder folder;
        const std::string found = said(passing(folder, 40, {without_rank}));
        CAPTURE(found);
        CHECK_THAT(
            found,
            ContainsSubstring("if each seat waits (its last answer is '") &&
                ContainsSubstring(
                    "the game goes on: max-turns (40) ends it, and nobody wins; let the rules "
                    "end it, or rank the seats there"));
        CHECK(found.find("alone") == std::string::npos);
    }
    SECTION("one seat alone, by answers that cost nothing") {
        const TemporaryFolder folder;
        // Only what seat 2 takes is gone.
        const std::string found = said(passing(
            folder, 40,
            {without_rank,
             {"game.py", "    state[\"heaps\"][heap] -= stones\n",
              "    state[\"heaps\"][heap] -= stones if answers[0][\"seat\"] == 2 else 0\n"}}));
        CAPTURE(found);
        CHECK_THAT(
            found, ContainsSubstring("seat 2 alone can keep the game from its end: it waits"));
    }
    SECTION("one seat alone, by being late") {
        const TemporaryFolder folder;
        const std::string found = said(passing(
            folder, 40,
            {without_rank,
             {"game.py", "if not 0 <= stones", "if not 1 <= stones"},
             {"game.py", "for stones in range(0, heap + 1)", "for stones in range(1, heap + 1)"},
             {"game.py", "    state[\"turn\"] += 1\n",
              "    state[\"turn\"] += 1\n"
              "    if \"fault\" in answers[0]: state[\"heaps\"] = [4, 7, 1][:len(state[\"heaps\"])]\n"}}));
        CAPTURE(found);
        CHECK_THAT(
            found, ContainsSubstring("alone can keep the game from its end: it is always late"));
    }
    SECTION("nobody, because the game ranks then") {
        const TemporaryFolder folder;
        const std::string found = said(passing(folder, 40));
        CAPTURE(found);
        CHECK(found.find("nobody wins") == std::string::npos);
        CHECK_THAT(found, ContainsSubstring("by max-turns (40)"));
    }
    SECTION("a game that never ends by itself") {
        const TemporaryFolder folder;
        const Edit endless{
            "game.py", "    state[\"heaps\"][heap] -= stones\n",
            "    state[\"heaps\"][heap] -= 0\n"};
        const std::string rules = passing(folder, 40, {without_rank, endless});
        CHECK_THAT(
            said(rules), ContainsSubstring("no game ended by itself: all of 1 game went on"));
        CHECK(run({referee_path(), "check", "--rules", rules}).status == 3);
        // That is all right if it ranks there.
        edit(rules, {{"game.py", without_rank.to, without_rank.from}});
        CHECK_THAT(
            said(rules), ContainsSubstring("no game ended by itself: all of ") &&
                             ContainsSubstring("where the game ranks"));
        CHECK(run({referee_path(), "check", "--rules", rules}).status == 0);
    }
}

TEST_CASE("a tournament and a season of a game without an end have one", "[game-programs][slow]") {
    const TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms(0755));
    const std::string rules = passing(folder, 12, {without_rank});
    const std::string ai = passer(folder);
    const Output played = run(
        {referee_path(), "tournament", "--fields", field_of_heaps(folder, rules), "--rules", rules,
         "--ai", "one=" + ai, "--ai", "two=" + ai, "--db", folder / "db.sqlite", "--json"});
    CAPTURE(played.err);
    REQUIRE(played.status == 0);
    for (const json& row : json::parse(played.out).at("standings")) {
        CHECK(row.at("no_winner") == row.at("games"));
        CHECK(row.at("draws") == 0);
    }

    const std::string cup = folder / "cup";
    fs::create_directories(cup + "/entries/anna");
    write_file(
        cup + "/season.ini", fmt::format(
                                 "rules = {}\ngenerate = 2\nfield-seed = 1\ngames = 1\nbaseline = "
                                 "waits={}\ntime-limit = 60s\nwork = {}\n",
                                 rules, ai, folder / "work"));
    fs::copy_file(ai, cup + "/entries/anna/v1");
    fs::create_directories(folder / "work");
    const Output season = run({referee_path(), "season", cup, "--once"});
    CAPTURE(season.err);
    REQUIRE(season.status == 0);
    CHECK_THAT(read_file(cup + "/notes/anna/v1.txt"), ContainsSubstring("It plays."));
    const Store store(cup + "/season.sqlite", Store::Access::read);
    CHECK(store.game_count() > 0);
    store.for_each([](const GameOutcome& game) {
        CHECK(is_won_by_nobody(game));
        CHECK(game.reason == "12 turns are played: nobody wins");
    });
}
