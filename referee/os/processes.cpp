#include "os/processes.hpp"

#include "base/error.hpp"
#include "os/descriptor.hpp"
#include "os/folder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sched.h>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee {

std::filesystem::path own_program() {
    std::error_code code;
    std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", code);
    if (code) {
        throw UserError("/proc isn't mounted here, and without it the referee can't start or watch "
                        "AIs; mount it: mount -t proc proc /proc");
    }
    return program;
}

UniqueFd open_children(pid_t pid) {
    const std::string file = fmt::format("/proc/{0}/task/{0}/children", pid);
    return UniqueFd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
}

UniqueFd open_own_children() {
    const std::string file = fmt::format("/proc/self/task/{}/children", ::syscall(SYS_gettid));
    return UniqueFd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
}

void read_pids(int file, std::vector<pid_t>& pids) {
    std::string text;
    std::array<char, 4096> buffer{};
    for (off_t at = 0;;) {
        const ssize_t count = ::pread(file, buffer.data(), buffer.size(), at);
        if (count <= 0) {
            break;
        }
        text.append(buffer.data(), static_cast<std::size_t>(count));
        at += count;
    }
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        pid_t pid = 0;
        const auto [next, code] = std::from_chars(at, end, pid);
        if (code == std::errc()) {
            pids.push_back(pid);
        }
        at = std::max(next, at + 1);
    }
}

void read_children_of(pid_t pid, std::vector<pid_t>& pids) {
    const std::string folder = fmt::format("/proc/{}/task", pid);
    DIR* const threads = ::opendir(folder.c_str());
    if (threads == nullptr) {
        return; // it has exited
    }
    while (const dirent* const thread = ::readdir(threads)) {
        if (thread->d_name[0] != '.') {
            const std::string file = fmt::format("{}/{}/children", folder, thread->d_name);
            const UniqueFd children(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
            if (children) {
                read_pids(children.get(), pids);
            }
        }
    }
    ::closedir(threads);
}

namespace {

std::string read_start(const std::string& file) {
    const UniqueFd descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 512> buffer{};
    const ssize_t size =
        descriptor ? ::read(descriptor.get(), buffer.data(), buffer.size()) : ssize_t{-1};
    return {buffer.data(), size < 0 ? 0 : static_cast<std::size_t>(size)};
}

/// The text after the name in a /proc/…/stat file: a letter for the state, a blank, the parent's
/// process ID, and so on. Empty if the process has exited.
std::string read_state(const std::string& file) {
    const std::string text = read_start(file);
    const std::size_t end = text.rfind(')'); // the name may contain anything
    return end == std::string::npos || end + 2 > text.size() ? "" : text.substr(end + 2);
}

template <typename Look>
void for_each_thread(pid_t pid, Look look) {
    const UniqueFd threads = open_threads(pid);
    for (const std::string& name : names_in(threads.get())) {
        pid_t number = 0;
        std::from_chars(name.data(), name.data() + name.size(), number);
        if (number > 0) {
            look(number);
        }
    }
}

/// True if a thread in an uninterruptible wait is the parent of a vfork. The kernel shows its
/// system call, unless the process has made itself undumpable; that is its own choice.
bool waits_in_vfork(const std::string& folder) {
    errno = 0;
    const std::string text = read_start(folder + "/syscall");
    if (text.empty()) {
        return errno == EPERM || errno == EACCES;
    }
    const char* const end = text.data() + text.size();
    long call = -1;
    unsigned long flags = 0;
    const auto [stop_state, code] = std::from_chars(text.data(), end, call);
    constexpr std::string_view hexadecimal = " 0x";
    if (code == std::errc() && end - stop_state > static_cast<long>(hexadecimal.size())) {
        std::from_chars(stop_state + hexadecimal.size(), end, flags, 16);
    }
#ifdef SYS_vfork
    if (call == SYS_vfork) {
        return true;
    }
#endif
    return call == SYS_clone3 || (call == SYS_clone && (flags & CLONE_VFORK) != 0);
}

StopState stop_state_of_thread(const std::string& folder) {
    const std::string state = read_state(folder + "/stat");
    switch (state.empty() ? 'X' : state[0]) {
    case 'T':
    case 'Z':
    case 'X':
    case 'x':
        return StopState::complete;
    case 't':
        return StopState::held;
    case 'D':
        return waits_in_vfork(folder) ? StopState::held : StopState::pending;
    default:
        return StopState::pending;
    }
}

} // namespace

UniqueFd open_threads(pid_t pid) {
    const std::string folder = fmt::format("/proc/{}/task", pid);
    return UniqueFd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

pid_t parent_of(pid_t pid) {
    const std::string state = read_state(fmt::format("/proc/{}/stat", pid));
    pid_t parent = 0;
    if (state.size() > 2) {
        std::from_chars(state.data() + 2, state.data() + state.size(), parent);
    }
    return parent;
}

pid_t pid_behind(int pidfd) {
    std::ifstream file(fmt::format("/proc/self/fdinfo/{}", pidfd));
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("Pid:")) {
            return static_cast<pid_t>(std::atoi(line.c_str() + 4));
        }
    }
    throw InternalError("a resident AI's process has no number in /proc/self/fdinfo");
}

std::uint64_t count_own_processes() {
    namespace fs = std::filesystem;
    std::uint64_t count = 0;
    const uid_t own = ::geteuid();
    std::error_code code;
    for (fs::directory_iterator at("/proc", code), end; !code && at != end; at.increment(code)) {
        const std::string name = at->path().filename().string();
        struct stat status {};
        if (name.find_first_not_of("0123456789") == std::string::npos &&
            ::stat(at->path().c_str(), &status) == 0 && status.st_uid == own) {
            // A folder has two links and one for each folder in it, here a thread.
            struct stat threads {};
            if (::stat((at->path() / "task").c_str(), &threads) == 0) {
                count += std::max<std::uint64_t>(3, threads.st_nlink) - 2;
            }
        }
    }
    return count;
}

StopState both(StopState one, StopState other) {
    for (const StopState stop_state : {StopState::pending, StopState::held}) {
        if (one == stop_state || other == stop_state) {
            return stop_state;
        }
    }
    return StopState::complete;
}

StopState stop_state_of(pid_t pid) {
    StopState stop_state = StopState::complete;
    for_each_thread(pid, [&](pid_t thread) {
        stop_state =
            both(stop_state, stop_state_of_thread(fmt::format("/proc/{}/task/{}", pid, thread)));
    });
    return stop_state;
}

void stop_threads(pid_t pid) {
    for_each_thread(pid, [pid](pid_t thread) { ::syscall(SYS_tgkill, pid, thread, SIGSTOP); });
}

ProcessUse use_of(pid_t pid) {
    ProcessUse use;
    std::ifstream status(fmt::format("/proc/{}/status", pid));
    for (std::string line; std::getline(status, line);) {
        constexpr std::string_view peak = "VmHWM:";
        if (line.starts_with(peak)) {
            use.peak_kb = std::atoll(line.c_str() + peak.size());
        }
    }
    // state, ppid, …; proc(5) counts from the process ID, which is number 1
    constexpr int number_of_state = 3;
    constexpr int number_of_cutime = 16;
    std::istringstream numbers(read_state(fmt::format("/proc/{}/stat", pid)));
    std::string skipped;
    for (int i = number_of_state; i < number_of_cutime; ++i) {
        numbers >> skipped;
    }
    std::int64_t user = 0;
    std::int64_t system = 0;
    numbers >> user >> system;
    const std::int64_t ticks = std::max<long>(1, ::sysconf(_SC_CLK_TCK));
    use.children_cpu_ns = (user + system) * (1'000'000'000 / ticks);
    return use;
}

void reset_peak(pid_t pid) {
    const UniqueFd file(
        ::open(fmt::format("/proc/{}/clear_refs", pid).c_str(), O_WRONLY | O_CLOEXEC));
    if (file) {
        constexpr std::string_view of_peak = "5";
        [[maybe_unused]] const ssize_t count = ::write(file.get(), of_peak.data(), of_peak.size());
    }
}

bool move_to_core(pid_t pid, int core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    bool is_moved = true;
    for_each_thread(pid, [&](pid_t thread) {
        is_moved =
            (::sched_setaffinity(thread, sizeof cores, &cores) == 0 || errno == ESRCH) && is_moved;
    });
    return is_moved;
}

} // namespace referee
