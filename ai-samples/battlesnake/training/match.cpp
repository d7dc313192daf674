#include "battlesnake/training/match.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <mutex>
#include <thread>
#include <vector>

namespace referee::battlesnake::training {
namespace {

struct Spent {
    double seconds = 0;
    double depths = 0;
    long moves = 0;
};

class Match {
  public:
    explicit Match(const MatchConfig& config)
        : config_(config), settings_{read_settings(config.one), read_settings(config.two)} {}

    void run() {
        std::vector<std::thread> threads;
        for (int i = 0; i < config_.threads; ++i) {
            threads.emplace_back([this] {
                for (int field = next_++; field < config_.fields; field = next_++) {
                    play_field(config_.seed + static_cast<std::uint64_t>(field));
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        if (!points_.empty()) {
            print_table();
        }
    }

  private:
    void play_field(std::uint64_t seed) {
        const Setup setup = created(seed, config_.size);
        double points = 0;
        for (int first = 0; first < 2; ++first) {
            points += play(setup, first);
        }
        const std::scoped_lock lock(mutex_);
        points_.push_back(points);
        report(seed);
    }

    /// The points of the first settings.
    double play(const Setup& setup, int first_seat) {
        std::array<Player, 2> players{
            Player(settings_[0], config_.seconds), Player(settings_[1], config_.seconds)};
        State state = setup.start;
        while (!is_over(state, setup.parameters.max_turns)) {
            Moves moves{};
            for (int who = 0; who < 2; ++who) {
                const int index = who == 0 ? first_seat : 1 - first_seat;
                moves[index] = players[who].choose(setup, state, index + 1).direction;
            }
            apply(state, setup, moves);
        }
        const auto places = ranks(state);
        const int own = places[first_seat];
        const int other = places[1 - first_seat];
        const std::scoped_lock lock(mutex_);
        for (int who = 0; who < 2; ++who) {
            spent_[who].seconds += players[who].seconds();
            spent_[who].depths += players[who].depths();
            spent_[who].moves += players[who].moves();
        }
        ++results_[own < other ? 0 : own == other ? 1 : 2];
        return own < other ? 1 : own == other ? 0.5 : 0;
    }

    /// The share of the points and the middle 95 % of it, by the fields: their two games are alike.
    struct Shares {
        double low;
        double mean;
        double high;
    };

    Shares shares() const {
        double sum = 0;
        double squares = 0;
        for (const double points : points_) {
            sum += points / 2;
            squares += points / 2 * points / 2;
        }
        const auto count = static_cast<double>(points_.size());
        const double mean = sum / count;
        // A few fields that all go alike don't make it certain.
        const double variance = std::max(squares / count - mean * mean, 0.02 / count);
        const double error = 1.96 * std::sqrt(variance / count);
        return {mean - error, mean, mean + error};
    }

    static std::string elo(const Shares& shares) {
        const auto of = [](double share) {
            share = std::clamp(share, 0.001, 0.999);
            return 400 * std::log10(share / (1 - share));
        };
        return fmt::format(
            "{:+.0f} ({:+.0f} to {:+.0f})", of(shares.mean), of(shares.low), of(shares.high));
    }

    void report(std::uint64_t seed) const {
        fmt::print(
            stderr, "{} fields (seed {}): won {}, drawn {}, lost {}; Elo {}\n", points_.size(),
            seed, results_[0], results_[1], results_[2], elo(shares()));
    }

    void print_table() const {
        const auto of = [&](int who) {
            const auto moves = static_cast<double>(std::max(1L, spent_[who].moves));
            return fmt::format(
                "{:.2f} ms, {:.1f} turns", 1000 * spent_[who].seconds / moves,
                spent_[who].depths / moves);
        };
        fmt::print(
            "| settings | against | won | drawn | lost | percent | Elo | searched | against |\n"
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
            "| `{}` | `{}` | {} | {} | {} | {:.1f} | {} | {} | {} |\n",
            config_.one, config_.two, results_[0], results_[1], results_[2], 100 * shares().mean,
            elo(shares()), of(0), of(1));
    }

    MatchConfig config_;
    std::array<Settings, 2> settings_;
    std::atomic<int> next_ = 0;
    std::mutex mutex_;
    std::vector<double> points_; ///< of each field
    std::array<int, 3> results_{};
    std::array<Spent, 2> spent_;
};

} // namespace

void play_match(const MatchConfig& config) {
    Match(config).run();
}

} // namespace referee::battlesnake::training
