// What the kernel tells of a machine, in trees of files as its /proc and /sys have them.

#include "support/catch.hpp"
#include "support/run.hpp"

#include "os/machine.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>

namespace {

namespace fs = std::filesystem;
using namespace referee;
using namespace tests;

/// A root folder with files in it.
class Tree {
  public:
    explicit Tree(const std::map<std::string, std::string>& files = {}) {
        for (const auto& [path, text] : files) {
            write(path, text);
        }
    }
    void write(const std::string& path, const std::string& text) {
        fs::create_directories((root() / path).parent_path());
        write_file((root() / path).string(), text);
    }
    /// The topology of a core: the list of the hardware threads of its physical core.
    void core(int number, const std::string& siblings, const std::string& file = "core_cpus_list") {
        write(
            fmt::format("sys/devices/system/cpu/cpu{}/topology/{}", number, file), siblings + "\n");
    }
    fs::path root() const { return folder_->path(); }

  private:
    std::unique_ptr<TemporaryFolder> folder_ = std::make_unique<TemporaryFolder>();
};

std::vector<int> cores(int count) {
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

/// Eight hardware threads of four physical cores, numbered as Linux does on most machines.
Tree four_cores() {
    Tree tree;
    for (int core = 0; core < 8; ++core) {
        tree.core(core, fmt::format("{},{}", core % 4, core % 4 + 4));
    }
    return tree;
}

MachineFact fact(const Tree& tree, int count, const std::string& name) {
    for (MachineFact& each : machine_facts(cores(count), tree.root())) {
        if (each.name == name) {
            return each;
        }
    }
    FAIL("there is no fact " + name);
    return {};
}

} // namespace

TEST_CASE("hardware threads of one core count once", "[machine]") {
    const Tree tree = four_cores();
    const CoreShare all = core_share(cores(8), tree.root());
    CHECK(all.physical == 4);
    CHECK(all.games() == 4);
    CHECK(all.whole() == 8);
    CHECK(all.cores == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
    CHECK(all.text() == "4 physical cores with 8 hardware threads");
    // What this process may use counts, not what there is.
    CHECK(core_share({0, 4}, tree.root()).games() == 1);
    CHECK(core_share({0, 4, 5}, tree.root()).games() == 2);
    CHECK(core_share({1, 5, 2, 6}, tree.root()).cores == std::vector<int>{1, 2, 5, 6});
    CHECK(core_share({3}, tree.root()).text() == "1 core");
    // Neighbours in number, as on some machines, and names of older kernels.
    Tree neighbours;
    for (int core = 0; core < 4; ++core) {
        neighbours.core(
            core, fmt::format("{}-{}", core / 2 * 2, core / 2 * 2 + 1), "thread_siblings_list");
    }
    CHECK(core_share(cores(4), neighbours.root()).cores == std::vector<int>{0, 2, 1, 3});
    CHECK(core_share(cores(4), neighbours.root()).games() == 2);
    // Nothing is known: each is a core.
    CHECK(core_share(cores(3), Tree().root()).games() == 3);
    CHECK(core_share({}, Tree().root()).games() == 1);
}

TEST_CASE("a quota of the control group limits the games, rounded down", "[machine]") {
    struct Case {
        std::map<std::string, std::string> files;
        std::optional<double> quota;
        int games;
    };
    const std::string own = "proc/self/cgroup";
    const std::string group = "sys/fs/cgroup/a/b/cpu.max";
    const std::string old = "sys/fs/cgroup/cpu/a/cpu.cfs_";
    const std::vector<Case> cases{
        {{}, std::nullopt, 8},
        {{{own, "0::/a/b\n"}, {group, "max 100000\n"}}, std::nullopt, 8},
        {{{own, "0::/a/b\n"}, {group, "250000 100000\n"}}, 2.5, 2},
        {{{own, "0::/a/b\n"}, {group, "50000 100000\n"}}, 0.5, 1},
        {{{own, "0::/a/b\n"}, {group, "1600000 100000\n"}}, 16.0, 8},
        // The smallest on the way up counts, and the one of a container, whose group is the top.
        {{{own, "0::/a/b\n"},
          {group, "400000 100000\n"},
          {"sys/fs/cgroup/a/cpu.max", "300000 100000\n"}},
         3.0,
         3},
        {{{own, "0::/\n"}, {"sys/fs/cgroup/cpu.max", "200000 100000\n"}}, 2.0, 2},
        {{{own, "0::/elsewhere\n"}, {"sys/fs/cgroup/cpu.max", "200000 100000\n"}}, 2.0, 2},
        // Version 1.
        {{{own, "5:memory:/a\n4:cpu,cpuacct:/a\n"},
          {old + "quota_us", "150000\n"},
          {old + "period_us", "50000\n"}},
         3.0,
         3},
        {{{own, "4:cpu:/a\n"}, {old + "quota_us", "-1\n"}, {old + "period_us", "100000\n"}},
         std::nullopt,
         8},
        // What can't be read is no quota.
        {{{own, "0::/a/b\n"}, {group, "many\n"}}, std::nullopt, 8},
        {{{own, "0::/a/b\n"}, {group, "100000 0\n"}}, std::nullopt, 8},
        {{{own, "nonsense\n"}, {group, "100000 100000\n"}}, std::nullopt, 8},
    };
    for (const Case& each : cases) {
        CAPTURE(nlohmann::json(each.files).dump());
        const Tree tree(each.files);
        CHECK(core_quota(tree.root()) == each.quota);
        CHECK(core_share(cores(8), tree.root()).games() == each.games);
    }
    Tree both = four_cores();
    both.write(own, "0::/a/b\n");
    both.write(group, "250000 100000\n");
    const CoreShare share = core_share(cores(8), both.root());
    CHECK(share.games() == 2);
    CHECK(
        share.text() ==
        "4 physical cores with 8 hardware threads, of which the control group's quota leaves 2.5");
    CHECK_THAT(fact(both, 8, "quota").advice, ContainsSubstring("--cpuset-cpus"));
    CHECK(fact(both, 8, "games").value == "2 at once by default");
}

TEST_CASE("the facts of a machine say what to do", "[machine]") {
    Tree tree = four_cores();
    tree.write("proc/stat", "cpu  100 0 100 700 0 0 0 100 0 0\ncpu0 1 2 3 4 5 6 7 8 9 0\n");
    tree.write("proc/loadavg", "3.25 1.00 0.50 2/300 1234\n");
    tree.write(
        "proc/pressure/cpu",
        "some avg10=12.50 avg60=1.00 avg300=0.10 total=1\nfull avg10=0.00 avg60=0.00 total=0\n");
    tree.write(
        "proc/meminfo",
        "MemTotal:        2097152 kB\nMemAvailable:    1048576 kB\nSwapTotal:             0 kB\n");
    tree.write("proc/sys/kernel/osrelease", "6.12.1-test\n");
    tree.write("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
    for (int core = 0; core < 8; ++core) {
        tree.write(
            fmt::format("sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor", core),
            core == 0 ? "performance\n" : "powersave\n");
    }
    CHECK(
        fact(tree, 8, "frequency").value ==
        "governor performance (1 core), governor powersave (7 cores)");
    CHECK_THAT(fact(tree, 8, "frequency").advice, ContainsSubstring("cpupower"));
    CHECK(fact(tree, 1, "frequency").advice.empty());
    CHECK_THAT(fact(tree, 8, "steal").value, StartsWith("10 %"));
    CHECK_FALSE(fact(tree, 8, "steal").advice.empty());
    CHECK(
        fact(tree, 8, "load").value ==
        "3.25 on average in the last minute; somebody waited for a core in 12 % of the last 10 s");
    CHECK_THAT(fact(tree, 8, "load").advice, ContainsSubstring("--cores"));
    CHECK(fact(tree, 8, "memory").value == "2048 MiB, 1024 MiB available; swap none");
    CHECK_THAT(fact(tree, 8, "memory").advice, ContainsSubstring("4 games"));
    CHECK(fact(tree, 1, "memory").advice.empty());
    CHECK(fact(tree, 8, "/dev/shm").value == "there is none");
    CHECK(fact(tree, 8, "kernel").value == "Linux 6.12.1-test, clock hpet");
    CHECK_THAT(fact(tree, 8, "kernel").advice, ContainsSubstring("tsc"));

    // A good machine needs nothing, and one that tells nothing is no error.
    tree.write("proc/stat", "cpu  100 0 100 700 0 0 0 0 0 0\n");
    tree.write("proc/loadavg", "0.05 0.05 0.05 1/100 1\n");
    tree.write(
        "proc/meminfo",
        "MemTotal:       16777216 kB\nMemAvailable:   16000000 kB\nSwapTotal:             0 kB\n");
    tree.write("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
    for (const std::string name : {"steal", "load", "memory", "kernel"}) {
        CAPTURE(name);
        CHECK(fact(tree, 8, name).advice.empty());
    }
    CHECK(machine_facts(cores(2), Tree().root()).size() == machine_facts(cores(2)).size());
}

TEST_CASE("the idle time of cores is read from /proc/stat", "[machine]") {
    Tree tree;
    tree.write(
        "proc/stat", "cpu  9 9 9 9\ncpu0 1 1 1 250 7 0 0 0\ncpu2 1 1 1 100 7 0 0 0\nintr 5\n");
    const IdleClock clock = idle_clock(tree.root());
    CHECK(clock() == std::vector<std::int64_t>{2'500'000'000, 0, 1'000'000'000});
    tree.write("proc/self/cgroup", "0::/\n");
    tree.write("sys/fs/cgroup/cpu.max", "200000 100000\n");
    CHECK(idle_clock(tree.root())().empty()); // at the quota a core is idle that somebody wants
    CHECK(idle_clock(Tree().root())().empty());
    CHECK_FALSE(idle_clock()().empty());
}

TEST_CASE("check --machine tells of this machine", "[machine]") {
    const Output text = run({referee_path(), "check", "--machine"});
    CHECK(text.status == 0);
    for (const MachineFact& each : machine_facts(cores(1))) {
        CHECK_THAT(text.out, ContainsSubstring(each.name));
    }
    const Output output = run({referee_path(), "check", "--machine", "--json"});
    CHECK(output.status == 0);
    const nlohmann::json json = nlohmann::json::parse(output.out);
    CHECK(json.at("games") >= 1);
    CHECK(json.at("facts").size() == machine_facts(cores(1)).size() + 1); // and the sandbox
    CHECK(run({referee_path(), "check", "--machine", "--turns", "3"}).status == 2);
    CHECK(run({referee_path(), "check", "--machine", "field.dat"}).status == 2);
}
