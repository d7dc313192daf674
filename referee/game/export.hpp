#pragma once

/// Games in the format of a game's own community, for the tools that people there have:
/// `referee replay --export` (record/export.hpp).

#include "game/game.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace referee {

/// What positions don't know of the game that is exported.
struct ExportedGame {
    std::string id;                                ///< the same whenever the game is exported
    std::vector<std::string> names;                ///< by seat
    std::int64_t limit_ms = 0;                     ///< for a move; 0: none
    std::array<std::int64_t, max_seats> last_ms{}; ///< of each seat's last move, by seat - 1
};

/// A position that can be exported; implement it beside Position, and name the format in
/// GameInfo::export_format. The lines have no line end.
class Exportable {
  public:
    virtual ~Exportable() = default;
    /// The line before the positions. Called with the start.
    virtual std::string export_head(const ExportedGame& game) const = 0;
    virtual std::string export_position(const ExportedGame& game) const = 0;
    /// The line after the last position, on which it is called.
    virtual std::string
    export_result(const ExportedGame& game, std::span<const int> ranks) const = 0;
};

} // namespace referee
