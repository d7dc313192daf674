// What an AI gets and what it can reach. Only `default` and `strict` refuse most of it; some is
// refused because the AI has its own user. Exit status 42 would mean that an attack succeeded.

#include "arena.hpp"
#include "os/folder.hpp"
#include "sandbox/confinement.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

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
        refused(Promise::always, "given", "capabilities"),
        refused(Promise::own_user, "given", "bounds"),
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
        refused(Promise::own_user, "meddle", "kill-keeper-otherwise"),
        refused(Promise::own_user, "meddle", "kill-group"),
        refused(Promise::own_user, "meddle", "signal-neighbours"),
        refused(Promise::own_user, "meddle", "kill-all"),
        refused(Promise::own_user, "meddle", "trace"),
        refused(Promise::confined, "meddle", "inspect"),
        // Even as the same user: no process may look into the keeper or the referee.
        refused(Promise::always, "meddle", "read-memory"),
        refused(Promise::always, "meddle", "take-descriptors"),
        refused(Promise::confined, "meddle", "outlive-keeper"),
        refused(Promise::confined, "meddle", "signal-by-owner"),
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
        refused(Promise::confined, "network", "datagrams"),
        refused(Promise::confined, "network", "address"),
        refused(Promise::confined, "network", "descriptors"),
    };
    return list;
}

const std::vector<Attack>& machine() {
    static const std::vector<Attack> list{
        refused(Promise::confined, "machine", "newer-calls"),
        refused(Promise::confined, "machine", "drop-cache"),
        refused(Promise::confined, "machine", "ask-cache"),
        refused(Promise::confined, "machine", "watch"),
        refused(Promise::confined, "machine", "ask-for-room"),
        refused(Promise::confined, "machine", "ask-by-device"),
        refused(Promise::confined, "machine", "ask-disks"),
        refused(Promise::confined, "machine", "install-filter"),
        refused(Promise::confined, "machine", "write-all-disks"),
        refused(Promise::confined, "machine", "take-events"),
        refused(Promise::confined, "machine", "nameless-file"),
        refused(Promise::confined, "machine", "hidden-room"),
        refused(Promise::confined, "machine", "core-dumps"),
        refused(Promise::confined, "machine", "lease"),
        refused(Promise::confined, "machine", "clocks"),
    };
    return list;
}

} // namespace

TEST_CASE("An AI is given nothing but what the protocol names", "[hostile][slow]") {
    tests::play_attacks(given());
}

TEST_CASE("Whatever signals the caller ignores, an AI ignores none", "[hostile]") {
    std::vector<std::pair<int, struct sigaction>> before;
    const auto ignore = [&](int number) {
        struct sigaction ignoring {};
        struct sigaction was {};
        ignoring.sa_handler = SIG_IGN;
        if (::sigaction(number, &ignoring, &was) == 0) {
            before.emplace_back(number, was);
        }
    };
    ignore(SIGUSR1);
    for (int number = SIGRTMIN; number <= SIGRTMAX; ++number) {
        ignore(number);
    }
    tests::play_attack(refused(Promise::always, "given", "signals"), tests::modes());
    for (const auto& [number, was] : before) {
        ::sigaction(number, &was, nullptr);
    }
}

TEST_CASE("In a closed folder an AI is given nothing either", "[hostile][closed][slow]") {
    for (const Attack& attack : given()) {
        tests::play_attack(
            attack, tests::modes(), [](tests::Arena& arena) { arena.close_to_others(); });
    }
    tests::play_attack(
        {"own_file", "remove", "none", "", Promise::own_user}, tests::modes(),
        [](tests::Arena& arena) { arena.close_to_others(); });
}

TEST_CASE(
    "An AI of an ordinary user is given nothing but what the protocol names", "[hostile][slow]") {
    for (const Attack& attack : given()) {
        if (attack.promise == Promise::always) {
            tests::play_attack(
                attack, tests::modes(), [](tests::Arena& arena) { arena.use_ordinary_user(); });
        }
    }
}

TEST_CASE("An AI reads and destroys nothing of the match", "[hostile][slow]") {
    tests::play_attacks(spying());
}

TEST_CASE("AIs have no place to leave messages for each other", "[hostile][slow]") {
    tests::play_attacks(mailboxes());
}

TEST_CASE(
    "An AI cannot signal, trace or reconfigure the referee, its keeper or the system",
    "[hostile][slow]") {
    tests::play_attacks(meddling());
}

TEST_CASE("An AI touches nothing that all of the machine share", "[hostile][slow]") {
    tests::play_attacks(machine());
}

TEST_CASE("An AI has no network of any kind", "[hostile][slow]") {
    tests::play_attacks(network());
}

TEST_CASE("What an old kernel's Landlock can't refuse is refused otherwise", "[hostile][slow]") {
    for (const auto& attacks : {spying(), mailboxes(), meddling(), network(), machine()}) {
        tests::play_attacks(attacks, tests::modes_of_old_kernels());
    }
}

namespace {

namespace fs = std::filesystem;

/// What an AI in mode strict may see: what it may read and, as empty folders, what leads there.
class Visible {
  public:
    explicit Visible(const std::string& ai)
        : places_(referee::readable_paths({ai, {ai}}, {})), links_(referee::system_names()) {
        places_.insert(places_.end(), referee::system_files.begin(), referee::system_files.end());
        places_.insert(places_.end(), referee::devices.begin(), referee::devices.end());
        for (const char* const own :
             {"/proc/self", "/proc/thread-self", "/proc/processes/self", "/dev/fd", "/dev/stdin",
              "/dev/stdout", "/dev/stderr"}) {
            places_.emplace_back(own);
        }
    }

    const std::vector<std::string>& places() const { return places_; }

    bool has(const fs::path& path) const {
        const auto leads = [&path](const std::string& place) {
            return referee::is_below(path, place) || referee::is_below(place, path);
        };
        return std::any_of(places_.begin(), places_.end(), leads) ||
               std::find(links_.begin(), links_.end(), path.string()) != links_.end();
    }

  private:
    std::vector<std::string> places_;
    std::vector<std::string> links_;
};

/// Adds what lies there and can't be seen, down to this depth.
void add_hidden(
    const fs::path& folder, int depth, const Visible& visible, std::vector<std::string>& paths) {
    constexpr std::size_t enough = 20'000;
    std::error_code code;
    for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code)) {
        const bool is_seen = visible.has(at->path());
        if (!is_seen && paths.size() < enough) {
            paths.push_back(at->path().string());
        }
        if (depth > 1 && at->is_directory(code) && !at->is_symlink(code)) {
            add_hidden(at->path(), depth - 1, visible, paths);
        }
    }
}

/// Writes what the AI looks for into its own folder: everything near the root of this machine, and
/// what a running contest has beside it.
void prepare_walk(tests::Arena& arena, bool hides_processes = true) {
    const Visible visible(arena.ai());
    std::vector<std::string> paths;
    for (const char* const name : {"season.ini", "season.sqlite", "season.sqlite-wal", "record"}) {
        tests::write_file(arena / name, "secret\n");
        paths.push_back(arena / name);
    }
    fs::create_directories(arena / "entries/other");
    for (const char* const name : {"entries", "entries/other", "field.dat", "record.jsonl"}) {
        paths.push_back(arena / name);
    }
    for (const std::string& path : {tests::source_folder(), tests::build_folder(), arena.work()}) {
        paths.push_back(path + "/.");
    }
    std::erase_if(paths, [&](const std::string& path) { return visible.has(path); });
    // Its own work folder lies in this one.
    std::erase(paths, arena.work() + "/.");
    add_hidden("/", 3, visible, paths);
    for (int process = 1; process < 2000; ++process) {
        paths.push_back("/proc/" + std::to_string(process));
    }
    // The keeper is process 1 there: nothing can be asked about it.
    for (const char* const name : {"exe", "task"}) {
        if (hides_processes) {
            paths.push_back(std::string("/proc/processes/1/") + name);
        }
    }
    const auto leads_to_work = [&arena](const std::string& path) {
        return referee::is_below(arena.work(), path);
    };
    std::erase_if(paths, leads_to_work);
    std::string text;
    for (const std::string& path : paths) {
        text += path.find('\n') == std::string::npos ? path + "\n" : "";
    }
    for (const std::string& place : visible.places()) {
        text += (fs::exists(place) ? "+" + place + "\n" : "");
    }
    tests::write_file(arena.ai() + "/paths", text);
}

} // namespace

TEST_CASE("In mode strict nothing exists but what an AI may read", "[hostile][slow]") {
    const std::vector<tests::Mode> strict{{"strict", true}};
    const Attack walk{"spy", "walk {arena}/ai/paths", "none", "", Promise::confined};
    tests::play_attack(walk, strict, [](tests::Arena& arena) { prepare_walk(arena); });
    tests::play_attack(walk, strict, [](tests::Arena& arena) {
        prepare_walk(arena);
        arena.use_ordinary_user();
    });
}

TEST_CASE("Where a container hides parts of /proc, strict hides all but processes", "[hostile]") {
    if (!tests::is_root()) {
        tests::leave_out("strict without a second /proc", tests::Need::root);
        return;
    }
    // Then the kernel gives ordinary users no second /proc.
    const std::vector<std::string> container{
        "unshare", "--mount", "sh", "-c",
        // Another whole /proc anywhere, as of a chroot, would allow a second one.
        "mount --make-rprivate / && mount --bind /dev/null /proc/meminfo && "
        "{ awk '$3 == \"proc\" && $2 !~ \"^/proc\" {print $2}' /proc/mounts | xargs -r umount -l; } && "
        "exec setpriv --reuid=60599 --regid=60599 --clear-groups \"$@\"",
        "sh"};
    const Attack walk{"spy", "walk {arena}/ai/paths", "none", "", Promise::confined};
    tests::play_attack(walk, {{"strict", true}}, [&](tests::Arena& arena) {
        prepare_walk(arena, false);
        arena.use_ordinary_user();
        arena.wrap(container);
        std::vector<std::string> check = container;
        check.insert(check.end(), {arena / "referee", "check", "--confinement"});
        CHECK_THAT(
            tests::run(check).out, ContainsSubstring("not hidden: which process IDs are in use"));
    });
}

TEST_CASE("In the contest's own folder an AI can't read the field or run the other", "[hostile]") {
    const tests::TemporaryFolder folder(true);
    const std::string shared = folder.path();
    std::filesystem::copy_file(
        tests::source_folder() + "/fields/gems/contest.dat", folder / "field.dat");
    // Exits with 7 and more if something succeeds, else gives an answer that may be illegal.
    tests::write_file(
        folder / "fm-ai1.bin", "#!/bin/sh\n"
                               "for file in '" +
                                   shared + "/field.dat' '" + shared + "/fm-ai2.bin' '" +
                                   tests::gems_ai("greedy") +
                                   "'; do\n"
                                   "  cat \"$file\" > notes.dat && exit 7\n"
                                   "done\n"
                                   "for other in '" +
                                   shared + "/fm-ai2.bin' '" + tests::gems_ai("greedy") +
                                   "'; do\n"
                                   "  \"$other\" && exit 8\n"
                                   "done\n"
                                   "ls '" +
                                   shared +
                                   "' && exit 9\n"
                                   "echo 0 0 0 1 > result.dat\n");
    std::filesystem::permissions(folder / "fm-ai1.bin", std::filesystem::perms(0755));
    std::filesystem::create_symlink(tests::gems_ai("greedy"), folder / "fm-ai2.bin");
    for (const tests::Mode& mode : tests::modes()) {
        INFO("mode " << mode.name);
        const tests::Output output = tests::run(
            {tests::referee_path(), "field.dat", "--json", "--confine", mode.name}, shared);
        INFO(output.err);
        REQUIRE(output.status == 0);
        const nlohmann::json match = nlohmann::json::parse(output.out);
        for (const auto& game : match.at("games")) {
            for (const auto& fault : game.at("faults")) {
                INFO(fault.at("reason") << fault.at("printed"));
                // It succeeds without confinement, so the test can fail.
                CHECK((fault.at("fault") == "exit") == !mode.confines);
            }
            CHECK(!game.at("faults").empty());
        }
    }
}
