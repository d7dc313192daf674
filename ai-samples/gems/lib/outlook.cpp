#include "gems/lib/outlook.hpp"

#include <algorithm>
#include <cmath>

namespace referee::gems::sample {
namespace {

int count_holes(const Board& board) {
    int holes = 0;
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            holes += board.at(x, y) == hole ? 1 : 0;
        }
    }
    return holes;
}

} // namespace

Tried Outlook::try_move(const State& state, const Swap& swap) {
    Tried move{swap, state, state.mover};
    foresee(move.after, parameters_, swap);
    ++tried_;
    if (move.after.end != End::none) {
        const int best = winner(move.after);
        move.odds = best < 0 ? 0 : best == move.mover ? certain : -certain;
        move.worth = move.odds;
        return move;
    }
    move.falling = count_holes(move.after.board) - count_holes(state.board);
    move.odds = log_odds(move.after, parameters_, weights_, move.mover);
    move.worth = move.odds + weights_[Features::falling] * static_cast<float>(move.falling) +
                 (move.after.mover == move.mover ? 1.0F : -1.0F) * weights_[Features::turn];
    return move;
}

std::vector<Tried> Outlook::moves(const State& state) {
    std::vector<Tried> all;
    for (const Swap& swap : legal_swaps(state.board)) {
        all.push_back(try_move(state, swap));
    }
    std::ranges::stable_sort(all, std::ranges::greater(), &Tried::worth);
    return all;
}

std::optional<Tried> Outlook::best_move(const State& state) {
    std::optional<Tried> best;
    for (const Swap& swap : legal_swaps(state.board)) {
        const Tried move = try_move(state, swap);
        if (!best || move.worth > best->worth) {
            best = move;
        }
    }
    return best;
}

/// What a move gains its mover, beyond the change of turn.
float Outlook::gain(const Tried& before, const Tried& move) const {
    const float odds = before.mover == move.mover ? before.odds : -before.odds;
    const float gained = move.worth + weights_[Features::turn] - odds;
    return std::clamp(gained, 0.0F, gain_knots.back());
}

Prospect Outlook::prospect(const Tried& move, int depth) {
    Prospect result;
    result.line.push_back(move.swap);
    if (move.after.end != End::none) {
        result.odds = move.odds;
        result.is_decided = true;
        return result;
    }
    auto add = [&](std::size_t feature, float amount) { result.features[feature] += amount; };
    const auto own = static_cast<std::size_t>(move.mover);
    add_player(move.after.players[own], move.after.players[1 - own], parameters_, 1, add);
    add_player(move.after.players[1 - own], move.after.players[own], parameters_, -1, add);
    add(Features::falling, static_cast<float>(move.falling));
    const float turn = move.after.mover == move.mover ? 1.0F : -1.0F;
    add(Features::turn, turn);
    const std::optional<Tried> then = depth > 1 ? best_move(move.after) : std::nullopt;
    if (then) {
        result.line.push_back(then->swap);
        if (then->after.end != End::none && then->odds != 0) {
            // It doesn't depend on any stone that falls in.
            result.odds = turn * (then->odds > 0 ? certain - later_end : later_end - certain);
            result.is_decided = true;
            return result;
        }
        add_curve(gain_knots, Features::gain, gain(move, *then), turn, add);
        const std::optional<Tried> next =
            depth > 2 && then->after.end == End::none ? best_move(then->after) : std::nullopt;
        if (next) {
            result.line.push_back(next->swap);
            add(Features::next_gain,
                (next->mover == move.mover ? 1.0F : -1.0F) * gain(*then, *next));
        }
    }
    for (std::size_t i = 0; i < Features::count; ++i) {
        result.odds += weights_[i] * result.features[i];
    }
    return result;
}

Choice best_by_chance(
    const Situation& situation, const ChanceWeights& weights, int depth,
    const std::function<bool()>& out_of_time) {
    Outlook outlook(situation.parameters, weights);
    Choice choice;
    float best = 0;
    for (const Tried& move : outlook.moves(situation.state)) {
        if (choice.depth > 0 && out_of_time()) {
            break;
        }
        Prospect prospect = outlook.prospect(move, depth);
        if (choice.depth == 0 || prospect.odds > best) {
            best = prospect.odds;
            choice.swap = move.swap;
            choice.depth = depth;
            choice.line = std::move(prospect.line);
        }
    }
    choice.value = static_cast<int>(std::lround(200 * chance_of(best) - 100));
    choice.nodes = outlook.tried();
    return choice;
}

} // namespace referee::gems::sample
