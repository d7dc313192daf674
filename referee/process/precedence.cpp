#include "process/precedence.hpp"

#include "error.hpp"
#include "process/descriptor.hpp"

#include <fcntl.h>
#include <sched.h>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>

namespace referee {
namespace {

constexpr sched_param first{1};

} // namespace

bool take_precedence() {
    if (::getpriority(PRIO_PROCESS, 0) == 0 && ::sched_setscheduler(0, SCHED_FIFO, &first) == 0) {
        return true;
    }
    const int policy = ::sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    if (policy == SCHED_FIFO || policy == SCHED_RR) {
        const sched_param ordinary{0};
        ::sched_setscheduler(0, SCHED_OTHER, &ordinary);
    }
    return false;
}

void keep_precedence() {
    if (::sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &first) != 0) {
        fail("sched_setscheduler");
    }
}

void forbid_precedence() {
    constexpr rlimit none{0, 0};
    if (::setrlimit(RLIMIT_RTPRIO, &none) != 0 || ::setrlimit(RLIMIT_NICE, &none) != 0) {
        fail("setrlimit");
    }
}

void prefer_for_out_of_memory() {
    const Descriptor file(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
    constexpr std::string_view most = "1000";
    if (file && ::write(file.get(), most.data(), most.size()) < 0) {
        return; // only a preference
    }
}

} // namespace referee
