#pragma once

/// A folder in which tests run tournaments with the real executable.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <random>
#include <string>
#include <sys/wait.h>
#include <vector>

// Not in namespace tests: its function referee_path() would hide the namespace.
namespace tournament_tests {

namespace fs = std::filesystem;

using tests::built;
using tests::gems_ai;
using tests::Output;
using tests::processes_with;
using tests::read_file;
using tests::run;
using tests::start;
using tests::TemporaryFolder;
using tests::wait_for_exit;
using tests::write_file;

inline std::string program() {
    return tests::referee_path();
}

/// A folder with fields, and commands on them.
class Arena {
  public:
    explicit Arena(int fields, int moves = 10) {
        fs::create_directories(folder_ / "work");
        fs::create_directories(folder_ / "fields");
        const Output made = run(
            {program(), "create", folder_ / "fields/f.dat", "--seed", "7", "--count",
             std::to_string(fields), "--set", fmt::format("max_moves={}", moves), "--set",
             "illegal_penalty=1", "--set", "rows=40"});
        REQUIRE(made.status == 0);
    }

    std::string operator/(const std::string& name) const { return folder_ / name; }

    /// Three AIs, one of which loses points with every move.
    std::vector<std::string>
    command(const std::string& database, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{program(),  "tournament",
                                       "--fields", folder_ / "fields/*.dat",
                                       "--ai",     "trivial=" + built("trivial-ai"),
                                       "--ai",     gems_ai("reference-c"),
                                       "--ai",     "other=" + gems_ai("reference-c"),
                                       "--work",   folder_ / "work",
                                       "--db",     folder_ / database};
        words.insert(words.end(), more.begin(), more.end());
        // The limit is long, so that no move is late on a busy machine: tables of two runs are
        // compared.
        if (std::find(words.begin(), words.end(), "--time-limit") == words.end()) {
            words.insert(words.end(), {"--time-limit", "60s"});
        }
        return words;
    }

    /// The tables without what depends on time.
    nlohmann::json tables(const std::string& database) const {
        const Output report = run({program(), "report", folder_ / database, "--json"});
        REQUIRE(report.status == 0);
        nlohmann::json json = nlohmann::json::parse(report.out);
        for (nlohmann::json& row : json["standings"]) {
            for (const referee::Measurement& measurement : referee::measurements) {
                if (!measurement.repeats) {
                    row.erase(std::string(measurement.name));
                }
            }
            row.erase("median_ms");
            row.erase("p95_ms");
        }
        for (const char* const key : {"shard", "shards", "played"}) {
            json.erase(key);
        }
        return json;
    }

    std::vector<std::int64_t> stored(const std::string& database) const {
        const referee::Store store(folder_ / database, referee::Store::Access::read);
        return store.games_between(0, 1'000'000'000);
    }

    /// Starts the command, which writes to this database, waits until some more games are stored
    /// there, a random number of them up to `max_games` (with 0 only until it has begun, or not
    /// even that), and sends the signal. True if it was still running then.
    bool interrupt(
        const std::vector<std::string>& command, const std::string& database, int signal,
        unsigned max_games) {
        const std::int64_t target = count_stored(database) + generator_() % (max_games + 1);
        const pid_t pid = start(command);
        bool is_running = true;
        do {
            ::poll(nullptr, 0, static_cast<int>(generator_() % 10));
            is_running = ::waitpid(pid, nullptr, WNOHANG) == 0;
        } while (is_running && count_stored(database) < target);
        if (is_running) {
            ::kill(pid, signal);
            status_ = wait_for_exit(pid);
        }
        return is_running;
    }
    int status() const { return status_; }

    /// True if within ten seconds no process runs in the work folder and it is empty.
    bool is_clean() const {
        for (int look = 0; look < 1000; ++look) {
            if (processes_with(folder_.path()).empty() && fs::is_empty(folder_ / "work")) {
                return true;
            }
            ::poll(nullptr, 0, 10);
        }
        return false;
    }

  private:
    /// The number of stored games; 0 if there is no database yet.
    std::int64_t count_stored(const std::string& database) const {
        try {
            return static_cast<std::int64_t>(stored(database).size());
        } catch (const std::exception&) {
            return 0;
        }
    }

    TemporaryFolder folder_{true};
    std::mt19937 generator_{20261121};
    int status_ = 0;
};

} // namespace tournament_tests
