// The programs behind the players of many games: whether one has changed is told only when it can
// be told.

#include "ai/contestant.hpp"
#include "base/error.hpp"
#include "game/registry.hpp"
#include "match/config.hpp"
#include "match/players.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

using namespace referee;

namespace {

namespace fs = std::filesystem;

/// While it exists, no file can be opened.
class NoDescriptors {
  public:
    NoDescriptors() {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        const int next = ::dup(0);
        ::close(next);
        const rlimit none{static_cast<rlim_t>(next), before_.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &none);
    }
    ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
    NoDescriptors(const NoDescriptors&) = delete;
    NoDescriptors& operator=(const NoDescriptors&) = delete;

  private:
    rlimit before_{};
};

const std::string script = "#!/bin/sh\nexit 0\n";

/// An AI that is one file, or a folder of files.
std::string make_ai(const tests::TemporaryFolder& folder, bool is_folder) {
    std::string path = folder / "ai";
    if (is_folder) {
        fs::create_directories(path);
        tests::write_file(path + "/ai.ini", "command = run\n");
        tests::write_script(path + "/run", script);
    } else {
        tests::write_script(path, script);
    }
    return path;
}

} // namespace

TEST_CASE("a program that can't be read for lack of descriptors hasn't changed", "[players]") {
    for (const bool is_folder : {false, true}) {
        CAPTURE(is_folder);
        const tests::TemporaryFolder folder;
        const std::string path = make_ai(folder, is_folder);
        const std::vector<Contestant> contestants = read_contestants({"a=" + path});
        MatchConfig config;
        PlayerPool players(contestants, game_named("gems").info(), config, {0});
        const std::string file = is_folder ? path + "/run" : path;
        REQUIRE_FALSE(players.require_unchanged({0}));
        fs::remove(file);
        tests::write_script(file, script); // touched
        {
            const NoDescriptors none;
            CHECK_THROWS_AS(players.require_unchanged({0}), EnvironmentError);
        }
        CHECK(players.require_unchanged({0})); // replaced by the same
        CHECK_FALSE(players.require_unchanged({0}));
        fs::remove(file);
        CHECK_THROWS_AS(players.require_unchanged({0}), ProgramChanged);
    }
}
