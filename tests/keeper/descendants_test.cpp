// Whether what a stopped AI has started is at rest.

#include "support/catch.hpp"
#include "support/skipped.hpp"

#include "keeper/resident.hpp"
#include "os/clock.hpp"

#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace referee;

namespace {

/// A child that has started `helper` in a process of its own, and waits.
class Ai {
  public:
    template <typename Helper>
    explicit Ai(Helper run)
        : helper_(static_cast<volatile pid_t*>(::mmap(
              nullptr, sizeof(pid_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
        pid_ = ::fork();
        if (pid_ == 0) {
            const pid_t own = ::fork();
            if (own == 0) {
                run();
                ::_exit(0);
            }
            *helper_ = own;
            while (true) {
                ::pause();
            }
        }
        while (*helper_ == 0) {
            ::usleep(100);
        }
        ::kill(pid_, SIGSTOP);
        ::waitpid(pid_, nullptr, WUNTRACED);
    }
    ~Ai() {
        ::kill(*helper_, SIGKILL);
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    Ai(const Ai&) = delete;
    Ai& operator=(const Ai&) = delete;
    pid_t pid() const { return pid_; }
    pid_t helper() const { return *helper_; }

  private:
    volatile pid_t* helper_;
    pid_t pid_ = -1;
};

void spin() {
    while (true) {
        ::getppid();
    }
}

/// For as long as a machine may take: a test that hangs here fails by its time limit.
constexpr std::int64_t forever_ns = 3600 * second_ns;

bool rests(const Ai& ai, std::int64_t patience_ns) {
    Descendants descendants(true);
    descendants.follow(ai.pid());
    return descendants.wait_until_stopped(monotonic_ns() + patience_ns) == StopState::complete;
}

} // namespace

TEST_CASE("a process that a stopped AI has started and that runs is not at rest", "[descendants]") {
    const Ai ai(spin);
    CHECK_FALSE(rests(ai, second_ns / 100));
    ::kill(ai.helper(), SIGSTOP);
    CHECK(rests(ai, forever_ns));
    ::kill(ai.helper(), SIGCONT);
    CHECK_FALSE(rests(ai, second_ns / 100));
}

TEST_CASE("a process that was killed is at rest when it has ended", "[descendants]") {
    const Ai ai([] {
        constexpr std::size_t size = 64U << 20U;
        void* const memory =
            ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        std::memset(memory, 1, size);
        spin();
    });
    CHECK_FALSE(rests(ai, second_ns / 20));
    ::kill(ai.helper(), SIGKILL);
    CHECK(rests(ai, forever_ns));
    // Only the entry that its parent may read is left of it.
    CHECK(::kill(ai.helper(), 0) == 0);
}

TEST_CASE("a helper's second thread that runs is seen", "[descendants]") {
    const Ai ai([] {
        const std::thread other(spin);
        while (true) {
            ::pause();
        }
    });
    CHECK_FALSE(rests(ai, second_ns / 100));
}

TEST_CASE("a helper that waits in vfork for one that has stopped never rests", "[descendants]") {
    if (tests::is_skipped_with_thread_sanitizer(
            "waiting in vfork: ThreadSanitizer makes it a fork")) {
        return;
    }
    auto* const waits = static_cast<volatile bool*>(
        ::mmap(nullptr, sizeof(bool), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    const Ai ai([waits] {
        if (::vfork() == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            *waits = true;
            ::raise(SIGSTOP);
            ::_exit(0);
        }
    });
    while (!*waits) {
        ::usleep(100); // stopped before its vfork, the helper would rest
    }
    ::kill(ai.helper(), SIGSTOP);
    // Detected by its calls, long before the time is up.
    Descendants descendants(true);
    descendants.follow(ai.pid());
    CHECK(descendants.wait_until_stopped(monotonic_ns() + 1000 * second_ns) == StopState::held);
}
