// foresight, the AI of cops that imagines futures: what it learns, and what it makes of it.

#include "support/catch.hpp"
#include "support/games/cops_scene.hpp"

#include "base/random.hpp"
#include "cops/lib/arena.hpp"
#include "cops/lib/foresight/foresight.hpp"
#include "cops/lib/mirror.hpp"
#include "games/cops/field.hpp"

#include <chrono>

using namespace referee::cops;
using namespace referee::cops::sample;
using namespace tests;

namespace {

Setup drawn(std::uint64_t seed, const std::map<std::string, std::string>& settings = {}) {
    referee::Rng rng(seed);
    referee::FieldText text("drawn", create_setup({2, settings}, rng));
    return read_setup(text);
}

/// Plays a game; before each turn of `is_thief`'s side, from the second on, calls `look` with what
/// that side reads and what it remembered.
void watch_game(
    const Setup& setup, Brains brains, bool is_thief,
    const std::function<void(const Situation&, const std::string&)>& look) {
    Brain& watched = is_thief ? brains.thief : brains.cops;
    const Brain inner = watched;
    watched = [inner, look](const Situation& situation, std::string& memory) {
        if (situation.state.tick > 0) {
            look(situation, memory);
        }
        const Knowledge knowledge(situation, memory);
        auto steps = inner(situation, memory);
        memory = knowledge.memory();
        return steps;
    };
    play(setup, brains);
}

std::size_t likeliest(const std::vector<double>& belief) {
    return static_cast<std::size_t>(
        std::max_element(belief.begin(), belief.end()) - belief.begin());
}

/// Plays games; before each turn of `is_thief`'s side it must believe in this model of the other.
/// Where two models would have planned alike, both are as likely.
void check_belief(const Brains& brains, bool is_thief, std::size_t model) {
    int turns = 0;
    int right = 0;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        watch_game(
            drawn(seed), brains, is_thief,
            [&](const Situation& situation, const std::string& memory) {
                ++turns;
                const auto belief = Knowledge(situation, memory).belief();
                right += belief[model] > 0.99 * belief[likeliest(belief)] ? 1 : 0;
            });
    }
    CHECK(turns > 5);
    CHECK(right == turns);
}

} // namespace

TEST_CASE("foresight finds out which plans the policemen make", "[cops]") {
    for (std::size_t model = 0; model < policemen.size(); ++model) {
        CAPTURE(policemen[model].name);
        check_belief({thief_brain(thief_away), cops_brain(policemen[model].plan)}, true, model);
    }
}

TEST_CASE("foresight finds out which plans the thief makes", "[cops]") {
    for (std::size_t model = 0; model < thieves.size(); ++model) {
        CAPTURE(thieves[model].name);
        check_belief({thief_brain(thieves[model].plan), cops_brain(cops_chase)}, false, model);
    }
}

TEST_CASE("foresight infers the headings of walls and gates from their moves", "[cops]") {
    // What never turns is inferred exactly, once it has moved; bounces are seen when they happen.
    const Setup setup = drawn(3, {{"wall_turn", "0"}, {"gate_turn", "0"}});
    int looked_at = 0;
    watch_game(
        setup, {thief_brain(thief_away), cops_brain(cops_chase)}, true,
        [&](const Situation& situation, const std::string& memory) {
            const Knowledge knowledge(situation, memory);
            for (int gate = 0; gate < setup.start.gate_count; ++gate) {
                if (knowledge.gate_is_known(gate)) {
                    ++looked_at;
                    CHECK(
                        knowledge.state().gates[gate].clockwise ==
                        setup.start.gates[gate].clockwise);
                }
            }
            for (int wall = 0; wall < setup.start.wall_count; ++wall) {
                if (knowledge.wall_is_known(wall)) {
                    ++looked_at;
                    const Step heading = knowledge.state().walls[wall].heading;
                    const Step first = setup.start.walls[wall].heading;
                    CHECK((heading == first || heading == turned(first, 2)));
                }
            }
        });
    CHECK(looked_at > 20);
}

TEST_CASE("a memory that is damaged or of another turn is not believed", "[cops][slow]") {
    const Setup setup = drawn(1);
    Situation situation;
    situation.parameters = setup.parameters;
    situation.state = without_headings(setup.start);
    situation.state.tick = 5;
    const std::string good = Knowledge(situation, "").memory(); // of tick 5, not of tick 0
    for (const std::string& memory :
         {std::string(), std::string("0 1"), std::string("x"), std::string(70000, '9'), good}) {
        const Knowledge knowledge(situation, memory);
        CHECK_FALSE(knowledge.wall_is_known(0));
        const auto belief = knowledge.belief();
        CHECK(belief[0] == belief[1]);
        CHECK(knowledge.trust() > 0);
        CHECK(knowledge.trust() < 1);
        for (const int level : {2, 3}) {
            for (const bool is_thief : {true, false}) {
                situation.is_thief = is_thief;
                std::string kept = memory;
                const Effort effort{.level = level};
                const Brain brain = is_thief ? foresight_thief(effort) : foresight_cops(effort);
                CHECK(brain(situation, kept).size() == (is_thief ? 5 : 25));
            }
        }
        situation.is_thief = true;
    }
}

TEST_CASE("the same situation gets the same plan from foresight", "[cops]") {
    const Setup setup = drawn(2);
    Situation situation;
    situation.parameters = setup.parameters;
    situation.state = without_headings(setup.start);
    situation.state.surroundings_moved = true;
    situation.time_limit_ms = no_hurry;
    for (const bool is_thief : {true, false}) {
        situation.is_thief = is_thief;
        const Brain brain = is_thief ? foresight_thief() : foresight_cops();
        std::string memory;
        const auto first = brain(situation, memory);
        memory.clear();
        CHECK(brain(situation, memory) == first);
    }
}

TEST_CASE(
    "foresight makes whole plans on all kinds of fields, however short the time", "[cops][slow]") {
    const std::vector<std::map<std::string, std::string>> kinds{
        {},
        {{"size", "4"}, {"walls", "2"}, {"cops", "2"}, {"start_distance", "1"}},
        {{"gates", "0"}, {"walls", "0"}, {"ticks", "12"}},
        {{"gates", "8"}, {"gate_width", "60"}},
        {{"cops", "16"}, {"walls", "16"}},
        {{"plan_length", "1"}, {"ticks", "8"}},
        {{"plan_length", "100"}, {"ticks", "150"}},
        {{"size", "60"}, {"wall_length", "30"}, {"ticks", "10"}},
        {{"capture_radius", "2"}, {"swap_capture", "1"}},
    };
    Effort little{.futures = 4, .finalists = 3, .turns = 4, .rounds = 2, .replayed = 3};
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        CAPTURE(kind);
        const Setup setup = drawn(1, kinds[kind]);
        bool is_whole = true;
        const auto checked = [&](const Brain& brain, int units) {
            return [&is_whole, brain, units](const Situation& situation, std::string& memory) {
                const auto plan = brain(situation, memory);
                const int length = units * situation.parameters.plan_length;
                is_whole = is_whole && static_cast<int>(plan.size()) == length;
                return plan;
            };
        };
        for (const int limit : {0, 1}) {
            for (const int level : {2, 3}) {
                little.level = level;
                const Played played = play(
                    setup,
                    {checked(foresight_thief(little), 1),
                     checked(foresight_cops(little), setup.start.cop_count)},
                    1, limit);
                CHECK(played.end != End::none);
                CHECK(is_whole);
            }
        }
    }
}

TEST_CASE(
    "foresight's thief gets more than the lecture's, its policemen leave less", "[cops][slow]") {
    const Effort little{.futures = 8, .finalists = 4, .turns = 8};
    int own_payoff = 0;
    int other_payoff = 0;
    constexpr int fields = 12;
    for (std::uint64_t seed = 900; seed < 900 + fields; ++seed) {
        const Setup setup = drawn(seed);
        own_payoff +=
            play(setup, {foresight_thief(little), cops_brain(cops_guard)}, 0, no_hurry).payoff;
        other_payoff +=
            play(setup, {thief_brain(thief_gatehalo), foresight_cops(little)}, 0, no_hurry).payoff;
    }
    CHECK(own_payoff > 300 * fields);   // gatehalo: about 180
    CHECK(other_payoff < 200 * fields); // chase: about 300
}

TEST_CASE("foresight trusts in methods of the lecture only if it sees them", "[cops]") {
    for (const bool follows : {true, false}) {
        CAPTURE(follows);
        double last = 0;
        int turns = 0;
        watch_game(
            drawn(4), {thief_brain(thief_away), follows ? cops_brain(cops_chase) : random_brain()},
            true, [&](const Situation& situation, const std::string& memory) {
                last = Knowledge(situation, memory).trust();
                ++turns;
            });
        CHECK(turns > 5);
        CHECK(follows == (last > 0.7));
        CHECK(follows == (last > 0.3));
    }
}

TEST_CASE("the best of candidates is found over all futures, ties by the first", "[cops]") {
    const Stopwatch watch(0);
    const auto payoff = [](std::size_t candidate, std::size_t future) {
        return candidate == 3 ? 10 : static_cast<int>((candidate * 7 + future) % 5);
    };
    CHECK(best_candidate(6, 9, 1, watch, payoff) == 3);
    CHECK(best_candidate(6, 9, -1, watch, [&](std::size_t c, std::size_t f) {
              return -payoff(c, f);
          }) == 3);
    CHECK(best_candidate(4, 9, 1, watch, [](std::size_t, std::size_t) { return 1; }) == 0);
}

TEST_CASE("the mirror often foresees the plan of a thief that is foresight-1", "[cops]") {
    const Effort lower{.futures = 8, .finalists = 4, .turns = 6, .level = 1};
    Effort effort = lower;
    effort.level = 2;
    int turns = 0;
    int foreseen = 0;
    int believed = 0;
    for (std::uint64_t seed = 40; seed < 48; ++seed) {
        std::vector<Step> made;
        const Brain thief = [&](const Situation& situation, std::string& memory) {
            return made = foresight_thief(lower)(situation, memory);
        };
        // The arena asks the thief first.
        const Brain cops = [&](const Situation& situation, std::string& memory) {
            Mirror mirror(situation, memory);
            const Knowledge knowledge(situation, memory, &mirror.expected());
            mirror.plan(effort);
            memory = knowledge.memory() + mirror.memory();
            const auto& plans = mirror.plans();
            if (situation.state.tick > 0) { // before, all models are as likely
                ++turns;
                foreseen += std::find(plans.begin(), plans.end(), made) != plans.end() ? 1 : 0;
                believed += likeliest(knowledge.belief()) == thief_models ? 1 : 0;
            }
            return cops_guard(Scene(situation.state, situation.parameters, situation.constants));
        };
        play(drawn(seed), {thief, cops}, 1, no_hurry);
    }
    CHECK(turns > 10);
    CHECK(3 * foreseen > turns); // by other seeds than his
    CHECK(2 * believed > turns);
}

TEST_CASE("the mirror remembers what it expected, unless that was damaged", "[cops]") {
    Situation situation;
    const Setup setup = drawn(1);
    situation.parameters = setup.parameters;
    situation.state = without_headings(setup.start);
    situation.is_thief = true;
    Effort effort{.futures = 2, .finalists = 2, .turns = 2, .level = 2};
    Mirror mirror(situation, "");
    CHECK(mirror.expected().empty());
    mirror.plan(effort);
    REQUIRE(mirror.plans().size() == 2);
    const std::string memory = mirror.memory();
    CHECK(Mirror(situation, "anything before\n" + memory).expected() == mirror.plans());
    for (const std::string& damaged :
         {memory.substr(0, 12), std::string("mirror 2\nNNNN"), std::string("mirror x"),
          std::string("mirror 99999999999999999999\n"), std::string("mirror 1\nNNNNX")}) {
        CHECK(Mirror(situation, damaged).expected().empty());
    }
    CHECK(uses_mirror(situation, effort));
    effort.level = 3;
    CHECK_FALSE(uses_mirror(situation, effort));
    effort.level = 2;
    situation.time_limit_ms = shortest_limit - 1;
    CHECK_FALSE(uses_mirror(situation, effort));
}
