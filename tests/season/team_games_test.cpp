// Contests with teams, over every registered game that has them: a match, a tournament with its
// report, a season with its site. A team is one contestant at several seats.

#include "season/arena.hpp"

#include "game/registry.hpp"
#include "game/teams.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

using namespace season_tests;
using referee::Game;
using referee::GameInfo;
using referee::Teams;

namespace {

std::vector<const Game*> games_with_teams() {
    std::vector<const Game*> games;
    for (const Game* const game : referee::all_games()) {
        if (!game->info().teams.empty()) {
            games.push_back(game);
        }
    }
    return games;
}

std::size_t number_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

/// A folder with a small field of a game, and teams that play it.
class TeamArena {
  public:
    explicit TeamArena(const Game& game)
        : info(game.info()), teams(info.max_seats, info.teams), field(folder / "field.dat") {
        fs::permissions(folder.path(), fs::perms(0755));
        fs::create_directories(folder / "work");
        std::vector<std::string> words{tests::referee_path(),  "create", field, "--game",
                                       std::string(info.name), "--seed", "4"};
        for (const auto& [name, value] : info.example_settings) {
            words.insert(words.end(), {"--set", name + "=" + value});
        }
        REQUIRE(run(words).status == 0);
    }

    std::string ai(const std::string& name) const { return name + "=" + reference(); }
    std::string reference() const {
        return fmt::format("{}/{}/reference", tests::built("ai"), info.name);
    }
    Output referee(std::vector<std::string> words) const {
        words.insert(words.begin(), tests::referee_path());
        return run(words, folder.path());
    }

    tests::TemporaryFolder folder{true};
    const GameInfo& info;
    Teams teams;
    std::string field;
};

/// What names a seat alone where a team is meant.
std::string lone_seats_in(const std::string& text) {
    const std::regex seat("[^-]\\bseat [0-9]+");
    std::smatch found;
    return std::regex_search(text, found, seat) ? found.str() : "";
}

} // namespace

TEST_CASE("a team is one contestant of a match, at all its seats", "[teams][end-to-end]") {
    for (const Game* const game : games_with_teams()) {
        const TeamArena arena(*game);
        CAPTURE(arena.info.name);
        const auto count = static_cast<std::size_t>(arena.teams.places());
        std::vector<std::string> words{arena.field, "--json", "--time-limit", "60s"};
        for (std::size_t team = 0; team < count; ++team) {
            words.insert(words.end(), {"--ai", arena.ai(fmt::format("team{}", team))});
        }
        const Output played = arena.referee(words);
        INFO(played.err);
        REQUIRE(played.status == 0);
        const nlohmann::json match = nlohmann::json::parse(played.out);
        // Rotation gives every team each place once.
        REQUIRE(match["games"].size() == count);
        std::set<std::string> starts;
        for (const nlohmann::json& each : match["games"]) {
            REQUIRE(each["seats"].size() == static_cast<std::size_t>(arena.teams.seats()));
            starts.insert(each["seats"][0]["team"].get<std::string>());
            for (referee::Seat seat = 1; seat <= arena.teams.seats(); ++seat) {
                const auto first = static_cast<std::size_t>(
                    arena.teams.seats_of(arena.teams.place_of(seat)).front());
                const nlohmann::json& own = each["seats"][static_cast<std::size_t>(seat) - 1];
                CHECK(own["team"] == each["seats"][first - 1]["team"]);
                CHECK(own["rank"] == each["seats"][first - 1]["rank"]);
            }
        }
        CHECK(starts.size() == count);
        CHECK(match["result"]["points"].size() == count); // a number of each team
    }
}

TEST_CASE(
    "a tournament rates teams, and its report names them", "[teams][tournament][explain][slow]") {
    for (const Game* const game : games_with_teams()) {
        const TeamArena arena(*game);
        CAPTURE(arena.info.name);
        const std::vector<std::string> names{"ann", "bert", "cleo"};
        std::vector<std::string> words{"tournament", "--fields",     arena.field, "--db",
                                       "t.sqlite",   "--records",    "records",   "--html",
                                       "t.html",     "--work",       "work",      "--jobs",
                                       "1",          "--time-limit", "60s"};
        for (const std::string& name : names) {
            words.insert(words.end(), {"--ai", arena.ai(name)});
        }
        const Output played = arena.referee(words);
        INFO(played.err);
        REQUIRE(played.status == 0);
        const nlohmann::json report =
            nlohmann::json::parse(arena.referee({"report", "t.sqlite", "--json"}).out);
        CHECK(report["seats"] == arena.teams.places());
        double shares = 0;
        std::set<std::string> shown;
        for (const nlohmann::json& row : report["standings"]) {
            shown.insert(row["name"].get<std::string>());
            shares += row["share"].get<double>();
        }
        CHECK(shown == std::set<std::string>(names.begin(), names.end()));
        CHECK(shares == Approx(report["games"].get<double>())); // a team's result counts once
        REQUIRE(report["by_seat"].size() == static_cast<std::size_t>(arena.teams.places()));
        for (std::size_t place = 0; place < report["by_seat"].size(); ++place) {
            CHECK(report["by_seat"][place]["seat"] == arena.teams.seats_of(place).front());
        }
        const std::string page = read_file(arena.folder / "t.html");
        CHECK_THAT(
            page, ContainsSubstring(fmt::format(
                      "{} teams of {} seats", arena.teams.places(), arena.teams.size())));
        CHECK(lone_seats_in(page) == "");

        const std::string loser = report["standings"].back()["name"];
        const Output explained = arena.referee({"report", "t.sqlite", "--explain", loser});
        INFO(explained.out);
        REQUIRE(explained.status == 0);
        CHECK(lone_seats_in(explained.out) == "");
        CHECK_THAT(
            explained.out,
            ContainsSubstring(arena.teams.name_of(0)) || ContainsSubstring(arena.teams.name_of(1)));
        const std::size_t at = explained.out.find("referee rerun ");
        REQUIRE(at != std::string::npos);
        std::istringstream line(explained.out.substr(at, explained.out.find('\n', at) - at));
        std::vector<std::string> rerun;
        for (std::string word; line >> word;) {
            rerun.push_back(word == "DIR" ? "turn" : word);
        }
        rerun.erase(rerun.begin());
        CHECK(arena.referee(rerun).status == 0);
        CHECK(fs::exists(arena.folder / "turn/match.dat"));
        CHECK_THAT(read_file(arena.folder / "turn/match.dat"), ContainsSubstring("\npartners "));
    }
}

TEST_CASE("a season of teams has a site that names teams", "[teams][season][site][slow]") {
    for (const Game* const game : games_with_teams()) {
        const TeamArena arena(*game);
        CAPTURE(arena.info.name);
        std::string settings = fmt::format(
            "title = Pairs\ngame = {}\ngenerate = 1\nfield-seed = 4\ngames = 1\nmax-games = 1\n"
            "time-limit = 60s\nwork = {}\nbaseline = house={}\n",
            arena.info.name, arena.folder / "work", arena.reference());
        for (const auto& [name, value] : arena.info.example_settings) {
            settings += fmt::format("field-set = {}={}\n", name, value);
        }
        fs::create_directories(arena.folder / "cup/entries");
        write_file(arena.folder / "cup/season.ini", settings);
        const std::set<std::string> names{"ann", "bert", "cleo", "dora"};
        for (const std::string& name : names) {
            const std::string version = arena.folder / ("cup/entries/" + name + "/1");
            fs::create_directories(version);
            fs::copy_file(arena.reference(), version + "/player");
            write_file(version + "/ai.ini", "command = player " + name + "\n");
        }
        const Output played = arena.referee({"season", "cup", "--once"});
        INFO(played.err);
        REQUIRE(played.status == 0);
        const auto site = [&](const std::string& page) {
            return read_file(arena.folder / ("cup/site/" + page));
        };
        const nlohmann::json standings = nlohmann::json::parse(site("standings.json"));
        CHECK(standings["seats"] == arena.teams.places());
        std::set<std::string> entries;
        for (const nlohmann::json& row : standings["standings"]) {
            if (!row["baseline"].get<bool>()) {
                entries.insert(row["entry"].get<std::string>());
            }
        }
        CHECK(entries == names);
        const std::string front = site("index.html");
        int pairs = 0;
        for (const std::string& name : names) {
            CHECK_THAT(front, ContainsSubstring("entry/" + name + ".html"));
            CHECK_THAT(site("entry/" + name + ".html"), ContainsSubstring("By team"));
            for (const std::string& other : names) {
                pairs +=
                    fs::exists(arena.folder / ("cup/site/pair/" + name + "@" + other + ".html"));
            }
        }
        CHECK(pairs > 0);
        // A line of the table for each game has a row of each team, and no row of a partner.
        const std::string games = site("games.csv");
        CHECK(
            number_of(games, "\n") == 1 + standings["games"].get<std::size_t>() *
                                              static_cast<std::size_t>(arena.teams.places()));
        for (const auto& page : fs::recursive_directory_iterator(arena.folder / "cup/site")) {
            const std::string folder = page.path().parent_path().filename().string();
            const bool is_table = page.path().extension() == ".html" && folder != "replay" &&
                                  page.path().filename() != "rules.html";
            if (is_table) {
                CAPTURE(page.path().string());
                CHECK(lone_seats_in(read_file(page.path().string())) == "");
            }
        }
    }
}
