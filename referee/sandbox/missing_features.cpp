// Each probe does what a keeper will do, so that a match isn't refused later with the name of a
// system call, which means nothing to its user.

#include "sandbox/missing_features.hpp"

#include "base/error.hpp"
#include "os/descriptor.hpp"
#include "os/processes.hpp"
#include "sandbox/landlock.hpp"
#include "sandbox/namespaces.hpp"
#include "sandbox/seccomp.hpp"
#include "sandbox/users.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace referee {
namespace {

std::string proc_obstacle() {
    try {
        own_program();
        return "";
    } catch (const UserError& problem) {
        return problem.what();
    }
}

std::string text_of(int error) {
    return std::generic_category().message(error);
}

std::string pidfd_obstacle() {
    if (UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0)))) {
        return "";
    }
    const int error = errno;
    if (error != ENOSYS && error != EPERM && error != EACCES) {
        fail("pidfd_open", error); // no descriptor is left, or no memory
    }
    return error == ENOSYS
               ? "there is no system call pidfd_open, which the referee needs to wait for AIs: "
                 "the kernel "
                 "is older than Linux 5.3, or a container's filter hides it; use a newer kernel, "
                 "or "
                 "another seccomp profile"
               : fmt::format(
                     "the system call pidfd_open, which the referee needs to wait for AIs, is "
                     "forbidden "
                     "({}), probably by a container's filter; use another seccomp profile",
                     text_of(error));
}

/// Each AI gets /dev/null where it has no stream of its own.
std::string device_obstacle() {
    if (UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC))) {
        return "";
    }
    return fmt::format(
        "/dev/null can't be opened ({}), and each AI needs it; mount /dev, or make it: mknod -m "
        "666 /dev/null c 1 3",
        text_of(errno));
}

/// What a match of eight seats has open, rounded up.
constexpr rlim_t needed_descriptors = 160;

std::string descriptor_obstacle() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed_descriptors) {
        return "";
    }
    return fmt::format(
        "at most {} files may be open at once here, and a match may need {}; raise the limit: "
        "ulimit -n 1024",
        limit.rlim_cur, needed_descriptors);
}

/// Root gives each AI a user of its own.
std::string root_obstacle() {
    if (!uses_private_users()) {
        return "";
    }
    const std::vector<std::string> missing = capabilities_missing_for_users();
    if (!missing.empty()) {
        return fmt::format(
            "root lacks {} here (a container that drops capabilities?), so AIs can't run as "
            "separate users, and an AI never runs as root; grant {}, or run the referee as an "
            "ordinary "
            "user",
            fmt::join(missing, ", "), missing.size() == 1 ? "it" : "them");
    }
    if (!can_lock_users()) {
        return "users for AIs can't be reserved, because /run/referee-users can't be written (a "
               "container whose files are read-only?), and an AI never runs as root; make it "
               "writable, for example by a tmpfs on /run, or run the referee as an ordinary user";
    }
    const std::string unmapped = users_not_mapped();
    return unmapped.empty()
               ? ""
               : fmt::format(
                     "this user namespace has no users {}, as which root's AIs run; map more "
                     "users (/etc/subuid, /etc/subgid), or run the "
                     "referee as an ordinary user",
                     unmapped);
}

std::string landlock_obstacle() {
    const int error = landlock_error();
    switch (error) {
    case 0:
        return "";
    case EOPNOTSUPP:
        return "Landlock is switched off on this system (the kernel's parameter lsm= leaves it "
               "out)";
    case ENOSYS:
        return "there is no Landlock (a kernel older than Linux 5.13 or built without it, or a "
               "container's filter that hides it)";
    default:
        return fmt::format(
            "Landlock is forbidden ({}), probably by a container's filter", text_of(error));
    }
}

std::string sandbox_obstacle() {
    std::string missing = landlock_obstacle();
    if (missing.empty() && !has_seccomp()) {
        missing = "there are no seccomp filters (a kernel built without them, or a container's "
                  "filter that forbids them)";
    }
    return missing.empty()
               ? ""
               : missing +
                     ", so AIs can't be confined; '--confine none' runs them unconfined: then "
                     "they can read what you can read";
}

std::string namespace_obstacle() {
    const std::string refusal = probe_namespaces().refusal;
    if (refusal.empty()) {
        return "";
    }
    if (!refusal.starts_with("creating namespaces") && !refusal.starts_with("writing ")) {
        const std::string what = refusal.substr(0, refusal.find("; ")); // without its remedy
        return fmt::format(
            "a file system for each AI, which '--confine strict' needs, can't be made here ({}); use "
            "'--confine default'",
            what);
    }
    return uses_private_users()
               ? "namespaces, which '--confine strict' needs, can't be created here: root lacks "
                 "CAP_SYS_ADMIN, as in most containers; use '--confine default'"
               : "this system doesn't allow unprivileged user namespaces, which '--confine "
                 "strict' needs; enable them, or use '--confine default'";
}

} // namespace

std::string obstacle(Confinement mode) {
    std::string found;
    for (const auto probe :
         {descriptor_obstacle, proc_obstacle, device_obstacle, pidfd_obstacle, root_obstacle}) {
        if (found.empty()) {
            found = probe();
        }
    }
    if (found.empty() && mode != Confinement::none) {
        found = sandbox_obstacle();
    }
    if (found.empty() && mode == Confinement::strict) {
        found = namespace_obstacle();
    }
    return found;
}

void require_confinement(Confinement mode) {
    const std::string found = obstacle(mode);
    if (!found.empty()) {
        throw UserError(found);
    }
}

} // namespace referee
