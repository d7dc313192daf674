#include "process/descendants.hpp"

#include "process/children.hpp"
#include "process/clock.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <dirent.h>
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

/// What follows the name in /proc/…/stat: a letter for the state, a blank, the parent's number.
/// Empty if the process is gone.
std::string read_state(const std::string& file) {
    const Descriptor stat(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 512> buffer{};
    const ssize_t size = stat ? ::read(stat.get(), buffer.data(), buffer.size()) : 0;
    const std::string_view text(buffer.data(), size < 0 ? 0 : static_cast<std::size_t>(size));
    const std::size_t end = text.rfind(')'); // the name may hold anything
    return std::string(end == std::string_view::npos ? "" : text.substr(end + 2));
}

Descriptor open_children(pid_t pid) {
    const std::string file = fmt::format("/proc/{0}/task/{0}/children", pid);
    return Descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
}

/// True unless all its threads have stopped or ended.
bool can_run(pid_t pid) {
    constexpr std::string_view at_rest = "TtZXx";
    const std::string folder = fmt::format("/proc/{}/task", pid);
    DIR* const threads = ::opendir(folder.c_str());
    if (threads == nullptr) {
        return false; // gone meanwhile
    }
    bool found = false;
    while (const dirent* const thread = ::readdir(threads)) {
        if (thread->d_name[0] != '.') {
            const std::string state = read_state(fmt::format("{}/{}/stat", folder, thread->d_name));
            found = found || (!state.empty() && at_rest.find(state[0]) == std::string_view::npos);
        }
    }
    ::closedir(threads);
    return found;
}

} // namespace

Descendants::Descendants(pid_t ai) : ai_(ai) {
    const std::string folder = fmt::format("/proc/{}/task", ai);
    threads_ = Descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    children_ = open_children(ai);
    const std::string state = read_state(fmt::format("/proc/{}/stat", ai));
    pid_t parent = 0;
    if (state.size() > 2) {
        std::from_chars(state.data() + 2, state.data() + state.size(), parent);
    }
    siblings_ = open_children(parent);
}

/// What almost always says no, at the cost of three calls: the AI has one thread, that has no
/// children, and the keeper has no other child.
bool Descendants::are_there() const {
    constexpr nlink_t links_of_one_thread = 3;
    struct stat status {};
    std::array<char, 32> buffer{};
    if (::fstat(threads_.get(), &status) != 0 || status.st_nlink > links_of_one_thread ||
        ::pread(children_.get(), buffer.data(), 1, 0) != 0) {
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

bool Descendants::await_rest(std::int64_t deadline_ns) const {
    if (!are_there()) {
        return true;
    }
    while (true) {
        const std::vector<pid_t> found = find();
        const auto at = std::find_if(found.begin(), found.end(), can_run);
        if (at == found.end()) {
            return true;
        }
        if (monotonic_ns() >= deadline_ns) {
            return false;
        }
        // Its end can be awaited; whether it has stopped, the kernel tells only its parent.
        const Descriptor exit(static_cast<int>(::syscall(SYS_pidfd_open, *at, 0)));
        const timespec moment{0, 1'000'000};
        pollfd event{exit.get(), POLLIN, 0};
        ::ppoll(&event, 1, &moment, nullptr);
    }
}

} // namespace referee
