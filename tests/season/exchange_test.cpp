// An author who exchanges files of a version while the season reads it: referee/season/README.md,
// "A new version". REFEREE_TEST_ROUNDS sets the number of rounds; TMPDIR the file system.

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "season/arena.hpp"
#include "season/entries/entries.hpp"
#include "support/processes.hpp"
#include "support/rounds.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace season_tests;

namespace {

constexpr std::uint64_t enough = 64U << 20U;

/// How the author knows when to exchange.
enum class Timing {
    always, ///< all the time
    told    ///< whenever something in the version is opened
};

/// A process that exchanges pairs of names until it is ended.
class Exchange {
  public:
    Exchange(const std::vector<std::pair<std::string, std::string>>& pairs, Timing timing)
        : pid_(::fork()) {
        if (pid_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            for (std::size_t round = 0;; ++round) {
                if (timing == Timing::told && round % pairs.size() == 0) {
                    await_opening(pairs);
                }
                const auto& [one, other] = pairs[round % pairs.size()];
                ::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE);
            }
        }
    }
    ~Exchange() { end(); }
    void end() {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            ::waitpid(std::exchange(pid_, -1), nullptr, 0);
        }
    }
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;

  private:
    /// Watches both names of each pair and the folders that they are in.
    static void await_opening(const std::vector<std::pair<std::string, std::string>>& pairs) {
        const int events = ::inotify_init1(IN_CLOEXEC);
        for (const auto& [one, other] : pairs) {
            for (const std::string& path : {one, other}) {
                const unsigned what = IN_OPEN | IN_ACCESS | IN_DONT_FOLLOW;
                ::inotify_add_watch(events, path.c_str(), what);
                ::inotify_add_watch(events, fs::path(path).parent_path().c_str(), what);
            }
        }
        pollfd event{events, POLLIN, 0};
        ::poll(&event, 1, 20);
        ::close(events);
    }

    pid_t pid_;
};

/// A version "mallory/1", and beside it what its author exchanges its files for.
class Scene {
  public:
    Scene() {
        fs::create_directories(version() + "/data/inner");
        fs::create_directories(folder_ / "evil");
        fs::create_directories(folder_ / "outside/deep");
        write_file(version() + "/ai.ini", "command = ai\n");
        write_file(version() + "/ai", std::string(300'000, 'a'));
        write_file(version() + "/data/season.ini", "harmless");
        write_file(version() + "/data/inner/file", "harmless");
        write_file(version() + "/data/small", "harmless");
        write_file(version() + "/data/large", std::string(2'000'000, 'b'));
        fs::create_symlink("data/large", version() + "/link");
        // The names that are exchanged aren't in it: only what a season reads gets there.
        write_file(folder_ / "outside/season.ini", secret);
        write_file(folder_ / "outside/deep/file", secret);
        fs::create_symlink(folder_ / "outside", folder_ / "evil/data");
        fs::create_symlink(folder_ / "outside/deep", folder_ / "evil/inner");
        fs::create_symlink(folder_ / "outside/season.ini", folder_ / "evil/ai");
        fs::create_symlink("../../../outside/season.ini", folder_ / "evil/link");
        fs::create_symlink(folder_ / "outside", folder_ / "evil/version");
        REQUIRE(::mkfifo((folder_ / "evil/small").c_str(), 0600) == 0);
        REQUIRE(::mkfifo((folder_ / "evil/large").c_str(), 0600) == 0);
        events_ = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
        for (const char* const place : {"outside", "outside/deep"}) {
            REQUIRE(::inotify_add_watch(events_, (folder_ / place).c_str(), IN_OPEN) >= 0);
        }
    }
    ~Scene() { ::close(events_); }
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    static constexpr const char* secret = "field-seed = 424242424242";
    std::string operator/(const std::string& name) const { return folder_ / name; }
    std::string version() const { return folder_ / "entries/mallory/1"; }
    referee::HandedIn handed_in() const { return {"mallory", "1", version(), 0}; }

    std::vector<std::pair<std::string, std::string>> pairs() const {
        std::vector<std::pair<std::string, std::string>> pairs{
            {version(), folder_ / "evil/version"}};
        for (const char* const name :
             {"data/inner", "data", "data/small", "data/large", "ai", "link"}) {
            pairs.emplace_back(
                version() + "/" + name, folder_ / ("evil/" + fs::path(name).filename().string()));
        }
        return pairs;
    }

    /// After a process that exchanged names has ended, in whichever state.
    void restore() const {
        for (const auto& [inside, evil] : pairs()) {
            if (fs::is_directory(fs::symlink_status(evil)) ||
                fs::is_regular_file(fs::symlink_status(evil)) ||
                (fs::is_symlink(evil) && fs::read_symlink(evil) == "data/large")) {
                ::renameat2(AT_FDCWD, inside.c_str(), AT_FDCWD, evil.c_str(), RENAME_EXCHANGE);
            }
        }
    }

    /// True if anything outside was opened since the scene was made.
    bool is_robbed() const {
        std::array<char, 4096> buffer{};
        return ::read(events_, buffer.data(), buffer.size()) > 0;
    }

  private:
    tests::TemporaryFolder folder_;
    int events_ = -1;
};

/// What a round has come to, as a child's exit status.
enum Result { copied = 0, refused = 1, wrong_hash = 2, robbed = 3, failed = 4 };

/// One scan and one copy. What is hashed must be what is copied.
Result round_in(const Scene& scene, const std::string& copy) {
    bool is_copied = false;
    try {
        referee::sha256_of_entry(scene.handed_in(), enough);
    } catch (const referee::UserError&) {
        // it was exchanged
    }
    std::string hash;
    try {
        hash = referee::copy_entry(scene.handed_in(), copy, enough).sha256;
        is_copied = true;
    } catch (const referee::UserError&) {
        // it was exchanged
    } catch (const std::exception&) {
        return failed;
    }
    if (scene.is_robbed()) {
        return robbed;
    }
    if (!is_copied) {
        return refused;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(copy)) {
        if (entry.is_regular_file() &&
            read_file(entry.path()).find("424242424242") != std::string::npos) {
            return robbed;
        }
        if (entry.is_symlink()) { // our copies of links lead directly to what they stand for
            fs::remove(entry.path());
            fs::create_symlink("data/large", entry.path());
        }
    }
    const fs::path again = copy + "-again";
    return referee::copy_entry(copy, again, enough).sha256 == hash ? copied : wrong_hash;
}

std::array<int, 5> results_of(const Scene& scene, Timing timing) {
    std::array<int, 5> counts{};
    std::chrono::duration<double> longest{0};
    const std::vector<std::pair<std::string, std::string>> pairs = scene.pairs();
    for (int round = 0; round < tests::rounds(50); ++round) {
        // One pair at a time, and now and then all of them.
        const std::size_t choice = static_cast<std::size_t>(round) % (pairs.size() + 1);
        Exchange exchange(choice == pairs.size() ? pairs : std::vector{pairs[choice]}, timing);
        const std::string copy = scene / ("copy-" + std::to_string(round));
        const auto begin = std::chrono::steady_clock::now();
        const pid_t child = ::fork();
        if (child == 0) {
            ::_exit(round_in(scene, copy));
        }
        // A version that makes its reader wait fails here.
        const int status = tests::exit_within(child, std::chrono::seconds(20));
        exchange.end();
        scene.restore();
        longest = std::max<std::chrono::duration<double>>(
            longest, std::chrono::steady_clock::now() - begin);
        ++counts[static_cast<std::size_t>(status < 0 || status > failed ? failed : status)];
        fs::remove_all(copy);
        fs::remove_all(copy + "-again");
    }
    if (std::getenv("REFEREE_TEST_ROUNDS") != nullptr) {
        fmt::print(
            "{} rounds: {} copied, {} refused, {} wrong hashes, {} robbed, {} failed; longest {:.3f} s\n",
            tests::rounds(50), counts[copied], counts[refused], counts[wrong_hash], counts[robbed],
            counts[failed], longest.count());
    }
    return counts;
}

} // namespace

TEST_CASE(
    "files exchanged while a version is read bring in nothing from outside, and no waiting",
    "[season][exchange][hostile][slow]") {
    const Timing timing = GENERATE(Timing::always, Timing::told);
    CAPTURE(static_cast<int>(timing));
    const Scene scene;
    REQUIRE(round_in(scene, scene / "first") == copied); // as long as nobody exchanges anything
    const std::array<int, 5> counts = results_of(scene, timing);
    CHECK(counts[wrong_hash] == 0);
    CHECK(counts[robbed] == 0);
    CHECK(counts[failed] == 0);
    CHECK(counts[copied] > 0); // the author isn't always faster
    CHECK(!scene.is_robbed());
}

TEST_CASE("an entry that exchanges files for FIFOs doesn't stop a season", "[season][exchange]") {
    const Cup cup;
    const std::string version = cup.path("entries/mallory/1");
    const std::string evil = cup.path("evil");
    fs::create_directories(version);
    fs::create_directories(evil);
    write_file(version + "/ai.ini", "command = ai\n");
    std::vector<std::pair<std::string, std::string>> pairs;
    for (int i = 0; i < 40; ++i) {
        pairs.emplace_back(version + fmt::format("/{}", i), evil + fmt::format("/{}", i));
        write_file(pairs.back().first, "x");
        REQUIRE(::mkfifo(pairs.back().second.c_str(), 0600) == 0);
    }
    const Exchange exchange(pairs, Timing::always);
    // Each start looks at the entries. No other signal may come: it would end the wait for a FIFO.
    for (const char* const name : {"1", "2", "3"}) {
        cup.hand_in_player("bob", name, 50);
        const pid_t season = tests::start(cup.command());
        const bool is_checked = tests::comes_true(
            [&] { return fs::exists(cup.path(fmt::format("notes/bob/{}.txt", name))); });
        ::kill(season, SIGTERM);
        CHECK(tests::exit_within(season, std::chrono::seconds(20)) == 128 + SIGTERM);
        CHECK(is_checked);
    }
}

TEST_CASE("a signal ends a season while it reads a version", "[season][exchange]") {
    const Cup cup("games = 2\nbuild-size = 900M\n");
    const std::string version = cup.path("entries/mallory/1");
    fs::create_directories(version);
    write_file(version + "/ai.ini", "command = ai\n");
    write_file(version + "/ai", "");
    fs::resize_file(version + "/ai", 800U << 20U); // a hole, but it takes a while to hash
    const int events = ::inotify_init1(IN_CLOEXEC);
    REQUIRE(::inotify_add_watch(events, version.c_str(), IN_ACCESS) >= 0);
    const pid_t season = tests::start(cup.command());
    std::array<char, 4096> buffer{};
    REQUIRE(::read(events, buffer.data(), buffer.size()) > 0); // it reads
    ::close(events);
    const auto begin = std::chrono::steady_clock::now();
    ::kill(season, SIGTERM);
    CHECK(tests::exit_within(season) == 128 + SIGTERM);
    if (std::getenv("REFEREE_TEST_ROUNDS") != nullptr) {
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        fmt::print("SIGTERM: {:.3f} s\n", time.count());
    }
    CHECK(!fs::exists(cup.path("versions/mallory"))); // it didn't come to an admission
}
