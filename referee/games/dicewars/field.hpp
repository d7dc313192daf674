#pragma once

/// Fields of dicewars: reading, and what their keys are. Making them: create.hpp.
/// Spec: dicewars.md, "Field".

#include "field/text.hpp"
#include "game.hpp"
#include "games/dicewars/hexes.hpp"
#include "games/dicewars/rules.hpp"

#include <array>
#include <string>
#include <vector>

namespace referee::dicewars {

/// A field: the game, and where its areas lie for the picture.
struct FieldSetup {
    Setup game;
    std::vector<Hex> hexes; ///< may be empty
};

/// Throws UserError with file and line.
FieldSetup read_setup(FieldText& text);

/// A key of the field that is a number, and where its value goes.
struct NumberKey {
    std::string_view name;
    int Parameters::*value;
    int min;
    int max;
};
std::span<const NumberKey> number_keys();

/// All keys of the field, for help texts.
std::span<const Parameter> parameters();

} // namespace referee::dicewars
