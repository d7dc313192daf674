// The messages of the contest's protocol, as text.

#include "support/catch.hpp"

#include "spe_ed/websocket/messages.hpp"

#include <nlohmann/json.hpp>

using namespace referee::spe_ed;
using nlohmann::json;

namespace {

constexpr std::chrono::seconds after_1970{1610875805}; // 2021-01-17 09:30:05 UTC

State two_players() {
    State state;
    state.board = Board(4, 3);
    add_player(state, 0, 0, Direction::right, 1);
    add_player(state, 3, 2, Direction::up, 2);
    return state;
}

} // namespace

TEST_CASE("a state message says what the contest's server said", "[spe_ed][websocket]") {
    const State state = two_players();
    const websocket::UtcTime deadline(after_1970 + std::chrono::milliseconds(999));
    const json message = json::parse(websocket::state_message(state, 1, {true, deadline, {}}));
    CHECK(message == json::parse(R"({"width": 4, "height": 3, "you": 2, "running": true,
        "deadline": "2021-01-17T09:30:05Z", "cells": [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]],
        "players": {"1": {"x": 0, "y": 0, "direction": "right", "speed": 1, "active": true},
                    "2": {"x": 3, "y": 2, "direction": "up", "speed": 2, "active": true}}})"));
}

TEST_CASE("the last message has names and no deadline", "[spe_ed][websocket]") {
    State state = two_players();
    state.players[0].out = Out::border;
    state.players[0].out_round = 1;
    const json message =
        json::parse(websocket::state_message(state, 0, {false, {}, {"Ann \"A\"", "B\xff"}}));
    CHECK_FALSE(message.contains("deadline"));
    CHECK(message["running"] == false);
    CHECK(message["players"]["1"]["active"] == false);
    CHECK(message["players"]["1"]["name"] == "Ann \"A\"");
    CHECK(message["players"]["2"]["name"] == "B\xef\xbf\xbd"); // replaced, because it is no UTF-8
}

TEST_CASE("the time is told in seconds and milliseconds", "[spe_ed][websocket]") {
    const websocket::UtcTime now(after_1970 + std::chrono::milliseconds(78));
    CHECK(
        json::parse(websocket::time_message(now)) ==
        json::parse(R"({"time": "2021-01-17T09:30:05Z", "milliseconds": 78})"));
}

TEST_CASE(
    "a client's action goes to result.dat, anything else as what it is not",
    "[spe_ed][websocket]") {
    CHECK(websocket::result_text(R"({"action": "turn_left"})") == "turn_left\n");
    CHECK(websocket::result_text(R"( {"more": 1, "action":"slow_down"} )") == "slow_down\n");
    for (const std::string message :
         {R"({"action": "jump"})", R"({"action": 3})", R"({"action": "turn_left "})", "[", "{}",
          "[1]", "turn_left", ""}) {
        CHECK(websocket::result_text(message) == "no action: " + message + "\n");
    }
    CHECK(websocket::result_text(std::string(5000, 'x')).size() < 1100);
}

TEST_CASE("parameters are found in a request's target", "[spe_ed][websocket]") {
    CHECK(websocket::parameter("/spe_ed?key=abc", "key") == "abc");
    CHECK(websocket::parameter("/spe_ed?monkey=1&key=2&key=3", "key") == "2");
    CHECK(websocket::parameter("/spe_ed?key=", "key") == "");
    CHECK_FALSE(websocket::parameter("/spe_ed?key", "key").has_value());
    CHECK_FALSE(websocket::parameter("/spe_ed", "key").has_value());
    CHECK(websocket::path_of("/spe_ed?key=/a") == "/spe_ed");
}
