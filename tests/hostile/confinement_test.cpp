// What an AI is given and what it can reach. Most of it only `default` and `strict` refuse;
// something also follows from an AI's having a user of its own. Exit status 42 would say that a
// deed succeeded.

#include "arena.hpp"
#include "support/catch.hpp"

using tests::Attack;
using tests::Promise;

namespace {

Attack refused(Promise promise, const std::string& program, const std::string& words) {
    return {program, words, "none", "", promise};
}

const std::vector<Attack>& given() {
    static const std::vector<Attack> list{
        refused(Promise::always, "given", "descriptors"),
        refused(Promise::always, "given", "environment"),
        refused(Promise::always, "given", "signals"),
        refused(Promise::own_user, "given", "rights"),
        refused(Promise::own_user, "given", "precedence"),
    };
    return list;
}

const std::vector<Attack>& spying() {
    static const std::vector<Attack> list{
        refused(Promise::confined, "spy", "field {arena}/field.dat"),
        refused(Promise::confined, "spy", "relative-field {arena}/field.dat"),
        refused(Promise::own_user, "spy", "destroy-field {arena}/field.dat"),
        refused(Promise::own_user, "spy", "list-parent"),
        refused(Promise::own_user, "spy", "opponent"),
        refused(Promise::own_user, "spy", "opponent-sizes"),
        refused(Promise::own_user, "spy", "guarded-proc"),
        refused(Promise::confined, "spy", "command-lines"),
    };
    return list;
}

const std::vector<Attack>& mailboxes() {
    static const std::vector<Attack> list{
        refused(Promise::confined, "mailbox", "temporary-folders"),
        refused(Promise::confined, "mailbox", "shared-memory-files"),
        refused(Promise::confined, "mailbox", "shared-memory"),
        refused(Promise::confined, "mailbox", "message-queue"),
        refused(Promise::always, "mailbox", "posix-queue"),
        refused(Promise::confined, "mailbox", "abstract-address"),
        refused(Promise::confined, "mailbox", "keyring"),
    };
    return list;
}

const std::vector<Attack>& meddling() {
    static const std::vector<Attack> list{
        refused(Promise::own_user, "meddle", "kill-keeper"),
        refused(Promise::own_user, "meddle", "kill-group"),
        refused(Promise::own_user, "meddle", "signal-neighbours"),
        refused(Promise::own_user, "meddle", "kill-all"),
        refused(Promise::own_user, "meddle", "trace"),
        // Also as the same user: keeper and referee let nobody look into them.
        refused(Promise::always, "meddle", "read-memory"),
        refused(Promise::always, "meddle", "take-descriptors"),
        refused(Promise::own_user, "meddle", "limit-keeper"),
        refused(Promise::own_user, "meddle", "slow-keeper"),
        refused(Promise::own_user, "meddle", "hurry"),
        refused(Promise::confined, "meddle", "leave-core"),
        refused(Promise::always, "meddle", "terminal"),
        refused(Promise::own_user, "meddle", "clock"),
        refused(Promise::own_user, "meddle", "mount"),
        refused(Promise::confined, "meddle", "user-namespace"),
        refused(Promise::confined, "meddle", "time-namespace"),
        refused(Promise::confined, "meddle", "mount-namespace"),
    };
    return list;
}

const std::vector<Attack>& network() {
    static const std::vector<Attack> list{
        refused(Promise::confined, "network", "tcp"),
        refused(Promise::confined, "network", "tcp6"),
        refused(Promise::confined, "network", "udp"),
        refused(Promise::confined, "network", "unix"),
        refused(Promise::confined, "network", "netlink"),
        refused(Promise::confined, "network", "vsock"),
        refused(Promise::confined, "network", "io-uring"),
    };
    return list;
}

} // namespace

TEST_CASE("An AI is given nothing but what the protocol names", "[hostile]") {
    tests::play_attacks(given());
}

TEST_CASE("An AI reads and destroys nothing of the match", "[hostile]") {
    tests::play_attacks(spying());
}

TEST_CASE("AIs have no place to leave one another a message", "[hostile]") {
    tests::play_attacks(mailboxes());
}

TEST_CASE("An AI lays no hand on the referee, its keeper or the machine", "[hostile]") {
    tests::play_attacks(meddling());
}

TEST_CASE("An AI has no network of any kind", "[hostile]") {
    tests::play_attacks(network());
}

TEST_CASE("What an old kernel's Landlock can't refuse is refused otherwise", "[hostile]") {
    for (const auto& attacks : {spying(), mailboxes(), meddling(), network()}) {
        tests::play_attacks(attacks, tests::modes_of_old_kernels());
    }
}
