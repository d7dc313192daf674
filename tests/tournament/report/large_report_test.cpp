// Reports of more than 500 AIs.

#include "support/catch.hpp"
#include "support/stored/stored_games.hpp"
#include "tournament/report/context.hpp"
#include "tournament/report/csv.hpp"
#include "tournament/report/text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

using namespace referee;

TEST_CASE(
    "A report of more than 500 AIs says how exact it is, and is written in parts",
    "[statistics][large]") {
    constexpr int ais = 502;
    tests::StoredGames played(ais, 12);
    std::mt19937_64 random(1);
    for (int round = 1; round <= 4; ++round) {
        for (int ai = 0; ai < ais; ++ai) {
            const int other = (ai + round * 7) % ais;
            const bool wins = random() % 3 != 0;
            played.add_match(
                static_cast<int>(random() % 12),
                {{{ai, other}, {wins ? 1 : 2, wins ? 2 : 1}}, {{other, ai}, {2, 1}}});
        }
    }
    const TournamentSummary summary = played.tables();
    CHECK(std::any_of(summary.notes.begin(), summary.notes.end(), [](const std::string& note) {
        return note.find("with more than 500 AIs the widths of intervals come from") == 0;
    }));
    CHECK(summary.differences.size() == summary.pairings.size());

    // A terminal shows the first ones, and says where the others are.
    const std::string shown = tables_text(summary);
    CHECK(shown.find("These are the first 100 of 502.") != std::string::npos);
    CHECK(std::count(shown.begin(), shown.end(), '\n') < 300);
    CHECK(shown.find("--table standings") != std::string::npos);
    CHECK(tables_of(summary)[0].rows.size() == ais);

    const Context context = read_context(played.store(), "");
    std::size_t largest = 0;
    std::string text;
    write_tables_json(summary, &context, [&](std::string_view part) {
        largest = std::max(largest, part.size());
        text += part;
    });
    CHECK(largest < 10'000);
    CHECK(text.size() > 1'000'000);
    CHECK(text == tables_json(summary, &context));
    const auto json = nlohmann::json::parse(text);
    CHECK(json.at("differences").size() == summary.differences.size());
    CHECK(json.at("winrates").at(0).at("with").size() == 8);
    for (const CsvTable& table : csv_tables(summary, context)) {
        CAPTURE(table.name);
        std::size_t parts = 0;
        table.write([&](std::string_view part) {
            largest = std::max(largest, part.size());
            ++parts;
        });
        const std::string whole = table.text();
        CHECK(parts == static_cast<std::size_t>(std::count(whole.begin(), whole.end(), '\n')));
    }
    CHECK(largest < 10'000);
}
