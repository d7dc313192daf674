#include "statistics/grids.hpp"

#include "statistics/simulations.hpp"
#include "statistics/stopped_tests.hpp"
#include "support/stored/racing.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace tests {

namespace {

/// Prints a row for each cell and remembers the worst.
class Block {
  public:
    explicit Block(const std::string& title) { fmt::print("\n{}\n\n", title); }
    ~Block() {
        fmt::print(
            "least {:.3f} ({}), largest {:.3f}; above .99: {} cells{}\n", least_.share(),
            least_.cell, largest_, above_,
            coarse_ > 0 ? fmt::format(", {} of them coarse", coarse_) : "");
        std::fflush(stdout);
    }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    void add(const tests::Coverage& coverage) {
        fmt::print(
            "  {:.3f}  {}{}\n", coverage.share(), coverage.cell,
            coverage.is_coarse ? " (coarse)" : "");
        std::fflush(stdout);
        if (coverage.share() > 0.99) {
            ++above_;
            coarse_ += coverage.is_coarse ? 1 : 0;
        }
        if (least_.tries == 0 || coverage.share() < least_.share()) {
            least_ = coverage;
        }
        largest_ = std::max(largest_, coverage.share());
    }

  private:
    tests::Coverage least_;
    double largest_ = 0;
    int above_ = 0;
    int coarse_ = 0;
};

void pairs(int tries) {
    for (const int number : {5, 9, 10, 20, 30, 50, 200}) {
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

/// Looking after each pair and stopping when the test says so.
void stopped_tests(int tries) {
    std::vector<tests::StoppedCoverage> cells;
    for (const auto& [elo0, elo1] : {std::pair{0.0, 10.0}, {-20.0, 20.0}, {0.0, 50.0}}) {
        for (const auto& [draws, correlation] :
             {std::pair{0.0, 0.0}, std::pair{0.6, 0.0}, std::pair{0.0, 0.6}}) {
            for (const double score : {0.5, 0.53, 0.6, 0.8}) {
                cells.push_back(
                    tests::stopped_coverage({elo0, elo1, score, draws, correlation}, tries / 2));
            }
        }
    }
    for (const double score : {0.5, 0.53}) { // its fields are used up before
        cells.push_back(tests::stopped_coverage({0, 10, score, 0.3, 0, 200}, tries / 2));
    }
    const auto print = [&](const std::string& title, tests::Coverage tests::StoppedCoverage::*one) {
        Block block(title);
        for (const tests::StoppedCoverage& cell : cells) {
            block.add(cell.*one);
        }
    };
    print("Intervals adjusted for stopping (nominal 0.95)", &tests::StoppedCoverage::interval);
    print("The same estimates, too low (nominal 0.5)", &tests::StoppedCoverage::low);
    print("Intervals without adjusting", &tests::StoppedCoverage::unadjusted);
}

void print_races(
    const std::string& cell, int number, int top, int fields,
    const std::function<racing::Strengths()>& draw) {
    const racing::Simulation result = racing::simulate(number, top, fields, draw);
    fmt::print(
        "  {:.3f}  wrong of {} races, {}, {} fields; {} undecided; games in the median {:.0f}, nine "
        "in ten from {:.0f} on, one in ten from {:.0f} on, had all played on {:.0f}\n",
        static_cast<double>(result.wrong) / number, number, cell, fields, result.undecided,
        result.median_games, result.games_of_tenths.first, result.games_of_tenths.second,
        result.median_without_stops);
    std::fflush(stdout);
}

/// Circles of three styles, from weak to strong.
void races_in_circles(int number) {
    fmt::print("\nRaces among 9 or 12 AIs in circles, at most 0.05 of them wrong\n\n");
    for (const auto& [ais, top, edge, step] :
         {std::tuple{9, 3, 400.0, 10.0},
          {9, 3, 200.0, 10.0},
          {9, 3, 200.0, 5.0},
          {9, 3, 100.0, 5.0},
          {9, 1, 200.0, 10.0},
          {9, 3, 60.0, 5.0},
          {12, 6, 200.0, 10.0}}) {
        const racing::Simulation result =
            racing::simulate_styles(number, ais, top, 2000, edge, step);
        fmt::print(
            "  {:.3f}  wrong of {} races, {} AIs {} Elo apart, top {}, circles of {} Elo; {} "
            "undecided, {} by shares\n",
            static_cast<double>(result.wrong) / number, number, ais, step, top, edge,
            result.undecided, result.by_shares);
        std::fflush(stdout);
    }
}

/// Where each two AIs differ by chance from their ratings.
void races_with_random_pairs(int number) {
    fmt::print("\nRaces among 20 AIs each two of which differ by chance, at most 0.05 wrong\n\n");
    for (const auto& [top, fields, deviation, gap, edge] :
         {std::tuple{3, 2000, 120.0, 10.0, 30.0},
          {3, 2000, 120.0, 10.0, 60.0},
          {3, 2000, 60.0, 5.0, 60.0},
          {3, 2000, 0.0, 0.0, 60.0},
          {1, 2000, 60.0, 5.0, 60.0},
          {10, 2000, 60.0, 5.0, 60.0},
          {3, 2000, 120.0, 10.0, 120.0}}) {
        const racing::Simulation result =
            racing::simulate_pairs(number, 20, top, fields, deviation, gap, edge);
        fmt::print(
            "  {:.3f}  wrong of {} races, top {}, deviation {} Elo, gap {}, pairs {} Elo; {} "
            "undecided, {} by shares, games in the median {:.0f}\n",
            static_cast<double>(result.wrong) / number, number, top, deviation, gap, edge,
            result.undecided, result.by_shares, result.median_games);
        std::fflush(stdout);
    }
}

/// Among 20 AIs with a deviation of 120 Elo, the third at least 20 Elo above the fourth; among AIs
/// that are almost equal; and where AIs are tied at the border, so that every decision there is
/// wrong.
void races(int number) {
    fmt::print("\nRaces among 20 AIs, at most 0.05 of them wrong\n\n");
    std::mt19937_64 generator(20261121);
    print_races("top 3, deviation 120 Elo, gap 20", number, 3, 40'000, [&] {
        return racing::drawn(20, 3, 120, 20, generator);
    });
    print_races("top 3, deviation 15 Elo", number, 3, 1500, [&] {
        return racing::drawn(20, 3, 15, 0.01, generator);
    });
    const auto tied = [&](const std::string& cell, int top, int above, int below) {
        racing::Strengths strengths(20, 0);
        std::fill_n(strengths.begin(), above, 200);
        std::fill(strengths.end() - below, strengths.end(), -200);
        print_races(cell, number, top, 1500, [&] { return strengths; });
    };
    tied("top 1, all equal", 1, 0, 0);
    tied("top 3, all equal", 3, 0, 0);
    tied("top 10, all equal", 10, 0, 0);
    tied("top 3, the third equals all below", 3, 2, 0);
    tied("top 3, all equal the fourth", 3, 0, 16);
    tied("top 3, the third equals the fourth", 3, 2, 16);
    for (const int ais : {2, 3, 4, 6}) {
        print_races(fmt::format("top 1 of {} equals", ais), number, 1, 1500, [ais] {
            return racing::Strengths(static_cast<std::size_t>(ais), 0);
        });
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

/// Ends and thin pairings apart, spreads up to 3,000 Elo, draws up to 60 %.
void ratings(int tries) {
    Block block("Intervals and bounds of ratings, the ends apart (nominal 0.95)");
    const auto add = [&](const tests::RatedArena& arena) {
        const tests::RatingCoverage coverage = tests::rating_coverage(arena, tries);
        for (const tests::Coverage& cell : coverage.cells) {
            block.add(cell);
        }
        fmt::print("         both ends: {:.3f}\n", coverage.two_sided);
    };
    for_each_arena(add);
    for (const int ais : {3, 4, 8}) {
        for (const double spread : {500.0, 1000.0, 1500.0, 2000.0, 3000.0}) {
            for (const double draws : {0.0, 0.3, 0.6}) {
                for (const double copies : {0.0, 0.6}) {
                    add({ais, 2, 20, spread, 0, true, draws, copies});
                }
            }
        }
    }
    for (const double spread : {400.0, 1000.0, 2000.0}) {
        add({8, 2, 20, spread, 0, true, 0, 0, true});
    }
}

/// What certainty at any time costs.
void cost(int tries) {
    fmt::print(
        "\nFields until a difference is certain, looked at after every fifth: in half and in eight "
        "of ten tournaments\n\n");
    for (const double elo : {20.0, 50.0, 100.0, 200.0}) {
        const tests::Cost cost = tests::cost_of_certainty(elo, 0.3, 5000, std::max(1, tries / 5));
        fmt::print("  {:4} Elo: {}, {}\n", elo, cost.median, cost.in_eight_of_ten);
    }
}

} // namespace

void run_grids(const std::vector<std::string_view>& names, int tries) {
    const auto is_wanted = [&](std::string_view grid) {
        return names.empty() || std::find(names.begin(), names.end(), grid) != names.end();
    };
    if (is_wanted("pairs")) {
        pairs(10 * tries);
    }
    if (is_wanted("ratings")) {
        ratings(tries);
    }
    if (is_wanted("ranks")) {
        Block block("Tournaments in which all rank sets hold (nominal 0.95 or more)");
        for_each_arena(
            [&](const auto& arena) { block.add(tests::rank_set_coverage(arena, tries)); });
        block.add(tests::rank_set_coverage({20, 2, 20, 0, 0, true}, tries));
    }
    if (is_wanted("cost")) {
        cost(tries);
    }
    if (is_wanted("cycles")) {
        Block block("Tournaments without a false word about a circle (nominal 0.95 or more)");
        for_each_arena([&](const auto& arena) { block.add(tests::cycle_silence(arena, tries)); });
        for (const auto& [ais, seats, spread, draws] :
             {std::tuple{3, 2, 1200.0, 0.0},
              {3, 2, 1600.0, 0.0},
              {8, 2, 1600.0, 0.0},
              {8, 2, 400.0, 0.6},
              {8, 2, 0.0, 0.3},
              {8, 4, 1200.0, 0.0},
              {8, 8, 1200.0, 0.0}}) {
            block.add(tests::cycle_silence(
                {ais, seats, 200, spread, 0, true, draws}, std::max(1, tries / 5)));
        }
    }
    if (is_wanted("cycles")) {
        Block block("Tournaments in which a circle is found (the more the better)");
        for (const auto& [ais, fields, cycle] :
             {std::tuple{3, 20, 150.0}, {3, 40, 150.0}, {9, 40, 150.0}, {9, 40, 400.0}}) {
            block.add(tests::cycle_found(ais, fields, cycle, std::max(1, tries / 5)));
        }
    }
    if (is_wanted("explain")) {
        Block block("AIs of which no line is falsely called certain (nominal 0.95 or more)");
        for (const int seats : {2, 4}) {
            for (const int fields : {10, 20, 60}) {
                for (const double spread : {0.0, 400.0, 1000.0}) {
                    for (const double field_effect : {0.0, 150.0}) {
                        block.add(tests::findings_silence(
                            {8, seats, fields, spread, field_effect, true},
                            std::max(1, tries / 20)));
                    }
                }
            }
        }
        block.add(
            tests::findings_silence({8, 2, 20, 400, 0, true, 0, 0.8}, std::max(1, tries / 20)));
        block.add(tests::findings_silence({3, 2, 30, 200, 0, true, 0.4}, std::max(1, tries / 10)));
    }
    if (is_wanted("explain")) {
        Block block("AIs of which it is found that they lose in a seat (the more the better)");
        for (const auto& [elo, fields] :
             {std::pair{100.0, 20}, {100.0, 50}, {200.0, 20}, {200.0, 50}}) {
            block.add(tests::findings_found(elo, fields, std::max(1, tries / 20)));
        }
    }
    if (is_wanted("tune")) {
        Block block("Runs of tune without a false effect (nominal 0.95 or more)");
        for (const int parameters : {1, 2, 4, 8}) {
            for (const auto& [draws, correlation] :
                 {std::pair{0.0, 0.0}, {0.4, 0.5}, {0.0, -0.5}}) {
                block.add(tests::tune_silence(parameters, draws, correlation, tries));
            }
        }
    }
    if (is_wanted("seats")) {
        seats(tries);
    }
    if (is_wanted("races")) {
        races(tries / 2);
        races_in_circles(tries / 2);
        races_with_random_pairs(tries / 2);
    }
    if (is_wanted("ties")) {
        races(tries / 2);
    }
    if (is_wanted("random-pairs")) {
        races_with_random_pairs(tries / 2);
    }
    if (is_wanted("sprt")) {
        sequential_tests(tries);
    }
    if (is_wanted("stopped")) {
        stopped_tests(tries);
    }
}

} // namespace tests
