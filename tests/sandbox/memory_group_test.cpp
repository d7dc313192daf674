#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include "sandbox/memory_group.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace referee;

namespace {

namespace fs = std::filesystem;

/// The part of a machine's mounts and groups that is read.
struct Machine {
    tests::TemporaryFolder root;

    Machine(const std::string& mounts, const std::string& own) {
        fs::create_directories(root / "proc/self");
        tests::write_file(root / "proc/self/mountinfo", mounts);
        tests::write_file(root / "proc/self/cgroup", own);
    }
    void add(const std::string& group, const std::string& controllers_below) const {
        fs::create_directories(root / group);
        tests::write_file(root / (group + "/cgroup.subtree_control"), controllers_below);
    }
    /// From the machine's root.
    std::string parent() const {
        const std::string path = find_memory_groups(root.path()).parent;
        return path.empty() ? "" : path.substr(root.path().size());
    }
};

const std::string unified = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n";
const std::string first =
    "33 32 0:30 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory\n";

} // namespace

TEST_CASE("groups of version 2 are made beside the own one, if it has a limit", "[memory]") {
    const Machine machine(unified, "0::/user.slice/user@1000.service/app.slice/run-1.scope\n");
    const std::string slice = "sys/fs/cgroup/user.slice/user@1000.service/app.slice";
    machine.add("sys/fs/cgroup", "cpu memory pids\n");
    machine.add(slice, "cpu memory pids\n");
    machine.add(slice + "/run-1.scope", "");
    CHECK(machine.parent() == "/" + slice);
}

TEST_CASE("without a memory controller above there is no group of version 2", "[memory]") {
    const Machine machine(unified, "0::/user.slice/session-1.scope\n");
    machine.add("sys/fs/cgroup", "cpu pids\n");
    machine.add("sys/fs/cgroup/user.slice", "cpu memory_of_another_name\n");
    machine.add("sys/fs/cgroup/user.slice/session-1.scope", "");
    CHECK(machine.parent().empty());
}

TEST_CASE("groups of version 1 are made in the own one, which goes before version 2", "[memory]") {
    const Machine machine(unified + first, "4:memory:/jobs/7\n3:cpu:/\n0::/other\n");
    machine.add("sys/fs/cgroup/other", "memory\n");
    machine.add("sys/fs/cgroup/memory/jobs/7", "");
    CHECK(machine.parent() == "/sys/fs/cgroup/memory/jobs/7");
    CHECK(find_memory_groups(machine.root.path()).is_first);
}

TEST_CASE("in a container the group at the top is the container's", "[memory]") {
    const Machine machine(
        "33 32 0:30 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n",
        "4:memory:/docker/abc/part\n");
    machine.add("sys/fs/cgroup/memory/part", "");
    CHECK(machine.parent() == "/sys/fs/cgroup/memory/part");
}

TEST_CASE("a group is removed with its object, and one that was left by the next", "[memory]") {
    const MemoryGroups groups = find_memory_groups();
    if (groups.parent.empty()) {
        tests::leave_out("memory groups", tests::Need::memory_group);
        return;
    }
    const std::string left = groups.parent + "/referee-left";
    fs::create_directory(left);
    std::string path;
    {
        const MemoryGroup group(1ULL << 28U);
        path = group.path();
        REQUIRE(fs::is_directory(path));
        CHECK_FALSE(fs::exists(left));
        const MemoryGroup other(1ULL << 28U);
        CHECK(fs::is_directory(path)); // in use
    }
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("what still runs in a group ends with it", "[memory]") {
    if (find_memory_groups().parent.empty()) {
        return; // said above
    }
    pid_t pid = -1;
    {
        const MemoryGroup group(1ULL << 28U);
        const GroupMembership membership(group.path());
        pid = ::fork();
        if (pid == 0) {
            membership.join();
            ::pause();
            ::_exit(0);
        }
        std::ifstream members;
        for (pid_t member = 0; member != pid;) {
            members = std::ifstream(group.path() + "/cgroup.procs");
            members >> member;
        }
    }
    CHECK(tests::wait_for_exit(pid) == 128 + SIGKILL);
}
