// Seasons that something disturbs: a signal at any moment, a full disk. Each goes on to the marks
// of an undisturbed one, which depend on versions, baselines and fields alone.

#include "season/arena.hpp"
#include "support/processes.hpp"
#include "support/rounds.hpp"
#include "support/skipped.hpp"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <random>
#include <unistd.h>

using namespace season_tests;

namespace {

constexpr const char* settings = "games = 2\nmax-games = 2\nmark-games = 3\n";

void hand_in_all(const Cup& cup) {
    for (const auto& [name, skill] : {std::pair("alice", 90), std::pair("bob", 20)}) {
        cup.hand_in_player(name, "1", skill);
    }
}

std::string marks_of(const Cup& cup) {
    const Output output = run(cup.command({"--marks", "-"}));
    INFO(output.err);
    REQUIRE(output.status == 0);
    return output.out;
}

/// The marks of a season that nothing has disturbed.
std::string right_marks() {
    const Cup cup(settings, 4);
    hand_in_all(cup);
    cup.play();
    return marks_of(cup);
}

} // namespace

TEST_CASE(
    "a season ends at a signal at any moment, without a site, and goes on",
    "[season][tournament][slow]") {
    const Cup cup(settings, 4);
    hand_in_all(cup);
    std::mt19937 random{20261123};
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    double longest = 0;
    for (int round = 0; round < tests::rounds(6); ++round) {
        const bool had_site = fs::exists(cup.path("site/index.html"));
        const std::string error = cup.path("error-" + std::to_string(round));
        const int told = ::open(error.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
        // With --once no site is made while it runs: only its end would write one.
        const pid_t season = tests::start_with(cup.command({"--once"}), {null, null, told});
        ::close(told);
        ::poll(nullptr, 0, static_cast<int>(random() % 400));
        const auto begin = std::chrono::steady_clock::now();
        ::kill(season, SIGTERM);
        const int status = tests::exit_within(season);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        longest = std::max(longest, time.count());
        CHECK((status == 128 + SIGTERM || status == 0)); // it may have been ready
        if (status != 0) {
            CHECK(fs::exists(cup.path("site/index.html")) == had_site);
            CHECK_THAT(read_file(error), !ContainsSubstring("writing the site"));
        }
    }
    ::close(null);
    if (std::getenv("REFEREE_TEST_ROUNDS") != nullptr) {
        fmt::print("SIGTERM: at most {:.3f} s\n", longest);
    }
    cup.play();
    CHECK(fs::exists(cup.path("site/index.html")));
    CHECK(marks_of(cup) == right_marks());
}

TEST_CASE(
    "a season whose disk is full ends with one line, and goes on", "[season][tournament][slow]") {
    if (::geteuid() != 0) {
        tests::leave_out("a season on a full disk", tests::Need::root);
        return;
    }
    const Cup cup(settings, 4);
    hand_in_all(cup);
    // The folder lies on a small disk, which only these processes see, until there is room.
    const std::string script =
        "set -u; mount --make-rprivate / && cp -a \"$1\" \"$1.draft\" && "
        "mount -t tmpfs -o size=6m tmpfs \"$1\" && cp -a \"$1.draft/.\" \"$1\" || exit 90\n"
        "dd if=/dev/zero of=\"$1/filler\" bs=4k 2>/dev/null\n"
        "truncate --size=-$2 \"$1/filler\"\n"
        "shift 2; folder=$1; shift\n"
        "\"$@\" --once >\"$folder.out\" 2>\"$folder.err\"; echo $? >\"$folder.status\"\n"
        "rm \"$folder/filler\"\n"
        "mount -o remount,size=200m \"$folder\"\n"
        "\"$@\" --once || exit 91\n"
        "\"$@\" --marks -\n";
    const std::string marks = right_marks();
    for (const char* const room : {"64K", "400K", "1500K"}) {
        INFO("room " << room);
        std::vector<std::string> command{"unshare", "--mount",  "sh", "-c",      script,
                                         "sh",      cup.path(), room, cup.path()};
        const std::vector<std::string> season = cup.command();
        command.insert(command.end(), season.begin(), season.end());
        const Output output = run(command);
        INFO(output.err);
        REQUIRE(output.status == 0);
        const std::string told = read_file(cup.path() + ".err");
        INFO("told: " << told);
        const std::string status = read_file(cup.path() + ".status");
        CHECK((status == "1\n" || status == "2\n" || status == "0\n"));
        if (status != "0\n") {
            CHECK_THAT(told, ContainsSubstring("space") || ContainsSubstring("full"));
        }
        CHECK_THAT(output.out, ContainsSubstring(marks));
        fs::remove_all(cup.path() + ".draft");
    }
}
