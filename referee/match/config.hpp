#pragma once

/// The settings of a match, shared by `play` and `tournament`.

#include "sandbox/limits.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {

/// The games of a match: which AI has which seat.
enum class SeatOrders {
    rotate, ///< n games, rotated by one seat each; with two seats a double match
    all,    ///< all n! orders
    fixed   ///< one game
};

constexpr auto enum_names(SeatOrders) {
    return std::to_array<std::string_view>({"rotate", "all", "fixed"});
}

struct MatchConfig {
    /// Limit of each answer. 0: no limit; no value: the limit of the game or the field.
    std::optional<std::chrono::milliseconds> time_limit;
    std::optional<std::chrono::milliseconds> prepare_limit;
    /// Added to every limit before an answer counts as late.
    std::chrono::milliseconds margin{0};
    std::vector<int> cores; ///< cores to use; empty: all that this process may run on
    bool pin = true;
    Limits limits;
    Confinement confinement = Confinement::default_mode;
    std::vector<std::string> readable;  ///< `--allow-read`
    std::vector<std::string> networked; ///< AIs that may use the ports of their ai.ini
    bool free_folder = false;
    bool resident = false; ///< all AIs are resident, whatever their ai.ini says
    bool ponder = false;   ///< resident AIs are not suspended between their moves
    std::vector<std::pair<std::string, std::string>>
        hidden; ///< paths that no AI may read, each with a description;
                ///< Player::require_all_hidden() and PlayerPool::test_confinement() check it
    bool reveal_names = false;
    std::vector<double> points; ///< by rank; empty: 1 for the first, shared
    SeatOrders seat_orders = SeatOrders::rotate;
    std::uint64_t seed = 0;
    std::string work; ///< parent of the work folders; empty: chosen automatically
    bool keep_work = false;
    std::string logs; ///< folder for the output of AIs; empty: none
    /// What AIs print to standard output is kept for FaultNote; otherwise it goes to /dev/null.
    bool keeps_output = false;
    bool hash_each_turn = false;
    bool record_memory = false; ///< records hold memory.dat after each run
    bool force = false;         ///< overwrite records and logs
};

} // namespace referee
