// ai-samples/cops/README.md: what the lecture's thieves and policemen plan.

#include "support/catch.hpp"
#include "support/games/cops_scene.hpp"

#include "base/random.hpp"
#include "cops/lib/arena.hpp"
#include "cops/lib/planners.hpp"
#include "games/cops/field.hpp"

using namespace referee::cops;
using namespace referee::cops::sample;
using namespace tests;

namespace {

std::string thief_letters(const CopsBoard& board, ThiefPlanner planner) {
    const Scene scene = board.scene();
    return letters_of(scene.ground, scene.thief(), planner(scene));
}

/// The plan of all cops, words of plan_length letters.
std::string cops_letters(const CopsBoard& board, CopsPlanner planner) {
    const std::string all = letters_of(planner(board.scene()));
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool begins =
            i > 0 && i % static_cast<std::size_t>(board.parameters.plan_length) == 0;
        text += begins ? " " : "";
        text += all[i];
    }
    return text;
}

} // namespace

TEST_CASE("gate runs to the nearest gate around walls and cops", "[cops]") {
    const CopsBoard board(
        {"####G##", "#.....#", "#..C..#", "#..T..G", "#.....#", "#.....#", "#######"});
    CHECK(thief_letters(board, thief_gate) == "EEE");
    const CopsBoard blocked(
        {"#######", "#.....#", "#.....#", "#..TC.G", "#...W.#", "#.....#", "#######"});
    CHECK(thief_letters(blocked, thief_gate) == "NEESE");
}

TEST_CASE("gate takes the gate found first among equally near ones", "[cops]") {
    const CopsBoard board({"#####", "#...#", "GT..#", "#..C#", "#G###"});
    CHECK(thief_letters(board, thief_gate) == "W");
    const CopsBoard even({"##G##", "#...#", "G.T.G", "#C..#", "##G##"});
    CHECK(thief_letters(even, thief_gate) == "NN");
}

TEST_CASE("gate waits where no gate can be reached", "[cops]") {
    const CopsBoard board({"#####", "#TW.#", "#W..G", "#..C#", "#####"});
    CHECK(thief_letters(board, thief_gate) == "");
    CHECK(letters_of(steps_along(board.scene(), thief_gate(board.scene()))) == "-----");
}

TEST_CASE("gatehalo makes a detour around a cop, or runs over him if it must", "[cops]") {
    const CopsBoard board(
        {"############", "#..........#", "#..........#", "#..........#", "#..........#",
         "#..........#", "G....C....T#", "#..........#", "#..........#", "#..........#",
         "#..........#", "############"});
    const std::string path = thief_letters(board, thief_gatehalo);
    CHECK(path.size() > 10);
    CHECK(path.substr(path.size() - 1) == "W");
    const CopsBoard corridor({"#####", "#WWW#", "GCT.#", "#WWW#", "#####"});
    CHECK(thief_letters(corridor, thief_gatehalo) == "WW");
}

TEST_CASE("a hard halo closes cells near cops as long as a way is left", "[cops]") {
    CopsBoard board({"#######", "#.....#", "#.....#", "G..C..#", "#....T#", "#.....#", "#######"});
    board.constants.halo_weight = 0;
    const std::string soft = thief_letters(board, thief_gatehalo);
    CHECK(soft.size() == 6);
    board.constants.hard_radius = 1;
    CHECK(thief_letters(board, thief_gatehalo).size() == 8);
    board.constants.hard_radius = 5; // no way is left
    CHECK(thief_letters(board, thief_gatehalo) == soft);
}

TEST_CASE("away goes where the nearest cop is farthest, and stays if it is there", "[cops]") {
    const CopsBoard board(
        {"#######", "#C....#", "#.....#", "#..T..#", "#.....#", "#.....#", "#######"});
    const Scene scene = board.scene();
    const Path path = thief_away(scene);
    REQUIRE_FALSE(path.empty());
    CHECK(scene.ground.cell(path.back()) == Cell{5, 5});
    const CopsBoard there({"#####", "#C..#", "#...#", "#..T#", "#####"});
    CHECK(thief_letters(there, thief_away).empty());
}

TEST_CASE("away doesn't leave by a gate", "[cops]") {
    const CopsBoard board({"######", "#C...#", "#....#", "#....#", "#..T.G", "######"});
    const Scene scene = board.scene();
    CHECK(scene.ground.cell(thief_away(scene).back()) == Cell{4, 4});
}

TEST_CASE(
    "smart goes to a gate only if every cop is farther than i + 1 from its i-th cell", "[cops]") {
    // The way is W W W: its inner cells are 2 3 (i = 1) and 1 3 (i = 2).
    const CopsBoard safe(
        {"#######", "#.....#", "#.....#", "G..T..#", "#....C#", "#.....#", "#######"});
    CHECK(thief_letters(safe, thief_smart) == thief_letters(safe, thief_gatehalo));
    const CopsBoard cut(
        {"#######", "#.....#", "#C....#", "G..T..#", "#.....#", "#.....#", "#######"});
    CHECK(thief_letters(cut, thief_smart) == thief_letters(cut, thief_away));
    CHECK(thief_letters(cut, thief_smart) != thief_letters(cut, thief_gatehalo));
}

TEST_CASE("smart goes away where there is no gate", "[cops]") {
    const CopsBoard board({"#####", "#C..#", "#.T.#", "#...#", "#####"});
    CHECK(thief_letters(board, thief_smart) == "ES");
}

TEST_CASE("chase sends every cop straight to the thief", "[cops]") {
    const CopsBoard board(
        {"#######", "#C....#", "#.....#", "#..T..#", "#.....#", "#C...C#", "#######"});
    CHECK(cops_letters(board, cops_chase) == "EESS- NNEE- NNWW-");
}

TEST_CASE("disperse sends the nearest to the thief and others around him", "[cops]") {
    const CopsBoard board(
        {"##########", "#........#", "#.C......#", "#........#", "#...T..C.#", "#........#",
         "#........#", "#...C....#", "#........#", "##########"});
    // The thief's cell takes the nearest (the second and the third are 3 away, the lower one
    // first); north of him takes the first, east of him the one that is left, already on its other
    // side.
    const std::string plan = cops_letters(board, cops_disperse);
    CHECK(plan.substr(6, 5) == "WWW--");
    CHECK(plan.substr(0, 5) == "NEE--");
}

TEST_CASE("predict meets a thief on his way", "[cops]") {
    // smart runs W W W to the gate: the cop stands where it can be in his way in time.
    CopsBoard board(
        {"#########", "#.......#", "#.......#", "#.......#", "G....T..#", "#.......#", "#.......#",
         "#..C....#", "#########"});
    const CopsPlan plan = cops_predict(board.scene(), thief_gate);
    CHECK(letters_of(plan) == "NNNWW"); // there with him after three ticks, then along with him
}

TEST_CASE("predict goes to the end of the thief's plan if it comes too late", "[cops]") {
    CopsBoard board(
        {"###########", "#........C#", "#.........#", "#.........#", "#.........#", "#.........#",
         "#.........#", "#.........#", "G.....T...#", "#.........#", "###########"});
    const Path plan = thief_gate(board.scene());
    CHECK(plan.size() == 6);
    const std::string cop = letters_of(cops_predict(board.scene(), thief_gate));
    CHECK(cop == "SSSSS");
}

TEST_CASE("guard puts the nearest cop before each gate, and the others predict", "[cops]") {
    const CopsBoard board(
        {"##G######", "#.......#", "#..C....#", "#.......#", "#.......#", "#...T...#", "#.......G",
         "#.....C.#", "#########"});
    const std::string plan = cops_letters(board, cops_guard);
    CHECK(plan == "NW--- NE---");
}

TEST_CASE("all planners make plans of the right shape on all kinds of fields", "[cops]") {
    const std::vector<std::map<std::string, std::string>> kinds{
        {},
        {{"size", "4"}, {"walls", "2"}, {"cops", "2"}, {"start_distance", "1"}},
        {{"gates", "0"}, {"walls", "0"}, {"ticks", "30"}},
        {{"gates", "8"}, {"gate_width", "60"}},
        {{"cops", "16"}, {"walls", "16"}},
        {{"plan_length", "1"}, {"ticks", "60"}},
        {{"plan_length", "100"}},
        {{"size", "60"}, {"wall_length", "30"}, {"ticks", "60"}},
        {{"capture_radius", "2"}, {"swap_capture", "1"}},
    };
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            CAPTURE(kind, seed);
            referee::Rng rng(seed);
            referee::FieldText text("drawn", create_setup({2, kinds[kind]}, rng));
            const Setup setup = read_setup(text);
            for (const NamedThief& thief : thieves) {
                for (const NamedCops& police : policemen) {
                    bool is_whole = true;
                    const auto checked = [&](Brain brain, int units) {
                        return [&is_whole, brain,
                                units](const Situation& situation, std::string& memory) {
                            const auto plan = brain(situation, memory);
                            const int length = units * situation.parameters.plan_length;
                            is_whole = is_whole && static_cast<int>(plan.size()) == length;
                            return plan;
                        };
                    };
                    const Played played = play(
                        setup, {checked(thief_brain(thief.plan), 1),
                                checked(cops_brain(police.plan), setup.start.cop_count)});
                    CHECK(played.end != End::none);
                    CHECK(is_whole);
                }
            }
        }
    }
}
