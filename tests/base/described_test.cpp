#include "support/catch.hpp"

#include "base/described.hpp"

using namespace referee;

namespace {

enum class Wind { calm, north };

constexpr auto enum_names(Wind) {
    return std::to_array<std::string_view>({"calm", "north"});
}

struct Weather {
    int degrees = 12;
    bool rains = false;
    double pressure = 1013.25;
    Wind wind = Wind::calm;
    std::string place = "here";
    std::vector<double> gusts{1.5, 2};
};

using Of = MembersOf<Weather>;

constexpr auto members = std::to_array<Member>(
    {Of::integer<&Weather::degrees>("degrees", -50, 60, "°C", "in the shade"),
     Of::integer<&Weather::rains>("rains", 0, 1),
     Of::number<&Weather::pressure>("pressure", 800, 1100, "hPa"), Of::word<&Weather::wind>("wind"),
     Of::text<&Weather::place>("place"), Of::numbers<&Weather::gusts>("gusts", 0, 100)});

const Member& member(std::string_view name) {
    return *std::find_if(
        members.begin(), members.end(), [&](const Member& each) { return each.name == name; });
}

/// Sets the member as a reader of texts does. False if the text isn't a value of it.
bool set(Weather& weather, std::string_view name, std::string_view text) {
    const Member& row = member(name);
    const std::optional<MemberValue> value = parsed(row, row.get(&weather), text);
    if (value) {
        row.set(&weather, *value);
    }
    return value.has_value();
}

std::string form(std::string_view name) {
    const Weather weather;
    return form_of(member(name), member(name).get(&weather));
}

} // namespace

TEST_CASE("what is written of a described struct can be read again", "[described]") {
    Weather weather;
    weather.degrees = -7;
    weather.rains = true;
    weather.pressure = 0.1 + 999.2;
    weather.wind = Wind::north;
    weather.place = "over there";
    weather.gusts = {3, 4.25, 0};
    Weather read;
    for (const Member& each : members) {
        CAPTURE(each.name);
        CHECK(set(read, each.name, text_of(each.get(&weather))));
    }
    CHECK(read.degrees == -7);
    CHECK(read.rains);
    CHECK(read.pressure == weather.pressure);
    CHECK(read.wind == Wind::north);
    CHECK(read.place == "over there");
    CHECK(read.gusts == weather.gusts);
}

TEST_CASE("a text that is no value of a member leaves it as it is", "[described]") {
    const std::vector<std::pair<std::string_view, std::string_view>> wrong{
        {"degrees", "61"},    {"degrees", "-51"}, {"degrees", "1.5"},    {"degrees", ""},
        {"rains", "2"},       {"rains", "yes"},   {"pressure", "799.9"}, {"pressure", "nan"},
        {"pressure", "1e3x"}, {"wind", "North"},  {"gusts", "1 x"},      {"gusts", "1 101"},
        {"gusts", "1  2"}};
    for (const auto& [name, text] : wrong) {
        CAPTURE(name, text);
        Weather weather;
        const std::string before = text_of(member(name).get(&weather));
        CHECK_FALSE(set(weather, name, text));
        CHECK(text_of(member(name).get(&weather)) == before);
    }
}

TEST_CASE("a member says what it must be", "[described]") {
    CHECK(form("degrees") == "an integer from -50 to 60");
    CHECK(form("pressure") == "a number from 800 to 1100");
    CHECK(form("wind") == "one of: calm, north");
    CHECK(form("gusts") == "numbers from 0 to 100");
    CHECK(form("place") == "a text");
}

TEST_CASE("members are JSON of their kind", "[described]") {
    const Weather weather;
    Json json = Json::object();
    for (const Member& each : members) {
        json[each.name] = json_of(each.get(&weather));
    }
    CHECK(
        json.dump() ==
        R"({"degrees":12,"rains":0,"pressure":1013.25,"wind":"calm","place":"here","gusts":[1.5,2.0]})");
}
