// `make statistics`: simulates tournaments between AIs of known strengths and says how often what
// the tables print about them is true. The README of referee/tournament has its table.

#include "statistics/simulations.hpp"
#include "support/racing.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>

namespace {

/// Prints a row for each cell and remembers the worst.
class Block {
  public:
    explicit Block(const std::string& title) { fmt::print("\n{}\n\n", title); }
    ~Block() {
        fmt::print("least {:.3f} ({}), largest {:.3f}\n", least_.share(), least_.cell, largest_);
        std::fflush(stdout);
    }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    void add(const tests::Coverage& coverage) {
        fmt::print("  {:.3f}  {}\n", coverage.share(), coverage.cell);
        if (least_.tries == 0 || coverage.share() < least_.share()) {
            least_ = coverage;
        }
        largest_ = std::max(largest_, coverage.share());
    }

  private:
    tests::Coverage least_;
    double largest_ = 0;
};

void pairs(int tries) {
    for (const int number : {5, 9, 10, 20, 50, 200}) {
        Block block(fmt::format("Intervals of double matches, {} pairs (nominal 0.95)", number));
        for (const double score : {0.5, 0.8, 0.95, 0.995}) {
            for (const double draws : {0.0, 0.4, 0.8}) {
                for (const double correlation : {-0.8, 0.0, 0.5, 1.0}) {
                    block.add(tests::pair_coverage(number, score, draws, correlation, tries));
                }
            }
        }
    }
}

void seats(int tries) {
    Block block("Intervals of the win rates of seats, by field (nominal 0.95)");
    for (const int seats : {2, 4, 8}) {
        for (const int fields : {10, 20, 100}) {
            for (const double field_effect : {0.0, 150.0}) {
                for (const double advantage : {0.0, 200.0}) {
                    block.add(tests::seat_coverage(
                        {8, seats, fields, 400, field_effect, true}, advantage, tries));
                }
            }
        }
    }
}

void sequential_tests(int tries) {
    Block block("Right verdicts of the sequential test at 0,50 (nominal 0.95)");
    for (const bool is_elo1_true : {false, true}) {
        for (const auto& [draws, correlation] :
             {std::pair{0.0, 0.0}, std::pair{0.4, 0.0}, std::pair{0.8, 0.0},
              std::pair{0.3, -0.5}}) {
            block.add(tests::sprt_correctness(0, 50, is_elo1_true, draws, correlation, tries));
        }
    }
}

/// Among 20 AIs with a deviation of 120 Elo, the third at least 20 Elo above the fourth; and among
/// AIs that are almost equal, where each claim is hard and 800 fields are looked at.
void races(int number) {
    fmt::print("\nRaces for the top 3 of 20 AIs, at most 0.05 of them wrong\n\n");
    for (const auto& [deviation, gap, fields] :
         {std::tuple{120.0, 20.0, 40'000}, std::tuple{15.0, 0.01, 800}}) {
        const racing::Simulation result = racing::simulate(number, 20, 3, deviation, gap, fields);
        fmt::print(
            "  {:.3f}  wrong of {} races, deviation {} Elo, {} fields; {} undecided; games in the "
            "median {:.0f}, had all played on {:.0f}\n",
            static_cast<double>(result.wrong) / number, number, deviation, fields, result.undecided,
            result.median_games, result.median_without_stops);
        std::fflush(stdout);
    }
}

/// Calls `look` with tournaments of all kinds.
void for_each_arena(const std::function<void(const tests::RatedArena&)>& look) {
    for (const int seats : {2, 4}) {
        for (const bool all_meet : {true, false}) {
            for (const int fields : {10, 20, 100}) {
                for (const double spread : {0.0, 400.0, 800.0}) {
                    for (const double field_effect : {0.0, 150.0}) {
                        look(
                            {8, seats, all_meet ? fields : 4 * fields, spread, field_effect,
                             all_meet});
                    }
                }
            }
        }
    }
}

} // namespace

/// The arguments are how many tournaments a cell has, in hundreds (default 10), and the names of
/// the parts to be run (default: all).
int main(int count, char** words) {
    const int tries = 100 * (count > 1 ? std::max(1, std::atoi(words[1])) : 10);
    const auto is_wanted = [&](std::string_view part) {
        return count <= 2 || std::find(words + 2, words + count, part) != words + count;
    };
    if (is_wanted("pairs")) {
        pairs(10 * tries);
    }
    if (is_wanted("ratings")) {
        Block block("Intervals and bounds of ratings (nominal 0.95)");
        for_each_arena([&](const auto& arena) { block.add(tests::rating_coverage(arena, tries)); });
    }
    if (is_wanted("ranks")) {
        Block block("Tournaments in which all rank sets hold (nominal 0.95 or more)");
        for_each_arena(
            [&](const auto& arena) { block.add(tests::rank_set_coverage(arena, tries)); });
        block.add(tests::rank_set_coverage({20, 2, 20, 0, 0, true}, tries));
    }
    if (is_wanted("misfit")) {
        Block block("Tournaments without a false word about misfit (nominal 0.95 or more)");
        for_each_arena([&](const auto& arena) { block.add(tests::misfit_silence(arena, tries)); });
    }
    if (is_wanted("seats")) {
        seats(tries);
    }
    if (is_wanted("races")) {
        races(tries / 2);
    }
    if (is_wanted("sprt")) {
        sequential_tests(tries);
    }
}
