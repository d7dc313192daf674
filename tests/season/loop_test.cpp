// The loop of a season, without processes, files or time: what it does in which order, when a
// version comes, changes or goes, when a moment passes, when a worker fails. Real seasons are in
// season_test.cpp and beside it; any order of events is tried by schedules_test.cpp.

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/season/season_world.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

using namespace referee;
using tests::CheckEnd;
using tests::SeasonRun;
using tests::SeasonWorld;
using Status = StoredVersion::Status;

namespace {

/// Ends all jobs well that aren't checks.
void end_errands(SeasonRun& run) {
    for (const std::size_t worker : run.with<TellJob>()) {
        run.end_job(worker, "");
    }
    for (const std::size_t worker : run.with<SiteJob>()) {
        run.end_job(worker, "");
    }
}

/// Checks what waits, until nothing does. The season plays meanwhile.
void check_all(SeasonWorld& world, SeasonRun& run, CheckEnd verdict = CheckEnd::accept) {
    run.look_at_once();
    for (int round = 0; round < 100; ++round) {
        const std::vector<std::size_t> checks = run.with<CheckJob>();
        for (const std::size_t worker : checks) {
            run.end_check(worker, verdict);
        }
        end_errands(run);
        for (const std::size_t worker : run.playing()) {
            run.end_game(worker);
        }
        world.pass(1);
        run.look();
        if (checks.empty() && round > 3) {
            return;
        }
    }
    FAIL("the checks never end");
}

/// Does what there is to do but for games, until one is being played.
void play_until_busy(SeasonWorld& world, SeasonRun& run) {
    for (int round = 0; round < 100 && run.playing().empty(); ++round) {
        for (const std::size_t worker : run.with<CheckJob>()) {
            run.end_check(worker);
        }
        end_errands(run);
        world.pass(1);
        run.look();
    }
    REQUIRE(!run.playing().empty());
}

/// A world in which these entries were submitted, each with a program of its own.
void submit_all(SeasonWorld& world, const std::vector<std::string>& entries) {
    for (const std::string& entry : entries) {
        world.submit(entry, "1", "own-" + entry);
    }
}

/// The names of the AIs in a game.
std::set<std::string> names_in(const SeasonWorld& world, const GameToPlay& game) {
    return {
        world.book.ais().at(static_cast<std::size_t>(game.ais[0])).name,
        world.book.ais().at(static_cast<std::size_t>(game.ais[1])).name};
}

std::int64_t matches_of(const SeasonWorld& world, const std::string& name) {
    std::set<std::int64_t> matches;
    world.book.for_each([&](const GameOutcome& game) {
        for (const SeatOutcome& seat : game.seats) {
            if (world.book.ais().at(static_cast<std::size_t>(seat.ai)).name == name) {
                matches.insert(game.match);
            }
        }
    });
    return static_cast<std::int64_t>(matches.size());
}

/// The entry that a worker checks.
std::string checked_by(const SeasonWorld& world, std::size_t worker) {
    const HandedIn& entry =
        std::get<CheckJob>(world.workers.all.at(worker).job.value()).arrival.entry;
    return entry.entry + " " + entry.version;
}

/// Exchanges the files of an AI while it plays: its game fails. Other games end well.
void exchange_files_in_game(SeasonWorld& world, SeasonRun& run, const std::string& ai) {
    const auto is_that = [&](const StoredAi& stored) { return stored.name == ai; };
    for (int round = 0; round < 100; ++round) {
        run.look();
        end_errands(run);
        for (const std::size_t worker : run.playing()) {
            if (names_in(world, *world.workers.all[worker].game).contains(ai)) {
                const auto& ais = world.book.ais();
                const std::string path =
                    world.config.path(std::find_if(ais.begin(), ais.end(), is_that)->path);
                world.folder.programs.at(path) = "changed";
                run.fail_game(worker, {path + ": it has changed"});
                return;
            }
            run.end_game(worker);
        }
        world.pass(1);
    }
    FAIL(ai + " never plays");
}

/// What a machine says for a while: the kinds that reading a program can throw.
const std::vector<std::function<void()>>& passing_failures() {
    static const std::vector<std::function<void()>> all{
        [] { throw UserError("it can't be read (too many open files)"); },
        [] { throw EnvironmentError("too many open files"); },
        [] { throw InternalError("stale file handle", ESTALE); },
        [] {
            throw std::filesystem::filesystem_error(
                "status", std::make_error_code(std::errc::io_error));
        }};
    return all;
}

enum class Step { submitted, seen, begun, copied, decided };

struct Crossing {
    Step last = Step::submitted; ///< before the deadline
    bool is_exchanged = false;   ///< after it, in a way that its change time doesn't show
    bool was_there = true;       ///< the season ran when it came
};

/// The status of a version when the deadline comes after that step.
std::optional<Status> status_after(const Crossing& crossing) {
    SeasonWorld world;
    world.set_moment(&Calendar::deadline, 100);
    SeasonRun run(world);
    run.look(); // it knows the deadline
    for (const std::size_t worker : run.with<SiteJob>()) {
        run.end_job(worker, "");
    }
    world.submit("alice", "1", "mine");
    std::size_t worker = 0;
    if (crossing.last >= Step::seen) {
        world.submit("zoe", "1", "hers");                 // the only other worker checks this one
        world.folder.upload("zoe", "1")->changed_ns -= 2; // it came first
        run.look_at_once();
    }
    if (crossing.last >= Step::begun) {
        run.end_check(run.with<CheckJob>().at(0));
        run.look();
        for (const std::size_t tell : run.with<TellJob>()) {
            run.end_job(tell, "");
        }
        run.look();
        worker = run.with<CheckJob>().at(0);
        REQUIRE(checked_by(world, worker) == "alice 1");
    }
    if (crossing.last >= Step::copied) {
        run.copy(worker);
    }
    if (crossing.last >= Step::decided) {
        run.end_check(worker);
    }
    world.pass(crossing.was_there ? 101 : 300);
    if (!crossing.was_there) {
        // It was stopped for minutes.
        run.look();
    } else {
        REQUIRE(run.season().due_ns() <= world.clock.monotonic_ns());
        run.look();
        CHECK(world.log.has("the deadline has come; "));
    }
    if (crossing.is_exchanged && world.folder.upload("alice", "1") != nullptr) {
        world.folder.upload("alice", "1")->content = "better";
    }
    world.pass(1);
    run.settle();
    for (const StoredVersion& version : world.book.versions()) {
        if (version.entry == "alice" && version.status == Status::accepted && crossing.was_there) {
            CHECK(version.sha256 == "mine"); // never what came after the deadline
        }
    }
    return world.status("alice", "1");
}

} // namespace

TEST_CASE("a season checks what was submitted, plays, tells and publishes", "[season-loop]") {
    SeasonWorld world;
    submit_all(world, {"alice", "bob", "carol"});
    SeasonRun run(world);
    run.settle();
    for (const std::string entry : {"alice", "bob", "carol"}) {
        CAPTURE(entry);
        CHECK(world.status(entry, "1") == Status::accepted);
        CHECK(matches_of(world, entry + "@1") >= 2);
        CHECK(world.folder.told[{entry, "1"}] == "accepted");
        CHECK(world.log.has(entry + " 1: accepted"));
    }
    CHECK(world.log.now == "every version has its games; waiting for new ones");
    CHECK(world.log.ais == std::vector<std::string>{"alice@1", "bob@1", "carol@1"});
}

TEST_CASE("a season with --once ends when every version has its games", "[season-loop]") {
    SeasonWorld world;
    submit_all(world, {"alice", "bob"});
    SeasonRun run(world, true);
    bool had_site = false;
    run.look();
    for (int round = 0; round < 200 && !run.is_over(); ++round) {
        had_site = had_site || !run.with<SiteJob>().empty();
        for (const std::size_t worker : run.with<CheckJob>()) {
            CHECK_FALSE(run.is_over());
            run.end_check(worker);
            CHECK_FALSE(run.is_over());
        }
        for (const std::size_t worker : run.with<TellJob>()) {
            CHECK_FALSE(run.is_over());
            run.end_job(worker, "");
        }
        for (const std::size_t worker : run.playing()) {
            CHECK_FALSE(run.is_over());
            run.end_game(worker);
        }
        world.pass(1);
        run.look();
    }
    CHECK(run.is_over());
    CHECK_FALSE(had_site); // its end writes one
    CHECK(world.folder.told.size() == 2);
    CHECK(matches_of(world, "alice@1") == 2);
}

TEST_CASE("a season with --once waits for AIs that pause", "[season-loop]") {
    SeasonWorld world(1);
    submit_all(world, {"alice", "bob"});
    SeasonRun run(world, true);
    for (int failed = 0; failed < 3; ++failed) {
        play_until_busy(world, run);
        CHECK_FALSE(run.is_over());
        run.fail_game(0, {"no room in /dev/shm"});
    }
    run.look();
    CHECK_FALSE(run.is_over());
    for (int passed = 0; passed < 700 && !run.is_over(); ++passed) {
        world.pass(1);
        run.look();
        end_errands(run);
        for (const std::size_t worker : run.playing()) {
            run.end_game(worker);
        }
    }
    CHECK(run.is_over());
    CHECK(matches_of(world, "alice@1") == 2);
}

TEST_CASE("a season with --once tries on-note as often as another one", "[season-loop]") {
    for (const int good : {1, 2, 5, 6}) { // the try that ends well
        CAPTURE(good);
        SeasonWorld world(1);
        world.submit("alice", "1", "a");
        SeasonRun run(world, true);
        int tries = 0;
        run.look();
        for (int round = 0; round < 200 && !run.is_over(); ++round) {
            for (const std::size_t worker : run.with<CheckJob>()) {
                run.end_check(worker);
            }
            for (const std::size_t worker : run.with<TellJob>()) {
                run.end_job(worker, ++tries == good ? "" : "exit status 1: no mail");
            }
            world.pass(1);
            run.look();
        }
        CHECK(run.is_over());
        CHECK(tries == std::min(good, 5));
        CHECK(world.folder.told[{"alice", "1"}] == (good <= 5 ? "accepted" : ""));
    }
}

TEST_CASE("a season with --once tells what its last game has decided", "[season-loop]") {
    SeasonWorld world(1);
    world.config.rest_after = 1;
    submit_all(world, {"alice", "bob"});
    SeasonRun run(world, true);
    std::string loser;
    run.look();
    for (int round = 0; round < 200 && !run.is_over(); ++round) {
        for (const std::size_t worker : run.with<CheckJob>()) {
            run.end_check(worker);
        }
        end_errands(run);
        for (const std::size_t worker : run.playing()) {
            const GameToPlay game = *world.workers.all[worker].game;
            loser = world.book.ais().at(static_cast<std::size_t>(game.ais[1])).name;
            run.end_game(worker, 2, true);
        }
        world.pass(1);
        run.look();
    }
    CHECK(run.is_over());
    REQUIRE_FALSE(loser.empty());
    CHECK(world.folder.told[{loser.substr(0, loser.find('@')), "1"}] == "resting");
}

TEST_CASE("a season with too few versions says what it waits for", "[season-loop]") {
    SeasonWorld world;
    SeasonRun run(world);
    run.settle();
    CHECK(world.log.now == "waiting for versions to be submitted");
    world.submit("alice", "1", "a");
    run.look_at_once();
    run.look();
    CHECK(world.log.now == "checking alice 1");
    run.settle();
    CHECK(world.log.now == ""); // one has come, and has nobody to play against
}

TEST_CASE("entries are looked at in turns of ten seconds, or at once when asked", "[season-loop]") {
    SeasonWorld world;
    SeasonRun run(world);
    run.settle();
    world.pass(11);
    run.look();
    world.submit("alice", "1", "a");
    world.pass(9);
    run.look();
    CHECK(run.with<CheckJob>().empty());
    world.pass(1);
    run.look();
    CHECK(run.with<CheckJob>().size() == 1);
    world.submit("bob", "1", "b");
    run.look_at_once();
    run.end_check(run.with<CheckJob>().at(0));
    run.look();
    CHECK(checked_by(world, run.with<CheckJob>().at(0)) == "bob 1");
}

TEST_CASE("at most half of the workers check versions, one of each entry", "[season-loop]") {
    for (const std::size_t workers : {1, 2, 3, 4, 7}) {
        CAPTURE(workers);
        SeasonWorld world(workers);
        submit_all(world, {"alice", "bob", "carol", "dave", "erin"});
        for (const std::string entry : {"alice", "bob"}) {
            world.submit(entry, "2", "second of " + entry);
        }
        SeasonRun run(world);
        std::size_t most = 0;
        std::vector<std::string> order;
        for (int round = 0; round < 40; ++round) {
            run.look();
            const std::vector<std::size_t> checks = run.with<CheckJob>();
            most = std::max(most, checks.size());
            std::set<std::string> entries;
            for (const std::size_t worker : checks) {
                const std::string name = checked_by(world, worker);
                CHECK(entries.insert(name.substr(0, name.find(' '))).second);
            }
            if (!checks.empty()) {
                order.push_back(checked_by(world, checks.front()));
                run.end_check(checks.front());
            }
            end_errands(run);
            for (const std::size_t worker : run.playing()) {
                run.end_game(worker);
            }
            world.pass(1);
        }
        CHECK(most == std::max<std::size_t>(1, workers / 2));
        CHECK(order.size() == 7);
        // The last version of an entry is decided last.
        std::vector<std::string> decided;
        for (const StoredVersion& version : world.book.versions()) {
            if (version.entry == "alice") {
                decided.push_back(version.version);
            }
        }
        CHECK(decided == std::vector<std::string>{"1", "2"});
    }
}

TEST_CASE("a new version replaces the old one, which keeps its games", "[season-loop]") {
    SeasonWorld world;
    submit_all(world, {"alice", "bob"});
    SeasonRun run(world);
    run.settle();
    const std::int64_t before = matches_of(world, "alice@1");
    world.submit("alice", "2", "new");
    run.settle();
    CHECK(matches_of(world, "alice@1") == before);
    CHECK(matches_of(world, "alice@2") >= 2);
    CHECK(world.folder.noted.at(0) == VersionState::old);
    CHECK(world.folder.noted.at(2) == VersionState::active);
    CHECK(world.folder.told[{"alice", "2"}] == "accepted");
}

TEST_CASE("a rejected version leaves the last accepted one active", "[season-loop]") {
    SeasonWorld world;
    submit_all(world, {"alice", "bob"});
    SeasonRun run(world);
    run.settle();
    world.submit("alice", "2", "bad");
    check_all(world, run, CheckEnd::reject);
    CHECK(world.status("alice", "2") == Status::rejected);
    CHECK(world.log.has("alice 2: rejected; see notes/alice/2.txt"));
    CHECK(world.folder.noted.at(0) == VersionState::active);
    CHECK(world.folder.told[{"alice", "2"}] == "rejected");
    CHECK(world.folder.drafts.empty());
}

TEST_CASE("files that are exchanged while they wait or are checked", "[season-loop]") {
    SeasonWorld world;
    SeasonRun run(world);
    world.submit("alice", "1", "first");
    run.look();
    REQUIRE(run.with<CheckJob>().size() == 1);
    const std::size_t worker = run.with<CheckJob>().at(0);

    SECTION("before the copy: what was copied is the version") {
        world.pass(1);
        world.submit("alice", "1", "second");
        run.end_check(worker);
        REQUIRE(world.book.versions().size() == 1);
        CHECK(world.book.versions()[0].sha256 == "second");
        CHECK(world.folder.programs.begin()->second == "second");
        run.settle();
        CHECK(world.book.versions().size() == 1); // it isn't new any more
    }
    SECTION("after the copy: there are two decisions") {
        run.copy(worker);
        world.pass(1);
        world.submit("alice", "1", "second");
        run.end_check(worker);
        run.settle();
        REQUIRE(world.book.versions().size() == 2);
        CHECK(world.book.versions()[0].sha256 == "first");
        CHECK(world.book.versions()[1].sha256 == "second");
        CHECK(world.log.has(
            "alice 1: accepted (its files have changed; a new version should have a new name)"));
    }
    SECTION("to those of a version that has its decision: nothing is decided twice") {
        run.end_check(worker);
        run.settle();
        world.pass(1);
        world.submit("alice", "1", "other");
        run.look_at_once();
        run.look();
        REQUIRE(run.with<CheckJob>().size() == 1);
        world.submit("alice", "1", "first");
        run.end_check(run.with<CheckJob>().at(0));
        CHECK(world.book.versions().size() == 1);
        CHECK(world.folder.drafts.empty());
        run.settle();
        CHECK(world.book.versions().size() == 1);
    }
    SECTION("by nothing: the version is rejected") {
        world.folder.entries.clear();
        run.end_check(worker);
        CHECK(world.status("alice", "1") == Status::rejected);
    }
}

TEST_CASE("a version that can't be read waits until it can", "[season-loop]") {
    SeasonWorld world;
    SeasonRun run(world);
    world.submit("alice", "1", "a");
    world.folder.upload("alice", "1")->is_closed = true;
    run.settle();
    CHECK_FALSE(world.status("alice", "1"));
    CHECK(
        std::count(world.log.lines.begin(), world.log.lines.end(), "alice/1: it can't be read") ==
        1);
    world.folder.upload("alice", "1")->is_closed = false;
    run.settle();
    CHECK(world.status("alice", "1") == Status::accepted);
}

TEST_CASE("a check that the referee fails at is tried once more, then it waits", "[season-loop]") {
    SeasonWorld world;
    world.submit("alice", "1", "a");
    SeasonRun run(world);
    for (int attempt = 0; attempt < 2; ++attempt) {
        CAPTURE(attempt);
        run.look_at_once();
        REQUIRE(run.with<CheckJob>().size() == 1);
        run.fail_job(run.with<CheckJob>().at(0), {"no memory\nleft"});
    }
    CHECK(world.log.has("alice 1: it waits, because it couldn't be checked: no memory left; "));
    run.settle();
    CHECK_FALSE(world.status("alice", "1"));
    CHECK(run.season().is_done() == false); // without --once it never is
    SeasonRun again(world);
    again.settle();
    CHECK(world.status("alice", "1") == Status::accepted);
}

TEST_CASE("a check without a readable end is tried once more, then rejected", "[season-loop]") {
    SeasonWorld world;
    world.submit("alice", "1", "a");
    SeasonRun run(world);
    run.look();
    run.end_job(run.with<CheckJob>().at(0), "");
    CHECK_FALSE(world.status("alice", "1"));
    run.look_at_once();
    run.end_job(run.with<CheckJob>().at(0), "{}");
    CHECK(world.status("alice", "1") == Status::rejected);
    CHECK_THAT(world.book.versions().at(0).text, ContainsSubstring("the check was not completed"));
}

TEST_CASE("a draft that is gone when it is accepted rejects the version", "[season-loop]") {
    SeasonWorld world;
    world.submit("alice", "1", "a");
    SeasonRun run(world);
    run.look();
    const std::size_t worker = run.with<CheckJob>().at(0);
    run.copy(worker);
    world.withdraw("alice");
    run.end_check(worker);
    CHECK(world.status("alice", "1") == Status::rejected);
    CHECK(world.book.ais().empty());
}

TEST_CASE("the season's own full disk ends it, an AI's doesn't", "[season-loop]") {
    SeasonWorld world;
    submit_all(world, {"alice", "bob"});
    SeasonRun run(world);
    run.look();
    const std::size_t worker = run.with<CheckJob>().at(0);
    SECTION("in a check") {
        CHECK_THROWS_AS(
            run.fail_job(worker, {"writing", "/cup/versions/alice/1.part/data"}), InternalError);
    }
    SECTION("in a check, in the work folder") {
        run.fail_job(worker, {"writing /cup/: No space left on device", "/tmp/work/1"});
        run.fail_job(worker == 0 ? 1 : 0, {"a folder with a similar name", "/cup2/versions"});
    }
    SECTION("in a game") {
        play_until_busy(world, run);
        try {
            run.fail_game(run.playing().at(0), {"the record", "/cup/records/game-1.jsonl"});
            FAIL("it goes on");
        } catch (const InternalError& problem) {
            CHECK(
                std::string(problem.what()) ==
                "the record; make room, then run the same command again");
        }
    }
}

TEST_CASE("an AI that rests gets no new match, and its author is told", "[season-loop]") {
    SeasonWorld world;
    world.config.max_games = 50;
    world.config.games = 50;
    submit_all(world, {"alice", "bob", "carol"});
    SeasonRun run(world);
    check_all(world, run);
    std::size_t seen = 0;
    bool rests = false;
    for (int round = 0; round < 60 && !rests; ++round) {
        run.look();
        for (const std::size_t worker : run.with<TellJob>()) {
            run.end_job(worker, "");
        }
        for (const std::size_t worker : run.playing()) {
            const GameToPlay game = *world.workers.all[worker].game;
            const std::string first =
                world.book.ais().at(static_cast<std::size_t>(game.ais[0])).name;
            const std::string other =
                world.book.ais().at(static_cast<std::size_t>(game.ais[1])).name;
            if (first == "alice@1" || other == "alice@1") {
                run.end_game(worker, first == "alice@1" ? 1 : 2, true);
            } else {
                run.end_game(worker, 1, false);
            }
        }
        world.pass(1);
        seen = run.given().size();
        rests = world.folder.told[{"alice", "1"}] == "resting";
    }
    REQUIRE(rests);
    CHECK(world.folder.noted.at(0) == VersionState::resting);
    std::set<std::int64_t> open;
    for (const std::size_t worker : run.playing()) {
        open.insert(world.workers.all[worker].game->match);
    }
    for (int round = 0; round < 30; ++round) {
        run.look();
        for (const std::size_t worker : run.playing()) {
            run.end_game(worker);
        }
        world.pass(1);
    }
    for (std::size_t i = seen; i < run.given().size(); ++i) {
        CHECK(
            (open.contains(run.given()[i].match) || i < seen + 2 ||
             names_in(world, run.given()[i]).count("alice@1") == 0));
    }
    CHECK(run.given().size() > seen + 4); // the others play on
    world.submit("alice", "2", "mended");
    run.settle();
    CHECK(matches_of(world, "alice@2") >= 50);
}

TEST_CASE("an AI that rests gets no new match at once, without another look", "[season-loop]") {
    SeasonWorld world(1);
    world.config.rest_after = 1;
    world.config.games = 50;
    world.config.max_games = 50;
    submit_all(world, {"alice", "bob", "carol"});
    SeasonRun run(world);
    check_all(world, run);
    run.look_at_once(); // the next look is in ten seconds
    std::int64_t lost = -1;
    for (int round = 0; round < 40 && lost < 0; ++round) {
        run.look();
        end_errands(run);
        for (const std::size_t worker : run.playing()) {
            const GameToPlay game = *world.workers.all[worker].game;
            const auto& ais = world.book.ais();
            const int seat =
                ais.at(static_cast<std::size_t>(game.ais[0])).name == "alice@1" ? 1 : 2;
            // The last game of its match.
            if (names_in(world, game).contains("alice@1") && game.index % 2 == 1) {
                lost = game.match;
                run.end_game(worker, seat, true);
            } else {
                run.end_game(worker);
            }
        }
    }
    REQUIRE(lost >= 0);
    const std::size_t given = run.given().size();
    for (int round = 0; round < 10; ++round) {
        run.look();
        end_errands(run);
        for (const std::size_t worker : run.playing()) {
            run.end_game(worker);
        }
    }
    REQUIRE(run.given().size() > given);
    for (std::size_t i = given; i < run.given().size(); ++i) {
        CHECK_FALSE(names_in(world, run.given()[i]).contains("alice@1"));
    }
}

TEST_CASE(
    "after three games in a row that can't be played their AIs pause, and break nothing",
    "[season-loop]") {
    SeasonWorld world(1);
    world.config.games = 6;
    world.config.max_games = 6;
    submit_all(world, {"alice", "bob", "carol", "dave"});
    SeasonRun run(world);
    play_until_busy(world, run);
    const std::set<std::string> failing = names_in(world, *world.workers.all[0].game);
    int in_row = 0;
    bool has_ended = false;
    for (int round = 0; round < 300 && in_row < 3; ++round) {
        play_until_busy(world, run);
        const std::set<std::string> names = names_in(world, *world.workers.all[0].game);
        if (names != failing) {
            // Games of these two with others end well: that is forgotten then.
            run.end_game(0);
            for (const std::string& name : failing) {
                in_row = names.contains(name) ? 0 : in_row;
            }
        } else if (in_row == 2 && !has_ended) {
            run.end_game(0);
            has_ended = true;
            in_row = 0;
        } else {
            run.fail_game(0, {"no room in /dev/shm"});
            ++in_row;
        }
    }
    CHECK(has_ended);
    REQUIRE(in_row == 3);
    const std::size_t given = run.given().size();
    for (int passed = 0; passed < 540; ++passed) {
        world.pass(1);
        run.look();
        end_errands(run);
        for (const std::size_t worker : run.playing()) {
            run.end_game(worker);
        }
    }
    for (std::size_t i = given; i < run.given().size(); ++i) {
        for (const std::string& name : names_in(world, run.given()[i])) {
            CHECK_FALSE(failing.contains(name));
        }
    }
    CHECK(run.given().size() > given); // the others play on
    for (const std::string& name : failing) {
        CHECK(world.log.has(name + ": 3 games in a row with it could not be played"));
        CHECK(matches_of(world, name) < 6);
    }
    world.pass(60);
    run.settle();
    for (const StoredVersion& version : world.book.versions()) {
        CHECK(version.status == Status::accepted);
        CHECK(matches_of(world, version.entry + "@1") >= 6);
    }
}

TEST_CASE("one that still fails after its pause gets the next one at once", "[season-loop]") {
    SeasonWorld world(1);
    submit_all(world, {"alice", "bob"});
    SeasonRun run(world);
    for (int failed = 0; failed < 4; ++failed) {
        play_until_busy(world, run);
        run.fail_game(0, {"no room in /dev/shm"});
        world.pass(failed < 2 ? 0 : 601);
    }
    world.pass(-600);
    for (int passed = 0; passed < 500; ++passed) {
        world.pass(1);
        run.look();
        end_errands(run);
        CHECK(run.playing().empty());
    }
}

TEST_CASE("a failure that names an AI says nothing against the other one", "[season-loop]") {
    SeasonWorld world(1);
    world.config.games = 4;
    world.config.max_games = 4;
    submit_all(world, {"alice", "bob", "carol"});
    SeasonRun run(world);
    play_until_busy(world, run);
    const GameToPlay game = *world.workers.all[0].game;
    const StoredAi named = world.book.ais().at(static_cast<std::size_t>(game.ais[0]));
    const StoredAi other = world.book.ais().at(static_cast<std::size_t>(game.ais[1]));
    int failed = 0;
    for (int round = 0; round < 100 && failed < 3; ++round) {
        play_until_busy(world, run);
        if (names_in(world, *world.workers.all[0].game).contains(named.name)) {
            // The text has the other one's path, too, as if it were the begin of the first.
            run.fail_game(
                0, {.why = world.config.path(other.path) + "b: it can't be started",
                    .contestant = named.name});
            ++failed;
        } else {
            run.end_game(0);
        }
    }
    REQUIRE(failed == 3);
    CHECK(world.log.has(named.name + ": 3 games in a row"));
    for (const StoredAi& ai : world.book.ais()) {
        CHECK((ai.name == named.name || !world.log.has(ai.name + ": 3 games in a row")));
    }
}

// A version is broken only when its files are gone or are others. Everything else is the machine's.

TEST_CASE("what can't be read for a while is played when it can", "[season-loop]") {
    for (std::size_t kind = 0; kind < passing_failures().size(); ++kind) {
        for (const std::string call : {"look for ", "read "}) {
            CAPTURE(kind, call);
            SeasonWorld world(1);
            submit_all(world, {"alice", "bob"});
            {
                SeasonRun run(world);
                run.settle();
            }
            world.config.games = 4;
            world.config.max_games = 4;
            world.folder.may_fail = [&](const std::string& called) {
                if (called.starts_with(call)) {
                    passing_failures()[kind]();
                }
            };
            SeasonRun again(world); // as a service after the machine's start
            again.settle();
            CHECK(world.status("alice", "1") == Status::accepted);
            CHECK(world.status("bob", "1") == Status::accepted);
            CHECK(matches_of(world, "alice@1") == 2);
            CHECK(world.log.has("alice@1 can't be read now: "));
            world.folder.may_fail = [](const std::string&) {};
            again.settle();
            CHECK(matches_of(world, "alice@1") >= 4);
        }
    }
}

TEST_CASE("a game that fails while its AIs can't be read breaks none of them", "[season-loop]") {
    for (std::size_t kind = 0; kind < passing_failures().size(); ++kind) {
        for (const std::string call : {"look for ", "read "}) {
            CAPTURE(kind, call);
            SeasonWorld world(1);
            submit_all(world, {"alice", "bob"});
            SeasonRun run(world);
            play_until_busy(world, run);
            const int ai = world.workers.all[0].game->ais[0];
            const std::string path =
                world.config.path(world.book.ais().at(static_cast<std::size_t>(ai)).path);
            world.folder.may_fail = [&](const std::string& called) {
                if (called.starts_with(call)) {
                    passing_failures()[kind]();
                }
            };
            run.fail_game(0, {path + ": it can't be started (too many open files)"});
            world.folder.may_fail = [](const std::string&) {};
            run.settle();
            CHECK(world.status("alice", "1") == Status::accepted);
            CHECK(world.status("bob", "1") == Status::accepted);
            CHECK(matches_of(world, "alice@1") == 2);
        }
    }
}

TEST_CASE("a mistake of ours while a program is read isn't passed over", "[season-loop]") {
    SeasonWorld world;
    submit_all(world, {"alice", "bob"});
    {
        SeasonRun run(world);
        run.settle();
    }
    world.folder.may_fail = [](const std::string& called) {
        if (called.starts_with("read ")) {
            throw InternalError("a table has no such row");
        }
    };
    CHECK_THROWS_AS(SeasonRun(world), InternalError);
}

TEST_CASE("a copy that can't be read now is checked again, not rejected", "[season-loop]") {
    for (std::size_t kind = 0; kind < passing_failures().size(); ++kind) {
        for (const std::string call : {"keep ", "read "}) {
            CAPTURE(kind, call);
            SeasonWorld world;
            world.submit("alice", "1", "a");
            SeasonRun run(world);
            run.look();
            int failed = 0;
            world.folder.may_fail = [&](const std::string& called) {
                if (called.starts_with(call) && failed++ == 0) {
                    passing_failures()[kind]();
                }
            };
            run.end_check(run.with<CheckJob>().at(0));
            CHECK_FALSE(world.status("alice", "1"));
            run.settle();
            CHECK(world.status("alice", "1") == Status::accepted);
            CHECK(world.book.versions().size() == 1);
        }
    }
}

TEST_CASE("what the database says ends the season and rejects nothing", "[season-loop]") {
    for (const CheckEnd verdict : {CheckEnd::accept, CheckEnd::reject}) {
        SeasonWorld world;
        world.submit("alice", "1", "a");
        SeasonRun run(world);
        run.look();
        int failed = 0;
        world.book.may_fail = [&failed](const std::string& call) {
            if (call == "add a version" && failed++ == 0) {
                throw UserError("season.sqlite: it is locked by another season");
            }
        };
        CHECK_THROWS_AS(run.end_check(run.with<CheckJob>().at(0), verdict), UserError);
        CHECK(world.book.versions().empty());
        world.book.may_fail = [](const std::string&) {};
        SeasonRun again(world);
        again.settle();
        CHECK(world.status("alice", "1") == Status::accepted);
    }
}

TEST_CASE("whatever fails once, the next start goes on from there", "[season-loop]") {
    // Each call of one season fails in a run of its own.
    std::vector<std::string> calls;
    const auto play = [](SeasonWorld& world) {
        SeasonRun run(world);
        run.settle();
        world.submit("alice", "2", "newer");
        run.settle();
    };
    {
        SeasonWorld world(1);
        submit_all(world, {"alice", "bob"});
        world.folder.may_fail = [&](const std::string& call) { calls.push_back(call); };
        world.book.may_fail = world.folder.may_fail;
        play(world);
    }
    REQUIRE(calls.size() > 20);
    for (std::size_t at = 0; at < calls.size(); ++at) {
        CAPTURE(at, calls[at]);
        SeasonWorld world(1);
        submit_all(world, {"alice", "bob"});
        std::size_t count = 0;
        world.folder.may_fail = [&](const std::string&) {
            if (count++ == at) {
                throw EnvironmentError("the machine fails");
            }
        };
        world.book.may_fail = world.folder.may_fail;
        try {
            play(world);
        } catch (const EnvironmentError& problem) {
            CHECK(std::string(problem.what()) == "the machine fails");
        }
        if (world.folder.upload("alice", "2") == nullptr) {
            world.submit("alice", "2", "newer");
        }
        SeasonRun again(world);
        again.settle();
        for (const StoredVersion& version : world.book.versions()) {
            CHECK(version.status == Status::accepted);
        }
        CHECK(world.book.versions().size() == 3);
        CHECK(matches_of(world, "alice@2") >= 2);
        CHECK(world.folder.drafts.empty());
    }
}

TEST_CASE("a game whose rules fail blames nobody and isn't waited for", "[season-loop]") {
    SeasonWorld world(1);
    submit_all(world, {"alice", "bob"});
    SeasonRun run(world);
    play_until_busy(world, run);
    const std::int64_t match = world.workers.all[0].game->match;
    run.break_game(0);
    run.settle();
    CHECK(world.log.now == "every version has its games; waiting for new ones");
    CHECK(world.status("alice", "1") == Status::accepted);
    for (std::size_t i = 1; i < run.given().size(); ++i) {
        CHECK(run.given()[i].match != match); // until the rules are mended
    }
}

TEST_CASE("notes are written when they have changed, not at each look", "[season-loop]") {
    SeasonWorld world;
    submit_all(world, {"alice", "bob"});
    SeasonRun run(world);
    run.settle();
    const int written = world.folder.notes_written;
    for (int look = 0; look < 20; ++look) {
        world.pass(11);
        run.look();
    }
    CHECK(world.folder.notes_written == written);
    world.submit("alice", "2", "newer");
    run.settle();
    CHECK(world.folder.notes_written > written);
}

TEST_CASE("each fault of a game is in the notes, also of one that was won", "[season-loop]") {
    SeasonWorld world(1);
    submit_all(world, {"alice", "bob"});
    SeasonRun run(world);
    play_until_busy(world, run);
    world.pass(11);
    run.look();
    const int written = world.folder.notes_written;
    run.end_game(0, 2, true);
    world.pass(11);
    run.look();
    CHECK(world.folder.notes_written == written + 1);
}

TEST_CASE("a note that could not be told is told without another event", "[season-loop]") {
    SeasonWorld world;
    world.submit("alice", "1", "a");
    SeasonRun run(world);
    run.look();
    run.end_check(run.with<CheckJob>().at(0));
    for (int round = 0; round < 10 && run.with<TellJob>().empty(); ++round) {
        world.pass(11);
        run.look();
    }
    run.end_job(run.with<TellJob>().at(0), "exit status 1: no mail");
    for (int round = 0; round < 10 && run.with<TellJob>().empty(); ++round) {
        for (const std::size_t worker : run.with<SiteJob>()) {
            run.end_job(worker, "");
        }
        world.pass(11);
        run.look();
    }
    REQUIRE(run.with<TellJob>().size() == 1);
    run.end_job(run.with<TellJob>().at(0), "");
    CHECK(world.folder.told[{"alice", "1"}] == "accepted");
}

TEST_CASE("a match that can't be played is played later", "[season-loop]") {
    SeasonWorld world(1);
    submit_all(world, {"alice", "bob"});
    SeasonRun run(world);
    play_until_busy(world, run);
    run.fail_game(0, {"a worker has died"});
    CHECK(world.log.has("game 1 could not be played: a worker has died"));
    run.settle();
    CHECK(matches_of(world, "alice@1") == 2); // in addition to the one that wasn't played
    CHECK(run.given().size() == 5);
}

TEST_CASE("an AI whose files a failure shows to be others is broken at once", "[season-loop]") {
    SeasonWorld world(1);
    world.config.games = 4;
    world.config.max_games = 4;
    submit_all(world, {"alice", "bob", "carol"});
    SeasonRun run(world);
    play_until_busy(world, run);
    exchange_files_in_game(world, run, "alice@1");
    CHECK(world.status("alice", "1") == Status::broken);
    run.settle();
    CHECK(world.status("bob", "1") == Status::accepted);
    CHECK(world.status("carol", "1") == Status::accepted);
}

TEST_CASE("twenty games in a row that can't be played end the season", "[season-loop]") {
    SeasonWorld world(1);
    world.config.games = 40;
    world.config.max_games = 40;
    std::vector<std::string> entries;
    for (char name = 'a'; name <= 'z'; ++name) {
        entries.emplace_back(1, name);
    }
    submit_all(world, entries);
    SeasonRun run(world);
    check_all(world, run);
    int failed = 0;
    const auto fail_all = [&] {
        for (int round = 0; round < 200; ++round) {
            run.look();
            end_errands(run);
            for (const std::size_t worker : run.playing()) {
                ++failed;
                run.fail_game(worker, {"a worker has died"});
            }
            world.pass(1);
        }
    };
    try {
        fail_all();
        FAIL("it goes on");
    } catch (const InternalError& problem) {
        // The machine is the cause, so there is nothing to report.
        CHECK(dynamic_cast<const EnvironmentError*>(&problem) != nullptr);
    }
    CHECK(failed == 21);
}

TEST_CASE("an idle worker that is killed is replaced", "[season-loop]") {
    SeasonWorld world;
    SeasonRun run(world);
    run.settle();
    for (int killed = 0; killed < 30; ++killed) { // by hand, now and then
        run.fail_game(killed % 2, {"a worker has died"});
        world.pass(1300);
        run.settle();
    }
    CHECK(world.log.has("a worker without a game has ended: a worker has died"));
    submit_all(world, {"alice", "bob"});
    run.settle();
    CHECK(matches_of(world, "alice@1") >= 2);
}

TEST_CASE("workers that die before they play end the season", "[season-loop]") {
    SeasonWorld world(1);
    SeasonRun run(world);
    run.settle();
    int failed = 0;
    const auto fail_all = [&] {
        for (; failed < 100; ++failed) {
            run.fail_game(0, {"no memory"});
            world.pass(1);
            run.look();
            end_errands(run);
        }
    };
    CHECK_THROWS_AS(fail_all(), EnvironmentError);
    CHECK(failed == 20);
}

TEST_CASE("a withdrawn entry rests, whatever it is doing", "[season-loop]") {
    SeasonWorld world;
    world.config.games = 6;
    world.config.max_games = 6;
    submit_all(world, {"alice", "bob", "carol"});
    SeasonRun run(world);
    check_all(world, run);
    SECTION("while it plays: the first game that fails tells") {
        for (int round = 0; round < 50; ++round) {
            run.look();
            const std::vector<std::size_t> playing = run.playing();
            const auto of_alice =
                std::find_if(playing.begin(), playing.end(), [&](std::size_t worker) {
                    return names_in(world, *world.workers.all[worker].game).contains("alice@1");
                });
            if (of_alice != playing.end()) {
                world.withdraw("alice");
                run.fail_game(*of_alice, {"no such file"});
                break;
            }
            for (const std::size_t worker : run.with<TellJob>()) {
                run.end_job(worker, "");
            }
            for (const std::size_t worker : playing) {
                run.end_game(worker);
            }
            world.pass(1);
        }
        CHECK(world.log.has("alice 1 can't be played: its files were deleted: it is withdrawn"));
        CHECK_FALSE(world.log.has("could not be played"));
    }
    SECTION("before a start: it is found then") {
        world.withdraw("alice");
        SeasonRun again(world);
        CHECK(world.log.has("alice 1 can't be played: its files were deleted: it is withdrawn"));
        again.settle();
    }
    SECTION("its submitted folder alone: it plays on, and the organiser is told once") {
        world.folder.entries.erase("alice");
        run.settle();
        CHECK(world.status("alice", "1") == Status::accepted);
        CHECK(std::count_if(world.log.lines.begin(), world.log.lines.end(), [](const auto& line) {
                  return line.find("entries/alice has no version") != std::string::npos;
              }) == 1);
        return;
    }
    CHECK(world.status("alice", "1") == Status::broken);
    CHECK(world.status("bob", "1") == Status::accepted);
}

TEST_CASE("files that have changed since they were accepted don't play", "[season-loop]") {
    SeasonWorld world;
    submit_all(world, {"alice", "bob"});
    world.submit("alice", "2", "newer");
    {
        SeasonRun run(world);
        run.settle();
    }
    const auto newer = std::find_if(
        world.folder.programs.begin(), world.folder.programs.end(),
        [](const auto& program) { return program.second == "newer"; });
    REQUIRE(newer != world.folder.programs.end());
    newer->second = "edited";
    SeasonRun again(world);
    CHECK(world.status("alice", "2") == Status::broken);
    CHECK(world.status("alice", "1") == Status::accepted);
    again.settle();
    CHECK(world.folder.noted.at(0) == VersionState::active); // the one before plays
}

TEST_CASE("entries with the same files don't meet, unless it is decided", "[season-loop]") {
    for (const std::optional<CopyDecision> decision :
         {std::optional<CopyDecision>(), std::optional(CopyDecision::both),
          std::optional(CopyDecision::first), std::optional(CopyDecision::none)}) {
        SeasonWorld world;
        if (decision) {
            world.config.decisions[{"alice", "bob"}] = *decision;
        }
        world.submit("alice", "1", "same");
        SeasonRun run(world);
        check_all(world, run);
        world.submit("bob", "1", "same");
        world.submit("carol", "1", "carol");
        world.submit("dave", "1", "dave");
        run.settle();
        bool have_met = false;
        for (const GameToPlay& game : run.given()) {
            const std::set<std::string> names = names_in(world, game);
            have_met = have_met || (names.contains("alice@1") && names.contains("bob@1"));
        }
        CAPTURE(decision ? static_cast<int>(*decision) : -1);
        CHECK_FALSE(have_met);
        const bool alice_plays = !decision || *decision != CopyDecision::none;
        const bool bob_plays = !decision || *decision == CopyDecision::both;
        CHECK(world.status("alice", "1") == (alice_plays ? Status::accepted : Status::broken));
        CHECK(world.status("bob", "1") == (bob_plays ? Status::accepted : Status::broken));
        CHECK(world.log.has("note: bob 1 has the same files as alice 1; write") == !decision);
        // A decision that is taken back no longer counts from the next start on: both play at once.
        world.config.decisions.clear();
        world.config.games = 6;
        world.config.max_games = 6;
        SeasonRun again(world);
        CHECK(world.status("alice", "1") == Status::accepted);
        CHECK(world.status("bob", "1") == Status::accepted);
        again.settle();
        CHECK(matches_of(world, "alice@1") >= 6);
        CHECK(matches_of(world, "bob@1") >= 6);
    }
}

TEST_CASE(
    "baselines are versions of their own, as long as season.ini names them", "[season-loop]") {
    SeasonWorld world;
    world.config.baselines = {{"easy", "/ai/easy"}, {"hard", "/ai/hard"}};
    world.folder.programs = {{"/ai/easy", "e1"}, {"/ai/hard", "h1"}};
    world.submit("alice", "1", "a");
    {
        SeasonRun run(world);
        run.settle();
        CHECK(matches_of(world, "alice@1") >= 2);
    }
    CHECK(world.book.versions().size() == 3);
    world.folder.programs["/ai/easy"] = "e2"; // another program of this name
    world.config.baselines.pop_back();
    {
        SeasonRun run(world);
        run.settle();
    }
    const auto& versions = world.book.versions();
    REQUIRE(versions.size() == 4);
    CHECK(versions[0].status == Status::broken);
    CHECK(versions[1].status == Status::broken);
    CHECK(versions[1].text == "season.ini no longer names it");
    CHECK(versions[3].version == "2");
    world.config.baselines.push_back({"hard", "/ai/hard"});
    const SeasonRun run(world);
    CHECK(world.book.versions()[1].status == Status::accepted);
}

TEST_CASE("an interrupted match is finished first", "[season-loop]") {
    SeasonWorld world(1);
    submit_all(world, {"alice", "bob", "carol"});
    std::int64_t match = -1;
    {
        SeasonRun run(world);
        play_until_busy(world, run);
        match = world.workers.all[0].game->match;
        run.end_game(0);
        run.look();
        REQUIRE(world.workers.all[0].game->match == match);
    } // the second game is lost
    SeasonRun again(world);
    for (int round = 0; round < 20 && again.given().empty(); ++round) {
        again.look();
        for (const std::size_t worker : again.with<SiteJob>()) {
            again.end_job(worker, "");
        }
        world.pass(1);
    }
    REQUIRE(!again.given().empty());
    CHECK(again.given()[0].match == match);
    CHECK(again.given()[0].index == 2 * match + 1);
    again.settle();
    std::set<std::int64_t> indexes;
    world.book.for_each([&](const GameOutcome& game) { indexes.insert(game.index); });
    CHECK(indexes.size() == 2 * (static_cast<std::size_t>(*indexes.rbegin()) / 2 + 1));
}

TEST_CASE("an entry has a limited number of versions that wait", "[season-loop]") {
    SeasonWorld world;
    world.config.quota.waiting = 2;
    for (const std::string version : {"1", "2", "3", "4", "5"}) {
        world.submit("alice", version, "a" + version);
        world.pass(1);
    }
    SeasonRun run(world, true);
    run.look();
    CHECK(world.log.now == "checking alice 1 and 1 more");
    CHECK(world.log.has("alice: it has more versions than the 2 that may wait"));
    for (int round = 0; round < 60; ++round) {
        for (const std::size_t worker : run.with<CheckJob>()) {
            run.end_check(worker);
        }
        for (const std::size_t worker : run.with<TellJob>()) {
            run.end_job(worker, "");
        }
        world.pass(1);
        run.look();
    }
    CHECK(world.book.versions().size() == 5);
    CHECK(world.folder.noted.back() == VersionState::active);
    CHECK(run.is_over());
}

TEST_CASE("what is too much makes room, or is refused unread", "[season-loop]") {
    SeasonWorld world;
    world.config.quota.versions = 2;
    SeasonRun run(world);
    world.submit("alice", "1", "a1");
    check_all(world, run, CheckEnd::reject);
    for (const std::string version : {"2", "3"}) {
        world.submit("alice", version, "a" + version);
        check_all(world, run);
    }
    // The rejected one went, so that there was room.
    CHECK(world.folder.upload("alice", "1") == nullptr);
    CHECK(world.log.has("alice: it had too much; the files of 1 version that don't play were "
                        "removed: alice 1"));
    CHECK(world.status("alice", "3") == Status::accepted);
    world.config.quota.size = 3; // the copies alone are two
    world.submit("alice", "4", "a4");
    run.settle();
    CHECK(world.status("alice", "4") == Status::rejected);
    CHECK(world.book.versions().back().sha256 != "a4");
    CHECK_THAT(
        world.book.versions().back().text, ContainsSubstring("there is no room for it: with it "));
    // It was reported once, and the active one plays on.
    const std::size_t decisions = world.book.versions().size();
    run.settle();
    CHECK(world.book.versions().size() == decisions);
    CHECK(world.folder.has(world.config.path(
        world.book.ais().at(static_cast<std::size_t>(world.book.versions()[2].ai)).path)));
}

TEST_CASE("a note is told once; if that fails, five times", "[season-loop]") {
    SeasonWorld world;
    world.submit("alice", "1", "a");
    SeasonRun run(world);
    run.look();
    run.end_check(run.with<CheckJob>().at(0));
    int tries = 0;
    for (int round = 0; round < 100; ++round) {
        world.pass(11);
        run.look();
        CHECK(run.with<TellJob>().size() <= 1);
        for (const std::size_t worker : run.with<TellJob>()) {
            ++tries;
            if (tries % 2 == 1) {
                run.end_job(worker, "exit status 1: no mail");
            } else {
                run.fail_job(worker, {"it died"});
            }
            world.submit("other" + std::to_string(round), "1", std::to_string(round));
        }
        for (const std::size_t worker : run.with<SiteJob>()) {
            run.end_job(worker, "");
        }
    }
    CHECK(tries == 5);
    CHECK(world.log.has("on-note for alice 1: exit status 1: no mail"));
    SeasonRun again(world);
    for (int round = 0; round < 20 && again.with<TellJob>().empty(); ++round) {
        world.pass(11);
        again.look();
    }
    REQUIRE(!again.with<TellJob>().empty()); // until the next start
    again.end_job(again.with<TellJob>().at(0), "");
    CHECK(world.folder.told[{"alice", "1"}] == "accepted");
}

TEST_CASE("without on-note nobody is told", "[season-loop]") {
    SeasonWorld world;
    world.config.on_note.clear();
    submit_all(world, {"alice", "bob"});
    SeasonRun run(world);
    run.settle();
    CHECK(world.folder.told.empty());
    CHECK(world.folder.noted.size() == 2);
}

TEST_CASE("the site is made once at a time, and once a minute", "[season-loop]") {
    SeasonWorld world;
    SeasonRun run(world);
    run.look();
    REQUIRE(run.with<SiteJob>().size() == 1); // the first one at once
    world.submit("alice", "1", "a");
    world.pass(100);
    run.look();
    CHECK(run.with<SiteJob>().size() == 1);
    for (const std::size_t worker : run.with<CheckJob>()) {
        run.end_check(worker);
    }
    run.end_job(run.with<SiteJob>().at(0), "a note of site");
    CHECK(world.log.has("site: a note of site"));
    for (int passed = 0; passed < 59; ++passed) {
        CAPTURE(passed);
        run.look();
        CHECK(run.with<SiteJob>().empty());
        for (const std::size_t worker : run.with<TellJob>()) {
            run.end_job(worker, "");
        }
        world.pass(1);
    }
    world.pass(1);
    run.look();
    CHECK(run.with<SiteJob>().size() == 1);
    // One that fails is made again, a minute later.
    run.fail_job(run.with<SiteJob>().at(0), {"it died"});
    CHECK(world.log.has("site: it died"));
    run.look();
    CHECK(run.with<SiteJob>().empty());
    world.pass(60);
    run.look();
    CHECK(run.with<SiteJob>().size() == 1);
    run.end_job(run.with<SiteJob>().at(0), "");
    world.pass(600);
    run.look();
    CHECK(run.with<SiteJob>().empty()); // nothing has changed
}

TEST_CASE("a change while the site is made needs another one", "[season-loop]") {
    SeasonWorld world;
    SeasonRun run(world);
    run.look();
    const std::size_t site = run.with<SiteJob>().at(0);
    world.submit("alice", "1", "a");
    run.look_at_once();
    run.end_check(run.with<CheckJob>().at(0));
    run.end_job(site, "");
    world.pass(60);
    run.look();
    CHECK(run.with<SiteJob>().size() == 1);
}

TEST_CASE("pages change at each moment of the calendar", "[season-loop]") {
    for (const auto moment :
         {&Calendar::deadline, &Calendar::freeze, &Calendar::unfreeze, &Calendar::embargo}) {
        SeasonWorld world;
        world.set_moment(&Calendar::freeze, 250);
        world.set_moment(moment, 300);
        world.announcement->calendar.freeze.reset();
        if (moment == &Calendar::unfreeze || moment == &Calendar::freeze) {
            world.set_moment(&Calendar::freeze, moment == &Calendar::freeze ? 300 : 1);
        }
        SeasonRun run(world);
        run.settle();
        const std::int64_t time = (world.announcement->calendar.*moment)->time;
        while (world.clock.now() < time - 1) {
            world.pass(1);
            run.look();
            CHECK(run.with<SiteJob>().empty());
        }
        world.pass(1);
        run.look();
        REQUIRE(run.with<SiteJob>().size() == 1);
        run.end_job(run.with<SiteJob>().at(0), "");
        for (int passed = 0; passed < 200; ++passed) {
            world.pass(1);
            run.look();
            CHECK(run.with<SiteJob>().empty());
        }
    }
}

TEST_CASE("a moment that comes while the season is stopped changes the pages", "[season-loop]") {
    SeasonWorld world;
    SeasonRun run(world);
    run.settle();
    world.set_moment(&Calendar::embargo, 63);
    world.pass(11);
    run.look(); // it reads of it
    REQUIRE(run.with<SiteJob>().size() == 1);
    run.end_job(run.with<SiteJob>().at(0), "");
    world.pass(600);
    run.look();
    CHECK(run.with<SiteJob>().size() == 1);
}

TEST_CASE("a new announcement counts at once; one with mistakes doesn't", "[season-loop]") {
    SeasonWorld world;
    submit_all(world, {"alice"});
    world.set_moment(&Calendar::deadline, -5);
    SeasonRun run(world);
    run.settle();
    CHECK(world.status("alice", "1") == Status::late);
    CHECK(world.folder.told[{"alice", "1"}] == "late");
    const Announcement before = *world.announcement;
    world.announcement.reset();
    run.settle();
    CHECK(world.log.has("season.ini:1: it can't be read; what was read before still counts"));
    CHECK(world.status("alice", "1") == Status::late);
    world.announcement = before;
    run.settle();
    CHECK_FALSE(world.log.has("the new moments and texts count from now on"));
    world.set_moment(&Calendar::deadline, 10'000); // it was moved
    run.settle();
    CHECK(world.log.has("season.ini: the new moments and texts count from now on"));
    CHECK(world.status("alice", "1") == Status::accepted);
    CHECK(world.book.versions().size() == 1);
    CHECK(world.folder.told[{"alice", "1"}] == "accepted");
}

// The deadline crosses each step of a version's way. referee/season/README.md, "Times".

TEST_CASE("the deadline comes after any step of a version's way", "[season-loop][deadline]") {
    for (const Step step :
         {Step::submitted, Step::seen, Step::begun, Step::copied, Step::decided}) {
        CAPTURE(static_cast<int>(step));
        // In time and unchanged, it plays, however slowly the season works.
        CHECK(status_after({.last = step}) == Status::accepted);
        CHECK(status_after({.last = step, .was_there = false}) == Status::accepted);
        // Exchanged behind the clock's back it is late, unless it had been copied before.
        const bool was_copied = step >= Step::copied;
        CHECK(
            status_after({.last = step, .is_exchanged = true}) ==
            (was_copied ? Status::accepted : Status::late));
    }
}

TEST_CASE("a version that comes after the deadline is late", "[season-loop][deadline]") {
    SeasonWorld world;
    submit_all(world, {"alice"});
    world.set_moment(&Calendar::deadline, 50);
    SeasonRun run(world);
    run.settle(); // goes beyond it
    REQUIRE(world.clock.now() > (world.announcement->calendar.deadline)->time);
    CHECK(world.status("alice", "1") == Status::accepted);
    world.submit("alice", "2", "later");
    world.submit("alice", "1", "changed");
    run.settle();
    CHECK(world.status("alice", "2") == Status::late);
    CHECK(world.status("alice", "1") == Status::late); // these files; the accepted ones play on
    CHECK(world.folder.noted.at(0) == VersionState::active);
    CHECK(world.log.has("alice 2: late: it was submitted or changed at "));
}

TEST_CASE(
    "a season that wasn't there at the deadline says that change times count",
    "[season-loop][deadline]") {
    SeasonWorld world;
    submit_all(world, {"alice"});
    world.set_moment(&Calendar::deadline, 50);
    SECTION("it was started after it") {
        world.pass(100);
    }
    SECTION("it was stopped for more than a minute") {
        SeasonRun run(world);
        // Nothing is checked: the season is stopped at once.
        world.announcement->calendar.deadline->time = world.clock.now() + 50;
        world.pass(50 + 61);
    }
    SeasonRun run(world);
    run.settle();
    CHECK(world.status("alice", "1") == Status::accepted);
    CHECK_FALSE(world.log.has("the deadline has come"));
    CHECK(world.log.has("alice 1: The season didn't run at the deadline, "));
    CHECK_THAT(
        world.book.versions().at(0).text, ContainsSubstring("only the change times of its files"));
}

TEST_CASE("the season wakes up just after the deadline", "[season-loop][deadline]") {
    SeasonWorld world;
    world.set_moment(&Calendar::deadline, 3);
    SeasonRun run(world);
    run.look();
    const std::int64_t wait = run.season().due_ns() - world.clock.monotonic_ns();
    CHECK(wait > 3 * tests::second);
    CHECK(wait <= 3 * tests::second + 1'000'000);
}

TEST_CASE("when the active version breaks, the one before plays, at once", "[season-loop]") {
    SeasonWorld world(1);
    submit_all(world, {"alice", "bob", "carol"});
    {
        SeasonRun run(world);
        run.settle();
        world.submit("alice", "2", "newer");
        run.settle();
    }
    // After this start only the active version has been read.
    world.config.games = 8;
    world.config.max_games = 8;
    SeasonRun again(world);
    const std::int64_t before = matches_of(world, "alice@1");
    exchange_files_in_game(world, again, "alice@2");
    REQUIRE(world.status("alice", "2") == Status::broken);
    again.settle();
    CHECK(matches_of(world, "alice@1") > before);
    CHECK(matches_of(world, "alice@1") >= 8);
}

TEST_CASE("the site shows at once that an AI can't be played", "[season-loop]") {
    SeasonWorld world(1);
    submit_all(world, {"alice", "bob", "carol"});
    SeasonRun run(world);
    run.settle();
    world.config.games = 4;
    world.config.max_games = 4;
    SeasonRun again(world);
    play_until_busy(world, again);
    again.look();
    const int ai = world.workers.all[0].game->ais[0];
    world.pass(100);
    const std::string path =
        world.config.path(world.book.ais().at(static_cast<std::size_t>(ai)).path);
    world.folder.programs.at(path) = "changed";
    again.fail_game(0, {path + ": changed"});
    for (int round = 0; round < 3 && again.with<SiteJob>().empty(); ++round) {
        for (const std::size_t worker : again.with<TellJob>()) {
            again.end_job(worker, "");
        }
        again.look();
    }
    CHECK(again.with<SiteJob>().size() == 1);
}
