#include "dicewars/training/selfplay.hpp"

#include "base/random.hpp"
#include "games/dicewars/field.hpp"

namespace referee::dicewars::training {

using namespace sample;

namespace {

/// A position that may be kept.
struct Seen {
    State state;
    Moment moment = Moment::begin;
};

/// Reservoir sampling: each position of a game is kept with the same probability.
class Reservoir {
  public:
    explicit Reservoir(int max) : max_(static_cast<std::size_t>(max)) {}

    void offer(const State& state, Moment moment, Chance& chance) {
        ++count_;
        if (kept_.size() < max_) {
            kept_.push_back({state, moment});
        } else if (max_ > 0) {
            const auto place = static_cast<std::size_t>(chance.below(count_));
            if (place < max_) {
                kept_[place] = {state, moment};
            }
        }
    }
    const std::vector<Seen>& kept() const { return kept_; }

  private:
    std::size_t max_;
    int count_ = 0;
    std::vector<Seen> kept_;
};

void add(const Setup& setup, const Seen& seen, int winner, Positions& positions) {
    std::array<Features, max_players> features;
    fill_features(setup.board, seen.state, setup.parameters, seen.moment, features);
    Positions::Position position{positions.seats.size()};
    for (int seat = 0; seat < seen.state.players; ++seat) {
        if (seen.state.owned[seat] != 0) {
            position.target[position.seats++] = seat == winner ? 1 : 0;
            positions.add_seat(features[seat]);
        }
    }
    positions.positions.push_back(position);
}

} // namespace

Setup created(std::uint64_t seed, int seats) {
    Rng rng(seed);
    FieldText text("a drawn field", create_setup({seats, {{"numbers", "10"}}}, rng));
    return read_setup(text).game;
}

int play(const Setup& setup, std::span<const Player> players, std::uint64_t seed) {
    Positions none;
    return play(setup, players, seed, {}, {}, none);
}

int play(
    const Setup& setup, std::span<const Player> players, std::uint64_t seed,
    const PlayConfig& config, const ValueNet& net, Positions& positions) {
    State state = start(setup);
    Chance chance(seed * 0x9E3779B97F4A7C15U);
    std::array<Memory, max_players> memory{};
    Reservoir reservoir(config.kept);
    int turn = -1;
    while (state.end == End::none) {
        const auto mover = static_cast<std::size_t>(state.mover);
        if (state.turn_ends != turn) {
            reservoir.offer(state, Moment::begin, chance);
        }
        turn = state.turn_ends;
        if (config.explored > 0 && chance.fraction() < config.explored) {
            explore(setup, state, net, config.explorers, chance, positions);
        }
        const Command command =
            players[mover]({setup.board, state, setup.parameters}, memory[mover], chance);
        if (command.kind == Command::Kind::end) {
            reservoir.offer(state, Moment::deployed, chance);
        }
        carry_out_by_chance(state, setup.board, setup.parameters, command, chance);
    }
    for (const Seen& seen : reservoir.kept()) {
        add(setup, seen, state.winner, positions);
    }
    return state.winner;
}

} // namespace referee::dicewars::training
