// A season that plays on a cluster: referee/season/README.md, "On a cluster". The cluster is a
// value, so that jobs are lost, killed, held and requeued, and the season is killed, at any moment.

#include "support/catch.hpp"
#include "support/rounds.hpp"
#include "support/season/fake_cluster.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace referee;
using tests::CheckEnd;
using tests::ClusterRun;
using tests::FakeCluster;
using tests::SeasonWorld;

namespace {

/// A season with so many entries that nobody has checked yet.
SeasonWorld& with_entries(SeasonWorld& world, int entries) {
    for (int i = 0; i < entries; ++i) {
        world.submit(fmt::format("entry{}", i), "1", fmt::format("content{}", i));
    }
    return world;
}

/// The number of matches of each AI.
std::map<int, int> matches_of(const SeasonWorld& world) {
    std::map<int, std::set<std::int64_t>> matches;
    world.book.for_each([&](const GameOutcome& game) {
        for (const SeatOutcome& seat : game.seats) {
            matches[seat.ai].insert(game.match);
        }
    });
    std::map<int, int> counts;
    for (const auto& [ai, own] : matches) {
        counts[ai] = static_cast<int>(own.size());
    }
    return counts;
}

/// True if every match in the book has all its games, of the same AIs on the same field.
bool has_whole_matches(const SeasonWorld& world) {
    std::map<std::int64_t, std::vector<GameOutcome>> matches;
    world.book.for_each([&](const GameOutcome& game) { matches[game.match].push_back(game); });
    return std::all_of(matches.begin(), matches.end(), [](const auto& match) {
        const std::vector<GameOutcome>& games = match.second;
        return games.size() == 2 && games[0].field == games[1].field &&
               games[0].seats[0].ai == games[1].seats[1].ai &&
               games[0].seats[1].ai == games[1].seats[0].ai;
    });
}

std::size_t count_lines(const SeasonWorld& world, const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(world.log.lines.begin(), world.log.lines.end(), [&](const std::string& line) {
            return line.find(text) != std::string::npos;
        }));
}

/// What a SIGKILL is to a season: everything but the disk and the cluster is gone.
struct Killed : std::runtime_error {
    Killed() : std::runtime_error("killed") {}
};

} // namespace

TEST_CASE(
    "on a cluster every version plays its matches, each game once", "[season-loop][cluster]") {
    SeasonWorld world;
    FakeCluster cluster(world.folder);
    ClusterRun run(with_entries(world, 6), cluster);
    run.settle();
    const std::map<int, int> matches = matches_of(world);
    CHECK(matches.size() == 6);
    for (const auto& [ai, count] : matches) {
        CHECK(count >= world.config.games);
    }
    CHECK(has_whole_matches(world));
    CHECK(world.log.now == "every version has its games; waiting for new ones");
    CHECK(run.run().given().empty());
}

TEST_CASE("a season with --once waits for the cluster", "[season-loop][cluster]") {
    SeasonWorld world;
    FakeCluster cluster(world.folder);
    ClusterRun run(with_entries(world, 2), cluster, true);
    run.step();
    run.step();
    run.step();
    REQUIRE(cluster.queue.size() == 1);
    CHECK(world.log.now == "4 games on the cluster; jobs: 0 running, 1 waiting");
    CHECK_FALSE(run.run().is_over());
    cluster.finish(cluster.queue.begin()->first);
    run.step();
    run.step();
    CHECK(run.run().is_over());
    CHECK(world.book.game_count() == 4);
}

TEST_CASE("matches that are known are divided among the jobs", "[season-loop][cluster]") {
    SeasonWorld world;
    world.config.games = world.config.max_games = 8;
    world.config.cluster.shards = 4;
    FakeCluster cluster(world.folder);
    ClusterRun run(with_entries(world, 8), cluster);
    for (int i = 0; i < 12; ++i) { // without their checks there are few of them
        run.step();
    }
    SECTION("as many jobs as there may be, and no more") {
        CHECK(cluster.queue.size() == 4);
        CHECK(std::count_if(cluster.submitted.begin(), cluster.submitted.end(), [&](auto number) {
                  return cluster.folders.contains(number);
              }) == 4);
    }
    SECTION("and a shard is as long as its time says, but grows slowly") {
        while (!cluster.queue.empty()) {
            cluster.finish(cluster.queue.begin()->first);
        }
        cluster.seconds_per_match = 1;
        world.config.games = world.config.max_games = 400;
        ClusterRun next(world, cluster); // it reads the new numbers
        next.step();
        ClusterEngine engine(
            world.config, {world.book, world.book, [](const StoredMachine&) {}}, world.clock,
            world.log, cluster, cluster, cluster);
        CHECK(engine.matches_in_shard() >= 10); // ten minutes of matches of a minute
        CHECK(engine.matches_in_shard() <= 64);
    }
}

TEST_CASE(
    "what a lost job has played counts, and only the rest is submitted again",
    "[season-loop][cluster]") {
    SeasonWorld world;
    world.config.cluster.shards = 1;
    FakeCluster cluster(world.folder);
    ClusterRun run(with_entries(world, 4), cluster);
    while (cluster.queue.empty()) {
        run.step();
    }
    const std::int64_t shard = cluster.queue.begin()->first;
    cluster.start(shard);
    cluster.play(shard, 3);
    run.step();
    CHECK(world.book.game_count() == 0); // a job that runs isn't read
    cluster.lose(shard);
    run.step();
    CHECK(
        world.book.game_count() == 2); // whole matches: another node may go on with the third game
    CHECK(cluster.queue.contains(shard));
    CHECK(count_lines(world, "is submitted again") == 1);
    SECTION("on the same kind of node") {}
    SECTION("a match that was begun on another kind of node is played anew") {
        const PlannedMatch match = cluster.folders.at(shard).shard.matches.at(1);
        const std::int64_t third = game_index(match.index, 2, 0);
        cluster.play_anew(shard);
        cluster.loser = [](std::int64_t) { return 1; }; // there
        cluster.finish(shard);
        run.step();
        world.book.for_each([&](const GameOutcome& game) {
            if (game.match == match.index) {
                CHECK(game.seats.at(0).rank == 2);
            }
        });
        CHECK(world.book.games_between(third, third + 2).size() == 2);
    }
    run.settle();
    CHECK(has_whole_matches(world));
}

TEST_CASE("a season that was stopped finds its jobs again", "[season-loop][cluster]") {
    SeasonWorld world;
    world.config.cluster.shards = 2;
    world.config.games = world.config.max_games = 6;
    FakeCluster cluster(world.folder);
    std::optional<ClusterRun> run(std::in_place, with_entries(world, 6), cluster);
    for (int i = 0; i < 8; ++i) {
        run->step();
    }
    REQUIRE(cluster.queue.size() == 2);
    const std::int64_t first = cluster.queue.begin()->first;
    const std::int64_t second = cluster.queue.rbegin()->first;
    run.reset();
    SECTION("and doesn't submit them again") {
        const std::size_t before = cluster.submitted.size();
        run.emplace(world, cluster);
        run->step();
        CHECK(cluster.submitted.size() == before);
    }
    SECTION("one has ended meanwhile, the other was cancelled") {
        cluster.finish(first);
        cluster.play(second, 1);
        cluster.cancel({cluster.queue.at(second)});
        run.emplace(world, cluster);
        run->step();
        CHECK_FALSE(cluster.folders.contains(first));
        CHECK(cluster.queue.contains(second));
        CHECK(world.log.lines.empty() == false);
    }
    run->settle();
    CHECK(has_whole_matches(world));
    for (const auto& [ai, count] : matches_of(world)) {
        CHECK(count >= 6);
    }
}

TEST_CASE(
    "a cluster that doesn't answer is asked at growing intervals, and said once",
    "[season-loop][cluster]") {
    SeasonWorld world;
    FakeCluster cluster(world.folder);
    ClusterRun run(with_entries(world, 4), cluster);
    while (cluster.queue.empty()) {
        run.step();
    }
    const std::int64_t shard = cluster.queue.begin()->first;
    cluster.is_away = true;
    const int before = cluster.asked;
    for (int i = 0; i < 120; ++i) { // an hour
        run.step();
    }
    CHECK(cluster.asked - before >= 8);
    CHECK(cluster.asked - before <= 14); // 30 s, 1, 2, 4, 8 minutes, then every ten
    CHECK(count_lines(world, "the cluster doesn't answer") == 1);
    CHECK(world.log.now == "the cluster doesn't answer");
    // What is complete needs no answer.
    cluster.finish(shard);
    for (int i = 0; i < 21; ++i) {
        run.step();
    }
    CHECK(world.book.game_count() > 0);
    cluster.is_away = false;
    run.settle();
    CHECK(count_lines(world, "the cluster answers again") == 1);
    CHECK(has_whole_matches(world));
}

TEST_CASE("a cluster that takes no jobs loses nothing", "[season-loop][cluster]") {
    SeasonWorld world;
    FakeCluster cluster(world.folder);
    ClusterRun run(with_entries(world, 4), cluster);
    SECTION("it refuses them") {
        cluster.refuses = true;
        for (int i = 0; i < 60; ++i) {
            run.step();
        }
        CHECK(cluster.submitted.empty());
        CHECK(count_lines(world, "the cluster takes no jobs") == 1);
        cluster.refuses = false;
    }
    SECTION("it takes them, but its answer is lost") {
        cluster.loses_answer = true;
        for (int i = 0; i < 60; ++i) { // a second submission would be an error of the fake
            run.step();
        }
        CHECK_FALSE(cluster.submitted.empty());
        cluster.loses_answer = false;
    }
    run.settle();
    CHECK(has_whole_matches(world));
    CHECK(matches_of(world).size() == 4);
}

TEST_CASE("a job that is held waits, and is named once", "[season-loop][cluster]") {
    SeasonWorld world;
    FakeCluster cluster(world.folder);
    ClusterRun run(with_entries(world, 2), cluster);
    while (cluster.queue.empty()) {
        run.step();
    }
    ClusterJob& job = cluster.queue.begin()->second;
    job.state = ClusterJob::State::held;
    job.reason = "JobHeldUser";
    for (int i = 0; i < 30; ++i) {
        run.step();
    }
    CHECK(count_lines(world, "is held (JobHeldUser)") == 1);
    CHECK(cluster.queue.size() == 1);
    run.settle();
    CHECK(has_whole_matches(world));
}

TEST_CASE(
    "a shard that fails again and again is given up, and its matches are played in another",
    "[season-loop][cluster]") {
    SeasonWorld world;
    world.config.cluster.shards = 1;
    FakeCluster cluster(world.folder);
    ClusterRun run(with_entries(world, 4), cluster);
    while (cluster.queue.empty()) {
        run.step();
    }
    const std::int64_t shard = cluster.queue.begin()->first;
    const std::string bad = world.book.ais().at(0).name;
    for (int i = 0; i < 100 && cluster.aside.empty(); ++i) {
        if (cluster.queue.contains(shard)) {
            cluster.fail(shard, "referee: " + bad + ": its program is gone");
        }
        run.step();
    }
    REQUIRE(cluster.aside.contains(shard));
    CHECK(count_lines(world, "can't be played: referee: " + bad) == 1);
    CHECK(std::count(cluster.submitted.begin(), cluster.submitted.end(), shard) == 3);
    run.settle();
    CHECK(has_whole_matches(world));
    CHECK(matches_of(world).size() == 4);
}

TEST_CASE(
    "a job that is killed again and again isn't given up, but comes back more seldom",
    "[season-loop][cluster]") {
    SeasonWorld world;
    world.config.cluster.shards = 1;
    FakeCluster cluster(world.folder);
    ClusterRun run(with_entries(world, 2), cluster);
    while (cluster.queue.empty()) {
        run.step();
    }
    const std::int64_t shard = cluster.queue.begin()->first;
    for (int i = 0; i < 120; ++i) {
        cluster.queue.erase(shard);
        run.step();
    }
    CHECK(cluster.aside.empty());
    CHECK(cluster.submitted.size() >= 8);
    CHECK(cluster.submitted.size() <= 16);
    run.settle();
    CHECK(has_whole_matches(world));
}

TEST_CASE(
    "results that can't be read are tried again, then their shard is set aside",
    "[season-loop][cluster]") {
    SeasonWorld world;
    world.config.cluster.shards = 1;
    FakeCluster cluster(world.folder);
    ClusterRun run(with_entries(world, 3), cluster);
    while (cluster.queue.empty()) {
        run.step();
    }
    const std::int64_t shard = cluster.queue.begin()->first;
    cluster.finish(shard);
    cluster.folders.at(shard).is_damaged = true;
    run.step();
    CHECK(world.book.game_count() == 0);
    SECTION("the file server was slow") {
        cluster.folders.at(shard).is_damaged = false;
        run.step();
        CHECK(world.book.game_count() > 0);
        CHECK(cluster.aside.empty());
    }
    SECTION("they stay so") {
        run.step();
        run.step();
        CHECK(cluster.aside.contains(shard));
    }
    run.settle();
    CHECK(has_whole_matches(world));
    CHECK(matches_of(world).size() == 3);
}

TEST_CASE("versions are checked by jobs, a few at once", "[season-loop][cluster]") {
    SeasonWorld world;
    world.config.cluster.shards = 4;
    FakeCluster cluster(world.folder);
    cluster.checks_at_once = false;
    ClusterRun run(with_entries(world, 5), cluster);
    run.step();
    run.step();
    REQUIRE(cluster.queue.size() == 2); // half as many as shards
    CHECK(count_lines(world, "accepted") == 0);
    CHECK(world.log.now.find("checking ") == 0);
    const std::int64_t first = cluster.queue.begin()->first;
    const std::int64_t second = cluster.queue.rbegin()->first;
    const std::string entry = cluster.checks.at(first).check.entry;
    const std::string other = cluster.checks.at(second).check.entry;
    SECTION("the answers count") {
        cluster.finish(first);
        cluster.finish(second, CheckEnd::reject);
        run.step();
        CHECK(world.status(entry, "1") == StoredVersion::Status::accepted);
        CHECK(world.status(other, "1") == StoredVersion::Status::rejected);
    }
    SECTION("also of a job that is still ending") {
        const ClusterJob ending = cluster.queue.at(first);
        cluster.finish(first);
        cluster.queue[first] = ending;
        run.step();
        CHECK(world.status(entry, "1") == StoredVersion::Status::accepted);
        cluster.lose(first);
    }
    const auto end_until_told = [&](const auto& end) {
        for (int i = 0; i < 200 && count_lines(world, entry + " 1: it waits") == 0; ++i) {
            const std::map<std::int64_t, ClusterJob> jobs = cluster.queue;
            for (const auto& [number, job] : jobs) {
                if (cluster.checks.contains(number) &&
                    cluster.checks.at(number).check.entry == entry) {
                    end(number);
                } else {
                    cluster.finish(number);
                }
            }
            run.step();
        }
        CHECK(count_lines(world, entry + " 1: it waits, because it couldn't be checked") == 1);
        CHECK_FALSE(world.status(entry, "1").has_value());
    };
    SECTION("a lost one is submitted again, and in the end the organiser is asked") {
        end_until_told([&](std::int64_t number) { cluster.lose(number); });
        CHECK(count_lines(world, entry + " 1: its check on the cluster has ended without") == 1);
        CHECK(std::count(cluster.submitted.begin(), cluster.submitted.end(), first) == 5);
    }
    SECTION("one whose referee fails is given up sooner, with its reason") {
        end_until_told(
            [&](std::int64_t number) { cluster.fail(number, "referee: no room on the node"); });
        CHECK(count_lines(world, "checked: on the cluster: referee: no room on the node") == 1);
        CHECK(std::count(cluster.submitted.begin(), cluster.submitted.end(), first) == 3);
    }
    SECTION("a version that is gone when it is to be copied is decided without a job") {
        cluster.finish(first);
        for (auto& [name, versions] : world.folder.entries) {
            if (name != entry && name != other) {
                versions.at("1").is_closed = true;
            }
        }
        run.step();
        CHECK(cluster.submitted.size() == 2);
    }
    cluster.checks_at_once = true;
    for (auto& [name, versions] : world.folder.entries) {
        versions.at("1").is_closed = false;
    }
    run.settle();
    CHECK(has_whole_matches(world));
}

TEST_CASE("a season that was stopped finds its checks again", "[season-loop][cluster]") {
    SeasonWorld world;
    FakeCluster cluster(world.folder);
    cluster.checks_at_once = false;
    std::optional<ClusterRun> run(std::in_place, with_entries(world, 1), cluster);
    run->step();
    run->step();
    REQUIRE(cluster.queue.size() == 1);
    const std::int64_t number = cluster.queue.begin()->first;
    const std::string entry = cluster.checks.at(number).check.entry;
    run.reset();
    const auto start = [&] {
        run.emplace(world, cluster);
        for (int i = 0; i < 3; ++i) {
            run->step();
        }
    };
    SECTION("running") {
        start();
        CHECK(cluster.submitted.size() == 1);
        cluster.finish(number);
        run->step();
        CHECK(world.status(entry, "1") == StoredVersion::Status::accepted);
    }
    SECTION("ended meanwhile") {
        cluster.finish(number);
        start();
        CHECK(cluster.submitted.size() == 1);
        CHECK(world.status(entry, "1") == StoredVersion::Status::accepted);
    }
    SECTION("lost meanwhile") {
        cluster.lose(number);
        start();
        CHECK(cluster.submitted == std::vector<std::int64_t>{number, number});
    }
    SECTION("of a version whose files are others now: its job is cancelled") {
        world.submit(entry, "1", "another");
        start();
        run->step();
        run->step();
        CHECK_FALSE(cluster.checks.contains(number));
        CHECK_FALSE(cluster.queue.contains(number));
        CHECK(cluster.submitted.size() == 2);
    }
    SECTION("of an entry that was withdrawn") {
        world.withdraw(entry);
        start();
        run->step();
        run->step();
        CHECK(cluster.checks.empty());
        CHECK(cluster.queue.empty());
    }
    SECTION("whose built copy was taken, but nothing stored") {
        cluster.finish(number);
        world.folder.drafts.clear();
        start();
        CHECK(cluster.submitted == std::vector<std::int64_t>{number, number});
    }
    cluster.checks_at_once = true;
    cluster.end_checks();
    run->settle();
    CHECK((world.folder.entries.empty() || world.status(entry, "1").has_value()));
}

TEST_CASE(
    "whatever happens to jobs and to the season, each game counts once and none is lost",
    "[season-loop][cluster]") {
    const char* const given = std::getenv("REFEREE_TEST_SEED");
    const unsigned rounds = given != nullptr ? 1 : static_cast<unsigned>(tests::rounds(300));
    for (unsigned round = 0; round < rounds; ++round) {
        const unsigned seed =
            given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : round + 1;
        INFO("REFEREE_TEST_SEED=" << seed);
        std::mt19937 rng(seed);
        const auto below = [&](std::size_t end) { return rng() % end; };
        SeasonWorld world(2, 2);
        world.config.games = world.config.max_games = 2 + static_cast<int>(below(4));
        world.config.cluster.shards = 1 + static_cast<int>(below(4));
        FakeCluster cluster(world.folder);
        cluster.checks_at_once = false;
        cluster.seconds_per_match = 1 + static_cast<double>(below(300));
        with_entries(world, 2 + static_cast<int>(below(5)));
        int until_death = -1; // calls
        const auto may_die = [&](const std::string&) {
            if (until_death >= 0 && until_death-- == 0) {
                throw Killed();
            }
        };
        cluster.may_fail = may_die;
        world.folder.may_fail = may_die;
        world.book.may_fail = may_die;
        std::optional<ClusterRun> run;
        int kills = 0;
        const auto step = [&] {
            try {
                if (!run) {
                    run.emplace(world, cluster);
                }
                run->step();
            } catch (const Killed&) {
                until_death = -1;
                ++kills;
                run.reset();
            }
        };
        for (int i = 0; i < 60; ++i) {
            std::vector<std::int64_t> jobs;
            for (const auto& [shard, job] : cluster.queue) {
                jobs.push_back(shard);
            }
            const std::int64_t job = jobs.empty() ? -1 : jobs[below(jobs.size())];
            const bool is_there = job >= 0 && cluster.has(job);
            const bool is_shard = is_there && cluster.folders.contains(job);
            switch (below(14)) {
            case 0:
                cluster.is_away = !cluster.is_away;
                break;
            case 1:
                cluster.refuses = !cluster.refuses;
                break;
            case 2:
                cluster.loses_answer = !cluster.loses_answer;
                break;
            case 3:
                if (is_there) {
                    cluster.lose(job);
                }
                break;
            case 4:
                if (is_there) {
                    cluster.fail(job, "referee: it failed");
                }
                break;
            case 5:
            case 6:
                if (is_there) {
                    cluster.start(job);
                }
                if (is_shard) {
                    if (below(3) == 0) {
                        cluster.play_anew(job);
                        const int seat = 1 + static_cast<int>(below(2));
                        cluster.loser = [seat](std::int64_t) { return seat; };
                    }
                    cluster.play(job, below(6));
                }
                break;
            case 7:
            case 8:
                if (is_there) {
                    cluster.finish(job, below(4) == 0 ? CheckEnd::reject : CheckEnd::accept);
                }
                break;
            case 9:
                if (is_shard) { // it has said so, but is still in the queue
                    cluster.play(job, 1'000'000);
                    cluster.folders.at(job).is_complete = true;
                } else if (is_there) {
                    const ClusterJob ending = cluster.queue.at(job);
                    cluster.finish(job);
                    cluster.queue[job] = ending;
                }
                break;
            case 10:
                until_death = static_cast<int>(below(12));
                break;
            case 11:
                if (is_there) {
                    auto& state = cluster.queue.at(job).state;
                    state = state == ClusterJob::State::held ? ClusterJob::State::waiting
                                                             : ClusterJob::State::held;
                }
                break;
            case 12:
                run.reset(); // SIGTERM
                break;
            default:
                world.submit(
                    fmt::format("late{}", below(3)), std::to_string(i), fmt::format("new{}", i));
            }
            step();
        }
        until_death = -1;
        cluster.is_away = cluster.refuses = cluster.loses_answer = false;
        run.reset();
        run.emplace(world, cluster); // what was left of matches given up is finished now
        run->settle();
        run.reset();
        run.emplace(world, cluster);
        run->settle();
        // That no game is stored twice, the book itself demands.
        REQUIRE(has_whole_matches(world));
        REQUIRE(run->run().season().is_done() == false); // without --once it goes on for ever
        const auto playing = std::count_if(
            world.book.versions().begin(), world.book.versions().end(),
            [](const StoredVersion& each) { return each.ai >= 0; });
        if (playing >= world.config.seats) {
            REQUIRE(world.log.now == "every version has its games; waiting for new ones");
        }
        for (const auto& [entry, versions] : world.folder.entries) {
            for (const auto& [version, upload] : versions) {
                INFO(entry << " " << version);
                REQUIRE(world.status(entry, version).has_value());
            }
        }
        // Each version is decided once, and has a copy if it is accepted.
        std::map<std::string, int> decisions;
        for (const StoredVersion& version : world.book.versions()) {
            if (version.is_baseline) {
                continue;
            }
            INFO(version.entry << " " << version.version);
            REQUIRE(++decisions[version.entry + " " + version.version] == 1);
            const bool plays = version.status == StoredVersion::Status::accepted;
            REQUIRE((version.ai >= 0) == plays);
            if (plays) {
                const std::string& path =
                    world.book.ais().at(static_cast<std::size_t>(version.ai)).path;
                REQUIRE(world.folder.programs.contains("/cup/" + path));
            }
        }
        REQUIRE(world.folder.drafts.empty());
    }
}
