#pragma once

/// The settings of a match, shared by `play` and `tournament`.

#include "game/game.hpp"
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

/// The limit of one AI's answers: `--time-limit NAME=TIME`.
struct OwnLimit {
    std::string ai; ///< its name, or the entry of a season; its versions are called ENTRY@VERSION
    std::chrono::milliseconds limit{0}; ///< 0: none
};

struct MatchConfig {
    /// Limit of each answer. 0: no limit; no value: the limit of the game or the field.
    std::optional<std::chrono::milliseconds> time_limit;
    std::vector<OwnLimit> own_limits;
    /// A Fischer clock instead of the limit or the clock of the game: `--clock`.
    std::optional<TimeControl> clock;
    std::optional<std::chrono::milliseconds> prepare_limit;
    /// Own time of all AIs together in a game, as OwnTime counts it; 0: no limit.
    std::chrono::milliseconds game_time{0};
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
    /// Resident AIs whose ai.ini says `resident = games` stay for the next game.
    bool keep_residents = false;
    bool ponder = false; ///< resident AIs are not suspended between their moves
    std::vector<std::pair<std::string, std::string>>
        hidden; ///< paths that no AI may read, each with a description;
                ///< ProgramPlayer::require_all_hidden() and PlayerPool::test_confinement() check it
    bool reveal_names = false;
    std::vector<double> points; ///< by rank; empty: 1 for the first, shared
    SeatOrders seat_orders = SeatOrders::rotate;
    std::uint64_t seed = 0;
    std::string work; ///< parent of the work folders; empty: chosen automatically
    /// Bytes that each AI may write there: match/work_space.hpp. 0: not worked out yet.
    std::uint64_t work_share = 0;
    bool keep_work = false;
    std::string logs; ///< folder for the output of AIs; empty: none
    /// What AIs print to standard output is kept for FaultNote; otherwise it goes to /dev/null.
    bool keeps_output = false;
    bool hash_each_turn = false;
    bool record_memory = false; ///< records hold memory.dat after each run
    bool force = false;         ///< overwrite records and logs

    /// The fixed limit of that AI's answers; no value: its clock, the field or the game decides.
    std::optional<std::chrono::milliseconds> fixed_limit(std::string_view ai) const;
    /// True if a Fischer clock runs for AIs that have no fixed limit.
    bool has_clock(const TimeControl& of_game) const {
        return !time_limit && (clock || of_game.is_clock());
    }
};

} // namespace referee
