#include "support/run.hpp"

#include "support/execute.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <ios>
#include <iterator>
#include <poll.h>
#include <set>
#include <stdexcept>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tests {
namespace {

std::string from_environment(const char* name, const std::string& standard) {
    const char* const value = std::getenv(name);
    return value == nullptr ? standard : value;
}

/// fork() for a program. Catch's handlers of signals would report a signal that comes before the
/// program runs as a failure of the test, so the child has none, not even for a moment.
pid_t fork_for_program() {
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = ::fork();
    if (pid == 0) {
        // As in a terminal, also where the tests run under nohup.
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGABRT, SIGSEGV, SIGFPE, SIGILL}) {
            ::signal(signal, SIG_DFL);
        }
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return pid;
}

} // namespace

void execute(
    const std::vector<std::string>& command, const std::string& folder,
    const std::vector<std::string>& more_environment) {
    if (!folder.empty() && ::chdir(folder.c_str()) != 0) {
        ::_exit(126);
    }
    for (const std::string& variable : more_environment) {
        ::putenv(const_cast<char*>(variable.c_str()));
    }
    // As in a terminal, also where the tests run under nohup.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        ::signal(signal, SIG_DFL);
    }
    std::vector<char*> arguments;
    for (const std::string& word : command) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
}

std::string source_folder() {
    return from_environment("REFEREE_SOURCE", std::filesystem::current_path().string());
}

std::string build_folder() {
    return from_environment("REFEREE_BUILD", source_folder() + "/build");
}

std::string built(const std::string& path) {
    // make with the settings of the call that runs the tests.
    const char* const make = std::getenv("REFEREE_TEST_MAKE");
    if (make != nullptr && *make != '\0') {
        // The referee finds AIs by their names, so who runs it may want any of them.
        static const std::set<std::string> whole{"", "ai", "completion.bash", "man", "referee"};
        const std::string part = path.substr(0, path.find('/'));
        const std::filesystem::path folder =
            std::filesystem::path(build_folder()).lexically_relative(source_folder());
        const std::string goal = whole.contains(part) ? "all" : (folder / path).string();
        static std::set<std::string> made;
        if (made.insert(goal).second) {
            const std::string command = std::string(make) + " '" + goal + "' >&2";
            if (std::system(command.c_str()) != 0) {
                throw std::runtime_error(command + " failed");
            }
        }
    }
    return path.empty() ? build_folder() : build_folder() + "/" + path;
}

std::string referee_path() {
    return built("referee");
}

std::string gems_ai(const std::string& name) {
    return built("ai") + "/gems/" + name;
}

std::string hostile(const std::string& name) {
    return built("hostile/" + name);
}

Output
run(const std::vector<std::string>& command, const std::string& folder,
    const std::vector<std::string>& more_environment) {
    std::array<int, 2> out{};
    std::array<int, 2> err{};
    if (::pipe2(out.data(), O_CLOEXEC) != 0 || ::pipe2(err.data(), O_CLOEXEC) != 0) {
        throw std::runtime_error("pipe2");
    }
    const pid_t pid = fork_for_program();
    if (pid == 0) {
        const int null = ::open("/dev/null", O_RDONLY);
        ::dup2(null, 0);
        ::dup2(out[1], 1);
        ::dup2(err[1], 2);
        execute(command, folder, more_environment);
    }
    ::close(out[1]);
    ::close(err[1]);
    Output output;
    std::array<pollfd, 2> events{{{out[0], POLLIN, 0}, {err[0], POLLIN, 0}}};
    const std::array<std::string*, 2> texts{&output.out, &output.err};
    while (events[0].fd >= 0 || events[1].fd >= 0) {
        ::poll(events.data(), events.size(), -1);
        for (std::size_t i = 0; i < events.size(); ++i) {
            if (events[i].revents != 0) {
                std::array<char, 4096> buffer{};
                const ssize_t count = ::read(events[i].fd, buffer.data(), buffer.size());
                if (count > 0) {
                    texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
                } else {
                    ::close(events[i].fd);
                    events[i].fd = -1;
                }
            }
        }
    }
    output.status = wait_for_exit(pid);
    return output;
}

pid_t start(const std::vector<std::string>& command) {
    const pid_t pid = fork_for_program();
    if (pid == 0) {
        const int null = ::open("/dev/null", O_RDWR);
        ::dup2(null, 0);
        ::dup2(null, 1);
        ::dup2(null, 2);
        execute(command, "", {});
    }
    return pid;
}

int wait_for_exit(pid_t pid) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

TemporaryFolder::TemporaryFolder(bool in_memory) {
    const bool has_memory = in_memory && std::filesystem::is_directory("/dev/shm");
    std::string path = has_memory ? "/dev/shm" : std::filesystem::temp_directory_path().string();
    path += "/referee-test-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) {
        throw std::runtime_error("mkdtemp");
    }
    ::chmod(path.c_str(), 0755); // AIs may run as another user
    path_ = path;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code code;
    std::filesystem::remove_all(path_, code);
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string read_of_process(pid_t pid, const std::string& name) {
    try {
        return read_file("/proc/" + std::to_string(pid) + "/" + name);
    } catch (const std::ios_base::failure&) {
        return ""; // it ended between open and read
    }
}

void write_file(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) {
        throw std::runtime_error("writing " + path);
    }
}

void write_script(const std::string& path, const std::string& text) {
    write_file(path, text);
    ::chmod(path.c_str(), 0755);
}

std::vector<pid_t> processes_with(const std::string& text) {
    std::vector<pid_t> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) {
            continue;
        }
        std::string line = read_of_process(std::stoi(name), "cmdline");
        std::replace(line.begin(), line.end(), '\0', ' ');
        if (line.find(text) != std::string::npos) {
            found.push_back(std::stoi(name));
        }
    }
    return found;
}

} // namespace tests
