#include "bench/measure.hpp"

#include "bench/processes.hpp"

#include <algorithm>
#include <ctime>
#include <sys/resource.h>
#include <utility>

namespace bench {

double processor_seconds() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double processor_seconds_of(const std::string& command) {
    const auto of_children = [] {
        rusage used{};
        ::getrusage(RUSAGE_CHILDREN, &used);
        const auto seconds = [](const timeval& time) {
            return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
        };
        return seconds(used.ru_utime) + seconds(used.ru_stime);
    };
    const double before = of_children();
    output_of(command);
    return of_children() - before;
}

std::vector<Measurement>& measurements() {
    static std::vector<Measurement> all;
    return all;
}

Measurement::Measurement(std::string its_name, std::function<void()> what)
    : name(std::move(its_name)), run(std::move(what)) {
    std::vector<Measurement>& all = measurements();
    all.insert(
        std::find_if(
            all.begin(), all.end(), [&](const Measurement& other) { return other.name > name; }),
        *this);
}

} // namespace bench
