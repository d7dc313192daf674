// How fast a season decides with very many entrants. Not part of the usual run: it measures.

#include "season/games.hpp"
#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/season/season_world.hpp"
#include "tournament/store/store.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <map>
#include <random>
#include <string>
#include <sys/resource.h>
#include <vector>

using namespace referee;

namespace {

double processor_seconds() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

double peak_megabytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1000;
}

int from_environment(const char* name, int otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::atoi(text);
}

/// Every AI of the database can be read.
class ReadableFolder : public tests::FakeSeasonFolder {
  public:
    explicit ReadableFolder(const Results& results) : FakeSeasonFolder("/cup") {
        for (const StoredAi& ai : results.ais()) {
            hashes_[ai.name] = ai.sha256;
        }
    }
    bool has(const std::string& /*path*/) const override { return true; }
    Contestant contestant(const std::string& name, const std::string& path) override {
        Contestant contestant;
        contestant.name = name;
        contestant.program.path = path;
        contestant.sha256 = hashes_.at(name);
        return contestant;
    }
    std::vector<Copies> find_copies(const Results& /*results*/) override { return {}; }

  private:
    std::map<std::string, std::string> hashes_;
};

} // namespace

// REFEREE_TEST_ENTRANTS entrants (10,000) with REFEREE_TEST_GAMES games each (100) in a real
// database; the season starts, and decides and stores 10,000 games more.
TEST_CASE("a season of very many entrants", "[.][large-season]") {
    const int entrants = from_environment("REFEREE_TEST_ENTRANTS", 10'000);
    const int games = from_environment("REFEREE_TEST_GAMES", 100);
    constexpr int more = 10'000;
    const tests::TemporaryFolder folder;
    const std::string database = folder / "season.sqlite";
    REQUIRE(
        tests::run({tests::built("stored-results"), "season", database, std::to_string(entrants),
                    std::to_string(games)})
            .status == 0);
    tests::SeasonWorld world(2, 12);
    Store store(database, Store::Access::write);
    world.config.games = 2 * games;
    world.config.head = store.tournament();
    world.config.baselines.clear();
    ReadableFolder readable(store);
    LocalEngine engine;
    Agenda agenda;
    const double before_start = processor_seconds();
    SeasonGames season(
        world.config, store, {world.clock, readable, world.workers, world.log, engine}, agenda,
        false);
    const double start = processor_seconds() - before_start;
    std::mt19937 random(1);
    const double before = processor_seconds();
    double storing = 0;
    for (int game = 0; game < more;) {
        PlannedMatch match;
        REQUIRE(season.next(match));
        for (int rotation = 0; rotation < 2; ++rotation, ++game) {
            GameOutcome outcome;
            outcome.match = match.index;
            outcome.index = game_index(match.index, 2, rotation);
            outcome.field = match.field;
            outcome.turns = 20;
            outcome.reason = "life";
            outcome.state = std::string(64, 'a');
            const int winner = static_cast<int>(random() % 2);
            for (int seat = 0; seat < 2; ++seat) {
                SeatOutcome own;
                own.ai = match.group[static_cast<std::size_t>(rotation == 0 ? seat : 1 - seat)];
                own.rank = seat == winner ? 1 : 2;
                own.share = own.points = seat == winner ? 1 : 0;
                outcome.seats.push_back(own);
            }
            const double before_store = processor_seconds();
            store.add(outcome);
            storing += processor_seconds() - before_store;
            season.stored(outcome);
        }
        season.finished(match.index);
        season.refresh();
    }
    const double used = processor_seconds() - before;
    std::printf(
        "%d entrants, %d games each: start %.2f s, %.0f games/s (storing alone %.0f), %.0f MB\n",
        entrants, games, start, more / used, more / storing, peak_megabytes());
}
