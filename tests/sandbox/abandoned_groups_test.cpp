// Control groups of referees that were killed: referee/sandbox/README.md, "Limits".

#include "sandbox/memory_group.hpp"
#include "support/catch.hpp"
#include "support/processes.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

/// A place for memory groups where no other referee of this user looks for abandoned ones: this
/// process, and all that it starts, are below it while the object lives.
class OwnPlace {
  public:
    OwnPlace() {
        const referee::MemoryGroups groups = referee::find_memory_groups();
        place_ = groups.parent + "/tests-XXXXXX"; // a name that no referee takes for its own
        REQUIRE(::mkdtemp(place_.data()) != nullptr);
        before_ = groups.parent;
        home_ = place_;
        if (!groups.is_first) { // a group that passes the controller on can't hold processes
            before_ = "/sys/fs/cgroup" + group_of_version_2();
            home_ += "/processes";
            std::filesystem::create_directory(home_);
            tests::write_file(place_ + "/cgroup.subtree_control", "+memory");
        }
        move_to(home_);
        REQUIRE(referee::find_memory_groups().parent == place_);
    }
    ~OwnPlace() {
        move_to(before_);
        // A process that was killed just now is still a member.
        tests::comes_true([&] {
            return (home_ == place_ || ::rmdir(home_.c_str()) == 0 || errno == ENOENT) &&
                   ::rmdir(place_.c_str()) == 0;
        });
    }
    OwnPlace(const OwnPlace&) = delete;
    OwnPlace& operator=(const OwnPlace&) = delete;

  private:
    std::string place_;
    std::string home_;   ///< of this process, meanwhile
    std::string before_; ///< and before

    static std::string group_of_version_2() {
        const std::string groups = "\n" + tests::read_file("/proc/self/cgroup");
        const std::size_t at = groups.find("\n0::");
        REQUIRE(at != std::string::npos);
        return groups.substr(at + 4, groups.find('\n', at + 1) - at - 4);
    }
    static void move_to(const std::string& group) {
        tests::write_file(group + "/cgroup.procs", std::to_string(::getpid()));
    }
};

/// A match whose first AI never ends its first move. The process that it starts, which doesn't end
/// with it, has "MARK child" in its command line.
pid_t start_match(const tests::TemporaryFolder& folder, const std::string& mark) {
    const std::string ai = folder / mark;
    tests::write_script(ai, "#!/bin/sh\nsh -c 'sleep 1000; exit' '" + mark + " child' &\nwait\n");
    return tests::start(
        {tests::referee_path(), tests::source_folder() + "/fields/gems/contest.dat", "--ai",
         "a=" + ai, "--ai", "b=" + tests::gems_ai("reference"), "--time-limit", "none", "--confine",
         "none"});
}

} // namespace

TEST_CASE(
    "what a killed referee and its keepers leave is ended by the next one, and nobody else's",
    "[memory-group][end-to-end]") {
    if (!referee::unbounded_memory().empty()) {
        tests::leave_out("abandoned groups", tests::Need::memory_group);
        return;
    }
    const tests::TemporaryFolder folder;
    const OwnPlace place;
    const pid_t living = start_match(folder, "living");
    const pid_t dead = start_match(folder, "abandoned");
    REQUIRE(tests::comes_true([&] {
        return !tests::processes_with("living child").empty() &&
               !tests::processes_with("abandoned child").empty();
    }));
    const std::vector<pid_t> abandoned = tests::processes_with("abandoned child");
    ::kill(dead, SIGSTOP);                              // so that it starts no more keepers
    std::vector<pid_t> ours = tests::children_of(dead); // its keepers
    ours.insert(ours.begin(), dead);
    for (const pid_t pid : ours) {
        ::kill(pid, SIGSTOP); // so that no keeper sees the referee's end first
    }
    for (const pid_t pid : ours) {
        ::kill(pid, SIGKILL);
    }
    tests::wait_for_exit(dead);
    // A keeper that is about to end still holds the lock on the group.
    REQUIRE(
        tests::comes_true([&] { return std::all_of(ours.begin(), ours.end(), tests::has_ended); }));
    CHECK(!std::all_of(abandoned.begin(), abandoned.end(), tests::has_ended)); // as is to be shown
    CHECK(
        tests::run({tests::referee_path(), "check", "--game", "gems", tests::gems_ai("reference")})
            .status == 0);
    CHECK(tests::comes_true(
        [&] { return std::all_of(abandoned.begin(), abandoned.end(), tests::has_ended); }));
    CHECK(!tests::processes_with("living child").empty());
    CHECK(!tests::has_ended(living));
    ::kill(living, SIGTERM);
    tests::exit_within(living);
}
