#include "games/dicewars/read_state.hpp"

#include "field/state_reader.hpp"
#include "games/dicewars/frames.hpp"
#include "names.hpp"

#include <vector>

namespace referee::dicewars {
namespace {

constexpr int max_count = 1'000'000'000;
/// All numbers of a generator are kept in memory; no game needs more than this.
constexpr std::int64_t max_taken = 10'000'000;

/// The players' lines, besides their areas.
struct PlayerLine {
    int reserve = 0;
    int turns = 0;
    int fallen = nobody;
    bool is_off = false;
};

int read_count(StateReader& reader, std::string_view name) {
    reader.line(name);
    return reader.small_integer(0, max_count);
}

PlayerLine read_player(
    StateReader& reader, int player, int areas, std::vector<Assignment>& owners, AreaSet& given) {
    PlayerLine line;
    reader.line("player");
    reader.small_integer(player + 1, player + 1);
    reader.expect("reserve");
    line.reserve = reader.small_integer(0, max_count);
    reader.expect("turns");
    line.turns = reader.small_integer(0, max_count);
    reader.expect("fallen");
    line.fallen = reader.small_integer(nobody, max_count);
    reader.expect("off");
    line.is_off = reader.small_integer(0, 1) == 1;
    reader.expect("list");
    const bool has_areas = reader.has_word();
    while (reader.has_word()) {
        const int area = reader.small_integer(1, areas) - 1;
        if (has(given, area)) {
            reader.error("an area has two owners");
        }
        given |= set_of(area);
        owners.push_back({area, player});
    }
    if (has_areas != (line.fallen == nobody)) {
        reader.error("a player with areas can't be eliminated");
    }
    return line;
}

} // namespace

State read_state(std::string_view text, const Setup& setup) {
    StateReader reader(text);
    const int commands = read_count(reader, "commands");
    reader.line("mover");
    const int mover = reader.small_integer(1, setup.players) - 1;
    reader.line("end");
    const auto end = static_cast<End>(reader.choice(all_names<End>));
    reader.line("winner");
    const int winner = reader.small_integer(0, setup.players) - 1;
    const int battles = read_count(reader, "battles");
    const int battles_this_turn = read_count(reader, "battles_this_turn");
    const int transfers_this_turn = read_count(reader, "transfers_this_turn");
    const int turn_ends = read_count(reader, "turn_ends");
    const int idle_ends = read_count(reader, "idle_ends");
    std::array<std::uint64_t, max_players> taken{};
    reader.line("numbers_taken");
    for (int player = 0; player < setup.players; ++player) {
        taken[player] = static_cast<std::uint64_t>(reader.integer(0, max_taken));
    }
    Setup with_these_owners = setup;
    with_these_owners.owners.clear();
    AreaSet given = 0;
    std::array<PlayerLine, max_players> lines;
    for (int player = 0; player < setup.players; ++player) {
        lines[player] =
            read_player(reader, player, setup.board.areas(), with_these_owners.owners, given);
    }
    if (given != setup.board.all()) {
        reader.error("an area has no owner");
    }
    reader.line("dice");
    for (std::uint8_t& dice : with_these_owners.dice) {
        dice = static_cast<std::uint8_t>(reader.integer(1, setup.parameters.max_dice));
    }
    reader.finish();

    State state = start(with_these_owners);
    state.commands = commands;
    state.mover = mover;
    state.end = end;
    state.winner = winner;
    state.battles = battles;
    state.battles_this_turn = battles_this_turn;
    state.transfers_this_turn = transfers_this_turn;
    state.turn_ends = turn_ends;
    state.idle_ends = idle_ends;
    state.taken = taken;
    for (int player = 0; player < setup.players; ++player) {
        state.reserve[player] = lines[player].reserve;
        state.turns[player] = lines[player].turns;
        state.fallen[player] = lines[player].fallen;
        state.alive -= state.owned[player] == 0 ? 1 : 0;
        state.switched_off = static_cast<std::uint8_t>(
            state.switched_off | (lines[player].is_off ? 1U << player : 0U));
    }
    if (end == End::none && (state.owned[mover] == 0 || state.is_off(mover))) {
        reader.error("the player to move is out");
    }
    return state;
}

} // namespace referee::dicewars
