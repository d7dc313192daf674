// scripts/ladder, which `make ladder` runs: the rungs of fields/GAME/ladder.ini through the real
// executable.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace tests;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> rungs_of(const std::string& game) {
    const std::string key = "ai = ../../build/";
    std::ifstream file(source_folder() + "/fields/" + game + "/ladder.ini");
    std::vector<std::string> rungs;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(key)) {
            rungs.push_back(line.substr(key.size()));
        }
    }
    return rungs;
}

std::string last_name(const std::string& path) {
    return fs::path(path).filename().string();
}

Output ladder(const TemporaryFolder& folder, const std::string& game, int fields) {
    return run(
        {source_folder() + "/scripts/ladder", built(), game, std::to_string(fields)}, "",
        {"LADDER=" + folder.path()});
}

/// The cells of each row of the Markdown table, without the head.
std::vector<std::vector<std::string>> rows_of(const std::string& output) {
    std::istringstream lines(output);
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("| ")) {
            continue;
        }
        rows.emplace_back();
        std::istringstream cells(line.substr(2));
        for (std::string cell; std::getline(cells, cell, '|');) {
            std::istringstream words(cell);
            std::string word;
            words >> word; // the first of a cell
            rows.back().push_back(word);
        }
    }
    rows.erase(rows.begin(), rows.begin() + std::min<std::ptrdiff_t>(2, std::ssize(rows)));
    return rows;
}

} // namespace

TEST_CASE("every rung of a ladder is an AI that was built", "[end-to-end][ladder]") {
    int ladders = 0;
    for (const auto& game : fs::directory_iterator(source_folder() + "/fields")) {
        const std::vector<std::string> rungs = rungs_of(game.path().filename().string());
        ladders += rungs.empty() ? 0 : 1;
        for (const std::string& rung : rungs) {
            INFO(game.path() << ": " << rung);
            CHECK(fs::exists(built() + "/" + rung));
        }
    }
    CHECK(ladders >= 5);
}

TEST_CASE(
    "a ladder plays each rung against the one below, resumes and grows",
    "[end-to-end][ladder][slow]") {
    const TemporaryFolder folder;
    const std::vector<std::string> rungs = rungs_of("gems");
    const Output first = ladder(folder, "gems", 1);
    INFO(first.err);
    REQUIRE(first.status == 0);
    const auto rows = rows_of(first.out);
    REQUIRE(rows.size() == rungs.size() - 1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        REQUIRE(rows[i].size() == 8);
        CHECK(rows[i][0] == last_name(rungs[i]));
        CHECK(rows[i][1] == last_name(rungs[i + 1]));
        CHECK(std::stoi(rows[i][2]) + std::stoi(rows[i][3]) + std::stoi(rows[i][4]) == 1);
        CHECK(std::stod(rows[i].back()) > 0); // ms of processor time
    }

    // Nothing is played again, so even the times are those of before.
    const Output again = ladder(folder, "gems", 1);
    CHECK(again.status == 0);
    CHECK(again.out == first.out);

    const Output more = ladder(folder, "gems", 2);
    INFO(more.err);
    CHECK(more.status == 0);
    const std::string games = std::to_string(2 * rows.size());
    CHECK_THAT(more.err, ContainsSubstring(games + " of its " + games + " games in the new plan"));
    for (const auto& row : rows_of(more.out)) {
        CHECK(std::stoi(row.at(2)) + std::stoi(row.at(3)) + std::stoi(row.at(4)) == 2);
    }
}

TEST_CASE("a ladder with a format plays in groups", "[end-to-end][ladder][slow]") {
    const TemporaryFolder folder;
    const Output output = ladder(folder, "dicewars", 1);
    INFO(output.err);
    REQUIRE(output.status == 0);
    const auto rows = rows_of(output.out);
    // One group of four on one field: four games, each of which somebody or nobody has won.
    REQUIRE(rows.size() == rungs_of("dicewars").size());
    int games = 0;
    double won = 0;
    for (const auto& row : rows) {
        games += std::stoi(row.at(1));
        won += std::stod(row.at(2));
    }
    CHECK(games == 16);
    CHECK(won <= 4);
}

TEST_CASE("a ladder without a file is refused", "[end-to-end][ladder]") {
    const TemporaryFolder folder;
    const Output output = ladder(folder, "chess", 1);
    CHECK(output.status == 2);
    CHECK_THAT(output.err, ContainsSubstring("fields/chess/ladder.ini"));
}
