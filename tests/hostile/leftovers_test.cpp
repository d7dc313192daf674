// Processes that outlive the program: the move counts, they are killed before result.dat is read,
// and they are counted.

#include "arena.hpp"
#include "support/catch.hpp"

using tests::Attack;
using tests::Promise;

namespace {

Attack leftover(const std::string& program, const std::string& words) {
    return {program, words, "none", "", Promise::always, "", 1};
}

const std::vector<Attack>& plain_leftovers() {
    static const std::vector<Attack> list{
        leftover("leftovers", "child"),
        leftover("leftovers", "session"),
        leftover("leftovers", "daemon"),
        leftover("leftovers", "stopped-daemon"),
        leftover("leftovers", "namespaces"),
        leftover("forks", "relay"),
        {"leftovers", "late-writer", "no-result", "", Promise::always, "", 1},
        {"leftovers", "busy-writer", "exit", "exit status 1", Promise::always, "", 1},
    };
    return list;
}

} // namespace

TEST_CASE("What an AI leaves running is killed before its answer is read", "[hostile][slow]") {
    tests::play_attacks(plain_leftovers());
}

TEST_CASE("What an AI of the referee's own user leaves running is killed too", "[hostile][slow]") {
    for (const Attack& attack : plain_leftovers()) {
        tests::play_attack(
            attack, tests::modes(), [](tests::Arena& arena) { arena.use_ordinary_user(); });
    }
}

TEST_CASE("An AI can't kill the process that kills its leftovers", "[hostile][slow]") {
    // Only useful if the AI has its own user, which the killing process must become too. It
    // succeeds by chance, so the AI tries on every move of a long game.
    Attack attack{"leftovers", "sniper", "none", "", Promise::own_user, "", 1};
    attack.max_moves = 500;
    tests::play_attack(attack);
    tests::play_attack(attack);
}
