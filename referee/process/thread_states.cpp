#include "process/thread_states.hpp"

#include "process/folder.hpp"
#include "process/unique_fd.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee {
namespace {

std::string read_start(const std::string& file) {
    const UniqueFd descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 512> buffer{};
    const ssize_t size =
        descriptor ? ::read(descriptor.get(), buffer.data(), buffer.size()) : ssize_t{-1};
    return {buffer.data(), size < 0 ? 0 : static_cast<std::size_t>(size)};
}

template <typename Look>
void for_each_thread(pid_t pid, Look look) {
    const std::string folder = fmt::format("/proc/{}/task", pid);
    const UniqueFd threads(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
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

StopState both(StopState one, StopState other) {
    for (const StopState stop_state : {StopState::pending, StopState::held}) {
        if (one == stop_state || other == stop_state) {
            return stop_state;
        }
    }
    return StopState::complete;
}

std::string read_state(const std::string& file) {
    const std::string text = read_start(file);
    const std::size_t end = text.rfind(')'); // the name may contain anything
    return end == std::string::npos || end + 2 > text.size() ? "" : text.substr(end + 2);
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

} // namespace referee
