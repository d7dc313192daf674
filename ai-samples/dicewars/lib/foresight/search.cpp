// Expectimax with iterative deepening over the commands of one turn: the value of an attack is the
// mean of its two outcomes, weighted by their probabilities; the value of a position is that of its
// best command. The same attacks in another order lead to the same position, so each position is
// searched only once per depth.

#include "dicewars/lib/foresight/foresight.hpp"

#include <algorithm>
#include <unordered_map>

namespace referee::dicewars::sample {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t remembered_values = 1U << 15U;

bool is_better(const Valued& a, const Valued& b) {
    return a.value > b.value;
}

class Search {
  public:
    Search(const Game& game, const ValueNet& net, const ForesightOptions& options)
        : board_(game.board), parameters_(game.parameters), options_(options),
          values_(game, net, remembered_values) {}

    /// The commands of the state, the best of them searched `depth` commands deep. Incomplete once
    /// a limit is reached.
    const std::vector<Valued>& commands(const State& state, int depth) {
        Node& node = node_of(state);
        if (node.depth >= depth) {
            return node.commands;
        }
        const std::size_t count =
            std::min(node.commands.size(), static_cast<std::size_t>(options_.width));
        for (std::size_t i = 0; i < count && !is_over(); ++i) {
            Valued& valued = node.commands[i];
            if (valued.command.kind != Command::Kind::end) { // its value is known already
                valued.value = deeper(state, valued.command, depth - 1);
            }
        }
        std::stable_sort(node.commands.begin(), node.commands.end(), is_better);
        node.depth = depth;
        return node.commands;
    }

    bool is_over() const {
        return values_.valued() >= options_.positions || Clock::now() >= options_.deadline;
    }

  private:
    struct Node {
        int depth = 0; ///< 0: not evaluated yet
        std::vector<Valued> commands;
    };

    /// References to nodes stay valid while others are added.
    Node& node_of(const State& state) {
        Node& node = nodes_[key_of(state, board_)];
        if (node.depth == 0) {
            value_commands({board_, state, parameters_}, values_, node.commands);
            node.depth = 1;
        }
        return node;
    }

    double deeper(const State& before, const Command& command, int depth) {
        State state = before;
        if (command.kind == Command::Kind::transfer) {
            move_dice(state, parameters_, command.from, command.to);
            return best(state, depth);
        }
        const double won = success(state.dice[command.from], state.dice[command.to]);
        settle_battle(state, board_, parameters_, {command.from, command.to, 1, 0});
        const double after_win = best(state, depth);
        state = before;
        settle_battle(state, board_, parameters_, {command.from, command.to, 0, 1});
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
    const ForesightOptions& options_;
    TurnValues values_;
    std::unordered_map<std::uint64_t, Node> nodes_;
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
