#include "os/machine.hpp"

#include "base/text.hpp"
#include "os/clock.hpp"
#include "os/descriptor.hpp"

#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/statvfs.h>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

/// The text of a small file; empty if it can't be read.
std::string text_of_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string first_word(const std::string& text) {
    std::istringstream words(text);
    std::string word;
    words >> word;
    return word;
}

std::optional<double> number_of(std::string_view text) {
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end != text.data() ? std::optional(value) : std::nullopt;
}

/// Version 2: "QUOTA PERIOD" or "max PERIOD".
std::optional<double> quota_in(const fs::path& group) {
    std::istringstream words(text_of_file(group / "cpu.max"));
    std::string quota;
    std::string period;
    words >> quota >> period;
    const std::optional<double> time = number_of(quota);
    const std::optional<double> of = number_of(period);
    return time && of && *time > 0 && *of > 0 ? std::optional(*time / *of) : std::nullopt;
}

/// Version 1: a negative quota is none.
std::optional<double> old_quota_in(const fs::path& group) {
    const std::optional<double> time =
        number_of(first_word(text_of_file(group / "cpu.cfs_quota_us")));
    const std::optional<double> of =
        number_of(first_word(text_of_file(group / "cpu.cfs_period_us")));
    return time && of && *time > 0 && *of > 0 ? std::optional(*time / *of) : std::nullopt;
}

/// The smallest quota of a group and all above it, up to `top`. In a container without a namespace
/// of control groups the path of the group isn't below `top`; the top is then the own group.
std::optional<double> smallest_quota(
    const fs::path& top, const std::string& group,
    std::optional<double> (*read)(const fs::path& group)) {
    std::optional<double> smallest;
    const auto take = [&](const fs::path& path) {
        if (const std::optional<double> quota = read(path)) {
            smallest = std::min(*quota, smallest.value_or(*quota));
        }
    };
    fs::path path = top;
    take(path);
    for (const fs::path& part : fs::path(group).relative_path()) {
        path /= part;
        take(path);
    }
    return smallest;
}

/// The rest of a line "KEY: VALUE", or "KEY VALUE"; empty if there is none.
std::string value_in(const std::string& text, std::string_view key) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(key)) {
            const std::size_t begin = line.find_first_not_of(" \t:", key.size());
            return begin == std::string::npos ? "" : line.substr(begin);
        }
    }
    return "";
}

/// A value of /proc/meminfo in MiB.
std::int64_t mebibytes(const std::string& text, std::string_view key) {
    return static_cast<std::int64_t>(number_of(value_in(text, key)).value_or(0)) / 1024;
}

std::string mebibytes_text(std::int64_t mebibytes) {
    return mebibytes < 10'000 ? fmt::format("{} MiB", mebibytes)
                              : fmt::format("{} GiB", (mebibytes + 512) / 1024);
}

MachineFact frequency_fact(const std::vector<int>& allowed, const fs::path& root) {
    MachineFact fact{"frequency", "", ""};
    std::map<std::string, int> governors;
    for (const int core : allowed) {
        const std::string governor = first_word(text_of_file(
            root / "sys/devices/system/cpu" / fmt::format("cpu{}", core) /
            "cpufreq/scaling_governor"));
        if (!governor.empty()) {
            ++governors[governor];
        }
    }
    for (const auto& [governor, count] : governors) {
        fact.value += fmt::format(
            "{}governor {} ({})", fact.value.empty() ? "" : ", ", governor, counted(count, "core"));
    }
    if (governors.empty()) {
        fact.value = "not set here (a virtual machine, or fixed)";
    } else if (governors.size() != 1 || governors.begin()->first != "performance") {
        fact.advice = "a core that was idle is slow at first: as root, "
                      "'cpupower frequency-set -g performance'";
    }
    return fact;
}

/// The share of a column of the first line of /proc/stat, since the machine was started.
MachineFact steal_fact(const fs::path& root) {
    std::istringstream words(value_in(text_of_file(root / "proc/stat"), "cpu "));
    constexpr std::size_t steal_column = 7;
    double all = 0;
    double steal = 0;
    double value = 0;
    for (std::size_t column = 0; column <= steal_column && words >> value; ++column) {
        all += value;
        steal = column == steal_column ? value : 0;
    }
    const double share = all > 0 ? 100 * steal / all : 0;
    MachineFact fact{"steal", fmt::format("{:.2g} % since the machine was started", share), ""};
    if (share >= 0.5) {
        fact.advice = "the host of this virtual machine takes its cores away: use one with "
                      "dedicated cores, or longer time limits";
    }
    return fact;
}

MachineFact load_fact(int cores, const fs::path& root) {
    const double load = number_of(first_word(text_of_file(root / "proc/loadavg"))).value_or(0);
    MachineFact fact{"load", fmt::format("{:.3g} on average in the last minute", load), ""};
    const std::string pressure = value_in(text_of_file(root / "proc/pressure/cpu"), "some");
    if (const std::size_t at = pressure.find("avg10="); at != std::string::npos) {
        const double waiting = number_of(std::string_view(pressure).substr(at + 6)).value_or(0);
        fact.value +=
            fmt::format("; somebody waited for a core in {:.2g} % of the last 10 s", waiting);
    }
    if (load > 0.1 * cores) {
        fact.advice =
            "something else runs here: end it, or keep it off the cores of the games with "
            "--cores";
    }
    return fact;
}

MachineFact memory_fact(int games, const fs::path& root) {
    const std::string text = text_of_file(root / "proc/meminfo");
    const std::int64_t available = mebibytes(text, "MemAvailable:");
    MachineFact fact{
        "memory",
        fmt::format(
            "{}, {} available; swap {}", mebibytes_text(mebibytes(text, "MemTotal:")),
            mebibytes_text(available),
            mebibytes(text, "SwapTotal:") == 0 ? "none"
                                               : mebibytes_text(mebibytes(text, "SwapTotal:"))),
        ""};
    constexpr std::int64_t for_a_game = 1024;
    if (available < for_a_game * games) {
        fact.advice = fmt::format(
            "that is less than 1 GiB for each of {}: give fewer --jobs, or a lower --memory",
            counted(games, "game"));
    } else if (mebibytes(text, "SwapTotal:") > 0) {
        fact.advice = "an AI that is swapped out is late: 'swapoff -a' for the contest";
    }
    return fact;
}

MachineFact shared_memory_fact(int games, const fs::path& root) {
    struct statvfs status {};
    MachineFact fact{"/dev/shm", "there is none", ""};
    if (::statvfs((root / "dev/shm").c_str(), &status) != 0) {
        fact.advice = "work folders are on a disk then, which is slower; --work names a tmpfs";
        return fact;
    }
    const auto in_mebibytes = [&](std::uint64_t blocks) {
        return static_cast<std::int64_t>(blocks * status.f_frsize >> 20U);
    };
    fact.value = fmt::format(
        "{}, {} free", mebibytes_text(in_mebibytes(status.f_blocks)),
        mebibytes_text(in_mebibytes(status.f_bavail)));
    constexpr std::int64_t for_a_game = 256;
    if (in_mebibytes(status.f_bavail) < for_a_game * games) {
        fact.advice = fmt::format(
            "the files of the AIs of {} are there: start the container with --shm-size=1g, or give "
            "--work another folder",
            counted(games, "game"));
    }
    return fact;
}

MachineFact kernel_fact(const fs::path& root) {
    MachineFact fact{
        "kernel", "Linux " + first_word(text_of_file(root / "proc/sys/kernel/osrelease")), ""};
    const std::string source = first_word(
        text_of_file(root / "sys/devices/system/clocksource/clocksource0/current_clocksource"));
    if (!source.empty()) {
        fact.value += ", clock " + source;
    }
    if (source == "hpet" || source == "acpi_pm" || source == "jiffies") {
        fact.advice = "this clock is slow to read, and costs every move: boot with "
                      "'clocksource=tsc' if the processor has one";
    }
    return fact;
}

/// "cpu0 USER NICE SYSTEM IDLE …", in units of the clock's ticks.
std::vector<std::int64_t> idle_times(std::string_view stat) {
    const std::int64_t tick_ns = second_ns / std::max(1L, ::sysconf(_SC_CLK_TCK));
    std::vector<std::int64_t> times;
    while (!stat.empty()) {
        const std::size_t end = std::min(stat.find('\n'), stat.size());
        std::istringstream words{std::string(stat.substr(0, end))};
        stat.remove_prefix(std::min(end + 1, stat.size()));
        std::string name;
        std::int64_t user = 0;
        std::int64_t nice = 0;
        std::int64_t system = 0;
        std::int64_t idle = 0;
        std::size_t core = 0;
        words >> name >> user >> nice >> system >> idle;
        const auto [rest, code] =
            name.starts_with("cpu")
                ? std::from_chars(name.data() + 3, name.data() + name.size(), core)
                : std::from_chars_result{name.data(), std::errc::invalid_argument};
        if (code == std::errc() && words && core < 65536) {
            times.resize(std::max(times.size(), core + 1));
            times[core] = idle * tick_ns;
        } else if (!name.starts_with("cpu")) {
            break; // the cores come first
        }
    }
    return times;
}

} // namespace

std::optional<double> core_quota(const fs::path& root) {
    const fs::path groups = root / "sys/fs/cgroup";
    std::optional<double> smallest;
    std::istringstream lines(text_of_file(root / "proc/self/cgroup"));
    // "0::/user.slice" of version 2, "4:cpu,cpuacct:/user.slice" of version 1
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) {
            continue;
        }
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string group = line.substr(second + 1);
        std::optional<double> quota;
        if (controllers.empty()) {
            quota = smallest_quota(groups, group, quota_in);
        } else if (("," + controllers + ",").find(",cpu,") != std::string::npos) {
            quota = smallest_quota(groups / "cpu", group, old_quota_in);
            if (!quota) {
                quota = smallest_quota(groups / controllers, group, old_quota_in);
            }
        }
        if (quota) {
            smallest = std::min(*quota, smallest.value_or(*quota));
        }
    }
    return smallest;
}

std::vector<std::vector<int>>
physical_cores(const std::vector<int>& allowed, const fs::path& root) {
    std::vector<std::vector<int>> all;
    std::map<std::string, std::size_t> known; // by the list of a core's siblings
    for (const int core : allowed) {
        const fs::path topology =
            root / "sys/devices/system/cpu" / ("cpu" + std::to_string(core)) / "topology";
        std::string siblings = first_word(text_of_file(topology / "core_cpus_list"));
        if (siblings.empty()) { // before Linux 5.3
            siblings = first_word(text_of_file(topology / "thread_siblings_list"));
        }
        const auto at = siblings.empty() ? known.end() : known.find(siblings);
        if (at != known.end()) {
            all[at->second].push_back(core);
            continue;
        }
        if (!siblings.empty()) {
            known.emplace(siblings, all.size());
        }
        all.push_back({core});
    }
    return all;
}

CoreShare core_share(const std::vector<int>& allowed, const fs::path& root) {
    CoreShare share;
    const std::vector<std::vector<int>> groups = physical_cores(allowed, root);
    std::size_t most = 0;
    for (const std::vector<int>& group : groups) {
        most = std::max(most, group.size());
    }
    for (std::size_t thread = 0; thread < most; ++thread) {
        for (const std::vector<int>& group : groups) {
            if (thread < group.size()) {
                share.cores.push_back(group[thread]);
            }
        }
    }
    share.physical = std::max(1, static_cast<int>(groups.size()));
    share.quota = core_quota(root);
    return share;
}

int CoreShare::whole() const {
    const auto all = static_cast<double>(std::max<std::size_t>(cores.size(), 1));
    return std::max(1, static_cast<int>(std::min(quota.value_or(all), all)));
}

int CoreShare::games() const {
    return std::min(physical, whole());
}

std::string CoreShare::text() const {
    const auto threads = static_cast<std::int64_t>(cores.size());
    std::string text = threads == physical ? counted(physical, "core")
                                           : fmt::format(
                                                 "{} with {}", counted(physical, "physical core"),
                                                 counted(threads, "hardware thread"));
    if (quota) {
        text += fmt::format(", of which the control group's quota leaves {:.3g}", *quota);
    }
    return text;
}

std::vector<MachineFact> machine_facts(const std::vector<int>& allowed, const fs::path& root) {
    const CoreShare share = core_share(allowed, root);
    std::vector<MachineFact> facts;
    MachineFact cores{"cores", share.text(), ""};
    if (static_cast<int>(share.cores.size()) > share.physical) {
        cores.advice = "hardware threads of one core delay each other, so only one of them gets a "
                       "game";
    }
    facts.push_back(std::move(cores));
    MachineFact quota{
        "quota", share.quota ? fmt::format("{:.3g} cores", *share.quota) : "none", ""};
    if (share.quota) {
        quota.advice = "at the quota the kernel stops everything for some time, AIs too: remove it "
                       "(--cpus of a container, CPUQuota of a service), or give whole cores "
                       "(--cpuset-cpus, AllowedCPUs)";
    }
    facts.push_back(std::move(quota));
    facts.push_back({"games", fmt::format("{} at once by default", share.games()), ""});
    facts.push_back(frequency_fact(allowed, root));
    facts.push_back(steal_fact(root));
    facts.push_back(load_fact(share.physical, root));
    facts.push_back(memory_fact(share.games(), root));
    facts.push_back(shared_memory_fact(share.games(), root));
    facts.push_back(kernel_fact(root));
    return facts;
}

IdleClock idle_clock(const fs::path& root) {
    const auto file =
        std::make_shared<UniqueFd>(::open((root / "proc/stat").c_str(), O_RDONLY | O_CLOEXEC));
    if (!*file || core_quota(root)) {
        return [] { return std::vector<std::int64_t>(); };
    }
    return [file] {
        std::string text(1U << 16U, '\0'); // the lines of some hundred cores
        const ssize_t size = ::pread(file->get(), text.data(), text.size(), 0);
        text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
        return idle_times(text);
    };
}

} // namespace referee
