// `make bench`: how fast the referee and the rules are. What a figure is about decides how it is
// measured: work by processor time, a delay by the clock. Processes are compared with a bare loop,
// in turns with them. What can't be said of this machine now isn't printed (figure.hpp).

#include "bench/figure.hpp"
#include "bench/measure.hpp"
#include "bench/processes.hpp"
#include "keeper/process.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <vector>

using namespace bench;

std::string bench::output_of(const std::string& command) {
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) {
        throw std::runtime_error(command);
    }
    std::string text;
    std::array<char, 4096> buffer{};
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
        text.append(buffer.data(), count);
    }
    if (::pclose(pipe) != 0) {
        throw std::runtime_error(command + " failed");
    }
    return text;
}

int main(int argument_count, char** arguments) {
    referee::run_as_keeper_if_asked(argument_count, arguments); // of games whose rules are programs
    if (argument_count < 2) {
        fmt::print(
            stderr, "bench BUILD-FOLDER "
                    "[referee|timeouts|tournament|watch|stored|python|program-game|GAME …]\n");
        return 2;
    }
    const std::vector<std::string> chosen(arguments + 2, arguments + argument_count);
    const auto is_chosen = [&](std::string_view name) {
        return chosen.empty() || std::find(chosen.begin(), chosen.end(), name) != chosen.end();
    };
    cpu_set_t all_cores;
    ::sched_getaffinity(0, sizeof all_cores, &all_cores);
    // Everything that is compared runs on the same core.
    cpu_set_t core;
    CPU_ZERO(&core);
    CPU_SET(::sched_getcpu(), &core);
    ::sched_setaffinity(0, sizeof core, &core);
    std::string folder =
        std::filesystem::exists("/dev/shm") ? "/dev/shm/bench-XXXXXX" : "/tmp/bench-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr) {
        std::perror("mkdtemp");
        return 1;
    }
    int status = 0;
    fmt::print("{}\n", machine_text());
    try {
        for (const Measurement& measurement : measurements()) {
            if (is_chosen(measurement.name)) {
                measurement.run();
            }
        }
        if (is_chosen("referee")) {
            bench_referee(arguments[1], folder);
        }
        if (is_chosen("timeouts")) {
            bench_timeouts(arguments[1], folder);
        }
        const auto free_cores = [&all_cores] {
            ::sched_setaffinity(0, sizeof all_cores, &all_cores);
        };
        if (is_chosen("python")) {
            bench_python(arguments[1], folder, free_cores);
        }
        if (is_chosen("tournament")) {
            free_cores();
            bench_tournament(arguments[1], folder);
        }
        if (is_chosen("stored")) {
            bench_stored(arguments[1], folder);
        }
        if (is_chosen("watch")) {
            free_cores();
            bench_watch(arguments[1], folder);
        }
    } catch (const std::exception& problem) {
        fmt::print(stderr, "bench: {}\n", problem.what());
        status = 1;
    }
    fmt::print("at the end: {}\n", machine_text());
    std::filesystem::remove_all(folder);
    return status;
}
