#pragma once

/// Reads and makes fields of dicewars: referee/games/dicewars/README.md, "Fields".

#include "field/rng.hpp"
#include "field/text.hpp"
#include "game.hpp"
#include "games/dicewars/hexes.hpp"
#include "games/dicewars/rules.hpp"

#include <string>
#include <vector>

namespace referee::dicewars {

/// A field: the game, and the positions of its areas in the picture.
struct FieldSetup {
    Setup game;
    std::vector<Hex> hexes; ///< may be empty
};

/// Throws UserError with file and line.
FieldSetup read_setup(FieldText& text);

/// The text of a new field. Throws UserError for settings out of range.
std::string create_setup(const CreateRequest& request, Rng& rng);

} // namespace referee::dicewars
