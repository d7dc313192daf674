// Signals that come twice: os/interrupt.hpp.

#include "support/catch.hpp"

#include "os/interrupt.hpp"

#include <csignal>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

using namespace referee;

namespace {

/// How a child ends that is interrupted by SIGTERM and then does this. What it does returns its
/// exit status; a signal is 128 + its number.
int end_after_interruption(
    const std::function<int()>& meanwhile, const std::function<int()>& then) {
    const pid_t child = ::fork();
    if (child == 0) {
        for (const int signal : {SIGINT, SIGTERM}) {
            ::signal(signal, SIG_DFL); // a test program in the background ignores SIGINT
        }
        int status = 1;
        try {
            const SignalsInWaits signals;
            ::raise(SIGTERM);
            try {
                throw_if_interrupted();
            } catch (const Interrupted&) {
                status = meanwhile();
                throw;
            }
        } catch (const Interrupted&) {
            ::_exit(status == 0 ? then() : status);
        }
        ::_exit(2);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int nothing() {
    return 0;
}

} // namespace

TEST_CASE("a signal that comes twice, as from timeout, interrupts once", "[interrupt]") {
    CHECK(end_after_interruption([] { return ::raise(SIGTERM); }, nothing) == 0);
}

TEST_CASE("after an interruption another signal ends the process at once", "[interrupt]") {
    CHECK(end_after_interruption(nothing, [] { return ::raise(SIGINT); }) == 128 + SIGINT);
    CHECK(end_after_interruption([] { return ::raise(SIGINT); }, nothing) == 128 + SIGINT);
}
