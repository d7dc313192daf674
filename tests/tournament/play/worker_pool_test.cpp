// What goes between a tournament and its workers' processes: messages of any length, also from a
// worker that dies while it sends one.

#include "game/registry.hpp"
#include "support/catch.hpp"
#include "support/processes.hpp"
#include "tournament/play/worker.hpp"

#include <csignal>
#include <string>
#include <unistd.h>
#include <vector>

using namespace referee;
using Kind = WorkerMessage::Kind;

namespace {

const std::vector<Contestant> nobody;

WorkerSetup setup() {
    WorkerSetup setup;
    setup.contestants = &nobody;
    setup.game = &game_named("gems").info();
    return setup;
}

constexpr std::int64_t no_limit = -1;

/// While it exists, SIGTERM ends a new worker as it would in the program: the handler of the tests
/// would report it as a failure.
class DefaultSigterm {
  public:
    DefaultSigterm() : before_(::signal(SIGTERM, SIG_DFL)) {}
    ~DefaultSigterm() { ::signal(SIGTERM, before_); }
    DefaultSigterm(const DefaultSigterm&) = delete;
    DefaultSigterm& operator=(const DefaultSigterm&) = delete;

  private:
    void (*before_)(int);
};

} // namespace

TEST_CASE("a worker's message arrives whole, however long it is", "[tournament][workers]") {
    const DefaultSigterm sigterm;
    WorkerPool pool(setup(), {{0}});
    // A control character takes six bytes in JSON; a socket's buffer has about 200,000.
    for (const std::size_t size : {0, 1, 2'000, 27'000, 30'000, 40'000, 100'000, 4'000'000}) {
        CAPTURE(size);
        const std::string text(size, '\x01');
        pool.run(0, [&](const std::vector<int>&) { return text; });
        REQUIRE(pool.wait(no_limit, -1) == std::vector<std::size_t>{0});
        const WorkerMessage message = pool.receive(0);
        CHECK(message.kind == Kind::job);
        CHECK((message.text == text));
    }
}

TEST_CASE("a worker that is killed while it sends a message is gone", "[tournament][workers]") {
    const DefaultSigterm sigterm;
    WorkerPool pool(setup(), {{0}});
    pool.run(0, [](const std::vector<int>&) { return std::string(4'000'000, 'x'); });
    const std::vector<pid_t> workers = tests::children_of(::getpid());
    REQUIRE(pool.wait(no_limit, -1) == std::vector<std::size_t>{0});
    for (const pid_t worker : workers) {
        ::kill(worker, SIGKILL);
        REQUIRE(tests::comes_true([&] { return tests::has_ended(worker); }));
    }
    CHECK(pool.receive(0).kind == Kind::gone);
}
