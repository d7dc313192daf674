#include "match/guarded_game.hpp"

#include "match/player_pool.hpp"
#include "match/record.hpp"
#include "process/start_error.hpp"

namespace referee {
namespace {

/// A file that keeps being replaced must not keep the game from ending.
constexpr int max_attempts = 3;

GameResult
play_once(PlayerPool& players, const std::vector<int>& contestants, GameRequest& request) {
    players.require_unchanged(contestants);
    request.by_seat = players.acquire(contestants);
    request.contestants.clear();
    for (const int index : contestants) {
        request.contestants.push_back(&players.contestant(index));
    }
    GameResult result = play_game(request);
    for (Player* const player : request.by_seat) {
        if (player != nullptr) {
            player->end_games();
        }
    }
    players.require_unchanged(contestants);
    return result;
}

} // namespace

GameResult
play_guarded(PlayerPool& players, const std::vector<int>& contestants, GameRequest& request) {
    for (int attempt = 1;; ++attempt) {
        try {
            return play_once(players, contestants, request);
        } catch (const StartError&) {
            if (request.record != nullptr) {
                request.record->drop_game();
            }
            const bool was_replaced = players.require_unchanged(contestants);
            // The players are in the middle of a game; new ones start from its beginning.
            players.drop(contestants);
            if (!was_replaced || attempt == max_attempts) {
                throw;
            }
        } catch (const ProgramChanged&) {
            if (request.record != nullptr) {
                request.record->drop_game();
            }
            throw;
        }
    }
}

} // namespace referee
