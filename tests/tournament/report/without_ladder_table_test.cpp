// Strength without a single ladder, in text, JSON and CSV.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/stored_games.hpp"
#include "tournament/report/text.hpp"

#include <nlohmann/json.hpp>

using namespace referee;
using tests::run;

TEST_CASE(
    "Strength without a ladder is shown where a circle is certain, and only there",
    "[ladderless][report]") {
    for (const bool is_circle : {true, false}) {
        tests::StoredGames played(4, 40);
        for (int field = 0; field < 40; ++field) {
            for (int a = 0; a < 4; ++a) {
                for (int b = a + 1; b < 4; ++b) {
                    const bool is_upset = (field + a + b) % 10 < 2;
                    const bool is_back = is_circle && a == 0 && b == 2; // C beats A
                    const int won = is_upset != is_back ? 2 : 1;
                    played.add_match(field, {{{a, b}, {won, 3 - won}}, {{b, a}, {3 - won, won}}});
                }
            }
        }
        const TournamentSummary summary = played.tables();
        const auto json = nlohmann::json::parse(tables_json(summary));
        CHECK(summary.cycle.has_value() == is_circle);
        CHECK(json.at("without_ladder").size() == (is_circle ? 4 : 0));
        const std::string title = "Strength without a single ladder";
        CHECK((tables_text(summary).find(title) != std::string::npos) == is_circle);
        const tests::Output csv = run(
            {tests::referee_path(), "report", (played.store(), played.path()), "--table",
             "without_ladder"});
        CHECK((csv.out.find("name,nash,nash_low") == 0) == is_circle);
        if (is_circle) {
            double sum = 0;
            for (const auto& row : json.at("without_ladder")) {
                sum += row.at("nash").get<double>();
            }
            CHECK(sum == Approx(1));
            CHECK(json.at("without_ladder").at(3).at("name") == "D");
            CHECK(json.at("without_ladder").at(3).at("nash") == 0);
        }
    }
}
