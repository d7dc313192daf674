#include "python/workers.hpp"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace referee {
namespace {

/// How often a thread checks for work before it sleeps: for about as long as waking it would take.
/// The pause between two steps of a batch is often shorter.
constexpr int looks_before_sleep = 200;

/// Returns when `value` is no longer `old`.
void wait_for_change(const std::atomic<int>& value, int old) {
    for (int look = 0; look < looks_before_sleep; ++look) {
        if (value != old) {
            return;
        }
        std::this_thread::yield();
    }
    value.wait(old);
}

} // namespace

Workers::Workers(int threads, int parts, std::function<void(int)> do_part)
    : process_(getpid()), parts_(parts), do_part_(std::move(do_part)),
      shares_(static_cast<std::size_t>(std::max(1, std::min(threads, parts)))) {
    const int count = static_cast<int>(shares_.size());
    for (int i = 0; i < count; ++i) {
        Share& share = shares_[static_cast<std::size_t>(i)];
        share.end = parts * (i + 1) / count;
        share.next = share.end; // nothing to do yet
    }
    for (std::size_t i = 1; i < shares_.size(); ++i) {
        threads_.emplace_back([this, i] { wait_for_jobs(i); });
    }
}

bool Workers::are_of_this_process() const {
    return getpid() == process_;
}

Workers::~Workers() {
    if (!are_of_this_process()) {
        new std::vector<std::thread>(std::move(threads_)); // nobody can join them here
        return;
    }
    stops_ = true;
    ++job_;
    job_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

void Workers::run() {
    left_ = parts_;
    // From here on a thread that is still awake may take parts.
    for (int begin = 0; Share & share : shares_) {
        share.next = std::exchange(begin, share.end);
    }
    if (!threads_.empty()) {
        ++job_;
        job_.notify_all();
    }
    take_parts(0);
    for (int left = left_; left > 0; left = left_) {
        wait_for_change(left_, left);
    }
    if (failure_) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
}

void Workers::wait_for_jobs(std::size_t thread) {
    for (int seen = 0;; seen = job_) {
        take_parts(thread);
        wait_for_change(job_, seen);
        if (stops_) {
            return;
        }
    }
}

void Workers::take_parts(std::size_t thread) {
    // A late thread finds the parts of its job taken and may take those of the next one.
    for (std::size_t i = 0; i < shares_.size(); ++i) {
        Share& share = shares_[(thread + i) % shares_.size()];
        for (int part = share.next++; part < share.end; part = share.next++) {
            this->do_part(part);
        }
    }
}

void Workers::do_part(int part) {
    try {
        do_part_(part);
    } catch (...) {
        const std::lock_guard lock(failure_mutex_);
        failure_ = failure_ ? failure_ : std::current_exception();
    }
    if (--left_ == 0) {
        left_.notify_one();
    }
}

} // namespace referee
