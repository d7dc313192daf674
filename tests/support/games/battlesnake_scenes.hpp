#pragma once

/// Games of battlesnake for tests, written as fields are.

#include "games/battlesnake/rules.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

/// What `create` is asked for: values by key.
using Settings = std::map<std::string, std::string>;

/// A field of that size with these rows of [snakes] and [food]. Without `spawns` only the minimum
/// of food appears, which is 0 unless `keys` sets it.
std::string battlesnake_field(
    int size, const std::vector<std::string>& snakes, const std::vector<std::string>& food = {},
    const std::vector<std::string>& spawns = {"0"}, const std::string& keys = "");

/// What such a field describes.
referee::battlesnake::Setup battlesnake_setup(const std::string& field);

/// The moves of seats 1, 2, … from words.
referee::battlesnake::Moves moves_of(const std::vector<std::string_view>& words);

/// A state after moves without new food.
referee::battlesnake::State
after(referee::battlesnake::State state, const std::vector<std::vector<std::string_view>>& turns);

/// The body of a snake, which doesn't lie over a border, as "1,1 1,2", head first.
std::string body_text(const referee::battlesnake::Snake& snake);
/// The body of a snake on any board.
std::string body_text(const referee::battlesnake::State& state, int seat);
/// The cells with food as "1,1 1,2", by rows from the bottom.
std::string food_text(const referee::battlesnake::State& state);

} // namespace tests
