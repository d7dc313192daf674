// Compiled with optimising: it computes.

#include "statistics/simulations.hpp"

#include "pages/report/tuning.hpp"
#include "tournament/explain/findings.hpp"
#include "tournament/explain/turning.hpp"
#include "tournament/statistics/cycles.hpp"
#include "tournament/statistics/forecast.hpp"
#include "tournament/statistics/pairs.hpp"
#include "tournament/statistics/ratings.hpp"
#include "tournament/statistics/sprt.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <numeric>
#include <optional>
#include <unistd.h>

namespace tests {

using namespace referee;

namespace {

using Generator = std::mt19937;

double uniform(Generator& generator) {
    return std::uniform_real_distribution<double>()(generator);
}

/// One game's result for the first, 0, ½ or 1, by a number from 0 to 1: the best results first.
double result_at(double place, double score, double draws) {
    draws = std::min(draws, 2 * std::min(score, 1 - score));
    const double wins = score - draws / 2;
    return place < wins ? 1 : place < wins + draws ? 0.5 : 0;
}

/// Points of the first in a pair of correlated games.
double pair_points_of(double score, double draws, double correlation, Generator& generator) {
    const double first = uniform(generator);
    double second = uniform(generator);
    if (uniform(generator) < std::abs(correlation)) {
        second = correlation > 0 ? first : 1 - first;
    }
    return result_at(first, score, draws) + result_at(second, score, draws);
}

/// True ratings in θ, best first.
std::vector<double> truth_of(const RatedArena& arena) {
    std::vector<double> truth;
    for (int i = 0; i < arena.ais; ++i) {
        truth.push_back(
            (0.5 - static_cast<double>(i) / (arena.ais - 1)) * arena.spread * std::log(10.0) / 400);
    }
    if (arena.has_newcomer) {
        truth.push_back(0);
    }
    return truth;
}

/// A game's ranks by strengths θ: the first of exponential times with the strengths as rates is a
/// Plackett–Luce order.
std::vector<int> play(const std::vector<double>& thetas, Generator& generator) {
    std::vector<double> times;
    for (const double theta : thetas) {
        times.push_back(-std::log(1 - uniform(generator)) * std::exp(-theta));
    }
    std::vector<int> ranks;
    for (const double time : times) {
        ranks.push_back(
            1 + static_cast<int>(std::count_if(
                    times.begin(), times.end(), [&](double other) { return other < time; })));
    }
    return ranks;
}

/// A game for two in which draws take as much from wins as from losses.
std::vector<int> play_two(double first, double second, double draws, Generator& generator) {
    const double score = 1 / (1 + std::exp(second - first));
    const double result = result_at(uniform(generator), score, draws * 4 * score * (1 - score));
    return {result < 0.5 ? 2 : 1, result > 0.5 ? 2 : 1};
}

/// The groups that play on a field.
std::vector<std::vector<int>> groups_on(const RatedArena& arena, Generator& generator) {
    std::vector<int> ais(static_cast<std::size_t>(arena.ais));
    std::iota(ais.begin(), ais.end(), 0);
    std::vector<std::vector<int>> groups;
    if (arena.all_meet && arena.seats == 2) {
        for (int a = 0; a < arena.ais; ++a) {
            for (int b = a + 1; b < arena.ais; ++b) {
                groups.push_back({a, b});
            }
        }
        if (arena.has_newcomer) {
            groups.push_back({arena.ais - 1, arena.ais});
        }
        return groups;
    }
    // Shuffled anew when all have played.
    std::shuffle(ais.begin(), ais.end(), generator);
    const int count = arena.all_meet ? arena.ais / arena.seats : 1;
    for (int group = 0; group < count; ++group) {
        const auto begin = ais.begin() + group * arena.seats;
        groups.emplace_back(begin, begin + arena.seats);
    }
    return groups;
}

/// Plays a tournament; `look` gets each game: field, AIs by seat and ranks.
template <typename Look>
void play_tournament(
    const RatedArena& arena, const std::vector<double>& truth, double advantage,
    Generator& generator, const Look& look) {
    std::normal_distribution<double> normal(0, 1);
    const double unit = std::log(10.0) / 400;
    for (int field = 0; field < arena.fields; ++field) {
        std::vector<double> on_field = truth;
        for (double& theta : on_field) {
            theta += arena.field_effect > 0 ? arena.field_effect * unit * normal(generator) : 0;
        }
        std::vector<double> of_seats(static_cast<std::size_t>(arena.seats));
        for (double& theta : of_seats) {
            theta = arena.seat_effect > 0 ? arena.seat_effect * unit * normal(generator) : 0;
        }
        for (const std::vector<int>& group : groups_on(arena, generator)) {
            std::vector<int> last;
            for (int rotation = 0; rotation < arena.seats; ++rotation) {
                std::vector<int> by_seat;
                std::vector<double> thetas;
                for (int seat = 0; seat < arena.seats; ++seat) {
                    by_seat.push_back(
                        group[static_cast<std::size_t>((seat + rotation) % arena.seats)]);
                    thetas.push_back(
                        on_field[static_cast<std::size_t>(by_seat.back())] +
                        of_seats[static_cast<std::size_t>(seat)] +
                        advantage * unit * (1 - static_cast<double>(seat) / (arena.seats - 1)));
                }
                if (rotation > 0 && uniform(generator) < arena.copies) {
                    std::rotate(last.begin(), last.begin() + 1, last.end()); // the same by AI
                } else {
                    last = arena.seats == 2 ? play_two(thetas[0], thetas[1], arena.draws, generator)
                                            : play(thetas, generator);
                }
                look(field, by_seat, last);
            }
        }
    }
}

template <typename Look>
void play_tournament(
    const RatedArena& arena, double advantage, Generator& generator, const Look& look) {
    play_tournament(arena, truth_of(arena), advantage, generator, look);
}

Ratings rated(const RatedArena& arena, Generator& generator) {
    Ratings ratings(arena.ais + (arena.has_newcomer ? 1 : 0));
    play_tournament(arena, 0, generator, [&](int field, const auto& ais, const auto& ranks) {
        ratings.add(field, ais, ranks);
    });
    return ratings;
}

/// The long-run ratings, in θ: where fields add to strengths, strong and weak AIs are closer
/// together on average than on a field.
std::vector<double> long_run_of(const RatedArena& arena) {
    if (arena.field_effect == 0 && arena.seat_effect == 0) {
        return truth_of(arena);
    }
    RatedArena longer = arena;
    longer.fields = 10'000;
    Generator generator(7);
    std::vector<double> thetas;
    for (const auto& rating : rated(longer, generator).fit().ratings) {
        thetas.push_back(rating.elo * std::log(10.0) / 400);
    }
    return thetas;
}

std::string name_of(const RatedArena& arena) {
    return fmt::format(
        "{} AIs, {} seats, {} fields, {} Elo apart, field effect {}, {}{}{}{}", arena.ais,
        arena.seats, arena.fields, arena.spread, arena.field_effect,
        arena.all_meet ? "all on each field" : "one group a field",
        arena.draws > 0 ? fmt::format(", draws {}", arena.draws) : "",
        arena.copies > 0 ? fmt::format(", copies {}", arena.copies) : "",
        arena.seat_effect > 0 ? fmt::format(", fields favour a seat by {} Elo", arena.seat_effect)
                              : "");
}

} // namespace

Coverage pair_coverage(int pairs, double score, double draws, double correlation, int tries) {
    Generator generator(1);
    Coverage coverage{
        fmt::format(
            "{} pairs, score {}, draws {}, correlation {}", pairs, score, draws, correlation),
        0, tries};
    PairCounts all;
    for (int attempt = 0; attempt < tries; ++attempt) {
        PairCounts counts;
        for (int pair = 0; pair < pairs; ++pair) {
            counts.add(pair_points_of(score, draws, correlation, generator));
        }
        for (std::size_t points = 0; points < 5; ++points) {
            all.by_points[points] += counts.by_points[points];
        }
        const ShareInterval interval = statistics_of(counts).share;
        constexpr double rounding = 1e-12;
        coverage.held +=
            interval.low <= score + rounding && score <= interval.high + rounding ? 1 : 0;
    }
    const auto others = static_cast<double>(
        all.pairs() - *std::max_element(std::begin(all.by_points), std::end(all.by_points)));
    coverage.is_coarse = others / tries <= max_poisson;
    return coverage;
}

RatingCoverage rating_coverage(const RatedArena& arena, int tries) {
    Generator generator(2);
    const std::vector<double> truth = long_run_of(arena);
    const std::string name = name_of(arena);
    RatingCoverage result;
    result.cells = {{name + ": best"}, {name + ": worst"}, {name + ": between"}};
    if (arena.has_newcomer) {
        result.cells.push_back({name + ": newcomer"});
    }
    const auto last = static_cast<std::size_t>(arena.ais - 1);
    const auto cell_of = [last](std::size_t ai) {
        return ai == 0 ? 0U : ai == last ? 1U : ai < last ? 2U : 3U;
    };
    for (int attempt = 0; attempt < tries; ++attempt) {
        const auto ratings = rated(arena, generator).fit().ratings;
        // The mean of the core is 0, or of all where there is none.
        const bool has_core = std::any_of(
            ratings.begin(), ratings.end(), [](const auto& rating) { return rating.is_in_core; });
        double mean = 0;
        double count = 0;
        for (std::size_t i = 0; i < truth.size(); ++i) {
            const bool is_counted = ratings[i].is_in_core || (!has_core && ratings[i].games > 0);
            mean += is_counted ? truth[i] : 0;
            count += is_counted ? 1 : 0;
        }
        for (std::size_t i = 0; i < truth.size(); ++i) {
            const double elo = (truth[i] - mean / count) * 400 / std::log(10.0);
            if (i <= last && ratings[i].low && ratings[i].high) {
                result.two_sided += 1.0 / (tries * arena.ais);
            }
            if (!ratings[i].low && !ratings[i].high) {
                continue; // nothing is printed
            }
            Coverage& cell = result.cells[cell_of(i)];
            ++cell.tries;
            cell.held += (!ratings[i].low || *ratings[i].low <= elo) &&
                                 (!ratings[i].high || elo <= *ratings[i].high)
                             ? 1
                             : 0;
        }
    }
    // Where an AI's upsets are so few that most tournaments have none, it has only a bound.
    for (Coverage& cell : result.cells) {
        cell.is_coarse = result.two_sided < 0.9;
    }
    return result;
}

Coverage rank_set_coverage(const RatedArena& arena, int tries) {
    Generator generator(3);
    const std::vector<double> truth = truth_of(arena);
    Coverage coverage{name_of(arena), 0, tries};
    for (int attempt = 0; attempt < tries; ++attempt) {
        bool holds = true;
        for (const auto& difference : rated(arena, generator).fit().differences) {
            holds = holds && (!difference.is_certain ||
                              truth[static_cast<std::size_t>(difference.first)] >
                                  truth[static_cast<std::size_t>(difference.second)]);
        }
        coverage.held += holds ? 1 : 0;
    }
    return coverage;
}

Coverage seat_coverage(const RatedArena& arena, double advantage, int tries) {
    Generator generator(8);
    const auto seats = static_cast<std::size_t>(arena.seats);
    // The long-run win rates of the seats, from very many fields.
    std::vector<double> rates(seats);
    RatedArena longer = arena;
    longer.fields = 40'000;
    double games = 0;
    play_tournament(longer, advantage, generator, [&](int, const auto&, const auto& ranks) {
        rates[static_cast<std::size_t>(std::find(ranks.begin(), ranks.end(), 1) - ranks.begin())] +=
            1;
        ++games;
    });
    Coverage coverage{fmt::format("{}, first seat {} Elo better", name_of(arena), advantage)};
    for (int attempt = 0; attempt < tries; ++attempt) {
        SeatRates seen(arena.seats, arena.fields);
        play_tournament(
            arena, advantage, generator, [&](int field, const auto&, const auto& ranks) {
                for (std::size_t seat = 0; seat < seats; ++seat) {
                    seen.add(field, static_cast<int>(seat), ranks[seat] == 1 ? 1 : 0);
                }
            });
        const std::vector<SeatRow> rows = seen.rows();
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const double truth = rates[seat] / games;
            ++coverage.tries;
            coverage.held += rows[seat].interval.low <= truth && truth <= rows[seat].interval.high;
        }
    }
    return coverage;
}

Coverage cycle_silence(const RatedArena& arena, int tries) {
    Generator generator(4);
    Coverage coverage{name_of(arena), 0, tries};
    for (int attempt = 0; attempt < tries; ++attempt) {
        const Ratings ratings = rated(arena, generator);
        coverage.held += certain_cycle(fields_ahead(ratings.orders(), arena.ais)) ? 0 : 1;
    }
    return coverage;
}

Coverage cycle_found(int ais, int fields, double cycle, int tries) {
    Generator generator(9);
    Coverage coverage{
        fmt::format("{} AIs, {} fields, circle of {} Elo", ais, fields, cycle), 0, tries};
    const double unit = std::log(10.0) / 400;
    for (int attempt = 0; attempt < tries; ++attempt) {
        Ratings ratings(ais);
        for (int field = 0; field < fields; ++field) {
            for (int a = 0; a < ais; ++a) {
                for (int b = a + 1; b < ais; ++b) {
                    const int styles = (b - a) % 3;
                    const double edge = styles == 1 ? cycle : styles == 2 ? -cycle : 0;
                    for (int game = 0; game < 2; ++game) {
                        ratings.add(field, {a, b}, play_two(edge * unit, 0, 0.2, generator));
                    }
                }
            }
        }
        coverage.held += certain_cycle(fields_ahead(ratings.orders(), ais)) ? 1 : 0;
    }
    return coverage;
}

Coverage forecast_coverage(double elo, int fields, int tries) {
    Generator generator(10);
    Coverage coverage{fmt::format("{} Elo apart, after {} fields", elo, fields)};
    const double truth = elo * std::log(10.0) / 400;
    const int patience = 201 * fields; // as far as a forecast looks
    for (int attempt = 0; attempt < tries; ++attempt) {
        Ratings ratings(2);
        int played = 0;
        const auto play_to = [&](int end) {
            for (; played < end; ++played) {
                for (int game = 0; game < 2; ++game) {
                    ratings.add(played, {0, 1}, play_two(truth, 0, 0.2, generator));
                }
            }
        };
        play_to(fields);
        const Ratings::Difference now = ratings.fit().differences[0];
        if (now.is_certain || !now.deviations) {
            continue;
        }
        const double error = now.error * std::log(10.0) / 400;
        const auto forecast =
            forecast_of(KnownDifference{*now.deviations, error * error, fields, now.needed});
        // Looked at after every field at first, later after every fiftieth part.
        bool is_decided = false;
        while (!is_decided && played < patience) {
            play_to(played + std::max(1, played / 50));
            is_decided = ratings.fit().differences[0].is_certain;
        }
        const int more = played - fields;
        ++coverage.tries;
        const bool is_in_time = is_decided && (!forecast->high || more <= *forecast->high);
        const bool may_be_late = !forecast->high;
        coverage.held += more >= forecast->low && (is_in_time || may_be_late) ? 1 : 0;
    }
    return coverage;
}

Coverage any_time_truth(const RatedArena& arena, const Looks& looks, int tries) {
    Generator generator(14);
    const std::vector<double> truth = truth_of(arena);
    Coverage coverage{
        fmt::format(
            "{}; {} looks from {} fields on, {}", name_of(arena), looks.count, looks.first,
            looks.follows_forecast ? "the next when the forecast says"
                                   : fmt::format("each {} later", looks.step)),
        0, tries};
    for (int attempt = 0; attempt < tries; ++attempt) {
        Ratings ratings(arena.ais);
        RatedArena part = arena;
        part.fields = looks.first;
        int played = 0;
        bool holds = true;
        for (int look = 0; look < looks.count && holds; ++look) {
            play_tournament(part, 0, generator, [&](int field, const auto& ais, const auto& ranks) {
                ratings.add(played + field, ais, ranks);
            });
            played += part.fields;
            part.fields = looks.step;
            const Ratings::Result result = ratings.fit();
            for (const auto& difference : result.differences) {
                holds = holds && (!difference.is_certain ||
                                  truth[static_cast<std::size_t>(difference.first)] >
                                      truth[static_cast<std::size_t>(difference.second)]);
            }
            holds = holds && !certain_cycle(result.ahead);
            const Ratings::Difference& top = result.differences.front();
            if (looks.follows_forecast && top.deviations) {
                const double error = top.error * std::log(10.0) / 400;
                const auto forecast = forecast_of(
                    KnownDifference{*top.deviations, error * error, played, top.needed});
                part.fields = std::clamp(forecast->likely.value_or(200), 1, 200);
            }
        }
        coverage.held += holds ? 1 : 0;
    }
    return coverage;
}

Coverage copies_truth(int copies, int others, double edge, int fields, int tries) {
    Generator generator(15);
    Coverage coverage{
        fmt::format("{} copies {} Elo above {} others, {} fields", copies, edge, others, fields)};
    RatedArena arena;
    arena.ais = copies + others;
    arena.fields = fields;
    std::vector<double> truth(static_cast<std::size_t>(arena.ais));
    std::fill_n(truth.begin(), copies, edge * std::log(10.0) / 400);
    std::vector<int> same_as(truth.size());
    std::iota(same_as.begin(), same_as.end(), 0);
    std::fill_n(same_as.begin(), copies, 0);
    for (int attempt = 0; attempt < tries; ++attempt) {
        Ratings ratings(same_as);
        play_tournament(
            arena, truth, 0, generator,
            [&](int field, const auto& ais, const auto& ranks) { ratings.add(field, ais, ranks); });
        const auto rated = ratings.fit().ratings;
        // Of the programs, not of their names.
        double mean = 0;
        double count = 0;
        const bool has_core = std::any_of(
            rated.begin(), rated.end(), [](const auto& rating) { return rating.is_in_core; });
        for (std::size_t i = 0; i < truth.size(); ++i) {
            if (same_as[i] == static_cast<int>(i) && (rated[i].is_in_core || !has_core)) {
                mean += truth[i];
                ++count;
            }
        }
        for (std::size_t i = 0; i < static_cast<std::size_t>(copies); ++i) {
            if (!rated[i].low && !rated[i].high) {
                continue; // nothing is printed
            }
            const double elo = (truth[i] - mean / count) * 400 / std::log(10.0);
            ++coverage.tries;
            coverage.held +=
                (!rated[i].low || *rated[i].low <= elo) && (!rated[i].high || elo <= *rated[i].high)
                    ? 1
                    : 0;
        }
    }
    return coverage;
}

Cost cost_of_certainty(double elo, double draws, int most, int tries) {
    Generator generator(16);
    const double truth = elo * std::log(10.0) / 400;
    std::vector<int> needed;
    for (int attempt = 0; attempt < tries; ++attempt) {
        Ratings ratings(2);
        bool is_decided = false;
        int field = 0;
        while (!is_decided && field < most) {
            for (int game = 0; game < 2; ++game) {
                ratings.add(field, {0, 1}, play_two(truth, 0, draws, generator));
            }
            ++field;
            is_decided = field % 5 == 0 && ratings.fit().differences[0].is_certain;
        }
        needed.push_back(field);
    }
    std::sort(needed.begin(), needed.end());
    return {needed[needed.size() / 2], needed[needed.size() * 8 / 10]};
}

namespace {

/// A tournament in a database, for what reads one.
class StoredArena {
  public:
    StoredArena(const RatedArena& arena, Generator& generator, double weaker_in_second_seat = 0) {
        std::filesystem::remove(path_);
        StoredTournament tournament;
        tournament.game = "simulated";
        tournament.seats = tournament.games_per_match = arena.seats;
        tournament.format = "schedule";
        tournament.matches = 1'000'000; // at least as many as are played
        std::vector<StoredAi> ais;
        for (int ai = 0; ai < arena.ais; ++ai) {
            ais.push_back({fmt::format("ai{}", ai), "", fmt::format("{}", ai)});
        }
        std::vector<StoredField> fields;
        for (int field = 0; field < arena.fields; ++field) {
            fields.push_back({fmt::format("field{}", field), "", ""});
        }
        store_.emplace(path_, tournament, ais, fields);
        std::int64_t games = 0;
        play_tournament(
            arena, 0, generator, [&](int field, const auto& by_seat, std::vector<int> ranks) {
                if (weaker_in_second_seat > 0 && by_seat[1] == 0) {
                    const double unit = std::log(10.0) / 400;
                    ranks = play_two(0, -weaker_in_second_seat * unit, arena.draws, generator);
                }
                GameOutcome game;
                game.index = games;
                game.match = games++ / arena.seats;
                game.field = field;
                game.turns = 10 + static_cast<int>(generator() % 90);
                if (arena.close_games_last) {
                    const auto [lowest, highest] =
                        std::minmax_element(by_seat.begin(), by_seat.end());
                    game.turns += 200 * (arena.ais - (*highest - *lowest)) / arena.ais;
                }
                const auto first = std::count(ranks.begin(), ranks.end(), 1);
                for (std::size_t seat = 0; seat < ranks.size(); ++seat) {
                    SeatOutcome& own = game.seats.emplace_back();
                    own.ai = by_seat[seat];
                    own.rank = ranks[seat];
                    own.share = own.rank == 1 ? 1.0 / static_cast<double>(first) : 0;
                }
                store_->add(game);
            });
    }
    ~StoredArena() {
        store_.reset();
        std::filesystem::remove(path_);
    }
    StoredArena(const StoredArena&) = delete;
    StoredArena& operator=(const StoredArena&) = delete;

    /// What is found of each AI.
    std::vector<std::vector<Finding>> findings(Generator& generator) const {
        const TournamentSummary summary = read_summary(*store_, {});
        std::vector<int> ais(summary.names.size());
        std::iota(ais.begin(), ais.end(), 0);
        Evidence evidence = read_evidence(*store_, summary, ais);
        for (FieldFacts& facts : evidence.fields) {
            facts.parameters = {
                {"width", std::to_string(generator() % 30)},
                {"walls", generator() % 3 == 0 ? "yes" : "no"},
                {"food", std::to_string(generator() % 4)}};
        }
        std::vector<std::vector<Finding>> list;
        for (const int ai : ais) {
            list.push_back(findings_of(ai, evidence, summary));
        }
        return list;
    }

  private:
    std::string path_ =
        (std::filesystem::temp_directory_path() / fmt::format("simulated-{}.sqlite", ::getpid()))
            .string();
    std::optional<Store> store_;
};

} // namespace

Coverage thirds_silence(double copies, int games, int fields, int tries) {
    Generator generator(17);
    Coverage coverage{
        fmt::format("{} games a field, {} of them alike, {} fields", games, copies, fields), 0,
        tries};
    for (int attempt = 0; attempt < tries; ++attempt) {
        std::vector<Turned> turned;
        for (int field = 0; field < fields; ++field) {
            for (const bool is_own : {true, false}) {
                int third = 0;
                for (int game = 0; game < games; ++game) {
                    if (game == 0 || uniform(generator) >= copies) {
                        third = static_cast<int>(generator() % 3);
                    }
                    turned.push_back({field, third, is_own});
                }
            }
        }
        coverage.held += thirds_test(turned) > 0.05 ? 1 : 0;
    }
    return coverage;
}

Coverage findings_silence(const RatedArena& arena, int tries) {
    Generator generator(12);
    Coverage coverage{name_of(arena)};
    for (int attempt = 0; attempt < tries; ++attempt) {
        for (const auto& findings : StoredArena(arena, generator).findings(generator)) {
            ++coverage.tries;
            coverage.held += std::none_of(
                                 findings.begin(), findings.end(),
                                 [](const Finding& finding) { return finding.is_certain; })
                                 ? 1
                                 : 0;
        }
    }
    return coverage;
}

Coverage findings_found(double elo, int fields, int tries) {
    Generator generator(13);
    Coverage coverage{
        fmt::format("8 AIs, {} fields, {} Elo weaker in seat 2", fields, elo), 0, tries};
    for (int attempt = 0; attempt < tries; ++attempt) {
        const auto findings =
            StoredArena({8, 2, fields, 0, 0, true}, generator, elo).findings(generator).front();
        coverage.held += std::any_of(
                             findings.begin(), findings.end(),
                             [](const Finding& finding) {
                                 return finding.is_certain && finding.what == "seat 2";
                             })
                             ? 1
                             : 0;
    }
    return coverage;
}

Coverage tune_silence(int parameters, double draws, double correlation, int tries) {
    Generator generator(11);
    Coverage coverage{
        fmt::format("{} idle parameters, draws {}, correlation {}", parameters, draws, correlation),
        0, tries};
    auto tuning = std::make_shared<TuningConfig>();
    for (int number = 0; number < parameters; ++number) {
        tuning->names.push_back(fmt::format("idle{}", number));
        tuning->parameters.push_back({50, 0, 100, 5, false});
        tuning->declared.push_back(50);
        tuning->places.push_back(static_cast<std::size_t>(number));
    }
    tuning->iterations = 10;
    tuning->test_fields = 40;
    tuning->sprt = {0, 20};
    PlanConfig config;
    config.format = Format::tuning;
    config.ais = 2;
    config.seats = 2;
    config.games_per_match = 2;
    config.fields = 80;
    config.tuning = tuning;
    for (int attempt = 0; attempt < tries; ++attempt) {
        SpsaPlan plan(config);
        PlannedMatch match;
        while (plan.next(match) == Plan::Step::match) {
            const double points = pair_points_of(0.5, draws, correlation, generator);
            plan.finished(match, {points, 2 - points}, {0, 0});
        }
        const std::string text = tuning_text(plan, "ai");
        coverage.held += text.find("has an effect") == std::string::npos ? 1 : 0;
    }
    return coverage;
}

Coverage sprt_correctness(
    double elo0, double elo1, bool is_elo1_true, double draws, double correlation, int tries) {
    Generator generator(5);
    SprtConfig config;
    config.elo0 = elo0;
    config.elo1 = elo1;
    Coverage coverage{
        fmt::format(
            "[{}, {}], true {}, draws {}, correlation {}", elo0, elo1, is_elo1_true ? elo1 : elo0,
            draws, correlation),
        0, tries};
    // Normalised Elo measure in deviations of half a pair: by the variance of the pair's share.
    const auto deviation_at = [&](double score) {
        Generator own(6);
        double sum = 0;
        double squares = 0;
        constexpr int games = 200'000;
        for (int i = 0; i < games; ++i) {
            const double share = pair_points_of(score, draws, correlation, own) / 2;
            sum += share;
            squares += share * share;
        }
        return std::sqrt(squares / games - sum / games * sum / games);
    };
    const double elo = is_elo1_true ? elo1 : elo0;
    const double t = elo * std::log(10.0) / 800 * std::sqrt(2.0);
    double score = 0.5;
    for (int round = 0; round < 4; ++round) {
        score = 0.5 + t * deviation_at(score);
    }
    for (int attempt = 0; attempt < tries; ++attempt) {
        Sprt test(config);
        constexpr std::int64_t max_pairs = 20'000;
        for (std::int64_t pair = 0; test.decision() == SprtDecision::none && pair < max_pairs;
             ++pair) {
            test.add(pair, pair_points_of(score, draws, correlation, generator));
        }
        coverage.held += test.decision() == (is_elo1_true ? SprtDecision::accepts_elo1
                                                          : SprtDecision::accepts_elo0)
                             ? 1
                             : 0;
    }
    return coverage;
}

} // namespace tests
