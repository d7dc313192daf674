#include "sandbox/namespaces.hpp"

#include "base/error.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <net/if.h>
#include <sched.h>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace referee {
namespace {

constexpr int spaces = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;

void write_to(const char* path, std::string_view text) {
    const UniqueFd file(::open(path, O_WRONLY | O_CLOEXEC));
    if (!file || ::write(file.get(), text.data(), text.size()) < 0) {
        fail(std::string("writing ") + path);
    }
}

void unshare_all() {
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    if (user == 0) {
        if (::unshare(spaces) != 0) {
            fail("creating namespaces");
        }
        return;
    }
    if (::unshare(spaces | CLONE_NEWUSER) != 0) {
        fail("creating namespaces");
    }
    write_to("/proc/self/setgroups", "deny");
    write_to("/proc/self/uid_map", fmt::format("{} {} 1", user, user));
    write_to("/proc/self/gid_map", fmt::format("{} {} 1", group, group));
}

/// Nothing that is mounted here may be changed, not even access times.
bool make_read_only() {
    mount_attr read_only{};
    read_only.attr_set = MOUNT_ATTR_RDONLY;
    constexpr std::size_t size = sizeof read_only;
    return ::syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &read_only, size) == 0;
}

void raise_loopback() {
    const UniqueFd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    ifreq request{};
    std::strncpy(request.ifr_name, "lo", sizeof request.ifr_name - 1);
    request.ifr_flags = IFF_UP;
    if (!socket || ::ioctl(socket.get(), SIOCSIFFLAGS, &request) != 0) {
        fail("bringing up the loopback device");
    }
}

} // namespace

UniqueFd enter_namespaces(const NamespaceConfig& config) {
    const uid_t owner = config.user != 0 ? config.user : ::geteuid();
    const gid_t group = config.user != 0 ? config.user : ::getegid();
    unshare_all();
    // Mounts made here must not be visible outside.
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
        fail("making mounts private");
    }
    if (!make_read_only()) {
        fail("making mounts read-only");
    }
    const std::string limits =
        fmt::format("size=64m,nr_inodes=4096,mode=0700,uid={},gid={}", owner, group);
    if (::mount("work", config.work_path.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, limits.c_str()) !=
        0) {
        fail("mounting the work folder");
    }
    UniqueFd folder(
        ::open(config.work_path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder) {
        fail("opening the work folder");
    }
    if (config.loopback) {
        raise_loopback();
    }
    return folder;
}

bool can_enter_namespaces() {
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::prctl(PR_SET_DUMPABLE, 1); // otherwise the maps could not be written
        try {
            unshare_all();
            const bool mounts = ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                                make_read_only() &&
                                ::mount("work", "/tmp", "tmpfs", 0, nullptr) == 0;
            ::_exit(mounts ? 0 : 1);
        } catch (const InternalError&) {
            ::_exit(1);
        }
    }
    int status = 1;
    return pid > 0 && ::waitpid(pid, &status, 0) == pid && status == 0;
}

} // namespace referee
