// Expectimax with iterative deepening over the commands of one turn: the value of an attack is the
// mean of its two outcomes, weighted by their probabilities; the value of a position is that of its
// best command. Worse commands and rare outcomes are searched less far: each takes more of the
// effort that is left. The same attacks in another order lead to the same position, so each
// position is searched only once per effort.

#include "dicewars/lib/foresight/foresight.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace referee::dicewars::sample {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t remembered_values = 1U << 16U;
constexpr int effort_of_command = 8;
constexpr int step = 4; // efforts are multiples of it, so that fewer occur for a position

bool is_better(const Valued& a, const Valued& b) {
    return a.value > b.value;
}

class Search {
  public:
    Search(const Game& game, const ValueNet& net, const ForesightOptions& options)
        : board_(game.board), parameters_(game.parameters), options_(options),
          values_(game, net, remembered_values) {}

    /// The commands of the state, the best of them searched as far as `effort` reaches. Incomplete
    /// once a limit is reached.
    const std::vector<Valued>& commands(const State& state, int effort, const Hints& hints = {}) {
        Node& node = node_of(state, hints);
        if (node.effort >= effort) {
            return node.commands;
        }
        const std::size_t count =
            std::min(node.commands.size(), static_cast<std::size_t>(options_.width));
        for (std::size_t i = 0; i < count && !is_over(); ++i) {
            Valued& valued = node.commands[i];
            const int left = effort - effort_of_command - static_cast<int>(i) * options_.rank_cost;
            if (left < effort_of_command) {
                break; // as do all that follow
            }
            if (valued.command.kind != Command::Kind::end) { // its value is known already
                valued.value = deeper(state, valued.command, left, node.commands);
            }
        }
        std::stable_sort(node.commands.begin(), node.commands.end(), is_better);
        node.effort = effort;
        return node.commands;
    }

    bool is_over() const {
        return values_.valued() >= options_.positions || Clock::now() >= options_.deadline;
    }

  private:
    struct Node {
        int effort = 0; ///< 0: not valued yet
        std::vector<Valued> commands;
    };

    /// References to nodes stay valid while others are added.
    Node& node_of(const State& state, const Hints& hints) {
        Node& node = nodes_[key_of(state, board_)];
        if (node.effort == 0) {
            value_commands({board_, state, parameters_}, values_, hints, node.commands);
            node.effort = effort_of_command;
        }
        return node;
    }

    /// After a command, attacks elsewhere are worth about as much as before. So only the best ones
    /// of those are looked at again, and those at the areas of the command.
    double deeper(
        const State& before, const Command& command, int effort,
        const std::vector<Valued>& commands) {
        const auto kept = static_cast<std::size_t>(options_.kept);
        const Hints hints{
            set_of(command.from) | set_of(command.to),
            std::span(commands).first(std::min(commands.size(), kept))};
        State state = before;
        if (command.kind == Command::Kind::transfer) {
            move_dice(state, parameters_, command.from, command.to);
            return best(state, effort, hints);
        }
        const double won = success(state.dice[command.from], state.dice[command.to]);
        fight(state, parameters_, command, true);
        const double after_win = best(state, effort - cost_of(won), hints);
        state = before;
        fight(state, parameters_, command, false);
        return won * after_win + (1 - won) * best(state, effort - cost_of(1 - won), hints);
    }

    int cost_of(double chance) const {
        constexpr double min_chance = 1e-3; // some outcomes are impossible
        return static_cast<int>(
            std::lround(-std::log2(std::max(chance, min_chance)) * options_.chance_cost));
    }

    double best(const State& state, int effort, const Hints& hints) {
        if (state.end != End::none) {
            return state.winner == state.mover ? 1 : 0;
        }
        if (effort < effort_of_command) {
            return values_.during(state);
        }
        return commands(state, effort / step * step, hints).front().value;
    }

    const Board& board_;
    const Parameters& parameters_;
    const ForesightOptions& options_;
    TurnValues values_;
    std::unordered_map<std::uint64_t, Node> nodes_;
};

} // namespace

std::vector<Valued>
searched_commands(const Game& game, const ValueNet& net, const ForesightOptions& options) {
    Search search(game, net, options);
    std::vector<Valued> finished = search.commands(game.state, effort_of_command);
    for (int depth = 2; depth <= options.depth && !search.is_over(); ++depth) {
        std::vector<Valued> found = search.commands(game.state, depth * effort_of_command);
        if (!search.is_over()) {
            finished = std::move(found);
        }
    }
    return finished;
}

} // namespace referee::dicewars::sample
