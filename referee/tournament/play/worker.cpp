// A worker is a fork of the tournament without exec, so it has the tournament's setup without
// reading anything again. The two hold the ends of a socket (worker_messages.hpp). What a worker
// does is in game_player.cpp, or is a job.
//
// A worker ends when the other end of its socket is closed, or by SIGTERM: from the pool, or from
// the kernel if the tournament is killed. An error that it throws becomes a message. One that is
// gone without a message is noticed by the end of its stream; the tournament (tournament.cpp)
// decides what that means.

#include "tournament/play/worker.hpp"

#include "base/error.hpp"
#include "game_programs/rules_processes.hpp"
#include "os/clock.hpp"
#include "os/descriptor.hpp"
#include "os/interrupt.hpp"
#include "tournament/play/game_player.hpp"
#include "tournament/play/worker_messages.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace referee {

namespace {

/// The main function of every worker. Never returns.
template <typename Work>
[[noreturn]] void be_worker(const UniqueFd& socket, pid_t parent, const Work& work) {
    // If the tournament is killed, we get SIGTERM, which ends the game and cleans up.
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) {
        ::_exit(0);
    }
    ignore_wake_up_signals();
    const SignalsInWaits signals;
    const auto say = [&](WorkerMessage::Kind kind, const std::exception& problem) {
        send_error(socket.get(), kind, problem);
    };
    try {
        work();
    } catch (const Interrupted&) {
        // The tournament reports it.
    } catch (const UserError& problem) {
        say(WorkerMessage::Kind::user_error, problem);
    } catch (const EnvironmentError& problem) {
        say(WorkerMessage::Kind::environment_error, problem);
    } catch (const std::exception& problem) {
        say(WorkerMessage::Kind::internal_error, problem);
    }
    end_game_programs();
    ::_exit(0);
}

/// Closes what was open when this process was forked: a lock that stays open here would outlive
/// the tournament.
void close_all_but(int descriptor) {
    constexpr unsigned first = STDERR_FILENO + 1;
    const auto own = static_cast<unsigned>(descriptor);
    if (own > first) {
        ::close_range(first, own - 1, 0);
    }
    ::close_range(own + 1, ~0U, 0);
}

/// Asks the worker to end, unless it has been reaped.
void stop(pid_t worker) {
    if (worker > 0) {
        ::kill(worker, SIGTERM);
    }
}

/// Waits for its end. Afterwards its number may belong to another process, so it is forgotten.
void reap(pid_t& worker) {
    if (worker > 0) {
        while (::waitpid(worker, nullptr, 0) < 0 && errno == EINTR) {
        }
        worker = -1;
    }
}

} // namespace

WorkerPool::WorkerPool(const WorkerSetup& setup, const std::vector<std::vector<int>>& cores) {
    for (const std::vector<int>& own_cores : cores) {
        workers_.push_back({UniqueFd(), -1, own_cores});
        start(workers_.size() - 1, [&](UniqueFd socket, pid_t parent) {
            for (Worker& worker : workers_) {
                worker.socket.reset(); // our copies of the others' ends
            }
            be_worker(socket, parent, [&] {
                play_games(
                    setup, own_cores, socket.get(), parent, static_cast<int>(workers_.size()) - 1);
            });
        });
    }
}

/// Forks the worker; `be` is called in the new process and never returns.
void WorkerPool::start(std::size_t worker, const std::function<void(UniqueFd, pid_t)>& be) {
    const pid_t parent = ::getpid();
    std::fflush(nullptr); // or every worker would print the buffer again
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        fail("making a socket pair");
    }
    UniqueFd ours(ends[0]);
    UniqueFd theirs(ends[1]);
    const pid_t pid = ::fork();
    if (pid < 0) {
        fail("starting a worker");
    }
    if (pid == 0) {
        ours.reset();
        be(std::move(theirs), parent);
    }
    workers_[worker].socket = std::move(ours);
    workers_[worker].pid = pid;
}

void WorkerPool::end(Worker& worker) {
    stop(worker.pid);
    worker.socket.reset();
    reap(worker.pid);
}

void WorkerPool::renew(std::size_t worker, const WorkerSetup& setup) {
    end(workers_[worker]);
    start(worker, [&](UniqueFd socket, pid_t parent) {
        close_all_but(socket.get());
        be_worker(socket, parent, [&] {
            play_games(
                setup, workers_[worker].cores, socket.get(), parent, static_cast<int>(worker));
        });
    });
}

void WorkerPool::run(std::size_t worker, const Job& job) {
    end(workers_[worker]);
    start(worker, [&](UniqueFd socket, pid_t parent) {
        close_all_but(socket.get());
        be_worker(socket, parent, [&] {
            send_text(socket.get(), WorkerMessage::Kind::job, job(workers_[worker].cores));
        });
    });
}

WorkerPool::~WorkerPool() {
    for (Worker& worker : workers_) {
        stop(worker.pid);
        worker.socket.reset();
    }
    for (Worker& worker : workers_) {
        reap(worker.pid);
    }
}

std::vector<std::size_t> WorkerPool::wait(std::int64_t due_ns, int other) {
    events_.clear();
    for (const Worker& worker : workers_) {
        events_.push_back({worker.socket.get(), POLLIN, 0});
    }
    events_.push_back({other, POLLIN, 0}); // −1 is ignored
    wait_for(events_.data(), static_cast<unsigned>(events_.size()), due_ns);
    referee::throw_if_interrupted();
    std::vector<std::size_t> ready;
    for (std::size_t worker = 0; worker < workers_.size(); ++worker) {
        if (events_[worker].revents != 0) {
            ready.push_back(worker);
        }
    }
    return ready;
}

std::int64_t WorkerPool::now_ns() const {
    return monotonic_ns();
}

void WorkerPool::throw_if_interrupted() {
    referee::throw_if_interrupted();
}

void WorkerPool::await_own_signal() {
    referee::await_own_signal();
}

void WorkerPool::send(std::size_t worker, const GameToPlay& game) {
    send_game(descriptor(worker), game);
}

WorkerMessage WorkerPool::receive(std::size_t worker) {
    return receive_message(descriptor(worker), buffer_);
}

} // namespace referee
