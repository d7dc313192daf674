#pragma once

/// The rules of dicewars with transfers: state and rules only, pure values.
/// referee/games/dicewars/README.md. The referee, searching AIs, replays and the benchmark share
/// them. Areas and players count from 0 here; files and fields count from 1.

#include "games/dicewars/rules_stream.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace referee::dicewars {

inline constexpr int max_areas = 64; ///< so that a set of areas is one word
inline constexpr int max_players = 8;
inline constexpr int max_dice = 8;
inline constexpr int nobody = -1;

/// A set of areas: bit a is area a.
using AreaSet = std::uint64_t;

constexpr AreaSet set_of(int area) {
    return AreaSet{1} << static_cast<unsigned>(area);
}
constexpr bool has(AreaSet set, int area) {
    return ((set >> static_cast<unsigned>(area)) & 1U) != 0;
}
/// Removes and returns the first area of a set that isn't empty.
constexpr int take_first(AreaSet& set) {
    const int area = std::countr_zero(set);
    set &= set - 1;
    return area;
}

/// The parameters of a field; the course's values are the defaults.
struct Parameters {
    int max_dice = 8;
    int reserve_production = 64; ///< maximum number of new dice at the end of a turn
    int reserve_cap = 24;        ///< a reserve is at most this minus the player's areas
    int battle_wear = 4;         ///< dice of a beaten attacker for which the defender loses a die
    int idle_rounds = 8;
    int max_battles = 10'000;
    int max_turns = 100'000;
    int max_transfers = 6; ///< in a turn
};

/// The neighbours of each area; their order decides ties. Never changes during a game.
class Board {
  public:
    Board() = default;
    /// `neighbours[a]` are the neighbours of area a in order. At most 64 areas; symmetric.
    explicit Board(const std::vector<std::vector<int>>& neighbours);

    int areas() const { return areas_; }
    AreaSet all() const { return areas_ == max_areas ? ~AreaSet{0} : set_of(areas_) - 1; }
    std::span<const std::uint8_t> neighbours(int area) const {
        return {lists_.data() + begins_[area], lists_.data() + begins_[area + 1]};
    }
    AreaSet neighbour_set(int area) const { return sets_[area]; }
    bool are_adjacent(int area, int other) const { return has(sets_[area], other); }

  private:
    int areas_ = 0;
    std::vector<std::uint8_t> lists_;
    std::array<std::uint16_t, max_areas + 1> begins_{};
    std::array<AreaSet, max_areas> sets_{};
};

/// Who gets an area at the start.
struct Assignment {
    int area = 0;
    int player = 0;
};

/// A game before its first command.
struct Setup {
    Parameters parameters;
    Board board;
    int players = 2;
    std::vector<std::uint8_t> dice;    ///< by area
    std::vector<Assignment> owners;    ///< in the order of assignment; each area once
    std::vector<NumberStream> streams; ///< one for all, or one for each player
    bool are_shared() const { return streams.size() == 1; }
};

struct Command {
    enum class Kind : std::uint8_t { end, battle, transfer };
    Kind kind = Kind::end;
    int from = 0; ///< as answered: not yet checked
    int to = 0;
    bool operator==(const Command&) const = default;
};

constexpr Command battle(int from, int to) {
    return {Command::Kind::battle, from, to};
}
constexpr Command transfer(int from, int to) {
    return {Command::Kind::transfer, from, to};
}
constexpr Command end_turn() {
    return {};
}

enum class End : std::uint8_t { none, conquest, idle, battles, turns };

constexpr auto enum_names(End) {
    return std::to_array<std::string_view>({"none", "conquest", "idle", "battles", "turns"});
}

struct State {
    std::array<AreaSet, max_players> owned{};
    std::array<std::uint8_t, max_areas> owner{};
    std::array<std::uint8_t, max_areas> dice{};
    /// Each player's areas in the order that decides the deployment.
    std::array<std::array<std::uint8_t, max_areas>, max_players> lists{};
    std::array<std::uint8_t, max_players> largest{}; ///< size of the largest region
    std::array<int, max_players> reserve{};
    std::array<int, max_players> turns{}; ///< own turns finished
    /// Battles before the one that eliminated the player; −1 while in.
    std::array<int, max_players> fallen{};
    std::array<std::uint64_t, max_players> taken{}; ///< numbers used from each stream
    int players = 0;
    int alive = 0;
    int mover = 0;
    int transfers_this_turn = 0;
    int battles_this_turn = 0;
    int battles = 0;
    int commands = 0;              ///< all, including refused and automatic ones
    int turn_ends = 0;             ///< of all players
    int idle_ends = 0;             ///< turn ends since the last battle or transfer
    std::uint8_t switched_off = 0; ///< bit p: player p
    End end = End::none;
    int winner = nobody;

    int areas_of(int player) const { return std::popcount(owned[player]); }
    bool is_off(int player) const { return ((switched_off >> player) & 1U) != 0; }
};

/// Why a command is refused.
enum class Refusal : std::uint8_t {
    none,
    no_such_area,
    not_own,      ///< the first area isn't the mover's
    too_few_dice, ///< battle with a single die
    own_target,
    foreign_target,
    not_adjacent
};

/// The areas that got a die, in order.
struct Deployment {
    std::array<std::uint8_t, max_areas * max_dice> areas;
    int count = 0;
};

/// The dice of one side in a battle, in the order of their throw; 0 is none.
using Thrown = std::array<std::uint8_t, max_dice>;

/// The outcome of a command.
struct Outcome {
    Refusal refusal = Refusal::none;
    bool won = false; ///< the battle
    int attack_sum = 0;
    int defence_sum = 0;
    Thrown attack_dice{};
    Thrown defence_dice{};
    int dice = 0; ///< moved by the transfer
    bool ended_turn = false;
};

/// The state before the first command.
State start(const Setup& setup);

/// Why the player to move may not give this command; a transfer beyond the limit is not refused.
Refusal refusal_of(const State& state, const Board& board, const Command& command);

/// Carries out a command of the mover with the setup's numbers. One that is refused ends the turn
/// and switches the mover off; a transfer beyond the limit ends the turn. The game must not be
/// over. If the turn has ended, `deployment` tells where dice were put down.
Outcome apply(State& state, const Setup& setup, const Command& command, Deployment& deployment);

/// The end of a turn without a command: the mover was at fault (`switches_off`: for the rest of the
/// game), or was switched off before.
void end_by_fault(State& state, const Setup& setup, bool switches_off, Deployment& deployment);

// The parts of a command, for searches with dice of their own and for tests. All but put_die()
// count the command and check whether the game is over.

/// A battle whose dice have been thrown.
struct Battle {
    int from; ///< the attacker's area
    int to;   ///< the defender's
    int attack_sum;
    int defence_sum;
};

/// A legal battle: the attacker wins if its sum is strictly larger.
void settle_battle(
    State& state, const Board& board, const Parameters& parameters, const Battle& battle);

/// A legal transfer within the limit; returns how many dice it moves.
int move_dice(State& state, const Parameters& parameters, int from, int to);

/// How many dice the player puts down when it ends its turn now.
int dice_to_deploy(const State& state, const Parameters& parameters, int player);

/// Puts down one die on an own area that has room.
inline void put_die(State& state, int area) {
    ++state.dice[area];
}

/// The end of the turn after `put_down` dice were put down: reserve, next player, end of the game.
void close_turn(State& state, const Parameters& parameters, int put_down);

/// Sum of the player's dice on the board.
int dice_of(const State& state, int player);

/// By player: 1 for the winner, then by elimination, later is better; without a winner all
/// remaining players share the best rank. For a game that is over.
std::array<int, max_players> ranks(const State& state);

} // namespace referee::dicewars
