// maxn's attack: the evaluation, and a search in which each seat in turn makes one attack.

#include "dicewars/lib/maxn/maxn.hpp"

#include <algorithm>
#include <vector>

namespace referee::dicewars::sample {
namespace {

/// An attack that is won, and what is needed to take it back. Lists and regions of the state are
/// not updated, because nothing here uses them.
class WonAttack {
  public:
    WonAttack(State& state, int from, int to)
        : state_(state), from_(from), to_(to), player_(state.owner[from]), loser_(state.owner[to]),
          attackers_(state.dice[from]), defenders_(state.dice[to]) {
        give(loser_, player_);
        state_.dice[to] = static_cast<std::uint8_t>(attackers_ - 1);
        state_.dice[from] = 1;
    }
    ~WonAttack() {
        give(player_, loser_);
        state_.dice[to_] = defenders_;
        state_.dice[from_] = attackers_;
    }
    WonAttack(const WonAttack&) = delete;
    WonAttack& operator=(const WonAttack&) = delete;

  private:
    void give(std::uint8_t giver, std::uint8_t taker) {
        state_.owned[giver] &= ~set_of(to_);
        state_.owned[taker] |= set_of(to_);
        state_.owner[to_] = taker;
    }
    State& state_;
    int from_;
    int to_;
    std::uint8_t player_;
    std::uint8_t loser_;
    std::uint8_t attackers_;
    std::uint8_t defenders_;
};

class Search {
  public:
    Search(const Game& game, const MaxnConfig& config)
        : board_(game.board), state_(game.state), config_(config) {}

    std::optional<Command> best() {
        const int levels = affordable_levels();
        std::optional<Command> chosen;
        double greatest = 0;
        const int player = state_.mover;
        for (const Command& attack : candidates(player)) {
            const WonAttack won(state_, attack.from, attack.to);
            const double margin = margin_of(values(next_of(player), levels - 1), player);
            if (!chosen || margin > greatest) {
                greatest = margin;
                chosen = attack;
            }
        }
        return chosen;
    }

  private:
    std::vector<Command> candidates(int player) const {
        std::vector<Command> attacks;
        for_each_candidate(board_, state_, player, config_, [&](int from, int to) {
            attacks.push_back(battle(from, to));
        });
        return attacks;
    }

    /// The next seat that is still in the game, in the order of play.
    int next_of(int player) const {
        do {
            player = (player + 1) % state_.players;
        } while (state_.owned[player] == 0);
        return player;
    }

    /// As many levels as the number of positions allows, estimated from the present attacks of all
    /// seats; at least one.
    int affordable_levels() const {
        double positions = 1;
        int player = state_.mover;
        int levels = 0;
        for (; levels < static_cast<int>(config_.depth); ++levels) {
            positions *= std::max<double>(1, static_cast<double>(candidates(player).size()));
            if (positions > config_.positions) {
                break;
            }
            player = next_of(player);
        }
        return std::max(1, levels);
    }

    /// The values of all seats if each, from this one on, chooses what is best for itself.
    MaxnValues values(int player, int levels) {
        if (levels == 0) {
            return maxn_values(board_, state_, config_);
        }
        const std::vector<Command> attacks = candidates(player);
        if (attacks.empty()) {
            return values(next_of(player), levels - 1);
        }
        MaxnValues best{};
        double greatest = 0;
        for (std::size_t i = 0; i < attacks.size(); ++i) {
            const WonAttack won(state_, attacks[i].from, attacks[i].to);
            const MaxnValues found = values(next_of(player), levels - 1);
            const double margin = margin_of(found, player);
            if (i == 0 || margin > greatest) {
                greatest = margin;
                best = found;
            }
        }
        return best;
    }

    /// The own value minus the others'.
    double margin_of(const MaxnValues& values, int player) const {
        double others = 0;
        for (int seat = 0; seat < state_.players; ++seat) {
            others += seat == player ? 0 : values[seat];
        }
        return values[player] - others;
    }

    const Board& board_;
    State state_;
    const MaxnConfig& config_;
};

} // namespace

MaxnValues maxn_values(const Board& board, const State& state, const MaxnConfig& config) {
    std::array<int, max_players> weak_borders{};
    std::array<int, max_players> weak_enemies{};
    for (int area = 0; area < board.areas(); ++area) {
        const int owner = state.owner[area];
        const int dice = state.dice[area];
        bool is_weak = false;
        for (const std::uint8_t neighbour : board.neighbours(area)) {
            if (state.owner[neighbour] == owner) {
                continue;
            }
            const int against = state.dice[neighbour];
            is_weak = is_weak || against >= dice + 2;
            const bool is_prey = dice > against || (dice == max_dice && against == max_dice);
            weak_enemies[owner] += is_prey ? 1 : 0;
        }
        weak_borders[owner] += is_weak ? 1 : 0;
    }
    MaxnValues values{};
    for (int seat = 0; seat < state.players; ++seat) {
        const int region = std::popcount(largest_region(board, state, seat));
        values[seat] = config.areas * state.areas_of(seat) + config.region * region -
                       config.weak_border * weak_borders[seat] +
                       config.weak_enemy * weak_enemies[seat];
    }
    return values;
}

std::optional<Command> maxn_attack(const Game& game, const MaxnConfig& config) {
    return Search(game, config).best();
}

} // namespace referee::dicewars::sample
