#include "base/random.hpp"
#include "bench/figure.hpp"
#include "bench/measure.hpp"
#include "bench/processes.hpp"
#include "games/gems/field.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bench {
namespace {

constexpr int matches = 15;
constexpr double limit_ms = 50;

/// By how much the answers of an AI that hangs were over the limit when it was ended, in
/// milliseconds: one for each game of a double match.
void add_lateness(const std::string& command, std::vector<double>& late) {
    const nlohmann::json match = nlohmann::json::parse(output_of(command));
    for (const nlohmann::json& game : match.at("games")) {
        for (const nlohmann::json& seat : game.at("seats")) {
            if (seat.at("name") == "hangs") {
                late.push_back(seat.at("longest_ms").get<double>() - limit_ms);
            }
        }
    }
}

} // namespace

void bench_timeouts(const std::string& build, const std::string& folder) {
    const std::string ai = folder + "/hangs";
    std::ofstream(ai) << "#!/bin/sh\nexec sleep 1000\n";
    std::filesystem::permissions(ai, std::filesystem::perms(0755));
    referee::Rng rng(1);
    std::ofstream(folder + "/hang.dat") << referee::gems::create_setup({}, rng);
    fmt::print(
        "an AI that hangs: how long after its limit it is ended, in {} games\n", 2 * matches);
    for (const std::string mode : {"none", "default", "strict"}) {
        std::vector<double> late;
        for (int match = 0; match < matches; ++match) {
            add_lateness(
                fmt::format(
                    "{0}/referee {1}/hang.dat --ai {2} --ai {0}/trivial-ai --json --confine {3} "
                    "--time-limit {4}ms 2>/dev/null",
                    build, folder, ai, mode, limit_ms),
                late);
        }
        fmt::print(
            "  {:8} median {}{}\n", mode, figure(late, " ms", max_spread_of_difference),
            estimate(late).says_something(max_spread_of_difference)
                ? fmt::format(
                      ", at most {} ms", digits_of(*std::max_element(late.begin(), late.end())))
                : "");
        std::fflush(stdout);
    }
}

} // namespace bench
