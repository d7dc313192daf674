// referee/games/battlesnake/README.md, "Maps": what `create` draws, compared with the recorded
// games of the official engine (tests/golden/battlesnake.md, "The modes").

#include "support/catch.hpp"
#include "support/games/battlesnake_scenes.hpp"
#include "support/games/golden.hpp"
#include "support/run.hpp"
#include "support/user_error.hpp"

#include "base/names.hpp"
#include "base/random.hpp"
#include "game/registry.hpp"
#include "games/battlesnake/maps.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sstream>

using namespace referee;
using namespace referee::battlesnake;
using namespace tests;
using nlohmann::json;

namespace {

using Cells = std::map<std::pair<int, int>, int>; ///< layers by (x, y)
using Head = std::pair<int, int>;                 ///< (x, y)

std::string field_on_map(std::uint64_t seed, int players, Settings settings) {
    settings.emplace("lines", "20");
    Rng rng(seed);
    return game_named("battlesnake").create_field({players, settings}, rng);
}

Setup drawn(std::uint64_t seed, int players, const Settings& settings) {
    return battlesnake_setup(field_on_map(seed, players, settings));
}

Cells hazards_after(const Setup& setup, std::uint32_t turn) {
    Cells cells;
    for (int y = 0; y < setup.start.height; ++y) {
        for (int x = 0; x < setup.start.width; ++x) {
            if (const int layers = setup.hazards.layers(cell_at(x, y), turn)) {
                cells[{x, y}] = layers;
            }
        }
    }
    return cells;
}

Cells cells_of(const json& list) {
    Cells cells;
    for (const json& place : list) {
        ++cells[{place[0], place[1]}];
    }
    return cells;
}

/// Calls `look` with the hazards of the recorded game after each turn, and before the first.
template <typename Look>
void for_each_turn(const json& game, Look look) {
    Cells now = cells_of(game["hazards"]);
    look(0U, now);
    std::uint32_t number = 0;
    for (const json& turn : game["turns"]) {
        now = turn.contains("hazards") ? cells_of(turn["hazards"]) : now;
        look(++number, now);
    }
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The largest part of a set of cells that is a full rectangle is the set itself.
bool is_rectangle(const std::set<std::pair<int, int>>& cells) {
    int left = 99;
    int right = -1;
    int bottom = 99;
    int top = -1;
    for (const auto& [x, y] : cells) {
        left = std::min(left, x);
        right = std::max(right, x);
        bottom = std::min(bottom, y);
        top = std::max(top, y);
    }
    return cells.empty() ||
           static_cast<int>(cells.size()) == (right - left + 1) * (top - bottom + 1);
}

std::set<std::pair<int, int>> keys_of(const Cells& cells) {
    std::set<std::pair<int, int>> keys;
    for (const auto& [place, layers] : cells) {
        keys.insert(place);
    }
    return keys;
}

/// Where snakes start on a map by the rule of the official engine: tests/golden/battlesnake.md.
class StartRule {
  public:
    StartRule(std::string_view map, int size) {
        const json all =
            json::parse(read_file(source_folder() + "/tests/golden/battlesnake_starts.json"));
        const int far = size - 2;
        const int half = (size - 1) / 2;
        const Lists corners{{{1, 1}, {1, far}, {far, 1}, {far, far}}};
        if (all["maps"].contains(map)) {
            name_ = all["maps"][std::string(map)]["rule"];
            for (const json& list : all["maps"][std::string(map)]["lists"]) {
                lists_.emplace_back();
                for (const json& place : list) {
                    lists_.back().emplace_back(place[0], place[1]);
                }
            }
        } else if (map == "hz_hazard_pits") {
            name_ = "groups";
            lists_ = corners;
        } else {
            name_ = "halves";
            lists_ = {corners[0], {{1, half}, {half, 1}, {half, far}, {far, half}}};
        }
    }

    /// What is wrong with these heads, or nothing. `allowed` are the cells of each seat.
    std::string
    complaint(const std::vector<Head>& heads, const std::vector<std::set<Head>>& allowed) const {
        if (std::set<Head>(heads.begin(), heads.end()).size() != heads.size()) {
            return "two heads on one cell";
        }
        for (std::size_t i = 0; i < heads.size(); ++i) {
            if (allowed[i].count(heads[i]) == 0) {
                return fmt::format(
                    "seat {} starts on {},{}", i + 1, heads[i].first, heads[i].second);
            }
            const std::size_t before = i == 0 ? 0 : list_of(heads[i - 1]);
            if (name_ == "quadrants" && i > 0 &&
                list_of(heads[i]) != (before + 1) % lists_.size()) {
                return fmt::format("seat {} isn't in the list after that of seat {}", i + 1, i);
            }
            if (name_ == "halves" && i % 4 > 0 && list_of(heads[i]) != before) {
                return fmt::format("seat {} isn't of the kind of seat {}", i + 1, i);
            }
            if (name_ == "halves" && i == 4 && list_of(heads[i]) == before) {
                return "the second four are of the kind of the first";
            }
        }
        return "";
    }

    /// The cells on which each seat may start.
    std::vector<std::set<Head>> allowed(std::size_t players) const {
        std::vector<std::set<Head>> cells;
        for (std::size_t seat = 0; seat < players; ++seat) {
            cells.push_back(cells_of(seat, players));
        }
        return cells;
    }

  private:
    using Lists = std::vector<std::vector<Head>>;

    std::set<Head> cells_of(std::size_t seat, std::size_t players) const {
        if (name_ == "last" && seat >= lists_[0].size()) {
            return {lists_[1].at(seat - lists_[0].size())};
        }
        std::size_t lists = lists_.size();
        if (name_ == "last") {
            lists = 1;
        } else if (name_ == "groups") {
            lists = std::min<std::size_t>(lists, (players + 3) / 4);
        }
        std::set<Head> cells;
        for (std::size_t i = 0; i < lists; ++i) {
            cells.insert(lists_[i].begin(), lists_[i].end());
        }
        return cells;
    }

    std::size_t list_of(const Head& head) const {
        std::size_t list = 0;
        while (std::find(lists_[list].begin(), lists_[list].end(), head) == lists_[list].end()) {
            ++list;
        }
        return list;
    }

    std::string name_; ///< as in the file, or `halves`: the corners first, or the mid-edges
    Lists lists_;
};

/// The heads by seat in the text of a field.
std::vector<Head> heads_in(const std::string& field) {
    std::vector<Head> heads;
    std::istringstream rows(field.substr(field.find("[snakes]\n") + 9));
    for (std::string row; std::getline(rows, row) && row != "[food]";) {
        Head head;
        char comma = 0;
        std::string health;
        std::istringstream(row) >> health >> head.first >> comma >> head.second;
        heads.push_back(head);
    }
    return heads;
}

} // namespace

TEST_CASE("each map makes fields for all its numbers of players and sizes", "[battlesnake][maps]") {
    for (const std::string_view name : all_names<Map>) {
        const Map map = named<Map>(name).value();
        const int max_players = MapOfSize(map, std::nullopt).max_players();
        CAPTURE(name);
        for (int players = 1; players <= max_players; ++players) {
            const Setup setup =
                drawn(static_cast<std::uint64_t>(players), players, {{"map", std::string(name)}});
            CHECK(setup.start.count == players);
            const Cells hazards = hazards_after(setup, 0);
            for (int seat = 1; seat <= players; ++seat) {
                const Cell head = setup.start.snake(seat).head;
                const bool is_column = map == Map::hz_columns || map == Map::hz_inner_wall ||
                                       map == Map::hz_rings || map == Map::healing_pools;
                CHECK((is_column || hazards.count({x_of(head), y_of(head)}) == 0));
            }
        }
        if (max_players < max_snakes) {
            CHECK_THAT(
                user_error_of([&] {
                    drawn(1, max_players + 1, {{"map", std::string(name)}});
                }),
                StartsWith("--set map="));
        }
    }
    CHECK(drawn(1, 2, {{"map", "hz_rings"}, {"size", "25"}}).start.width == 25);
    CHECK(drawn(1, 2, {{"map", "arcade_maze"}}).start.height == 21);
    CHECK_THAT(
        user_error_of([] {
            drawn(1, 2, {{"map", "arcade_maze"}, {"size", "11"}});
        }),
        StartsWith("--set size=11: map arcade_maze has size 19"));
    CHECK_THAT(
        user_error_of([] {
            drawn(1, 2, {{"map", "sinkholes"}, {"size", "9"}});
        }),
        StartsWith("--set size=9: map sinkholes has sizes 7, 11, 19"));
}

TEST_CASE(
    "on each map snakes start by the rule of the official engine", "[battlesnake][maps][slow]") {
    constexpr std::uint64_t fields = 300;
    for (const std::string_view name : all_names<Map>) {
        const MapOfSize map(named<Map>(name).value(), std::nullopt);
        const StartRule rule(name, map.width());
        for (int players = 1; players <= map.max_players(); ++players) {
            CAPTURE(name, players);
            const auto allowed = rule.allowed(static_cast<std::size_t>(players));
            std::vector<std::set<Head>> seen(allowed.size());
            std::string complaint;
            int wrong = 0;
            for (std::uint64_t seed = 1; seed <= fields; ++seed) {
                const std::vector<Head> heads = heads_in(field_on_map(
                    seed, players,
                    {{"map", std::string(name)}, {"lines", "1"}, {"max_turns", "1"}}));
                REQUIRE(heads.size() == seen.size());
                const std::string found = rule.complaint(heads, allowed);
                complaint = complaint.empty() ? found : complaint;
                wrong += found.empty() ? 0 : 1;
                for (std::size_t i = 0; i < heads.size(); ++i) {
                    seen[i].insert(heads[i]);
                }
            }
            CHECK(complaint == "");
            CHECK(wrong == 0);
            CHECK(seen == allowed);
        }
    }
}

TEST_CASE("hz_rings has the engine's rings on boards of each size", "[battlesnake][maps]") {
    // The innermost one is two cells from the centre, or three.
    const std::map<int, std::set<int>> distances{
        {7, {1}},
        {9, {1}},
        {11, {1, 3}},
        {13, {1, 3}},
        {15, {1, 3, 5}},
        {17, {1, 3, 5}},
        {19, {1, 3, 5, 7}},
        {21, {1, 3, 5, 7}},
        {23, {1, 3, 5, 7, 9}},
        {25, {1, 3, 5, 7, 9}}};
    for (const auto& [size, expected] : distances) {
        Cells rings;
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x) {
                if (expected.count(std::min({x, y, size - 1 - x, size - 1 - y})) > 0) {
                    rings[{x, y}] = 1;
                }
            }
        }
        CAPTURE(size);
        CHECK(
            hazards_after(drawn(1, 1, {{"map", "hz_rings"}, {"size", std::to_string(size)}}), 0) ==
            rings);
    }
}

TEST_CASE("healing_pools draws each of the engine's patterns", "[battlesnake][maps]") {
    const std::map<std::string, std::set<std::set<Head>>> patterns{
        {"7", {{{3, 3}}}},
        {"11", {{{3, 3}, {7, 7}}, {{3, 7}, {7, 3}}, {{3, 5}, {7, 5}}, {{5, 7}, {5, 3}}}},
        {"19", {{{5, 5}, {13, 13}, {5, 13}, {13, 5}}, {{5, 10}, {13, 10}, {10, 13}, {10, 5}}}}};
    for (const auto& [size, expected] : patterns) {
        std::set<std::set<Head>> seen;
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            seen.insert(keys_of(
                hazards_after(drawn(seed, 2, {{"map", "healing_pools"}, {"size", size}}), 0)));
        }
        CAPTURE(size);
        CHECK(seen == expected);
    }
}

TEST_CASE("hazards that aren't drawn are those of the recorded games", "[battlesnake][maps]") {
    std::map<std::string, int> compared;
    tests::for_each_golden("battlesnake_modes.jsonl.gz", [&](const json& game, int number) {
        const std::string map = game["map"];
        const bool is_drawn = is_one_of(
            map, {"royale", "snail_mode", "hz_spiral", "hz_scatter", "hz_grow_box", "hz_expand_box",
                  "hz_expand_scatter", "healing_pools"});
        // Ruleset royale throws away other hazards; scenes on map empty have some of their own.
        if (is_drawn || game["ruleset"] == "royale" || is_one_of(map, {"standard", "empty"})) {
            return;
        }
        CAPTURE(number, map);
        const Setup setup = drawn(
            1, 1,
            {{"map", map},
             {"size", std::to_string(game["width"].get<int>())},
             {"shrink_every", std::to_string(game["settings"]["shrink_every"].get<int>())}});
        REQUIRE(setup.start.height == game["height"]);
        bool is_same = true;
        for_each_turn(game, [&](std::uint32_t turn, const Cells& cells) {
            is_same = is_same && hazards_after(setup, turn) == cells;
        });
        CHECK(is_same);
        ++compared[map];
    });
    CHECK(compared.size() == 14);
}

TEST_CASE(
    "drawn hazards follow the recorded games from their first cell on", "[battlesnake][maps]") {
    int compared = 0;
    tests::for_each_golden("battlesnake_modes.jsonl.gz", [&](const json& game, int number) {
        const std::string map = game["map"];
        if (!is_one_of(map, {"hz_spiral", "hz_expand_box"})) {
            return;
        }
        CAPTURE(number, map);
        std::vector<Cells> by_turn;
        for_each_turn(game, [&](std::uint32_t, const Cells& cells) { by_turn.push_back(cells); });
        const std::size_t first_turn = map == "hz_spiral" ? 3 : 1;
        if (by_turn.size() <= first_turn) {
            return;
        }
        REQUIRE(by_turn[first_turn].size() == 1);
        const auto [x, y] = by_turn[first_turn].begin()->first;
        const int width = game["width"];
        const auto cells = spiral({x, y}, width, game["height"]);
        Cells now;
        bool is_same = true;
        for (std::size_t turn = 1; turn < by_turn.size(); ++turn) {
            if (map == "hz_spiral" && turn % 3 == 0 && turn / 3 <= cells.size()) {
                if (const auto cell = cells[turn / 3 - 1]) {
                    now[{cell->x, cell->y}] = 1;
                }
            }
            if (map == "hz_expand_box" && turn % 20 == 1) {
                for (const Place& cell :
                     ring({x, y}, static_cast<int>(turn / 20), width, game["height"])) {
                    now[{cell.x, cell.y}] = 1;
                }
            }
            is_same = is_same && now == by_turn[turn];
        }
        CHECK(is_same);
        ++compared;
    });
    CHECK(compared >= 8);
}

TEST_CASE("royale moves one side in by a line at each shrink, to the end", "[battlesnake][maps]") {
    std::set<std::size_t> first_sides;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Setup setup =
            drawn(seed, 2, {{"map", "royale"}, {"shrink_every", "5"}, {"size", "7"}});
        std::uint32_t turn = 0;
        std::size_t before = 0;
        for (; before < 49; turn += 5) {
            REQUIRE(turn <= 1000);
            const Cells cells = hazards_after(setup, turn);
            CHECK((turn == 0 || cells == hazards_after(setup, turn + 4)));
            std::set<std::pair<int, int>> safe;
            for (int i = 0; i < 49; ++i) {
                if (cells.count({i % 7, i / 7}) == 0) {
                    safe.insert({i % 7, i / 7});
                }
            }
            CHECK(is_rectangle(safe));
            CHECK((turn == 0 ? cells.empty() : cells.size() > before));
            if (turn == 5) {
                CHECK(cells.size() == 7);
                first_sides.insert(
                    cells.count({0, 0}) + 2 * cells.count({6, 0}) + 4 * cells.count({0, 6}));
            }
            before = cells.size();
        }
    }
    CHECK(first_sides.size() == 4);
}

TEST_CASE("boxes and scattered hazards grow as those of the engine", "[battlesnake][maps]") {
    const Setup box = drawn(3, 2, {{"map", "hz_grow_box"}, {"size", "7"}});
    std::size_t before = 0;
    for (std::uint32_t turn = 1; before < 49; turn += 12) {
        REQUIRE(turn <= 1000);
        const Cells cells = hazards_after(box, turn);
        CHECK(is_rectangle(keys_of(cells)));
        CHECK(cells.size() > before);
        CHECK(cells == hazards_after(box, turn + 11));
        before = cells.size();
    }
    const Setup scatter = drawn(3, 2, {{"map", "hz_scatter"}, {"size", "7"}});
    for (std::uint32_t turn = 0; turn <= 98; ++turn) {
        CHECK(hazards_after(scatter, turn).size() == turn / 2);
    }
    const Setup expand = drawn(3, 2, {{"map", "hz_expand_scatter"}, {"size", "7"}});
    const auto [x, y] = hazards_after(expand, 1).begin()->first;
    std::uint32_t turn = 1;
    std::set<std::pair<int, int>> filled;
    for (int radius = 0; filled.size() < 49; ++radius) {
        for (const Place& cell : ring({x, y}, radius, 7, 7)) {
            filled.insert({cell.x, cell.y});
        }
        turn = static_cast<std::uint32_t>(2 * filled.size() - 1); // one cell every two turns
        CHECK(keys_of(hazards_after(expand, turn)) == filled);
    }
}

TEST_CASE(
    "starts and food of fixed maps are among those of the recorded games", "[battlesnake][maps]") {
    std::map<std::string, std::set<std::pair<int, int>>> heads;
    std::map<std::string, std::set<std::pair<int, int>>> food;
    tests::for_each_golden("battlesnake_modes.jsonl.gz", [&](const json& game, int) {
        const std::string map = game["map"];
        const bool is_fixed = is_one_of(
            map, {"hz_rivers_bridges", "hz_rivers_bridges_lg", "hz_rivers_bridges_xl",
                  "hz_islands_bridges", "hz_islands_bridges_lg", "hz_castle_wall",
                  "hz_castle_wall_lg", "hz_castle_wall_xl", "arcade_maze", "hz_hazard_pits"});
        if (!is_fixed) {
            return;
        }
        for (const json& snake : game["snakes"]) {
            const json& head = snake["body"][0];
            heads[map].emplace(head[0].get<int>(), head[1].get<int>());
        }
        for (const json& turn : game["turns"]) {
            for (const json& place : turn["spawned_food"]) {
                food[map].emplace(place[0].get<int>(), place[1].get<int>());
            }
        }
    });
    CHECK(heads.size() == 10);
    for (const auto& [name, places] : heads) {
        CAPTURE(name);
        std::set<std::pair<int, int>> ours;
        std::set<std::pair<int, int>> our_food;
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            const int players = MapOfSize(named<Map>(name).value(), std::nullopt).max_players();
            const Setup setup = drawn(seed, players, {{"map", name}});
            for (int seat = 1; seat <= players; ++seat) {
                ours.insert(
                    {x_of(setup.start.snake(seat).head), y_of(setup.start.snake(seat).head)});
            }
            for (std::size_t i = 0; i < setup.spawns.size(); ++i) {
                for (const Cell cell : setup.spawns.candidates(setup.spawns[i])) {
                    our_food.insert({x_of(cell), y_of(cell)});
                }
            }
        }
        CHECK(std::includes(ours.begin(), ours.end(), places.begin(), places.end()));
        const bool has_list = is_one_of(
            name, {"arcade_maze", "hz_castle_wall", "hz_castle_wall_lg", "hz_castle_wall_xl"});
        CHECK((!has_list || our_food.size() <= 24));
        CHECK(
            std::includes(our_food.begin(), our_food.end(), food[name].begin(), food[name].end()));
    }
}

TEST_CASE("a constrictor field has no food, unless it is asked for", "[battlesnake][maps]") {
    const std::string text = field_on_map(1, 2, {{"constrictor", "1"}, {"wrapped", "1"}});
    CHECK_THAT(text, ContainsSubstring("minimum_food 0\nfood_chance 0\n"));
    CHECK_THAT(text, ContainsSubstring("wrapped 1\nconstrictor 1\nhazard_damage 14\n[snakes]\n"));
    CHECK_THAT(text, ContainsSubstring("[food]\n[spawns]\n0\n"));
    CHECK_THAT(
        field_on_map(1, 2, {{"constrictor", "1"}, {"food_chance", "30"}}),
        ContainsSubstring("food_chance 30\n") && !ContainsSubstring("[spawns]\n0\n"));
    CHECK_THAT(field_on_map(1, 2, {{"map", "empty"}}), ContainsSubstring("[food]\n[spawns]\n0\n"));
    CHECK(drawn(1, 2, {{"map", "healing_pools"}}).parameters.hazard_damage == -14);
    CHECK(
        drawn(1, 2, {{"map", "healing_pools"}, {"hazard_damage", "9"}}).parameters.hazard_damage ==
        9);
}

TEST_CASE("castles have their first food in turn 11", "[battlesnake][maps]") {
    const Setup setup = drawn(1, 2, {{"map", "hz_castle_wall"}, {"food_chance", "100"}});
    CHECK(setup.start.food == 0);
    CHECK(setup.parameters.minimum_food == 0);
    for (std::size_t i = 0; i < setup.spawns.size(); ++i) {
        CHECK(setup.spawns[i].is_drawn == (i >= 10));
        CHECK(setup.spawns[i].count == 4);
    }
}

TEST_CASE("standard fields don't mention the modes", "[battlesnake][maps]") {
    const std::string text = field_on_map(1, 2, {{"hazard_damage", "3"}});
    CHECK_THAT(text, !ContainsSubstring("hazard") && !ContainsSubstring("wrapped"));
}
