// `referee report --explain` as people use it: with records of real games.

#include "tournament/arena.hpp"

using namespace tournament_tests;

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

    const nlohmann::json json = nlohmann::json::parse(arena.explain("trivial", {"--json"}).out);
    CHECK(json["name"] == "trivial");
    CHECK(json["games"] == 24);
    CHECK(json["lost"] == 24);
    CHECK(json["turned"].size() == 3);
    CHECK(json["turned"][0]["record"].get<std::string>().ends_with(".jsonl"));
    // Who loses points with every move is behind in both.
    const std::string yardstick = json["yardstick"]["name"];
    CHECK((yardstick == "life" || yardstick == "shield"));
    CHECK(json["yardstick"]["is_own_value"] == false);
    CHECK(json["yardstick"]["accuracy"] > 0.95);

    const std::string page = read_file(arena / "page.html");
    CHECK(page.find("Where does each AI lose?") != std::string::npos);
    CHECK(page.find("<summary>trivial</summary>") != std::string::npos);
}

TEST_CASE("an AI that isn't there can't be explained", "[explain][process]") {
    const ExplainedArena arena;
    const Output output = arena.explain("trvial");
    CHECK(output.status == 2);
    CHECK(
        output.err.find("there is no AI of that name; did you mean 'trivial'?") !=
        std::string::npos);
}
