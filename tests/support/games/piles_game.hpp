#pragma once

/// A game with secrets: every seat is dealt cards that nobody else sees, and lays them face down.
/// The largest pile wins.

#include "game/game.hpp"

namespace tests {

/// What the game does wrong.
enum class PilesMistake {
    none,
    frame_shows_hands,  ///< the frame for everybody
    file_shows_piles,   ///< of the other seats
    offers_lack_a_card, ///< the last one of the hand
    offers_nothing,
    deals_nothing_again,
    same_frames,   ///< seats see what everybody sees
    steps_show,    ///< what others lay in a turn, while it is shown, and no more afterwards
    refusals_tell, ///< who holds a card that the seat doesn't hold
};

/// "piles"; lives as long as the program.
const referee::Game& piles_game(PilesMistake mistake = PilesMistake::none);

} // namespace tests
