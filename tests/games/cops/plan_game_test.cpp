// The game of one plan of cops: its payoffs, best responses, and solutions of matrix games.

#include "support/catch.hpp"
#include "support/games/cops_scene.hpp"

#include "base/random.hpp"
#include "cops/lib/arena.hpp"
#include "cops/lib/foresight/oracle.hpp"
#include "games/cops/field.hpp"

using namespace referee::cops;
using namespace referee::cops::sample;
using tests::no_hurry;

namespace {

/// A position at the start of a drawn field, and futures of it.
struct Start {
    Situation situation;
    std::vector<Future> futures;

    explicit Start(std::uint64_t seed, const std::map<std::string, std::string>& settings = {}) {
        referee::Rng rng(seed);
        referee::FieldText text("drawn", create_setup({2, settings}, rng));
        const Setup setup = read_setup(text);
        situation.parameters = setup.parameters;
        situation.state = without_headings(setup.start);
        situation.state.surroundings_moved = true;
        std::mt19937 generator(static_cast<std::uint32_t>(seed));
        futures = draw_futures(
            situation, Knowledge(situation, ""), {1}, {.futures = 3, .turns = 4}, generator);
    }

    Scene scene() const { return {situation.state, situation.parameters, situation.constants}; }
};

/// The tracks of all cops.
struct Cops {
    std::vector<Track> tracks;

    Cops(const PlanGame& game, const CopsPlan& plan) {
        for (std::size_t cop = 0; cop < game.cops(); ++cop) {
            tracks.push_back(game.cop_track(cop, plan.data() + cop * game.length()));
        }
    }
    std::vector<const Track*> pointers() const {
        std::vector<const Track*> result;
        for (const Track& track : tracks) {
            result.push_back(&track);
        }
        return result;
    }
};

/// The highest mean payoff of any plan of the thief, by trying all of them.
double best_of_all(const PlanGame& game, const std::vector<Cops>& cops, const Mixture& weights) {
    std::size_t count = 1;
    for (std::size_t tick = 0; tick < game.length(); ++tick) {
        count *= 5;
    }
    double best = -1;
    for (std::size_t code = 0; code < count; ++code) {
        std::vector<Step> plan;
        for (std::size_t rest = code; plan.size() < game.length(); rest /= 5) {
            plan.push_back(static_cast<Step>(rest % 5));
        }
        const Track track = game.thief_track(plan);
        double sum = 0;
        for (std::size_t i = 0; i < cops.size(); ++i) {
            sum += weights[i] * game.payoff(track, cops[i].pointers());
        }
        best = std::max(best, sum);
    }
    return best;
}

} // namespace

TEST_CASE("matrix games are solved as far as wanted", "[cops]") {
    // Rock, paper, scissors in which the rows win twice as much with the first.
    const Equilibrium found = solve({{0, -1, 2}, {1, 0, -1}, {-1, 1, 0}}, 20000, 0.001);
    CHECK(found.high - found.low <= 0.001);
    CHECK(found.low <= 1.0 / 12);
    CHECK(found.high >= 1.0 / 12);
    CHECK(std::abs(found.rows[0] - 0.25) < 0.02);
    CHECK(std::abs(found.columns[2] - 0.25) < 0.02);
    const Equilibrium single = solve({{7}}, 1, 0);
    CHECK(single.rows == Mixture{1});
    CHECK(single.low == 7);
    CHECK(single.high == 7);
}

TEST_CASE("what the opponent is known to do counts as often as it is known", "[cops]") {
    const Matrix payoffs{{1, 2}, {3, 5}};
    CHECK(with_known(payoffs, {0, 0}, true) == payoffs);
    CHECK(with_known(payoffs, {0.5, 0}, true) == Matrix{{1, 1.5}, {3, 4}});
    CHECK(with_known(payoffs, {0, 0.5}, false) == Matrix{{2, 3.5}, {3, 5}});
    CHECK(with_known(payoffs, {0, 1}, true) == Matrix{{2, 2}, {5, 5}});
}

TEST_CASE("the payoff of two plans is that of the rules as far as they go", "[cops]") {
    int ended = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        // Without walls, because they don't mind units here.
        const Start start(seed, {{"walls", "0"}, {"size", "6"}, {"start_distance", "2"}});
        const PlanGame game(start.situation, start.futures);
        const std::vector<Step> thief = steps_along(start.scene(), thief_gate(start.scene()));
        const CopsPlan cops = cops_chase(start.scene());
        const Track track = game.thief_track(thief);
        const Cops tracks(game, cops);
        Script script;
        script.thief_steps = &thief;
        script.cops_steps = &cops;
        for (std::size_t future = 0; future < game.futures(); ++future) {
            const int played =
                play_out(start.futures[future], script, start.situation, {.turns = 1});
            if (played != start.situation.parameters.ticks) { // it ended within the plan
                ++ended;
                CHECK(game.payoff(future, track, tracks.pointers()) == played);
            } else {
                CHECK(game.payoff(future, track, tracks.pointers()) > 5);
            }
        }
    }
    CHECK(ended > 20);
}

TEST_CASE("no plan of the thief is better than his best response", "[cops]") {
    const Stopwatch watch(no_hurry);
    for (const auto& settings : std::vector<std::map<std::string, std::string>>{
             {{"plan_length", "4"}},
             {{"plan_length", "3"}, {"capture_radius", "1"}, {"swap_capture", "1"}},
             {{"plan_length", "4"}, {"size", "7"}, {"ticks", "2"}, {"start_distance", "2"}}}) {
        const Start start(5, settings);
        const PlanGame game(start.situation, start.futures);
        const std::vector<Cops> cops{
            {game, cops_chase(start.scene())}, {game, cops_guard(start.scene())}};
        const Mixture weights{0.7, 0.3};
        const ThiefReply reply =
            best_thief(game, {&cops[0].tracks, &cops[1].tracks}, weights, 10000, watch);
        CHECK(std::abs(reply.payoff - best_of_all(game, cops, weights)) < 0.01);
        const Track track = game.thief_track(reply.plan);
        CHECK(
            std::abs(
                0.7 * game.payoff(track, cops[0].pointers()) +
                0.3 * game.payoff(track, cops[1].pointers()) - reply.payoff) < 0.01);
    }
}

TEST_CASE("the cops' reply leaves the thief no more than the plan before", "[cops]") {
    const Stopwatch watch(no_hurry);
    int better = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Start start(seed);
        const PlanGame game(start.situation, start.futures);
        const CopsPlan before = cops_chase(start.scene());
        const Track gate = game.thief_track(steps_along(start.scene(), thief_gate(start.scene())));
        const Track away = game.thief_track(steps_along(start.scene(), thief_away(start.scene())));
        const Mixture weights{0.5, 0.5};
        const CopsReply reply = better_cops(game, before, {&gate, &away}, weights, 3, watch);
        const auto payoff = [&](const CopsPlan& plan) {
            const Cops cops(game, plan);
            return 0.5 * (game.payoff(gate, cops.pointers()) + game.payoff(away, cops.pointers()));
        };
        CHECK(std::abs(payoff(reply.plan) - reply.payoff) < 0.01);
        CHECK(payoff(reply.plan) <= payoff(before) + 0.01);
        better += payoff(reply.plan) < payoff(before) - 1 ? 1 : 0;
    }
    CHECK(better >= 4);
}

TEST_CASE("best responses end when neither side gains by one", "[cops]") {
    const Stopwatch watch(no_hurry);
    const Start start(3);
    const PlanGame game(start.situation, start.futures);
    Oracle oracle(game, true, watch);
    oracle.add_thief(steps_along(start.scene(), thief_gate(start.scene())));
    CHECK(oracle.add_cops(cops_chase(start.scene())) == 0);
    CHECK(oracle.add_cops(cops_chase(start.scene())) == 0); // the same plan
    CHECK(oracle.add_cops(cops_guard(start.scene()), 0.25) == 1);
    CHECK(oracle.known() == std::vector<double>{0, 0.25});
    oracle.balance();
    int rounds = 0;
    while (rounds < 60 && oracle.respond(1)) {
        ++rounds;
        oracle.balance();
    }
    CHECK(rounds > 0);
    CHECK(rounds < 60);
    double sum = 0;
    for (const double share : oracle.cops_mixture()) {
        sum += share;
    }
    CHECK(std::abs(sum - 1) < 1e-9);
    CHECK(oracle.got(true, oracle.cops_mixture()).size() == oracle.thieves().size());
}
