// Compiled with optimising: it computes.

#include "statistics/cells.hpp"

#include "support/stored/racing.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tests {

namespace {

std::function<std::vector<Coverage>(int)> one(std::function<Coverage(int)> run) {
    return [run = std::move(run)](int tries) { return std::vector{run(tries)}; };
}

RatedArena equals(int ais, int seats = 2, double copies = 0, double draws = 0.3) {
    RatedArena arena;
    arena.ais = ais;
    arena.seats = seats;
    arena.spread = 0;
    arena.draws = draws;
    arena.copies = copies;
    return arena;
}

/// AIs from best to worst in equal steps.
RatedArena steps(int ais, double spread, int fields, int seats = 2, double copies = 0) {
    RatedArena arena = equals(ais, seats, copies, 0);
    arena.spread = spread;
    arena.fields = fields;
    return arena;
}

RatedArena of_sampled(RatedArena arena) {
    arena.all_meet = false;
    return arena;
}

RatedArena of_seats(RatedArena arena) {
    arena.seat_effect = 400;
    return arena;
}

RatedArena of_fields(RatedArena arena) {
    arena.field_effect = 150;
    return arena;
}

constexpr Looks once{30, 1, 1};
constexpr Looks ten{20, 10, 10};
constexpr Looks fifty{10, 10, 50};
constexpr Looks each{10, 1, 100};
constexpr Looks as_advised{20, 10, 8, true};

class List {
  public:
    void looks(std::string name, const RatedArena& arena, const Looks& looks) {
        cells_.push_back(
            {"nothing false is called certain", std::move(name), at_any_time,
             one([=](int tries) { return any_time_truth(arena, looks, tries); })});
    }

    void rating(std::string name, const RatedArena& arena) {
        cells_.push_back(
            {"intervals and bounds of ratings hold", std::move(name), interval,
             [=](int tries) { return rating_coverage(arena, tries).cells; }});
    }

    void copies(int copies, double edge) {
        cells_.push_back(
            {"intervals and bounds of copies hold",
             fmt::format("{} copies, {} Elo above four others", copies, edge),
             {0.93, 1},
             one([=](int tries) { return copies_truth(copies, 4, edge, 20, tries); })});
    }

    void score(std::string name, int pairs, double score, double draws, double alike) {
        cells_.push_back(
            {"the interval of a match's score holds", std::move(name), interval,
             one([=](int tries) { return pair_coverage(pairs, score, draws, alike, tries); })});
    }

    void explain(std::string name, RatedArena arena) {
        arena.close_games_last = true;
        cells_.push_back(
            {"--explain calls nothing certain of AIs without weakness", std::move(name),
             at_any_time, one([=](int tries) {
                 return findings_silence(arena, std::max(1, tries / arena.ais));
             })});
    }

    void thirds(std::string name, double alike, int games) {
        cells_.push_back(
            {"turning points are not called different where they aren't", std::move(name),
             at_any_time, one([=](int tries) { return thirds_silence(alike, games, 30, tries); })});
    }

    void race(std::string name, int top, const racing::Strengths& strengths) {
        cells_.push_back({"a race decides nothing wrong", name, at_any_time, one([=](int tries) {
                              const racing::Simulation result =
                                  racing::simulate(tries, top, 1500, [&] { return strengths; });
                              return Coverage{name, tries - result.wrong, tries};
                          })});
    }

    void forecasts(double elo, int fields) {
        cells_.push_back(
            {"the forecast's range holds what it takes",
             fmt::format("two AIs {} Elo apart, asked after {} fields", elo, fields), forecast,
             one([=](int tries) { return forecast_coverage(elo, fields, tries); })});
    }

    void verdict(std::string name, bool is_elo1_true, double draws, double alike) {
        cells_.push_back(
            {"the sequential test accepts the right hypothesis",
             std::move(name),
             {0.95, 1},
             one([=](int tries) {
                 return sprt_correctness(0, 50, is_elo1_true, draws, alike, tries);
             })});
    }

    void add(Cell cell) { cells_.push_back(std::move(cell)); }

    std::vector<Cell> take() { return std::move(cells_); }

  private:
    std::vector<Cell> cells_;
};

void add_looks(List& list) {
    for (const auto& [number, ais] : {std::pair{"two", 2}, {"three", 3}, {"eight", 8}}) {
        list.looks(fmt::format("{} equals, looked at once", number), equals(ais), once);
        list.looks(fmt::format("{} equals, ten looks", number), equals(ais), ten);
        list.looks(fmt::format("{} equals, fifty looks", number), equals(ais), fifty);
    }
    list.looks("twenty equals, five looks", equals(20), {20, 20, 5});
    list.looks("two equals, a look after every field", equals(2), each);
    list.looks("two equals, looked at when the report advises", equals(2), as_advised);
    list.looks("three equals, looked at when the report advises", equals(3), as_advised);
    list.looks("two equals with nine draws of ten, fifty looks", equals(2, 2, 0, 0.9), fifty);
    list.looks("two equals, half of a field's games alike", equals(2, 2, 0.5), fifty);
    list.looks("two equals, a field's games alike", equals(2, 2, 1), fifty);
    list.looks("eight equals, half of a field's games alike", equals(8, 2, 0.5), ten);
    list.looks("eight equals, a field's games alike", equals(8, 2, 1), ten);
    list.looks("four equals at four seats, fifty looks", equals(4, 4), fifty);
    list.looks("eight equals at four seats, ten looks", equals(8, 4), ten);
    list.looks("eight equals at four seats, a group's games alike", equals(8, 4, 1), ten);
    list.looks("eight equals at eight seats, ten looks", equals(8, 8), ten);
    list.looks("eight equals, one pair a field", of_sampled(equals(8)), {80, 40, 10});
    list.looks("eight equals, one group of four a field", of_sampled(equals(8, 4)), {80, 40, 10});
    list.looks("eight equals, each better on some fields", of_fields(equals(8)), ten);
    list.looks("eight equals, fields favour a seat", of_seats(equals(8)), ten);
    list.looks("three AIs 20 Elo from best to worst", steps(3, 20, 0), {20, 10, 20});
    list.looks("eight AIs 400 Elo from best to worst", steps(8, 400, 0), ten);
    list.looks("eight AIs 2,000 Elo from best to worst", steps(8, 2000, 0), {10, 10, 10});
    list.looks("eight AIs over 1,500 Elo, fields favour a seat", of_seats(steps(8, 1500, 0)), ten);
}

void add_ratings(List& list) {
    list.rating("three AIs over 500 Elo, 20 fields", steps(3, 500, 20));
    list.rating("eight equals, 20 fields", steps(8, 0, 20));
    list.rating("eight AIs over 400 Elo, 10 fields", steps(8, 400, 10));
    list.rating("eight AIs over 400 Elo, 20 fields", steps(8, 400, 20));
    list.rating("eight AIs over 400 Elo, 100 fields", steps(8, 400, 100));
    list.rating("eight AIs over 1,500 Elo, 20 fields", steps(8, 1500, 20));
    list.rating("eight AIs over 400 Elo, a field's games alike", steps(8, 400, 20, 2, 1));
    RatedArena drawish = steps(8, 400, 20);
    drawish.draws = 0.6;
    list.rating("eight AIs over 400 Elo, six draws of ten", drawish);
    list.rating("eight AIs over 400 Elo, each better on some fields", of_fields(steps(8, 400, 20)));
    list.rating("twenty AIs over 800 Elo, 20 fields", steps(20, 800, 20));
    list.rating("eight AIs over 400 Elo at four seats", steps(8, 400, 20, 4));
    list.rating("eight AIs over 400 Elo at eight seats", steps(8, 400, 20, 8));
    list.rating("eight over 800 Elo at four seats, a group's games alike", steps(8, 800, 20, 4, 1));
    list.rating(
        "eight over 1,500 Elo at four seats, a group's games alike", steps(8, 1500, 20, 4, 1));
    list.rating(
        "eight over 1,500 Elo at eight seats, a group's games alike", steps(8, 1500, 20, 8, 1));
    for (const double spread : {800.0, 1500.0, 3000.0}) {
        list.rating(
            fmt::format("eight over {} Elo, fields favour a seat", spread),
            of_seats(steps(8, spread, 20)));
    }
    list.rating("eight over 3000 Elo, 60 fields favour a seat", of_seats(steps(8, 3000, 60)));
    list.rating("eight AIs over 400 Elo, one pair a field", of_sampled(steps(8, 400, 80)));
    RatedArena newcomer = steps(8, 400, 20);
    newcomer.has_newcomer = true;
    list.rating("a newcomer that has met only the weakest", newcomer);
    for (const auto& [copies, edge] :
         {std::pair{2, 0.0}, {3, 0.0}, {2, 640.0}, {3, 640.0}, {5, 640.0}}) {
        list.copies(copies, edge);
    }
}

void add_others(List& list) {
    list.score("two equals, 20 double matches", 20, 0.5, 0.3, 0);
    list.score("score .8, 20 double matches", 20, 0.8, 0, 0);
    list.score("score .95, 50 double matches", 50, 0.95, 0, 0);
    list.score("two equals, 30 double matches, games alike", 30, 0.5, 0, 1);
    list.score("two equals, 200 double matches, each wins in one seat", 200, 0.5, 0, -0.8);

    list.explain("eight AIs over 400 Elo, 20 fields", steps(8, 400, 20));
    list.explain("eight AIs over 400 Elo, 60 fields", steps(8, 400, 60));
    list.explain("eight AIs over 400 Elo, a field's games alike", steps(8, 400, 20, 2, 1));
    list.explain("eight AIs over 400 Elo at four seats", steps(8, 400, 20, 4));
    list.thirds("lost games independent", 0, 2);
    list.thirds("two lost games of a field alike", 1, 2);
    list.thirds("four lost games of a field alike", 1, 4);

    for (const int ais : {2, 3, 6}) {
        list.race(
            fmt::format("the best of {} equals", ais), 1,
            racing::Strengths(static_cast<std::size_t>(ais), 0));
    }
    racing::Strengths below(20, 0);
    below[0] = below[1] = 200;
    list.race("the best three, the third equals 17 others", 3, below);

    list.forecasts(0, 15);
    list.forecasts(0, 60);
    list.forecasts(30, 30);
    list.forecasts(60, 15);
    list.verdict("equals, half of the games drawn", false, 0.5, 0);
    list.verdict("50 Elo better, games of a field alike", true, 0.3, 0.6);
    list.add(
        {"the interval of a seat's win rate holds", "eight AIs at two seats, 20 fields", interval,
         one([](int tries) { return seat_coverage(steps(8, 400, 20), 200, tries); })});
    list.add(
        {"tune calls no idle parameter effective",
         "four idle parameters",
         {0.95, 1},
         one([](int tries) { return tune_silence(4, 0.4, 0.5, tries); })});
}

} // namespace

std::vector<Cell> all_cells() {
    List list;
    add_looks(list);
    add_ratings(list);
    add_others(list);
    return list.take();
}

bool holds(const Coverage& coverage, const Nominal& nominal) {
    const auto error = [&](double share) {
        return 3 * std::sqrt(share * (1 - share) / std::max(1, coverage.tries));
    };
    return coverage.share() >= nominal.min - error(nominal.min) &&
           (coverage.share() <= nominal.max + error(nominal.max) || coverage.is_coarse);
}

} // namespace tests
