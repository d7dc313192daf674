// `season --plan`: what a season of so many entrants needs.

#include "season/arena.hpp"
#include "season/sizing.hpp"
#include "support/json_schema.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

using namespace season_tests;
using referee::SeasonRates;
using referee::SizingRequest;
using referee::SizingRow;

namespace {

/// Two seats, four fields, 20 matches of two games, two baselines.
referee::SeasonConfig config() {
    referee::SeasonConfig config;
    config.folder = "/cup";
    config.seats = 2;
    config.fields.resize(4);
    config.baselines = {{"one", "/one"}, {"two", "/two"}};
    config.head.games_per_match = 2;
    return config;
}

std::map<std::string, std::optional<double>>
plan(const referee::SeasonConfig& config, const SizingRequest& request, const SeasonRates& rates) {
    std::map<std::string, std::optional<double>> values;
    for (const SizingRow& row : referee::sizing_of(config, request, rates)) {
        CHECK(!row.name.empty());
        CHECK(!row.why.empty());
        CHECK(values.emplace(row.key, row.value).second);
    }
    return values;
}

} // namespace

TEST_CASE("a plan multiplies what games have cost", "[season]") {
    SizingRequest request;
    request.entrants = 1000;
    request.versions = 5;
    request.days = 10;
    request.busiest_day = 40;
    request.node_cores = 8;
    SeasonRates rates;
    rates.games = 100;
    rates.core_seconds = 3.6;
    rates.record_bytes = 1 << 20;
    rates.result_bytes = 512;
    rates.version_bytes = 1 << 30;
    auto values = plan(config(), request, rates);
    CHECK(values["versions"] == 5000);
    CHECK(values["games"] == 5000 * 20 * 2);
    CHECK(values["core_hours"] == Approx(200));
    CHECK(values["nodes"] == 1);             // 200 h on 8 cores are 25 h
    CHECK(values["nodes_busiest_day"] == 1); // 80 h on 8 cores are 10 h
    CHECK(values["records_gib"] == Approx(200'000.0 / 1024));
    CHECK(values["versions_gib"] == Approx(5000));
    CHECK(values["checks_an_hour"] == Approx(0.4 * 5000 / 24));

    // Marks are matches of their own: each version meets two baselines on four fields.
    referee::SeasonConfig with_marks = config();
    with_marks.mark_games = 20;
    CHECK(plan(with_marks, request, rates)["games"] == 5000 * (20 + 8) * 2);

    // Ten times the time needs more nodes, and a busy day more than the mean.
    request.game_seconds = 360;
    values = plan(config(), request, rates);
    CHECK(values["core_hours"] == Approx(20'000));
    CHECK(values["nodes"] == std::ceil(20'000.0 / 8 / 240));
    CHECK(values["nodes_busiest_day"] == std::ceil(0.4 * 20'000 / 8 / 24));

    with_marks.records = false;
    CHECK(!plan(with_marks, request, rates).contains("records_gib"));
}

TEST_CASE("a plan says what no game has shown yet", "[season]") {
    SizingRequest request;
    request.entrants = 10;
    const auto values = plan(config(), request, {});
    for (const char* const key : {"core_hours", "nodes", "records_gib", "versions_gib"}) {
        CHECK(!values.at(key));
    }
    CHECK(values.at("games") == 10 * 10 * 20 * 2);
}

TEST_CASE("a season's plan comes from its games", "[season][slow]") {
    const Cup cup("games = 2\nmax-games = 2\n");
    CHECK_THAT(
        run(cup.command({"--plan", "100"})).err, ContainsSubstring("the season hasn't begun"));
    cup.hand_in_player("alice", "1", 90);
    REQUIRE(run(cup.command({"--once"})).status == 0);
    const Output output = run(cup.command({"--plan", "100", "--plan-cores", "4", "--json"}));
    INFO(output.err);
    REQUIRE(output.status == 0);
    const auto plan = nlohmann::json::parse(output.out);
    const auto schema = nlohmann::json::parse(
        read_file(tests::source_folder() + "/referee/cli/schemas/season.json"));
    CHECK(tests::objections(schema["anyOf"].back(), plan) == "");
    CHECK(plan["entrants"] == 100);
    CHECK(plan["games"] == 100 * 10 * 2 * 2);
    const referee::Store store(cup.database(), referee::Store::Access::read);
    CHECK(plan["games_measured"] == store.game_count());
    double seconds = 0;
    store.for_each([&](const referee::GameOutcome& game) {
        for (const referee::SeatOutcome& seat : game.seats) {
            seconds += static_cast<double>(seat.measured.wall_ns) / 1e9;
        }
    });
    const double games = static_cast<double>(store.game_count());
    CHECK(plan["core_hours"] == Approx(seconds / games * 4000 / 3600));
    CHECK(plan["records_gib"] > 0);
    CHECK(plan["versions_gib"] > 0);
    const std::string text = run(cup.command({"--plan", "100"})).out;
    CHECK_THAT(text, ContainsSubstring("a season of 100 entrants"));
    CHECK_THAT(text, ContainsSubstring("nodes, busiest day"));
    CHECK_THAT(
        run(cup.command({"--plan-days", "3"})).err, ContainsSubstring("--plan-days needs --plan"));
}
