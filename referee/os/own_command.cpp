#include "os/own_command.hpp"

#include "base/error.hpp"
#include "os/child_process.hpp"
#include "os/clock.hpp"
#include "os/descriptor.hpp"
#include "os/interrupt.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace referee {

namespace {

constexpr std::size_t max_output = 4'000'000;
constexpr std::int64_t no_limit = -1;

struct Program {
    std::vector<std::string> words; ///< its name first
    std::string path;               ///< empty: it is found by its name
    std::string folder;             ///< empty: the current one
};

/// Runs in the child. Returns the exit status if the program can't be started.
int become(Program& program, int output, int errors) {
    const std::vector<char*> words = pointers_to(program.words);
    const int input = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    const bool is_there = program.folder.empty() || ::chdir(program.folder.c_str()) == 0;
    if (!is_there || ::dup2(input, 0) < 0 || ::dup2(output, 1) < 0 || ::dup2(errors, 2) < 0) {
        return 126;
    }
    if (program.path.empty()) {
        ::execvp(words[0], words.data());
        return 127;
    }
    ::execv(program.path.c_str(), words.data());
    return 126;
}

/// `deadline_ns`: on CLOCK_MONOTONIC, or no_limit.
CommandResult run_child(Program program, std::int64_t deadline_ns) {
    Pipe pipe = make_pipe();
    // A file, so that nobody has to wait for two pipes at once.
    const UniqueFd errors(::memfd_create("errors", MFD_CLOEXEC));
    if (!errors) {
        fail("making a file in memory");
    }
    ChildProcess child(
        fork_child(
            "starting a command", SIGTERM,
            [&] { return become(program, pipe.writing.get(), errors.get()); }),
        ChildProcess::Kind::command);
    pipe.writing.reset();
    const UniqueFd& output = pipe.reading; // open until the child has ended
    CommandResult result;
    std::array<char, 4096> buffer{};
    while (true) {
        pollfd event{output.get(), POLLIN, 0};
        if (wait_for(&event, 1, deadline_ns) == 0) {
            break;
        }
        const ssize_t got = ::read(output.get(), buffer.data(), buffer.size());
        if (got <= 0) {
            break;
        }
        const std::size_t room = max_output - std::min(max_output, result.output.size());
        result.output.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
    }
    const std::optional<int> status = child.wait(deadline_ns);
    if (!status) {
        constexpr int ended = 128 + SIGTERM;
        result.status = ended;
        result.errors = "it was still running after its time";
        return result;
    }
    result.status = *status;
    result.errors.resize(max_output);
    const ssize_t got = ::pread(errors.get(), result.errors.data(), max_output, 0);
    result.errors.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return result;
}

} // namespace

CommandResult
run_own_command(const std::vector<std::string>& arguments, const std::string& folder) {
    Program program{{"referee"}, "/proc/self/exe", folder};
    program.words.insert(program.words.end(), arguments.begin(), arguments.end());
    return run_child(std::move(program), no_limit);
}

CommandResult run_program(const std::vector<std::string>& words, std::chrono::milliseconds limit) {
    return run_child({words, "", ""}, monotonic_ns() + limit.count() * 1'000'000);
}

} // namespace referee
