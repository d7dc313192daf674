// The test program. It is also its own keeper, as the referee is, so that the tests of the process
// part run on the real thing.

#define CATCH_CONFIG_RUNNER
#include "support/catch.hpp"

#include "process/keeper_process.hpp"
#include "support/skipped.hpp"

#include <cstdio>

namespace {

#if __has_include(<catch2/catch_all.hpp>)
using Listener = Catch::EventListenerBase;
using Totals = Catch::TestRunStats;
#else
using Listener = Catch::TestEventListenerBase;
using Totals = Catch::TestRunStats;
#endif

Catch::Counts test_cases;

/// Remembers how many tests there were, for the closing line.
struct Counter : Listener {
    using Listener::Listener;
    void testRunEnded(const Totals& stats) override { test_cases = stats.totals.testCases; }
};

CATCH_REGISTER_LISTENER(Counter)

/// What continuous integration looks for.
void print_closing_line() {
    const std::size_t skipped = tests::skipped().size();
    for (const std::string& reason : tests::skipped()) {
        std::printf("skipped: %s\n", reason.c_str());
    }
    std::printf(
        "%zu passed, %zu failed", static_cast<std::size_t>(test_cases.passed) - skipped,
        static_cast<std::size_t>(test_cases.failed));
    std::printf(skipped > 0 ? ", %zu skipped\n" : "\n", skipped);
}

} // namespace

int main(int argument_count, char** arguments) {
    referee::run_as_keeper_if_asked(argument_count, arguments);
    const int status = Catch::Session().run(argument_count, arguments);
    print_closing_line();
    return status;
}
