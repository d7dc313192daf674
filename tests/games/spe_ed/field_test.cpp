// referee/games/spe_ed/README.md, "Fields": reading a field, each error with file, line, what is
// wrong and what to do, and what `create` draws.

#include "support/catch.hpp"
#include "support/user_error.hpp"

#include "base/random.hpp"
#include "game/registry.hpp"
#include "games/spe_ed/field.hpp"

#include <set>

using namespace referee;

namespace {

const std::string players = "[players]\n1 2 down\n4 3 left 5\n";
const std::string deadlines = "[deadlines]\n7 0.25\n12\n";
const std::string small = "game spe_ed\nwidth 6\nheight 5\n" + players + deadlines;

spe_ed::Setup setup_of(const std::string& text) {
    FieldText field("race.dat", text);
    return spe_ed::read_setup(field);
}

std::string error_of(const std::string& text) {
    return tests::user_error_of([&] { load_field("race.dat", text); });
}

std::string with_players(const std::string& rows) {
    return "game spe_ed\nwidth 6\nheight 5\n[players]\n" + rows + deadlines;
}

std::string created(int count, std::uint64_t seed, std::map<std::string, std::string> set = {}) {
    Rng rng(seed);
    return game_named("spe_ed").create_field({count, std::move(set)}, rng);
}

std::string create_error(const std::map<std::string, std::string>& set) {
    return tests::user_error_of([&] { created(2, 1, set); });
}

} // namespace

TEST_CASE("a field of spe_ed names the board, the players and the deadlines", "[spe_ed]") {
    const spe_ed::Setup setup = setup_of(small);
    CHECK(setup.start.board.width() == 6);
    CHECK(setup.start.board.height() == 5);
    CHECK(setup.start.max_rounds == 30);
    CHECK(setup.start.round == 1);
    REQUIRE(setup.start.player_count == 2);
    CHECK(setup.start.players[0].x == 1);
    CHECK(setup.start.players[0].y == 2);
    CHECK(setup.start.players[0].direction == spe_ed::Direction::down);
    CHECK(setup.start.players[0].speed == 1);
    CHECK(setup.start.players[1].speed == 5);
    CHECK(setup.start.board.at(1, 2) == 1);
    CHECK(setup.start.board.at(4, 3) == 2);
    CHECK(setup.deadlines.size() == 3);
    CHECK(setup.deadlines[1] == std::chrono::milliseconds(250));
    CHECK(load_field("race.dat", small).game == &game_named("spe_ed"));
}

TEST_CASE("the deadlines of a field begin again after the last", "[spe_ed]") {
    const LoadedField field = load_field(
        "race.dat",
        "game spe_ed\nwidth 60\nheight 60\n[players]\n0 0 down\n59 0 down\n" + deadlines);
    const auto position = field.field->start();
    std::vector<long> limits;
    for (int round = 0; round < 7; ++round) {
        limits.push_back(position->time_limit().value().count());
        const std::array<Answer, 2> answers{
            {{1, Fault::none, "change_nothing"}, {2, Fault::none, "change_nothing"}}};
        position->apply(answers, {});
    }
    CHECK(limits == std::vector<long>{7000, 250, 12000, 7000, 250, 12000, 7000});
}

TEST_CASE("each mistake in a field of spe_ed is told with its line", "[spe_ed]") {
    CHECK(
        error_of(with_players("6 2 down\n1 1 up\n")) ==
        "race.dat:5: x is '6', not an integer in range; give one from 0 to 5");
    CHECK_THAT(error_of(with_players("1 -1 down\n1 1 up\n")), StartsWith("race.dat:5: y is '-1'"));
    CHECK(
        error_of(with_players("1 2 down\n3 3 up\n1 2 up\n")) ==
        "race.dat:7: cell 1 2 is the start of the player in line 5; start every player on a "
        "different cell");
    CHECK(
        error_of(with_players("1 2 down\n3 3 north\n")) ==
        "race.dat:6: the direction is 'north'; write up, right, down or left");
    CHECK_THAT(
        error_of(with_players("1 2 down 0\n3 3 up\n")), StartsWith("race.dat:5: speed is '0'"));
    CHECK_THAT(
        error_of(with_players("1 2 down 11\n3 3 up\n")), StartsWith("race.dat:5: speed is '11'"));
    CHECK(
        error_of(with_players("1 2 down\n")) ==
        "race.dat:4: 1 players, at least 2 are needed; a row is: X Y DIRECTION [SPEED]");
    CHECK(
        error_of(with_players("0 0 up\n1 0 up\n2 0 up\n3 0 up\n4 0 up\n5 0 up\n0 1 up\n")) ==
        "race.dat:11: a seventh player; at most 6 can play");
    CHECK(
        error_of(with_players("1 2\n3 3 up\n")) ==
        "race.dat:5: 2 values for a player; a row is: X Y DIRECTION [SPEED]");
    CHECK_THAT(error_of(with_players("1 2 up 3 4\n3 3 up\n")), StartsWith("race.dat:5: 5 values"));
    CHECK_THAT(
        error_of("game spe_ed\nwidth 2\n" + players + deadlines), StartsWith("race.dat:2: "));
    CHECK_THAT(
        error_of("game spe_ed\nwidth 201\n" + players + deadlines), StartsWith("race.dat:2: "));
    CHECK_THAT(
        error_of("game spe_ed\nwidht 7\n" + players + deadlines), ContainsSubstring("widht"));
    CHECK_THAT(
        error_of("game spe_ed\n" + players), ContainsSubstring("section [deadlines] is missing"));
    CHECK_THAT(
        error_of("game spe_ed\n" + deadlines), ContainsSubstring("section [players] is missing"));
    CHECK(
        error_of("game spe_ed\n" + players + "[deadlines]\n") ==
        "race.dat:5: no deadlines; give the seconds for each round");
    for (const std::string word : {"0", "x", "1.", ".5", "1.2345", "3601", "-1", "1e3", "0.0005"}) {
        CHECK(
            error_of("game spe_ed\n" + players + "[deadlines]\n5 " + word + "\n") ==
            "race.dat:6: the deadline '" + word +
                "' is not a time; give seconds from 0.001 to 3600, like 7 or 0.25");
    }
}

TEST_CASE("a time is written as short as it can be read", "[spe_ed]") {
    for (const std::string text : {"7", "0.25", "0.001", "3600", "12.5", "100"}) {
        CHECK(spe_ed::text_of(spe_ed::parse_seconds(text).value()) == text);
    }
}

TEST_CASE("one seed gives the same field of spe_ed everywhere and for ever", "[spe_ed]") {
    CHECK_THAT(
        created(3, 1, {{"width", "30"}, {"height", "20"}}),
        StartsWith("game spe_ed\nwidth 30\nheight 20\nmax_rounds 600\n[players]\n16 7 left\n"
                   "0 9 down\n12 1 down\n[deadlines]\n13 8 11 8 9 12 9 9 12 9\n"
                   "10 6 6 6 15 11 13 11 8 14\n"));
    CHECK(created(2, 1) != created(2, 2));
}

TEST_CASE(
    "created fields of spe_ed are right for every number of players and many seeds", "[spe_ed]") {
    std::set<int> widths;
    std::set<std::string> first_places;
    for (int count = 2; count <= 6; ++count) {
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            const spe_ed::Setup setup = setup_of(created(count, seed));
            const spe_ed::Board& board = setup.start.board;
            REQUIRE(setup.start.player_count == count);
            REQUIRE((board.width() >= 41 && board.width() <= 80));
            REQUIRE((board.height() >= 41 && board.height() <= 80));
            REQUIRE(setup.start.max_rounds == board.size());
            widths.insert(board.width());
            std::set<int> regions;
            for (int i = 0; i < count; ++i) {
                const spe_ed::Player& player = setup.start.players[i];
                REQUIRE(player.speed == 1);
                const int column = player.x / (board.width() / 4);
                const int row = player.y / (board.height() / 2);
                const int region = row * 4 + column;
                REQUIRE(region < count); // the first ones, in the order of the page
                REQUIRE(regions.insert(region).second);
                const bool right = player.x > board.width() / 2;
                const bool low = player.y > board.height() / 2;
                const spe_ed::Direction expected =
                    right ? (low ? spe_ed::Direction::up : spe_ed::Direction::left)
                          : (low ? spe_ed::Direction::right : spe_ed::Direction::down);
                REQUIRE(player.direction == expected);
                first_places.insert(std::to_string(i) + " in " + std::to_string(region));
            }
            for (const std::chrono::milliseconds deadline : setup.deadlines) {
                REQUIRE(deadline >= std::chrono::seconds(5));
                REQUIRE(deadline <= std::chrono::seconds(15));
                REQUIRE(deadline.count() % 1000 == 0);
            }
        }
    }
    CHECK(widths.size() == 40);
    CHECK(first_places.size() == 36); // every player has been in every region
}

TEST_CASE("create of spe_ed takes size, rounds and deadlines, and says what is wrong", "[spe_ed]") {
    const spe_ed::Setup setup = setup_of(created(
        6, 3, {{"width", "4"}, {"height", "3"}, {"max_rounds", "9"}, {"deadline", "0.2..0.3"}}));
    CHECK(setup.start.board.size() == 12);
    CHECK(setup.start.max_rounds == 9);
    CHECK(setup.deadlines.size() == 100);
    CHECK(
        *std::min_element(setup.deadlines.begin(), setup.deadlines.end()) <
        std::chrono::milliseconds(220));
    CHECK(
        *std::max_element(setup.deadlines.begin(), setup.deadlines.end()) >
        std::chrono::milliseconds(280));
    CHECK(setup_of(created(2, 3, {{"deadline", "1"}})).deadlines[5] == std::chrono::seconds(1));
    CHECK_THAT(create_error({{"width", "3"}}), ContainsSubstring("width from 4 to 200"));
    CHECK_THAT(create_error({{"heigth", "30"}}), ContainsSubstring("did you mean 'height'? "));
    CHECK_THAT(create_error({{"deadline", "2..1"}}), ContainsSubstring("a range of times"));
    CHECK_THAT(create_error({{"deadline", "x"}}), ContainsSubstring("a range of times"));
}
