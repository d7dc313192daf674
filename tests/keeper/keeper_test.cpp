#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include "ai/executable.hpp"
#include "base/error.hpp"
#include "keeper/keeper.hpp"
#include "keeper/work_folder.hpp"
#include "match/streams.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

using namespace referee;
using namespace std::chrono_literals;

namespace {

/// A keeper for a script, on the real thing.
struct Kept {
    tests::TemporaryFolder base;
    Program program;
    WorkRoot root{base.path(), false, false};
    WorkFolder folder{root, "ai1", 0};
    Capture output;
    Capture errors;

    explicit Kept(const std::string& script) {
        tests::write_script(base / "ai", script);
        program.path = program.executable = base / "ai";
        program.arguments = {base / "ai"};
    }
    KeeperConfig config() const {
        KeeperConfig made;
        made.program = &program;
        made.game = "gems";
        made.work_path = folder.path();
        made.work = folder.descriptor();
        return made;
    }
    /// Gives the keeper the standard streams of a game.
    void renew(Keeper& keeper) const {
        const UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        keeper.renew(null.get(), output.descriptor(), errors.descriptor());
    }
    Report run(std::chrono::nanoseconds limit = 10s) {
        Keeper keeper(config());
        renew(keeper);
        keeper.request_run(limit, 2, 4711);
        return keeper.await();
    }
};

} // namespace

TEST_CASE(
    "a program runs in its folder, with seat and seed, and its resource use is reported",
    "[keeper]") {
    Kept kept("#!/bin/bash\necho $REFEREE_SEAT $REFEREE_SEED > answer\npwd\necho no >&2\n");
    const Report report = kept.run();
    CHECK(report.status == 0);
    CHECK(report.timed_out == 0);
    CHECK(report.start_error == 0);
    CHECK(report.use.leftovers == 0);
    CHECK(report.use.wall_ns > 0);
    CHECK(report.use.cpu_ns > 0);
    CHECK(report.use.peak_kb > 500);
    CHECK(tests::read_file(kept.folder.path() + "/answer") == "2 4711\n");
    kept.output.collect();
    kept.errors.collect();
    CHECK(kept.output.tail() == kept.folder.path() + "\n");
    CHECK(kept.errors.tail() == "no\n");
}

TEST_CASE("one keeper runs its program again and again", "[keeper]") {
    Kept kept("#!/bin/bash\necho x >> count\nexit $REFEREE_SEAT\n");
    Keeper keeper(kept.config());
    kept.renew(keeper);
    for (int seat = 1; seat <= 5; ++seat) {
        keeper.request_run(10s, seat, 0);
        const Report report = keeper.await();
        CHECK(WEXITSTATUS(report.status) == seat);
    }
    CHECK(tests::read_file(kept.folder.path() + "/count") == "x\nx\nx\nx\nx\n");
}

TEST_CASE("a program that runs too long is killed at its limit", "[keeper]") {
    Kept kept("#!/bin/bash\ntrap '' TERM INT HUP\nwhile :; do :; done\n");
    const Report report = kept.run(200ms);
    CHECK(report.timed_out == 1);
    CHECK(WTERMSIG(report.status) == SIGKILL);
    CHECK(report.use.wall_ns >= 200'000'000);
}

TEST_CASE("what a program leaves running is killed and counted", "[keeper]") {
    Kept kept("#!/bin/bash\n(sleep 100 &)\nsetsid sleep 100 &\nsleep 100 &\nexit 0\n");
    const Report report = kept.run();
    CHECK(WIFEXITED(report.status));
    CHECK(report.use.leftovers == 3);
    CHECK(report.unkillable == 0);
}

TEST_CASE("a keeper tells whether its program would have root privileges", "[keeper]") {
    Kept kept("#!/bin/bash\n");
    KeeperConfig config = kept.config(); // the referee's own user
    Keeper keeper(config);
    kept.renew(keeper);
    CHECK(keeper.gives_privileges() == (::geteuid() == 0));
    if (::geteuid() == 0) {
        config.user = 61113; // above those that referees give to AIs
        Keeper other(config);
        kept.renew(other);
        CHECK_FALSE(other.gives_privileges());
    }
}

TEST_CASE("a program that can't be executed is reported with the system's reason", "[keeper]") {
    if (tests::is_skipped_with_thread_sanitizer("keeper: ThreadSanitizer hides a failed start")) {
        return;
    }
    Kept kept("#!/no/such/interpreter\n");
    CHECK(kept.run().start_error == ENOENT);
    kept.program.executable = kept.base / "missing";
    CHECK(kept.run().start_error == ENOENT);
    tests::write_file(kept.base / "missing", "text");
    CHECK(kept.run().start_error == EACCES);
}

TEST_CASE("limits hold: memory, file size, descriptors, core files", "[keeper]") {
    Kept kept("#!/bin/bash\nulimit -a > limits\nhead -c 20000000 /dev/zero > big\n");
    KeeperConfig config = kept.config();
    config.limits.memory = 512ULL << 20U;
    Keeper keeper(config);
    kept.renew(keeper);
    keeper.request_run(3s, 1, 0);
    const Report report = keeper.await();
    CHECK(WEXITSTATUS(report.status) == 1); // head could not write all
    CHECK(std::filesystem::file_size(kept.folder.path() + "/big") == 16U << 20U);
    const std::string limits = tests::read_file(kept.folder.path() + "/limits");
    CHECK_THAT(limits, ContainsSubstring("(blocks, -c) 0"));
    CHECK_THAT(limits, ContainsSubstring("(kbytes, -d) 524288"));
    CHECK_THAT(limits, ContainsSubstring("(-n) 256"));
    CHECK_THAT(limits, ContainsSubstring("(seconds, -t) 5"));
}

TEST_CASE("a flood on standard output ends at the file limit and is cut in the log", "[keeper]") {
    Kept kept("#!/bin/bash\nhead -c 40000000 /dev/zero | tr '\\0' x\nexit 0\n");
    const std::string log = kept.base / "log";
    kept.output.log_to(UniqueFd(::open(log.c_str(), O_WRONLY | O_CREAT, 0600)));
    const Report report = kept.run();
    CHECK(report.timed_out == 0);
    kept.output.collect();
    CHECK(kept.output.tail().size() == 8192);
    const std::string text = tests::read_file(log);
    CHECK(text.size() < (1U << 20U) + 100);
    CHECK_THAT(text, ContainsSubstring("[cut here: more than 1 MiB in this game]"));
    kept.output.collect();
    CHECK(kept.output.tail().empty());
}

TEST_CASE("ending a keeper ends what it runs", "[keeper]") {
    Kept kept("#!/bin/bash\nexec -a keeper-test-sleeper sleep 1000\n");
    {
        Keeper keeper(kept.config());
        kept.renew(keeper);
        keeper.request_run(0ns, 1, 0);
        while (tests::processes_with("keeper-test-sleeper").empty()) {
        }
    }
    CHECK(tests::processes_with("keeper-test-sleeper").empty());
}

TEST_CASE("files that can't be executed are refused with advice", "[keeper][slow]") {
    const tests::TemporaryFolder folder;
    const std::string path = folder / "ai";
    const auto problem = [&](const std::string& content) {
        tests::write_script(path, content);
        try {
            require_executable(path);
            return std::string("none");
        } catch (const UserError& error) {
            return std::string(error.what()).substr(path.size() + 2);
        }
    };
    CHECK(problem("#!/bin/sh\n") == "none");
    CHECK(problem("#!/usr/bin/env -S bash -e\n") == "none");
    CHECK(problem("") == "the file is empty; build it again");
    CHECK_THAT(problem("echo"), ContainsSubstring("add a first line like"));
    CHECK_THAT(problem("#!/bin/sh\r\n"), ContainsSubstring("save it with Unix line endings"));
    CHECK_THAT(
        problem("#!python3\n"),
        ContainsSubstring("doesn't name an interpreter by an absolute path"));
    CHECK_THAT(problem("#!/no/such\n"), ContainsSubstring("interpreter '/no/such' doesn't exist"));
    CHECK_THAT(problem("#!/usr/bin/env nosuch\n"), ContainsSubstring("not in an AI's PATH"));
    CHECK_THAT(problem(std::string(5000, '\0')), ContainsSubstring("neither a program"));
    const std::string self = tests::read_file("/proc/self/exe");
    CHECK(problem(self.substr(0, 100000)) == "the program is truncated; build it again");
    CHECK(problem(self.substr(0, 40)) == "the program is truncated; build it again");
    std::string foreign = self;
    foreign[18] = foreign[18] == '\xb7' ? '\x3e' : '\xb7'; // e_machine
    CHECK_THAT(problem(foreign), ContainsSubstring("built for another architecture"));
}
