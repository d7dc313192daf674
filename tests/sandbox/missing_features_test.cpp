// Where a container gives less than the referee needs: `play` says why in one line, and `check
// --confinement` says the same. referee/sandbox/README.md, "Confinement".

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <functional>
#include <sched.h>
#include <seccomp.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

using namespace tests;

using Preparation = std::function<bool()>;

constexpr int not_prepared = 99;

/// Runs the referee in a process that `prepare` has made poorer.
Output run_after(const Preparation& prepare, std::vector<std::string> arguments) {
    const TemporaryFolder folder;
    const std::string program = referee_path();
    arguments.insert(arguments.begin(), program);
    std::vector<char*> words;
    for (std::string& word : arguments) {
        words.push_back(word.data());
    }
    words.push_back(nullptr);
    const int out = ::open((folder / "out").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const int err = ::open((folder / "err").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::dup2(out, STDOUT_FILENO);
        ::dup2(err, STDERR_FILENO);
        if (prepare()) {
            ::execv(program.c_str(), words.data());
        }
        ::_exit(not_prepared);
    }
    ::close(out);
    ::close(err);
    const int status = wait_for_exit(pid);
    return {status, read_file(folder / "out"), read_file(folder / "err")};
}

Output play_after(const Preparation& prepare, const std::string& mode) {
    return run_after(
        prepare, {source_folder() + "/fields/gems/contest.dat", "--ai", gems_ai("reference"),
                  "--ai", gems_ai("random"), "--confine", mode, "--time-limit", "1m"});
}

/// The bounding set limits what root has after exec.
Preparation without_capabilities(const std::vector<int>& numbers) {
    return [numbers] {
        return std::all_of(numbers.begin(), numbers.end(), [](int number) {
            return ::prctl(PR_CAPBSET_DROP, number, 0, 0, 0) == 0;
        });
    };
}

std::vector<int> all_capabilities() {
    std::vector<int> numbers;
    for (int number = 0; ::prctl(PR_CAPBSET_READ, number, 0, 0, 0) >= 0; ++number) {
        numbers.push_back(number);
    }
    return numbers;
}

bool hide_proc() {
    return ::unshare(CLONE_NEWNS) == 0 &&
           ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           ::mount("nothing", "/proc", "tmpfs", 0, nullptr) == 0;
}

bool hide_devices() {
    return ::unshare(CLONE_NEWNS) == 0 &&
           ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           ::mount("nothing", "/dev", "tmpfs", 0, nullptr) == 0;
}

bool allow_few_files() {
    const rlimit few{20, 20};
    return ::setrlimit(RLIMIT_NOFILE, &few) == 0;
}

bool make_run_read_only() {
    return ::unshare(CLONE_NEWNS) == 0 &&
           ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           ::mount("nothing", "/run", "tmpfs", MS_RDONLY, nullptr) == 0;
}

bool write_map(const char* path, std::string_view text) {
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    return file >= 0 &&
           ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

/// A user namespace in which there is only root.
bool leave_only_root() {
    return ::unshare(CLONE_NEWUSER) == 0 && write_map("/proc/self/setgroups", "deny") &&
           write_map("/proc/self/uid_map", "0 0 1") && write_map("/proc/self/gid_map", "0 0 1");
}

Preparation without_call(int call, int error) {
    return [call, error] {
        const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
        const auto answer = SCMP_ACT_ERRNO(static_cast<unsigned>(error));
        return filter != nullptr && seccomp_rule_add(filter, answer, call, 0) == 0 &&
               seccomp_load(filter) == 0;
    };
}

/// What `play` refuses with, without "referee: "; fails unless that is one line with status 2.
std::string refusal(const Output& played) {
    INFO(played.out << played.err);
    CHECK(played.status == 2);
    CHECK(played.out.empty());
    REQUIRE(played.err.starts_with("referee: "));
    CHECK(std::count(played.err.begin(), played.err.end(), '\n') == 1);
    return played.err.substr(9, played.err.size() - 10);
}

/// `play` refuses with a line that has `reason`, and `check --confinement` has the same line.
void check_both(const Preparation& prepare, const std::string& mode, const std::string& reason) {
    const std::string line = refusal(play_after(prepare, mode));
    CHECK_THAT(line, ContainsSubstring(reason));
    const Output checked = run_after(prepare, {"check", "--confinement"});
    INFO(checked.out << checked.err);
    CHECK(checked.status == 3);
    CHECK_THAT(checked.out, ContainsSubstring(line));
}

bool is_root(const std::string& skipped_test) {
    if (::geteuid() == 0) {
        return true;
    }
    leave_out(skipped_test, Need::root);
    return false;
}

} // namespace

TEST_CASE("root without capabilities is told which ones are missing", "[obstacles][end-to-end]") {
    if (!is_root("root without capabilities")) {
        return;
    }
    for (const std::string mode : {"default", "none"}) {
        CAPTURE(mode);
        check_both(
            without_capabilities(all_capabilities()), mode,
            "root lacks CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_KILL, CAP_SETGID, CAP_SETUID here");
    }
    constexpr int chown_number = 0; // linux/capability.h
    check_both(without_capabilities({chown_number}), "default", "root lacks CAP_CHOWN here");
    // Without it an AI could be neither suspended nor, in strict, killed.
    constexpr int kill_number = 5;
    check_both(without_capabilities({kill_number}), "default", "root lacks CAP_KILL here");
}

TEST_CASE("root without other capabilities plays", "[obstacles][end-to-end]") {
    if (!is_root("root with few capabilities")) {
        return;
    }
    constexpr std::array needed{0, 1, 5, 6, 7}; // CHOWN, DAC_OVERRIDE, KILL, SETGID, SETUID
    std::vector<int> others = all_capabilities();
    std::erase_if(others, [&needed](int number) {
        return std::find(needed.begin(), needed.end(), number) != needed.end();
    });
    const Output played = play_after(without_capabilities(others), "default");
    INFO(played.err);
    CHECK(played.status == 0);
    // Namespaces need CAP_SYS_ADMIN, and both say so.
    const std::string line = refusal(play_after(without_capabilities(others), "strict"));
    CHECK_THAT(line, ContainsSubstring("root lacks CAP_SYS_ADMIN"));
    const Output checked = run_after(without_capabilities(others), {"check", "--confinement"});
    CHECK(checked.status == 0);
    CHECK_THAT(checked.out, ContainsSubstring("strict      not supported: " + line));
}

TEST_CASE("hard limits of the caller don't keep AIs from starting", "[obstacles][end-to-end]") {
    const Output played = play_after(
        [] {
            const rlimit cpu{3600, 3600};
            const rlimit processes{200, 200}; // root's AIs have it each; others share it with us
            return ::setrlimit(RLIMIT_CPU, &cpu) == 0 &&
                   (::geteuid() != 0 || ::setrlimit(RLIMIT_NPROC, &processes) == 0);
        },
        "default");
    INFO(played.err);
    CHECK(played.status == 0);
}

TEST_CASE(
    "root that can't reserve users is told what to make writable", "[obstacles][end-to-end]") {
    if (is_root("a read-only /run")) {
        check_both(make_run_read_only, "default", "/run/referee-users can't be written");
    }
}

TEST_CASE("with few open files the line says how to raise the limit", "[obstacles][end-to-end]") {
    for (const std::string mode : {"none", "default"}) {
        check_both(
            allow_few_files, mode,
            "at most 20 files may be open at once here, and a match may need 160; raise the limit: "
            "ulimit -n 1024");
    }
}

TEST_CASE("without /dev/null the line says how to make it", "[obstacles][end-to-end]") {
    if (is_root("no /dev")) {
        check_both(
            hide_devices, "default",
            "/dev/null can't be opened (No such file or directory), and each AI needs it; mount "
            "/dev, or make it: mknod -m 666 /dev/null c 1 3");
    }
}

TEST_CASE("without /proc the line says how to mount it", "[obstacles][end-to-end]") {
    if (!is_skipped_with_sanitizers("no /proc: a sanitizer reads its own there") &&
        is_root("no /proc")) {
        check_both(hide_proc, "default", "/proc isn't mounted here");
        check_both(hide_proc, "none", "mount -t proc proc /proc");
    }
}

TEST_CASE(
    "a user namespace with only root is reported with the users it lacks",
    "[obstacles][end-to-end]") {
    if (is_root("a user namespace without other users") &&
        !is_skipped_with_thread_sanitizer(
            "a user namespace without other users: ThreadSanitizer's thread forbids it")) {
        check_both(leave_only_root, "default", "no users 60600 to 61111");
    }
}

TEST_CASE("a missing or forbidden pidfd_open is named", "[obstacles][end-to-end]") {
    for (const std::string mode : {"default", "none"}) {
        CAPTURE(mode);
        check_both(
            without_call(SCMP_SYS(pidfd_open), ENOSYS), mode, "there is no system call pidfd_open");
        check_both(
            without_call(SCMP_SYS(pidfd_open), EPERM), mode,
            "is forbidden (Operation not permitted)");
    }
}

TEST_CASE(
    "the line says whether Landlock is missing, off or forbidden", "[obstacles][end-to-end]") {
    constexpr int create = SCMP_SYS(landlock_create_ruleset);
    check_both(without_call(create, ENOSYS), "default", "there is no Landlock");
    check_both(without_call(create, EOPNOTSUPP), "default", "Landlock is switched off");
    check_both(without_call(create, EPERM), "default", "Landlock is forbidden");
    // A filter may allow to ask, and forbid the rest.
    constexpr int restrict_self = SCMP_SYS(landlock_restrict_self);
    check_both(without_call(restrict_self, EPERM), "default", "Landlock is forbidden");
    check_both(without_call(SCMP_SYS(seccomp), EPERM), "default", "there are no seccomp filters");
    CHECK(play_after(without_call(create, ENOSYS), "none").status == 0);
}
