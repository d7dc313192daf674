#include "support/processes.hpp"

#include "support/run.hpp"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tests {

pid_t start_with(
    const std::vector<std::string>& command, std::array<int, 3> streams, bool has_own_group) {
    std::vector<char*> arguments;
    for (const std::string& word : command) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    const pid_t pid = ::fork();
    if (pid == 0) {
        if (has_own_group) {
            ::setpgid(0, 0);
        }
        // Out of the way of one another.
        for (int& stream : streams) {
            stream = stream < 0 ? -1 : ::fcntl(stream, F_DUPFD_CLOEXEC, 10);
        }
        for (int number = 0; number < 3; ++number) {
            const int stream = streams[static_cast<std::size_t>(number)];
            if (stream < 0) {
                ::close(number);
            } else {
                ::dup2(stream, number);
            }
        }
        // As in a terminal, also where the tests run under nohup.
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
            ::signal(signal, SIG_DFL);
        }
        ::execvp(arguments[0], arguments.data());
        ::_exit(127);
    }
    return pid;
}

int exit_within(pid_t pid, std::chrono::seconds bound) {
    const int exit = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
    pollfd event{exit, POLLIN, 0};
    const bool has_ended = ::poll(&event, 1, static_cast<int>(bound.count()) * 1000) > 0;
    ::close(exit);
    if (!has_ended) {
        ::kill(pid, SIGKILL);
    }
    const int status = wait_for_exit(pid);
    return has_ended ? status : -1;
}

std::vector<pid_t> children_of(pid_t pid) {
    std::vector<pid_t> children;
    std::error_code code;
    const std::string tasks = "/proc/" + std::to_string(pid) + "/task";
    // It may end while we read.
    for (std::filesystem::directory_iterator task(tasks, code), end; !code && task != end;
         task.increment(code)) {
        std::ifstream file(task->path().string() + "/children");
        for (pid_t child = 0; file >> child;) {
            children.push_back(child);
        }
    }
    return children;
}

std::vector<pid_t> tree_of(pid_t pid) {
    std::vector<pid_t> tree{pid};
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const std::vector<pid_t> children = children_of(tree[i]);
        tree.insert(tree.end(), children.begin(), children.end());
    }
    return tree;
}

void kill_tree(pid_t pid) {
    // Or waits in vfork for a child that is stopped itself.
    const auto is_stopped = [](pid_t one) {
        const std::string status = read_of_process(one, "stat");
        return has_ended(one) || status.find(") T") != std::string::npos ||
               status.find(") D") != std::string::npos;
    };
    std::vector<pid_t> tree = tree_of(pid);
    for (std::size_t stopped = 0; stopped != tree.size(); tree = tree_of(pid)) {
        stopped = tree.size();
        for (const pid_t one : tree) {
            ::kill(one, SIGSTOP);
        }
        // One that is in a system call, such as a fork, ends this first.
        comes_true([&] { return std::all_of(tree.begin(), tree.end(), is_stopped); });
    }
    for (const pid_t one : tree) {
        ::kill(one, SIGKILL);
    }
}

bool has_ended(pid_t pid) {
    const std::string status = read_of_process(pid, "stat");
    return status.empty() || status.find(") Z") != std::string::npos;
}

void wait_a_moment() {
    ::poll(nullptr, 0, 5);
}

} // namespace tests
