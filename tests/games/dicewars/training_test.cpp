// Learning the value of dicewars positions: ai-samples/dicewars/README.md, "foresight".

#include "dicewars/training/generations.hpp"
#include "dicewars/training/learning.hpp"
#include "dicewars/training/match.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

using namespace referee::dicewars;
using namespace referee::dicewars::training;
using namespace tests;

TEST_CASE(
    "learning gives the same net again, stopped in between or not", "[dicewars][training][slow]") {
    const LearnConfig config{.games = 40, .seed = 3};
    std::ostringstream progress;
    const TemporaryFolder once;
    const TemporaryFolder again;
    learn(once.path(), config, progress);
    learn(again.path(), config, progress);
    const std::string net = read_file(net_file(once.path(), 5));
    CHECK(read_file(net_file(again.path(), 5)) == net);
    for (const int generation : {4, 5}) {
        std::filesystem::remove(net_file(again.path(), generation));
    }
    learn(again.path(), config, progress);
    CHECK(read_file(net_file(again.path(), 5)) == net);
    CHECK_THROWS_AS(learn(again.path(), {.games = 41, .seed = 3}, progress), std::runtime_error);
    const TemporaryFolder other;
    learn(other.path(), {.games = 40, .seed = 4}, progress);
    CHECK(read_file(net_file(other.path(), 5)) != net);
}

TEST_CASE("fitting brings the chances nearer to what they should be", "[dicewars][training]") {
    Positions positions;
    sample::Chance chance(1);
    for (int i = 0; i < 512; ++i) { // who has more of the first number wins
        Positions::Position position{positions.seats.size(), 2};
        const bool is_first = chance.below(2) == 0;
        for (const bool wins : {is_first, !is_first}) {
            sample::Features features{};
            features.numbers[0] = wins ? 1 : 0;
            features.add_kind(chance.below(sample::kind_count));
            positions.add_seat(features);
        }
        position.target = {is_first ? 1.0F : 0.0F, is_first ? 0.0F : 1.0F};
        positions.positions.push_back(position);
    }
    sample::ValueNet net = random_net(1);
    const Fit before = measure(net, positions);
    fit(net, positions, {20, 1e-2, 1});
    const Fit after = measure(net, positions);
    CHECK(after.loss < before.loss / 2);
    CHECK(after.correct > 0.95);
}

TEST_CASE("a match that was stopped goes on from its file", "[dicewars][training]") {
    const TemporaryFolder folder;
    MatchConfig config{3, 50, {"stei_at", "sdc", "ste", "stei"}, folder.path() + "/whole"};
    const auto whole = play_match(config);
    config.path = folder.path() + "/parts";
    config.fields = 1;
    play_match(config);
    std::ofstream(config.path, std::ios::app) << "1  4 10"; // the end of the program came here
    config.fields = 3;
    const auto parts = play_match(config);
    REQUIRE(parts.size() == whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
        CHECK(parts[i].wins == whole[i].wins);
        CHECK(parts[i].commands == whole[i].commands);
    }
    config.seed = 51;
    CHECK_THROWS_AS(play_match(config), std::runtime_error);
}

TEST_CASE("the table of a match gives wins and how many times as many", "[dicewars][training]") {
    const std::vector<FieldResult> results{
        {0, {1, 1}, {10, 10}, {0.1, 0.01}}, {1, {2, 0}, {10, 10}, {0.1, 0.01}}};
    const std::string table = match_table({"one", "other"}, results);
    CHECK(table.find("3 of 4: 75.0 % (50.0 to 100.0), 10.000 ms a command") != std::string::npos);
    CHECK(table.find("1 of 4: 25.0 % (0.0 to 50.0)") != std::string::npos);
    CHECK(table.find("3.00 times as many (1.00 to 8.00)") != std::string::npos);
}
