// referee/match/README.md, "Time": how long an AI has for an answer.

#include "support/catch.hpp"

#include "match/clock.hpp"

using namespace std::chrono_literals;
using referee::Clock;
using referee::MatchConfig;
using referee::TimeControl;

namespace {

TimeControl fixed(std::chrono::milliseconds per_move) {
    TimeControl control;
    control.per_move = per_move;
    return control;
}

TimeControl fischer(std::chrono::milliseconds start, std::chrono::milliseconds increment) {
    TimeControl control;
    control.start = start;
    control.increment = increment;
    return control;
}

MatchConfig with_limit(std::chrono::milliseconds limit) {
    MatchConfig config;
    config.time_limit = limit;
    return config;
}

} // namespace

TEST_CASE("a fixed limit is the game's, for every seat and every answer", "[match]") {
    Clock clock(fixed(60s), {});
    CHECK_FALSE(clock.is_running(1));
    for (const int seat : {1, 2, 8}) {
        CHECK(clock.limit(seat, std::nullopt) == 60s);
        clock.spend(seat, 59s, false);
        clock.spend(seat, 61s, true);
        CHECK(clock.limit(seat, std::nullopt) == 60s);
    }
}

TEST_CASE("the field's limit for the turn takes precedence over the game's", "[match]") {
    const Clock clock(fixed(60s), {});
    CHECK(clock.limit(1, 1500ms) == 1500ms);
    CHECK(clock.limit(1, std::nullopt) == 60s);
}

TEST_CASE(
    "the option --time-limit takes precedence over the game's limit and the field's", "[match]") {
    const Clock clock(fixed(60s), with_limit(500ms));
    CHECK(clock.limit(1, std::nullopt) == 500ms);
    CHECK(clock.limit(1, 1500ms) == 500ms);
}

TEST_CASE("a limit of 0 means no limit", "[match]") {
    CHECK(Clock(fixed(60s), with_limit(0ms)).limit(1, 1500ms) == 0s);
    CHECK(Clock(fixed(0s), {}).limit(1, std::nullopt) == 0s);
}

TEST_CASE("a Fischer clock begins with its time for each seat", "[match]") {
    const Clock clock(fischer(10s, 250ms), {});
    CHECK(clock.is_running(1));
    for (int seat = 1; seat <= referee::max_seats; ++seat) {
        CHECK(clock.limit(seat, std::nullopt) == 10s);
    }
}

TEST_CASE("a Fischer clock takes what was spent and adds the increment", "[match]") {
    Clock clock(fischer(10s, 250ms), {});
    clock.spend(1, 3s, false);
    CHECK(clock.limit(1, std::nullopt) == 7250ms);
    clock.spend(1, 1us, false);
    CHECK(clock.limit(1, std::nullopt) == 7500ms - 1us);
}

TEST_CASE("a Fischer clock may grow beyond its beginning", "[match]") {
    Clock clock(fischer(1s, 250ms), {});
    clock.spend(1, 10ms, false);
    CHECK(clock.limit(1, std::nullopt) == 1240ms);
}

TEST_CASE("each seat has its own Fischer clock", "[match]") {
    Clock clock(fischer(10s, 250ms), {});
    clock.spend(2, 3s, false);
    CHECK(clock.limit(1, std::nullopt) == 10s);
    CHECK(clock.limit(2, std::nullopt) == 7250ms);
}

TEST_CASE("a late seat on a Fischer clock continues with the increment", "[match]") {
    Clock clock(fischer(10s, 250ms), {});
    clock.spend(1, 2s, true);
    CHECK(clock.limit(1, std::nullopt) == 250ms);
}

TEST_CASE("a Fischer clock never goes below 0, also when the margin was used", "[match]") {
    Clock clock(fischer(1s, 250ms), {});
    clock.spend(1, 1100ms, false);
    CHECK(clock.limit(1, std::nullopt) == 250ms);
}

TEST_CASE("the field's limit doesn't touch a Fischer clock", "[match]") {
    const Clock clock(fischer(10s, 250ms), {});
    CHECK(clock.limit(1, 1500ms) == 10s);
}

TEST_CASE("the option --time-limit replaces a Fischer clock by a fixed limit", "[match]") {
    Clock clock(fischer(10s, 250ms), with_limit(500ms));
    CHECK_FALSE(clock.is_running(1));
    clock.spend(1, 400ms, false);
    CHECK(clock.limit(1, std::nullopt) == 500ms);
}

TEST_CASE("the preparation has the game's limit, or that of --prepare-limit", "[match]") {
    TimeControl control = fixed(1s);
    control.prepare = 30s;
    CHECK(Clock(control, {}).prepare_limit() == 30s);
    CHECK(Clock(control, with_limit(500ms)).prepare_limit() == 30s);
    MatchConfig config;
    CHECK(Clock({}, {}).prepare_limit() == 10s); // for AIs that prepare where the game doesn't
    config.prepare_limit = 5s;
    CHECK(Clock(control, config).prepare_limit() == 5s);
    CHECK(Clock(control, config).limit(1, std::nullopt) == 1s);
}

TEST_CASE("an AI may have a limit of its own, beside a limit, a clock or the game's", "[match]") {
    MatchConfig config;
    config.own_limits = {{"slow", 5s}, {"free", 0ms}};
    const std::vector<std::string_view> ais{"quick", "slow", "slow@7", "free"};
    const Clock by_game(fixed(1s), config, ais);
    CHECK(by_game.limit(1, std::nullopt) == 1s);
    CHECK(by_game.limit(1, 300ms) == 300ms);
    CHECK(by_game.limit(2, 300ms) == 5s);
    CHECK(by_game.limit(3, std::nullopt) == 5s); // a version of a season's entry
    CHECK(by_game.limit(4, std::nullopt) == 0s);
    Clock by_clock(fischer(10s, 250ms), config, ais);
    CHECK(by_clock.is_running(1));
    CHECK_FALSE(by_clock.is_running(2));
    by_clock.spend(1, 4s, false);
    by_clock.spend(2, 4s, false);
    CHECK(by_clock.limit(1, std::nullopt) == 6250ms);
    CHECK(by_clock.limit(2, std::nullopt) == 5s);
    config.time_limit = 2s;
    CHECK(Clock(fischer(10s, 250ms), config, ais).limit(1, std::nullopt) == 2s);
    CHECK(Clock(fischer(10s, 250ms), config, ais).limit(2, std::nullopt) == 5s);
}

TEST_CASE("the option --clock gives any game a Fischer clock", "[match]") {
    MatchConfig config;
    config.clock = fischer(3s, 100ms);
    TimeControl of_game = fixed(1s);
    of_game.prepare = 30s;
    Clock clock(of_game, config);
    CHECK(clock.is_running(2));
    CHECK(clock.limit(2, 300ms) == 3s);
    clock.spend(2, 1s, false);
    CHECK(clock.limit(2, 300ms) == 2100ms);
    CHECK(clock.prepare_limit() == 30s);
}
