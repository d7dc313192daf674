// What the rules of a stranger's game say, and what its game.ini says, reaches no terminal and no
// file as it is: every text, through every command that shows it.

#include "support/catch.hpp"
#include "support/hostile_text.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using namespace tests;

namespace {

namespace fs = std::filesystem;

/// A constant would be made before or after hostile_text, as the linker orders them.
std::string hostile_line() {
    std::string line = hostile_text;
    return line.erase(line.find('\r'), 1); // would end the line of an INI file
}

/// A new game, as `referee new-game` makes it.
std::string new_game(const TemporaryFolder& folder) {
    std::string game = folder / "game";
    REQUIRE(run({referee_path(), "new-game", "--language", "Python", game}).status == 0);
    return game;
}

/// JSON, or JSON lines.
bool is_json(const std::string& text) {
    std::istringstream lines(text);
    bool is_all = nlohmann::json::accept(text);
    if (!is_all) {
        is_all = true;
        for (std::string line; std::getline(lines, line);) {
            is_all = is_all && nlohmann::json::accept(line);
        }
    }
    return is_all;
}

using Commands = std::vector<std::vector<std::string>>;

/// What tells of a game without playing it.
const Commands telling{{"games", "game"}, {"games", "game", "--json"}, {"games"}};

/// What plays it, and shows what was played.
Commands playing(const std::string& ai) {
    return {
        {"create", "field.dat", "--game", "game", "--force"},
        {"check", "field.dat"},
        {"check", "field.dat", "--json"},
        {"play", "field.dat", "--ai", "A=" + ai, "--ai", "B=" + ai, "--record", "match.jsonl"},
        {"play", "field.dat", "--ai", "A=" + ai, "--ai", "B=/bin/false", "--log", "--show"},
        {"play", "field.dat", "--ai", "A=" + ai, "--ai", "B=" + ai, "--json"},
        {"replay", "match.jsonl", "--show"},
        {"replay", "match.jsonl", "--story"},
        {"replay", "match.jsonl", "--story", "--json"},
        {"replay", "match.jsonl", "--states"},
        {"replay", "match.jsonl", "--json"},
        {"replay", "match.jsonl", "--html", "page.html"},
        {"tournament", "--fields", "field.dat", "--ai", "A=" + ai, "--ai", "B=" + ai, "--out",
         "results", "--html", "report.html", "--games", "games.csv", "--pgn", "games.pgn"}};
}

/// Everything that commands print and write of the game, by what was done. Commands that refuse it
/// count, too.
std::vector<std::pair<std::string, std::string>>
outputs_of(const std::string& game, const Commands& commands) {
    const TemporaryFolder folder;
    std::vector<std::pair<std::string, std::string>> all;
    for (std::vector<std::string> words : commands) {
        const std::string name = fmt::format("{}", fmt::join(words, " "));
        words.insert(words.begin(), referee_path());
        words.insert(words.end(), {"--rules", game});
        const Output output = run(words, folder.path());
        all.emplace_back(name + ", printed", output.out);
        all.emplace_back(name + ", errors", output.err);
        if (words[words.size() - 3] == "--json" && !output.out.empty()) {
            CAPTURE(name, output.out);
            CHECK(is_json(output.out));
        }
    }
    const std::set<std::string> texts{".html", ".csv", ".pgn", ".json", ".xml", ".txt"};
    for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
        if (entry.is_regular_file() && texts.contains(entry.path().extension())) {
            all.emplace_back(entry.path().string(), read_file(entry.path()));
        }
    }
    return all;
}

void check_outputs(const std::string& game, const Commands& commands) {
    for (const auto& [what, text] : outputs_of(game, commands)) {
        CAPTURE(what, text.substr(0, 2000));
        CHECK(raw_in(text).empty());
    }
}

} // namespace

TEST_CASE(
    "no text of a game.ini leaves the program as it is", "[game-programs][text][foreign][slow]") {
    const TemporaryFolder folder;
    const std::string ini = new_game(folder) + "/game.ini";
    const std::string text = read_file(ini);
    int keys = 0;
    std::string accepted = text; // with all texts that are accepted
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
        const std::string line = text.substr(at, text.find('\n', at) - at);
        if (line.empty() || line.starts_with("#")) {
            continue;
        }
        ++keys;
        std::string changed = text;
        changed.insert(at + line.size(), hostile_line());
        write_file(ini, changed);
        CAPTURE(line);
        check_outputs(folder / "game", telling);
        if (run({referee_path(), "games", "game", "--rules", folder / "game"}).status == 0) {
            accepted.insert(accepted.find("\n" + line + "\n") + 1 + line.size(), hostile_line());
        }
    }
    CHECK(keys > 10);
    CHECK(accepted.size() > text.size() + 5 * hostile_line().size());
    write_file(ini, accepted);
    Commands all = playing(folder / "game/reference");
    all.insert(all.end(), {{"check"}, {"check", "--json"}});
    check_outputs(folder / "game", all);
}

TEST_CASE(
    "no text that rules reply leaves the program as it is",
    "[game-programs][text][foreign][slow]") {
    const TemporaryFolder folder;
    const std::string rules = new_game(folder) + "/game.py";
    const std::string text = read_file(rules);
    // Each place in which a reply has a text.
    const std::vector<std::pair<std::string, std::string>> changes{
        {R"("reason": "the last stone is taken")", R"("reason": "the last" + hostile)"},
        {R"("reason": "more stones taken")", R"("reason": "more" + hostile)"},
        {R"(effect["comment"] = f"{left} left" if left else "takes the last stone")",
         R"(effect["comment"] = hostile)"},
        {R"(return {"fault": None, "text": text})",
         R"(return {"fault": None, "text": text + hostile})"},
        {R"("reason": str(problem)})", R"("reason": hostile})"},
        {R"(return {"fault": "illegal", "text": text, "reason": f"{text}: there is no)",
         R"(return {"fault": "illegal", "text": hostile, "reason": hostile + f"{text}: there is no)"},
        {R"("picture": picture)", R"("picture": picture + hostile)"},
        {R"({"heaps": state["heaps"], "measures")",
         R"({hostile: hostile, "heaps": state["heaps"], "measures")"},
        {R"("match": {"left": sum(state["heaps"])})", R"("match": {"left": hostile})"},
        {R"("match": {"left")", R"("match": {hostile: 1, "left")"},
        {R"(" ".join(map(str, state["heaps"])) + "\n"})",
         R"(" ".join(map(str, state["heaps"])) + hostile + "\n"})"},
        {R"(return [f"{i + 1} {stones}")", R"(return [f"{i + 1} {stones}{hostile}")"},
        {R"(return {"sections": {"heaps": [heaps]}})",
         R"(return {"sections": {"heaps": [heaps + [hostile]]}})"},
        {R"(return {"sections": {"heaps": [heaps]}})",
         R"(return {"sections": {hostile: [heaps]}})"},
        {R"(heaps = [int(word) for word in words])", R"(raise ValueError(hostile))"},
        {R"(heaps = [int(word) for word in words])", R"(raise Refused(hostile, hostile, 1))"},
        {R"(heaps = [int(word) for word in words])", R"(raise KeyError(hostile))"},
        {R"(heaps = [int(word) for word in words])", R"(print(hostile, flush=True))"},
        {R"(heaps = [int(word) for word in words])",
         R"(import sys; sys.stderr.write(hostile); sys.exit(hostile))"},
        {R"("turn": 0, "taken": [0, 0]})", R"("turn": 0, "taken": [0, 0], hostile: hostile})"}};
    for (const auto& [from, to] : changes) {
        std::string changed = text;
        const std::size_t at = changed.find(from);
        CAPTURE(from, to);
        REQUIRE(at != std::string::npos);
        changed.replace(at, from.size(), to);
        changed.insert(
            changed.find("\ndef create("),
            fmt::format("hostile = {}\n\n", nlohmann::json(hostile_text).dump(-1, ' ', true)));
        write_file(rules, changed);
        check_outputs(folder / "game", playing(folder / "game/reference"));
    }
}
