// What the parameters of every game must keep to: the contract in referee/game/game.hpp, as in
// contract_test.cpp.

#include "base/random.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"
#include "support/catch.hpp"
#include "support/user_error.hpp"

#include <fmt/format.h>
#include <string>

using namespace referee;

namespace {

std::string error_of_setting(const Game& game, const std::string& name, const std::string& value) {
    return tests::user_error_of([&] {
        Rng rng(1);
        load_field("f.dat", game.create_field({0, {{name, value}}}, rng));
    });
}

std::string error_of_key(const Game& game, const std::string& name, const std::string& value) {
    return tests::user_error_of([&] {
        load_field("f.dat", fmt::format("game {}\n{} {}\n", game.info().name, name, value));
    });
}

} // namespace

TEST_CASE("a parameter of any game that is no value of its own is refused", "[contract]") {
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        for (const Parameter& parameter : info.parameters) {
            CAPTURE(info.name, parameter.name);
            CHECK_FALSE(parameter.meaning.empty());
            CHECK_THAT(
                error_of_key(*game, parameter.name, "@"),
                StartsWith(fmt::format("f.dat:2: {} is '@'", parameter.name)));
            CHECK_THAT(
                error_of_setting(*game, parameter.name, "@"),
                StartsWith(fmt::format("--set {}=@: ", parameter.name)));
        }
        for (const Parameter& parameter : info.create_settings) {
            CAPTURE(info.name, parameter.name);
            CHECK_THAT(
                error_of_setting(*game, parameter.name, "@"),
                StartsWith(fmt::format("--set {}=@: ", parameter.name)));
        }
        CHECK_THAT(
            error_of_setting(*game, "nonsense", "1"),
            ContainsSubstring(fmt::format("{} has no such parameter", info.name)));
        CHECK_THAT(error_of_key(*game, "nonsense", "1"), StartsWith("f.dat:"));
    }
}

TEST_CASE("the bounds of every integer are those that the game shows", "[contract]") {
    for (const Game* const game : all_games()) {
        for (const Parameter& parameter : game->info().parameters) {
            const std::size_t dots = parameter.range.find("..");
            std::int64_t value = 0;
            if (dots == std::string::npos || !parse_integer(parameter.default_value, value)) {
                continue;
            }
            CAPTURE(game->info().name, parameter.name);
            const auto is_refused = [&](std::int64_t number) {
                const std::string error =
                    error_of_key(*game, parameter.name, std::to_string(number));
                return error.starts_with(
                    fmt::format("f.dat:2: {} is '{}'", parameter.name, number));
            };
            const std::int64_t min = std::stoll(parameter.range.substr(0, dots));
            const std::int64_t max = std::stoll(parameter.range.substr(dots + 2));
            CHECK(is_refused(min - 1));
            CHECK_FALSE(is_refused(min));
            CHECK_FALSE(is_refused(max));
            CHECK(is_refused(max + 1));
        }
    }
}
