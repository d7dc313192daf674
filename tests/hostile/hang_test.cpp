// AIs that don't end: they lose at their limit, and the referee goes on at once.

#include "arena.hpp"
#include "support/catch.hpp"

#include <filesystem>

namespace {

using tests::Attack;
using tests::Promise;

Attack hang(const std::string& program, const std::string& words) {
    Attack attack{program, words, "timeout", "still running after 0.15 s"};
    attack.limit = tests::short_limit;
    return attack;
}

} // namespace

TEST_CASE("An AI that hangs loses at its limit, however it does it", "[hostile][slow]") {
    tests::play_attacks({
        hang("hang", "sleep"),
        hang("hang", "ignore-signals"),
        hang("hang", "loop"),
        hang("hang", "threads"),
        hang("hang", "stop-itself"),
        hang("hang", "stop-group"),
        hang("hang", "lose-main-thread"),
        hang("hang", "wait-in-vfork"),
        hang("hang", "stop-at-exit"),
        hang("hang", "exec-from-thread"),
        hang("hang", "join-parents-group"),
        hang("hang", "end-orphans"),
        hang("hang", "signal-keeper"),
    });
}

TEST_CASE("An AI that prints without end loses at its limit", "[hostile][slow]") {
    tests::play_attacks({
        hang("flood", "output"),
        hang("flood", "errors"),
        hang("flood", "both"),
    });
}

TEST_CASE("An AI of the referee's own user can't drown its end in signals", "[hostile][slow]") {
    tests::play_attack(hang("hang", "signal-keeper"), tests::modes(), [](tests::Arena& arena) {
        arena.use_ordinary_user();
    });
}

TEST_CASE("A flood that is logged is cut after 1 MiB", "[hostile][slow]") {
    for (const tests::Mode& mode : tests::modes()) {
        INFO("mode " << mode.name);
        const tests::Arena arena("flood", "both");
        arena.play(mode, tests::short_limit, {"--logs", "{arena}/logs"});
        for (const auto& log : std::filesystem::directory_iterator(arena / "logs")) {
            INFO(log.path());
            CHECK(log.file_size() < (1U << 20U) + 100);
        }
    }
}

TEST_CASE("A fork bomb goes off in its own work folder only", "[hostile][slow]") {
    tests::play_attacks({
        hang("forks", "bomb"),
        hang("forks", "sessions"),
        hang("forks", "above-session 200"),
        hang("forks", "relay-and-hang"),
    });
}

TEST_CASE("A fork bomb of the referee's own user is swept as well", "[hostile][slow]") {
    // With a user of its own for each AI all its processes are killed at once; without, they have
    // to be found.
    for (const char* const words : {"bomb", "sessions 300", "sessions 1000", "relay-and-hang"}) {
        tests::play_attack(hang("forks", words), tests::modes(), [](tests::Arena& arena) {
            arena.use_ordinary_user();
        });
    }
}
