// Expectimax over the commands of one turn: an attack is worth what its two outcomes are, weighted
// by their odds; a position what its best command is. Deeper and deeper while there is time.

#include "dicewars/lib/foresight.hpp"

#include <algorithm>
#include <optional>

namespace referee::dicewars::sample {
namespace {

using Clock = std::chrono::steady_clock;

class Search {
  public:
    Search(const Game& game, const ValueNet& net, const ForesightOptions& options)
        : board_(game.board), parameters_(game.parameters), net_(net), options_(options) {}

    /// The commands of the state, the best of them looked at `depth` commands deep. Worthless once
    /// the limits are reached.
    std::vector<Valued> commands(const State& state, int depth) {
        std::vector<Valued> found = valued_commands({board_, state, parameters_}, net_);
        positions_ += 2 * static_cast<int>(found.size());
        if (depth > 1) {
            const std::size_t count =
                std::min(found.size(), static_cast<std::size_t>(options_.width));
            for (std::size_t i = 0; i < count && !is_over(); ++i) {
                found[i].value =
                    std::max(found[i].value, deeper(state, found[i].command, depth - 1));
            }
            std::stable_sort(found.begin(), found.end(), [](const Valued& a, const Valued& b) {
                return a.value > b.value;
            });
        }
        return found;
    }

    bool is_over() const {
        return positions_ >= options_.positions || Clock::now() >= options_.deadline;
    }

  private:
    double deeper(const State& before, const Command& command, int depth) {
        if (command.kind == Command::Kind::end) {
            return 0; // known exactly already
        }
        State state = before;
        if (command.kind == Command::Kind::transfer) {
            move_dice(state, parameters_, command.from, command.to);
            return best(state, depth);
        }
        const double won = success(state.dice[command.from], state.dice[command.to]);
        settle_battle(state, board_, parameters_, command.from, command.to, 1, 0);
        const double after_win = best(state, depth);
        state = before;
        settle_battle(state, board_, parameters_, command.from, command.to, 0, 1);
        return won * after_win + (1 - won) * best(state, depth);
    }

    double best(const State& state, int depth) {
        if (state.end != End::none) {
            return state.winner == state.mover ? 1 : 0;
        }
        return commands(state, depth).front().value;
    }

    const Board& board_;
    const Parameters& parameters_;
    const ValueNet& net_;
    const ForesightOptions& options_;
    int positions_ = 0;
};

} // namespace

std::vector<Valued>
searched_commands(const Game& game, const ValueNet& net, const ForesightOptions& options) {
    Search search(game, net, options);
    std::vector<Valued> finished = search.commands(game.state, 1);
    for (int depth = 2; depth <= options.depth && !search.is_over(); ++depth) {
        std::vector<Valued> found = search.commands(game.state, depth);
        if (!search.is_over()) {
            finished = std::move(found);
        }
    }
    return finished;
}

} // namespace referee::dicewars::sample
