#include "support/stored/stored_games.hpp"

#include "match/result.hpp"
#include "tournament/plan/plan.hpp"

namespace tests {

using namespace referee;

StoredGames::StoredGames(int ais, int fields, int seats)
    : path_(folder_ / "results.sqlite"), ais_(ais), fields_(fields) {
    tournament_.game = "test";
    tournament_.seats = seats;
    tournament_.games_per_match = seats;
    tournament_.format = "schedule";
}

void StoredGames::add_match(int field, const std::vector<GameToStore>& games) {
    int rotation = 0;
    for (const GameToStore& game : games) {
        GameResult result;
        result.ending.ranks = game.ranks;
        result.ending.scores = game.scores;
        result.ending.scores.resize(game.ranks.size());
        result.ending.no_winner = game.is_won_by_nobody;
        result.points = points_of(result.ending, {});
        result.tallies.resize(game.ranks.size());
        result.tallies[0].measured = game.measured;
        const std::int64_t index = game_index(matches_, tournament_.games_per_match, rotation++);
        games_.push_back(outcome_of(result, index, matches_, field, game.ais));
    }
    ++matches_;
}

const Store& StoredGames::store() {
    if (!store_) {
        tournament_.matches = matches_;
        std::vector<StoredAi> ais;
        for (int i = 0; i < ais_; ++i) {
            ais.push_back(
                {i < 26 ? std::string(1, static_cast<char>('A' + i)) : "A" + std::to_string(i),
                 "path", "hash " + std::to_string(same_as_.contains(i) ? same_as_.at(i) : i)});
        }
        std::vector<StoredField> fields;
        for (int i = 0; i < fields_; ++i) {
            fields.push_back({"field" + std::to_string(i), "path", "hash"});
        }
        store_ = std::make_unique<Store>(path_, tournament_, ais, fields);
        for (const GameOutcome& game : games_) {
            store_->add(game);
        }
    }
    return *store_;
}

} // namespace tests
