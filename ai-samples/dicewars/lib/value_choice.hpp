#pragma once

/// Commands ranked by the value of the positions after them.

#include "dicewars/lib/agents.hpp"
#include "dicewars/lib/value.hpp"

#include <cstdint>
#include <vector>

namespace referee::dicewars::sample {

/// A command and the own chance to win after it, in the mean over its outcomes.
struct Valued {
    Command command;
    double value = 0;
};

/// Tells the positions of one turn apart: areas, dice and transfers are all that changes in it.
std::uint64_t key_of(const State& state, const Board& board);

/// The mover's chance to win in positions of one turn. Attacks in another order often lead to the
/// same position, so values are remembered: the latest one of each place in a table.
class TurnValues {
  public:
    /// For the turn of the game's mover; `remembered` is a power of two, or 0 for none.
    TurnValues(const Game& game, const ValueNet& net, std::size_t remembered = 0);

    double during(const State& state);
    /// If the turn ends now.
    double at_end(const State& state);
    /// How many positions the net has valued.
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

/// The own chance to win if the turn ends now.
double value_of_end(const Game& game, const ValueNet& net);

/// The attacks that aren't hopeless, the transfers of the paper's agents and the end of the turn,
/// best first. `commands` is overwritten.
void value_commands(const Game& game, TurnValues& values, std::vector<Valued>& commands);
std::vector<Valued> valued_commands(const Game& game, const ValueNet& net);

/// The best of them; near victory what maxn would do without its search.
Command choose_by_value(const Game& game, const ValueNet& net);

} // namespace referee::dicewars::sample
