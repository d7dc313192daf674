// The test program. It is also its own keeper, as the referee is, so that the tests of the process
// part run on the real thing.

#define CATCH_CONFIG_RUNNER
#include "support/catch.hpp"

#include "game_programs/catalogue.hpp"
#include "game_programs/rules_processes.hpp"
#include "keeper/process.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <set>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using Assertion = Catch::AssertionStats;

#if __has_include(<catch2/catch_all.hpp>)
using Listener = Catch::EventListenerBase;
std::string name_of(const Catch::TestCaseStats& stats) {
    return stats.testInfo->name;
}
#else
using Listener = Catch::TestEventListenerBase;
std::string name_of(const Catch::TestCaseStats& stats) {
    return stats.testInfo.name;
}
#endif

/// Seconds of processor time of this process and of all that it has waited for.
double processor_seconds() {
    double sum = 0;
    for (const int whose : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage use{};
        ::getrusage(whose, &use);
        sum += static_cast<double>(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
               static_cast<double>(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
    }
    return sum;
}

struct Duration {
    double seconds = 0;
    double processor_seconds = 0;
    std::string test;
};

/// What run-tests wants to know.
struct Report {
    Catch::Counts tests;
    std::size_t skipped = 0; ///< tests that passed, but left something out
    std::vector<Duration> durations;
    std::vector<std::string> failed; ///< name: first assertion that failed
};
Report report;

/// The group of tests that this process runs, as run-tests names it.
std::string& group() {
    static std::string name;
    return name;
}

/// On standard error, because what tests print is kept until their group ends: on a terminal a line
/// says which test ended last; in a log a line comes every ten seconds. A failure is printed at
/// once.
class Progress {
  public:
    void show(const std::string& name, bool is_failure) {
        ++count_;
        const Clock::time_point now = Clock::now();
        const char* const begin = is_terminal_ ? "\r\033[K" : "";
        if (is_failure) {
            std::fprintf(
                stderr, "%s%s%d] failed: %s\n", begin, group_.c_str(), count_, name.c_str());
        } else if (is_terminal_) {
            std::fprintf(stderr, "%s%s%d] %.60s", begin, group_.c_str(), count_, name.c_str());
        } else if (now - last_ >= std::chrono::seconds(10)) {
            std::fprintf(stderr, "%s%d] %s\n", group_.c_str(), count_, name.c_str());
            last_ = now;
        }
    }
    void end() const {
        if (is_terminal_) {
            std::fprintf(stderr, "\r\033[K");
        }
    }

  private:
    bool is_terminal_ = ::isatty(STDERR_FILENO) == 1;
    std::string group_ = "[" + (group().empty() ? "" : group() + " ");
    int count_ = 0;
    Clock::time_point last_ = Clock::now();
};

/// As one line, for a log of which only the end is kept: where, what, and the last of the notes.
std::string text_of(const Assertion& stats) {
    const Catch::AssertionResult& result = stats.assertionResult;
    const Catch::SourceLineInfo place = result.getSourceInfo();
    std::string text = std::string(place.file) + ":" + std::to_string(place.line) + ": " +
                       std::string(result.getExpandedExpression());
    if (!stats.infoMessages.empty()) {
        text += " with " + stats.infoMessages.back().message;
    }
    constexpr std::size_t longest = 600;
    if (text.size() > longest) {
        text.resize(longest);
    }
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c > '~'; }, ' ');
    return text;
}

struct Observer : Listener {
    using Listener::Listener;
    // Version 2 returns a bool, version 3 nothing.
    auto assertionEnded(const Assertion& stats)
        -> decltype(std::declval<Listener>().assertionEnded(stats)) override {
        if (why_.empty() && !stats.assertionResult.isOk()) {
            why_ = text_of(stats);
        }
        return Listener::assertionEnded(stats);
    }
    void testCaseStarting(const Catch::TestCaseInfo& info) override {
        Listener::testCaseStarting(info);
        why_.clear();
        begin_ = Clock::now();
        processor_begin_ = processor_seconds();
    }
    void testCaseEnded(const Catch::TestCaseStats& stats) override {
        const std::chrono::duration<double> duration = Clock::now() - begin_;
        report.durations.push_back(
            {duration.count(), processor_seconds() - processor_begin_, name_of(stats)});
        const bool is_failure = stats.totals.testCases.failed > 0;
        progress_.show(name_of(stats), is_failure);
        if (is_failure) {
            report.failed.push_back(name_of(stats) + (why_.empty() ? "" : ": " + why_));
        }
        if (tests::skipped().size() > skipped_) {
            skipped_ = tests::skipped().size();
            report.skipped += stats.totals.testCases.passed > 0 ? 1 : 0;
        }
        Listener::testCaseEnded(stats);
    }
    void testRunEnded(const Catch::TestRunStats& stats) override {
        report.tests = stats.totals.testCases;
        progress_.end();
        Listener::testRunEnded(stats);
    }

  private:
    Clock::time_point begin_;
    double processor_begin_ = 0;
    Progress progress_;
    std::string why_;         ///< this test failed
    std::size_t skipped_ = 0; ///< lines so far
};

CATCH_REGISTER_LISTENER(Observer)

/// Lines `SECONDS PROCESSOR-SECONDS NAME`, `failed NAME: WHY` and `skipped WHAT; needs NEED`, then
/// `counts PASSED FAILED SKIPPED`.
void write_report(const std::string& path, std::size_t passed, std::size_t skipped) {
    std::ofstream file(path);
    file << std::fixed << std::setprecision(2);
    for (const Duration& duration : report.durations) {
        file << duration.seconds << ' ' << duration.processor_seconds << ' ' << duration.test
             << '\n';
    }
    for (const std::string& name : report.failed) {
        file << "failed " << name << '\n';
    }
    for (const std::string& line : tests::skipped()) {
        file << "skipped " << line << '\n';
    }
    file << "counts " << passed << ' ' << report.tests.failed << ' ' << skipped << '\n';
}

/// What continuous integration looks for.
void print_closing_line(std::size_t passed, std::size_t skipped) {
    std::printf("%zu passed, %zu failed", passed, static_cast<std::size_t>(report.tests.failed));
    if (skipped > 0) {
        std::set<std::string> needs;
        for (const std::string& line : tests::skipped()) {
            needs.insert(line.substr(line.rfind("; needs ") + 8));
        }
        std::printf(", %zu skipped", skipped);
        const char* before = " (";
        for (const std::string& need : needs) {
            std::printf("%s%s", before, need.c_str());
            before = ", ";
        }
        std::printf(")");
    }
    std::printf("\n");
}

/// The value of a variable, which the tests' programs don't inherit; "" if it isn't set.
std::string take(const char* name) {
    const char* const value = std::getenv(name);
    const std::string taken = value != nullptr ? value : "";
    ::unsetenv(name);
    return taken;
}

} // namespace

int main(int argument_count, char** arguments) {
    referee::run_as_keeper_if_asked(argument_count, arguments);
    const std::string report_path = take("REFEREE_TEST_REPORT");
    group() = take("REFEREE_TEST_GROUP");
    referee::find_game_programs(); // the tests of the contract play these games, too
    const int status = Catch::Session().run(argument_count, arguments);
    referee::end_game_programs();

    const std::size_t passed = static_cast<std::size_t>(report.tests.passed) - report.skipped;
    if (report_path.empty()) {
        for (const std::string& line : tests::skipped()) {
            std::printf("skipped: %s\n", line.c_str());
        }
        print_closing_line(passed, report.skipped);
    } else {
        write_report(report_path, passed, report.skipped);
    }
    return status;
}
