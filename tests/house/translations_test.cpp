// The reference AIs in other languages, ai-samples/GAME/reference.*, against the one that they
// translate.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using nlohmann::json;
using namespace tests;

namespace {

namespace fs = std::filesystem;

/// What is played, by reference AIs at all seats.
struct Meeting {
    std::string game;
    std::vector<std::string> fields; ///< files, or what `create` needs
    int players;
    std::string original;        ///< whose moves the others must make
    std::set<std::string> apart; ///< languages with random numbers of their own
};

const std::vector<Meeting>& meetings() {
    static const std::vector<Meeting> list{
        {"battlesnake", {"--seed 8 --players 4 --set max_turns=15"}, 4, "reference", {}},
        {"cops", {"plan-1.dat", "small.dat", "standard-001.dat"}, 2, "reference", {}},
        {"dicewars", {"small.dat"}, 3, "reference-c", {"java", "python"}},
        {"gems", {"contest.dat", "standard-003.dat"}, 2, "reference", {}},
        {"spe_ed", {"small-3-001.dat"}, 3, "reference", {}},
    };
    return list;
}

/// What builds the AIs of a language or runs them.
std::string program_of(const std::string& language) {
    static const std::map<std::string, std::string> others{
        {"java", "javac"}, {"javascript", "node"}, {"python", "python3"}, {"rust", "rustc"}};
    const auto found = others.find(language);
    return found == others.end() ? language : found->second;
}

std::string ai_of(const std::string& game, const std::string& name) {
    return built("ai") + "/" + game + "/" + name;
}

/// The languages in which there are translations, as the Makefile calls them.
std::set<std::string> translations_of(const std::string& game) {
    static const std::map<std::string, std::string> endings{
        {"c", "c"},     {"go", "go"},     {"js", "javascript"}, {"lua", "lua"},
        {"pl", "perl"}, {"py", "python"}, {"rs", "rust"},       {"sh", "bash"}};
    std::set<std::string> languages;
    for (const auto& entry : fs::directory_iterator(source_folder() + "/ai-samples/" + game)) {
        const std::string name = entry.path().filename().string();
        if (name.rfind("reference.", 0) == 0) {
            languages.insert(endings.at(name.substr(std::string("reference.").size())));
        } else if (name.rfind("reference-", 0) == 0) {
            languages.insert(name.substr(std::string("reference-").size()));
        }
    }
    return languages;
}

std::string field_of(const Meeting& meeting, const std::string& field, const std::string& folder) {
    if (field.rfind("--", 0) != 0) {
        return source_folder() + "/fields/" + meeting.game + "/" + field;
    }
    const std::string path = folder + "/field.dat";
    std::vector<std::string> command{referee_path(), "create", path,
                                     "--force",      "--game", meeting.game};
    std::istringstream words(field);
    for (std::string word; words >> word;) {
        command.push_back(word);
    }
    REQUIRE(run(command).status == 0);
    return path;
}

/// All moves that took effect, with their seats and turns, and the faults. The AIs sit in turn.
std::string moves_of(
    const Meeting& meeting, const std::string& field, const std::vector<std::string>& ais,
    const std::vector<std::string>& options = {}) {
    const TemporaryFolder folder;
    std::vector<std::string> command{referee_path(),    field_of(meeting, field, folder.path()),
                                     "--seats",         "fixed",
                                     "--margin",        "60s",
                                     "--prepare-limit", "1m",
                                     "--record",        folder / "r.jsonl"};
    for (int seat = 0; seat < meeting.players; ++seat) {
        const std::string& ai = ais[static_cast<std::size_t>(seat) % ais.size()];
        command.insert(command.end(), {"--ai", fmt::format("p{}={}", seat + 1, ai)});
    }
    command.insert(command.end(), options.begin(), options.end());
    const Output output = run(command);
    INFO(output.err);
    REQUIRE(output.status == 0);
    std::string moves;
    std::istringstream lines(read_file(folder / "r.jsonl"));
    for (std::string text; std::getline(lines, text);) {
        const json line = json::parse(text);
        if (line.contains("effect")) {
            moves += line["turn"].dump() + " " + line["seat"].dump() + " " + line["effect"].dump() +
                     " " + line["fault"].dump() + "\n";
        }
    }
    return moves;
}

} // namespace

TEST_CASE(
    "the reference AIs play move for move alike in all their languages", "[end-to-end][slow]") {
    std::set<std::string> missing;
    for (const Meeting& meeting : meetings()) {
        std::vector<std::string> alike;
        std::vector<std::string> apart;
        const std::set<std::string> languages = translations_of(meeting.game);
        CHECK(languages.size() >= 7);
        for (const std::string& language : languages) {
            const std::string ai = ai_of(meeting.game, "reference-" + language);
            if (fs::exists(ai)) {
                (meeting.apart.contains(language) ? apart : alike).push_back(ai);
            } else {
                missing.insert(language);
            }
        }
        REQUIRE(!alike.empty());
        const auto players = static_cast<std::size_t>(meeting.players);
        for (std::size_t index = 0; index < meeting.fields.size(); ++index) {
            const std::string& field = meeting.fields[index];
            const std::string expected =
                moves_of(meeting, field, {ai_of(meeting.game, meeting.original)});
            CHECK(expected.size() > 100);
            CHECK(expected.find("\"\n") == std::string::npos); // a fault
            // Games of several languages: while all play alike, a game is the original's. Each
            // language plays on each field, on the next field at the next seat.
            for (std::size_t first = 0; first < alike.size(); first += players) {
                std::vector<std::string> seated;
                for (std::size_t seat = 0; seat < players; ++seat) {
                    seated.push_back(alike[(first + (seat + index) % players) % alike.size()]);
                }
                INFO(fmt::format("{} on {}: {}", meeting.game, field, fmt::join(seated, ", ")));
                CHECK(moves_of(meeting, field, seated) == expected);
            }
            for (const std::string& ai : apart) {
                INFO(meeting.game << " on " << field << ": " << ai);
                const std::string moves = moves_of(meeting, field, {ai});
                CHECK(moves.find("\"\n") == std::string::npos);
                CHECK(moves != expected);
            }
        }
    }
    for (const std::string& language : missing) {
        leave_out_without(program_of(language), "the reference AIs in " + language);
    }
}

TEST_CASE("the reference AIs in Go and Lua need no more than 256 MiB", "[end-to-end][slow]") {
    const Output confinement = run({referee_path(), "check", "--confinement"});
    std::vector<std::string> options{"--memory", "256M"};
    if (confinement.out.find("strict      supported") != std::string::npos) {
        options.insert(options.end(), {"--confine", "strict"});
    }
    for (const Meeting& meeting : meetings()) {
        std::vector<std::string> ais;
        for (const std::string language : {"go", "lua"}) {
            if (fs::exists(ai_of(
                    meeting.game, "reference-" + language))) { // the test above names it otherwise
                ais.push_back(ai_of(meeting.game, "reference-" + language));
            }
        }
        if (!ais.empty()) {
            INFO(meeting.game);
            const std::string& field = meeting.fields.front();
            CHECK(
                moves_of(meeting, field, {ai_of(meeting.game, meeting.original)}) ==
                moves_of(meeting, field, ais, options));
        }
    }
}
