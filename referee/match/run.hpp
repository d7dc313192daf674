#pragma once

/// A run of a player: what came of it, and which fault follows from how it ended.

#include "game/game.hpp"
#include "keeper/protocol.hpp"
#include "match/limits.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace referee {

struct ReadResult;
struct ResidentAnswer;

/// The result of a run, before the game has judged the answer.
struct Run {
    Fault fault = Fault::none;
    std::string reason; ///< for people; empty without a fault
    std::string text;   ///< content of result.dat
    std::string notes;  ///< content of notes.dat, at most max_notes_bytes
    /// Content of memory.dat, if it is to be recorded and can be read.
    std::optional<std::string> memory;
    bool is_first_of_process = false; ///< a resident AI's process was started for this run
    ResourceUse use;
    std::int64_t own_ns = 0; ///< OwnTime::add()
    /// It was late because others had its core for more than half of the time.
    bool machine_was_busy = false;
    /// It died of a signal that may have been sent to all processes, including the referee.
    bool may_be_interrupted = false;
    /// Why a resident AI was killed after its answer and is restarted; empty if it wasn't.
    std::string restart;
    bool is_starved = false; ///< it was restarted because the machine was busy
};

/// The run of a program that was started for one move. `limit` is its time limit, `memory` its
/// memory limit in bytes. The program must have been started.
Run run_of(const Report& report, std::chrono::nanoseconds limit, std::uint64_t memory);
/// The run of a resident AI for one move; limits as above.
Run run_of(const ResidentAnswer& answer, std::chrono::nanoseconds limit, std::uint64_t memory);

/// Uses the content of result.dat as the answer, or sets the fault.
void take_result(ReadResult found, bool is_resident, Run& run);

} // namespace referee
