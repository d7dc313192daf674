#include "sandbox/namespaces.hpp"

#include "base/error.hpp"
#include "os/child_process.hpp"
#include "os/folder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <net/if.h>
#include <sched.h>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

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

void raise_loopback() {
    const UniqueFd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    ifreq request{};
    std::strncpy(request.ifr_name, "lo", sizeof request.ifr_name - 1);
    request.ifr_flags = IFF_UP;
    if (!socket || ::ioctl(socket.get(), SIOCSIFFLAGS, &request) != 0) {
        fail("bringing up the loopback device");
    }
}

/// The mode of what is made here doesn't depend on the caller's mask.
class OpenMask {
  public:
    OpenMask() : before_(::umask(022)) {}
    ~OpenMask() { ::umask(before_); }
    OpenMask(const OpenMask&) = delete;
    OpenMask& operator=(const OpenMask&) = delete;

  private:
    mode_t before_;
};

/// Names of this process's own descriptors, as in /dev everywhere. The devices are listed in
/// confinement.hpp.
constexpr std::array<std::pair<const char*, const char*>, 4> stream_links{
    {{"/dev/fd", "/proc/self/fd"},
     {"/dev/stdin", "/proc/self/fd/0"},
     {"/dev/stdout", "/proc/self/fd/1"},
     {"/dev/stderr", "/proc/self/fd/2"}}};

/// A root under construction, mounted over the folder that will be the work folder.
class Root {
  public:
    explicit Root(const RootConfig& config) : config_(config), stage_(config.work_path) {
        // Only folders, links and empty files lie in it.
        mount_new("root", stage_, "tmpfs", MS_NOSUID, "size=4m,nr_inodes=32768,mode=0755");
    }

    void fill() {
        for (const std::string& place : config_.visible) {
            show(place);
        }
        show_processes();
        for (const auto& [link, target] : stream_links) {
            make_link(link, target);
        }
        for (const std::string& name : config_.names) {
            show_links(name);
        }
        make_folder(config_.work_path);
    }

    /// Nothing that is mounted here may be changed, not even access times.
    void make_read_only() const {
        mount_attr read_only{};
        read_only.attr_set = MOUNT_ATTR_RDONLY;
        constexpr std::size_t size = sizeof read_only;
        if (::syscall(
                SYS_mount_setattr, AT_FDCWD, stage_.c_str(), AT_RECURSIVE, &read_only, size) != 0) {
            fail("making mounts read-only");
        }
    }

    void mount_work() const {
        const uid_t owner = config_.user != 0 ? config_.user : ::geteuid();
        const gid_t group = config_.user != 0 ? config_.user : ::getegid();
        const std::string limits = fmt::format(
            "size={},nr_inodes=4096,mode=0700,uid={},gid={}", config_.work_size, owner, group);
        mount_new("work", inside(config_.work_path), "tmpfs", MS_NOSUID | MS_NODEV, limits);
    }

    void enter() const {
        if (::chdir(stage_.c_str()) != 0) {
            fail("entering the new root");
        }
        // The old root is then mounted over the new one, and is taken away.
        if (::syscall(SYS_pivot_root, ".", ".") != 0 || ::umount2(".", MNT_DETACH) != 0 ||
            ::chdir("/") != 0) {
            fail("changing the root");
        }
    }

    bool hides_processes() const { return hides_processes_; }

  private:
    static void mount_new(
        const char* what, const std::string& where, const char* type, unsigned long flags,
        const std::string& data) {
        if (::mount(what, where.c_str(), type, flags, data.c_str()) != 0) {
            fail(fmt::format("mounting {} ({})", what, type));
        }
    }

    std::string inside(const fs::path& path) const { return stage_ + path.string(); }

    bool is_shown(const fs::path& path) const {
        return std::any_of(shown_.begin(), shown_.end(), [&path](const fs::path& place) {
            return is_below(path, place);
        });
    }

    void make_folder(const fs::path& path) const {
        if (path.has_relative_path() && ::access(inside(path).c_str(), F_OK) != 0) {
            make_folder(path.parent_path());
            if (::mkdir(inside(path).c_str(), 0755) != 0) {
                fail("making " + path.string() + " in the new root");
            }
        }
    }

    void make_link(const fs::path& path, const fs::path& target) const {
        make_folder(path.parent_path());
        if (::symlink(target.c_str(), inside(path).c_str()) != 0 && errno != EEXIST) {
            fail("making the link " + path.string() + " in the new root");
        }
    }

    void show(const fs::path& path) {
        struct stat status {};
        if (::stat(path.c_str(), &status) != 0) {
            return;
        }
        make_folder(path.parent_path());
        if (S_ISDIR(status.st_mode)) {
            make_folder(path);
        } else if (const UniqueFd file(
                       ::open(inside(path).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0444));
                   !file) {
            fail("making " + path.string() + " in the new root");
        }
        // With what is mounted below it: without privileges the kernel refuses to take that away.
        if (::mount(path.c_str(), inside(path).c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0) {
            fail("mounting " + path.string() + " in the new root");
        }
        shown_.push_back(path);
    }

    /// A program finds itself and its descriptors by /proc/self; files of /proc that aren't
    /// processes exist only if they are visible. The keeper's process isn't shown.
    void show_processes() {
        make_folder("/proc/processes");
        const std::string where = inside("/proc/processes");
        constexpr unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY;
        hides_processes_ =
            ::mount("proc", where.c_str(), "proc", flags, "subset=pid,hidepid=invisible") == 0;
        if (!hides_processes_ &&
            ::mount("/proc", where.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0) {
            fail("mounting /proc");
        }
        make_link("/proc/self", "processes/self");
        make_link("/proc/thread-self", "processes/thread-self");
    }

    /// The links that the kernel would follow on this path; what they lead to exists if it is
    /// visible.
    void show_links(const fs::path& name) const {
        constexpr int max_links = 40; // the kernel's
        int links = 0;
        fs::path at = "/";
        std::vector<fs::path> rest; // the next part is the last
        const auto add = [&rest](const fs::path& path) {
            const fs::path relative = path.relative_path();
            const std::vector<fs::path> parts(relative.begin(), relative.end());
            rest.insert(rest.end(), parts.rbegin(), parts.rend());
        };
        add(name);
        while (!rest.empty() && links <= max_links) {
            const fs::path part = rest.back();
            rest.pop_back();
            if (part.empty() || part == "." || part == "..") {
                at = part == ".." ? at.parent_path() : at;
                continue;
            }
            std::error_code code;
            const fs::path target = fs::read_symlink(at / part, code);
            if (code) {
                at /= part;
                continue;
            }
            ++links;
            if (!is_shown(at / part)) {
                make_link(at / part, target);
            }
            at = target.is_absolute() ? "/" : at;
            add(target);
        }
    }

    const RootConfig& config_;
    std::string stage_;
    std::vector<fs::path> shown_;
    bool hides_processes_ = false;
};

} // namespace

void enter_namespaces(bool loopback) {
    unshare_all();
    // Mounts made here must not be visible outside.
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
        fail("making mounts private");
    }
    if (loopback) {
        raise_loopback();
    }
}

OwnRoot enter_root(const RootConfig& config) {
    const OpenMask mask;
    Root root(config);
    root.fill();
    root.make_read_only();
    root.mount_work();
    root.enter();
    UniqueFd folder(
        ::open(config.work_path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder) {
        fail("opening the work folder");
    }
    return {std::move(folder), root.hides_processes()};
}

namespace {

constexpr std::string_view shown = "shown"; // written if processes can't be hidden

/// In a child: exits after it has written what failed.
[[noreturn]] void attempt(int reports, void (*step)(int reports)) {
    std::string text;
    try {
        step(reports);
    } catch (const InternalError& problem) {
        text = problem.what();
    }
    const bool is_told = ::write(reports, text.data(), text.size()) >= 0;
    ::_exit(text.empty() && is_told ? 0 : 1);
}

void try_root(int reports) {
    const OwnRoot root = enter_root(
        {.work_path = "/tmp",
         .work_size = 4096,
         .user = 0,
         .visible = {"/usr", "/dev/null"},
         .names = {}});
    if (!root.hides_processes && ::write(reports, shown.data(), shown.size()) < 0) {
        fail("trying namespaces");
    }
}

bool succeeds(pid_t pid) {
    int status = 1;
    while (pid > 0 && ::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return pid > 0 && status == 0;
}

} // namespace

NamespaceSupport probe_namespaces() {
    Pipe reports = make_pipe("trying namespaces");
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::prctl(PR_SET_DUMPABLE, 1); // otherwise the maps could not be written
        attempt(reports.writing.get(), [](int to_parent) {
            enter_namespaces(false);
            const pid_t first = ::fork();
            if (first == 0) {
                attempt(to_parent, try_root);
            }
            ::_exit(succeeds(first) ? 0 : 1);
        });
    }
    reports.writing.reset();
    const bool is_supported = succeeds(pid);
    std::array<char, 200> text{};
    const ssize_t size = ::read(reports.reading.get(), text.data(), text.size());
    const std::string told(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    if (is_supported) {
        return {"", told.empty()};
    }
    return {told.empty() ? "a process ended" : told, false};
}

} // namespace referee
