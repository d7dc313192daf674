#pragma once

/// What became of one run of an AI, and which fault that is.

#include "game.hpp"
#include "process/resource_use.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace referee {

struct ReadResult;
struct Report;
struct ResidentAnswer;

/// What a run of an AI came to, before the game has looked at its answer.
struct Run {
    Fault fault = Fault::none;
    std::string reason; ///< for people; empty without a fault
    std::string text;   ///< of result.dat
    std::string notes;  ///< of notes.dat, at most 4 KiB, empty if there is none
    ResourceUse use;
    /// It ended as by a signal that may have been sent to all processes, the referee's too.
    bool may_be_interrupted = false;
    /// Why a resident AI had to be ended after its answer, and is started anew; empty if it wasn't.
    std::string restart;
    bool is_starved = false; ///< and it was for want of a core
};

/// Of a program that was started for its move; `limit` is the one it had, `memory` in bytes. The
/// report is of one that could be started.
Run run_of(const Report& report, std::chrono::nanoseconds limit, std::uint64_t memory);
/// Of a resident one.
Run run_of(const ResidentAnswer& answer, std::chrono::nanoseconds limit, std::uint64_t memory);

/// Takes what was found as result.dat for the answer, or makes a fault of it.
void take_result(ReadResult found, Run& run);

} // namespace referee
