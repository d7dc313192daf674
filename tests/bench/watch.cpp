#include "base/random.hpp"
#include "bench/figure.hpp"
#include "bench/measure.hpp"
#include "bench/processes.hpp"
#include "games/gems/field.hpp"
#include "support/net/http_client.hpp"
#include "support/processes.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace bench {
namespace {

constexpr int moves = 4000;
constexpr int turns = 15;

enum class Viewer { none, reads, stopped };

/// Plays a match of the trivial AI on that field with --watch; microseconds of a move, as the
/// referee measures them.
double time_of_move(
    const std::string& field, const std::string& ai, const std::string& folder, Viewer viewer) {
    tests::WatchedRun run({field, "--ai", ai, "--ai", ai, "--json", "--watch", "0"}, folder);
    std::optional<tests::HttpClient> client;
    if (viewer != Viewer::none) {
        // The little that the buffers of one that stops reading take is filled at once.
        client.emplace(run.port(), viewer == Viewer::stopped ? 4096 : 0);
        client->send(tests::http_get(run.events()));
    }
    if (viewer == Viewer::reads) {
        client->read_all();
    } else {
        tests::comes_true([&] { return !run.out().empty(); });
    }
    client.reset(); // the referee waits for it
    run.finish();
    const nlohmann::json json = nlohmann::json::parse(run.out());
    double ms = 0;
    int count = 0;
    for (const nlohmann::json& game : json.at("games")) {
        for (const nlohmann::json& seat : game.at("seats")) {
            ms += seat.at("wall_ms").get<double>();
            count += seat.at("moves").get<int>();
        }
    }
    return 1000 * ms / count;
}

void print(const std::string& name, const std::vector<double>& ratios) {
    fmt::print("  {:24} ratio {}\n", name, figure(ratios));
}

} // namespace

void bench_watch(const std::string& build, const std::string& folder) {
    const std::string ai = std::filesystem::absolute(build + "/trivial-ai").string();
    const std::string field = folder + "/watched.dat";
    referee::CreateRequest request;
    request.settings = {
        {"illegal_penalty", "0"}, {"max_moves", std::to_string(moves / 2)}, {"rows", "50"}};
    referee::Rng rng(1);
    std::ofstream(field) << referee::gems::create_setup(request, rng);
    std::vector<double> alone;
    std::vector<double> reading;
    std::vector<double> stopped;
    for (int turn = 0; turn < turns; ++turn) {
        // From left to right, then from right to left: what drifts hits all alike.
        std::array<double, 3> times{};
        for (int i = 0; i < 3; ++i) {
            const int which = turn % 2 == 0 ? i : 2 - i;
            times[static_cast<std::size_t>(which)] =
                time_of_move(field, ai, folder, static_cast<Viewer>(which));
        }
        alone.push_back(times[0]);
        reading.push_back(times[1] / times[0]);
        stopped.push_back(times[2] / times[0]);
    }
    fmt::print(
        "--watch: the time of a move of a started AI, {} moves, {} runs in turns, medians\n"
        "  {:24} {}\n",
        moves, turns, "nobody looks", figure(alone, " us"));
    print("a viewer that reads", reading);
    print("one that stops reading", stopped);
    std::fflush(stdout);
}

} // namespace bench
