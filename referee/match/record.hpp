#pragma once

/// Records of games as JSON Lines: a head, a line per move, a line of result; spec: cli.md,
/// "Records". Written as the game goes. With the field inside, a record alone replays anywhere.

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

/// A move as it stands in a record.
struct RecordedMove {
    int line = 0; ///< in the file
    int turn = 0;
    Seat seat = 1;
    bool is_preparation = false;
    std::string move;           ///< as written by the AI
    bool move_is_whole = false; ///< false: cut, escaped, or there was none to read
    std::string effect;
    Fault fault = Fault::none;
    std::string reason;
    std::string comment;
    std::string notes;
    std::string state; ///< hash after the turn, whole or its beginning; empty: not on this line
};

struct RecordedResult {
    int line = 0;
    std::vector<int> ranks;
    std::vector<double> scores;
    std::string reason;
    std::string state;
};

/// A game as it stands in a record.
struct RecordedGame {
    int line = 0;
    int number = 1;
    std::string game;
    std::string field_name;
    std::string field_sha256;
    std::string field_text;
    std::vector<std::string> names; ///< by seat
    std::vector<RecordedMove> moves;
    std::vector<RecordedResult> result; ///< one, or none if the game was broken off
};

class RecordWriter {
  public:
    /// Begins a new file. Throws UserError if it exists and `force` is not set.
    RecordWriter(const std::string& path, bool force);
    /// Removes a file that has remained empty.
    ~RecordWriter();
    RecordWriter(const RecordWriter&) = delete;
    RecordWriter& operator=(const RecordWriter&) = delete;

    void head(
        const LoadedField& field, const std::vector<const Contestant*>& by_seat, int game_number,
        const MatchConfig& config, std::string_view confinement);
    /// `state` is the state's hash after the turn for its last line, else empty.
    void move(
        int turn, Seat seat, Phase phase, const Run& run, const Effect& effect,
        const std::string& state);
    void result(const Ending& ending, const std::string& state);

    /// Takes back the game begun last, if the record is a file (what went to a pipe is gone).
    void drop_game();

    const std::string& path() const { return path_; }

  private:
    void write_line(std::string text);
    void write_to_reader(std::string_view text) const;

    std::string path_;
    UniqueFd file_;
    bool is_regular_ = true;
    off_t game_begin_ = 0; ///< where the last game begins
};

/// Reads all games of a record. Throws UserError "FILE:LINE: …"; a last line that was broken off is
/// left out.
std::vector<RecordedGame> read_record(const std::string& path);

} // namespace referee
