#pragma once

/// The file match.dat, which every AI gets in addition to the state of its game:
/// referee/match/README.md, "match.dat".

#include "game.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The part that changes from move to move.
struct MatchFacts {
    Phase phase = Phase::move;
    int turn = 0;
    std::chrono::nanoseconds limit{0}; ///< 0: none
    std::int64_t last_wall_ns = 0;     ///< of the AI's previous move
    Fault last_fault = Fault::none;
    std::uint32_t seed = 0;
    bool has_clock = false; ///< the limit is the time left on the game clock
};

/// An AI's name as one word, as --tell-names shows it to other AIs.
std::string told_name(std::string name);

/// Writes it for the seats of one game.
class MatchFile {
  public:
    /// `points` by rank, empty: 1 for the first. `told_names` by seat; empty: none is told.
    MatchFile(
        std::string_view game, int seats, const std::vector<double>& points,
        const std::vector<std::string>& told_names);

    /// The whole text, with the game's own keys at the end. Valid until the next call.
    const std::string& text(Seat seat, const MatchFacts& facts, std::string_view game_keys);

  private:
    std::vector<std::string> heads_; ///< the lines up to the seat, by seat
    std::string points_and_names_;
    std::string text_;
};

} // namespace referee
