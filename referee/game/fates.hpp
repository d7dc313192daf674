#pragma once

/// What a position may tell beyond the contract of game.hpp, for the stories of games
/// (record/story.hpp). A game without it has stories, too; they say only that a seat went out.

#include "game/game.hpp"

#include <string>

namespace referee {

/// A position that knows why seats are out; implement it beside Position.
class Fates {
  public:
    virtual ~Fates() = default;
    /// What put an eliminated seat out, as the rest of a sentence in the past tense that begins
    /// with its name. Another seat is called "seat N": "ran into seat 2". May be empty.
    virtual std::string fate(Seat seat) const = 0;
};

} // namespace referee
