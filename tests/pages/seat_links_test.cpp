// The links of people and what their pages may ask and send: referee/pages/README.md, "People".

#include "support/catch.hpp"

#include "ai/contestant.hpp"
#include "match/people.hpp"
#include "pages/live/seat_links.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace referee;
using nlohmann::json;

namespace {

/// Anna and Ben play, and Anna is asked.
class SeatTable {
  public:
    SeatTable() { people.ask(contestants[0], 1, 6, 4, 2, {{"up", "down"}, 1}); }

    std::vector<Contestant> contestants = read_contestants_and_people({"Anna=human", "Ben=human"});
    People people{std::chrono::milliseconds(0)};
    SeatLinks links{contestants, people};

    std::string key(std::size_t person) const { return links.links()[person].key; }
    int status(const json& request) const { return links.reply(request.dump()).status; }
    json reply(const json& request) const { return json::parse(links.reply(request.dump()).json); }
    bool is_answered() const { return people.questions()[0].is_answered; }
};

} // namespace

TEST_CASE("each person has a secret of 128 bits of their own, each time another one", "[people]") {
    const SeatTable table;
    const SeatTable other;
    REQUIRE(table.links.links().size() == 2);
    for (const std::string& key : {table.key(0), table.key(1), other.key(0)}) {
        CHECK(key.size() == 32);
        CHECK(key.find_first_not_of("0123456789abcdef") == std::string::npos);
    }
    CHECK(table.key(0) != table.key(1));
    CHECK(table.key(0) != other.key(0));
}

TEST_CASE("only a page with the secret learns the question", "[people]") {
    const SeatTable table;
    const json reply = table.reply({{"key", table.key(0)}});
    CHECK(reply["name"] == "Anna");
    CHECK(
        reply["question"] == json{
                                 {"number", 1},
                                 {"game", 1},
                                 {"turn", 6},
                                 {"played", 4},
                                 {"seat", 2},
                                 {"choices", {"up", "down"}},
                                 {"length", 1},
                                 {"answered", false}});
    CHECK(table.reply({{"key", table.key(1)}})["question"].is_null());
    for (const json& key :
         {json(""), json("x"), json(std::string(32, '0')), json(table.key(0) + "0"),
          json(table.key(0).substr(1)), json(7), json(), json::array({table.key(0)})}) {
        CAPTURE(key);
        CHECK(table.status({{"key", key}}) == 403);
        CHECK(table.status({{"key", key}, {"number", 1}, {"choices", {"up"}}}) == 403);
    }
    CHECK_FALSE(table.is_answered());
}

TEST_CASE(
    "whatever a page sends gets a reply and changes nothing unless it is an answer", "[people]") {
    const SeatTable table;
    const std::string key = table.key(0);
    for (const std::string_view body : {"", "{", "[]", "null", "7", "\"x\"", "{\"key\":{}}"}) {
        CAPTURE(body);
        CHECK(table.links.reply(body).status == 403);
    }
    CHECK(table.links.reply(std::string(60'000, '[')).status == 403);
    CHECK(table.status({{"key", key}, {"number", 1}, {"choices", "up"}}) == 400);
    CHECK(table.status({{"key", key}, {"number", 1}, {"choices", {1}}}) == 400);
    CHECK(table.status({{"key", key}, {"number", 1.5}, {"choices", {"up"}}}) == 400);
    CHECK(table.status({{"key", key}, {"choices", {"up"}}}) == 400);
    CHECK(table.status({{"key", key}, {"number", 1}, {"choices", {"left"}}}) == 409);
    CHECK(table.status({{"key", key}, {"number", 1ULL << 32U | 1U}, {"choices", {"up"}}}) == 409);
    CHECK(table.status({{"key", table.key(1)}, {"number", 1}, {"choices", {"up"}}}) == 409);
    CHECK_FALSE(table.is_answered());
    CHECK(table.reply({{"key", key}, {"number", 1}, {"choices", {"up"}}}) == json{{"taken", 1}});
    CHECK(table.is_answered());
    CHECK(
        table.reply({{"key", key}, {"number", 1}, {"choices", {"up"}}}) ==
        json{{"error", "this turn has already been answered"}});
}

TEST_CASE("all pages learn for whom the match waits, and no secret", "[people]") {
    const SeatTable table;
    const json waiting = json::parse(table.links.waiting_json());
    CHECK(
        waiting == json::array(
                       {{{"number", 1},
                         {"name", "Anna"},
                         {"seat", 2},
                         {"game", 1},
                         {"turn", 6},
                         {"answered", false}}}));
}

TEST_CASE("a name of any bytes is sent as UTF-8", "[people]") {
    std::vector<Contestant> contestants = read_contestants_and_people({"human"});
    contestants[0].name = "\xff</script>";
    People people(std::chrono::milliseconds(0));
    const SeatLinks links(contestants, people);
    people.ask(contestants[0], 1, 0, 0, 1, {{"x"}, 1});
    CHECK(json::parse(links.waiting_json())[0]["name"] == "\xef\xbf\xbd</script>");
    const LiveReply reply = links.reply(json{{"key", links.links()[0].key}}.dump());
    CHECK(reply.status == 200);
    CHECK(json::parse(reply.json)["name"] == "\xef\xbf\xbd</script>");
}
