#pragma once

/// Replays a recorded game by the rules.

#include "game/registry.hpp"
#include "record/record.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace referee {

/// A place where a record and the rules disagree.
struct Difference {
    int line = 0; ///< number of the line in the record
    std::string what;
};

struct Replay {
    std::vector<Difference> differences; ///< in order; empty: the record is verified
    int turns = 0;
    bool is_finished = false; ///< false: the game was interrupted
};

/// Called with the state at the start and after every turn, together with the moves that led to it.
/// With `is_step` it is called after each step within a turn.
using ReplayWatcher = std::function<void(
    const Position& position, std::span<const RecordedMove> moves, bool is_step)>;

/// Replays a game move by move, compares every effect and every state, and stops at
/// the first difference.
class GameReplay {
  public:
    /// Calls the watcher with the start. Keeps a reference to the field; of the game only the head
    /// is read. `shows_difference`: the turn in which record and rules disagree is watched too.
    GameReplay(
        const LoadedField& field, const RecordedGame& head, ReplayWatcher watcher,
        bool shows_difference);

    /// The next move of the record. A turn is played when all its moves are there; preparations
    /// change nothing.
    void add(const RecordedMove& move);
    void add(const RecordedResult& result);

    const Replay& replay() const { return replay_; }

  private:
    void differ(int line, std::string what);
    void watch(std::span<const RecordedMove> moves) const;
    void play_turn();
    void compare(const RecordedMove& move, const Effect& effect);
    void compare_state(const RecordedMove& move);
    std::optional<Ending> ending_for(const RecordedResult& result) const;

    ReplayWatcher watcher_;
    bool shows_difference_;
    int seats_;
    bool has_game_time_; ///< the head has a limit of the game's time
    std::unique_ptr<Position> position_;
    std::vector<RecordedMove> moves_; ///< of the turn that is not complete yet
    Replay replay_;
};

/// Replays the game, compares every effect and every state, and stops at the first difference.
/// Throws UserError if the record holds no playable game.
Replay replay_game(const std::string& path, const RecordedGame& game, const ReplayWatcher& watcher);
/// Replays with the record's field, already read: positions refer to it. The watcher isn't called
/// where record and rules disagree.
Replay
replay_game(const LoadedField& field, const RecordedGame& game, const ReplayWatcher& watcher);

/// The field inside the record, under its own name. Throws UserError.
LoadedField field_of(const std::string& path, const RecordedGame& game);

/// The answer that the rules get for a recorded move: as written, so that a changed record is
/// noticed; if that is incomplete, as it was judged. Refers to the move.
Answer answer_of(const RecordedMove& move);

// The start of a game that continues a recorded one: `referee play --from`.

struct Beginning {
    LoadedField field; ///< of the recorded game; the position refers to it
    std::unique_ptr<Position> position;
    std::string record; ///< path of the record
    int game = 1;
    std::vector<std::string> names; ///< by seat, of the AIs that played until then
    std::vector<std::string> lines; ///< of the record, with the moves that led to this position
};

/// The position before that turn. Throws UserError "FILE:LINE: …" if the game doesn't have that
/// turn, or if record and rules disagree before it.
Beginning beginning_at(const std::string& path, const RecordedGame& game, int turn);

} // namespace referee
