#pragma once

/// Records of games as JSON Lines: a head, a line for each move, a result. Written while the game
/// is played. A record contains its field, so it can be replayed anywhere.

#include "game.hpp"
#include "process/unique_fd.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace referee {

struct Contestant;
struct LoadedField;
struct MatchConfig;
struct Run;

inline constexpr int record_format = 1;

/// A move in a record.
struct RecordedMove {
    int line = 0; ///< number of the line in the file
    int turn = 0;
    Seat seat = 1;
    bool is_preparation = false;
    std::string move;           ///< as written by the AI
    bool move_is_whole = false; ///< false: cut, escaped, or unreadable
    std::string effect;
    Fault fault = Fault::none;
    std::string reason;
    std::string comment;
    std::string notes;
    std::string errors; ///< the end of standard error; only with a fault
    double wall_ms = 0; ///< how long the AI took
    std::string state; ///< hash of the state after the turn, or its prefix; empty: not on this line
};

struct RecordedResult {
    int line = 0;
    std::vector<int> ranks;
    std::vector<double> scores;
    std::string reason;
    std::string state;
};

/// A game in a record.
struct RecordedGame {
    int line = 0;
    int number = 1;
    std::string game;
    std::string field_name;
    std::string field_sha256;
    std::string field_text;
    std::vector<std::string> names; ///< by seat
    std::vector<RecordedMove> moves;
    std::vector<RecordedResult> result; ///< one; none if the game was interrupted
};

class RecordWriter {
  public:
    /// Creates the file. Throws UserError if it exists, unless `force` is set.
    RecordWriter(const std::string& path, bool force);
    /// Removes the file if it is still empty.
    ~RecordWriter();
    RecordWriter(const RecordWriter&) = delete;
    RecordWriter& operator=(const RecordWriter&) = delete;

    void head(
        const LoadedField& field, const std::vector<const Contestant*>& by_seat, int game_number,
        const MatchConfig& config, std::string_view confinement);
    /// `errors` is what the AI wrote to standard error; its end is recorded with a fault. `state`
    /// is the hash after the turn on the turn's last line, else empty.
    void move(
        int turn, Seat seat, Phase phase, const Run& run, const Effect& effect,
        std::string_view errors, const std::string& state);
    void result(const Ending& ending, const std::string& state);

    /// Removes the last game from the record. Only a regular file can take it back.
    void drop_game();

    const std::string& path() const { return path_; }

  private:
    void write_line(std::string text);
    void write_to_reader(std::string_view text) const;

    std::string path_;
    UniqueFd file_;
    bool is_regular_ = true;
    off_t game_begin_ = 0; ///< offset of the last game
};

/// Reads all games of a record. Leaves out an incomplete last line. Throws UserError "FILE:LINE:
/// …".
std::vector<RecordedGame> read_record(const std::string& path);

} // namespace referee
