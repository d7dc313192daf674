// What planes hold, by small states that are set up.

#include "support/catch.hpp"

#include "python/batch.hpp"

#include <string>
#include <vector>

using namespace referee;

namespace {

BatchConfig config_of(const char* game, std::map<std::string, std::string> settings, int view = 0) {
    BatchConfig config;
    config.game = game;
    config.size = 1;
    config.settings = std::move(settings);
    config.view = view;
    config.observes_all = true;
    return config;
}

/// A plane that a player sees, a line a row, from row 0.
std::vector<std::vector<int>> plane(const Batch& batch, int player, std::string_view name) {
    const auto planes = batch.info().planes;
    std::size_t number = 0;
    while (planes[number].name != name) {
        REQUIRE(++number < planes.size());
    }
    const EnvironmentSizes& sizes = batch.sizes();
    const std::uint8_t* cell =
        batch.arrays().observations +
        (static_cast<std::size_t>(player) * planes.size() + number) * sizes.cells();
    std::vector<std::vector<int>> rows;
    for (int row = 0; row < sizes.height; ++row) {
        rows.emplace_back(cell, cell + sizes.width);
        cell += sizes.width;
    }
    return rows;
}

int sum_of(const std::vector<std::vector<int>>& rows) {
    int sum = 0;
    for (const std::vector<int>& row : rows) {
        for (const int value : row) {
            sum += value;
        }
    }
    return sum;
}

constexpr const char* two_snakes =
    "turn 4\nsize 7 7\n"
    "snake 1 health 90 cause none killer 0 died 0 last up body 1,3 1,2 1,1\n"
    "snake 2 health 80 cause none killer 0 died 0 last left body 5,5 6,5 6,4 6,4\n"
    "food 0,0 3,3\n";

} // namespace

TEST_CASE("a snake sees when each cell is left", "[environment][battlesnake]") {
    Batch batch(config_of("battlesnake", {{"size", "7"}, {"lines", "5"}}));
    batch.set_state(0, two_snakes);
    CHECK(plane(batch, 0, "own_body")[3][1] == 3);
    CHECK(plane(batch, 0, "own_body")[2][1] == 2);
    CHECK(plane(batch, 0, "own_body")[1][1] == 1);
    CHECK(sum_of(plane(batch, 0, "own_body")) == 6);
    CHECK(plane(batch, 0, "other_bodies")[5][5] == 4);
    CHECK(plane(batch, 0, "other_bodies")[4][6] == 2); // the tail is doubled
    CHECK(plane(batch, 1, "own_body") == plane(batch, 0, "other_bodies"));
}

TEST_CASE("a snake sees food and heads, strong and weak ones", "[environment][battlesnake]") {
    Batch batch(config_of("battlesnake", {{"size", "7"}, {"lines", "5"}}));
    batch.set_state(0, two_snakes);
    CHECK(plane(batch, 0, "food")[0][0] == 1);
    CHECK(plane(batch, 0, "food")[3][3] == 1);
    CHECK(sum_of(plane(batch, 0, "food")) == 2);
    CHECK(plane(batch, 0, "own_head")[3][1] == 90);
    CHECK(plane(batch, 0, "strong_heads")[5][5] == 80);
    CHECK(sum_of(plane(batch, 0, "weak_heads")) == 0);
    CHECK(plane(batch, 1, "weak_heads")[3][1] == 90);
    CHECK(sum_of(plane(batch, 0, "outside")) == 0);
}

TEST_CASE("a view has the own head in its middle", "[environment][battlesnake]") {
    Batch batch(config_of("battlesnake", {{"size", "7"}, {"lines", "5"}}, 2));
    batch.set_state(0, two_snakes);
    CHECK(batch.sizes().width == 5);
    CHECK(plane(batch, 0, "own_head")[2][2] == 90);
    CHECK(plane(batch, 0, "outside")[0][0] == 1); // x is -1
    CHECK(sum_of(plane(batch, 0, "outside")) == 5);
    CHECK(plane(batch, 0, "food")[2][4] == 1);
    CHECK(plane(batch, 1, "own_head")[2][2] == 80);
}

TEST_CASE("a snake sees what hazards cost, or bring", "[environment][battlesnake]") {
    const auto hazards_with = [](const char* damage) {
        Batch batch(config_of(
            "battlesnake",
            {{"size", "7"}, {"lines", "5"}, {"map", "hz_inner_wall"}, {"hazard_damage", damage}}));
        batch.set_state(0, two_snakes);
        return plane(batch, 0, "hazards");
    };
    CHECK(hazards_with("14")[1][1] == 14);
    CHECK(hazards_with("14")[3][1] == 14); // under a head, too
    CHECK(sum_of(hazards_with("14")) == 16 * 14);
    CHECK(hazards_with("-20")[1][5] == 120);
}

TEST_CASE(
    "beyond the border of a wrapped board a snake sees its other side",
    "[environment][battlesnake]") {
    Batch batch(config_of("battlesnake", {{"size", "7"}, {"lines", "5"}, {"wrapped", "1"}}, 2));
    batch.set_state(0, two_snakes);
    CHECK(sum_of(plane(batch, 0, "outside")) == 0);
    CHECK(plane(batch, 0, "other_bodies")[3][0] == 2); // 6,4 beside 0,4
    CHECK(plane(batch, 1, "food")[4][4] == 1);         // 0,0 is 7,7
    Batch wide(config_of("battlesnake", {{"size", "7"}, {"lines", "5"}, {"wrapped", "1"}}, 5));
    wide.set_state(0, two_snakes);
    CHECK(plane(wide, 0, "own_head")[5][5] == 90);
    CHECK(sum_of(plane(wide, 0, "food")) == 4); // the board is seen several times
}

namespace {

// The first player looks to the right, the second one up.
constexpr const char* two_racers = "round 5\nmax_rounds 20\nwidth 5\nheight 4\n"
                                   "player 2 1 right 3 out 0 no\n"
                                   "player 4 2 up 1 out 0 no\n"
                                   "0 0 0 0 0\n"
                                   "1 1 1 0 0\n"
                                   "0 0 0 0 2\n"
                                   "0 0 0 0 2\n";

} // namespace

TEST_CASE("a racer sees the board as it is", "[environment][spe_ed]") {
    Batch batch(config_of("spe_ed", {{"width", "5"}, {"height", "4"}}));
    batch.set_state(0, two_racers);
    const std::vector<std::vector<int>> trail{
        {0, 0, 0, 0, 0}, {1, 1, 1, 0, 0}, {0, 0, 0, 0, 1}, {0, 0, 0, 0, 1}};
    CHECK(plane(batch, 0, "trail") == trail);
    CHECK(plane(batch, 1, "trail") == trail);
    CHECK(plane(batch, 0, "own_head")[1][2] == 3);
    CHECK(plane(batch, 0, "other_heads")[2][4] == 1);
    CHECK(plane(batch, 0, "heading")[1][2] == 2);
    CHECK(plane(batch, 0, "heading")[2][4] == 1);
    CHECK(plane(batch, 0, "jump")[0][0] == 1);
}

TEST_CASE("a racer's view turns with its direction", "[environment][spe_ed]") {
    Batch batch(config_of("spe_ed", {{"width", "5"}, {"height", "4"}}, 2));
    batch.set_state(0, two_racers);
    // Up in the planes is to the right on the board; the own trail lies behind, below the middle.
    CHECK(
        plane(batch, 0, "trail") ==
        std::vector<std::vector<int>>{
            {0, 0, 0, 1, 1}, {0, 0, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 1, 0, 0}});
    CHECK(plane(batch, 0, "outside")[0] == std::vector<int>{1, 0, 0, 0, 0});
    CHECK(plane(batch, 0, "own_head")[2][2] == 3);
    CHECK(plane(batch, 0, "heading")[2][2] == 1);
    CHECK(plane(batch, 0, "other_heads")[0][3] == 1);
    CHECK(plane(batch, 0, "heading")[0][3] == 4); // up is to the left of the right
}

TEST_CASE("smaller boards than the largest have cells outside", "[environment][spe_ed]") {
    Batch batch(config_of("spe_ed", {{"width", "5"}}));
    CHECK(batch.sizes().width == 5);
    CHECK(batch.sizes().height == 80);
    CHECK(plane(batch, 0, "outside")[79][0] <= 1);
    CHECK(plane(batch, 0, "outside")[0][0] == 0);
}

TEST_CASE("a gems player sees stones, and the own values first", "[environment][gems]") {
    Batch batch(config_of("gems", {{"rows", "40"}}));
    std::string text = batch.state(0);
    const std::string other = "player 30 15 0 0 0 0\n";
    const std::size_t second = text.rfind(other);
    text.replace(second, other.size(), "player 21 3 4 5 6 7\n");
    batch.set_state(0, text);
    CHECK(plane(batch, 0, "life")[9][9] == 30);
    CHECK(plane(batch, 0, "opponent_life")[0][0] == 21);
    CHECK(plane(batch, 0, "opponent_purple")[0][0] == 7);
    CHECK(plane(batch, 1, "green_account")[5][5] == 6);
    CHECK(plane(batch, 1, "opponent_shield")[5][5] == 15);
    CHECK(plane(batch, 1, "moves_left")[0][0] == 255); // 500, more than a byte holds
    const char bottom_left = text[text.size() - 20];
    const std::string signs = "RYGBL";
    const char* names[] = {"red", "yellow", "green", "blue", "purple"};
    for (std::size_t i = 0; i < signs.size(); ++i) {
        CHECK(plane(batch, 0, names[i])[0][0] == (signs[i] == bottom_left ? 1 : 0));
    }
}

TEST_CASE("cops see where walls and gates were, once there is a past", "[environment][cops]") {
    BatchConfig config = config_of("cops", {{"size", "10"}, {"walls", "2"}, {"ticks", "20"}});
    Batch batch(config);
    CHECK(sum_of(plane(batch, 0, "wall")) >= 4);
    CHECK(sum_of(plane(batch, 0, "wall_before")) == 0);
    CHECK(sum_of(plane(batch, 0, "ring")) == 44);
    CHECK(sum_of(plane(batch, 0, "thief")) == 1);
    CHECK(sum_of(plane(batch, 1, "gate")) >= 2);
    CHECK(batch.sizes().parts == 25);
    const std::vector<std::int32_t> all_stay(50, 4);
    batch.step(all_stay.data());
    CHECK(sum_of(plane(batch, 0, "wall_before")) >= 4);
    CHECK(plane(batch, 0, "time")[0][0] == 255 * 5 / 20);
}

TEST_CASE("a pair of dicewars areas says who owns them and their dice", "[environment][dicewars]") {
    Batch batch(config_of("dicewars", {{"areas", "8"}, {"numbers", "100"}}));
    CHECK(batch.sizes().width == 8);
    CHECK(batch.sizes().actions == 65);
    const auto owner = plane(batch, 0, "owner");
    const auto other_owner = plane(batch, 1, "other_owner");
    const auto adjacent = plane(batch, 0, "adjacent");
    const auto dice = plane(batch, 0, "dice");
    const auto other_dice = plane(batch, 0, "other_dice");
    int neighbours = 0;
    for (int a = 0; a < 8; ++a) {
        for (int b = 0; b < 8; ++b) {
            CHECK(owner[a][b] >= 1);
            CHECK(owner[a][b] <= 4);
            // The second player counts from itself.
            CHECK(owner[a][b] == other_owner[b][a] % 4 + 1);
            CHECK(dice[a][b] == other_dice[b][a]);
            CHECK(adjacent[a][b] == adjacent[b][a]);
            neighbours += adjacent[a][b];
        }
    }
    CHECK(neighbours >= 14); // a connected board
    CHECK(plane(batch, 0, "transfers_left")[0][0] == 6);
}
