#pragma once

/// Runs an AI again at a recorded move of a seat, with the files that the seat had:
/// referee/match/README.md, "Repeating moves".

#include "ai/contestant.hpp"
#include "match/config.hpp"
#include "match/move_files.hpp"
#include "match/players.hpp"
#include "record/rerun/recorded_runs.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace referee {

/// Everything that a seat was given in the runs of a recorded game.
class RecordedFiles {
  public:
    /// Keeps references to both.
    RecordedFiles(const LoadedField& field, const RecordedGame& game);

    const RecordedGame& game() const { return game_; }
    const MatchFacts& facts(std::size_t index) const { return facts_[index]; }
    /// REFEREE_SEED in that run.
    std::uint32_t environment_seed(std::size_t index) const;
    /// Fills them as they were in that run; write_to() then gives them.
    void fill(const RecordedRun& run);
    /// Fills them for a run that isn't in the record.
    void fill(const Position& position, Seat seat, const MatchFacts& facts) {
        files_.fill(position, seat, facts);
    }
    template <typename Target>
    void write_to(Target& target) const {
        files_.write_to(target);
    }

  private:
    const RecordedGame& game_;
    std::vector<MatchFacts> facts_;
    MoveFiles files_;
};

/// The answer of an AI at a move that another AI, or the same one, has played.
struct Rerun {
    std::size_t index = 0; ///< in RecordedGame::moves
    Run run;
    Effect effect;      ///< the effect that the answer would have had
    std::string errors; ///< the end of its standard error
    bool is_same = false;
};

/// Compares an answer with the recorded one.
Rerun compared(const RecordedRun& at, const RecordedMove& move, Run run);

/// An AI at one seat of a recorded game.
class Rerunner {
  public:
    /// `contestants` has only this AI. Keeps references to all but the seat. With `takes_memory`
    /// memory.dat comes from the record if the record has it, else it is the AI's own. Throws
    /// UserError, InternalError.
    Rerunner(
        const LoadedField& field, const RecordedGame& game, Seat seat,
        const std::vector<Contestant>& contestants, const MatchConfig& config, bool takes_memory);
    ~Rerunner();
    Rerunner(const Rerunner&) = delete;
    Rerunner& operator=(const Rerunner&) = delete;

    Seat seat() const { return seat_; }
    const std::vector<std::string>& notes() const { return notes_; }

    /// True if the AI is asked in this run of its seat: in a preparation only if the game has one
    /// or the AI wants one.
    bool takes_part_in(const RecordedMove& move) const;
    /// True if the run with that index needs no earlier runs.
    bool needs_no_past(std::size_t index) const;
    /// Why its later runs may depend on earlier ones: "memory.dat isn't empty", or nothing.
    std::string what_it_keeps();
    /// Starts over, with an empty work folder.
    void begin();
    /// Runs it there. Throws UserError if it can't be started, Interrupted, InternalError.
    Rerun run(const RecordedRun& at);
    /// The content of one of its files before the run with that index, which must be the next one.
    std::string file_before(std::size_t index, const std::string& name);

  private:
    Run ask(const MatchFacts& facts, const std::optional<std::string>& memory);
    void prepare_before(const RecordedRun& at);

    const RecordedGame& game_;
    const GameInfo& info_;
    const MatchConfig& config_;
    const Contestant& contestant_;
    Seat seat_;
    bool takes_memory_;
    bool is_resident_;
    bool is_prepared_ = false;
    RecordedFiles files_;
    PlayerPool pool_;
    ProgramPlayer* player_;
    std::vector<std::string> notes_;
};

/// The earlier runs that one repeated move depends on.
struct Approach {
    int earlier_runs = 0;
    std::string why; ///< "memory.dat isn't empty after its first move"; empty: there were none
    std::vector<Difference> differences; ///< between record and rules
};

/// Replays the game and calls `arrive` before the run with index `target`. If the AI keeps anything
/// from run to run, its seat's earlier runs have been repeated by then.
Approach approach(
    const LoadedField& field, const RecordedGame& game, Rerunner& rerunner, std::size_t target,
    const std::function<void(const RecordedRun&)>& arrive);

} // namespace referee
