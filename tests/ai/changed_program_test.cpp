// Programs of AIs that change during a tournament: every stored game must have been played by the
// program whose hash is stored with it.

#include "support/skipped.hpp"
#include "tournament/arena.hpp"
#include "tournament/store/store.hpp"

#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>

using namespace tournament_tests;

namespace {

/// An AI that gives invalid answers as fast as possible and after some of its moves runs a shell
/// command, as another process could.
std::string ai_text(const std::string& folder, int moves, const std::string& command) {
    return fmt::format(
        "#!/bin/sh\necho x >> {0}/moves\n"
        "if [ $(wc -l < {0}/moves) -eq {1} ]; then {2}; fi\necho 0 0 0 0 > result.dat\n",
        folder, moves, command);
}

struct Result {
    Output output;
    std::size_t games = 0; ///< stored
    std::size_t records = 0;
    int crashes = 0;
};

/// Plays the AI "changing" against another on four fields of ten moves, eight games.
class Contest {
  public:
    Contest() {
        fs::create_directories(arena_ / "ais");
        fs::create_directories(arena_ / "records");
        // Started by root the AIs have users of their own.
        ::chmod((arena_ / ".").c_str(), 0755);
        ::chmod((arena_ / "ais").c_str(), 0777);
    }

    std::string path(const std::string& name) const { return arena_ / ("ais/" + name); }

    std::vector<std::string> command(const std::vector<std::string>& more) const {
        std::vector<std::string> words{program(),      "tournament",
                                       "--fields",     arena_ / "fields/*.dat",
                                       "--ai",         "changing=" + path("ai"),
                                       "--ai",         "trivial=" + built("trivial-ai"),
                                       "--work",       arena_ / "work",
                                       "--db",         arena_ / "db.sqlite",
                                       "--records",    arena_ / "records",
                                       "--jobs",       "1",
                                       "--time-limit", "20s"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    std::size_t records() const {
        std::size_t count = 0;
        for (const auto& entry : fs::directory_iterator(arena_ / "records")) {
            count += entry.path().extension() == ".jsonl" ? 1 : 0;
        }
        return count;
    }

    Result result(const Output& output) const {
        Result result{output, arena_.stored("db.sqlite").size(), records(), 0};
        const referee::Store store(arena_ / "db.sqlite", referee::Store::Access::read);
        store.for_each([&](const referee::GameOutcome& game) {
            for (const referee::SeatOutcome& seat : game.seats) {
                result.crashes += seat.faults[static_cast<std::size_t>(referee::Fault::crash)];
            }
        });
        return result;
    }

    Result play(std::vector<std::string> more = {}) const {
        more.insert(more.end(), {"--confine", "none"});
        return result(run(command(more)));
    }

  private:
    Arena arena_{4};
};

constexpr std::size_t all_games = 8;

} // namespace

TEST_CASE(
    "a tournament stops when an AI's program becomes another one, and says which",
    "[tournament][changed]") {
    const Contest contest;
    const std::string ai = contest.path("ai");
    tests::write_script(
        ai, ai_text(
                contest.path(""), 13,
                fmt::format("cp {0} {0}.new; echo '# another' >> {0}.new; mv {0}.new {0}", ai)));
    const Result result = contest.play({"--json"});
    INFO(result.output.err);
    CHECK(result.output.status == 2);
    CHECK_THAT(result.output.err, ContainsSubstring(ai + ": the AI changing has changed"));
    CHECK_THAT(result.output.err, ContainsSubstring("--changed replay"));
    CHECK_THAT(result.output.out, ContainsSubstring(R"("contestant":"changing")"));
    CHECK(result.crashes == 0);
    CHECK(result.games < all_games);
    CHECK(result.records == result.games); // that of the game in which it happened is gone
    // The stored games were played before that: thirteen moves end in the third game at the latest.
    CHECK(result.games <= 3);
    // The next start says so too, and resumes with --changed replay.
    const Result refused = contest.play({"--json"});
    CHECK(refused.output.status == 2);
    CHECK_THAT(refused.output.out, ContainsSubstring(R"("contestant":"changing")"));
    const Result again = contest.play({"--changed", "replay"});
    CHECK(again.output.status == 0);
    CHECK(again.games == all_games);
}

TEST_CASE(
    "a tournament continues when an AI's file is replaced by one with the same bytes",
    "[tournament][changed][slow]") {
    for (const char* const confinement : {"none", "default"}) {
        INFO(confinement);
        const Contest contest;
        const std::string ai = contest.path("ai");
        tests::write_script(ai, "#!/bin/sh\necho 0 0 0 0 > result.dat\n");
        const pid_t pid = start(contest.command({"--confine", confinement}));
        // Once in every game: when the record of the one before is there.
        std::size_t replaced = 0;
        while (::waitpid(pid, nullptr, WNOHANG) == 0) {
            if (contest.records() > replaced) {
                fs::copy(ai, ai + ".new");
                fs::rename(ai + ".new", ai);
                ++replaced;
            }
            ::poll(nullptr, 0, 1);
        }
        const Result result = contest.result({});
        CHECK(replaced > 0);
        CHECK(result.crashes == 0);
        CHECK(result.games == all_games);
    }
}

TEST_CASE("a tournament stops when a file in an AI's folder is new", "[tournament][changed]") {
    const Contest contest;
    const std::string ai = contest.path("ai");
    fs::create_directories(ai + "/data/deep");
    ::chmod((ai + "/data/deep").c_str(), 0777);
    tests::write_file(ai + "/ai.ini", "command = program\n");
    tests::write_script(
        ai + "/program",
        ai_text(contest.path(""), 13, fmt::format("echo text > {}/data/deep/book", ai)));
    const Result result = contest.play();
    INFO(result.output.err);
    CHECK(result.output.status == 2);
    CHECK_THAT(result.output.err, ContainsSubstring("has changed"));
    CHECK_THAT(result.output.err, ContainsSubstring("data/deep"));
    CHECK(result.games <= 3);
}

TEST_CASE(
    "a tournament continues when Python writes its cache into the AI's folder",
    "[tournament][changed]") {
    const Contest contest;
    const std::string ai = contest.path("ai");
    fs::create_directories(ai);
    ::chmod(ai.c_str(), 0777);
    tests::write_file(ai + "/ai.ini", "command = program\n");
    // The AIs of two workers have users of their own; both write.
    const std::string cache = ai + "/__pycache__";
    // The AIs of two workers have users of their own, and both write.
    tests::write_script(
        ai + "/program", fmt::format(
                             "#!/bin/sh\numask 0\nmkdir -p {0}\necho x >> {0}/program.pyc\n"
                             "echo 0 0 0 0 > result.dat\n",
                             cache));
    const Result result = contest.play();
    INFO(result.output.err);
    CHECK(result.output.status == 0);
    CHECK(result.games == all_games);
    CHECK(fs::file_size(cache + "/program.pyc") > 2 * all_games);
    // Nor does the next start take it for another AI.
    CHECK(contest.play().output.status == 0);
}

TEST_CASE(
    "a program that can no longer be started is not a fault of the AI", "[tournament][changed]") {
    if (tests::is_skipped_with_thread_sanitizer(
            "a program that is gone: ThreadSanitizer hides a failed start")) {
        return;
    }
    const Contest contest;
    const std::string ai = contest.path("ai");
    const std::string interpreter = contest.path("shell");
    fs::copy("/bin/sh", interpreter);
    std::string text = ai_text(contest.path(""), 13, "rm " + interpreter);
    tests::write_script(ai, "#!" + interpreter + text.substr(text.find('\n')));
    const Result result = contest.play();
    INFO(result.output.err);
    CHECK(result.output.status == 2);
    CHECK_THAT(result.output.err, ContainsSubstring(ai + ": it can no longer be started"));
    CHECK(result.crashes == 0);
    CHECK(result.games <= 3);
    CHECK(result.records == result.games);
}

TEST_CASE("a match stops when an AI's program becomes another one", "[changed]") {
    const TemporaryFolder folder(true);
    const std::string ai = folder / "ai";
    const Arena arena(1);
    ::chmod(folder.path().c_str(), 0777);
    tests::write_script(ai, ai_text(folder.path(), 3, fmt::format("echo '# another' >> {}", ai)));
    ::chmod(ai.c_str(), 0777);
    const Output output = run(
        {program(), arena / "fields/f-001.dat", "--ai", ai, "--ai", gems_ai("reference-c"),
         "--confine", "none", "--record", folder / "record", "--work", arena / "work"});
    INFO(output.err << output.out);
    CHECK(output.status == 2);
    CHECK_THAT(output.err, ContainsSubstring(ai + ": the AI ai has changed"));
    CHECK_FALSE(fs::exists(folder / "record"));
}
