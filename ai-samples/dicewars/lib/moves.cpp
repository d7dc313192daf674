#include "dicewars/lib/moves.hpp"

#include <algorithm>

namespace referee::dicewars::sample {

AreaSet border_of(const Board& board, const State& state, int player) {
    const AreaSet own = state.owned[player];
    AreaSet border = 0;
    for (AreaSet areas = own; areas != 0;) {
        const int area = take_first(areas);
        if ((board.neighbour_set(area) & ~own) != 0) {
            border |= set_of(area);
        }
    }
    return border;
}

AreaSet largest_region(const Board& board, const State& state, int player) {
    AreaSet left = state.owned[player];
    AreaSet largest = 0;
    while (std::popcount(left) > std::popcount(largest)) {
        const AreaSet region = take_region(board, left);
        if (std::popcount(region) > std::popcount(largest)) {
            largest = region;
        }
    }
    return largest;
}

std::optional<Command> move_to_border(const Game& game) {
    const State& state = game.state;
    const AreaSet border = border_of(game.board, state, game.player());
    AreaSet room = 0; // border areas that can take a die
    for (AreaSet areas = border; areas != 0;) {
        const int area = take_first(areas);
        if (state.dice[area] < game.parameters.max_dice) {
            room |= set_of(area);
        }
    }
    for (AreaSet inner = state.owned[game.player()] & ~border; inner != 0;) {
        const int from = take_first(inner);
        if (state.dice[from] < 2 || (game.board.neighbour_set(from) & room) == 0) {
            continue;
        }
        for (const std::uint8_t to : game.board.neighbours(from)) {
            if (has(room, to)) {
                return transfer(from, to);
            }
        }
    }
    return std::nullopt;
}

std::optional<Command> evacuate(const Game& game) {
    const Board& board = game.board;
    const State& state = game.state;
    const int player = game.player();
    const AreaSet own = state.owned[player];
    const auto loss = [&](int area, int dice) {
        return (1 - hold(board, state, player, area, dice)) * dice;
    };
    std::optional<Command> best;
    double greatest = 0;
    for (AreaSet border = border_of(board, state, player); border != 0;) {
        const int from = take_first(border);
        const int dice = state.dice[from];
        if (dice < 2 || (board.neighbour_set(from) & own) == 0) {
            continue;
        }
        const double loss_from = loss(from, dice);
        for (const std::uint8_t to : board.neighbours(from)) {
            if (!has(own, to)) {
                continue;
            }
            const int moved = std::min(game.parameters.max_dice - state.dice[to], dice - 1);
            const double before = loss_from + loss(to, state.dice[to]);
            const double after = loss(from, dice - moved) + loss(to, state.dice[to] + moved);
            if (before - after > greatest) {
                greatest = before - after;
                best = transfer(from, to);
            }
        }
    }
    return best;
}

std::optional<Command> strength_attack(const Game& game) {
    std::optional<Command> best;
    int greatest = -1;
    for_each_attack(game.board, game.state, game.player(), [&](int from, int to) {
        const int advantage = game.state.dice[from] - game.state.dice[to];
        if (advantage > greatest) {
            greatest = advantage;
            best = battle(from, to);
        }
    });
    return best;
}

namespace {

/// The best attack by score × weight among those with a score of at least `min` or from a full
/// area.
template <typename WeightOf>
std::optional<Command> best_attack(const Game& game, double min, WeightOf weight_of) {
    const State& state = game.state;
    std::optional<Command> best;
    double greatest = -1;
    for_each_attack(game.board, state, game.player(), [&](int from, int to) {
        const int dice = state.dice[from];
        const double score =
            success(dice, state.dice[to]) * hold(game.board, state, game.player(), to, dice - 1);
        if (score < min && dice != max_dice) {
            return;
        }
        const double weighted = score * weight_of(from);
        if (weighted > greatest) {
            greatest = weighted;
            best = battle(from, to);
        }
    });
    return best;
}

} // namespace

std::optional<Command> probable_attack(const Game& game) {
    return best_attack(game, 0.2, [](int) { return 1.0; });
}

std::optional<Command> region_attack(const Game& game) {
    const bool are_two = game.state.players == 2; // at the beginning of the game
    const AreaSet largest = largest_region(game.board, game.state, game.player());
    const double weight = are_two ? 3 : 2;
    return best_attack(
        game, are_two ? 0.2 : 0.4, [&](int from) { return has(largest, from) ? weight : 1.0; });
}

} // namespace referee::dicewars::sample
