#include "base/random.hpp"
#include "bench/measure.hpp"
#include "bench/processes.hpp"
#include "games/gems/field.hpp"

#include <algorithm>
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
/// Many short runs: on a busy machine their median is better than that of a few long ones.
constexpr int turns = 9;

/// A field on which an illegal move costs nothing, so that the trivial AI plays all moves.
void write_field(const std::string& path, int moves_per_game) {
    referee::CreateRequest request;
    request.settings = {
        {"illegal_penalty", "0"}, {"max_moves", std::to_string(moves_per_game)}, {"rows", "50"}};
    referee::Rng rng(1);
    std::ofstream(path) << referee::gems::create_setup(request, rng);
}

/// One thing to compare: a bare loop and the referee doing the same.
struct Comparison {
    std::string name;
    std::string bare;  ///< command that prints the nanoseconds of `moves` rounds
    std::string brief; ///< command that plays moves_taken_off …
    std::string whole; ///< … and one that plays `moves` more
    int moves = 0;
};

double seconds_of(const std::string& command) {
    const auto begin = Clock::now();
    output_of(command);
    return seconds_since(begin);
}

/// The referee's moves against the bare loop's rounds, in turns, all on one core.
void compare(const Comparison& what) {
    std::vector<double> ratios;
    std::vector<double> added;
    std::vector<double> bare_times;
    for (int turn = 0; turn < turns; ++turn) {
        const double per_move = 1e6 / what.moves;
        const double bare = std::stod(output_of(what.bare)) / 1e9 * per_move;
        const double brief = seconds_of(what.brief);
        const double own = (seconds_of(what.whole) - brief) * per_move;
        bare_times.push_back(bare);
        ratios.push_back(own / bare);
        added.push_back(own - bare);
    }
    fmt::print(
        "  {:8} bare loop {:6.1f} us a move   the referee adds {:6.1f} us   ratio {:.3f} ({:.3f} "
        "to {:.3f})\n",
        what.name, median(bare_times), median(added), median(ratios),
        *std::min_element(ratios.begin(), ratios.end()),
        *std::max_element(ratios.begin(), ratios.end()));
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
            "the referee, run by {}: {} turns each, medians; start and end of the match taken "
            "off\n",
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
        return {
            name, fmt::format("{}/{} {}/work {} {}", build_, loop, folder_, ai, moves),
            match(ai, moves_taken_off, options), match(ai, moves_taken_off + moves, options),
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
