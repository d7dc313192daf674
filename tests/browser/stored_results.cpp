// Writes a database that nobody played, for tests and for looking at large pages:
// stored-results KIND DATABASE [ENTRIES [GAMES]], where a season may have any number of entries,
// and of games of each. Results are drawn from strengths, always the same for a kind.

#include "match/result.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/store/store.hpp"

#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace referee;

namespace {

struct DrawnResults {
    std::vector<std::string> names;
    /// Elo that the first AI has more than the second in their games.
    std::function<double(int, int)> lead;
    std::vector<PlannedMatch> matches{};
    int fields = 12;
    std::string format = "round-robin";
    double faulty = 0; ///< share of the last AI's games that it loses by a fault
};

std::int64_t drawn_ns(std::mt19937_64& random, int ai) {
    return static_cast<std::int64_t>(
        std::exp(std::normal_distribution<>(std::log(3e6 * (1 + ai % 7)), 0.4)(random)));
}

SeatOutcome seat_of(const DrawnResults& results, int ai, double share, std::mt19937_64& random) {
    SeatOutcome seat;
    seat.ai = ai;
    seat.rank = share > 0 ? 1 : 2;
    seat.share = seat.points = share;
    seat.score =
        share > 0 ? 20.0 + static_cast<double>(random() % 60) : -static_cast<double>(random() % 20);
    TimeHistogram times;
    for (int move = 0; move < 24; ++move) {
        const std::int64_t ns = drawn_ns(random, ai);
        times.add(ns);
        seat.measured.wall_ns += ns;
        seat.measured.longest_ns = std::max(seat.measured.longest_ns, ns);
    }
    seat.times = times.text();
    seat.measured.moves = 24;
    seat.measured.cpu_ns = seat.measured.wall_ns;
    seat.measured.peak_kb = 3000 + 700 * (ai % 9);
    const bool is_last = ai + 1 == static_cast<int>(results.names.size());
    if (share == 0 && is_last && std::bernoulli_distribution(results.faulty)(random)) {
        seat.faults[static_cast<std::size_t>(Fault::crash)] = 1;
    }
    return seat;
}

GameOutcome game_of(
    const DrawnResults& results, const PlannedMatch& match, int rotation, std::mt19937_64& random) {
    GameOutcome game;
    game.match = match.index;
    game.index = game_index(match.index, 2, rotation);
    game.field = match.field;
    game.turns = 12 + static_cast<int>(random() % 60);
    game.reason = random() % 4 == 0 ? "rows" : "life";
    game.state = std::string(64, 'a');
    const int first = match.group[static_cast<std::size_t>(rotation)];
    const int second = match.group[static_cast<std::size_t>(1 - rotation)];
    const double expected = 1 / (1 + std::pow(10, -results.lead(first, second) / 400));
    const double lot = std::uniform_real_distribution<>()(random);
    const double share = std::abs(lot - expected) < 0.02 && expected > 0.1 && expected < 0.9
                             ? 0.5
                             : (lot < expected ? 1 : 0);
    game.seats = {
        seat_of(results, first, share, random), seat_of(results, second, 1 - share, random)};
    for (std::size_t seat = 0; seat < 2; ++seat) {
        if (game.seats[seat].faults[static_cast<std::size_t>(Fault::crash)] > 0) {
            game.faults.push_back(
                {static_cast<int>(seat) + 1, 7, false, Fault::crash, "killed by SIGSEGV",
                 "AddressSanitizer: heap-buffer-overflow\n"});
        }
    }
    return game;
}

void add_match(DrawnResults& results, int one, int other, int field) {
    const auto index = static_cast<std::int64_t>(results.matches.size());
    PlannedMatch match;
    match.index = index;
    match.field = field % results.fields;
    match.group = {one, other};
    results.matches.push_back(match);
}

void write(const std::string& path, const DrawnResults& results, bool is_season) {
    StoredTournament tournament;
    tournament.game = "gems";
    tournament.format = is_season ? std::string(season_format) : results.format;
    tournament.matches = static_cast<std::int64_t>(results.matches.size());
    tournament.limits = "time limit 200ms, memory 512M, one core";
    tournament.version = "0.0.0";
    std::vector<StoredAi> ais;
    std::vector<StoredField> fields;
    for (const std::string& name : results.names) {
        const bool is_baseline = name == "reference";
        ais.push_back(
            {is_season && !is_baseline ? name + "@1" : name, "/ai",
             fmt::format("{:08x}", static_cast<std::uint32_t>(2654435761U * (ais.size() + 1))) +
                 std::string(56, 'b')});
    }
    for (int field = 1; field <= results.fields; ++field) {
        fields.push_back({fmt::format("field-{:03}", field), "/field", std::string(64, 'c')});
    }
    Store store(path, tournament, is_season ? std::vector<StoredAi>() : ais, fields);
    store.add_machine({1, "a processor", 2});
    for (std::size_t ai = 0; is_season && ai < ais.size(); ++ai) {
        StoredVersion version;
        version.entry = results.names[ai];
        version.is_baseline = results.names[ai] == "reference";
        version.version = "1";
        version.sha256 = ais[ai].sha256;
        version.ai = static_cast<int>(ai);
        store.add_version(version, &ais[ai]);
    }
    std::mt19937_64 random(1);
    for (const PlannedMatch& match : results.matches) {
        for (int rotation = 0; rotation < 2; ++rotation) {
            store.add(game_of(results, match, rotation, random));
        }
    }
}

std::function<double(int, int)> steps(double elo) {
    return [elo](int one, int other) { return elo * (other - one); };
}

DrawnResults round_robin(int ais, int fields, double step) {
    DrawnResults results;
    for (int ai = 0; ai < ais; ++ai) {
        results.names.push_back(
            ai == 4   ? "a-name-that-is-longer-than-most"
            : ai == 5 ? "שחקן"
            : ai == 6 ? "لاعب"
                      : fmt::format("player-{}", ai + 1));
    }
    results.lead = steps(step);
    results.faulty = 0.4;
    results.fields = 12;
    for (int one = 0; one < ais; ++one) {
        for (int other = one + 1; other < ais; ++other) {
            for (int field = 0; field < fields; ++field) {
                add_match(results, one, other, field + one + other);
            }
        }
    }
    return results;
}

/// The first AI against all others, of which the last two lose everything.
DrawnResults gauntlet() {
    DrawnResults results{
        {"champion", "rival", "steady", "even", "broken", "sleepy"}, [](int one, int other) {
            return one >= 4 ? -1e4 : other >= 4 ? 1e4 : 40.0 * (other - one);
        }};
    results.format = "gauntlet";
    for (int other = 1; other < 6; ++other) {
        for (int field = 0; field < 12; ++field) {
            add_match(results, 0, other, field);
        }
    }
    return results;
}

/// Three AIs beat one another in a circle; a fourth and a fifth lose to all.
DrawnResults circle() {
    DrawnResults results{{"rock", "paper", "scissors", "pebble", "sand"}, [](int one, int other) {
                             if (one < 3 && other < 3) {
                                 return (one - other + 3) % 3 == 1 ? 200.0 : -200.0;
                             }
                             return 120.0 * (other - one);
                         }};
    results.fields = 40;
    for (int one = 0; one < 5; ++one) {
        for (int other = one + 1; other < 5; ++other) {
            for (int field = 0; field < 40; ++field) {
                add_match(results, one, other, field);
            }
        }
    }
    return results;
}

/// A season: each entry against its neighbours and the baseline. `games`: about so many of each.
DrawnResults season(int entries, int games) {
    DrawnResults results;
    for (int entry = 0; entry < entries; ++entry) {
        results.names.push_back(fmt::format("team-{:03}", (entry * 37) % entries + 1));
    }
    results.names.emplace_back("reference");
    results.lead = [entries](int one, int other) {
        const auto strength = [entries](int ai) {
            return ai == entries ? -300.0 : 1200.0 * (0.5 - static_cast<double>(ai) / entries);
        };
        return strength(one) - strength(other);
    };
    results.fields = 30;
    std::vector<int> distances{1, 3, 17};
    for (constexpr int games_of_two = 4;
         games_of_two * static_cast<int>(distances.size()) < games;) {
        distances.push_back(distances.back() + 4);
    }
    for (int one = 0; one < entries; ++one) {
        for (const int step : distances) {
            add_match(results, one, (one + step) % entries, one + step);
        }
        if (one % 5 == 0) {
            add_match(results, one, entries, one);
        }
    }
    return results;
}

} // namespace

int main(int argc, char** argv) {
    const int entries = argc >= 4 ? std::atoi(argv[3]) : 250;
    const int games = argc == 5 ? std::atoi(argv[4]) : 0;
    const std::map<std::string, std::function<DrawnResults()>> kinds{
        {"thirty", [] { return round_robin(30, 1, 25); }},
        {"thirty-long", [] { return round_robin(30, 10, 25); }},
        {"gauntlet", gauntlet},
        {"circle", circle},
        {"season", [entries, games] { return season(entries, games); }}};
    if (argc < 3 || argc > 5 || entries < 20 || !kinds.contains(argv[1])) {
        fmt::print(stderr, "stored-results KIND DATABASE [ENTRIES [GAMES]]\n");
        return 2;
    }
    write(argv[2], kinds.at(argv[1])(), std::string(argv[1]) == "season");
    return 0;
}
