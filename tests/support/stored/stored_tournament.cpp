#include "support/stored/stored_tournament.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <algorithm>
#include <memory>
#include <vector>

using namespace referee;

namespace tests {

/// The first named wins, but for every third game, which is drawn.
GameOutcome stored_game(const PlannedMatch& match, int rotation) {
    GameOutcome game;
    game.index = game_index(match.index, 2, rotation);
    game.match = match.index;
    game.field = match.field;
    game.turns = 20 + static_cast<int>(game.index);
    game.reason = "life";
    game.state = std::string(64, 'a');
    const bool is_draw = game.index % 3 == 0;
    for (int seat = 0; seat < 2; ++seat) {
        SeatOutcome outcome;
        outcome.ai = match.group[static_cast<std::size_t>((seat + rotation) % 2)];
        const bool has_won = is_draw || outcome.ai == std::min(match.group[0], match.group[1]);
        outcome.rank = has_won ? 1 : 2;
        outcome.share = is_draw ? 0.5 : has_won ? 1 : 0;
        outcome.points = outcome.share;
        outcome.score = has_won ? 30 : -2;
        outcome.measured.moves = 10;
        outcome.measured.wall_ns = outcome.measured.cpu_ns = 5'000'000;
        outcome.measured.longest_ns = 900'000;
        outcome.measured.peak_kb = 4096;
        outcome.times = "150:9 162:1";
        game.seats.push_back(outcome);
    }
    game.seats[0].faults[static_cast<std::size_t>(Fault::illegal)] = 1;
    game.faults.push_back({1, 3, false, Fault::illegal, "no such cell", "printed"});
    return game;
}

void store_tournament(const std::string& path, int matches) {
    PlanConfig config;
    config.ais = 3;
    config.fields = 3;
    const auto plan = make_plan(config);
    StoredTournament tournament;
    tournament.game = "gems";
    tournament.format = "round-robin";
    tournament.matches = plan->size();
    tournament.points = {1, 0};
    std::vector<StoredAi> ais;
    std::vector<StoredField> fields;
    const std::string hash(64, '0');
    for (const char* const number : {"1", "2", "3"}) {
        ais.push_back({std::string("ai") + number, std::string("/ai") + number, hash});
        fields.push_back({std::string("f") + number, std::string("/f") + number, hash});
    }
    Store store(path, tournament, ais, fields);
    store.add_machine({1, "a processor", 2});
    PlannedMatch match;
    while (matches-- > 0 && plan->next(match) == Plan::Step::match) {
        store.add(stored_game(match, 0));
        store.add(stored_game(match, 1));
    }
}

void edit_database(const std::string& path, const std::string& sql) {
    // NOT NULL doesn't hold in a file that others have written.
    SQLite::Database(path, SQLite::OPEN_READWRITE)
        .exec("PRAGMA writable_schema = ON;"
              "UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')");
    SQLite::Database(path, SQLite::OPEN_READWRITE).exec(sql);
}

} // namespace tests
