#pragma once

/// Threads that do the parts of jobs, one job after the other.

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace referee {

/// Every job has the same number of parts. Each thread begins with parts of its own, the same in
/// every job, because their data are still in the cache of its core; then it takes parts that no
/// thread has begun. So a thread that wakes up late costs little: the others do its share. The
/// calling thread is one of them.
class Workers {
  public:
    /// `threads` from 1; `do_part` is called with the numbers 0 to `parts − 1`, several at once.
    Workers(int threads, int parts, std::function<void(int)> do_part);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// Does a job and returns when all its parts are done. Rethrows the exception of the first part
    /// that failed; the other parts are done all the same.
    void run();
    /// False in a fork of the process that made them: the threads aren't there.
    bool are_of_this_process() const;

  private:
    struct Share {
        int end = 0;              ///< its parts begin at the end of the previous share
        std::atomic<int> next{0}; ///< the next part that no thread has taken
    };

    void wait_for_jobs(std::size_t thread);
    void take_parts(std::size_t thread);
    void do_part(int part);

    pid_t process_;
    int parts_;
    std::function<void(int)> do_part_;
    std::atomic<int> job_{0};  ///< grows with each; threads wait for it to change
    std::atomic<int> left_{0}; ///< parts that aren't done
    std::atomic<bool> stops_{false};
    std::mutex failure_mutex_;
    std::exception_ptr failure_;
    std::vector<Share> shares_; ///< of the calling thread, then of each other
    std::vector<std::thread> threads_;
};

} // namespace referee
