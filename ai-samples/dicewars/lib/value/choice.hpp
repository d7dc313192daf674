#pragma once

/// Commands ranked by the value of the positions after them.

#include "dicewars/lib/agents.hpp"
#include "dicewars/lib/value/value.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace referee::dicewars::sample {

/// A command and the own chance of winning after it, averaged over its outcomes.
struct Valued {
    Command command;
    double value = 0;
};

/// Distinguishes the positions of one turn, in which only areas, dice and transfers change.
std::uint64_t key_of(const State& state, const Board& board);

/// The mover's chance of winning in positions of one turn. Attacks in another order often lead to
/// the same position, so values are kept in a hash table; the latest value replaces the older one.
class TurnValues {
  public:
    /// For the turn of the game's mover; `remembered` is the size of the table, a power of two, or
    /// 0 for none.
    TurnValues(const Game& game, const ValueNet& net, std::size_t remembered = 0);

    double during(const State& state);
    /// If the turn ends now.
    double at_end(const State& state);
    /// Number of positions that the network has evaluated.
    int valued() const { return valued_; }

  private:
    struct Remembered {
        std::uint64_t key = 0;
        double value = 0;
    };
    double value_of(const State& state, Moment moment);

    const Board& board_;
    const Parameters& parameters_;
    const ValueNet& net_;
    int player_;
    int valued_ = 0;
    std::vector<Remembered> table_;
};

/// The own chance of winning if the turn ends now.
double value_of_end(const Game& game, const ValueNet& net);

/// A battle of the mover that is won or lost, without what the network doesn't look at: the counts
/// and the order of the lists of areas.
void fight(State& state, const Parameters& parameters, const Command& battle, bool is_won);

/// The attacks to be looked at: those from or to these areas, and those among the commands.
struct Hints {
    AreaSet areas = ~AreaSet{0};
    std::span<const Valued> commands;
};

/// Overwrites `commands` with the attacks that aren't hopeless, the transfers of the paper's agents
/// and the end of the turn, best first.
void value_commands(
    const Game& game, TurnValues& values, const Hints& hints, std::vector<Valued>& commands);
std::vector<Valued> valued_commands(const Game& game, const ValueNet& net);

/// The best of them; near victory, the command of maxn without its search.
Command choose_by_value(const Game& game, const ValueNet& net);

} // namespace referee::dicewars::sample
