// A parameter is one row of a table and works everywhere: in fields, in `create --set`, in
// match.dat, in help and in error messages. The table here belongs to no game.

#include "support/catch.hpp"
#include "support/user_error.hpp"

#include "game/field_text.hpp"
#include "game/parameters.hpp"

using namespace referee;

namespace {

enum class Wind { calm, north };
constexpr auto enum_names(Wind) {
    return std::to_array<std::string_view>({"calm", "north"});
}

struct Weather {
    int days = 7;
    double rain = 0.25;
    Wind wind = Wind::calm;
    std::string place = "sea";
    int width = 3;
};

using Of = ParametersOf<Weather>;
constexpr auto table = Of::table(
    Of::integer<&Weather::days>("days", 1, 365, "d", "length of the forecast"),
    Of::number<&Weather::rain>("rain", 0, 1, "", "chance of rain"),
    Of::word<&Weather::wind>("wind", "where the wind comes from"),
    Of::text<&Weather::place>("place", "any word", "", "where it is"),
    Of::integer<&Weather::width>("width", 1, 9, "", "of the map").derived("give size"));

std::string written(const Weather& weather) {
    std::string text;
    table.append(weather, text);
    return text;
}

Weather read(const std::string& keys) {
    FieldText text("f.dat", "game weather\n" + keys);
    const Weather weather = table.read(text);
    text.finish();
    return weather;
}

Weather set(const std::map<std::string, std::string>& settings) {
    Weather weather;
    table.set({0, settings}, weather);
    return weather;
}

} // namespace

TEST_CASE("a row is written as a line and read again", "[parameters]") {
    CHECK(written({}) == "days 7\nrain 0.25\nwind calm\nplace sea\nwidth 3\n");
    const std::string other = "days 365\nrain 1\nwind north\nplace 1..2\nwidth 9\n";
    CHECK(written(read(other)) == other);
    CHECK(written(read("days 8\n")) == "days 8\nrain 0.25\nwind calm\nplace sea\nwidth 3\n");
}

TEST_CASE("a row can be set", "[parameters]") {
    CHECK(
        written(set({{"days", "+9"}, {"rain", "0.5"}, {"wind", "north"}, {"place", "x"}})) ==
        "days 9\nrain 0.5\nwind north\nplace x\nwidth 3\n");
}

TEST_CASE("a row describes itself", "[parameters]") {
    const std::vector<Parameter> rows = table.describe();
    REQUIRE(rows.size() == 5);
    CHECK(rows[0].name == "days");
    CHECK(rows[0].default_value == "7");
    CHECK(rows[0].range == "1..365");
    CHECK(rows[0].unit == "d");
    CHECK(rows[0].meaning == "length of the forecast");
    CHECK(rows[1].default_value == "0.25");
    CHECK(rows[1].range == "0..1");
    CHECK(rows[2].default_value == "calm");
    CHECK(rows[2].range == "calm, north");
    CHECK(rows[3].default_value == "sea");
    CHECK(rows[3].range == "any word");
}

TEST_CASE("a value out of a row's range is refused in a field, with its line", "[parameters]") {
    const auto refused = [](const std::string& keys) {
        return tests::user_error_of([&] { read(keys); });
    };
    CHECK(
        refused("rain 1\ndays 0\n") ==
        "f.dat:3: days is '0', not an integer in range; give days from 1 to 365");
    CHECK(refused("days 366\n") != "no error");
    CHECK(refused("days x\n") != "no error");
    CHECK(
        refused("rain 1.5\n") == "f.dat:2: rain is '1.5', not a number in range; give rain from 0 "
                                 "to 1");
    CHECK(refused("wind east\n") == "f.dat:2: wind is 'east'; give one of: calm, north");
    CHECK_THAT(
        refused("day 1\n"), StartsWith("f.dat:2: unknown key 'day'; valid keys: days, rain, wind"));
}

TEST_CASE("a value out of a row's range is refused as a setting", "[parameters]") {
    const auto refused = [](const std::string& name, const std::string& value) {
        return tests::user_error_of([&] { set({{name, value}}); });
    };
    CHECK(
        refused("days", "366") ==
        "--set days=366: not an integer in range; give days from 1 to 365");
    CHECK(refused("days", "0") != "no error");
    CHECK(refused("days", "1.5") != "no error");
    CHECK(refused("days", "") != "no error");
    CHECK(
        refused("rain", "-0.1") == "--set rain=-0.1: not a number in range; give rain from 0 to 1");
    CHECK(refused("rain", "nan") != "no error");
    CHECK(refused("rain", "1 ") != "no error");
    CHECK(
        refused("wind", "east") == "--set wind=east: not a value of wind; give one of: calm, "
                                   "north");
    CHECK(refused("width", "3") == "--set width=3: give size");
}

TEST_CASE("what a game doesn't know is refused before it is asked to create", "[parameters]") {
    GameInfo info;
    info.name = "weather";
    info.max_seats = 3;
    info.parameters = table.describe();
    const auto refused = [&](const CreateRequest& request) {
        return tests::user_error_of([&] { checked(request, info); });
    };
    CHECK(
        refused({2, {{"sun", "1"}}}) ==
        "--set sun: weather has no such parameter; 'referee games weather' lists them");
    CHECK(refused({4, {}}) == "--players 4: weather has from 2 to 3 players");
    CHECK(refused({3, {{"days", "1"}}}) == "no error");
    CHECK(checked({0, {}}, info).players == 2);
}
