#include "process/descendants.hpp"

#include "process/children.hpp"
#include "process/clock.hpp"
#include "process/thread_states.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace referee {
namespace {

UniqueFd open_children(pid_t pid) {
    const std::string file = fmt::format("/proc/{0}/task/{0}/children", pid);
    return UniqueFd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
}

} // namespace

void Descendants::follow(pid_t ai) {
    ai_ = ai;
    had_family_ = false;
    const std::string threads = fmt::format("/proc/{}/task", ai);
    threads_ = UniqueFd(::open(threads.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    children_ = open_children(ai);
    if (siblings_) {
        return;
    }
    const std::string state = read_state(fmt::format("/proc/{}/stat", ai));
    pid_t parent = 0;
    if (state.size() > 2) {
        std::from_chars(state.data() + 2, state.data() + state.size(), parent);
    }
    siblings_ = open_children(parent);
}

/// The folder's link count tells the number of threads. Reading a thread's state instead would cost
/// several times as much at every stop.
bool Descendants::has_threads() const {
    constexpr nlink_t links_of_one_thread = 3;
    struct stat status {};
    return ::fstat(threads_.get(), &status) != 0 || status.st_nlink > links_of_one_thread;
}

/// True if the AI's first thread has children, or the keeper has another child; both are rare.
bool Descendants::has_family() const {
    std::array<char, 32> buffer{};
    if (::pread(children_.get(), buffer.data(), 1, 0) != 0) {
        return true;
    }
    const ssize_t size = ::pread(siblings_.get(), buffer.data(), buffer.size(), 0);
    pid_t first = 0;
    const char* const end = buffer.data() + std::max<ssize_t>(size, 0);
    const auto [stop_state, code] = std::from_chars(buffer.data(), end, first);
    return code != std::errc() || first != ai_ || end - stop_state > 1;
}

std::vector<pid_t> Descendants::find() const {
    std::vector<pid_t> found;
    read_children_of(ai_, found);
    std::vector<pid_t> siblings;
    read_numbers(siblings_.get(), siblings);
    std::erase(siblings, ai_);
    found.insert(found.end(), siblings.begin(), siblings.end());
    for (std::size_t i = 0; i < found.size(); ++i) {
        read_children_of(found[i], found);
    }
    return found;
}

bool Standstill::is_certain(StopState stop_state, std::int64_t now_ns) {
    constexpr std::int64_t patience_ns = second_ns / 20;
    if (stop_state != StopState::held) {
        since_ns_ = -1;
        return false;
    }
    if (since_ns_ < 0) {
        since_ns_ = now_ns;
    }
    return now_ns - since_ns_ >= patience_ns;
}

void Descendants::stop_threads() const {
    if (!has_threads() && !had_family_) {
        return;
    }
    referee::stop_threads(ai_);
    if (are_held_) {
        for (const pid_t pid : find()) {
            referee::stop_threads(pid);
        }
    }
}

std::int64_t Descendants::cpu_ns() const {
    std::int64_t sum = 0;
    if (had_family_) {
        for (const pid_t pid : find()) {
            clockid_t clock = 0;
            sum += ::clock_getcpuclockid(pid, &clock) == 0 ? cpu_time(clock) : 0;
        }
    }
    return sum;
}

StopState Descendants::look() const {
    StopState stop_state = stop_state_of(ai_);
    if (are_held_) {
        for (const pid_t pid : find()) {
            stop_state = both(stop_state, stop_state_of(pid));
        }
    }
    return stop_state;
}

StopState Descendants::wait_until_stopped(std::int64_t deadline_ns) {
    if (!are_held_) {
        return StopState::complete;
    }
    had_family_ = has_family();
    if (!had_family_ && !has_threads()) {
        return StopState::complete;
    }
    Standstill standstill;
    while (true) {
        const std::vector<pid_t> found = find();
        StopState stop_state = StopState::complete;
        pid_t waited_for = -1;
        for (const pid_t pid : found) {
            const StopState own = stop_state_of(pid);
            waited_for = own != StopState::complete ? pid : waited_for;
            stop_state = both(stop_state, own);
        }
        if (stop_state == StopState::complete ||
            standstill.is_certain(stop_state, monotonic_ns())) {
            return stop_state;
        }
        if (monotonic_ns() >= deadline_ns) {
            return StopState::pending;
        }
        // Its exit can be awaited; the kernel reports a stop only to its parent.
        const UniqueFd exit(static_cast<int>(::syscall(SYS_pidfd_open, waited_for, 0)));
        const timespec moment{0, 1'000'000};
        pollfd event{exit.get(), POLLIN, 0};
        ::ppoll(&event, 1, &moment, nullptr);
    }
}

} // namespace referee
