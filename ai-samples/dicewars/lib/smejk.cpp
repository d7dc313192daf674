// xsmejk29, the paper's agent as it played in the paper's table, including its faults:
// ai-samples/dicewars/README.md, "AIs for dicewars".

#include "dicewars/lib/agents.hpp"

#include <algorithm>
#include <array>

namespace referee::dicewars::sample {
namespace {

enum SmejkStage : Memory { smejk_transfer_stage, smejk_attack_stage, smejk_evacuation_stage };

constexpr int max_transfers = 6;
constexpr int deepest = 5;
constexpr int many_dice = 7;
constexpr int full = 8;
constexpr double min_success = 0.5;
constexpr double min_hold = 0.3;
constexpr int max_target_dice = 4;

/// Areas in the order of their dice, fewest first; equal ones by number.
struct Sorted {
    std::array<std::uint8_t, max_areas> areas;
    int count = 0;
    const std::uint8_t* begin() const { return areas.data(); }
    const std::uint8_t* end() const { return areas.data() + count; }
};

Sorted by_dice(const State& state, AreaSet set) {
    Sorted sorted;
    std::array<AreaSet, max_dice + 1> with_dice{};
    while (set != 0) {
        const int area = take_first(set);
        with_dice[state.dice[area]] |= set_of(area);
    }
    for (AreaSet areas : with_dice) {
        while (areas != 0) {
            sorted.areas[sorted.count++] = static_cast<std::uint8_t>(take_first(areas));
        }
    }
    return sorted;
}

/// The tree of inner areas behind a border area, reduced to what is needed: for each level, the
/// node with the most dice; among equals, the first in depth-first order.
class Tree {
  public:
    struct Node {
        int dice = 0;
        int area = 0;
        int parent = 0;
    };

    Tree(const Game& game, AreaSet inner, int root, int depth)
        : board_(game.board), state_(game.state), inner_(inner), max_depth_(depth) {
        grow(root, 0, set_of(root));
    }

    /// Edges from the root to the deepest node.
    int depth() const { return depth_; }

    /// The node with the most dice above the deepest level, if it has two or more dice.
    const Node* richest() const {
        const Node* best = nullptr;
        for (int level = 1; level < depth_; ++level) {
            const Node& node = best_[level];
            if (node.dice >= 2 && (best == nullptr || node.dice > best->dice)) {
                best = &node;
            }
        }
        return best;
    }

  private:
    void grow(int node, int level, AreaSet visited) {
        depth_ = std::max(depth_, level);
        if (level == max_depth_ || (board_.neighbour_set(node) & inner_ & ~visited) == 0) {
            return;
        }
        for (const std::uint8_t child : board_.neighbours(node)) {
            if (has(inner_ & ~visited, child)) {
                visited |= set_of(child);
                if (state_.dice[child] > best_[level + 1].dice) {
                    best_[level + 1] = {state_.dice[child], child, node};
                }
                grow(child, level + 1, visited);
            }
        }
    }

    const Board& board_;
    const State& state_;
    AreaSet inner_;
    int max_depth_;
    int depth_ = 0;
    std::array<Node, deepest + 1> best_{};
};

/// For a tree with one level of children: the last child that exceeds a threshold, which mixes dice
/// and the root's number.
int child_to_move(const Game& game, AreaSet inner, int root) {
    const int number = root + 1;
    int mark = game.state.dice[root];
    int taken = nobody;
    for (const std::uint8_t child : game.board.neighbours(root)) {
        if (has(inner, child) && game.state.dice[child] + number > mark) {
            taken = child;
            mark = game.state.dice[child] - 1 + number;
        }
    }
    return taken;
}

/// Stage T: a transfer towards the border. Without one, the stage ends, or is kept.
std::optional<Command> bring_to_border(const Game& game, Memory& memory) {
    const State& state = game.state;
    if (state.transfers_this_turn >= max_transfers - 1) {
        memory = smejk_attack_stage;
        return std::nullopt;
    }
    const AreaSet border = border_of(game.board, state, game.player());
    const AreaSet inner = state.owned[game.player()] & ~border;
    const int depth = std::min(deepest, max_transfers - state.transfers_this_turn);
    bool all_skipped = true;
    for (const std::uint8_t root : by_dice(state, border)) {
        if (state.dice[root] >= many_dice) {
            continue;
        }
        all_skipped = false;
        const Tree tree(game, inner, root, depth);
        if (tree.depth() == 1) {
            const int child = child_to_move(game, inner, root);
            if (child == nobody) {
                memory = smejk_attack_stage;
                return std::nullopt;
            }
            return transfer(child, root);
        }
        if (const Tree::Node* const node = tree.richest()) {
            return transfer(node->area, node->parent);
        }
        if (state.dice[root] > 1) {
            memory = smejk_attack_stage;
        }
    }
    if (all_skipped) {
        memory = smejk_attack_stage;
    }
    return std::nullopt;
}

/// The first acceptable target of a border area, or nobody.
int target_of(const Board& board, const State& state, int player, int from) {
    const int dice = state.dice[from];
    for (const std::uint8_t to : board.neighbours(from)) {
        if (state.owner[to] != player &&
            (dice == full || (success(dice, state.dice[to]) >= min_success &&
                              hold(board, state, player, to, dice - 1) >= min_hold))) {
            return to;
        }
    }
    return nobody;
}

std::optional<Command> last_attack(const Game& game) {
    AreaSet border = border_of(game.board, game.state, game.player());
    while (border != 0) {
        const int from = max_areas - 1 - std::countl_zero(border);
        border &= ~set_of(from);
        if (game.state.dice[from] < 2) {
            continue;
        }
        const int to = target_of(game.board, game.state, game.player(), from);
        if (to != nobody) {
            return battle(from, to);
        }
    }
    return std::nullopt;
}

/// Carries out all attacks of a player at once, as if each was won.
void foresee(const Board& board, State& state, int player) {
    std::array<Command, max_areas> attacks;
    int count = 0;
    for (AreaSet border = border_of(board, state, player); border != 0;) {
        const int from = take_first(border);
        if (state.dice[from] >= 2) {
            const int to = target_of(board, state, player, from);
            if (to != nobody) {
                attacks[count++] = battle(from, to);
            }
        }
    }
    for (int i = 0; i < count; ++i) {
        const auto [kind, from, to] = attacks[i];
        state.owned[state.owner[to]] &= ~set_of(to);
        state.owned[player] |= set_of(to);
        state.owner[to] = static_cast<std::uint8_t>(player);
        state.dice[to] = static_cast<std::uint8_t>(state.dice[from] - 1);
        state.dice[from] = 1;
    }
}

/// Stage E: a transfer away from a border area that is likely to fall, in the position expected
/// after everyone has attacked. The areas may belong to others there; such a transfer is refused.
std::optional<Command> escape(const Game& game) {
    const Board& board = game.board;
    const int player = game.player();
    State state = game.state;
    for (int i = 1; i <= state.players; ++i) {
        const int other = (player + i) % state.players;
        if (game.state.owned[other] != 0) {
            foresee(board, state, other);
        }
    }
    struct Way {
        Command command;
        double held = 0;
        int dice = 0;
    };
    std::array<Way, max_areas> ways;
    int count = 0;
    for (const std::uint8_t from : by_dice(state, border_of(board, state, player))) {
        const int dice = state.dice[from];
        if (dice < 2) {
            continue;
        }
        int target = nobody;
        for (const std::uint8_t to : board.neighbours(from)) {
            if (state.owner[to] == player && state.dice[to] <= max_target_dice &&
                (target == nobody || state.dice[to] < state.dice[target])) {
                target = to;
            }
        }
        const double held = hold(board, state, player, from, dice);
        if (target != nobody && held < min_hold) {
            ways[count++] = {transfer(from, target), held, dice};
        }
    }
    if (count == 0) {
        return std::nullopt;
    }
    std::stable_sort(ways.begin(), ways.begin() + count, [](const Way& a, const Way& b) {
        return a.held < b.held;
    });
    return ways[count > 1 && ways[1].dice > ways[0].dice ? 1 : 0].command;
}

} // namespace

Command choose_xsmejk29(const Game& game, Memory& memory) {
    if (memory == smejk_transfer_stage) {
        if (const auto command = bring_to_border(game, memory)) {
            return *command;
        }
        if (memory == smejk_transfer_stage) {
            return end_turn();
        }
    }
    memory = smejk_transfer_stage;
    if (const auto attack = last_attack(game)) {
        return *attack;
    }
    if (game.state.transfers_this_turn < max_transfers) {
        if (const auto command = escape(game)) {
            return *command;
        }
    }
    return end_turn();
}

} // namespace referee::dicewars::sample
