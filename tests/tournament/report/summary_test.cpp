// Tables of games without a winner, of seats, and of games that the match decides.

#include "support/catch.hpp"
#include "support/stored/stored_games.hpp"
#include "tournament/report/conclusions.hpp"
#include "tournament/report/text.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

using namespace referee;

namespace {

bool has_note(const TournamentSummary& summary, const std::string& text) {
    return std::any_of(summary.notes.begin(), summary.notes.end(), [&](const std::string& note) {
        return note.find(text) != std::string::npos;
    });
}

} // namespace

TEST_CASE("Games won by nobody are half for both, and have their own column", "[statistics]") {
    // Two equal AIs; on 20 of 30 fields nobody wins.
    tests::StoredGames played(2, 30);
    for (int field = 0; field < 30; ++field) {
        const bool is_nobodys = field % 3 != 0;
        const int winner = field % 2;
        const std::vector<int> ranks{1 + winner, 2 - winner};
        played.add_match(
            field, {{{0, 1}, is_nobodys ? std::vector{1, 1} : ranks, {}, is_nobodys},
                    {{1, 0}, is_nobodys ? std::vector{1, 1} : ranks, {}, is_nobodys}});
    }
    const TournamentSummary summary = played.tables();
    CHECK(summary.fields == 30);
    REQUIRE(summary.pairings.size() == 1);
    CHECK(summary.pairings[0].result.share.share == Approx(0.5));
    CHECK(summary.pairings[0].result.sign_test == Approx(1));
    for (const AiRow& row : summary.standings) {
        CHECK(row.no_winner == 40);
        CHECK(row.wins == 10);
        CHECK(row.losses == 10);
        CHECK(row.draws == 0);
        CHECK(row.rating.elo == Approx(0).margin(1e-6));
    }
    CHECK_THAT(tables_text(summary), ContainsSubstring("no winner"));
}

TEST_CASE("The interval of a seat uses fields as units", "[statistics]") {
    // On each field one seat wins all games: ten independent results, not forty.
    tests::StoredGames played(4, 12, 4);
    for (int field = 0; field < 12; ++field) {
        std::vector<tests::GameToStore> games;
        for (int rotation = 0; rotation < 4; ++rotation) {
            tests::GameToStore game;
            for (int seat = 0; seat < 4; ++seat) {
                game.ais.push_back((seat + rotation) % 4);
                game.ranks.push_back(1 + (seat - field % 2 * 2 + 4) % 4);
            }
            games.push_back(game);
        }
        played.add_match(field, games);
    }
    const TournamentSummary summary = played.tables();
    CHECK(summary.seats[0].interval.share == Approx(0.5));
    // Twelve coins by Wilson and Student: about 0.5 ± 0.26; single games would say ± 0.14.
    CHECK(summary.seats[0].interval.low < 0.27);
    CHECK(summary.seats[0].interval.high > 0.73);
    const auto json = nlohmann::json::parse(tables_json(summary));
    CHECK(json["by_seat"][0]["rate_low"].get<double>() == Approx(summary.seats[0].interval.low));
}

TEST_CASE(
    "Where the match decides a seat is judged by the game's score, and a match is one result",
    "[statistics]") {
    // Seat 1 wins every game, each AI by more on every other field.
    tests::StoredGames played(2, 20);
    played.set_match_decides();
    for (int field = 0; field < 20; ++field) {
        const double much = field % 2 == 0 ? 30 : 10;
        played.add_match(field, {{{0, 1}, {1, 2}, {much, -much}}, {{1, 0}, {1, 2}, {20, -20}}});
    }
    const TournamentSummary summary = played.tables();
    CHECK(summary.seats[0].share == 40);
    CHECK(summary.seats[1].share == 0);
    CHECK(summary.seats[0].interval.share == 1);
    for (const AiRow& row : summary.standings) {
        CHECK(row.wins == 20);
        CHECK(row.rating.games == 20); // matches
    }
}

TEST_CASE("An unfinished match counts nowhere where the match decides", "[statistics]") {
    tests::StoredGames played(2, 2);
    played.set_match_decides();
    played.add_match(0, {{{0, 1}, {1, 2}, {10, -10}}, {{1, 0}, {2, 1}, {-5, 5}}});
    played.add_match(1, {{{0, 1}, {1, 2}, {10, -10}}});
    const TournamentSummary summary = played.tables();
    CHECK(summary.games == 3);
    for (const AiRow& row : summary.standings) {
        CHECK(row.games == 2);
        CHECK(row.wins + row.losses == 2);
    }
    CHECK(summary.seats[0].games == 2);
    CHECK(has_note(summary, "1 game is from unfinished matches"));
}

TEST_CASE("A report names groups that never met, and a circle of results", "[statistics]") {
    tests::StoredGames played(5, 30);
    for (int field = 0; field < 30; ++field) {
        for (int ai = 0; ai < 3; ++ai) {
            const int won = field % 10 == 0 ? 2 : 1;
            played.add_match(
                field,
                {{{ai, (ai + 1) % 3}, {won, 3 - won}}, {{(ai + 1) % 3, ai}, {3 - won, won}}});
        }
        const int won = 1 + field % 2;
        played.add_match(field, {{{3, 4}, {won, 3 - won}}, {{4, 3}, {3 - won, won}}});
    }
    const TournamentSummary summary = played.tables();
    CHECK(has_note(summary, "2 groups of AIs that never met"));
    CHECK(has_note(summary, "A was ahead of B on 27 of 30 fields, B was ahead of C on 27"));
    const auto json = nlohmann::json::parse(tables_json(summary));
    CHECK(json["cycle"]["steps"].size() == 3);
    CHECK(
        json["conclusions"][0] == "A beats B beats C beats A: this is certain, and no rating can "
                                  "express it.");
    CHECK(json["standings"][0]["rank_worst"] == 3);
    CHECK(json["standings"][3]["group"] == 2);
}

TEST_CASE("Where no rating is known none is printed, and an anchor there is none", "[statistics]") {
    // A beats B, and both beat C, always: no difference is finite.
    tests::StoredGames played(3, 12);
    for (int field = 0; field < 12; ++field) {
        for (const auto& [first, second] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
            played.add_match(field, {{{first, second}, {1, 2}}, {{second, first}, {2, 1}}});
        }
    }
    const TournamentSummary summary = played.tables({2, 1500});
    const auto json = nlohmann::json::parse(tables_json(summary));
    for (const auto& row : json["standings"]) {
        CHECK(row["rating"].is_null());
    }
    CHECK(json["standings"][0]["rating_low"].is_number()); // a bound
    REQUIRE(json["differences"].size() == 3);
    for (const auto& row : json["differences"]) {
        CHECK(row["elo"].is_null());
    }
    CHECK(tables_of(summary)[0].rows[1][2] == "(+0)"); // B: an estimate in the middle, no bound
    CHECK(tables_of(summary)[0].rows[1][3] == "–");
    CHECK_THAT(tables_of(summary)[0].rows[0][3], StartsWith("≥ "));
    CHECK(json["standings"][0]["estimate"] > json["standings"][1]["estimate"]);
    CHECK(has_note(summary, "no rating relative to it is known; the mean is 0"));
    CHECK_FALSE(has_note(played.tables({-1, 0}), "relative to it"));
}

TEST_CASE("A report says that the leader certainly beats the next, if that is so", "[statistics]") {
    // A wins against B, but B's ratings come nearer by what each of them wins against C.
    const auto first_sentence = [](int won_against_b, int won_against_c) {
        constexpr int fields = 40;
        tests::StoredGames played(3, fields);
        for (int field = 0; field < fields; ++field) {
            const auto add = [&](int one, int other, bool wins) {
                const int rank = wins ? 1 : 2;
                played.add_match(
                    field, {{{one, other}, {rank, 3 - rank}}, {{other, one}, {3 - rank, rank}}});
            };
            add(0, 1, field < won_against_b);
            add(0, 2, (field * 7) % fields < won_against_c);
            add(1, 2, field > 0);
        }
        return conclusions_of(played.tables()).front();
    };
    const std::string certain_pair = first_sentence(33, 18);
    CHECK_THAT(certain_pair, ContainsSubstring("It isn't certain yet that it is better than B. "));
    CHECK_THAT(
        certain_pair,
        EndsWith(" (In their own double matches A wins more than B, which is certain; the rating "
                 "counts the games against the others, too.)"));
    CHECK_THAT(first_sentence(22, 28), !ContainsSubstring("In their own double matches"));
}

TEST_CASE("A report says who is first, who is equal, and what would decide", "[statistics]") {
    // A and B share their matches nearly evenly, both beat C.
    const auto said = [](int fields, int won_by_a) {
        tests::StoredGames played(3, fields);
        for (int field = 0; field < fields; ++field) {
            const int won = field < won_by_a ? 1 : 2;
            played.add_match(field, {{{0, 1}, {won, 3 - won}}, {{1, 0}, {3 - won, won}}});
            for (const int ai : {0, 1}) {
                const int lost = field % 5 == ai ? 2 : 1;
                played.add_match(field, {{{ai, 2}, {1, 2}}, {{2, ai}, {3 - lost, lost}}});
            }
        }
        return conclusions_of(played.tables());
    };
    const auto even = said(40, 20);
    REQUIRE(even.size() == 2);
    CHECK(even[0] == "A and B share the first place: they have the same rating.");
    CHECK_THAT(even[1], ContainsSubstring("; if they are equal, no number would."));
    CHECK_THAT(even[1], ContainsSubstring(" Elo apart would probably be told apart."));
    const auto near = said(40, 26);
    REQUIRE(near.size() == 2);
    CHECK_THAT(near[0], StartsWith("A is first, "));
    CHECK_THAT(
        near[0],
        EndsWith(" Elo above B. It isn't certain yet that it is better than B. It is better "
                 "than C, with 95 % confidence."));
    CHECK_THAT(near[1], StartsWith("About "));
    CHECK_THAT(near[1], ContainsSubstring(" chances in 10 that it takes "));
    CHECK_THAT(near[1], ContainsSubstring(") would show which of A and B is better"));
    CHECK_THAT(near[1], ContainsSubstring(" mean about "));
    CHECK_THAT(near[1], ContainsSubstring(" games of all AIs: make them with 'referee create'"));
    const auto clear = said(40, 38);
    REQUIRE(clear.size() == 2);
    CHECK_THAT(clear[0], StartsWith("A is the best, with 95 % confidence: "));
    CHECK_THAT(clear[0], EndsWith(" Elo above B."));
    CHECK(clear[1] == "The order of all AIs is certain.");
    const auto few = said(6, 3);
    CHECK(
        few.back() ==
        "The games of 6 fields are too few to say more; from 10 fields on, ratings have "
        "intervals.");
}

TEST_CASE("a report of a busy machine begins with that", "[statistics]") {
    tests::StoredGames played(2, 20);
    for (int field = 0; field < 20; ++field) {
        played.add_match(field, {{{0, 1}, {1, 2}}, {{1, 0}, {1, 2}}});
    }
    TournamentSummary summary = played.tables();
    REQUIRE(summary.games == 40);
    const auto sentences = [&](std::int64_t starved) {
        summary.standings[1].measured.starved = starved;
        return conclusions_of(summary);
    };
    CHECK(sentences(1)[0].find("'starved'") == std::string::npos);
    // An AI alone may have slept.
    CHECK_THAT(
        sentences(2)[0],
        StartsWith("2 late answers or restarts in 40 games had less than half of their time on a "
                   "core ('starved'), all of them B's: it waits for something, or"));
    summary.standings[0].measured.starved = 1;
    CHECK_THAT(
        sentences(2)[0],
        StartsWith("The machine was probably too busy: 3 late answers or restarts in 40 games"));
    // What the organiser can do is nothing to the public.
    CHECK_THAT(conclusions_of(summary)[0], EndsWith("fewer --jobs or a longer --time-limit."));
    CHECK_THAT(conclusions_of(summary, false)[0], EndsWith("('starved')."));
}

TEST_CASE(
    "a season's report concludes about versions that play, not about past ones", "[statistics]") {
    tests::StoredGames played(3, 40);
    for (int field = 0; field < 40; ++field) {
        const int lost = field % 5 == 0 ? 2 : 1;
        played.add_match(field, {{{0, 1}, {1, 2}}, {{1, 0}, {1, 2}}}); // A and B are alike
        played.add_match(field, {{{0, 2}, {lost, 3 - lost}}, {{2, 0}, {2, 1}}});
    }
    TournamentSummary summary = played.tables();
    CHECK(summary.is_past.empty());
    CHECK_THAT(conclusions_of(summary)[0], StartsWith("A and B share the first place"));
    summary.is_past = {false, true, false};
    CHECK_THAT(conclusions_of(summary)[0], StartsWith("A is the best, with 95 % confidence: "));
}

TEST_CASE("Of a single game nothing is concluded, and nobody is rated", "[statistics]") {
    tests::StoredGames one(2, 1);
    one.add_match(0, {{{0, 1}, {1, 2}}});
    const TournamentSummary summary = one.tables();
    CHECK(conclusions_of(summary)[0] == "A single game says nothing about who is better.");
    for (const AiRow& row : summary.standings) {
        CHECK(row.rank == 0);
        CHECK_FALSE(row.rating.is_rated());
    }
    CHECK_FALSE(has_note(summary, "≥ or ≤"));
}

TEST_CASE("Copies of a program share a rating and a rank", "[statistics]") {
    // A and B are one program: C beats A by chance, and B beats C.
    tests::StoredGames played(3, 20);
    for (int field = 0; field < 20; ++field) {
        const bool is_odd = field % 3 == 0;
        played.add_match(field, {{{0, 1}, {1, 2}}, {{1, 0}, {2, 1}}});
        played.add_match(field, {{{0, 2}, {is_odd ? 1 : 2, is_odd ? 2 : 1}}, {{2, 0}, {1, 2}}});
        played.add_match(field, {{{1, 2}, {1, 2}}, {{2, 1}, {is_odd ? 1 : 2, is_odd ? 2 : 1}}});
    }
    played.make_equal(0, 1);
    const TournamentSummary summary = played.tables();
    const auto row_of = [&](int ai) {
        return *std::find_if(
            summary.standings.begin(), summary.standings.end(),
            [ai](const AiRow& row) { return row.ai == ai; });
    };
    CHECK(row_of(0).rating.elo == row_of(1).rating.elo);
    CHECK(row_of(0).rating.low == row_of(1).rating.low);
    CHECK(row_of(0).rank == row_of(1).rank);
    CHECK(row_of(0).games == 80); // what each of them has played is still said
    CHECK(has_note(summary, "are the same program: they have one rating"));
    CHECK(summary.differences.size() == 2); // none between the copies
}

TEST_CASE("The heading says that ranks are by rating where points differ", "[statistics]") {
    tests::StoredGames played(2, 3);
    for (int field = 0; field < 3; ++field) {
        played.add_match(field, {{{0, 1}, {1, 2}}, {{1, 0}, {1, 2}}});
    }
    TournamentSummary summary = played.tables();
    CHECK(tables_of(summary)[0].title == "Standings");
    summary.tournament.points = {0, 3};
    CHECK(tables_of(summary)[0].title == "Standings, ranked by rating, not by points");
}

TEST_CASE("With more than twenty AIs text leaves out the tables of pairs", "[statistics]") {
    for (const int ais : {20, 21}) {
        tests::StoredGames played(ais, 1);
        for (int ai = 0; ai + 1 < ais; ++ai) {
            played.add_match(0, {{{ai, ai + 1}, {1, 2}}, {{ai + 1, ai}, {1, 2}}});
        }
        const TournamentSummary summary = played.tables();
        const std::vector<ReportTable> tables = tables_of(summary);
        CHECK(std::any_of(tables.begin(), tables.end(), [](const Table& table) {
                  return table.name == "pairs";
              }) == (ais == 20));
        CHECK(has_note(summary, "text leaves out the tables of pairs") == (ais == 21));
        CHECK(
            nlohmann::json::parse(tables_json(summary))["pairs"].size() == summary.pairings.size());
    }
}

TEST_CASE("On a page a pair has one figure of certainty, in texts and JSON all", "[statistics]") {
    tests::StoredGames played(3, 12);
    for (int field = 0; field < 12; ++field) {
        for (const auto& [one, other] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 2)}) {
            const int won = 1 + (field + one) % 2;
            played.add_match(field, {{{one, other}, {won, 3 - won}}, {{other, one}, {1, 2}}});
        }
    }
    const TournamentSummary summary = played.tables();
    const auto headings = [&](Reader reader) {
        std::vector<std::string> all;
        for (const ReportTable& table : tables_of(summary, max_ais_in_pairs, all_rows, reader)) {
            if (table.name == "pairs" || table.name == "differences") {
                all.insert(all.end(), table.header.begin(), table.header.end());
                CHECK(
                    (table.note.find("sign test") == std::string::npos) ==
                    (reader == Reader::page || table.name != "pairs"));
            }
        }
        return all;
    };
    const auto has = [](const std::vector<std::string>& all, const std::string& heading) {
        return std::find(all.begin(), all.end(), heading) != all.end();
    };
    for (const std::string heading : {"p", "sign test"}) {
        CHECK(has(headings(Reader::text), heading));
        CHECK_FALSE(has(headings(Reader::page), heading));
    }
    CHECK(has(headings(Reader::page), "any time"));
    const auto json = nlohmann::json::parse(tables_json(summary));
    CHECK(json["pairs"][0].contains("sign_test"));
    CHECK(json["differences"][0].contains("p_value"));
}

TEST_CASE("A rank that may be any says that there are too few games", "[statistics]") {
    CHECK(
        any_rank_note({{1, 2}, {1, 3}, {2, 3}}) ==
        "1–3: any rank; there are too few games to say more.");
    CHECK(any_rank_note({{1, 1}, {2, 3}, {2, 3}}).empty());
    CHECK(any_rank_note({{0, 0}}).empty());
    CHECK(any_rank_note({}).empty());
}

TEST_CASE("No probability is 0, however many pairs were won", "[statistics]") {
    tests::StoredGames played(2, 1200);
    for (int field = 0; field < 1200; ++field) {
        played.add_match(field, {{{0, 1}, {1, 2}}, {{1, 0}, {2, 1}}});
    }
    const auto pairs = tables_of(played.tables()).back();
    REQUIRE(pairs.name == "pairs");
    REQUIRE(pairs.header.size() >= 2);
    CHECK(pairs.rows[0].at(pairs.header.size() - 2) == "< 1e-300");
    CHECK(pairs.rows[0].at(pairs.header.size() - 1) == "< 1e-300");
}

TEST_CASE("A note says why ratings or their intervals are missing", "[statistics]") {
    // A and B meet on 12 fields, C and D on 8: only the first two have intervals.
    tests::StoredGames played(4, 20);
    for (int field = 0; field < 20; ++field) {
        const int first = field < 12 ? 0 : 2;
        const int won = 1 + field % 2;
        played.add_match(
            field, {{{first, first + 1}, {won, 3 - won}}, {{first + 1, first}, {1, 2}}});
    }
    CHECK(has_note(played.tables(), "ratings of group 2 have no intervals: 8 fields are too few"));
    CHECK_FALSE(has_note(played.tables(), "ratings of group 1"));

    // Nobody ever wins among three.
    tests::StoredGames nobodys(3, 10, 3);
    for (int field = 0; field < 10; ++field) {
        nobodys.add_match(
            field, {{{0, 1, 2}, {1, 1, 1}, {}, true},
                    {{1, 2, 0}, {1, 1, 1}, {}, true},
                    {{2, 0, 1}, {1, 1, 1}, {}, true}});
    }
    CHECK(has_note(nobodys.tables(), "no rating without a game that somebody won: A, B, C"));
}

TEST_CASE("Win rates are in the same order as text and as data", "[statistics]") {
    // A is rated above B, but B wins more of its games, most of which are against C.
    tests::StoredGames played(3, 24);
    for (int field = 0; field < 24; ++field) {
        const int won = 1 + field % 2;
        played.add_match(field, {{{0, 1}, {won, 3 - won}}, {{1, 0}, {2, 1}}});
        const int lost = field % 12 == 0 ? 2 : 1;
        for (int match = 0; match < 4; ++match) {
            played.add_match(field, {{{1, 2}, {1, 2}}, {{2, 1}, {3 - lost, lost}}});
        }
    }
    const TournamentSummary summary = played.tables();
    const auto json = nlohmann::json::parse(tables_json(summary));
    CHECK(json["standings"][0]["name"] == "A");
    CHECK(json["winrates"][0]["name"] == "B");
    CHECK(tables_of(summary)[1].rows[0][0] == "B");
}

TEST_CASE("The tables of eight AIs fit into 80 columns of text", "[statistics]") {
    tests::StoredGames played(8, 12);
    for (int field = 0; field < 12; ++field) {
        for (int a = 0; a < 8; ++a) {
            for (int b = a + 1; b < 8; ++b) {
                const int won = 1 + (field + a + b) % 2;
                played.add_match(field, {{{a, b}, {won, 3 - won}}, {{b, a}, {1, 2}}});
            }
        }
    }
    const std::string text = tables_text(played.tables());
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        const std::string line = text.substr(begin, end - begin);
        const auto columns = std::count_if(line.begin(), line.end(), [](char c) {
            return (static_cast<unsigned char>(c) & 0xc0U) != 0x80;
        });
        INFO(line);
        CHECK(columns <= 80);
        begin = end + 1;
    }
}

TEST_CASE("A legend explains the columns that are there, and no others", "[statistics]") {
    // Whatever has a heading somewhere: as many fields as have no intervals yet, and enough.
    std::set<std::string> headings;
    std::set<std::string> explained;
    std::vector<ReportTable> all;
    for (const int fields : {1, 8, 20}) {
        tests::StoredGames played(3, fields);
        for (int field = 0; field < fields; ++field) {
            for (const auto& [one, other] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 2)}) {
                const int won = 1 + (field + one) % 2;
                played.add_match(field, {{{one, other}, {won, 3 - won}}, {{other, one}, {1, 2}}});
            }
        }
        const TournamentSummary summary = played.tables();
        for (const Reader reader : {Reader::text, Reader::page}) {
            for (ReportTable& table : tables_of(summary, max_ais_in_pairs, all_rows, reader)) {
                headings.insert(table.header.begin(), table.header.end());
                all.push_back(std::move(table));
            }
        }
    }
    headings.erase("");
    for (const ReportTable& table : all) {
        for (const std::string& heading : headings) {
            // At the beginning of a sentence or of its part.
            const std::string note = ". " + table.note;
            const bool is_explained =
                std::ranges::any_of(std::array{". ", "; "}, [&](const std::string& before) {
                    return note.find(before + heading + ": ") != std::string::npos ||
                           note.find(before + heading + ", ") != std::string::npos;
                });
            CAPTURE(table.name, heading, table.note);
            CHECK((!is_explained || std::ranges::count(table.header, heading) == 1));
            if (is_explained) {
                explained.insert(heading);
            }
        }
        const bool has_stars = std::ranges::count(table.header, "") > 0;
        CHECK((table.name != "differences" || has_stars == (table.title.find('*') < 100)));
    }
    CHECK(
        explained ==
        std::set<std::string>{"ranks 95 %", "95 %", "Elo", "p", "drawn", "sign test", "any time"});
}

TEST_CASE("Copies that share the first rank are first together", "[statistics]") {
    tests::StoredGames played(3, 20);
    for (int field = 0; field < 20; ++field) {
        const int won = 1 + (field % 3 == 0 ? 1 : 0);
        played.add_match(field, {{{0, 2}, {won, 3 - won}}, {{2, 0}, {2, 1}}});
        if (field < 15) { // B has played less, and scored otherwise
            played.add_match(field, {{{1, 2}, {1, 2}}, {{2, 1}, {2, 1}}});
        }
    }
    played.make_equal(0, 1);
    const TournamentSummary summary = played.tables();
    REQUIRE(summary.standings[0].rank == 1);
    REQUIRE(summary.standings[1].rank == 1);
    CHECK(conclusions_of(summary)[0].starts_with(
        "A and B share the first place: they have the same rating"));
}
