// Resident AIs that break the protocol, or can't be stopped between their moves.

#include "arena.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using tests::Attack;
using tests::Promise;

namespace {

Attack resident(
    const std::string& words, const std::string& verdict, const std::string& reason,
    Promise promise = Promise::always) {
    return {"resident", words, verdict, reason, promise};
}

Attack silent(const std::string& words) {
    Attack attack = resident(words, "timeout", "no 'done' after 0.15 s");
    attack.limit = tests::short_limit;
    return attack;
}

/// Keeps one core busy: by many sessions, since most systems share the time among them. The test
/// itself, and whatever it starts, run on that core too.
class BusyCore {
  public:
    explicit BusyCore(int loops) {
        ::sched_getaffinity(0, sizeof before_, &before_);
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(::sched_getcpu(), &one);
        ::sched_setaffinity(0, sizeof one, &one);
        for (int i = 0; i < loops; ++i) {
            const pid_t pid = ::fork();
            if (pid == 0) {
                ::prctl(PR_SET_PDEATHSIG, SIGKILL);
                ::setsid();
                volatile unsigned count = 0;
                for (;;) {
                    count = count + 1;
                }
            }
            loops_.push_back(pid);
        }
    }
    ~BusyCore() {
        for (const pid_t pid : loops_) {
            ::kill(pid, SIGKILL);
            ::waitpid(pid, nullptr, 0);
        }
        ::sched_setaffinity(0, sizeof before_, &before_);
    }
    BusyCore(const BusyCore&) = delete;
    BusyCore& operator=(const BusyCore&) = delete;

  private:
    cpu_set_t before_{};
    std::vector<pid_t> loops_;
};

int restarts_in(const tests::Outcome& outcome) {
    int count = 0;
    for (const auto& game : outcome.json.at("games")) {
        for (const auto& seat : game.at("seats")) {
            count += seat.at("restarts").get<int>();
        }
    }
    return count;
}

} // namespace

TEST_CASE("A resident AI that breaks the talk loses", "[hostile][slow]") {
    tests::play_attacks({
        silent("stay-silent"),
        silent("stop-itself"),
        resident("say-it-twice", "bad-result", "it printed 'done' a second time"),
        resident("say-something-else", "bad-result", "'I have moved'"),
        resident("say-another-turn", "bad-result", "'done 12345'"),
        resident("say-escapes", "bad-result", "'\\x1b[2Jdone'"),
        resident("flood-lines", "bad-result", "'line'"),
        resident("print-nul-bytes", "bad-result", "\\x00"),
        resident("end", "no-result", ""),
        resident("fail", "exit", "exit status 7"),
        resident("crash", "crash", "SIGABRT"),
        resident("close-output", "no-result", ""),
        resident("die-between-moves", "crash", "SIGABRT"),
    });
}

TEST_CASE("A resident AI that is hard to stop harms only itself", "[hostile][slow]") {
    // Such an AI may or may not play on; the referee must go on, and the honest AI must win or play
    // its game.
    for (const std::string words :
         {"hold-in-vfork", "be-traced", "lose-main-thread", "close-input", "join-parents-group"}) {
        for (const tests::Mode& mode : tests::modes()) {
            INFO("attack: " << words << ", mode " << mode.name);
            const tests::Arena arena("resident", words);
            arena.play(mode, std::chrono::seconds(1));
        }
    }
}

TEST_CASE(
    "Each restart of a resident AI that can't be suspended is counted and reported",
    "[hostile][slow]") {
    for (const tests::Mode& mode : tests::modes()) {
        INFO("mode " << mode.name);
        const tests::Arena arena("resident", "hold-in-vfork");
        const tests::Outcome outcome = arena.play(mode, std::chrono::seconds(5));
        CHECK(restarts_in(outcome) == 2); // once in each game, after its first move
        for (const auto& game : outcome.json.at("games")) {
            REQUIRE(game.at("restarts").size() == 1);
            CHECK_THAT(
                game.at("restarts").at(0).at("reason").get<std::string>(),
                ContainsSubstring("it is in vfork or being traced"));
        }
        CHECK_THAT(
            tests::read_file(arena / "record.jsonl"),
            ContainsSubstring("\"restart\":\"it can't be suspended"));
    }
}

TEST_CASE(
    "A resident AI of many threads isn't restarted because the machine is busy",
    "[hostile][slow]") {
    const BusyCore busy(40);
    for (const tests::Mode& mode : tests::modes()) {
        INFO("mode " << mode.name);
        const tests::Arena arena("resident", "compute-in-threads", 4);
        const tests::Output output = tests::run(
            {tests::referee_path(), arena / "field.dat", "--ai", "one=" + arena.ai(), "--ai",
             "other=" + arena.ai(), "--confine", mode.name, "--seats", "fixed", "--time-limit",
             "1000s", "--json"});
        INFO(output.err);
        REQUIRE(output.status == 0);
        const auto game = nlohmann::json::parse(output.out).at("games").at(0);
        INFO(game.at("faults").dump());
        for (const auto& seat : game.at("seats")) {
            CHECK(seat.at("faults").empty());
            CHECK(seat.at("moves") == 2);
            CHECK(seat.at("restarts") == 0);
        }
    }
}

TEST_CASE("What a resting AI of the same user holds is not missing to another", "[hostile]") {
    if (tests::is_root()) {
        tests::leave_out("a user's limits held by a resting AI", tests::Need::ordinary_user);
        return;
    }
    // A resident one is started with descriptors, Java starts threads.
    const std::vector<std::pair<std::string, std::string>> held{
        {"hold-descriptors", "resident-cpp"}, {"hold-processes", "reference-java"}};
    for (const auto& [words, other] : held) {
        for (const tests::Mode& mode : tests::modes()) {
            INFO("attack: " << words << ", mode " << mode.name);
            const tests::Arena arena("resident", words);
            const tests::Output output = tests::run(
                {tests::referee_path(), arena / "field.dat", "--ai", arena.ai(), "--ai",
                 "other=" + tests::gems_ai(other), "--confine", mode.name, "--json"});
            INFO(output.err);
            REQUIRE(output.status == 0);
            const auto match = nlohmann::json::parse(output.out);
            for (const auto& game : match.at("games")) {
                for (const auto& seat : game.at("seats")) {
                    if (seat.at("name") == "other") {
                        CHECK(seat.at("faults").empty());
                    }
                }
            }
        }
    }
}

TEST_CASE("A resident AI doesn't think on another's time", "[hostile][slow]") {
    Attack attack = resident("think-on", "none", "", Promise::confined);
    attack.max_moves = 500; // the sum of many short times is what shows
    tests::play_attack(attack);
    tests::play_attack(resident("wake-by-timer", "none", "", Promise::confined));
}
