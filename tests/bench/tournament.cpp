#include "bench/figure.hpp"
#include "bench/measure.hpp"

#include "base/random.hpp"
#include "bench/processes.hpp"
#include "games/gems/field.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sched.h>
#include <thread>

namespace bench {
namespace {

constexpr int fields = 250;
constexpr int games = 2 * fields;
constexpr int moves_per_game = 10;

void write_fields(const std::string& folder) {
    for (int i = 0; i < fields; ++i) {
        referee::CreateRequest request;
        request.settings = {
            {"illegal_penalty", "0"},
            {"max_moves", std::to_string(moves_per_game)},
            {"rows", "50"}};
        referee::Rng rng(static_cast<std::uint64_t>(i) + 1);
        std::ofstream(fmt::format("{}/{:03}.dat", folder, i))
            << referee::gems::create_setup(request, rng);
    }
}

/// The result of `measure` when it runs on the current core only.
template <typename Measure>
double on_one_core(Measure measure) {
    cpu_set_t all;
    cpu_set_t one;
    ::sched_getaffinity(0, sizeof all, &all);
    CPU_ZERO(&one);
    CPU_SET(::sched_getcpu(), &one);
    ::sched_setaffinity(0, sizeof one, &one);
    const double value = measure();
    ::sched_setaffinity(0, sizeof all, &all);
    return value;
}

double seconds_of(const std::string& command) {
    const auto begin = Clock::now();
    output_of(command);
    return seconds_since(begin);
}

} // namespace

void bench_tournament(const std::string& build, const std::string& folder) {
    const std::string field_folder = folder + "/fields";
    const std::string work = folder + "/bare";
    std::filesystem::create_directories(field_folder);
    std::filesystem::create_directories(work);
    write_fields(field_folder);
    const auto tournament = [&](const std::string& ai, const std::string& options) {
        const std::string path = std::filesystem::absolute(std::filesystem::path(build) / ai);
        return fmt::format(
            "rm -f {0}/t.sqlite*; {1}/referee tournament --fields {2} --ai a={3} --ai b={3} --db "
            "{0}/t.sqlite --json {4} >/dev/null 2>&1",
            folder, build, field_folder, path, options);
    };
    fmt::print(
        "tournaments of {} games of {} moves, {} runs in turns, medians, start and tables "
        "included\n",
        games, moves_per_game, runs);
    std::vector<double> one;
    std::vector<double> two;
    std::vector<double> factors;
    const bool has_two = std::thread::hardware_concurrency() > 1;
    for (int run = 0; run < runs && has_two; ++run) {
        const double single = seconds_of(tournament("trivial-ai", "--jobs 1"));
        const double twin = seconds_of(tournament("trivial-ai", "--jobs 2"));
        one.push_back(games / single);
        two.push_back(games / twin);
        factors.push_back(single / twin);
    }
    if (has_two) {
        fmt::print(
            "started, games per second\n  1 worker: {}\n  2 workers: {}\n  factor: {}\n",
            figure(one), figure(two), figure(factors));
    } else {
        fmt::print("started   there is one core only: two workers can't be compared\n");
    }
    const std::string resident = std::filesystem::absolute(build + "/trivial-resident").string();
    const std::string bare =
        fmt::format("{}/bare-game-loop {} {} {} {}", build, work, resident, games, moves_per_game);
    std::vector<double> bare_rates;
    std::vector<double> rates;
    std::vector<double> shares;
    const std::string kept_ai = folder + "/kept";
    std::filesystem::create_directories(kept_ai);
    std::filesystem::copy_file(
        resident, kept_ai + "/ai", std::filesystem::copy_options::overwrite_existing);
    std::ofstream(kept_ai + "/ai.ini") << "command = ai\nresident = games\n";
    std::vector<double> kept_rates;
    std::vector<double> pipe_rates;
    std::vector<double> kept_ratios;
    for (int run = 0; run < runs; ++run) {
        // On one core, as the worker's game: hopping between cores makes the loop slower.
        const double bare_seconds = on_one_core([&] { return processor_seconds_of(bare); });
        const double seconds =
            processor_seconds_of(tournament("trivial-resident", "--jobs 1 --resident"));
        bare_rates.push_back(games / bare_seconds);
        rates.push_back(games / seconds);
        shares.push_back(100 * bare_seconds / seconds);
        const double by_pipes = on_one_core([&] { return processor_seconds_of(bare + " pipes"); });
        const double kept = processor_seconds_of(
            tournament(std::filesystem::absolute(kept_ai), "--jobs 1 --keep-residents"));
        kept_rates.push_back(games / kept);
        pipe_rates.push_back(games / by_pipes);
        kept_ratios.push_back(kept / by_pipes);
    }
    fmt::print(
        "resident, games per second of processor time\n  bare loop: {}\n  referee (1 worker): {}\n"
        "  share of the bare loop: {}\n",
        figure(bare_rates), figure(rates), figure(shares, " %"));
    fmt::print(
        "kept from game to game, games per second of processor time\n"
        "  two programs over pipes, no files, no confinement: {}\n"
        "  referee (1 worker, --keep-residents): {}\n  times the processor time: {}\n",
        figure(pipe_rates), figure(kept_rates), figure(kept_ratios));
}

} // namespace bench
