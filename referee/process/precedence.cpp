#include "process/precedence.hpp"

#include "error.hpp"
#include "process/descriptor.hpp"

#include <fcntl.h>
#include <sched.h>
#include <string_view>
#include <unistd.h>

namespace referee {
namespace {

constexpr sched_param first{1};

} // namespace

bool take_precedence() {
    return ::sched_setscheduler(0, SCHED_FIFO, &first) == 0;
}

void keep_precedence() {
    if (::sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &first) != 0) {
        fail("sched_setscheduler");
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
