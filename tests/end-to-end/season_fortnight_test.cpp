// A simulated fortnight: entrants bring versions, among them broken, slow and hostile ones, and the
// season is killed again and again. `make fortnight` runs it in full: 50 entrants, 200 versions,
// 100 SIGKILLs. REFEREE_TEST_FORTNIGHT=ENTRANTS,VERSIONS,KILLS sets other numbers.

#include "end-to-end/season_arena.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <random>
#include <sys/wait.h>

using namespace season_tests;

namespace {

struct Size {
    int entrants = 6;
    int versions = 14;
    int kills = 8;
};

Size wanted_size() {
    Size size;
    const char* const text = std::getenv("REFEREE_TEST_FORTNIGHT");
    if (text != nullptr) {
        REQUIRE(std::sscanf(text, "%d,%d,%d", &size.entrants, &size.versions, &size.kills) == 3);
    }
    return size;
}

/// What versions do that never get into the table.
const std::vector<std::string>& bad_scripts() {
    static const std::vector<std::string> scripts{
        "exit 1",
        "kill -9 $$",
        "f() { f | f & }; f; f", // a fork bomb
        "while :; do :; done",   // too slow
        "kill -9 -1; echo 0 0 0 1 >result.dat; exit 2",
        "cat /etc/shadow ../../season.sqlite >result.dat",
        "yes >result.dat"};
    return scripts;
}

struct Skill {
    int value = 0;
    bool is_slow = false; ///< and makes no blunders
};
using Skills = std::map<std::string, Skill>; ///< by entry

/// Hands in version `number`. Returns what shall become of it. `skills` are those of the entries
/// that play without faults.
enum class Fate { plays, rests, is_rejected };
Fate hand_in(const Cup& cup, int number, int entrants, std::mt19937& random, Skills& skills) {
    const std::string entry = fmt::format("entrant{:02}", number % entrants);
    const std::string version = fmt::format("v{}", number / entrants + 1);
    const unsigned kind = random() % 10;
    // Everybody begins with something that plays.
    if (number >= entrants && kind < 2) {
        cup.hand_in_script(entry, version, bad_scripts()[random() % bad_scripts().size()]);
        return Fate::is_rejected;
    }
    if (number >= entrants && kind == 2) {
        cup.hand_in_player(entry, version, 50, "late");
        skills.erase(entry);
        return Fate::rests;
    }
    skills[entry] = {static_cast<int>(random() % 101), kind == 3};
    cup.hand_in_player(entry, version, skills[entry].value, kind == 3 ? "slow" : "blunders");
    return Fate::plays;
}

} // namespace

TEST_CASE(
    "in a fortnight with SIGKILLs no game is lost or played twice, and every entry gets games",
    "[season][tournament][fortnight][slow]") {
    const Size size = wanted_size();
    const bool is_whole = size.entrants >= 20;
    const int games = is_whole ? 12 : 4;
    // Late versions rest after three games; a version that takes 300 ms isn't accepted.
    const Cup cup(fmt::format(
        "games = {}\nmax-games = {}\nrest-after = 3\nhour-budget = 60s\n", games, 2 * games));
    write_file(cup.path("season.ini"), [&] {
        std::string ini = read_file(cup.path("season.ini"));
        ini.replace(ini.find("20s"), 3, "300ms");
        return ini;
    }());
    std::mt19937 random{20261122};
    std::map<std::string, Fate> fates;
    Skills skills;
    std::map<std::int64_t, std::string> seen; // games that were stored once: their states
    int handed_in = 0;
    int lost = 0;
    const auto look = [&] {
        if (!fs::exists(cup.database())) {
            return;
        }
        const referee::Store store(cup.database(), referee::Store::Access::read);
        std::map<std::int64_t, std::string> now;
        store.for_each([&](const referee::GameOutcome& game) { now[game.index] = game.state; });
        for (const auto& [index, state] : seen) {
            lost += now.count(index) == 0 || now[index] != state ? 1 : 0;
        }
        seen = std::move(now);
    };
    for (int kill = 0; kill < size.kills; ++kill) {
        const int target = (kill + 1) * size.versions / size.kills;
        for (; handed_in < target; ++handed_in) {
            fates[fmt::format(
                "entrant{:02}/v{}", handed_in % size.entrants, handed_in / size.entrants + 1)] =
                hand_in(cup, handed_in, size.entrants, random, skills);
        }
        const pid_t pid = tests::start(cup.command());
        ::poll(nullptr, 0, static_cast<int>(200 + random() % 2500));
        ::kill(pid, SIGKILL);
        tests::wait_for_exit(pid);
        look();
    }
    CHECK(lost == 0);
    cup.play();
    look();
    CHECK(lost == 0);

    const referee::Store store(cup.database(), referee::Store::Access::read);
    const auto matches = cup.matches();
    std::map<std::string, int> counts;
    int short_of_games = 0;
    for (const auto& [name, fate] : fates) {
        const std::string entry = name.substr(0, name.find('/'));
        const std::string version = name.substr(name.find('/') + 1);
        const std::string note = cup.note(entry, version);
        INFO(name << ": " << note);
        const std::string state = note.substr(note.find(": ") + 2, 8);
        ++counts[state];
        CHECK((fate == Fate::is_rejected) == (state == "rejected"));
        if (note.find("It plays.") != std::string::npos ||
            note.find("so others play first") != std::string::npos) {
            short_of_games += matches.at(entry + "@" + version) < games ? 1 : 0;
        }
    }
    CHECK(short_of_games == 0);
    CHECK(store.versions().size() == static_cast<std::size_t>(size.versions) + 1);
    std::printf(
        "fortnight: %d entrants, %d versions (%d rejected, %d resting), %d SIGKILLs, %lld games\n",
        size.entrants, size.versions, counts["rejected"], counts["resting."], size.kills,
        static_cast<long long>(store.game_count()));

    // The order of the final is that of the table for all pairs that differ certainly in both.
    const Output made = run(cup.command(
        {"--final", fmt::format("top {}", size.entrants), "--final-fields",
         is_whole ? "12" : "20"}));
    INFO(made.err);
    REQUIRE(made.status == 0);
    const Output played = run(
        {tests::referee(), "tournament", "--config", cup.path("final/tournament.ini"), "--json"});
    INFO(played.err);
    REQUIRE(played.status == 0);
    std::map<std::string, int> final_ranks;
    const auto final_json = nlohmann::json::parse(played.out);
    std::map<std::string, std::pair<double, double>> interval;
    for (const auto& row : final_json.at("standings")) {
        if (!row.at("rating_low").is_null() && !row.at("rating_high").is_null()) {
            interval[row.at("name")] = {row.at("rating_low"), row.at("rating_high")};
        }
    }
    const auto table = nlohmann::json::parse(read_file(cup.path("site/standings.json")));
    int certain = 0;
    int certain_in_both = 0;
    for (const auto& one : table["standings"]) {
        for (const auto& other : table["standings"]) {
            const auto a = interval.find(one["entry"]);
            const auto b = interval.find(other["entry"]);
            if (one["baseline"] || other["baseline"] || a == interval.end() ||
                b == interval.end() || one["low"].is_null() || other["high"].is_null() ||
                one["low"].get<double>() <= other["high"].get<double>()) {
                continue;
            }
            ++certain;
            certain_in_both += a->second.first > b->second.second ? 1 : 0;
            INFO(one["entry"] << " and " << other["entry"]);
            CHECK(a->second.second >= b->second.first); // not certainly the other way round
        }
    }
    // What the final is certain of is also true. Blunders cost more than some skill brings, so only
    // players of the same habit can be compared.
    int sure = 0;
    int compared = 0;
    int wrong = 0;
    for (const auto& [one, better] : interval) {
        for (const auto& [other, worse] : interval) {
            if (skills.contains(one) && skills.contains(other) && better.first > worse.second) {
                ++sure;
                const bool is_alike = skills[one].is_slow == skills[other].is_slow;
                compared += is_alike ? 1 : 0;
                wrong += is_alike && skills[one].value < skills[other].value ? 1 : 0;
            }
        }
    }
    CHECK(wrong <= 1 + compared / 20);
    CHECK((!is_whole || (sure >= size.entrants && certain > 0)));
    std::printf(
        "fortnight: %d pairs are certain in the table, %d of them also in the final, none the "
        "other way round\nfortnight: %d pairs are certain in the final, %d of them can be compared, "
        "%d of these against the players' skills\n",
        certain, certain_in_both, sure, compared, wrong);
}
