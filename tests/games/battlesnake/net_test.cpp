// The network of duel and its training: ai-samples/battlesnake/README.md, "duel".

#include "support/catch.hpp"
#include "support/run.hpp"

#include "battlesnake/training/learning.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

using namespace referee::battlesnake;
using namespace referee::battlesnake::training;
using namespace tests;

namespace {

template <int words>
void check_both_sides(const State& state) {
    const duel::Position<words> position(state);
    duel::Lands lands;
    duel::Lands others;
    duel::Reaches reaches;
    duel::find_lands(position, lands, reaches);
    duel::find_lands(position, others);
    for (const int index : {0, 1}) {
        CHECK(lands[index].cells == others[index].cells);
        CHECK(reaches[index].within_3 <= reaches[index].within_6);
        CHECK(reaches[index].within_12 <= lands[index].cells + 1);
        CHECK(reaches[index].max_steps <= lands[index].cells);
    }
    duel::NetInputs own;
    duel::NetInputs other;
    duel::find_inputs(position, lands, reaches, 0, 1, own);
    duel::find_inputs(position, lands, reaches, 1, 0, other);
    const float value = duel::learned_net().value(own);
    CHECK(std::isfinite(value));
    CHECK(std::abs(value + duel::learned_net().value(other)) < 1e-3F);
}

} // namespace

TEST_CASE("duel's network values a position alike for both snakes", "[battlesnake]") {
    for (const int size : {7, 11, 19, 25}) {
        const Setup setup = training::created(1, size);
        training::Settings settings;
        std::array<Player, 2> players{Player(settings, 0), Player(settings, 0)};
        State state = setup.start;
        for (int turn = 0; turn < 60 && !is_over(state, 60); ++turn) {
            switch ((size * size + 63) / 64) {
            case 1:
                check_both_sides<1>(state);
                break;
            case 2:
                check_both_sides<2>(state);
                break;
            case 6:
                check_both_sides<6>(state);
                break;
            default:
                check_both_sides<10>(state);
            }
            Moves moves{};
            for (const int index : {0, 1}) {
                moves[index] = players[index].choose(setup, state, index + 1).direction;
            }
            apply(state, setup, moves);
        }
    }
}

TEST_CASE("duel's network learns from results", "[battlesnake][training]") {
    std::vector<Example> examples;
    Chance chance(1);
    for (int i = 0; i < 20'000; ++i) { // who has more land wins
        Example& example = examples.emplace_back();
        for (auto& own : example.inputs.own) {
            for (float& number : own) {
                number = static_cast<float>(chance.fraction());
            }
        }
        const auto& own = example.inputs.own;
        example.odds = 0;
        example.result = own[0][duel::own_land] > own[1][duel::own_land] ? 1 : -1;
        example.is_final = true;
    }
    set_chances(examples, 1);
    std::ostringstream progress;
    const duel::Net net = fit(examples, 4, 1, progress);
    int right = 0;
    for (const Example& example : examples) {
        right += (net.value(example.inputs) > 0) == (example.result > 0) ? 1 : 0;
    }
    CHECK(right > 19'000);
    const TemporaryFolder folder;
    const std::string path = folder.path() + "/net";
    write_net(net, path);
    CHECK(std::abs(read_net(path).value(examples[0].inputs) - net.value(examples[0].inputs)) < 0.1);
    CHECK_THROWS_AS(read_net(path + "s"), std::runtime_error);
}

TEST_CASE("games for training are played once", "[battlesnake][training]") {
    const TemporaryFolder folder;
    const std::string path = folder.path() + "/games";
    const training::Settings settings = read_settings("learned_of_two=0,desperate=0");
    const SelfplayConfig config{.games = 2, .seed = 15, .seconds = 0, .explored = 0.5};
    play_games(settings, config, path);
    std::vector<Example> examples = read_examples(path);
    CHECK(examples.size() > 10);
    // Asides are learnt from what the search found there; they change nothing of their game.
    set_chances(examples, 1);
    int asides = 0;
    for (std::size_t i = 0; i < examples.size(); ++i) {
        asides += examples[i].is_aside ? 1 : 0;
        CHECK((!examples[i].is_aside || !std::isnan(examples[i].odds)));
        CHECK((!examples[i].is_aside || !examples[i].is_final));
        CHECK((examples[i].chance >= 0 && examples[i].chance <= 1));
    }
    CHECK(asides > 3);
    CHECK(std::count_if(examples.begin(), examples.end(), [](const Example& example) {
              return example.is_final;
          }) == 2);
    play_games(settings, config, path);
    CHECK(read_examples(path).size() == examples.size());
    CHECK_THROWS_AS(read_settings("depth=3"), std::invalid_argument);
}
