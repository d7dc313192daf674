// maxn's stages: dice to the border, attacks, dice away from areas that are unlikely to hold.

#include "dicewars/lib/maxn/maxn.hpp"

#include <algorithm>

namespace referee::dicewars::sample {
namespace {

enum Stage : Memory { transfer_stage, attack_stage, escape_stage };

constexpr int kept_for_escape = 1; // transfers
constexpr int many_dice = 7;       // a border area with this many needs no more

/// All paths from a border area through own inner areas. A path is played from its far end; each
/// area gives what it can to the next one, which brings some dice to the border area.
class Paths {
  public:
    Paths(const Game& game, AreaSet inner, int root, int max_steps)
        : game_(game), inner_(inner), max_steps_(max_steps) {
        path_[0] = root;
        grow(0, set_of(root));
    }

    /// The first step of the best path that moves a die.
    std::optional<Command> first_step() const { return step_; }

  private:
    void grow(int length, AreaSet visited) {
        if (length > 0) {
            weigh(length);
        }
        if (length == max_steps_) {
            return;
        }
        const AreaSet free = inner_ & ~visited;
        if ((game_.board.neighbour_set(path_[length]) & free) == 0) {
            return;
        }
        for (const std::uint8_t next : game_.board.neighbours(path_[length])) {
            if (has(free, next)) {
                path_[length + 1] = next;
                grow(length + 1, visited | set_of(next));
            }
        }
    }

    void weigh(int length) {
        int came = 0; // dice from the area before
        int transfers = 0;
        std::optional<Command> step;
        for (int i = length; i > 0; --i) {
            const int dice = game_.state.dice[path_[i]] + came;
            came = std::min(game_.parameters.max_dice - game_.state.dice[path_[i - 1]], dice - 1);
            if (came > 0) {
                ++transfers;
                step = step ? step : transfer(path_[i], path_[i - 1]);
            }
        }
        if (came > brought_ || (came > 0 && came == brought_ && transfers < transfers_)) {
            brought_ = came;
            transfers_ = transfers;
            step_ = step;
        }
    }

    const Game& game_;
    AreaSet inner_;
    int max_steps_;
    std::array<int, max_areas> path_{};
    int brought_ = 0;
    int transfers_ = 0;
    std::optional<Command> step_;
};

} // namespace

std::optional<Command> maxn_transfer(const Game& game) {
    const State& state = game.state;
    const int left = game.parameters.max_transfers - kept_for_escape - state.transfers_this_turn;
    const AreaSet border = border_of(game.board, state, game.player());
    const AreaSet inner = state.owned[game.player()] & ~border;
    for (int dice = 1; dice < many_dice && left > 0; ++dice) {
        for (AreaSet areas = border; areas != 0;) {
            const int root = take_first(areas);
            if (state.dice[root] != dice) {
                continue;
            }
            if (const auto step = Paths(game, inner, root, left).first_step()) {
                return step;
            }
        }
    }
    return std::nullopt;
}

std::optional<Command> maxn_escape(const Game& game, const MaxnConfig& config) {
    const State& state = game.state;
    std::optional<Command> best;
    double lowest = config.escape;
    if (state.transfers_this_turn >= game.parameters.max_transfers) {
        return best;
    }
    for (AreaSet areas = border_of(game.board, state, game.player()); areas != 0;) {
        const int from = take_first(areas);
        const int dice = state.dice[from];
        if (dice < 2) {
            continue;
        }
        const double held = hold(game.board, state, game.player(), from, dice);
        if (held >= lowest) {
            continue;
        }
        int target = nobody;
        for (const std::uint8_t to : game.board.neighbours(from)) {
            if (state.owner[to] == game.player() &&
                state.dice[to] + dice - 1 <= game.parameters.max_dice &&
                (target == nobody || state.dice[to] > state.dice[target])) {
                target = to;
            }
        }
        if (target != nobody) {
            lowest = held;
            best = transfer(from, target);
        }
    }
    return best;
}

Command choose_maxn(const Game& game, Memory& memory, const MaxnConfig& config) {
    // If the last turn was cut short, its stage is still in memory.
    if (game.state.battles_this_turn == 0 && game.state.transfers_this_turn == 0) {
        memory = transfer_stage;
    }
    if (memory == transfer_stage) {
        if (const auto step = maxn_transfer(game)) {
            return *step;
        }
        memory = attack_stage;
    }
    if (memory == attack_stage) {
        if (const auto attack = maxn_attack(game, config)) {
            memory = transfer_stage;
            return *attack;
        }
        memory = escape_stage;
    }
    if (const auto step = maxn_escape(game, config)) {
        return *step;
    }
    memory = transfer_stage;
    return end_turn();
}

Command choose_maxn(const Game& game, Memory& memory) {
    return choose_maxn(game, memory, MaxnConfig{});
}

} // namespace referee::dicewars::sample
