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
#include <unistd.h>

namespace referee {
namespace {

Descriptor open_children(pid_t pid) {
    const std::string file = fmt::format("/proc/{0}/task/{0}/children", pid);
    return Descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
}

} // namespace

void Descendants::follow(pid_t ai) {
    ai_ = ai;
    const std::string threads = fmt::format("/proc/{}/task", ai);
    threads_ = Descriptor(::open(threads.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
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

/// An entry of a folder's count of links is a thread. Reading a thread's state instead would cost
/// several times as much, at every stop.
bool Descendants::has_threads() const {
    constexpr nlink_t links_of_one_thread = 3;
    struct stat status {};
    return ::fstat(threads_.get(), &status) != 0 || status.st_nlink > links_of_one_thread;
}

/// What almost always says no: the AI has one thread, that has no children, and the keeper has no
/// other child.
bool Descendants::are_there() const {
    return has_threads() || has_family();
}

/// Whether the AI's first thread has children, or the keeper has another child.
bool Descendants::has_family() const {
    std::array<char, 32> buffer{};
    if (::pread(children_.get(), buffer.data(), 1, 0) != 0) {
        return true;
    }
    const ssize_t size = ::pread(siblings_.get(), buffer.data(), buffer.size(), 0);
    pid_t first = 0;
    const char* const end = buffer.data() + std::max<ssize_t>(size, 0);
    const auto [rest, code] = std::from_chars(buffer.data(), end, first);
    return code != std::errc() || first != ai_ || end - rest > 1;
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

bool Standstill::is_certain(Rest rest, std::int64_t now_ns) {
    constexpr std::int64_t patience_ns = second_ns / 20;
    if (rest != Rest::held) {
        since_ns_ = -1;
        return false;
    }
    if (since_ns_ < 0) {
        since_ns_ = now_ns;
    }
    return now_ns - since_ns_ >= patience_ns;
}

void Descendants::stop_threads() const {
    if (!has_threads() && !(are_held_ && has_family())) {
        return;
    }
    referee::stop_threads(ai_);
    if (are_held_) {
        for (const pid_t pid : find()) {
            referee::stop_threads(pid);
        }
    }
}

Rest Descendants::look() const {
    Rest rest = rest_of(ai_);
    if (are_held_) {
        for (const pid_t pid : find()) {
            rest = both(rest, rest_of(pid));
        }
    }
    return rest;
}

Rest Descendants::await_rest(std::int64_t deadline_ns) const {
    if (!are_held_ || !are_there()) {
        return Rest::complete;
    }
    Standstill standstill;
    while (true) {
        const std::vector<pid_t> found = find();
        Rest rest = Rest::complete;
        pid_t waited_for = -1;
        for (const pid_t pid : found) {
            const Rest own = rest_of(pid);
            waited_for = own != Rest::complete ? pid : waited_for;
            rest = both(rest, own);
        }
        if (rest == Rest::complete || standstill.is_certain(rest, monotonic_ns())) {
            return rest;
        }
        if (monotonic_ns() >= deadline_ns) {
            return Rest::pending;
        }
        // Its end can be awaited; whether it has stopped, the kernel tells only its parent.
        const Descriptor exit(static_cast<int>(::syscall(SYS_pidfd_open, waited_for, 0)));
        const timespec moment{0, 1'000'000};
        pollfd event{exit.get(), POLLIN, 0};
        ::ppoll(&event, 1, &moment, nullptr);
    }
}

} // namespace referee
