#include "support/net/line_process.hpp"

#include "support/execute.hpp"
#include "support/run.hpp"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <unistd.h>

namespace tests {

LineProcess::LineProcess(
    const std::vector<std::string>& command, const std::string& folder,
    const std::vector<std::string>& more_environment) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) {
        throw std::runtime_error("pipe2");
    }
    pid_ = ::fork();
    if (pid_ > 0) {
        ::setpgid(pid_, pid_); // here too, or a kill could come before the child has done it
    }
    if (pid_ == 0) {
        ::setpgid(0, 0);
        ::dup2(in[0], STDIN_FILENO);
        ::dup2(out[1], STDOUT_FILENO);
        const std::string errors = folder + "/errors";
        ::dup2(
            ::open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644), STDERR_FILENO);
        execute(command, folder, more_environment);
    }
    ::close(in[0]);
    ::close(out[1]);
    input_ = in[1];
    output_ = out[0];
}

LineProcess::~LineProcess() {
    if (pid_ > 0) {
        ::kill(-pid_, SIGKILL);
        finish();
    }
    ::close(output_);
}

void LineProcess::say(const std::string& line) {
    const std::string text = line + "\n";
    if (::write(input_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        throw std::runtime_error("writing '" + line + "' to a program");
    }
}

std::optional<std::string> LineProcess::next_line(std::chrono::seconds limit) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    std::size_t end = 0;
    while ((end = unread_.find('\n')) == std::string::npos) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        pollfd event{output_, POLLIN, 0};
        std::array<char, 4096> buffer{};
        if (left.count() <= 0 || ::poll(&event, 1, static_cast<int>(left.count())) <= 0) {
            return std::nullopt;
        }
        const ssize_t count = ::read(output_, buffer.data(), buffer.size());
        if (count <= 0) {
            return std::nullopt;
        }
        unread_.append(buffer.data(), static_cast<std::size_t>(count));
    }
    std::string line = unread_.substr(0, end);
    unread_.erase(0, end + 1);
    return line;
}

bool LineProcess::is_silent() {
    constexpr int moment_ms = 200;
    pollfd event{output_, POLLIN, 0};
    return unread_.empty() && ::poll(&event, 1, moment_ms) == 0;
}

int LineProcess::finish() {
    ::close(input_);
    const int status = wait_for_exit(pid_);
    pid_ = -1;
    return status;
}

} // namespace tests
