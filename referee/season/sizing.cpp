#include "season/sizing.hpp"

#include "base/text.hpp"
#include "match/result.hpp"
#include "season/cluster/shards.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr double hour = 3600;
constexpr double day = 24 * hour;
constexpr double mebibyte = 1 << 20U;
constexpr double gibibyte = 1 << 30U;
/// Of the site and the database, measured on seasons of 1,000 and 4,000 entrants with 100 games
/// each (scripts/slurm/README.md, "How large a cluster").
constexpr double site_bytes_a_game = 4800;
constexpr double database_bytes_a_game = 490;
constexpr double site_memory = 50e6;
constexpr double site_memory_a_game = 1900;
constexpr double site_seconds_a_game = 0.0005;

constexpr std::size_t max_files = 5000;

struct Files {
    double bytes = 0;
    std::size_t count = 0;
};

/// Regular files below the folder, until there are enough of them.
Files files_below(const fs::path& folder) {
    Files files;
    std::error_code code;
    for (fs::recursive_directory_iterator at(folder, code), end; !code && at != end;
         at.increment(code)) {
        std::error_code own; // it may be gone
        if (!at->is_regular_file(own) || at->is_symlink(own)) {
            continue;
        }
        if (files.count == max_files) {
            break;
        }
        const auto size = at->file_size(own);
        files.bytes += own ? 0 : static_cast<double>(size);
        ++files.count;
    }
    return files;
}

/// The mean size of the copies of versions: versions/ENTRY/VERSION.
std::optional<double> mean_version(const fs::path& folder) {
    double bytes = 0;
    std::size_t versions = 0;
    std::size_t files = 0;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end;
         !code && entry != end && files < max_files; entry.increment(code)) {
        std::error_code own;
        for (fs::directory_iterator version(entry->path(), own), last;
             !own && version != last && files < max_files; version.increment(own)) {
            const Files of_version = files_below(version->path());
            bytes += of_version.bytes;
            files += std::max<std::size_t>(1, of_version.count);
            ++versions;
        }
    }
    return versions == 0 ? std::nullopt
                         : std::optional<double>(bytes / static_cast<double>(versions));
}

std::optional<double> mean_core_seconds(const Results& store) {
    double ns = 0;
    std::int64_t games = 0;
    store.for_each([&](const GameOutcome& game) {
        for (const SeatOutcome& seat : game.seats) {
            ns += static_cast<double>(seat.measured.wall_ns);
        }
        ++games;
    });
    constexpr double ns_in_second = 1e9;
    return games == 0 ? std::nullopt
                      : std::optional<double>(ns / static_cast<double>(games) / ns_in_second);
}

std::string bytes_text(double bytes) {
    constexpr double kibibyte = 1024;
    return bytes < kibibyte   ? fmt::format("{:.0f} bytes", bytes)
           : bytes < mebibyte ? fmt::format("{:.1f} KiB", bytes / kibibyte)
                              : fmt::format("{:.1f} MiB", bytes / mebibyte);
}

/// Rounded up: half a node plays no games.
double whole(double nodes) {
    return std::max(1.0, std::ceil(nodes - 1e-9));
}

} // namespace

SeasonRates measured_rates(const SeasonConfig& config, const Results& store) {
    SeasonRates rates;
    rates.games = store.game_count();
    if (config.engine == EngineKind::slurm) {
        const ShardUse used = HostShards(config).used();
        if (used.games > 0) {
            rates.core_seconds = used.core_seconds / static_cast<double>(used.games);
            rates.is_of_shards = true;
        }
    }
    if (!rates.core_seconds) {
        rates.core_seconds = mean_core_seconds(store);
    }
    if (rates.games > 0) {
        // What a small database has besides its games would be multiplied, too.
        constexpr std::int64_t many = 10'000;
        std::error_code code;
        const auto size = fs::file_size(config.database(), code);
        if (!code && rates.games >= many) {
            rates.result_bytes = static_cast<double>(size) / static_cast<double>(rates.games);
        }
        const Files records = files_below(config.path("records"));
        if (config.records && records.count > 0) {
            rates.record_bytes = records.bytes / static_cast<double>(records.count);
        }
    }
    rates.version_bytes = mean_version(config.path("versions"));
    return rates;
}

std::vector<SizingRow>
sizing_of(const SeasonConfig& config, const SizingRequest& request, const SeasonRates& rates) {
    const double versions = static_cast<double>(request.entrants) * request.versions;
    // The busiest day has at least as many as the mean one.
    const double busiest = std::max(request.busiest_day / 100.0, 1.0 / request.days);
    const int baselines = static_cast<int>(config.baselines.size());
    const int meetings =
        baselines * std::min(config.mark_games, static_cast<int>(config.fields.size()));
    const int together = std::max(1, config.seats - 1);
    const int matches = config.games + (meetings + together - 1) / together;
    const double games = versions * matches * config.head.games_per_match;
    const std::optional<double> seconds =
        request.game_seconds ? request.game_seconds : rates.core_seconds;
    const std::string measured =
        fmt::format("measured over {} of this season", counted(rates.games, "game"));
    const std::string nothing = "no game has been played that would show it";

    std::vector<SizingRow> rows;
    const auto add = [&rows](
                         std::string name, std::string key, std::optional<double> value,
                         std::string unit, std::string why) {
        rows.push_back({std::move(name), std::move(key), value, std::move(unit), std::move(why)});
    };
    const auto times = [&](const std::optional<double>& each, double unit) {
        return each ? std::optional<double>(games * *each / unit) : std::nullopt;
    };
    add("versions", "versions", versions, "",
        fmt::format("{} of each of {}", request.versions, counted(request.entrants, "entrant")));
    add("games, at most", "games", games, "",
        fmt::format(
            "each version plays {} {} of {}", matches, matches == 1 ? "match" : "matches",
            counted(config.head.games_per_match, "game")));
    add("core-hours", "core_hours", times(seconds, hour), "h",
        !seconds               ? nothing + "; write --plan-game-time"
        : request.game_seconds ? fmt::format("{:.3g} s a game, as you said", *seconds)
        : rates.is_of_shards
            ? fmt::format("{:.3g} s a game, all that jobs did, {}", *seconds, measured)
            : fmt::format("{:.3g} s a game, the time of the AIs' moves, {}", *seconds, measured));
    const auto nodes = [&](double share, double time) {
        return seconds ? std::optional<double>(
                             whole(share * games * *seconds / time / request.node_cores))
                       : std::nullopt;
    };
    const std::string cores = counted(request.node_cores, "core");
    add("nodes, on average", "nodes", nodes(1, request.days * day), "",
        fmt::format("of {}, one game on each, over {} days", cores, request.days));
    add("nodes, busiest day", "nodes_busiest_day", nodes(busiest, day), "",
        fmt::format(
            "to play within it the {:.0f} % of all versions that come on it", 100 * busiest));
    add("checks an hour", "checks_an_hour", busiest * versions / (day / hour), "",
        "builds and first matches on the busiest day, on this machine");
    if (config.records) {
        add("disk, records", "records_gib", times(rates.record_bytes, gibibyte), "GiB",
            rates.record_bytes
                ? fmt::format("{} a game, {}", bytes_text(*rates.record_bytes), measured)
                : nothing);
    }
    add("disk, results", "results_gib",
        games * rates.result_bytes.value_or(database_bytes_a_game) / gibibyte, "GiB",
        rates.result_bytes ? fmt::format("{} a game, {}", bytes_text(*rates.result_bytes), measured)
                           : fmt::format("{} a game", bytes_text(database_bytes_a_game)));
    add("disk, versions", "versions_gib",
        rates.version_bytes ? std::optional<double>(versions * *rates.version_bytes / gibibyte)
                            : std::nullopt,
        "GiB",
        rates.version_bytes ? fmt::format(
                                  "{} a version, the mean so far, with what its build made",
                                  bytes_text(*rates.version_bytes))
                            : "no version has been accepted yet");
    add("disk, site", "site_gib", games * site_bytes_a_game / gibibyte, "GiB",
        fmt::format("{} a game", bytes_text(site_bytes_a_game)));
    add("memory here", "memory_gib", (site_memory + games * site_memory_a_game) / gibibyte, "GiB",
        fmt::format("to write the site, {} a game", bytes_text(site_memory_a_game)));
    add("time for the site", "site_hours", games * site_seconds_a_game / hour, "h",
        "to write all of it once, on one core");
    return rows;
}

} // namespace referee
