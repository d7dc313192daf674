#include "games/gems/read_state.hpp"

#include "field/state_reader.hpp"
#include "games/gems/frames.hpp"
#include "names.hpp"

namespace referee::gems {
namespace {

constexpr int max_value = 1'000'000'000;

Player read_player(StateReader& reader) {
    Player player;
    reader.line("player");
    for (int* const value :
         {&player.life, &player.shield, &player.red, &player.yellow, &player.green,
          &player.purple}) {
        *value = reader.small_integer(0, max_value);
    }
    return player;
}

void read_board(StateReader& reader, State& state) {
    for (int y = rows - 1; y >= 0; --y) {
        reader.next_line();
        for (int x = 0; x < columns; ++x) {
            const std::string_view word = reader.word();
            const std::size_t stone = stone_signs.find(word);
            const bool may_be_hole = state.end != End::none;
            if (word.size() != 1 || stone == std::string_view::npos ||
                (stone == hole && !may_be_hole)) {
                reader.error("no stone");
            }
            state.board.set(x, y, static_cast<Stone>(stone));
        }
    }
    if (state.end == End::none && (has_line(state.board) || !has_legal_swap(state.board))) {
        reader.error("between moves the board has no line and a legal swap");
    }
}

} // namespace

State read_state(std::string_view text, const Setup& setup) {
    StateReader reader(text);
    State state;
    reader.line("moves");
    state.moves = reader.small_integer(0, setup.parameters.max_moves);
    reader.line("mover");
    state.mover = reader.small_integer(1, 2) - 1;
    reader.line("end");
    state.end = static_cast<End>(reader.choice(all_names<End>));
    reader.line("forfeited_by");
    const bool is_forfeit = state.end == End::forfeit;
    const int loser = reader.small_integer(is_forfeit ? 1 : 0, is_forfeit ? 2 : 0);
    state.forfeited_by = is_forfeit ? loser - 1 : 0;
    for (Player& player : state.players) {
        player = read_player(reader);
    }
    reader.line("taken");
    for (int x = 0; x < columns; ++x) {
        const auto stones = static_cast<std::int64_t>(setup.queues[x].size());
        state.taken[x] = static_cast<std::uint32_t>(reader.integer(0, stones));
    }
    read_board(reader, state);
    reader.finish();
    return state;
}

} // namespace referee::gems
