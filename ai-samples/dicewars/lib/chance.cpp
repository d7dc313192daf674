#include "dicewars/lib/chance.hpp"

#include "dicewars/lib/odds.hpp"

#include <array>

namespace referee::dicewars::sample {
namespace {

/// The end of the turn. Each new die goes to a uniformly drawn area with room, as in the rules.
void end_by_chance(State& state, const Board& board, const Parameters& parameters, Chance& chance) {
    const int player = state.mover;
    const int wanted = dice_to_deploy(state, parameters, player);
    std::array<std::uint8_t, max_areas> room;
    int count = 0;
    for (AreaSet areas = state.owned[player] & board.all(); areas != 0;) {
        const int area = take_first(areas);
        if (state.dice[area] < parameters.max_dice) {
            room[count++] = static_cast<std::uint8_t>(area);
        }
    }
    for (int put = 0; put < wanted; ++put) {
        const int drawn = chance.below(count);
        put_die(state, room[drawn]);
        if (state.dice[room[drawn]] >= parameters.max_dice) {
            room[drawn] = room[--count];
        }
    }
    close_turn(state, parameters, wanted);
}

} // namespace

void carry_out_by_chance(
    State& state, const Board& board, const Parameters& parameters, const Command& command,
    Chance& chance) {
    switch (command.kind) {
    case Command::Kind::battle: {
        const double odds = success(state.dice[command.from], state.dice[command.to]);
        const int is_won = chance.fraction() < odds ? 1 : 0;
        settle_battle(state, board, parameters, {command.from, command.to, is_won, 1 - is_won});
        break;
    }
    case Command::Kind::transfer:
        move_dice(state, parameters, command.from, command.to);
        break;
    case Command::Kind::end:
        end_by_chance(state, board, parameters, chance);
        break;
    }
}

} // namespace referee::dicewars::sample
