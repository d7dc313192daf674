// `--ai human` from the outside, without a browser: who may play where, links, records. Whole games
// of people are in tests/browser/play/human.test.mjs and tests/match/people_test.cpp.

#include "support/catch.hpp"
#include "support/net/http_client.hpp"
#include "support/processes.hpp"
#include "support/run.hpp"

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

using namespace tests;

namespace {

const std::string contest = source_folder() + "/fields/gems/contest.dat";
const std::string snakes = source_folder() + "/fields/battlesnake/7x7-2-001.dat";

bool is_one_line(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n') == 1;
}

std::string battlesnake_ai(const std::string& name) {
    return built("ai") + "/battlesnake/" + name;
}

} // namespace

TEST_CASE("tournament and check refuse a person with one line", "[end-to-end][people]") {
    const TemporaryFolder folder;
    const Output tournament = run(
        {referee_path(), "tournament", "--ai", "Anna=human", "--ai", gems_ai("reference"),
         "--fields", contest, "--db", folder / "t.db"});
    CHECK(tournament.status == 2);
    CHECK(is_one_line(tournament.err));
    CHECK_THAT(
        tournament.err,
        ContainsSubstring("human: a person can play only in 'referee FIELD'; name a "
                          "program, or write ./human for a file of that name"));
    const Output check = run({referee_path(), "check", "--game", "gems", "human"});
    CHECK(check.status != 0);
    CHECK_THAT(
        check.out + check.err, ContainsSubstring("a person can play only in 'referee FIELD'"));
}

TEST_CASE("--human-time is for a person, and a time", "[end-to-end][people]") {
    const Output nobody = run(
        {referee_path(), contest, "--ai", gems_ai("reference"), "--ai", gems_ai("reference"),
         "--human-time", "5s"});
    CHECK(nobody.status == 2);
    CHECK(is_one_line(nobody.err));
    CHECK_THAT(
        nobody.err,
        ContainsSubstring("--human-time: no person plays; give a person a seat with --ai human"));
    const Output nonsense = run(
        {referee_path(), contest, "--ai", "human", "--ai", gems_ai("reference"), "--human-time",
         "soon"});
    CHECK(nonsense.status == 2);
    CHECK(is_one_line(nonsense.err));
    CHECK_THAT(nonsense.err, ContainsSubstring("--human-time soon: invalid value"));
}

TEST_CASE(
    "each person gets a link on standard error, and the match waits", "[end-to-end][people]") {
    const TemporaryFolder folder;
    WatchedRun watched(
        {snakes, "--ai", "Anna=human", "--ai", "human", "--watch", "0"}, folder.path());
    const std::regex link(R"((\S+) plays here: http://127\.0\.0\.1:(\d+)/#key=([0-9a-f]{32})\n)");
    // The links come after the address, for which WatchedRun has waited.
    std::vector<std::string> words; // name, port and key of each link
    REQUIRE(comes_true([&] {
        const std::string err = watched.err();
        words.clear();
        for (std::sregex_iterator at(err.begin(), err.end(), link), end; at != end; ++at) {
            words.insert(words.end(), {(*at)[1].str(), (*at)[2].str(), (*at)[3].str()});
        }
        return words.size() == 6;
    }));
    CHECK(words[0] == "Anna");
    CHECK(words[3] == "human");
    CHECK(words[1] == std::to_string(watched.port()));
    CHECK(words[2] != words[5]);
    CHECK(watched.out().find(words[2]) == std::string::npos);
    ::kill(watched.pid(), SIGINT);
    CHECK(watched.finish() == 130);
}

TEST_CASE(
    "a person who doesn't answer in time has timeouts, as the record says",
    "[end-to-end][people]") {
    const TemporaryFolder folder;
    const std::string record = folder / "record.jsonl";
    const std::string page = folder / "page.html";
    const Output output = run(
        {referee_path(), snakes, "--ai", "Anna=human", "--ai", battlesnake_ai("reference"),
         "--human-time", "1ms", "--watch", "0", "--record", record, "--html", page, "--json"});
    INFO(output.err);
    REQUIRE(output.status == 0);
    const nlohmann::json match = nlohmann::json::parse(output.out);
    CHECK(match["ais"][0] == nlohmann::json{{"name", "Anna"}, {"human", true}});
    CHECK(match["ais"][1]["path"] == battlesnake_ai("reference"));
    std::istringstream lines(read_file(record));
    int person = 0;
    for (std::string line; std::getline(lines, line);) {
        const nlohmann::json json = nlohmann::json::parse(line);
        if (json.contains("record")) {
            for (const nlohmann::json& seat : json["seats"]) {
                const bool is_human = seat["name"] == "Anna";
                CHECK(seat.contains("ai") == is_human);
                CHECK(seat.contains("sha256") != is_human);
                person = is_human ? seat["seat"].get<int>() : person;
            }
        } else if (json.contains("seat")) {
            const bool is_late = json["fault"] == "timeout";
            CHECK(is_late == (json["seat"] == person));
            if (is_late) {
                CHECK(json["reason"] == "no answer after 0.001 s");
            }
        }
    }
    CHECK(run({referee_path(), "replay", record, "--verify"}).status == 0);
    CHECK_THAT(read_file(page), ContainsSubstring("Anna"));
}
