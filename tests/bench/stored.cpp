// Large tournaments, played by chance and not by AIs, through the real store: how fast games are
// stored, found again after an interruption, merged and reported. REFEREE_BENCH_GAMES says how many
// games.

#include "bench/figure.hpp"
#include "bench/measure.hpp"
#include "bench/processes.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace bench {
namespace {

using namespace referee;

constexpr int ais = 20;
constexpr int moves = 30;
constexpr int shards = 100;

/// Games of a round-robin whose results follow from strengths.
class Games {
  public:
    explicit Games(std::int64_t count) {
        plan_.format = Format::round_robin;
        plan_.ais = ais;
        constexpr std::int64_t games_of_a_field = ais * (ais - 1);
        plan_.fields = static_cast<int>(std::max<std::int64_t>(1, count / games_of_a_field));
        matches_ = plan_.fields * games_of_a_field / 2;
    }
    std::int64_t matches() const { return matches_; }
    int fields() const { return plan_.fields; }

    /// A database of these games; a shard has every `shards`th match.
    std::unique_ptr<Store> create(const std::string& path, int shard, int all_shards) const {
        StoredTournament head;
        head.game = "gems";
        head.format = "round-robin";
        head.matches = matches_;
        head.shard = shard;
        head.shards = all_shards;
        head.limits = "time limit 200ms";
        std::vector<StoredAi> stored_ais;
        std::vector<StoredField> fields;
        for (int ai = 0; ai < ais; ++ai) {
            stored_ais.push_back(
                {fmt::format("ai-{:02}", ai), "/ai", fmt::format("{:064x}", ai + 1)});
        }
        for (int field = 0; field < plan_.fields; ++field) {
            fields.push_back(
                {fmt::format("field-{}", field), "/field", fmt::format("{:064x}", field + 1)});
        }
        return std::make_unique<Store>(path, head, stored_ais, fields);
    }

    GameOutcome game(std::int64_t match, int rotation) {
        constexpr std::int64_t pairs = ais * (ais - 1) / 2;
        std::int64_t pair = match % pairs;
        int one = 0;
        for (; pair >= ais - 1 - one; ++one) {
            pair -= ais - 1 - one;
        }
        const int other = one + 1 + static_cast<int>(pair);
        GameOutcome outcome;
        outcome.match = match;
        outcome.index = game_index(match, 2, rotation);
        outcome.field = static_cast<int>(match / pairs);
        outcome.turns = 12 + static_cast<int>(random_() % 60);
        outcome.reason = "life";
        outcome.state = fmt::format("{:064x}", random_());
        const int first = rotation == 0 ? one : other;
        const int second = rotation == 0 ? other : one;
        const double expected = 1 / (1 + std::pow(10, -40.0 * (second - first) / 400));
        const bool has_won = std::bernoulli_distribution(expected)(random_);
        outcome.seats = {seat(first, has_won), seat(second, !has_won)};
        return outcome;
    }

  private:
    SeatOutcome seat(int ai, bool has_won) {
        SeatOutcome seat;
        seat.ai = ai;
        seat.rank = has_won ? 1 : 2;
        seat.share = seat.points = has_won ? 1 : 0;
        seat.score = has_won ? 40 : 0;
        TimeHistogram times;
        for (int move = 0; move < moves; ++move) {
            const auto ns = static_cast<std::int64_t>(1'000'000 + random_() % 9'000'000);
            times.add(ns);
            seat.measured.wall_ns += ns;
            seat.measured.longest_ns = std::max(seat.measured.longest_ns, ns);
        }
        seat.times = times.text();
        seat.measured.moves = moves;
        seat.measured.cpu_ns = seat.measured.wall_ns;
        seat.measured.peak_kb = 3000 + 100 * ai;
        return seat;
    }

    PlanConfig plan_;
    std::int64_t matches_ = 0;
    std::mt19937_64 random_{1};
};

constexpr std::int64_t portion = 500; ///< of matches: so many are stored for one sample

/// Stores the games of matches first, first + step, … and gives each portion's games per second of
/// processor time that storing took, without that of drawing them.
std::vector<double> store_games(Games& games, Store& store, std::int64_t first, std::int64_t step) {
    std::vector<GameOutcome> drawn;
    std::vector<double> rates;
    for (std::int64_t match = first; match < games.matches();) {
        drawn.clear();
        for (std::int64_t i = 0; i < portion && match < games.matches(); ++i, match += step) {
            drawn.push_back(games.game(match, 0));
            drawn.push_back(games.game(match, 1));
        }
        const double begin = processor_seconds();
        for (const GameOutcome& game : drawn) {
            store.add(game);
        }
        rates.push_back(static_cast<double>(drawn.size()) / (processor_seconds() - begin));
    }
    return rates;
}

/// The floor of storing: the same bytes into as many tables and rows, a transaction a game, and
/// nothing checked; samples as those of store_games().
std::vector<double> bare_rates(const std::string& path, Games& games, std::int64_t matches) {
    SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");
    database.exec("CREATE TABLE games (id INTEGER PRIMARY KEY, field INTEGER, a, b, c)");
    database.exec("CREATE TABLE seats (game INTEGER, seat INTEGER, ai INTEGER, a, b, c, d, e, f, "
                  "PRIMARY KEY (game, seat)) WITHOUT ROWID");
    SQLite::Statement game_row(database, "INSERT INTO games VALUES (?, ?, ?, ?, ?)");
    SQLite::Statement seat_row(database, "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    std::vector<GameOutcome> drawn;
    for (std::int64_t match = 0; match < matches; ++match) {
        drawn.push_back(games.game(match, 0));
        drawn.push_back(games.game(match, 1));
    }
    std::vector<double> rates;
    double begin = processor_seconds();
    std::int64_t count = 0;
    for (const GameOutcome& game : drawn) {
        database.exec("BEGIN IMMEDIATE");
        game_row.bind(1, game.index);
        game_row.bind(2, game.field);
        game_row.bind(3, game.turns);
        game_row.bind(4, game.reason);
        game_row.bind(5, game.state);
        game_row.exec();
        game_row.reset();
        for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
            const SeatOutcome& outcome = game.seats[seat];
            seat_row.bind(1, game.index);
            seat_row.bind(2, static_cast<int>(seat));
            seat_row.bind(3, outcome.ai);
            seat_row.bind(4, outcome.share);
            seat_row.bind(5, outcome.score);
            seat_row.bind(6, outcome.measured.wall_ns);
            seat_row.bind(7, outcome.measured.cpu_ns);
            seat_row.bind(8, outcome.measured.longest_ns);
            seat_row.bind(9, outcome.times);
            seat_row.exec();
            seat_row.reset();
        }
        database.exec("COMMIT");
        if (++count % (2 * portion) == 0) {
            rates.push_back(2 * portion / (processor_seconds() - begin));
            begin = processor_seconds();
        }
    }
    return rates;
}

/// "21.3 s of processor time, 25.0 s in all, 88 MB at most": of a command of the shell, whose
/// output goes nowhere.
std::string cost_of(const std::string& command) {
    const auto begin = Clock::now();
    const pid_t child = ::fork();
    if (child == 0) {
        const std::string quiet = "exec " + command + " >/dev/null";
        ::execl("/bin/sh", "sh", "-c", quiet.c_str(), nullptr);
        ::_exit(127);
    }
    int status = 0;
    rusage used{};
    if (child < 0 || ::wait4(child, &status, 0, &used) != child || !WIFEXITED(status) ||
        (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 3)) { // 3: games are missing
        throw std::runtime_error(command + " failed");
    }
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return fmt::format(
        "{:.1f} s of processor time, {:.1f} s in all, {} MB at most",
        seconds(used.ru_utime) + seconds(used.ru_stime), seconds_since(begin),
        used.ru_maxrss / 1024);
}

} // namespace

void bench_stored(const std::string& build, const std::string& folder) {
    const char* const asked = std::getenv("REFEREE_BENCH_GAMES");
    const std::int64_t count = asked == nullptr ? 100'000 : std::atoll(asked);
    const std::string place =
        count > 1'000'000 ? build + "/bench-stored" : folder; // memory would be short
    std::filesystem::remove_all(place + "/stored");
    std::filesystem::create_directories(place + "/stored");
    const std::string path = place + "/stored/all.sqlite";
    Games games(count);
    {
        constexpr std::int64_t some = 10'000;
        Games others(count);
        const std::vector<double> bare =
            bare_rates(place + "/stored/bare.sqlite", others, std::min(some, games.matches()));
        const auto store = games.create(path, 1, 1);
        std::setvbuf(stdout, nullptr, _IOLBF, 0);
        std::vector<double> rates = store_games(games, *store, 0, 1);
        fmt::print(
            "stored: {} games of {} AIs on {} fields, per second of processor time: {}; bare "
            "inserts: {}; ",
            2 * games.matches(), ais, games.fields(), figure(rates), figure(bare));
        const double bare_rate = estimate(bare).value;
        for (double& rate : rates) {
            rate /= bare_rate;
        }
        fmt::print("ratio: {}\n", estimate(bare).says_something() ? figure(rates) : figure(bare));
    }
    {
        const double begin = processor_seconds();
        const Store store(path, Store::Access::write);
        const std::int64_t there = store.game_count();
        // As the queue of a tournament looks for what is missing: portion by portion.
        constexpr std::int64_t part = 4096;
        std::int64_t seen = 0;
        for (std::int64_t first = 0; first < there; first += part) {
            seen += static_cast<std::int64_t>(
                store.games_between(first, std::min(there, first + part)).size());
        }
        fmt::print(
            "stored: resuming after {} games finds what is missing in {:.2f} s of "
            "processor time\n",
            seen, processor_seconds() - begin);
    }
    fmt::print("stored: report, {}\n", cost_of(fmt::format("{}/referee report {}", build, path)));
    for (int shard = 1; shard <= shards; ++shard) {
        const auto store =
            games.create(fmt::format("{}/stored/shard-{:03}.sqlite", place, shard), shard, shards);
        store_games(games, *store, shard % shards, shards);
    }
    fmt::print(
        "stored: merging {} shards, {}\n", shards,
        cost_of(fmt::format(
            "{}/referee merge {}/stored/merged.sqlite {}/stored/shard-*.sqlite", build, place,
            place)));
    std::filesystem::remove_all(place + "/stored");
}

} // namespace bench
