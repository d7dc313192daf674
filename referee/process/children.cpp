#include "process/children.hpp"

#include "process/unique_fd.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <string>
#include <unistd.h>

namespace referee {

void read_numbers(int file, std::vector<pid_t>& pids) {
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
                read_numbers(children.get(), pids);
            }
        }
    }
    ::closedir(threads);
}

} // namespace referee
