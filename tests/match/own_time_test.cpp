// Whose time it was: an AI's on its core, its sleep on an idle one, or the machine's.

#include "support/catch.hpp"

#include "match/own_time.hpp"
#include "os/clock.hpp"

namespace {

using namespace referee;
using namespace std::chrono_literals;

constexpr std::int64_t ms = 1'000'000;

/// A machine of two cores, whose idle clocks are set by hand.
struct Machine {
    std::vector<std::int64_t> idle{0, 0};
    std::int64_t now = second_ns;

    IdleClock clock() {
        return [this] { return idle; };
    }
    /// So much time passes, of which each core is idle for so long.
    void pass(std::int64_t time, std::int64_t first, std::int64_t second) {
        now += time;
        idle[0] += first;
        idle[1] += second;
    }
};

ResourceUse use(std::int64_t wall, std::int64_t cpu) {
    ResourceUse used;
    used.wall_ns = wall;
    used.cpu_ns = cpu;
    return used;
}

} // namespace

TEST_CASE("an AI is charged for its core and for sleep, not for a busy machine", "[match]") {
    struct Case {
        const char* what;
        std::int64_t cpu;
        std::int64_t idle; ///< of its core, in a second
        std::int64_t own;
    };
    for (const Case& each :
         {Case{"it computed", 1000 * ms, 0, 1000 * ms},
          {"others computed on its core", 10 * ms, 0, 10 * ms},
          {"it slept", 10 * ms, 990 * ms, 1000 * ms},
          {"it slept, and others computed meanwhile", 10 * ms, 500 * ms, 510 * ms},
          {"it has more threads than cores", 2000 * ms, 0, 2000 * ms},
          {"the clock of the core is ahead", 10 * ms, 1500 * ms, 1000 * ms}}) {
        CAPTURE(each.what);
        Machine machine;
        OwnTime times(10s, machine.clock());
        times.begin(machine.now);
        machine.pass(1000 * ms, each.idle, 1000 * ms);
        CHECK(times.add(1, 0, use(1000 * ms, each.cpu), machine.now) == each.own);
        CHECK(times.of(1) == each.own);
    }
}

TEST_CASE("idle time before its start and after its end isn't an AI's", "[match]") {
    Machine machine;
    OwnTime times(10s, machine.clock());
    times.begin(machine.now);
    // Both were started together. The first was kept off its core, and ended after a second; the
    // second slept two.
    machine.pass(1000 * ms, 0, 1000 * ms);
    machine.pass(1000 * ms, 1000 * ms, 1000 * ms);
    CHECK(times.add(1, 0, use(1000 * ms, 5 * ms), machine.now) == 5 * ms);
    CHECK(times.add(2, 1, use(2000 * ms, 5 * ms), machine.now) == 2000 * ms);
    CHECK(times.most() == 2);
    // The clocks were read a moment before the next start; its core was idle only then.
    times.begin(machine.now);
    machine.pass(40 * ms, 40 * ms, 40 * ms);
    times.begin(machine.now);
    machine.pass(500 * ms, 0, 0);
    CHECK(times.add(1, 0, use(500 * ms, 5 * ms), machine.now) == 5 * ms);
}

TEST_CASE("an AI that may use any core is charged if one was idle", "[match]") {
    Machine machine;
    OwnTime times(10s, machine.clock());
    times.begin(machine.now);
    machine.pass(1000 * ms, 0, 900 * ms);
    CHECK(times.add(1, -1, use(1000 * ms, 10 * ms), machine.now) == 910 * ms);
}

TEST_CASE("without idle clocks only time on a core counts", "[match]") {
    OwnTime times(1s, [] { return std::vector<std::int64_t>(); });
    times.begin(second_ns);
    CHECK_FALSE(times.knows_idle());
    CHECK(times.add(1, 0, use(5000 * ms, 400 * ms), 6 * second_ns) == 400 * ms);
    CHECK_FALSE(times.is_over());
    times.begin(6 * second_ns);
    times.add(2, 0, use(5000 * ms, 600 * ms), 11 * second_ns);
    CHECK(times.is_over());
    CHECK(times.most() == 2);
}

TEST_CASE("without a limit the time of a game is never over", "[match]") {
    Machine machine;
    OwnTime times(0s, machine.clock());
    times.begin(machine.now);
    machine.pass(1000 * second_ns, 0, 0);
    times.add(1, 0, use(1000 * second_ns, 1000 * second_ns), machine.now);
    CHECK_FALSE(times.is_over());
}
