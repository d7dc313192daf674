#include "base/random.hpp"
#include "bench/figure.hpp"
#include "bench/measure.hpp"
#include "bench/processes.hpp"
#include "games/gems/field.hpp"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace bench {
namespace {

/// The moves of a short match whose time is subtracted from a longer one's, to leave out start and
/// end.
constexpr int moves_taken_off = 400;
constexpr int started_moves = 2000;
constexpr int resident_moves = 20000;
/// Many short runs: their median is better than that of a few long ones.
constexpr int turns = 9;

/// A field on which an illegal move costs nothing, so that the trivial AI plays all moves.
void write_field(const std::string& path, int moves_per_game) {
    referee::CreateRequest request;
    request.settings = {
        {"illegal_penalty", "0"}, {"max_moves", std::to_string(moves_per_game)}, {"rows", "50"}};
    referee::Rng rng(1);
    std::ofstream(path) << referee::gems::create_setup(request, rng);
}

/// A command that plays moves_taken_off moves, and one that plays so many more.
struct Runs {
    std::string brief;
    std::string whole;
};

/// One thing to compare: a bare loop and the referee doing the same.
struct Comparison {
    std::string name;
    Runs bare;
    Runs referee;
    int moves = 0;
};

/// Microseconds of processor time of a move, with those of the AI and of the keeper.
double time_of_move(const Runs& runs, int moves) {
    const double brief = processor_seconds_of(runs.brief);
    return (processor_seconds_of(runs.whole) - brief) * 1e6 / moves;
}

/// The referee's moves against the bare loop's rounds, in turns, all on one core.
void compare(const Comparison& what) {
    std::vector<double> ratios;
    std::vector<double> added;
    std::vector<double> bare_times;
    for (int turn = 0; turn < turns; ++turn) {
        const double bare = time_of_move(what.bare, what.moves);
        const double own = time_of_move(what.referee, what.moves);
        bare_times.push_back(bare);
        ratios.push_back(own / bare);
        added.push_back(own - bare);
    }
    fmt::print("  {}\n", what.name);
    fmt::print("    the bare loop: {}\n", figure(bare_times, " us"));
    fmt::print("    the referee adds: {}\n", figure(added, " us", max_spread_of_difference));
    fmt::print("    ratio: {}\n", figure(ratios));
    std::fflush(stdout);
}

class RefereeBench {
  public:
    RefereeBench(std::string build, std::string folder)
        : build_(std::move(build)), folder_(std::move(folder)) {
        std::filesystem::create_directory(folder_ + "/work");
    }

    void run() const {
        fmt::print(
            "the referee, run by {}: processor time of a move, all processes together; medians of {} "
            "turns; start and end of the match taken off\n",
            ::geteuid() == 0 ? "root" : "an ordinary user", turns);
        const std::string no_libc = path_of("no-libc-ai");
        if (std::filesystem::exists(no_libc)) {
            run_started("an AI without a C library", no_libc);
        } else {
            fmt::print("an AI without a C library: left out, there is none for this processor\n");
        }
        run_started("a static AI in C", path_of("trivial-ai"));
        const std::string resident = path_of("trivial-resident");
        fmt::print("a resident AI in C, never restarted\n");
        for (const std::string mode : {"none", "default"}) {
            compare(comparison(
                mode, "bare-resident-loop", resident, resident_moves,
                "--resident --confine " + mode));
        }
    }

  private:
    void run_started(const std::string& what, const std::string& ai) const {
        fmt::print("{}\n", what);
        for (const std::string mode : {"none", "default", "strict"}) {
            compare(comparison(mode, "bare-loop", ai, started_moves, "--confine " + mode));
        }
    }

    std::string path_of(const std::string& program) const {
        return std::filesystem::absolute(build_ + "/" + program).string();
    }

    Comparison comparison(
        const std::string& name, const std::string& loop, const std::string& ai, int moves,
        const std::string& options) const {
        const auto rounds = [&](int count) {
            return fmt::format("{}/{} {}/work {} {}", build_, loop, folder_, ai, count);
        };
        return {
            name,
            {rounds(moves_taken_off), rounds(moves_taken_off + moves)},
            {match(ai, moves_taken_off, options), match(ai, moves_taken_off + moves, options)},
            moves};
    }

    /// The command for a double match of two games.
    std::string match(const std::string& ai, int moves, const std::string& options) const {
        const std::string field = fmt::format("{}/field-{}.dat", folder_, moves);
        write_field(field, moves / 2);
        return fmt::format(
            "{}/referee {} --ai {} --ai {} --json {} >/dev/null 2>&1", build_, field, ai, ai,
            options);
    }

    std::string build_;
    std::string folder_;
};

} // namespace

void bench_referee(const std::string& build, const std::string& folder) {
    RefereeBench(build, folder).run();
}

} // namespace bench
