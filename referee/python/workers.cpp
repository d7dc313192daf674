#include "python/workers.hpp"

#include <algorithm>
#include <utility>

namespace referee {

Workers::Workers(int threads, int parts, std::function<void(int)> do_part)
    : parts_(parts), do_part_(std::move(do_part)), next_(parts) {
    for (int i = 1; i < std::min(threads, parts); ++i) {
        threads_.emplace_back([this] { wait_for_jobs(); });
    }
}

Workers::~Workers() {
    stops_ = true;
    ++job_;
    job_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

void Workers::run() {
    left_ = parts_;
    next_ = 0; // from here on a thread that is still awake may take parts
    if (!threads_.empty()) {
        ++job_;
        job_.notify_all();
    }
    take_parts();
    for (int left = left_; left > 0; left = left_) {
        left_.wait(left);
    }
    if (failure_) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
}

void Workers::wait_for_jobs() {
    for (int seen = 0;; seen = job_) {
        take_parts();
        job_.wait(seen);
        if (stops_) {
            return;
        }
    }
}

void Workers::take_parts() {
    // A thread that comes late finds the parts of its job taken and may take those of the next.
    for (int part = next_++; part < parts_; part = next_++) {
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
}

} // namespace referee
