#pragma once

/// The agents of the paper as functions: ai-samples/dicewars/README.md, "AIs for dicewars".

#include "dicewars/lib/moves.hpp"

#include <span>
#include <string_view>

namespace referee::dicewars::sample {

/// What an agent keeps from command to command; 0 at the start of the game.
using Memory = int;

/// An agent: the next command of the mover.
using Choose = Command (*)(const Game& game, Memory& memory);

Command choose_sdc(const Game& game, Memory& memory);
Command choose_ste(const Game& game, Memory& memory);
Command choose_stei(const Game& game, Memory& memory);
Command choose_sdc_pre_at(const Game& game, Memory& memory);
Command choose_stei_at(const Game& game, Memory& memory);
Command choose_stei_adt(const Game& game, Memory& memory);
Command choose_stei_dt(const Game& game, Memory& memory);
Command choose_xsmejk29(const Game& game, Memory& memory);

struct Agent {
    std::string_view name;
    Choose choose;
};

/// All of them.
std::span<const Agent> agents();

/// The agent of that name; throws std::out_of_range.
Choose agent_named(std::string_view name);

} // namespace referee::dicewars::sample
