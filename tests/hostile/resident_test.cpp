// Resident AIs that break the talk with the referee, or can't be stopped between their moves.

#include "arena.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <chrono>
#include <nlohmann/json.hpp>

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

} // namespace

TEST_CASE("A resident AI that breaks the talk loses", "[hostile]") {
    tests::play_attacks({
        silent("stay-silent"),
        silent("stop-itself"),
        resident("say-it-twice", "bad-result", "a second time"),
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

TEST_CASE("A resident AI that is hard to stop harms only itself", "[hostile]") {
    // Whether such a one may play on is left open; the referee must go on, and the honest AI win or
    // play its game.
    for (const std::string words :
         {"hold-in-vfork", "be-traced", "lose-main-thread", "close-input", "join-parents-group"}) {
        for (const tests::Mode& mode : tests::modes()) {
            INFO("attack: " << words << ", mode " << mode.name);
            const tests::Arena arena("resident", words);
            arena.play(mode, std::chrono::seconds(1));
        }
    }
}

TEST_CASE("What a resting AI of the same user holds is not missing to another", "[hostile]") {
    if (tests::is_root()) {
        tests::skipped().emplace_back(
            "a user's limits held by a resting AI: started by root AIs have users of their own");
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
                {tests::referee(), arena / "field.dat", "--ai", arena.ai(), "--ai",
                 "other=" + tests::gems_ai(other), "--confine", mode.name, "--json"});
            INFO(output.err);
            REQUIRE(output.status == 0);
            for (const auto& game : nlohmann::json::parse(output.out).at("games")) {
                for (const auto& seat : game.at("seats")) {
                    if (seat.at("name") == "other") {
                        CHECK(seat.at("faults").empty());
                    }
                }
            }
        }
    }
}

TEST_CASE("A resident AI doesn't think on another's time", "[hostile]") {
    Attack attack = resident("think-on", "none", "", Promise::confined);
    attack.most_moves = 500; // the sum of many short times is what shows
    tests::play_attack(attack);
    tests::play_attack(resident("wake-by-timer", "none", "", Promise::confined));
}
