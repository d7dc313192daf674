#include "match/guarded_game.hpp"

#include "process/start_error.hpp"

namespace referee {
namespace {

/// Who replaces a file again and again doesn't keep a game from ending.
constexpr int max_attempts = 3;

GameResult play_once(Players& players, const std::vector<int>& contestants, GameOrder& order) {
    players.require_unchanged(contestants);
    order.by_seat = players.of(contestants);
    GameResult result = play_game(order);
    for (Player* const player : order.by_seat) {
        player->end_games();
    }
    players.require_unchanged(contestants);
    return result;
}

} // namespace

GameResult play_guarded(Players& players, const std::vector<int>& contestants, GameOrder& order) {
    for (int attempt = 1;; ++attempt) {
        try {
            return play_once(players, contestants, order);
        } catch (const StartError&) {
            if (order.record != nullptr) {
                order.record->drop_game();
            }
            const bool was_replaced = players.require_unchanged(contestants);
            // Those who play are in the middle of the game; new ones begin at its start.
            players.drop(contestants);
            if (!was_replaced || attempt == max_attempts) {
                throw;
            }
        } catch (const ProgramChanged&) {
            if (order.record != nullptr) {
                order.record->drop_game();
            }
            throw;
        }
    }
}

} // namespace referee
