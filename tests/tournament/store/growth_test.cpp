// Tournaments that grow: the games that the new plan has are kept, whatever their place in it.

#include "match/match.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/play/stored_plan.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

using namespace referee;

namespace {

/// A tournament of AIs and fields with one-letter names.
struct Cup {
    PlanConfig config;
    StoredTournament tournament;
    std::vector<StoredAi> ais;
    std::vector<StoredField> fields;
    std::vector<std::vector<int>> rotations;
};

Cup cup(Format format, int seats, const std::string& ais, const std::string& fields) {
    Cup cup;
    for (const char name : ais) {
        cup.ais.push_back({std::string(1, name), "ai", std::string("hash of ") + name});
        cup.config.ai_keys.push_back(seating_key(cup.ais.back().name));
    }
    for (const char name : fields) {
        cup.fields.push_back({std::string(1, name), "field", std::string("hash of ") + name});
        cup.config.field_keys.push_back(seating_key(cup.fields.back().sha256));
    }
    cup.config.format = format;
    cup.config.ais = static_cast<int>(ais.size());
    cup.config.fields = static_cast<int>(fields.size());
    cup.config.seats = seats;
    cup.config.seed = 5;
    if (format == Format::gauntlet) {
        cup.config.challenger = static_cast<int>(ais.find('c'));
    }
    cup.rotations = seat_plan(seats, SeatOrders::rotate);
    cup.tournament.game = "gems";
    cup.tournament.seats = seats;
    cup.tournament.games_per_match = seats;
    cup.tournament.format = name_of(format);
    cup.tournament.matches = make_plan(cup.config)->size();
    return cup;
}

/// The result of a game depends only on the field and the seating.
GameOutcome outcome_of(const Cup& cup, const PlannedMatch& match, int rotation) {
    GameOutcome game;
    const int games = cup.tournament.games_per_match;
    game.index = game_index(match.index, games, rotation);
    game.match = match.index;
    game.field = match.field;
    game.reason = cup.fields[static_cast<std::size_t>(match.field)].name;
    for (const int ai : seating_of(match, cup.rotations[static_cast<std::size_t>(rotation)])) {
        game.reason += cup.ais[static_cast<std::size_t>(ai)].name;
        game.seats.emplace_back().ai = ai;
    }
    game.turns = static_cast<int>(seating_key(game.reason) % 1000);
    game.seats[static_cast<std::size_t>(game.turns) % game.seats.size()].share = 1;
    game.faults.push_back({1, game.turns, false, Fault::exit, game.reason, ""});
    return game;
}

/// Plays at most `limit` missing games and returns how many it played.
int play(Store& store, const Cup& cup, int limit = 1'000'000) {
    const auto plan = make_plan(cup.config);
    PlannedMatch match;
    int played = 0;
    while (plan->next(match) == Plan::Step::match) {
        for (int rotation = 0; rotation < cup.tournament.games_per_match; ++rotation) {
            const GameOutcome game = outcome_of(cup, match, rotation);
            if (played < limit && store.games_between(game.index, game.index + 1).empty()) {
                store.add(game);
                ++played;
            }
        }
    }
    return played;
}

/// Everything that counts in a store, in its order.
std::vector<std::string> content_of(const Store& store) {
    std::vector<std::string> lines;
    store.for_each([&](const GameOutcome& game) {
        std::string line = fmt::format(
            "{} {} {} {} {}", game.index, game.match, game.field, game.turns, game.reason);
        for (const SeatOutcome& seat : game.seats) {
            line += fmt::format(" {}:{}", seat.ai, seat.share);
        }
        lines.push_back(line);
    });
    store.for_each_fault([&](const StoredFault& fault) {
        lines.push_back(
            fmt::format("{} {} {} {}", fault.game, fault.field, fault.ai, fault.detail.reason));
    });
    return lines;
}

std::int64_t grow_to(Store& store, const Cup& before, const Cup& after) {
    const auto number_in = [](const auto& rows, const std::string& name) {
        const auto at = std::find_if(
            rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
        return at == rows.end() ? -1 : static_cast<int>(at - rows.begin());
    };
    Store::Regrouping regrouping{after.tournament, after.ais, {}, after.fields, {}, {}};
    std::vector<StoredAi> all = before.ais;
    all.insert(all.end(), store.left_out().begin(), store.left_out().end());
    for (const StoredAi& ai : all) {
        int number = number_in(after.ais, ai.name);
        if (number < 0) {
            number = static_cast<int>(after.ais.size() + regrouping.left_out.size());
            regrouping.left_out.push_back(ai);
        }
        regrouping.ai_numbers.push_back(number);
    }
    for (const StoredField& field : before.fields) {
        regrouping.field_numbers.push_back(number_in(after.fields, field.name));
    }
    const auto plan = make_plan(after.config);
    SetAside set_aside(store, after.rotations);
    return grow(store, regrouping, *plan, set_aside);
}

struct Database {
    tests::TemporaryFolder folder{true};
    Store store;
    explicit Database(const Cup& cup)
        : store(folder / "db.sqlite", cup.tournament, cup.ais, cup.fields) {}
};

} // namespace

TEST_CASE("A tournament that has grown holds what one that began so holds", "[growth][slow]") {
    for (const Format format : {Format::round_robin, Format::sampled, Format::gauntlet}) {
        for (const int seats : {2, 3, 4}) {
            INFO(name_of(format) << " with " << seats << " seats");
            const Cup small = cup(format, seats, "abcde", "123");
            const Cup middle = cup(format, seats, "axbcde", "1x23yz");
            const Cup large = cup(format, seats, "yaxbcdez", "01x2a3yz");
            Database grown(small);
            play(grown.store, small, 7); // in the middle of a match
            grow_to(grown.store, small, middle);
            play(grown.store, middle, 31);
            grow_to(grown.store, middle, large);
            const int played = play(grown.store, large);
            Database whole(large);
            const int all = play(whole.store, large);
            CHECK(content_of(grown.store) == content_of(whole.store));
            if (format != Format::sampled) { // there new AIs make other groups
                CHECK(played + 38 == all);
            }
            CHECK(grown.store.tournament().generation == 2);
        }
    }
}

TEST_CASE("Fields that follow the others leave the groups of a sampled plan", "[growth]") {
    const Cup small = cup(Format::sampled, 4, "abcdef", "1234");
    const Cup large = cup(Format::sampled, 4, "abcdef", "12345678");
    Database grown(small);
    CHECK(play(grown.store, small) == 16);
    CHECK(grow_to(grown.store, small, large) == 16);
    CHECK(play(grown.store, large) == 16);
}

TEST_CASE("Games of an AI that is left out are kept, and count again when it is back", "[growth]") {
    const Cup all = cup(Format::round_robin, 2, "abcd", "12");
    const Cup rest = cup(Format::round_robin, 2, "abd", "12");
    Database database(all);
    play(database.store, all);
    const auto before = content_of(database.store);
    CHECK(grow_to(database.store, all, rest) == 12);
    CHECK(database.store.left_out().size() == 1);
    CHECK(play(database.store, rest) == 0);
    Database never(rest);
    play(never.store, rest);
    CHECK(content_of(database.store) == content_of(never.store));
    // Twice set aside: once with c, once all of it.
    CHECK(grow_to(database.store, rest, cup(Format::round_robin, 2, "abde", "123")) == 12);
    CHECK(
        grow_to(database.store, cup(Format::round_robin, 2, "abde", "123"), all) ==
        static_cast<std::int64_t>(before.size() / 2));
    CHECK(content_of(database.store) == before);
}

TEST_CASE("A report may leave out an AI without a change of the database", "[growth]") {
    const Cup all = cup(Format::round_robin, 3, "abcd", "12");
    Database database(all);
    play(database.store, all);
    {
        Store seen(database.folder / "db.sqlite", Store::Access::read);
        seen.leave_out({1});
        CHECK(seen.ais().size() == 3);
        int games = 0;
        seen.for_each([&](const GameOutcome& game) {
            ++games;
            CHECK(game.reason.find('b') == std::string::npos);
            for (std::size_t seat = 0; seat < 3; ++seat) {
                CHECK(
                    seen.ais()[static_cast<std::size_t>(game.seats[seat].ai)].name ==
                    game.reason.substr(seat + 1, 1));
            }
        });
        CHECK(games == 6);
        seen.for_each_fault([&](const StoredFault& fault) {
            CHECK(fault.detail.reason.find('b') == std::string::npos);
        });
    }
    CHECK(database.store.game_count() == 24);
}
