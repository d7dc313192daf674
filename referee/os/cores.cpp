#include "os/cores.hpp"

#include "base/error.hpp"

#include <sched.h>

namespace referee {

std::vector<int> allowed_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) != 0) {
        fail("sched_getaffinity");
    }
    std::vector<int> cores;
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (CPU_ISSET(core, &set)) {
            cores.push_back(core);
        }
    }
    return cores;
}

int current_core() {
    return ::sched_getcpu();
}

void pin_to_core(int core) {
    use_cores({core});
}

void use_cores(const std::vector<int>& cores) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores) {
        CPU_SET(core, &set);
    }
    if (::sched_setaffinity(0, sizeof set, &set) != 0) {
        fail("sched_setaffinity");
    }
}

} // namespace referee
