#include "games/spe_ed/read_state.hpp"

#include "field/state_reader.hpp"
#include "games/spe_ed/frames.hpp"
#include "names.hpp"

namespace referee::spe_ed {
namespace {

/// A player that is out may be one cell outside and have the speed that put it out.
Player read_player(StateReader& reader, const Board& board) {
    Player player;
    reader.line("player");
    player.x = static_cast<std::int16_t>(reader.integer(-1, board.width()));
    player.y = static_cast<std::int16_t>(reader.integer(-1, board.height()));
    player.direction = static_cast<Direction>(reader.choice(all_names<Direction>));
    player.speed = static_cast<std::int8_t>(reader.integer(min_speed - 1, max_speed + 1));
    reader.expect("out");
    player.out_round = reader.small_integer(0, 1'000'000);
    player.out = static_cast<Out>(reader.choice(all_names<Out>));
    const bool may_play = board.contains(player.x, player.y) && player.speed >= min_speed &&
                          player.speed <= max_speed;
    if (player.active() != (player.out == Out::no) || (player.active() && !may_play)) {
        reader.error("no such player");
    }
    return player;
}

} // namespace

State read_state(std::string_view text, const State& start) {
    StateReader reader(text);
    State state = start;
    reader.line("round");
    state.round = reader.small_integer(1, start.max_rounds + 1);
    reader.line("max_rounds");
    reader.small_integer(start.max_rounds, start.max_rounds);
    reader.line("width");
    reader.small_integer(start.board.width(), start.board.width());
    reader.line("height");
    reader.small_integer(start.board.height(), start.board.height());
    for (int i = 0; i < state.player_count; ++i) {
        state.players[i] = read_player(reader, state.board);
    }
    for (int y = 0; y < state.board.height(); ++y) {
        reader.next_line();
        for (int x = 0; x < state.board.width(); ++x) {
            state.board[state.board.index(x, y)] =
                static_cast<std::int8_t>(reader.integer(met, state.player_count));
        }
    }
    reader.finish();
    return state;
}

} // namespace referee::spe_ed
