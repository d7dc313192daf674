// AIs that exhaust a resource: they get no more, and the fault is their own.

#include "arena.hpp"
#include "support/catch.hpp"
#include "support/skipped.hpp"

using tests::Attack;
using tests::Promise;

TEST_CASE("What an AI can't get is its own failure, or does no harm", "[hostile][slow]") {
    tests::play_attacks({
        {"hoard", "memory", "exit", "exit status 3", Promise::always, "", 0, {"--memory", "256M"}},
        {"hoard", "grow-stack", "none", "", Promise::confined},
        {"hoard", "large-file", "exit", "exit status 3"},
        {"hoard", "descriptors", "exit", "exit status 3"},
        {"hoard", "files", "none", ""},
        {"flood", "grow", "none", ""},
        {"flood", "seal", "none", ""},
    });
}

TEST_CASE("An AI has the limits that are documented", "[hostile]") {
    if (!tests::is_skipped_with_sanitizers(
            "limits of an AI: with a sanitizer its memory has none")) {
        tests::play_attack({"given", "limits", "none", ""});
    }
}

TEST_CASE("The limit on memory is one for all that an AI has", "[hostile][memory][slow]") {
    const tests::Output machine = tests::run({tests::referee_path(), "check", "--confinement"});
    if (machine.out.find("bounds all processes of an AI together") == std::string::npos) {
        tests::leave_out("memory of an AI as a whole", tests::Need::memory_group);
        return;
    }
    // Time enough for a busy machine.
    const auto over = [](const std::string& words, const std::string& memory) {
        Attack attack{"hoard", words, "crash", "memory limit exceeded"};
        attack.options = {"--memory", memory};
        attack.limit = std::chrono::seconds(15);
        return attack;
    };
    Attack children = over("children", "256M");
    children.verdict = "exit"; // the kernel ends a child, and its parent fails
    children.reason = "exit status 3";
    tests::play_attacks({
        over("share", "64M"),
        over("memory-files", "64M"),
        over("page-tables", "64M"),
        over("fill-given", "24M"),
        children,
    });
}

TEST_CASE(
    "An AI that fills the file system of all work folders harms nobody else", "[hostile][slow]") {
    if (!tests::is_root()) {
        tests::leave_out("filling a small file system", tests::Need::root);
        return;
    }
    if (tests::is_skipped_with_thread_sanitizer(
            "filling a small file system: an AI with ThreadSanitizer needs a file of its own")) {
        return;
    }
    // Bytes and inodes run out separately.
    for (const std::string size : {"size=2m,nr_inodes=50k", "size=64m,nr_inodes=200"}) {
        INFO("file system: " << size);
        // With files of its own it takes more than its share, where it can create any.
        Attack fill{"hoard", "fill", "crash", "it filled the disk"};
        fill.confined_verdict = "none";
        for (const Attack& attack : {fill, Attack{"hoard", "fill-given", "none", ""}}) {
            tests::play_attack(attack, tests::modes(), [&](tests::Arena& arena) {
                // Mounted in its own namespace, so it disappears with the referee.
                arena.wrap(
                    {"unshare", "--mount", "sh", "-c",
                     "mount -t tmpfs -o mode=755," + size + " none \"$1\" && shift && exec \"$@\"",
                     "sh", arena.work()});
            });
        }
    }
}

TEST_CASE("An AI that seals its output can't keep the referee from emptying it", "[hostile]") {
    if (!tests::is_root()) {
        tests::leave_out("sealed output", tests::Need::root);
        return;
    }
    // With this setting of a hardened system every holder of a memfd can seal it. It belongs to a
    // PID namespace, so the change affects this referee only.
    tests::play_attack({"flood", "seal", "none", ""}, tests::modes(), [](tests::Arena& arena) {
        arena.wrap(
            {"unshare", "--pid", "--fork", "--mount-proc", "sh", "-c",
             "echo 1 > /proc/sys/vm/memfd_noexec && exec \"$@\"", "sh"});
    });
}
