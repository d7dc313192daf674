#include "dicewars/lib/agents.hpp"

#include <array>
#include <stdexcept>
#include <string>

namespace referee::dicewars::sample {
namespace {

enum Stage : Memory { attack_stage, evacuation_stage };

constexpr std::array all_agents{
    Agent{"sdc", choose_sdc},         Agent{"ste", choose_ste},
    Agent{"stei", choose_stei},       Agent{"sdc_pre_at", choose_sdc_pre_at},
    Agent{"stei_at", choose_stei_at}, Agent{"stei_adt", choose_stei_adt},
    Agent{"stei_dt", choose_stei_dt}, Agent{"xsmejk29", choose_xsmejk29},
};

/// stei with transfers to the border before the attacks and away from it after them; `held_back` of
/// the transfers are reserved for the latter.
Command attack_between_transfers(const Game& game, Memory& memory, int held_back) {
    const int transfers = game.state.transfers_this_turn;
    if (transfers + held_back < game.parameters.max_transfers) {
        if (const auto to_border = move_to_border(game)) {
            return *to_border;
        }
    }
    if (memory == attack_stage) {
        if (const auto attack = region_attack(game)) {
            return *attack;
        }
        memory = evacuation_stage;
    }
    if (transfers < game.parameters.max_transfers) {
        if (const auto evacuation = evacuate(game)) {
            return *evacuation;
        }
    }
    memory = attack_stage;
    return end_turn();
}

} // namespace

std::span<const Agent> agents() {
    return all_agents;
}

Choose agent_named(std::string_view name) {
    for (const Agent& agent : all_agents) {
        if (agent.name == name) {
            return agent.choose;
        }
    }
    throw std::out_of_range("there is no agent " + std::string(name));
}

Command choose_sdc(const Game& game, Memory& /*memory*/) {
    return strength_attack(game).value_or(end_turn());
}

Command choose_ste(const Game& game, Memory& /*memory*/) {
    return probable_attack(game).value_or(end_turn());
}

Command choose_stei(const Game& game, Memory& /*memory*/) {
    return region_attack(game).value_or(end_turn());
}

Command choose_sdc_pre_at(const Game& game, Memory& memory) {
    if (game.state.transfers_this_turn < game.parameters.max_transfers) {
        if (const auto to_border = move_to_border(game)) {
            return *to_border;
        }
    }
    return choose_sdc(game, memory);
}

Command choose_stei_at(const Game& game, Memory& memory) {
    return attack_between_transfers(game, memory, 0);
}

Command choose_stei_adt(const Game& game, Memory& memory) {
    return attack_between_transfers(game, memory, 2);
}

Command choose_stei_dt(const Game& game, Memory& memory) {
    return attack_between_transfers(game, memory, 6);
}

} // namespace referee::dicewars::sample
