#pragma once

/// What can be set for matches, by `play` and tournaments alike; spec: cli.md.

#include "process/limits.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace referee {

/// Which assignments of AIs to seats a match consists of.
enum class SeatOrders {
    rotate, ///< n games, the seats rotated by one each time; with two seats the double match
    all,    ///< all n! orders
    fixed   ///< one game
};

struct MatchConfig {
    /// For each answer; 0: no limit; nothing: the game's or the field's.
    std::optional<std::chrono::milliseconds> time_limit;
    std::optional<std::chrono::milliseconds> prepare_limit;
    /// Added before an answer is called late.
    std::chrono::milliseconds margin{0};
    std::vector<int> cores; ///< to use; empty: all that this process may run on
    bool pin = true;
    Limits limits;
    Confinement confinement = Confinement::default_mode;
    std::vector<std::string> readable;  ///< `--allow-read`
    std::vector<std::string> networked; ///< names of AIs that may use the ports of their ai.ini
    bool free_folder = false;
    bool resident = false; ///< all AIs are resident, whatever their ai.ini says
    bool ponder = false;   ///< resident AIs are not stopped between their moves
    std::vector<std::pair<std::string, std::string>>
        hidden; ///< paths no AI may read, what they are
    bool reveal_names = false;
    std::vector<double> points; ///< by rank; empty: 1 for the first, shared
    SeatOrders seat_orders = SeatOrders::rotate;
    std::uint64_t seed = 0;
    std::string work; ///< folder for the work folders; empty: chosen
    bool keep_work = false;
    std::string logs; ///< folder for what AIs print; empty: none
    bool hash_each_turn = false;
    bool force = false; ///< overwrite records and logs
};

} // namespace referee
