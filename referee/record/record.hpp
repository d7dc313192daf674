#pragma once

/// Records of games as JSON Lines: a head, a line for each move, a result. Written while the game
/// is played. A record contains its field, so it can be replayed anywhere.

#include "game/game.hpp"
#include "match/game_listener.hpp"
#include "match/result.hpp"
#include "os/descriptor.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <variant>
#include <vector>

namespace referee {

struct Beginning;

/// Increases when records get new content. Format 1 lacks what `rerun` needs: commands, points,
/// told names, limits of single moves. It can be replayed.
inline constexpr int record_format = 2;

/// Another AI's answer to a recorded position: see `rerun --notes`.
struct RecordedAnalysis {
    std::string name;   ///< of that AI
    std::string effect; ///< what its answer would have done
    Fault fault = Fault::none;
    std::string reason;
    std::string notes;
    double wall_ms = 0;
};

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
    std::string errors;        ///< the end of standard error; only with a fault
    double wall_ms = 0;        ///< how long the AI took, in whole microseconds
    std::int64_t limit_ms = 0; ///< time limit as given in match.dat; 0: none
    std::string state; ///< hash of the state after the turn, or its prefix; empty: not in this line
    bool starts = false; ///< a resident AI's process was started for this run
    /// memory.dat after the run as packed by the writer, "" if empty; nothing: as after the seat's
    /// previous run.
    std::optional<std::string> memory;
    bool memory_is_lost = false; ///< it couldn't be recorded
    std::vector<RecordedAnalysis> analyses;
};

/// An AI in a record.
struct RecordedSeat {
    bool is_human = false; ///< then nothing else is known
    std::string sha256;
    std::vector<std::string> command; ///< words, the program first
    std::string folder;               ///< of its ai.ini, else empty
    std::vector<std::string> files;   ///< additional files in its work folder
    std::string parameters;           ///< content of parameters.dat; empty: it has none
    std::string told_name;            ///< empty: names were not told
    bool is_resident = false;
    std::optional<std::int64_t> limit_ms; ///< a limit of its own; 0: none
};

/// The start of a game that continued another one.
struct RecordedBeginning {
    std::string record;
    int game = 1;
    int turn = 0;
    std::vector<std::string> names; ///< of the AIs that played until then
    std::size_t moves = 0;          ///< lines of this record with their moves
};

struct RecordedResult {
    int line = 0;
    std::vector<int> ranks;
    std::vector<double> scores;
    bool no_winner = false; ///< records of earlier versions don't say it
    std::string reason;
    EndedBy ended_by = EndedBy::rules;
    std::string state;
};

/// A game in a record.
struct RecordedGame {
    int line = 0;
    int number = 1;
    std::string referee; ///< the version that wrote it
    std::string game;
    std::string rules_sha256; ///< of a game whose rules are a program; else empty
    std::string field_name;
    std::string field_sha256;
    std::string field_text;
    int format = record_format;
    std::vector<std::string> names;  ///< by seat
    std::vector<RecordedSeat> seats; ///< by seat
    std::int64_t limit_ms = 0;       ///< of each move without a limit of its own; 0: none
    std::int64_t margin_ms = 0;
    std::int64_t game_ms = 0;        ///< limit of the AIs' time in the game; 0: none
    std::uint64_t memory_limit = 0;  ///< bytes; 0: unknown
    std::uint64_t process_limit = 0; ///< 0: unknown
    bool has_clock = false;          ///< the limits are time left on a game clock
    std::string confinement;         ///< of the AIs
    std::vector<double> points;      ///< by rank, empty: 1 for the first
    std::uint64_t seed = 0;
    bool has_memory = false; ///< memory.dat is recorded
    std::optional<RecordedBeginning> from;
    std::vector<std::string> analysts; ///< names of the AIs whose analyses it has
    std::vector<RecordedMove> moves;
    std::vector<RecordedResult> result; ///< one; none if the game was interrupted
    /// The record ends within a line after this game's last one.
    bool is_broken_off = false;
};

/// Receives a record while it is written.
class RecordListener {
  public:
    virtual ~RecordListener() = default;
    /// The next lines are those of a new game. A previous game without a result is dropped.
    virtual void begin_game() = 0;
    /// A line with its line end. Must not wait or throw.
    virtual void line(std::string_view text) = 0;
};

/// Shows games while they are played, if anybody wants to watch. A page implements it.
class GameDisplay {
  public:
    virtual ~GameDisplay() = default;
    /// Receives the record of one game after the other, which take each other's place. `slot`: in a
    /// tournament the number of the worker, in a match 0.
    virtual std::unique_ptr<RecordListener> listener(int slot) = 0;
};

class RecordWriter : public GameListener {
  public:
    /// Creates the file. Throws UserError if it exists, unless `force` is set or it is a stream.
    RecordWriter(const std::string& path, bool force);
    /// Writes no file: the record is for the listener alone.
    RecordWriter() = default;
    /// Removes the file if it is still empty.
    ~RecordWriter() override;
    RecordWriter(const RecordWriter&) = delete;
    RecordWriter& operator=(const RecordWriter&) = delete;

    /// The games written from now on continue there: the moves before that position stand in them,
    /// too. Keeps a reference.
    void continue_from(const Beginning& begin) { begin_ = &begin; }

    void begin_game(
        const LoadedField& field, const std::vector<const Contestant*>& by_seat, int number,
        const MatchConfig& config) override;
    void move(const MoveEntry& entry) override;
    void result(const Ending& ending, const std::string& state) override;
    /// Removes the last game from the record. Only a regular file can take it back.
    void drop_game() override;

    /// Hands each line to the listener too, which must live as long as this.
    void set_listener(RecordListener& listener) { listener_ = &listener; }

    const std::string& path() const { return path_; }
    /// False if what is written can't be read back: a device, a pipe.
    bool is_regular() const { return is_regular_; }

    /// Writes a complete line, given without its line end.
    void write_line(std::string text);

  private:
    void write_to_reader(std::string_view text) const;

    std::string path_;
    UniqueFd file_;
    const Beginning* begin_ = nullptr;
    bool is_regular_ = true;
    off_t game_begin_ = 0;                 ///< offset of the last game
    std::optional<std::int64_t> limit_ms_; ///< of the head
    bool keeps_memory_ = false;
    SeatArray<std::optional<std::string>> memories_; ///< after each seat's last run
    RecordListener* listener_ = nullptr;
};

/// A line of a record: the head of a game, a move, or the result.
using RecordedLine = std::variant<RecordedGame, RecordedMove, RecordedResult>;

/// Reads the line with the number `line`; nothing if it is no JSON object. `limit_ms` is
/// RecordedGame::limit_ms of the move's game. Throws UserError "FILE:LINE: …".
std::optional<RecordedLine> parse_record_line(
    std::string_view text, const std::string& path, int line, std::int64_t limit_ms = 0);

/// Reads all games of a record. Leaves out an incomplete last line. Throws UserError "FILE:LINE:
/// …".
std::vector<RecordedGame> read_record(const std::string& path);

} // namespace referee
