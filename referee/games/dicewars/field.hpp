#pragma once

/// Reads and makes fields of dicewars: referee/games/dicewars/README.md, "Fields".

#include "base/random.hpp"
#include "game/field_text.hpp"
#include "game/game.hpp"
#include "game/parameters.hpp"
#include "games/dicewars/layout.hpp"
#include "games/dicewars/rules.hpp"

#include <functional>
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

/// Draws what read_setup() reads from the text of create_setup(), without the text: EnvironmentOf.
/// Throws UserError for settings out of range.
std::function<FieldSetup(Rng&)> setup_drawer(const CreateRequest& request);

// The parameters of dicewars: referee/games/dicewars/README.md, "Fields".

enum class Streams { shared, seats };
constexpr auto enum_names(Streams) {
    return std::to_array<std::string_view>({"shared", "seats"});
}

/// The keys of a field that are not parameters of the rules.
struct FieldParameters {
    int players = 4;
    Streams streams = Streams::seats;
};

enum class Owners { continuous, scattered };
constexpr auto enum_names(Owners) {
    return std::to_array<std::string_view>({"continuous", "scattered"});
}

/// Settings for `create` only.
struct CreateParameters {
    int areas = 34;
    Owners owners = Owners::continuous;
    int numbers = 20'000;
};

using OfField = ParametersOf<FieldParameters>;
inline constexpr auto field_table = OfField::table(
    OfField::integer<&FieldParameters::players>("players", 2, max_players, "", "number of seats")
        .derived("give --players"),
    OfField::word<&FieldParameters::streams>(
        "streams", "one stream of random numbers for all, or one for each seat")
        .without_rule());

using Of = ParametersOf<Parameters>;
inline constexpr auto parameter_table = Of::table(
    Of::integer<&Parameters::max_dice>(
        "max_dice", 2, max_dice, "dice", "maximum number of dice on an area"),
    Of::integer<&Parameters::reserve_production>(
        "reserve_production", 0, 1000, "dice", "maximum number of new dice at the end of a turn"),
    Of::integer<&Parameters::reserve_cap>(
        "reserve_cap", 0, 1000, "dice",
        "a reserve holds at most this minus the number of the player's areas"),
    Of::integer<&Parameters::battle_wear>(
        "battle_wear", 1, 1000, "dice", "dice of a beaten attacker that cost the defender one die"),
    Of::integer<&Parameters::idle_rounds>(
        "idle_rounds", 1, 1000, "rounds",
        "the game ends after so many rounds without a battle or transfer"),
    Of::integer<&Parameters::max_battles>(
        "max_battles", 1, 1'000'000, "", "the game ends after so many battles"),
    Of::integer<&Parameters::max_turns>(
        "max_turns", 1, 1'000'000, "", "the game ends after so many turns, counting all players")
        .ends_game(),
    Of::integer<&Parameters::max_transfers>(
        "max_transfers", 0, 1000, "", "maximum number of transfers in a turn"));

using OfCreate = ParametersOf<CreateParameters>;
inline constexpr auto create_table = OfCreate::table(
    OfCreate::integer<&CreateParameters::areas>(
        "areas", 2, 40, "", "number of areas, at least one for each seat")
        .without_rule(),
    OfCreate::word<&CreateParameters::owners>(
        "owners", "players take neighbouring areas in turn, or areas are dealt at random")
        .without_rule(),
    OfCreate::integer<&CreateParameters::numbers>(
        "numbers", 0, 1'000'000, "",
        "number of random numbers in each stream; 0 writes 'mt19937 SEED' instead")
        .without_rule());

} // namespace referee::dicewars
