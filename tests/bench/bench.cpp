// `make bench`: how fast the referee and the rules are. Times of processes are only given as ratios
// to a bare loop measured in turns with them, because machines are noisy.

#include "bench/measure.hpp"
#include "bench/processes.hpp"
#include "field/draw.hpp"
#include "games/gems/field.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace referee;
using namespace bench;

constexpr int started_moves = 6000;
constexpr int resident_moves = 40000;

/// A field on which an illegal move costs nothing, so that the trivial AI plays all moves.
void write_field(const std::string& path, int moves_per_game) {
    CreateRequest request;
    request.settings = {
        {"illegal_penalty", "0"}, {"max_moves", std::to_string(moves_per_game)}, {"rows", "50"}};
    Draw draw(1);
    std::ofstream(path) << gems::create_setup(request, draw);
}

/// One thing to compare: a bare loop and the referee doing the same.
struct Comparison {
    std::string name;
    std::string bare;    ///< command that prints nanoseconds
    std::string referee; ///< command that plays as many moves
    int moves = 0;
};

/// The referee's moves against the bare loop's rounds, in turns, all on one core.
void compare(const Comparison& what) {
    std::vector<double> ratios;
    std::vector<double> referee_rates;
    std::vector<double> bare_rates;
    for (int run = 0; run < runs; ++run) {
        const double bare_seconds = std::stod(output_of(what.bare)) / 1e9;
        const auto begin = Clock::now();
        output_of(what.referee);
        const double referee_seconds = seconds_since(begin);
        ratios.push_back(referee_seconds / bare_seconds);
        bare_rates.push_back(what.moves / bare_seconds);
        referee_rates.push_back(what.moves / referee_seconds);
    }
    fmt::print(
        "{:20} bare loop {:8.0f} moves/s   referee {:8.0f} moves/s   time ratio {:.3f} ({:.3f} to "
        "{:.3f})\n",
        what.name, median(bare_rates), median(referee_rates), median(ratios),
        *std::min_element(ratios.begin(), ratios.end()),
        *std::max_element(ratios.begin(), ratios.end()));
    std::fflush(stdout);
}

void bench_referee(const std::string& build, const std::string& folder) {
    const std::string work = folder + "/work";
    std::filesystem::create_directory(work);
    const auto command = [&](const std::string& ai, int moves, const std::string& options) {
        const std::string field = fmt::format("{}/field-{}.dat", folder, moves);
        write_field(field, moves / 2);
        return fmt::format(
            "{}/referee {} --ai {} --ai {} --json {} >/dev/null", build, field, ai, ai, options);
    };
    const std::string ai = std::filesystem::absolute(build + "/trivial-ai").string();
    const std::string bare = fmt::format("{}/bare-loop {} {} {}", build, work, ai, started_moves);
    fmt::print(
        "trivial static C AIs, {} runs in turns, medians; start and end of the match included:\n",
        runs);
    compare({"none", bare, command(ai, started_moves, "--confine none"), started_moves});
    compare({"default", bare, command(ai, started_moves, ""), started_moves});
    compare({"strict", bare, command(ai, started_moves, "--confine strict"), started_moves});
    const std::string resident = std::filesystem::absolute(build + "/trivial-resident").string();
    const std::string bare_resident =
        fmt::format("{}/bare-resident-loop {} {} {}", build, work, resident, resident_moves);
    compare(
        {"resident, none", bare_resident,
         command(resident, resident_moves, "--resident --confine none"), resident_moves});
    compare(
        {"resident, default", bare_resident, command(resident, resident_moves, "--resident"),
         resident_moves});
}

} // namespace

std::string bench::output_of(const std::string& command) {
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) {
        throw std::runtime_error(command);
    }
    std::string text;
    std::array<char, 4096> buffer{};
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
        text.append(buffer.data(), count);
    }
    if (::pclose(pipe) != 0) {
        throw std::runtime_error(command + " failed");
    }
    return text;
}

int main(int argument_count, char** arguments) {
    if (argument_count < 2) {
        fmt::print(stderr, "bench BUILD-FOLDER [referee|tournament|GAME …]\n");
        return 2;
    }
    const std::vector<std::string> chosen(arguments + 2, arguments + argument_count);
    const auto is_chosen = [&](std::string_view name) {
        return chosen.empty() || std::find(chosen.begin(), chosen.end(), name) != chosen.end();
    };
    cpu_set_t all_cores;
    ::sched_getaffinity(0, sizeof all_cores, &all_cores);
    // Everything that is compared runs on the same core.
    cpu_set_t core;
    CPU_ZERO(&core);
    CPU_SET(::sched_getcpu(), &core);
    ::sched_setaffinity(0, sizeof core, &core);
    std::string folder =
        std::filesystem::exists("/dev/shm") ? "/dev/shm/bench-XXXXXX" : "/tmp/bench-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr) {
        std::perror("mkdtemp");
        return 1;
    }
    int status = 0;
    try {
        for (const Measurement& measurement : measurements()) {
            if (is_chosen(measurement.name)) {
                measurement.run();
            }
        }
        if (is_chosen("referee")) {
            bench_referee(arguments[1], folder);
        }
        if (is_chosen("tournament")) {
            ::sched_setaffinity(0, sizeof all_cores, &all_cores);
            bench_tournament(arguments[1], folder);
        }
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench: {}\n", problem.what());
        status = 1;
    }
    std::filesystem::remove_all(folder);
    return status;
}
