#pragma once

/// A position of a game whose rules are a program: what the program has said of it, and what it is
/// asked when somebody wants to know more.

#include "game/game.hpp"
#include "game_programs/messages.hpp"
#include "game_programs/rules_processes.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

namespace referee {

/// What the positions of a field share.
struct ProgramFieldFacts {
    const GameInfo& info;
    RulesProcesses& processes;
    int seats = 2;
    nlohmann::ordered_json parameters;
    Fixed fixed;
    bool can_rank = false; ///< it knows the request `rank`
};

/// True for UTF-8 without a NUL.
bool is_plain_text(std::string_view text);

/// The position that the program has described. Keeps a reference to the facts.
std::unique_ptr<Position>
program_position(const ProgramFieldFacts& facts, std::shared_ptr<const Snapshot> snapshot);

} // namespace referee
