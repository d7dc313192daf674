// `referee report --explain` as people use it: with records of real games.

#include "tournament/arena.hpp"
#include "tournament/explain/turning.hpp"

using namespace tournament_tests;
using namespace referee;

namespace {

/// Recorded games of an AI that loses points with every move against one that plays.
class ExplainedArena : public Arena {
  public:
    ExplainedArena() : Arena(6) {
        fs::create_directories(*this / "games");
        const Output played = run(
            command("db.sqlite", {"--records", *this / "games", "--html", *this / "page.html"}));
        INFO(played.err);
        REQUIRE(played.status == 0);
    }

    Output explain(const std::string& name, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{program(), "report", *this / "db.sqlite", "--explain", name};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    }
};

} // namespace

TEST_CASE("report --explain leads to the turns of lost games", "[explain][process]") {
    const ExplainedArena arena;
    const Output text = arena.explain("trivial");
    INFO(text.out);
    REQUIRE(text.status == 0);
    CHECK(text.out.find("trivial got ") == 0);
    // Every command that it prints can be run as it stands.
    std::istringstream lines(text.out);
    int commands = 0;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t at = line.find("referee replay ");
        if (at == std::string::npos) {
            continue;
        }
        ++commands;
        std::istringstream words(line.substr(at));
        std::vector<std::string> command;
        for (std::string word; words >> word;) {
            command.push_back(word);
        }
        command[0] = program();
        const Output shown = run(command);
        INFO(line << shown.err);
        CHECK(shown.status == 0);
        CHECK(shown.out.find(fmt::format("\nturn {:>3}  ", command.back())) != std::string::npos);
    }
    CHECK(commands > 0);
    // As is the one that writes the files of a turn.
    const std::size_t rerun = text.out.find("referee rerun ");
    REQUIRE(rerun != std::string::npos);
    std::istringstream rerun_words(text.out.substr(rerun, text.out.find('\n', rerun) - rerun));
    std::vector<std::string> command;
    for (std::string word; rerun_words >> word;) {
        command.push_back(word == "DIR" ? arena / "turn" : word);
    }
    command[0] = program();
    const Output files = run(command);
    INFO(files.err);
    CHECK(files.status == 0);
    CHECK(fs::exists(arena / "turn/match.dat"));

    const nlohmann::json json = nlohmann::json::parse(arena.explain("trivial", {"--json"}).out);
    CHECK(json["name"] == "trivial");
    CHECK(json["games"] == 24);
    CHECK(json["lost"] == 24);
    CHECK(json["turned"].size() == 3);
    CHECK(json["turned"][0]["record"].get<std::string>().ends_with(".jsonl"));
    // Gems has a judge.
    CHECK(json["is_judged"] == true);
    CHECK(json["yardstick"].is_null()); // it has no border and no accuracy

    // The named turn is the one that made the difference.
    for (const nlohmann::json& lost : json["turned"]) {
        const auto seat = lost["seat"].get<std::size_t>() - 1;
        const Output judged = run(
            {program(), "replay", arena / lost["record"].get<std::string>(), "--judge", "--json"});
        REQUIRE(judged.status == 0);
        const nlohmann::json line = nlohmann::json::parse(judged.out)["chances"];
        INFO(lost);
        CHECK(std::any_of(line.begin() + 1, line.end(), [&](const nlohmann::json& each) {
            // Where it had a fault, lost["turn"] is that of the fault.
            return each["chances"][seat] == lost["turning"]["after"];
        }));
        CHECK(lost["turning"]["before"] > lost["turning"]["after"]);
    }

    const std::string page = read_file(arena / "page.html");
    CHECK(page.find("Where does each AI lose?") != std::string::npos);
    CHECK(page.find("<summary>trivial</summary>") != std::string::npos);
}

TEST_CASE("report --explain says how snakes went out", "[explain][process]") {
    // They always go up: into the border, or into the snake that is there already.
    const TemporaryFolder folder;
    const std::string up = folder / "up";
    tests::write_script(up, "#!/bin/sh\necho up >result.dat\n");
    REQUIRE(
        run({program(), "create", folder / "f", "--game", "battlesnake", "--players", "2",
             "--count", "6", "--seed", "3"})
            .status == 0);
    const Output played = run(
        {program(), "tournament", "--fields", folder / "f*.dat", "--ai", "mine=" + up, "--ai",
         built("ai") + "/battlesnake/reference", "--db", folder / "db.sqlite", "--records",
         folder / "games", "--time-limit", "60s"});
    INFO(played.err);
    REQUIRE(played.status == 0);
    const Output text = run({program(), "report", folder / "db.sqlite", "--explain", "mine"});
    INFO(text.out);
    CHECK(text.out.find("In recorded games that it lost it left the board (") != std::string::npos);
    CHECK(text.out.find(": it left the board") != std::string::npos);
    CHECK(text.out.find(" --show --turn ") != std::string::npos);
    CHECK(text.out.find("went from 0 to 0") == std::string::npos);
}

TEST_CASE("report --explain says that there are no records", "[explain][process]") {
    const Arena arena(2);
    REQUIRE(run(arena.command("db.sqlite")).status == 0);
    const Output text = run({program(), "report", arena / "db.sqlite", "--explain", "trivial"});
    CHECK(text.status == 0);
    CHECK(text.out.find("has a record, so nothing tells when they turned") != std::string::npos);
}

TEST_CASE("a game that turned in its last turn leads to that turn", "[explain][process]") {
    const ExplainedArena arena;
    RecordedCurves records(arena / "", 1);
    const std::string record =
        "games/" + fs::directory_iterator(arena / "games")->path().filename().string();
    const GameCurves* const curves = records.of(record);
    REQUIRE(curves != nullptr);
    // No lead is bad for this yardstick.
    const auto turned = turning_of({curves, 0, false, true}, {"life", false, 1, -1e9, 1, 8});
    REQUIRE(turned);
    CHECK(turned->turn == curves->last_turn);
    const auto show = [&](int turn) {
        return run({program(), "replay", arena / record, "--show", "--turn", std::to_string(turn)});
    };
    CHECK(show(turned->turn).status == 0);
    CHECK(show(turned->turn + 1).status == 2);
}

TEST_CASE("an AI that isn't there can't be explained", "[explain][process]") {
    const ExplainedArena arena;
    const Output output = arena.explain("trvial");
    CHECK(output.status == 2);
    CHECK(
        output.err.find("there is no AI of that name; did you mean 'trivial'?") !=
        std::string::npos);
}
