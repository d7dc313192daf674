#include "match/guarded_game.hpp"

#include "keeper/keeper.hpp"
#include "keeper/work_folder.hpp"

namespace referee {
namespace {

/// A file that keeps being replaced must not keep the game from ending.
constexpr int max_attempts = 3;

GameResult
play_once(PlayerSource& players, const std::vector<int>& contestants, GameRequest& request) {
    request.has_begun = false;
    players.require_unchanged(contestants);
    request.by_seat = players.acquire(contestants);
    request.contestants.clear();
    for (const int index : contestants) {
        request.contestants.push_back(&players.contestant(index));
    }
    GameResult result = play_game(request);
    for (Player* const player : request.by_seat) {
        player->end_games();
    }
    players.require_unchanged(contestants);
    return result;
}

/// Without a game that has begun, the listener would drop the one before it.
void drop_game(const GameRequest& request) {
    if (request.has_begun) {
        request.listener->drop_game();
    }
}

} // namespace

GameResult
play_guarded(PlayerSource& players, const std::vector<int>& contestants, GameRequest& request) {
    for (int attempt = 1;; ++attempt) {
        try {
            return play_once(players, contestants, request);
        } catch (const StartError&) {
            drop_game(request);
            // The players are in the middle of a game; new ones start from its beginning.
            players.drop(contestants);
            const bool was_replaced = players.require_unchanged(contestants);
            if (!was_replaced || attempt == max_attempts) {
                throw;
            }
        } catch (const ProgramChanged&) {
            drop_game(request);
            players.drop(contestants);
            throw;
        } catch (const BrokenGame&) {
            drop_game(request);
            players.drop(contestants);
            throw;
        } catch (const DiskFull&) {
            drop_game(request);
            players.drop(contestants); // with all that they have written
            throw;
        }
    }
}

GameResult play_until_there_is_room(
    PlayerSource& players, const std::vector<int>& contestants, GameRequest& request) {
    for (int attempt = 1;; ++attempt) {
        try {
            return play_guarded(players, contestants, request);
        } catch (const DiskFull&) {
            if (attempt == max_full_disks) {
                throw;
            }
        }
    }
}

} // namespace referee
