// A tournament of cops: the match decides, not the game.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

using nlohmann::json;
using namespace tests;

namespace {

const std::vector<std::string> names{"reference", "random", "guard"};
const std::vector<std::string> fields_played{"standard-001", "standard-002", "small", "wide-gates"};

std::string field_path(const std::string& name) {
    return source_folder() + "/fields/cops/" + name + ".dat";
}

std::string ai_of(const std::string& name) {
    return name + "=" + built("ai") + "/cops/" + name;
}

json json_of(std::vector<std::string> command) {
    command.emplace_back("--json");
    const Output output = run(command);
    INFO(output.err);
    REQUIRE(output.status == 0);
    return json::parse(output.out);
}

std::vector<std::string> tournament(const std::string& database) {
    std::vector<std::string> command{referee_path(), "tournament",   "--db",
                                     database,       "--time-limit", "60s"};
    for (const std::string& field : fields_played) {
        command.insert(command.end(), {"--fields", field_path(field)});
    }
    for (const std::string& name : names) {
        command.insert(command.end(), {"--ai", ai_of(name)});
    }
    return command;
}

/// The result of an AI in a tournament.
struct Row {
    int wins = 0; ///< games of matches won
    int draws = 0;
    int losses = 0;
    double points = 0;
    double score = 0;
    bool operator==(const Row&) const = default;
};

std::map<std::string, Row> rows_of(const json& tables) {
    std::map<std::string, Row> rows;
    for (const json& row : tables["standings"]) {
        rows[row["name"]] = {row["wins"], row["draws"], row["losses"], row["points"], row["score"]};
    }
    return rows;
}

/// The rows from single matches.
std::map<std::string, Row> rows_of_matches() {
    std::map<std::string, Row> rows;
    for (const std::string& field : fields_played) {
        for (std::size_t a = 0; a < names.size(); ++a) {
            for (std::size_t b = a + 1; b < names.size(); ++b) {
                const json match = json_of(
                    {referee_path(), field_path(field), "--time-limit", "60s", "--ai",
                     ai_of(names[a]), "--ai", ai_of(names[b])});
                for (const std::string& name : {names[a], names[b]}) {
                    Row& row = rows[name];
                    const json& winner = match["result"]["winner"];
                    (winner.is_null() ? row.draws : winner == name ? row.wins : row.losses) += 2;
                    row.points += match["result"]["points"][name].get<double>();
                    row.score += match["result"]["scores"][name].get<double>();
                }
            }
        }
    }
    return rows;
}

} // namespace

TEST_CASE(
    "a tournament of cops counts matches, by the sum of both games' scores",
    "[end-to-end][tournament][cops][slow]") {
    const TemporaryFolder folder;
    const json tables = json_of(tournament(folder / "all.sqlite"));
    CHECK(tables["games"] == 24);
    const auto rows = rows_of(tables);
    CHECK(rows == rows_of_matches());
    // Otherwise this would test nothing.
    CHECK(rows.at("reference").wins > rows.at("random").wins);
    CHECK(rows.at("random").wins + rows.at("guard").wins > 0);
    CHECK(rows_of(json_of({referee_path(), "report", folder / "all.sqlite"})) == rows);
}

TEST_CASE(
    "a tournament of cops takes --points for matches, in a knockout too",
    "[end-to-end][tournament][cops]") {
    const TemporaryFolder folder;
    std::vector<std::string> command = tournament(folder / "knockout.sqlite");
    command.insert(command.end(), {"--points", "3,1", "--format", "knockout"});
    const json tables = json_of(command);
    const auto rows = rows_of(tables);
    double points = 0;
    for (const auto& [name, row] : rows) {
        points += row.points;
        CHECK(row.points == (3 * row.wins + 2 * row.draws + row.losses) / 2.0);
    }
    CHECK(points == tables["games"].get<int>() / 2 * 4);
}

TEST_CASE(
    "shards of a tournament of cops merge to the same tables",
    "[end-to-end][tournament][cops][slow]") {
    const TemporaryFolder folder;
    const json whole = json_of(tournament(folder / "whole.sqlite"));
    for (const std::string shard : {"1", "2"}) {
        std::vector<std::string> command = tournament(folder / (shard + ".sqlite"));
        command.insert(command.end(), {"--shard", shard + "/2"});
        json_of(command);
    }
    const Output merged = run(
        {referee_path(), "merge", folder / "both.sqlite", folder / "1.sqlite",
         folder / "2.sqlite"});
    INFO(merged.err);
    REQUIRE(merged.status == 0);
    CHECK(rows_of(json_of({referee_path(), "report", folder / "both.sqlite"})) == rows_of(whole));
}
