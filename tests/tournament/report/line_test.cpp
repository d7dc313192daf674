// report --line, --sprt, --counts: what they print of results that a test wrote down.

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/stored_games.hpp"
#include "tournament/report/line.hpp"
#include "tournament/report/text.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace referee;
using tests::run;

namespace {

/// A against B on so many fields: A wins both games on 5 of 10, one on 3, none on 2; every fifth of
/// the single wins has a drawn game beside it.
void play_pairs(tests::StoredGames& played, int fields) {
    for (int field = 0; field < fields; ++field) {
        const int kind = field % 10;
        const int first = kind < 8 ? 1 : 2;
        const int second = kind < 5 ? 1 : 2;
        played.add_match(
            field, {{{0, 1}, {first, 3 - first}},
                    {{1, 0}, {kind == 7 ? 1 : 3 - second, kind == 7 ? 1 : second}}});
    }
}

tests::Output report(const std::vector<std::string>& words) {
    std::vector<std::string> all{tests::referee_path(), "report"};
    all.insert(all.end(), words.begin(), words.end());
    return run(all);
}

} // namespace

TEST_CASE("A line has what the tables have, seen by the AI named first", "[line][report]") {
    tests::StoredGames played(2, 40);
    play_pairs(played, 40);
    const auto lines = result_lines(played.store(), std::nullopt, std::nullopt);
    REQUIRE(lines.size() == 1);
    const ResultLine& line = lines[0];
    REQUIRE(line.games);
    CHECK(line.games->first == "A");
    CHECK(line.games->wins == 52);
    CHECK(line.games->draws == 4);
    CHECK(line.games->losses == 24);
    CHECK(line.games->fields == 40);
    CHECK_FALSE(line.adjusted);
    const TournamentSummary summary = played.tables();
    REQUIRE(summary.pairings.size() == 1);
    const Pairing& pair = summary.pairings[0];
    CHECK(std::equal(
        std::begin(pair.counts.by_points), std::end(pair.counts.by_points),
        std::begin(line.counts.by_points)));
    CHECK(line.share().low == pair.result.share.low);
    CHECK(
        line_text(line) ==
        "A vs B: 67.5 % of 80 games, Elo +127 [+29, +225], LOS 99.4 %, drawn 5.0 % of games and "
        "20.0 % of pairs, Ptnml(0-2) 8, 0, 8, 4, 20, 40 fields\n");
    CHECK(superiority_of(pair.counts) == Approx(0.994).margin(0.0005));
    const auto turned = result_lines(played.store(), std::pair{1, 0}, std::nullopt);
    REQUIRE(turned.size() == 1);
    CHECK(turned[0].games->first == "B");
    CHECK(turned[0].games->wins == 24);
    CHECK(turned[0].counts.by_points[0] == 20);
    CHECK(turned[0].superiority() == Approx(1 - line.superiority()));
    CHECK(turned[0].share().low == Approx(1 - line.share().high));
}

TEST_CASE(
    "All pairs that met have a line, matches that are not complete have none", "[line][report]") {
    tests::StoredGames played(3, 4);
    for (int field = 0; field < 3; ++field) {
        played.add_match(field, {{{0, 2}, {1, 2}}, {{2, 0}, {1, 2}}});
    }
    played.add_match(3, {{{0, 2}, {1, 2}}});
    played.add_match(0, {{{1, 2}, {1, 1}, {}, true}, {{2, 1}, {2, 1}}});
    const auto lines = result_lines(played.store(), std::nullopt, std::nullopt);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].games->second == "C");
    CHECK(lines[0].counts.pairs() == 3);
    CHECK(lines[0].games->fields == 3);
    CHECK(lines[1].games->first == "B");
    CHECK(lines[1].games->no_winner == 1);
    CHECK(lines[1].games->wins == 1);
    CHECK(lines[1].counts.by_points[3] == 1);
    CHECK(result_lines(played.store(), std::pair{0, 1}, std::nullopt).empty());
    CHECK(result_lines(played.store(), std::pair{2, 0}, std::nullopt).size() == 1);
}

TEST_CASE("After its own test's stop a tournament has adjusted figures", "[line][report]") {
    tests::StoredGames played(2, 100);
    played.set_sprt("0,50");
    for (int field = 0; field < 100; ++field) {
        const int won = field % 4 == 0 ? 2 : 1;
        played.add_match(field, {{{0, 1}, {won, 3 - won}}, {{1, 0}, {2, 1}}});
    }
    const TournamentSummary summary = played.tables();
    REQUIRE(summary.sprt_test->decision() == SprtDecision::accepts_elo1);
    REQUIRE(summary.sprt_test->counts().pairs() < 100);
    REQUIRE(summary.adjusted);
    CHECK(summary.adjusted->share.share < summary.sprt_test->counts().mean());
    const std::string text = tables_text(summary);
    CHECK_THAT(text, ContainsSubstring("Elo " + elo_text(summary.adjusted->share) + ", adjusted"));
    const auto json = nlohmann::json::parse(tables_json(summary)).at("sprt").at("adjusted");
    CHECK(json.at("share").get<double>() == Approx(summary.adjusted->share.share));
    // The games that were played after the stop count for nothing.
    for (const bool is_turned : {false, true}) {
        const auto lines = result_lines(
            played.store(), is_turned ? std::pair{1, 0} : std::pair{0, 1}, std::nullopt);
        REQUIRE(lines.size() == 1);
        REQUIRE(lines[0].adjusted);
        CHECK(lines[0].counts.pairs() == summary.sprt_test->counts().pairs());
        CHECK(
            (is_turned ? 1 - lines[0].share().share : lines[0].share().share) ==
            Approx(summary.adjusted->share.share).margin(1e-5));
        CHECK_THAT(line_text(lines[0]), ContainsSubstring(" (adjusted for stopping), LOS"));
    }
}

TEST_CASE(
    "While a test goes on nothing is adjusted, at the end of its fields it is", "[line][report]") {
    for (const bool is_over : {false, true}) {
        tests::StoredGames played(2, 20);
        played.set_sprt("0,10");
        for (int field = 0; field < 20; ++field) {
            std::vector<tests::GameToStore> match{{{0, 1}, {1, 2}}, {{1, 0}, {1, 2}}};
            if (field == 19 && !is_over) {
                match.pop_back();
            }
            played.add_match(field, match);
        }
        const TournamentSummary summary = played.tables();
        REQUIRE(summary.sprt_test->decision() == SprtDecision::none);
        CHECK(summary.adjusted.has_value() == is_over);
        const auto lines = result_lines(played.store(), std::nullopt, std::nullopt);
        CHECK(lines.at(0).adjusted.has_value() == is_over);
        const auto json = nlohmann::json::parse(tables_json(summary)).at("sprt").at("adjusted");
        CHECK(json.is_null() == !is_over);
    }
}

TEST_CASE("Another question is asked of games in the order of the plan", "[line][report]") {
    tests::StoredGames played(2, 100);
    play_pairs(played, 100);
    const SprtConfig question{0, 100, 0.05, 0.05};
    const auto lines = result_lines(played.store(), std::nullopt, question);
    REQUIRE(lines.size() == 1);
    REQUIRE(lines[0].question);
    Sprt expected(question);
    for (int pair = 0; pair < 100; ++pair) {
        const int kind = pair % 10;
        expected.add(pair, kind < 5 ? 2 : kind < 7 ? 1 : kind < 8 ? 1.5 : 0);
    }
    REQUIRE(expected.decision() == SprtDecision::accepts_elo1);
    CHECK(lines[0].question->ratio() == expected.ratio());
    CHECK(lines[0].decided_after == expected.counts().pairs());
    CHECK(lines[0].counts.pairs() == 100);
    CHECK_FALSE(lines[0].adjusted); // these games didn't stop because of it
    CHECK_THAT(
        line_text(lines[0]),
        ContainsSubstring("SPRT [0, 100]: H1 accepted: A is better than B, LLR "));
    REQUIRE(line_warnings(lines).size() == 1);
    CHECK_THAT(line_warnings(lines)[0], ContainsSubstring("after a look"));
}

TEST_CASE("Five counts are a sequential test without a database", "[line][report]") {
    const ResultLine line = line_of(read_counts("20,90,180,140,42"), SprtConfig{0, 10, 0.05, 0.05});
    REQUIRE(line.question);
    CHECK(line.question->ratio() == Approx(log_likelihood_ratio(line.counts, {0, 10})));
    CHECK(line.question->decision() == SprtDecision::accepts_elo1);
    REQUIRE(line.adjusted);
    CHECK(line.share().share < line.counts.mean());
    CHECK_FALSE(line_of(read_counts("20,90,180,140,42"), std::nullopt).adjusted);
    for (const char* const wrong :
         {"", "1,2,3,4", "1,2,3,4,5,6", "1,2,3,4,x", "-1,2,3,4,5", "0,0,0,0,0", "1,2,3,4,5 ",
          "1.5,2,3,4,5", "1,2,3,4,99999999999"}) {
        INFO(wrong);
        CHECK_THROWS_AS(read_counts(wrong), UserError);
    }
}

TEST_CASE("report prints lines as text and JSON, and refuses what it can't do", "[line][report]") {
    tests::StoredGames played(2, 40);
    play_pairs(played, 40);
    const std::string database = (played.store(), played.path());
    const tests::Output all = report({database, "--line"});
    INFO(all.err);
    CHECK(all.status == 0);
    CHECK_THAT(all.out, StartsWith("A vs B: 67.5 % of 80 games"));
    CHECK(std::count(all.out.begin(), all.out.end(), '\n') == 1);
    const tests::Output turned = report({database, "--line", "B", "A", "--json"});
    const auto json = nlohmann::json::parse(turned.out);
    CHECK(json.at("lines").at(0).at("first") == "B");
    CHECK(json.at("lines").at(0).at("score").get<double>() == Approx(0.325));
    CHECK(json.at("warnings").empty());
    const tests::Output asked = report({database, "--sprt", "0,100"});
    CHECK(asked.status == 0);
    CHECK_THAT(asked.out, ContainsSubstring("\nSPRT [0, 100]: "));
    CHECK_THAT(asked.err, ContainsSubstring("warning: "));
    const tests::Output counted = report({"--counts", "8,0,8,4,20", "--sprt", "0,50"});
    CHECK(counted.status == 0);
    CHECK_THAT(counted.out, ContainsSubstring("67.5 % of 80 games"));
    CHECK_THAT(counted.out, ContainsSubstring("SPRT [0, 50]: "));
    for (const auto& [words, why] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{database, "A", "B"}, "takes one database"},
             {{database, "--line", "A"}, "no AI or two"},
             {{database, "--line", "A", "A"}, "same AI twice"},
             {{database, "--line", "A", "C"}, "--line C: there is no AI"},
             {{database, "--sprt", "9"}, "--sprt"},
             {{database, "--line", "--csv", "x"}, "not together"},
             {{database, "--counts", "1,2,3,4,5"}, "takes no database"},
             {{"--counts", "1,2"}, "five numbers"}}) {
        const tests::Output refused = report(words);
        INFO(why);
        CHECK(refused.status == 2);
        CHECK_THAT(refused.err, ContainsSubstring(why));
    }
    tests::StoredGames four(4, 2, 4);
    four.add_match(0, {{{0, 1, 2, 3}, {1, 2, 3, 4}}});
    const std::string other = (four.store(), four.path());
    CHECK_THAT(report({other, "--line"}).err, ContainsSubstring("no double matches"));
}
