#pragma once

/// The JSON sent to a Battlesnake server, as the official API describes it.

#include "battlesnake/lib/sample.hpp"

#include <nlohmann/json.hpp>

namespace referee::battlesnake::bridge {

/// What a server says about itself in its answer to "/".
struct Looks {
    std::string colour = "#888888";
    std::string head = "default";
    std::string tail = "default";
};

/// What a request needs from the state files in addition to the situation.
struct MatchFacts {
    std::string game_id;
    std::array<std::string, max_snakes> names{}; ///< by seat − 1
    int minimum_food = 1;
    int food_chance = 15;
    int hazard_damage = 0;    ///< per layer
    bool is_standard = true;  ///< there is no hazards.dat
    bool has_hazards = false; ///< there have been some in this game
    int timeout_ms = 500;
    int latency_ms = 0; ///< of our last move
    bool is_alive = true;
    Looks looks;
    std::string shout; ///< what our server said with its last move
};

/// Adds what match.dat and gamefield.dat say.
void read_facts(const std::filesystem::path& folder, int seat, MatchFacts& facts);

/// The body of /start, /move and /end: game, turn, board, you. Other snakes' latency, shouts and
/// looks are unknown.
nlohmann::ordered_json request_body(const sample::Situation& situation, const MatchFacts& facts);

} // namespace referee::battlesnake::bridge
