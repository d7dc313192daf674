#pragma once

/// The contract that every game fulfils, and all that the rest of the referee knows of a game.
///
/// Three things make up a game:
///   - Game: what it is (name, seats, parameters, files), how its fields are read and made;
///   - Field: one field, read and checked: all that is random about a game, drawn beforehand;
///   - Position: one game being played on a field, from the start to its ranks.
///
/// It holds alike for games with one mover (gems, dicewars), with all moving at once (battlesnake,
/// spe_ed), with several moves planned ahead and a preparation (cops) and with several commands in
/// one answer (dicewars): a *turn* is one round of answers, and what a game makes of it is its own
/// affair. Nothing here knows of files, processes or clocks. Guide: referee/README.md.

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

class FieldText;
class Rng;

/// A place at the board, from 1 (the first) to the number of players of the field.
using Seat = int;

inline constexpr int max_seats = 8;

/// What went wrong with an answer; spec: "Faults" of the protocol. The first five say how the
/// program behaved, the last two what it wrote.
enum class Fault { none, timeout, crash, exit, no_result, bad_result, illegal };

inline constexpr std::array<std::string_view, 7> fault_names{
    "none", "timeout", "crash", "exit", "no-result", "bad-result", "illegal"};

constexpr std::string_view name_of(Fault fault) {
    return fault_names[static_cast<std::size_t>(fault)];
}

/// The fault of that name, or nothing if there is none.
constexpr std::optional<Fault> fault_named(std::string_view name) {
    for (std::size_t i = 0; i < fault_names.size(); ++i) {
        if (fault_names[i] == name) {
            return static_cast<Fault>(i);
        }
    }
    return std::nullopt;
}

/// Why an AI is run: to prepare (once, before the first move), to move, or to be told the end.
enum class Phase { prepare, move, end };

constexpr std::string_view name_of(Phase phase) {
    constexpr std::array<std::string_view, 3> names{"prepare", "move", "end"};
    return names[static_cast<std::size_t>(phase)];
}

/// One answer of a seat as the match hands it to the game.
struct Answer {
    Seat seat = 1;
    /// How the program failed; with Fault::none `text` is what result.dat held. In a replay
    /// Fault::illegal and Fault::bad_result stand here too, and `text` is what had taken effect.
    Fault fault = Fault::none;
    std::string_view text;
};

/// What became of an answer.
struct Effect {
    /// The fault that counts: the program's own, or bad_result or illegal, found by the game.
    Fault fault = Fault::none;
    /// What took effect, in the words of result.dat and in one spelling only. Given to apply()
    /// again, with the fault, it has the same effect: that is how replays work.
    std::string text;
    /// For people: why the answer is refused ("word 3 is 'x', not an integer"), else empty.
    std::string reason;
    /// For people: what came of the move, in a few words ("2 steps, 13 damage"); may be empty.
    std::string comment;
};

/// How a game ended.
struct Ending {
    std::vector<int> ranks;     ///< by seat, 1 is best, those who share a place share the rank
    std::vector<double> scores; ///< by seat: the game's own counting (cops: the payoff)
    bool no_winner = false;     ///< dicewars: played, but no rank brings the point
    std::string reason;         ///< for people: "life", "moves used up"
};

/// The time an AI has for an answer. A game has one of the two kinds.
struct TimeControl {
    std::chrono::milliseconds per_move{0};  ///< fixed limit for each answer, 0 is none
    std::chrono::milliseconds start{0};     ///< Fischer clock: time at the start of the game …
    std::chrono::milliseconds increment{0}; ///< … and what each answer adds
    std::chrono::milliseconds prepare{0};   ///< limit of the preparation
    bool is_clock() const { return start.count() > 0; }
};

/// A parameter of fields or of `create`, for help texts and for `referee games`.
struct Parameter {
    std::string_view name;
    std::string_view default_value; ///< its default as text
    std::string_view limits;        ///< "1..1000"
    std::string_view meaning;
};

/// A state file besides match.dat, for `referee games`.
struct StateFile {
    std::string_view name;
    std::string_view holds;
};

/// What a game is. Everything here is fixed at compile time.
struct GameInfo {
    std::string_view name;  ///< one word, as in the field's first line
    std::string_view title; ///< one line for people
    int min_seats = 2;
    int max_seats = 2;
    int default_seats = 2;
    bool simultaneous = false; ///< more than one seat may move in a turn
    bool has_prepare = false;
    /// A game has no winner of its own: the scores of all games of a match are added up, and they
    /// decide (cops). All ranks of a game are 1 then.
    bool match_decides = false;
    bool reads_headerless = false; ///< takes fields without the line `game NAME`
    TimeControl time;
    std::span<const Parameter> parameters;      ///< keys of the field
    std::span<const Parameter> create_settings; ///< what only `create` knows
    std::span<const StateFile> files;           ///< in the order of StateFiles::of()
    std::string_view answer;                    ///< what result.dat must hold
    std::string_view faults;                    ///< what faults cost
};

/// The state files of one seat while they are filled: match.dat's own keys and the files of
/// GameInfo::files. The strings are kept from move to move, so that nothing is allocated.
class StateFiles {
  public:
    explicit StateFiles(std::size_t count) : files_(count) {}
    void clear() {
        match_keys.clear();
        for (std::string& file : files_) {
            file.clear();
        }
    }
    /// The content of the file with that index in GameInfo::files.
    std::string& of(std::size_t index) { return files_[index]; }
    const std::string& of(std::size_t index) const { return files_[index]; }
    std::size_t count() const { return files_.size(); }

    /// Lines `key value` that the game adds to match.dat.
    std::string match_keys;

  private:
    std::vector<std::string> files_;
};

/// Called after each step of a turn that is worth looking at (a tick, a step of a cascade), while
/// the position shows it.
using StepWatcher = std::function<void()>;

/// One game being played.
class Position {
  public:
    virtual ~Position() = default;

    /// Seats that are to answer now, ascending; empty when the game is over.
    virtual std::span<const Seat> players_to_move() const = 0;
    /// Number of the turn for match.dat: 0 at first, then counting up.
    virtual int turn() const = 0;
    /// Limit for this turn where the field sets it (spe_ed), else nothing.
    virtual std::optional<std::chrono::milliseconds> time_limit() const { return std::nullopt; }
    /// True when the seat takes no more part although the game may go on.
    virtual bool is_eliminated(Seat) const { return false; }

    /// Fills the seat's state files.
    virtual void write_files(Seat seat, Phase phase, StateFiles& files) const = 0;

    /// Carries out the answers of one turn: one for each of movers(), in that order. Never throws
    /// for anything that an answer holds. Returns an effect for each answer.
    virtual std::vector<Effect>
    apply(std::span<const Answer> answers, const StepWatcher& watcher) = 0;

    /// How the game ended; nothing while it goes on.
    virtual std::optional<Ending> ending() const = 0;

    /// The whole state in one spelling only: equal texts are equal states. Without any clock.
    virtual std::string canonical_text() const = 0;
    /// The state in a few lines for a terminal, with colours if asked for.
    virtual std::string render(bool colours) const = 0;
    /// The state as a JSON object for the viewer.
    virtual std::string to_json() const = 0;
};

/// A field that has been read and found right; never changes.
class Field {
  public:
    virtual ~Field() = default;
    virtual int seats() const = 0;
    /// A new game; the position keeps a reference to this field.
    virtual std::unique_ptr<Position> start() const = 0;
    /// What the field holds, for `referee check`, a line each; warnings begin with "warning: ".
    virtual std::vector<std::string> describe() const = 0;
};

/// What `create` was asked for.
struct CreateRequest {
    int players = 0;                             ///< 0: the game's standard
    std::map<std::string, std::string> settings; ///< `--set key=value`
};

/// A game: one object each, in games/registry.cpp.
class Game {
  public:
    virtual ~Game() = default;
    virtual const GameInfo& info() const = 0;
    /// Throws UserError with file, line and what to do.
    virtual std::unique_ptr<const Field> read_field(FieldText& text) const = 0;
    /// The text of a new field. Throws UserError for settings that don't exist or are out of range.
    virtual std::string create_field(const CreateRequest& request, Rng& rng) const = 0;
};

} // namespace referee
