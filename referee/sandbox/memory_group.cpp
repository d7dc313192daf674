#include "sandbox/memory_group.hpp"

#include "base/error.hpp"
#include "os/folder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "referee-";

bool has_word(const std::string& list, std::string_view wanted, char between) {
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, between);) {
        if (word == wanted) {
            return true;
        }
    }
    return false;
}

std::string first_line_of(const fs::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// A mounted cgroup hierarchy.
struct Mount {
    std::string root; ///< the group at the mount point
    std::string point;
    bool is_first = false;
};

/// Lines "ID PARENT DEVICE ROOT POINT OPTIONS … - TYPE SOURCE OPTIONS". Version 1 comes first:
/// where both are mounted it has the controller.
std::vector<Mount> find_mounts(const std::string& top) {
    std::vector<Mount> mounts;
    std::ifstream file(top + "/proc/self/mountinfo");
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        Mount mount;
        std::string word;
        std::string type;
        std::string config;
        words >> word >> word >> word >> mount.root >> mount.point;
        while (words >> word && word != "-") {
        }
        words >> type >> word >> config;
        mount.is_first = type == "cgroup" && has_word(config, "memory", ',');
        if (mount.is_first) {
            mounts.insert(mounts.begin(), mount);
        } else if (type == "cgroup2") {
            mounts.push_back(mount);
        }
    }
    return mounts;
}

/// Lines "NUMBER:CONTROLLERS:PATH"; the path of this process's group.
std::string own_group(const std::string& top, bool is_first) {
    std::ifstream file(top + "/proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const std::size_t begin = line.find(':');
        const std::size_t end = line.find(':', begin + 1);
        if (begin == std::string::npos || end == std::string::npos) {
            continue;
        }
        const std::string controllers = line.substr(begin + 1, end - begin - 1);
        if (is_first ? has_word(controllers, "memory", ',') : controllers.empty()) {
            return line.substr(end + 1);
        }
    }
    return "";
}

bool can_make_groups_in(const fs::path& folder) {
    return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

/// In version 2 the parent must enable the controller, and such a parent can't hold processes
/// itself: so it is above our own group.
std::string find_parent(const fs::path& own, const fs::path& top) {
    for (fs::path at = own; is_below(at, top); at = at.parent_path()) {
        if (has_word(first_line_of(at / "cgroup.subtree_control"), "memory", ' ') &&
            can_make_groups_in(at)) {
            return at.string();
        }
        if (at == top) {
            break;
        }
    }
    return "";
}

bool write_to(const fs::path& path, std::string_view text) {
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return file &&
           ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

/// Swap isn't available to the group. The files for it may be missing.
bool set_limit(const std::string& path, bool is_first, std::uint64_t limit) {
    const std::string bytes = std::to_string(limit);
    if (is_first) {
        const bool is_set = write_to(path + "/memory.limit_in_bytes", bytes);
        write_to(path + "/memory.memsw.limit_in_bytes", bytes);
        return is_set;
    }
    write_to(path + "/memory.swap.max", "0");
    return write_to(path + "/memory.max", bytes);
}

void remove_group(const fs::path& path) {
    write_to(path / "cgroup.kill", "1"); // all at once; only version 2, since Linux 5.14
    // Elsewhere a process may fork while the list is read: until nobody new is in it.
    constexpr int max_passes = 1000;
    std::set<pid_t> killed;
    std::size_t before = 1;
    for (int pass = 0; pass < max_passes && killed.size() != before; ++pass) {
        before = killed.size();
        std::ifstream members(path / "cgroup.procs");
        for (pid_t pid = 0; members >> pid;) {
            if (pid > 0) {
                ::kill(pid, SIGKILL);
                killed.insert(pid);
            }
        }
    }
    ::rmdir(path.c_str());
}

/// True if nobody else holds the lock on the folder.
bool take_lock(const std::string& path, UniqueFd& lock) {
    lock = UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    return lock && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0;
}

void remove_abandoned(const std::string& parent) {
    const UniqueFd folder(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (const std::string& name : names_in(folder.get())) {
        const std::string path = fmt::format("{}/{}", parent, name);
        struct stat status {};
        UniqueFd lock;
        if (name.starts_with(prefix) && ::lstat(path.c_str(), &status) == 0 &&
            status.st_uid == ::geteuid() && take_lock(path, lock)) {
            remove_group(path);
        }
    }
}

/// The number after `key` and a blank; without a key the first one. 0 if it is missing.
std::uint64_t read_number(int file, std::string_view key) {
    std::array<char, 1024> bytes{};
    const ssize_t size = ::pread(file, bytes.data(), bytes.size(), 0);
    const std::string_view text(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    std::size_t at = 0;
    if (!key.empty()) {
        at = text.find(fmt::format("{} ", key));
        while (at != std::string_view::npos && at > 0 && text[at - 1] != '\n') {
            at = text.find(fmt::format("{} ", key), at + 1);
        }
        if (at == std::string_view::npos) {
            return 0;
        }
        at += key.size() + 1;
    }
    std::uint64_t number = 0;
    std::from_chars(text.data() + at, text.data() + text.size(), number);
    return number;
}

} // namespace

MemoryGroups find_memory_groups(const std::string& root) {
    for (const Mount& mount : find_mounts(root)) {
        const std::string group = own_group(root, mount.is_first);
        const fs::path point = root + mount.point;
        // In a container the group at the mount point may not be the hierarchy's root.
        const fs::path own = is_below(group, mount.root)
                                 ? point / fs::path(group).lexically_relative(mount.root)
                                 : point;
        const fs::path clean = own.lexically_normal();
        const fs::path folder = clean.has_filename() ? clean : clean.parent_path();
        const std::string parent = mount.is_first
                                       ? can_make_groups_in(folder) ? folder.string() : ""
                                       : find_parent(folder, point);
        if (!parent.empty()) {
            return {parent, mount.is_first};
        }
    }
    return {};
}

std::string unbounded_memory() {
    constexpr std::uint64_t any = 1ULL << 30U;
    if (!MemoryGroup(any).path().empty()) {
        return "";
    }
    return "--memory limits each process of an AI, but not their sum, nor shared mappings, files in "
           "memory and page tables, because no control group with a memory limit can be "
           "made here";
}

MemoryGroup::MemoryGroup(std::uint64_t limit) {
    const MemoryGroups groups = find_memory_groups();
    if (groups.parent.empty()) {
        return;
    }
    remove_abandoned(groups.parent);
    do {
        path_ = fmt::format("{}/{}XXXXXX", groups.parent, prefix);
        if (::mkdtemp(path_.data()) == nullptr) {
            path_.clear();
            return;
        }
        // Another referee may have just removed it as abandoned.
    } while (!take_lock(path_, lock_) || ::access(path_.c_str(), F_OK) != 0);
    if (!set_limit(path_, groups.is_first, limit)) {
        ::rmdir(path_.c_str());
        path_.clear();
    }
}

MemoryGroup::~MemoryGroup() {
    if (!path_.empty()) {
        remove_group(path_);
    }
}

GroupMembership::GroupMembership(const std::string& path) {
    const bool is_first = ::access((path + "/memory.limit_in_bytes").c_str(), F_OK) == 0;
    const auto open_file = [&path](const char* name, int flags) {
        UniqueFd file(::open((path + "/" + name).c_str(), flags | O_CLOEXEC));
        if (!file) {
            fail(fmt::format("opening {}/{}", path, name));
        }
        return file;
    };
    // Moving a single thread is immediate; for a whole process version 1 would wait for all
    // processors, as version 2 does.
    members_ = open_file(is_first ? "tasks" : "cgroup.procs", O_WRONLY);
    events_ = open_file(is_first ? "memory.oom_control" : "memory.events", O_RDONLY);
    usage_ = open_file(is_first ? "memory.usage_in_bytes" : "memory.current", O_RDONLY);
    limit_ = read_number(
        open_file(is_first ? "memory.limit_in_bytes" : "memory.max", O_RDONLY).get(), "");
    kills_ = read_number(events_.get(), "oom_kill");
}

void GroupMembership::join() const {
    constexpr std::string_view itself = "0";
    if (::write(members_.get(), itself.data(), itself.size()) < 0) {
        fail("joining the control group of the AI");
    }
}

bool GroupMembership::has_killed() {
    const std::uint64_t before = kills_;
    kills_ = read_number(events_.get(), "oom_kill");
    return kills_ > before;
}

bool GroupMembership::is_full() const {
    constexpr std::uint64_t for_a_start = 4ULL << 20U;
    return read_number(usage_.get(), "") + for_a_start > limit_;
}

} // namespace referee
