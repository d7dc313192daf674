// The keeper: one small single-threaded process for each AI, between the referee and the AI.
//
//     referee ──two pipes── keeper ──clone, exec── AI ── whatever the AI starts
//
// The referee sends a KeeperCommand for each move. The keeper starts the AI, waits until it exits
// or its time is up, kills and reaps everything that is left, and answers with a Report. It handles
// no files: the referee writes them before the command and reads them after the report.
//
// Why a separate process: starting is cheap from a small process; the AI's peak memory is true (a
// child's begins with its parent's); limits and confinement are applied to the keeper once and
// inherited by every move; and no thread of the referee can interfere.
//
// Who waits for whom:
//   - The keeper waits for a command (read), or for the AI's exit or its deadline, never for both:
//     first for SIGCHLD, then with ppoll on the AI's pidfd. Then it also watches the command pipe:
//     at end of file (the referee is gone) it kills the AI and exits, so not even SIGKILL of the
//     referee leaves a process behind.
//   - The AI dies with its keeper (PDEATHSIG). The keeper itself has no PDEATHSIG, because that
//     fires when the *thread* that started it ends.
//   - Where a control group limits the AI's memory, the keeper is in it too: moving a process there
//     for each move is slow. It was started by vfork from a process that sleeps outside the group.
//     The kernel doesn't kill a process that shares its memory with one outside, so it kills the
//     AI.
//   - What the AI leaves running becomes a child of the keeper (subreaper), see sweep.cpp. The
//     keeper waits only for what it has killed.
//
// An AI is never asked to exit, only killed: with SIGKILL, first its group, before it is reaped, so
// that its process ID can't have been reused.
//
// This file has the commands and their answers; keeper_box.cpp makes the sandbox, keeper_runner.cpp
// runs the program, keeper_child.cpp is what its process does before exec.

#include "process/keeper_process.hpp"

#include "error.hpp"
#include "process/keeper_box.hpp"
#include "process/keeper_runner.hpp"
#include "process/keeper_setup.hpp"
#include "process/messages.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <string_view>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace referee {
namespace {

class KeeperProcess {
  public:
    explicit KeeperProcess(UniqueFd socket) : socket_(std::move(socket)) {}

    [[noreturn]] void run() {
        attempt(&KeeperProcess::prepare);
        if (ready_.error != 0 || !box_.needs_child()) {
            serve();
        }
        // Nothing of this frame is used after that: the child may overwrite it.
        const pid_t inner = box_.has_group() ? ::vfork() : ::fork();
        if (inner > 0) {
            stay_outside(inner);
        }
        has_outer_ = inner == 0;
        ready_.error = has_outer_ ? 0 : errno;
        serve();
    }

  private:
    /// Waits until the keeper proper has exited. Only then does the process that the referee knows
    /// exit.
    [[noreturn]] static void stay_outside(pid_t inner) {
        ::close(keeper_socket);
        int status = 0;
        while (::waitpid(inner, &status, 0) < 0 && errno == EINTR) {
        }
        ::_exit(0);
    }

    /// Performs one step of the setup, and keeps an error for the answer.
    void attempt(void (KeeperProcess::*part)()) {
        try {
            (this->*part)();
        } catch (const std::exception& problem) {
            ready_.error = errno != 0 ? errno : EINVAL;
            std::strncpy(ready_.what, problem.what(), sizeof ready_.what - 1);
        }
    }

    /// What comes before the keeper proper is started, if that is another process.
    void prepare() {
        // Only the end of the pipe ends a keeper, not the terminal's Ctrl-C.
        sigset_t all;
        ::sigfillset(&all);
        ::sigprocmask(SIG_SETMASK, &all, nullptr);
        // AIs get the default action for every signal, whatever the referee or its caller ignore.
        for (int number = 1; number < SIGRTMAX; ++number) {
            ::signal(number, SIG_DFL);
        }
        // Inherited: writing beyond RLIMIT_FSIZE fails instead of killing the process.
        ::signal(SIGXFSZ, SIG_IGN);
        if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
            fail("prctl");
        }
        ::prctl(PR_SET_TIMERSLACK, 1000UL); // deadlines within a microsecond
        std::optional<Setup> setup = receive_setup(socket_.get());
        if (!setup) {
            ::_exit(0); // the referee has already exited
        }
        box_.enter(std::move(*setup));
    }

    void set_up() {
        ChildPlan plan;
        box_.close(socket_.get(), has_outer_, plan);
        key_ = {plan.cookie1, plan.cookie2};
        runner_.emplace(box_, plan);
    }

    [[noreturn]] void serve() {
        if (ready_.error == 0) {
            attempt(&KeeperProcess::set_up);
        }
        const int work = box_.work();
        const bool tells_work = box_.is_strict() && ready_.error == 0;
        send_message(socket_.get(), &ready_, sizeof ready_, {&work, tells_work ? 1U : 0U}, key_);
        if (ready_.error != 0) {
            ::_exit(1);
        }
        box_.close_work();
        while (true) {
            const KeeperCommand command = receive_command();
            Report report = carry_out(command);
            if (box_.is_strict() && report.resident > 0) {
                attach_process(report);
            }
            if (!write_message(box_.reports(), report)) {
                leave();
            }
        }
    }

    /// The referee has finished, or has died.
    [[noreturn]] void leave() {
        runner_->kill_all();
        ::_exit(0);
    }

    KeeperCommand receive_command() {
        KeeperCommand command;
        if (!read_message(box_.commands(), command)) {
            leave();
        }
        const bool has_attachment = command.kind == CommandKind::start_resident ||
                                    command.kind == CommandKind::renew ||
                                    command.kind == CommandKind::test;
        attached_ = {};
        if (has_attachment &&
            receive_message(socket_.get(), path_.data(), path_.size() - 1, attached_) <= 0) {
            leave();
        }
        return command;
    }

    Report carry_out(const KeeperCommand& command) {
        Report report;
        switch (command.kind) {
        case CommandKind::start_resident:
            return runner_->start_resident(command, std::exchange(attached_, {}));
        case CommandKind::stop_resident:
            return runner_->await_stop();
        case CommandKind::end_resident:
            return runner_->end_resident(command);
        case CommandKind::renew:
            report.keeper_error = runner_->use_streams(attached_);
            return report;
        case CommandKind::run:
        case CommandKind::test:
        case CommandKind::test_privileges:
            break;
        }
        return runner_->run(command, path_.data());
    }

    /// A resident AI has another process ID outside.
    void attach_process(Report& report) const {
        const UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, report.resident, 0)));
        const int number = process.get();
        const bool is_sent = process && send_message(socket_.get(), "", 1, {&number, 1}, key_);
        report.has_attachment = is_sent ? 1 : 0;
    }

    UniqueFd socket_;
    KeeperReady ready_;
    KeeperBox box_;
    bool has_outer_ = false; ///< the referee has started another process, which exits with this one
    SendingKey key_;
    std::optional<ProgramRunner> runner_; ///< made when the sandbox is complete
    Carried attached_;                    ///< what the last command carried
    std::array<char, max_path + 1> path_{};
};

} // namespace

void run_as_keeper_if_asked(int argument_count, char** arguments) {
    if (argument_count == 2 && std::string_view(arguments[1]) == keeper_argument) {
        KeeperProcess(UniqueFd(keeper_socket)).run();
    }
}

} // namespace referee
