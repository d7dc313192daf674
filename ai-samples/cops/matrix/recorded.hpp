#pragma once

/// Games of cops that are kept with everything that AIs knew and remembered before each plan.

#include "cops/lib/arena.hpp"
#include "cops/lib/foresight/plan_game.hpp"

#include <array>
#include <random>
#include <string>
#include <vector>

namespace referee::cops::sample {

inline constexpr int no_hurry = 600'000; ///< a time limit in milliseconds that never matters

/// A field as `create` draws it with this seed.
Setup draw_field(std::uint64_t seed);

/// An AI that is measured, and the processor time of its plans.
struct Measured {
    std::string name;
    Brains brains;
    double seconds = 0;
    int plans = 0;

    std::vector<Step> plan(const Situation& situation, std::string& memory);
};

/// Before a plan: what each side gets to read, and what each AI remembers in each role.
struct Turn {
    State state;           ///< with headings
    std::string knowledge; ///< what boards so far show, as a memory of the thief's side
    std::array<Situation, 2> situations;
    std::array<std::vector<std::string>, 2> memories; ///< by side and AI
    std::array<std::vector<Step>, 2> plans;           ///< as played
};

struct Game {
    Setup setup;
    std::vector<Turn> turns;
    Played played;
};

/// Plays a game of one AI against another; all AIs look on from both sides, so that each has its
/// memory in every position. `players`: the thief and the cops, as indices of `ais`.
Game record_game(
    const Setup& setup, std::vector<Measured>& ais, std::array<std::size_t, 2> players,
    std::uint32_t seed);

/// Futures of a position as far as both sides know it: a wall or gate that has not moved yet may
/// have any heading.
std::vector<Future> futures_of(const Turn& turn, int count, std::mt19937& generator);

/// The tracks of all cops.
std::vector<Track> tracks_of(const PlanGame& game, const CopsPlan& plan);
std::vector<const Track*> pointers_to(const std::vector<Track>& tracks);

} // namespace referee::cops::sample
