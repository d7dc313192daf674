#include "tournament/worker.hpp"

#include "error.hpp"
#include "tournament/worker_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace referee {
namespace {

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
            play_games(setup, own_cores, socket, parent, static_cast<int>(workers_.size()) - 1);
        });
    }
}

/// Forks the worker; `be` is called in the new process and never returns.
void WorkerPool::start(std::size_t worker, const std::function<void(UniqueFd, pid_t)>& be) {
    const pid_t parent = ::getpid();
    std::fflush(nullptr); // or every worker would print the buffer again
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
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
        play_games(setup, workers_[worker].cores, socket, parent, static_cast<int>(worker));
    });
}

void WorkerPool::run(std::size_t worker, const Job& job) {
    end(workers_[worker]);
    start(worker, [&](UniqueFd socket, pid_t parent) {
        close_all_but(socket.get());
        run_job(job, workers_[worker].cores, socket, parent);
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

void WorkerPool::send(std::size_t worker, const GameToPlay& game) {
    if (::send(descriptor(worker), &game, sizeof game, MSG_NOSIGNAL) < 0 && errno != EPIPE) {
        fail("giving a game to a worker");
    }
}

WorkerMessage WorkerPool::receive(std::size_t worker) {
    buffer_.resize(max_message_bytes);
    ssize_t got = ::recv(descriptor(worker), buffer_.data(), buffer_.size(), 0);
    if (got < 0 && errno == ECONNRESET) {
        // The worker ended with an unread game, which the kernel reports first. The next message
        // says why it ended.
        got = ::recv(descriptor(worker), buffer_.data(), buffer_.size(), 0);
    }
    WorkerMessage message;
    if (got <= 0) {
        return message;
    }
    const nlohmann::json json = nlohmann::json::parse(buffer_.data(), buffer_.data() + got);
    message.kind = json.at("kind").get<WorkerMessage::Kind>();
    if (message.kind != WorkerMessage::Kind::played) {
        message.text = json.at("text").get<std::string>();
        return message;
    }
    message.outcome = outcome_from(json.at("outcome"));
    for (const nlohmann::json& fault : json.at("faults")) {
        message.faults.push_back(
            {fault.at("ai").get<int>(), fault.at("fault").get<Fault>(),
             fault.at("text").get<std::string>()});
    }
    return message;
}

} // namespace referee
