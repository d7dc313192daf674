#pragma once

/// Does a seat learn what it mustn't know? For games with GameInfo::hidden. Everything that a seat
/// doesn't know is dealt again (Position::dealt_again()): then state files, frames, offered answers
/// and the ending must be the same. Then the seat gives the same answer in both positions: if it
/// still can't tell them apart, it must be told the same of its answer, too.

#include "game/breach.hpp"
#include "game/game.hpp"
#include "game/offers_check.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace referee {

/// A turn of one of two games that a seat can't tell apart.
struct TwinTurn {
    const Position& before;
    std::span<const GivenAnswer> given;
    std::span<const Effect> effects;
    const Position& after;
};

/// Compares more of them for that seat, such as what pages show: what differs, empty if nothing.
using CompareTwins =
    std::function<std::string(Seat seat, const TwinTurn& one, const TwinTurn& other)>;

class SecretsCheck {
  public:
    /// Keeps references. `offers` knows answers to try.
    SecretsCheck(const GameInfo& info, const OffersCheck& offers, CompareTwins compare = {});

    /// Looks at a position for each seat. False, and a breach, if the game doesn't deal again.
    bool look(const Position& position, int seats, Rng& rng, Breaches& breaches);

    /// What only all positions together show; adds breaches, and returns warnings.
    std::vector<std::string> finish(Breaches& breaches) const;

    int positions() const { return positions_; }
    int turns() const { return turns_; } ///< that a seat couldn't tell apart

  private:
    /// What is hidden in a place of frames: how often it was seen to be, and dealt anew.
    struct Hidden {
        int times = 0;
        int changed = 0;
        Seat seat = 1;
    };

    void count_hidden(const Position& position, const Position& other, Seat seat);
    void try_turn(
        const Position& position, const Position& other, Seat seat, Rng& rng, Breaches& breaches);
    bool try_answers(
        const Position& position, const Position& other, Seat seat, bool is_wild, bool is_same,
        Rng& rng, Breaches& breaches);
    bool looks_same(const Position& one, const Position& other, Seat seat);

    const GameInfo& info_;
    const OffersCheck& offers_;
    CompareTwins compare_;
    StateFiles files_;
    StateFiles other_files_;
    bool deals_ = false;   ///< dealing again has changed something
    bool differs_ = false; ///< two seats have seen different frames
    std::map<std::string, Hidden> hidden_;
    int positions_ = 0;
    int turns_ = 0;
};

/// The same for one field: some positions of a random game.
std::vector<Breach> told_secrets(const GameInfo& info, const Field& field, std::uint64_t seed);

} // namespace referee
