#pragma once

/// Recorded games as data sets for learners: what each seat saw at each decision, what it could do,
/// what it did and how its game ended. Observations, actions and rewards are those of the training
/// environment (game/environment.hpp). The arrays: referee/python/README.md, "Data sets".

#include "game/environment.hpp"
#include "record/record.hpp"
#include "record/replay.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace referee {

/// Increases when what an array means changes. New arrays don't change it.
inline constexpr int dataset_format = 1;

/// The decisions of a game that are legal actions, in their order.
struct GameDecisions {
    Replay replay;
    std::size_t observation_size = 0; ///< bytes of one
    std::size_t action_count = 0;
    std::size_t parts = 0;
    std::vector<std::uint8_t> observations; ///< one after the other, like the next three
    std::vector<std::uint8_t> legal;        ///< `action_count` for each
    std::vector<std::int32_t> actions; ///< `parts` for each; −1 for a part that doesn't count
    std::vector<int> players;          ///< from 0
    std::vector<int> turns;            ///< as match.dat had it
    std::vector<int> lines;            ///< of the record, of the answer
    std::vector<float> rewards;        ///< by player
    int faults = 0; ///< decisions that are left out: faults, and answers that are no action
    std::size_t size() const { return players.size(); }
};

/// Plays recorded games in the training environment, on the fields of one number of players.
class DecisionReader {
  public:
    /// `sizes` hold all fields of these games.
    DecisionReader(const Environment& environment, const EnvironmentSizes& sizes, int players);
    ~DecisionReader();
    DecisionReader(const DecisionReader&) = delete;
    DecisionReader& operator=(const DecisionReader&) = delete;

    /// The decisions of the players for which `is_wanted` is true of the line of the record. If the
    /// record and the rules disagree, only the replay counts. `field` is the game's. Throws
    /// UserError.
    GameDecisions read(
        const LoadedField& field, const RecordedGame& game,
        const std::function<bool(const RecordedMove&)>& is_wanted);

  private:
    class Player;
    std::unique_ptr<Player> player_;
};

struct DatasetConfig {
    std::vector<std::string> records; ///< paths
    std::string path;                 ///< of the .npz
    std::vector<std::string> of;      ///< decisions of AIs with these names only; empty: of all
    Seat seat = 0;                    ///< decisions of this seat only; 0: of all
    int view = 0;                     ///< as of a Batch
    /// Called before each game, with its number and how many there are.
    std::function<void(int, int)> on_game = {};
};

struct Dataset {
    std::string game;
    int seats = 0;
    int games = 0;
    std::int64_t decisions = 0;
    std::int64_t faults = 0; ///< decisions left out: faults, and answers that are no action
    int unfinished = 0;      ///< games left out: no result, or a limit of the referee ended them
    int different = 0;       ///< games left out: record and rules disagree
    std::vector<std::string> ais;
    std::vector<std::string> fields;
    int planes = 0;
    EnvironmentSizes sizes;
    std::uint64_t bytes = 0; ///< of the file
};

/// Writes the file; whatever was there under that name is replaced. Throws UserError for a game
/// that can't be learnt, and for records of several games or numbers of seats.
Dataset write_dataset(const DatasetConfig& config);

} // namespace referee
