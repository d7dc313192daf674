#include "tournament/report/figures.hpp"

#include "match/measurements.hpp"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace referee {

namespace {

// How figures are printed. `get` is a member, or a function of the row.

template <typename Row, typename Get>
Printed<Row> integer(Get get) {
    return {
        [get](const Row& row) { return std::to_string(std::invoke(get, row)); },
        [get](const Row& row) { return Json(std::invoke(get, row)); }};
}

/// An integer that exists if it isn't 0.
template <typename Row, typename Get>
Printed<Row> rank(Get get) {
    return {
        [get](const Row& row) {
            const auto number = std::invoke(get, row);
            return number > 0 ? std::to_string(number) : std::string(no_figure);
        },
        [get](const Row& row) {
            const auto number = std::invoke(get, row);
            return number > 0 ? Json(number) : Json();
        }};
}

/// A sum of points or scores.
template <typename Row, typename Get>
Printed<Row> sum(Get get) {
    return {
        [get](const Row& row) { return share_text(std::invoke(get, row)); },
        [get](const Row& row) { return Json(std::invoke(get, row)); }};
}

template <typename Row, typename Get>
Printed<Row> word(Get get) {
    return {
        [get](const Row& row) { return std::string(std::invoke(get, row)); },
        [get](const Row& row) { return Json(std::string(std::invoke(get, row))); }};
}

/// Only for people: put together from several values.
template <typename Row, typename Get>
Printed<Row> shown(Get get) {
    return {[get](const Row& row) { return std::string(std::invoke(get, row)); }, {}};
}

/// Only for programs.
template <typename Row, typename Get>
Printed<Row> data(Get get) {
    return {{}, [get](const Row& row) { return Json(std::invoke(get, row)); }};
}

/// A number, or null where there is none (an infinite rating, an unknown bound).
Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

Json number(const std::optional<double>& value) {
    return value ? number(*value) : Json();
}

/// "[-12, +84]", a bound such as "≥ +210", or no_figure.
std::string interval_text(const std::optional<double>& low, const std::optional<double>& high) {
    return low && high ? fmt::format("[{}, {}]", signed_text(*low), signed_text(*high))
           : low       ? "≥ " + signed_text(*low)
           : high      ? "≤ " + signed_text(*high)
                       : std::string(no_figure);
}

/// "+35"; in parentheses where the results don't determine it and it rests on virtual games.
std::string rating_value(const Ratings::Rating& rating) {
    return rating.is_in_core ? signed_text(rating.elo)
                             : fmt::format("({})", signed_text(rating.elo));
}

/// 0 without a rated game.
int group_of(const AiRow& row) {
    return row.rating.games > 0 ? row.rating.group + 1 : 0;
}

/// As the rest of a sentence; empty for `no`.
std::string_view text_of(Unranked reason) {
    switch (reason) {
    case Unranked::no:
        break;
    case Unranked::baseline:
        return "it is a baseline, which plays out of competition";
    case Unranked::replaced:
        return "a newer version plays instead";
    case Unranked::excluded:
        return "the organiser has excluded it";
    case Unranked::broken:
        return "it can no longer be played";
    }
    return {};
}

Json faults_json(const AiRow& row) {
    Json faults = Json::object();
    for (std::size_t fault = 1; fault < all_names<Fault>.size(); ++fault) {
        faults[all_names<Fault>[fault]] = row.faults[fault];
    }
    return faults;
}

/// The cell of a measurement.
std::string measurement_text(const Measurement& measurement, const Measurements& measured) {
    const std::int64_t value = measured.*measurement.value;
    if (value == not_measured) {
        return std::string(no_figure);
    }
    const double parts = measurement.shown == Shown::per_move
                             ? static_cast<double>(std::max<std::int64_t>(1, measured.moves))
                             : 1;
    switch (measurement.unit) {
    case Unit::milliseconds:
        return fmt::format("{:.2f}", milliseconds(value) / parts);
    case Unit::kibibytes:
        return fmt::format("{:.1f}", static_cast<double>(value) / parts / 1024);
    case Unit::count:
        break;
    }
    return parts == 1 ? std::to_string(value)
                      : fmt::format("{:.2f}", static_cast<double>(value) / parts);
}

Json measurement_json(const Measurement& measurement, const Measurements& measured) {
    const std::int64_t value = measured.*measurement.value;
    if (value == not_measured) {
        return nullptr;
    }
    return measurement.unit == Unit::milliseconds ? Json(milliseconds(value)) : Json(value);
}

/// A quantile of the times of moves.
Printed<AiRow> time_of(double quantile) {
    const auto ms = [quantile](const AiRow& row) {
        return milliseconds(row.times.quantile(quantile));
    };
    return {
        [ms](const AiRow& row) { return fmt::format("{:.2f}", ms(row)); },
        [ms](const AiRow& row) { return Json(ms(row)); }};
}

/// "top 3"
std::string race_heading(const TournamentSummary& summary) {
    const int top = summary.verdict && summary.verdict->race ? summary.verdict->race->top : 1;
    return top == 1 ? "best" : fmt::format("top {}", top);
}

/// A p-value. With more than a thousand pairs it may be too small for a number, but it is never 0.
template <typename Get>
Printed<Pairing> probability(Get get) {
    constexpr double smallest = 1e-300;
    return {
        [get](const Pairing& row) {
            const double value = get(row);
            return value < smallest ? "< 1e-300" : fmt::format("{:.2g}", value);
        },
        [get](const Pairing& row) { return Json(get(row)); }};
}

Json result_json(const Pairing& row) {
    const ShareInterval& share = row.result.share;
    return {
        {"share", share.share},
        {"low", share.low},
        {"high", share.high},
        {"elo", number(elo_of(share.share))},
        {"elo_low", number(elo_of(share.low))},
        {"elo_high", number(elo_of(share.high))}};
}

Figures<GameFigures> make_game_figures() {
    using Row = GameFigures;
    const auto text = [](auto get) {
        return shown<Row>([get](const Row& row) { return safe_text(get(row)); });
    };
    // If the match decides and isn't over, nobody has a rank or points yet.
    const auto if_counts = [](auto get) {
        return shown<Row>(
            [get](const Row& row) { return row.counts ? get(row.of()) : std::string(); });
    };
    const auto integer_of = [](auto get) { return integer<Row>(get); };
    Figures<Row> figures{
        {"game", "", in_table, "number of the game",
         integer_of([](const Row& row) { return row.game->index + 1; })},
        {"match", "", in_table, "number of its match",
         integer_of([](const Row& row) { return row.game->match + 1; })},
        {"field", "", in_table, "the field's name", text([](const Row& row) {
             return row.store->fields()[static_cast<std::size_t>(row.game->field)].name;
         }),
         "", true},
        {"seat", "", in_table, "the seat, from 1; in games with teams the first of the team",
         integer_of([](const Row& row) { return row.seat_number(); })},
        {"ai", "", in_table, "the AI", text([](const Row& row) {
             return row.store->ais()[static_cast<std::size_t>(row.of().ai)].name;
         }),
         "", true},
        {"rank", "", in_table, "of the seat at the end of the game; 1 is the best rank",
         if_counts([](const SeatOutcome& seat) { return std::to_string(seat.rank); })},
        {"score", "", in_table, "of the seat at the end of the game",
         shown<Row>([](const Row& row) { return fmt::format("{:g}", row.of().score); })},
        {"points", "", in_table, "points by rank; empty if the match decides and isn't over",
         if_counts([](const SeatOutcome& seat) { return fmt::format("{:.9g}", seat.points); })},
        {"share", "", in_table, "share of the game's one point; empty as `points`",
         if_counts([](const SeatOutcome& seat) { return fmt::format("{:.9g}", seat.share); })},
        {"turns", "", in_table, "turns of the game",
         integer_of([](const Row& row) { return row.game->turns; })},
        {"end", "", in_table, "why the game ended",
         text([](const Row& row) { return row.game->reason; }), "", true},
    };
    for (std::size_t fault = 1; fault < all_names<Fault>.size(); ++fault) {
        figures.push_back(
            {all_names<Fault>[fault], "", in_table, "faults of this kind",
             integer_of([fault](const Row& row) { return row.of().faults[fault]; })});
    }
    for (const Measurement& measurement : measurements) {
        figures.push_back(
            {measurement.name, "", in_table, measurement.meaning,
             shown<Row>([&measurement](const Row& row) {
                 const std::int64_t value = row.of().measured.*measurement.value;
                 if (value == not_measured) {
                     return std::string();
                 }
                 return measurement.unit == Unit::milliseconds
                            ? fmt::format("{:.3f}", milliseconds(value))
                            : std::to_string(value);
             })});
    }
    figures.push_back(
        {"state", "", in_table, "SHA-256 of the last state",
         shown<Row>([](const Row& row) { return row.game->state; })});
    figures.push_back(
        {"record", "", in_table, "the record's path, if there is one",
         text([](const Row& row) { return row.game->record; }), "", true});
    return figures;
}

} // namespace

Figures<AiRow> ai_figures(const TournamentSummary& summary) {
    using Row = AiRow;
    const unsigned if_some_have_no_winner = summary.has_no_winner ? in_table : data_only;
    const unsigned if_groups = summary.groups > 1 ? in_table | in_site : data_only;
    const auto name = [&summary](const Row& row) { return summary.names[row.ai]; };
    const auto is_rated = [](const Row& row) { return row.rating.is_rated(); };
    const auto if_rated = [is_rated](auto text) {
        return shown<Row>([is_rated, text](const Row& row) {
            return is_rated(row) ? text(row.rating) : std::string(no_figure);
        });
    };
    const auto out_of_ranks = [&summary](const Row& row) {
        const auto ai = static_cast<std::size_t>(row.ai);
        return ai < summary.unranked.size() ? text_of(summary.unranked[ai]) : std::string_view();
    };
    Figures<Row> figures{
        {"name", "AI", in_table | in_endings | in_live_page, "the AI", word<Row>(name), "", true},
        {"rating",
         "rating",
         in_table,
         "Elo; empty if only a bound is known",
         {if_rated(rating_value).cell, [](const Row& row) { return number(row.rating.value()); }},
         "",
         false,
         "no game of it was won by anybody, or it has a single one"},
        {"estimate", "", data_only,
         "Elo; if only a bound is known, an estimate that rests on virtual games",
         data<Row>([is_rated](const Row& row) {
             return is_rated(row) ? number(row.rating.elo) : Json();
         })},
        {"", "95 %", in_table, "the interval of the rating, or its bound",
         if_rated([](const auto& rating) { return interval_text(rating.low, rating.high); }), "",
         false, "no bound follows from its results, or its fields are too few"},
        {"rating_low", "", data_only, "the lower end of the rating's interval, or its lower bound",
         data<Row>([](const Row& row) { return number(row.rating.low); })},
        {"rating_high", "", data_only, "the upper end of the rating's interval, or its upper bound",
         data<Row>([](const Row& row) { return number(row.rating.high); })},
        {"rank", "rank", in_table, "the rank by rating; in a knockout or ladder the place in it",
         rank<Row>(&Row::rank), "name", true, "it has no rated game, or a single one",
         out_of_ranks},
        {"", "ranks 95 %", in_table,
         "the ranks that are possible, with 95 % confidence for all at once",
         shown<Row>(rank_set_text), "", false, "its fields are too few, or it has no rated game",
         out_of_ranks},
        {"rank_best", "", data_only, "the best rank that is possible", rank<Row>(&Row::rank_best)},
        {"rank_worst", "", data_only, "the worst rank that is possible",
         rank<Row>(&Row::rank_worst)},
        {"group", "group", if_groups,
         "AIs of different groups never met; each group has its own ranks", rank<Row>(group_of),
         "points"},
        {"games", "games", in_table | in_site | in_live_page, "number of games",
         integer<Row>(&Row::games)},
        {"wins", "wins", in_table, "games won alone", integer<Row>(&Row::wins)},
        {"draws", "draws", in_table, "games in which it shared rank 1", integer<Row>(&Row::draws)},
        {"losses", "losses", in_table, "games that others won", integer<Row>(&Row::losses)},
        {"", "won", in_endings, "as `wins`", integer<Row>(&Row::wins)},
        {"", "drawn", in_endings, "as `draws`", integer<Row>(&Row::draws)},
        {"", "lost", in_endings, "as `losses`", integer<Row>(&Row::losses)},
        {"no_winner", "no winner", if_some_have_no_winner,
         "games that nobody won, neither drawn nor lost", integer<Row>(&Row::no_winner)},
        {"", "win rate %", in_site, "`share` by game", shown<Row>([](const Row& row) {
             return percent_text(row.share, static_cast<double>(row.games));
         })},
        {"share", "", in_live_page,
         "sum over games: each is worth one point, which the AIs on rank 1 share; 0 for all if "
         "nobody won",
         data<Row>(&Row::share)},
        {"points", "points", in_table | in_live_page, "sum of the points by rank, see `--points`",
         sum<Row>(&Row::points)},
        {"score", "score", in_table, "sum of the game's own scores", sum<Row>(&Row::score)},
        {"", "faults", in_table | in_site, "faults of all kinds", integer<Row>(&Row::fault_count)},
        {"faults", "", data_only, "faults of each kind", data<Row>(faults_json)},
    };
    for (std::size_t fault = 1; fault < all_names<Fault>.size(); ++fault) {
        const bool has_any = std::any_of(
            summary.standings.begin(), summary.standings.end(),
            [fault](const Row& row) { return row.faults[fault] > 0; });
        figures.push_back(
            {"", std::string(all_names<Fault>[fault]), has_any ? in_endings : data_only,
             "faults of this kind",
             integer<Row>([fault](const Row& row) { return row.faults[fault]; })});
    }
    for (const Measurement& measurement : measurements) {
        figures.push_back(
            {measurement.name,
             std::string(measurement.heading),
             measurement.shown != Shown::no ? in_endings : data_only,
             measurement.meaning,
             {[&measurement](const Row& row) {
                  return measurement_text(measurement, row.measured);
              },
              [&measurement](const Row& row) {
                  return measurement_json(measurement, row.measured);
              }},
             "",
             false,
             "an older version of the referee didn't measure it"});
    }
    figures.push_back(
        {"median_ms", "median ms", in_endings, "median of the times of moves", time_of(0.5)});
    figures.push_back(
        {"p95_ms", "95 % ms", in_endings, "95 % of the moves took no longer", time_of(0.95)});
    if (summary.verdict && summary.verdict->race) {
        figures.push_back(
            {"race", race_heading(summary), in_table,
             "in a race for the top places: `in`, `undecided` or `out`",
             word<Row>([](const Row& row) { return name_of(row.race); }), "rating", true});
    }
    return figures;
}

Figures<int> win_rate_figures(const TournamentSummary& summary) {
    using Row = int;
    const auto all = [&summary](int ai) -> const Meeting& { return summary.meetings[ai][ai]; };
    constexpr std::size_t max_ais_in_columns = 500;
    const std::vector<int> others = ais_by_name(summary);
    const auto rate = [](const Meeting& met) {
        return percent_text(met.share, static_cast<double>(met.games));
    };
    std::vector<int> places(others.size()); // by AI: its place by name
    for (std::size_t place = 0; place < others.size(); ++place) {
        places[static_cast<std::size_t>(others[place])] = static_cast<int>(place);
    }
    const auto with = [&summary, places](int ai) {
        std::vector<int> met = summary.meetings.met_by(ai);
        std::sort(met.begin(), met.end(), [&](int a, int b) { return places[a] < places[b]; });
        Json against = Json::object();
        for (const int other : met) {
            const Meeting& meeting = summary.meetings[ai][other];
            against[summary.names[other]] = {{"share", meeting.share}, {"games", meeting.games}};
        }
        return against;
    };
    Figures<Row> figures{
        {"name", "AI", in_table, "the AI",
         word<Row>([&summary](int ai) { return summary.names[ai]; }), "", true},
        {"", "win rate %", in_table, "`share` by game",
         shown<Row>([all, rate](int ai) { return rate(all(ai)); })},
        {"", "points/games", in_table, "`share` and `games`", shown<Row>([all](int ai) {
             return fmt::format("{}/{}", share_text(all(ai).share), all(ai).games);
         })},
        {"share", "", data_only, "of the AI `name` in its games with `other`",
         data<Row>([all](int ai) { return all(ai).share; })},
        {"games", "", data_only, "games in which both took part",
         data<Row>([all](int ai) { return all(ai).games; })},
        {"with", "", data_only, "the same by other AI", data<Row>(with)},
    };
    // A cell has the win rate of the row's AI in games with the column's, and their number.
    for (const int other : others) {
        if (others.size() > max_ais_in_columns) {
            break; // no table for people has so many
        }
        figures.push_back(
            {"", summary.names[other], in_table, "games in which both took part",
             shown<Row>([&summary, other, rate](int ai) {
                 const Meeting& met = summary.meetings[ai][other];
                 return other == ai || met.games == 0 ? std::string(no_figure)
                                                      : fmt::format("{}/{}", rate(met), met.games);
             })});
    }
    return figures;
}

Figures<SeatFigures> seat_figures() {
    using Row = SeatFigures;
    return {
        {"seat",
         "seat",
         in_table,
         "the seat, from 1; in games with teams the first of the team",
         {[](const Row& row) { return row.name; }, [](const Row& row) { return Json(row.seat); }}},
        {"games", "games", in_table, "number of games",
         integer<Row>([](const Row& row) { return row.row.games; })},
        {"share", "", data_only, "sum of what the seat has won",
         data<Row>([](const Row& row) { return row.row.share; })},
        {"rate",
         "win rate %",
         in_table,
         "mean share of a game in this seat, from 0 to 1",
         {[](const Row& row) {
              return percent_text(row.row.share, static_cast<double>(row.row.games));
          },
          [](const Row& row) {
              return row.row.games > 0 ? number(row.row.interval.share) : Json();
          }}},
        {"", "95 %", in_table, "the interval of the win rate",
         shown<Row>([](const Row& row) { return percent_interval(row.row.interval); })},
        {"rate_low", "", data_only, "the lower end of the interval of `rate`",
         data<Row>([](const Row& row) { return row.row.interval.low; })},
        {"rate_high", "", data_only, "the upper end of the interval of `rate`",
         data<Row>([](const Row& row) { return row.row.interval.high; })},
    };
}

Figures<Pairing> pair_figures(const TournamentSummary& summary) {
    using Row = Pairing;
    const auto name = [&summary](int Row::*ai) {
        return word<Row>([&summary, ai](const Row& row) { return summary.names[row.*ai]; });
    };
    const auto count = [](std::int64_t MatchStatistics::*member) {
        return integer<Row>([member](const Row& row) { return row.result.*member; });
    };
    return {
        {"first", "first", in_table, "an AI", name(&Row::first), "", true},
        {"second", "second", in_table, "the other AI", name(&Row::second), "", true},
        {"pairs", "pairs", in_table, "double matches", count(&MatchStatistics::pairs)},
        {"by_points", "", data_only,
         "double matches in which the first AI has 0, ½, 1, 1½ or 2 points",
         data<Row>([](const Row& row) {
             const auto& by_points = row.counts.by_points;
             return std::vector(std::begin(by_points), std::end(by_points));
         })},
        {"won", "won", in_table, "double matches in which the first AI has more points",
         count(&MatchStatistics::won)},
        {"", "drawn", in_table, "double matches in which both have as many points",
         shown<Row>([](const Row& row) {
             return std::to_string(row.result.pairs - row.result.won - row.result.lost);
         })},
        {"lost", "lost", in_table, "double matches in which the first AI has fewer points",
         count(&MatchStatistics::lost)},
        {"result", "", data_only, "mean share of the first AI, from 0 to 1, and as Elo",
         data<Row>(result_json)},
        {"", "score %", in_table, "mean share of the first AI",
         shown<Row>([](const Row& row) { return percent_text(row.result.share.share, 1); })},
        {"", "95 %", in_table, "its interval",
         shown<Row>([](const Row& row) { return percent_interval(row.result.share); })},
        {"", "Elo", in_table, "the same as a difference in Elo",
         shown<Row>([](const Row& row) { return elo_text(row.result.share); })},
        {"sign_test", "sign test", in_text, "p-value of this pair alone, at one look",
         probability([](const Row& row) { return row.result.sign_test; })},
        {"any_time", "any time", in_table, "p-value for all pairs at once, whenever somebody looks",
         probability([](const Row& row) { return row.any_time_p_value; })},
    };
}

Figures<Ratings::Difference> difference_figures(const TournamentSummary& summary) {
    using Row = Ratings::Difference;
    const auto name = [&summary](int Row::*ai) {
        return word<Row>([&summary, ai](const Row& row) { return summary.names[row.*ai]; });
    };
    return {
        {"first", "AI", in_table, "an AI", name(&Row::first), "", true},
        {"second", "above", in_table, "the AI rated below it", name(&Row::second), "", true},
        {"elo",
         "Elo",
         in_table,
         "rating of the first AI minus that of the second",
         {[](const Row& row) {
              return row.is_in_core ? signed_text(row.elo) : std::string(no_figure);
          },
          [](const Row& row) { return row.is_in_core ? number(row.elo) : Json(); }},
         "",
         false,
         "of one of the two only a bound is known"},
        {"", "95 %", in_table, "its interval",
         shown<Row>([](const Row& row) { return interval_text(row.low, row.high); }), "", false,
         "no bound follows from the results, or the fields are too few"},
        {"elo_low", "", data_only, "the lower end of the interval of `elo`",
         data<Row>([](const Row& row) { return number(row.low); })},
        {"elo_high", "", data_only, "the upper end of the interval of `elo`",
         data<Row>([](const Row& row) { return number(row.high); })},
        {"p_value",
         "p",
         in_text,
         "probability of a difference at least as large between equals, for this pair alone, at one "
         "look",
         {[](const Row& row) {
              return row.p_value ? fmt::format("{:.2g}", std::max(1e-300, *row.p_value))
                                 : std::string(no_figure);
          },
          [](const Row& row) { return number(row.p_value); }},
         "",
         false,
         "the fields are too few, or only a bound is known"},
        {"certain",
         "",
         in_table,
         "`true` if it is certain for all pairs at once, whenever somebody looks",
         {[](const Row& row) { return std::string(row.is_certain ? "*" : ""); },
          [](const Row& row) { return Json(row.is_certain); }}},
    };
}

Figures<ContestFigures> contest_figures(const TournamentSummary& summary) {
    using Row = ContestFigures;
    // What is known once the contest is over.
    const auto settled = [](auto get) {
        return Printed<Row>{
            [get](const Row& row) {
                return row.contest->order.empty() ? std::string(no_figure)
                                                  : fmt::format("{:.6g}", get(row));
            },
            [get](const Row& row) { return row.contest->order.empty() ? Json() : Json(get(row)); }};
    };
    const auto in_group = [](std::vector<double> Contest::*values) {
        return [values](const Row& row) {
            const std::vector<int>& group = row.contest->group;
            return (row.contest->*values)[static_cast<std::size_t>(
                std::find(group.begin(), group.end(), row.ai()) - group.begin())];
        };
    };
    const auto count = [](int Contest::*member) {
        return Printed<Row>{
            [member](const Row& row) {
                return row.contest->order.empty() ? std::string(no_figure)
                                                  : std::to_string(row.contest->*member);
            },
            [member](const Row& row) { return Json(row.contest->*member); }};
    };
    return {
        {"contest", "", data_only, "number of the contest", data<Row>(&Row::number)},
        {"round", "round", in_table, "the round of the contest",
         word<Row>([](const Row& row) { return row.contest->round; }), "", true},
        {"name", "AI", in_table, "an AI in it", word<Row>([&summary](const Row& row) {
             return summary.names[static_cast<std::size_t>(row.ai())];
         }),
         "", true},
        {"place",
         "place",
         in_table,
         "the AI's place in the contest",
         {[](const Row& row) {
              return row.contest->order.empty() ? std::string(no_figure)
                                                : std::to_string(row.rank + 1);
          },
          [](const Row& row) { return row.contest->order.empty() ? Json() : Json(row.rank + 1); }},
         "",
         false,
         "the contest is not over"},
        {"points", "points", in_table, "points in the contest",
         settled(in_group(&Contest::points))},
        {"score", "score", in_table, "score in the contest", settled(in_group(&Contest::scores))},
        {"fields", "fields", in_table, "fields played", count(&Contest::fields)},
        {"further_fields", "further", in_table, "fields played because of a tie",
         count(&Contest::further_fields)},
        {"settled_by", "settled by", in_table, "what decided",
         word<Row>([](const Row& row) { return name_of(row.contest->settlement); })},
    };
}

const Figures<GameFigures>& game_figures() {
    static const Figures<GameFigures> figures = make_game_figures();
    return figures;
}

std::vector<int> ais_by_name(const TournamentSummary& summary) {
    std::vector<int> ais(summary.names.size());
    std::iota(ais.begin(), ais.end(), 0);
    std::stable_sort(
        ais.begin(), ais.end(), [&](int a, int b) { return summary.names[a] < summary.names[b]; });
    return ais;
}

std::vector<int> ais_by_win_rate(const TournamentSummary& summary) {
    std::vector<int> ais = ais_by_name(summary);
    const auto rate = [&](int ai) {
        const Meeting& all = summary.meetings[ai][ai];
        return all.games > 0 ? all.share / static_cast<double>(all.games) : -1;
    };
    std::stable_sort(ais.begin(), ais.end(), [&](int a, int b) { return rate(a) > rate(b); });
    return ais;
}

std::vector<SeatFigures> seat_rows(const TournamentSummary& summary) {
    std::vector<SeatFigures> rows;
    const Teams places = summary.tournament.places();
    for (const SeatRow& row : summary.seats) {
        const std::vector<Seat>& seats = places.seats_of(rows.size());
        rows.push_back({seats.front(), fmt::format("{}", fmt::join(seats, ", ")), row});
    }
    return rows;
}

std::vector<ContestFigures> contest_rows(const TournamentSummary& summary) {
    std::vector<ContestFigures> rows;
    if (!summary.verdict) {
        return rows;
    }
    const std::vector<Contest>& contests = summary.verdict->contests;
    for (std::size_t number = 0; number < contests.size(); ++number) {
        for (std::size_t rank = 0; rank < contests[number].group.size(); ++rank) {
            rows.push_back({&contests[number], number + 1, rank});
        }
    }
    return rows;
}

bool is_zero(std::string_view cell) {
    return cell.find('0') != std::string_view::npos &&
           cell.find_first_not_of("0.") == std::string_view::npos;
}

std::string rank_set_text(const AiRow& row) {
    return row.rank_best == 0                ? std::string(no_figure)
           : row.rank_best == row.rank_worst ? std::to_string(row.rank_best)
                                             : fmt::format("{}–{}", row.rank_best, row.rank_worst);
}

std::string rating_text(const Ratings::Rating& rating) {
    const std::string interval = interval_text(rating.low, rating.high);
    return rating_value(rating) + (interval == no_figure ? "" : " " + interval);
}

std::string percent_interval(const ShareInterval& share) {
    return fmt::format("[{:.1f}, {:.1f}]", 100 * share.low, 100 * share.high);
}

std::string live_progress(
    const ProgressView& view, const std::vector<std::string>& names, std::size_t max_bytes) {
    constexpr std::size_t room = 200; // for all but the AIs
    TournamentSummary summary;
    summary.names = names;
    const Figures<AiRow> figures = ai_figures(summary);
    std::string ais;
    std::size_t listed = 0;
    for (const ProgressView::Standing& standing : view.standings) {
        AiRow row;
        row.ai = standing.ai;
        row.games = standing.games;
        row.share = standing.share;
        row.points = standing.points;
        const std::string text = object_of(figures, row, in_live_page).dump();
        if (ais.size() + text.size() + room > max_bytes) {
            break;
        }
        ais += (listed > 0 ? "," : "") + text;
        ++listed;
    }
    Json numbers{
        {"played", view.done},
        {"planned", view.planned},
        {"per_second", view.rate},
        {"seconds_left", nullptr},
        {"left_out", view.standings.size() - listed}};
    if (view.seconds_left) {
        numbers["seconds_left"] = *view.seconds_left;
    }
    std::string text = numbers.dump();
    text.back() = ','; // the list has been put together before
    return fmt::format(R"({}"ais":[{}]}})", text, ais);
}

} // namespace referee
