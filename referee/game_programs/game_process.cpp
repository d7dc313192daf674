#include "game_programs/game_process.hpp"

#include "ai/executable.hpp"
#include "ai/private_copy.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "game_programs/limits.hpp"
#include "os/child_process.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "os/processes.hpp"
#include "sandbox/seccomp.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <regex>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace referee {
namespace {

constexpr std::size_t max_said = 4096;
constexpr std::size_t max_shown = 300; ///< bytes of a message for people

/// How long the kernel may take to stop it; it is killed then, which costs a start.
constexpr std::int64_t stop_limit_ns = 15 * second_ns;

constexpr int pipe_bytes = 65536; ///< the kernel's default

/// Our end doesn't block; the program's does.
Pipe make_pipe_of_rules(bool we_write) {
    Pipe pipe = make_pipe("making a pipe for the rules of a game");
    if (::fcntl(we_write ? pipe.writing.get() : pipe.reading.get(), F_SETFL, O_NONBLOCK) != 0) {
        fail("making a pipe for the rules of a game");
    }
    return pipe;
}

/// Sets the size of a pipe, rounded up to pages. Where that is refused the pipe stays as it is.
void resize(const UniqueFd& pipe, int bytes) {
    static_cast<void>(::fcntl(pipe.get(), F_SETPIPE_SZ, bytes));
}

/// The first line of an error that a trace follows and that other lines may precede: of Go, Java
/// and Ruby.
bool begins_trace(const std::string& line) {
    static const std::regex sign(
        R"(^(panic: |fatal error: |Exception in thread "|Caused by: |[^\s:][^:]{0,200}:\d+:in [`']))");
    return std::regex_search(line, sign);
}

/// The line of an error before anything has run. Ruby quotes the source below it.
bool is_syntax_error(const std::string& line) {
    static const std::regex sign(R"(^[^\s:][^:]{0,200}:\d+: syntax error)");
    return std::regex_search(line, sign);
}

/// Below an error: places of calls, which are indented, and what the languages print around them.
bool is_of_trace(const std::string& line) {
    static const std::regex sign(
        R"(^(\s|\}$|stack traceback:|goroutine \d|exit status \d|Node\.js v\d))");
    return line.empty() || std::regex_search(line, sign);
}

std::string end_text(const Report& report) {
    if (report.over_memory != 0) {
        return "it used too much memory";
    }
    if (WIFSIGNALED(report.status)) {
        const char* const name = ::sigabbrev_np(WTERMSIG(report.status));
        return fmt::format("ended by SIG{}", name == nullptr ? "?" : name);
    }
    return fmt::format("it ended with exit status {}", WEXITSTATUS(report.status));
}

} // namespace

std::string error_line(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string line(text.substr(0, std::min(end, max_shown)));
        line.erase(line.find_last_not_of(" \t\r") + 1);
        if (!is_remark_on_hidden_call(line)) {
            lines.push_back(std::move(line));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    const auto syntax = std::find_if(lines.begin(), lines.end(), is_syntax_error);
    if (syntax != lines.end()) {
        return safe_text(*syntax); // others that follow come of it
    }
    auto found = std::find_if(lines.rbegin(), lines.rend(), begins_trace);
    if (found == lines.rend()) {
        found = std::find_if_not(lines.rbegin(), lines.rend(), is_of_trace);
    }
    if (found == lines.rend()) { // nothing but what looks like places
        found = std::find_if(
            lines.rbegin(), lines.rend(), [](const std::string& line) { return !line.empty(); });
    }
    return found == lines.rend() ? "" : safe_text(*found);
}

GameProcess::GameProcess(const GameDescription& description)
    : description_(description), copy_(copy_for_private_user(description.program())),
      root_("", false, uses_private_users()),
      user_(PrivateUser::take_for(description.rules_file(), "a game program")),
      folder_(root_, "game", user_.id()), memory_group_(Limits().memory + group_overhead),
      descendants_(can_confine()) {
    keeper_ =
        std::make_unique<Keeper>(keeper_config(copy_ ? copy_->program() : description_.program()));
}

GameProcess::~GameProcess() {
    try {
        end();
    } catch (const std::exception&) {
        // The keeper kills it when it ends.
    }
}

/// The confinement of AIs, where the system supports it: it protects from accidents of the rules
/// (files, network, other processes), and keeps them from knowing more than each request tells.
KeeperConfig GameProcess::keeper_config(const Program& program) const {
    KeeperConfig config;
    config.program = &program;
    config.game = description_.info().name;
    config.work_path = folder_.path();
    config.work = folder_.descriptor();
    config.user = user_.id();
    config.memory_group = memory_group_.path();
    if (can_confine()) {
        config.permissions.mode = Confinement::default_mode;
        config.permissions.readable = readable_paths(places_of(program), {});
    }
    return config;
}

void GameProcess::start() {
    Pipe in = make_pipe_of_rules(true);
    Pipe out = make_pipe_of_rules(false);
    Pipe errors = make_pipe_of_rules(false);
    try {
        pid_ = keeper_->start_resident(
            in.reading.get(), out.writing.get(), errors.writing.get(), 1, 0);
    } catch (const StartError& error) {
        throw UserError(fmt::format(
            "{}: the program can't be started; check 'command' in {}: {}",
            description_.rules_file(), (description_.folder() / game_file).string(), error.what()));
    }
    input_ = std::move(in.writing);
    // A pipe of one page can be written to again when all of it has been read: so poll() tells when
    // the program has taken the first request.
    resize(input_, 1);
    is_starting_ = true;
    output_ = std::move(out.reading);
    errors_ = std::move(errors.reading);
    unread_.clear();
    said_.clear();
    descendants_.follow(pid_);
}

std::string GameProcess::ask(std::string_view request) {
    if (request.size() >= max_message_bytes) {
        throw ProgramFailure(fmt::format(
            "the request has {} bytes; a message may have {} MiB", request.size(),
            max_message_bytes >> 20U));
    }
    said_.clear();
    if (!runs()) {
        start();
    } else if (::kill(-pid_, SIGCONT) != 0 && errno != ESRCH) {
        fail("continuing the rules of a game");
    }
    std::string reply;
    try {
        exchange(request, reply);
        suspend();
        if (!runs()) {
            return reply;
        }
        take_output();
        if (!unread_.empty()) {
            fail_with("it printed more than one line for one request");
        }
    } catch (const Interrupted&) {
        pid_ = -1; // the keeper ends it
        throw;
    }
    return reply;
}

/// Writes the request and reads the reply at once: a program may print while it reads.
void GameProcess::exchange(std::string_view request, std::string& reply) {
    const auto in = [](std::chrono::nanoseconds time) { return monotonic_ns() + time.count(); };
    std::int64_t deadline = in(is_starting_ ? rules_start_time : description_.reply_limit());
    std::string line(request);
    line += '\n';
    std::string_view rest = line;
    while (true) {
        if (!rest.empty()) {
            const ssize_t count = ::write(input_.get(), rest.data(), rest.size());
            if (count > 0) {
                rest.remove_prefix(static_cast<std::size_t>(count));
            } else if (count < 0 && errno != EAGAIN && errno != EINTR) {
                take_errors();
                fail_by_end();
            }
        }
        std::array<pollfd, 3> events{
            {{output_.get(), POLLIN, 0},
             {errors_.get(), POLLIN, 0},
             {rest.empty() && !is_starting_ ? -1 : input_.get(), POLLOUT, 0}}};
        if (wait_for(events.data(), events.size(), deadline) == 0) {
            const std::chrono::duration<double> limit =
                is_starting_ ? rules_start_time : description_.reply_limit();
            fail_with(fmt::format(
                "{} within {:.3g} s{}", is_starting_ ? "it didn't read the request" : "no reply",
                limit.count(),
                is_starting_ ? "" : "; a reply is one line, and the program must flush it"));
        }
        if (is_starting_ && rest.empty() && events[2].revents != 0) {
            is_starting_ = false;
            resize(input_, pipe_bytes);
            deadline = in(description_.reply_limit());
        }
        if (events[1].revents != 0) {
            take_errors();
        }
        if (events[0].revents != 0) {
            const bool has_ended = !take_output();
            const std::size_t end = unread_.find('\n');
            if (end != std::string::npos) {
                if (!rest.empty()) {
                    fail_with("it printed a line before it had read the request");
                }
                reply = unread_.substr(0, end);
                unread_.erase(0, end + 1);
                return;
            }
            if (has_ended) {
                take_errors();
                fail_by_end();
            }
            if (unread_.size() >= max_message_bytes) {
                fail_with(fmt::format(
                    "its reply has more than {} MiB without the end of a line",
                    max_message_bytes >> 20U));
            }
        }
    }
}

/// False at the end of its output.
bool GameProcess::take_output() {
    std::array<char, 65536> buffer{};
    while (unread_.size() < max_message_bytes) {
        const ssize_t count = ::read(output_.get(), buffer.data(), buffer.size());
        if (count > 0) {
            unread_.append(buffer.data(), static_cast<std::size_t>(count));
        } else if (count == 0 || errno == EAGAIN) {
            return count != 0;
        } else if (errno != EINTR) {
            fail("reading from the rules of a game");
        }
    }
    return true;
}

void GameProcess::take_errors() {
    std::array<char, 4096> buffer{};
    while (true) {
        const ssize_t count = ::read(errors_.get(), buffer.data(), buffer.size());
        if (count > 0) {
            said_.append(buffer.data(), static_cast<std::size_t>(count));
            if (said_.size() > max_said) { // an error may stand at both ends of a long trace
                said_.erase(max_said / 2, said_.size() - max_said);
            }
        } else if (count == 0) {
            errors_.reset(); // poll() would report its end again and again
            return;
        } else if (errno != EINTR) {
            return;
        }
    }
}

/// Stops it and what it has started. If that fails it is killed; the next request starts it again.
void GameProcess::suspend() {
    const std::int64_t deadline = monotonic_ns() + stop_limit_ns;
    ::kill(-pid_, SIGSTOP);
    descendants_.stop_threads();
    keeper_->begin_stop();
    if (!keeper_->await_stop(deadline)) {
        keeper_->give_up_stop(pid_);
        pid_ = -1;
        return;
    }
    if (descendants_.wait_until_stopped(deadline) != StopState::complete) {
        end();
    }
}

void GameProcess::end() {
    if (!runs()) {
        return;
    }
    pid_ = -1;
    input_.reset();
    output_.reset();
    keeper_->end_resident(std::chrono::nanoseconds(1), descendants_.has_threads());
    errors_.reset();
}

void GameProcess::fail_with(const std::string& what) {
    take_errors();
    const std::string said = error_line(said_);
    end();
    throw ProgramFailure(said.empty() ? what : fmt::format("{} (it printed: {})", what, said));
}

void GameProcess::fail_by_end() {
    pid_ = -1;
    const Report report = keeper_->end_resident(rules_exit_time, descendants_.has_threads());
    take_errors();
    const std::string said = error_line(said_);
    const bool is_plain_exit = WIFEXITED(report.status) && report.over_memory == 0;
    throw ProgramFailure(
        said.empty()    ? end_text(report)
        : is_plain_exit ? said
                        : fmt::format("{} (it printed: {})", end_text(report), said));
}

} // namespace referee
