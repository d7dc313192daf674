#include "sandbox/landlock.hpp"

#include "base/error.hpp"
#include "os/test_seam.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace referee {
namespace {

// As in linux/landlock.h of a recent kernel; the kernel accepts shorter structs from older
// programs.
struct RulesetAttributes {
    std::uint64_t files = 0;
    std::uint64_t network = 0;
    std::uint64_t scoped = 0;
};

struct __attribute__((packed)) PathRule {
    std::uint64_t rights = 0;
    std::int32_t descriptor = -1;
};

struct PortRule {
    std::uint64_t rights = 0;
    std::uint64_t port = 0;
};

constexpr unsigned ask_version = 1U << 0U;
constexpr int path_rule = 1;
constexpr int port_rule = 2;
constexpr std::uint64_t bind_and_connect = 3;
constexpr std::uint64_t scope_all = 3; // abstract sockets and signals

// Number of rights on files in each ABI.
constexpr std::uint64_t rights_of(int version) {
    const int count = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
    return (1ULL << static_cast<unsigned>(count)) - 1;
}

/// The rights that apply to a single file.
constexpr std::uint64_t rights_on_files =
    right_execute | right_write_file | right_read_file | right_truncate | right_device;

UniqueFd make_rules(int version, std::uint64_t files, std::uint64_t network, std::uint64_t scoped) {
    const RulesetAttributes attributes{files, network, scoped};
    const std::size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    UniqueFd rules(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, size, 0U)));
    if (!rules) {
        fail("landlock_create_ruleset");
    }
    return rules;
}

} // namespace

int landlock_abi() {
    const long kernel = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, ask_version);
    if (kernel < 1) {
        return 0;
    }
    const int version = static_cast<int>(kernel);
    return std::clamp(in_tests(TestSeam::landlock).value_or(version), 0, version);
}

Landlock::Landlock(int version)
    : version_(version), handled_(rights_of(version)),
      rules_(make_rules(
          version, handled_, version >= 4 ? bind_and_connect : 0, version >= 6 ? scope_all : 0)) {}

void Landlock::allow(const std::string& path, std::uint64_t rights) {
    const UniqueFd place(::open(path.c_str(), O_PATH | O_CLOEXEC));
    if (place) {
        allow(place.get(), rights);
    }
}

void Landlock::allow(int descriptor, std::uint64_t rights) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) {
        fail("fstat");
    }
    rights &= handled_ & (S_ISDIR(status.st_mode) ? ~0ULL : rights_on_files);
    const PathRule rule{rights, descriptor};
    if (rights != 0 && ::syscall(SYS_landlock_add_rule, rules_.get(), path_rule, &rule, 0U) != 0) {
        fail("landlock_add_rule");
    }
}

void Landlock::allow_port(int port) {
    const PortRule rule{bind_and_connect, static_cast<std::uint64_t>(port)};
    if (version_ >= 4 &&
        ::syscall(SYS_landlock_add_rule, rules_.get(), port_rule, &rule, 0U) != 0) {
        fail("landlock_add_rule for a port");
    }
}

void Landlock::enforce() const {
    const int error = enforce_landlock(rules_.get());
    if (error != 0) {
        fail("landlock_restrict_self", error);
    }
}

int landlock_error() {
    const int version = landlock_abi();
    if (version == 0) {
        const long kernel = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, ask_version);
        return kernel < 0 ? errno : ENOSYS; // lowered to 0 for a test
    }
    const pid_t pid = ::fork();
    if (pid == 0) {
        try {
            ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            Landlock rules(version);
            rules.allow("/", right_read_file);
            rules.enforce();
            ::_exit(0);
        } catch (const InternalError& failure) {
            const int error = failure.error_number;
            ::_exit(error > 0 && error < 128 ? error : EPERM);
        }
    }
    if (pid < 0) {
        fail("trying Landlock");
    }
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) {
            fail("trying Landlock");
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : EPERM; // a filter may kill
}

UniqueFd landlock_scope(int version) {
    return version >= 6 ? make_rules(version, 0, 0, scope_all) : UniqueFd();
}

int enforce_landlock(int rules) {
    return ::syscall(SYS_landlock_restrict_self, rules, 0U) == 0 ? 0 : errno;
}

} // namespace referee
