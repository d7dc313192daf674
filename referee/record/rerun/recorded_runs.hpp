#pragma once

/// The runs of AIs in a recorded game, with everything that the AIs were given: `rerun` repeats
/// them, `play --from` continues from them.

#include "game/registry.hpp"
#include "match/move_files.hpp"
#include "record/record.hpp"
#include "record/replay.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace referee {

/// A run in a recorded game that has been replayed up to it.
struct RecordedRun {
    std::size_t index = 0;                 ///< in RecordedGame::moves
    const Position& position;              ///< before the turn
    std::span<const RecordedMove> answers; ///< all of the turn; for a preparation only its own
};

/// Replays the game on its field and calls `visit` before each run, in the order of the record.
/// Stops where record and rules disagree, and returns that.
std::vector<Difference> visit_runs(
    const LoadedField& field, const RecordedGame& game,
    const std::function<void(const RecordedRun&)>& visit);

/// The contents of match.dat in each run, besides the game's own keys; by index in
/// RecordedGame::moves. `field_sha256` is the hash of the record's field. Seats and limits must
/// come from a record that was read; nothing else is trusted.
std::vector<MatchFacts> facts_of(const RecordedGame& game, std::string_view field_sha256);

/// Writes match.dat as the game's AIs got it.
MatchFile match_file_of(const RecordedGame& game);

/// True if no AI ran at that seat before, in this record's own game.
bool is_first_run(const RecordedGame& game, std::size_t index);

/// The content of memory.dat before the run with that index; nothing if the record doesn't have it.
std::optional<std::string> memory_before(const RecordedGame& game, std::size_t index);

/// The seed in the environment in that run: a resident AI keeps that of the run in which its
/// process was started.
std::uint32_t
environment_seed(const RecordedGame& game, const std::vector<MatchFacts>& facts, std::size_t index);

/// The effect that the answer of one seat would have had, with all others answering as recorded. If
/// the run itself has a fault, the reason is the run's. For a preparation only the fault counts.
Effect effect_in(const RecordedRun& run, const RecordedMove& move, const Answer& answer);

} // namespace referee
