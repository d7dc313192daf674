#pragma once

/// The contract that every game fulfils, and everything that the rest of the referee knows about a
/// game.
///
/// Three things make up a game:
///   - Game: what it is (name, seats, parameters, files), how its fields are read and made;
///   - Field: one field, read and checked: all that is random about a game, drawn in advance;
///   - Position: one game being played on a field, from the start to its ranks.
///
/// The contract fits games in which one seat moves at a time, games in which all seats move at
/// once, games with plans of several moves, and games with several commands in one answer. A *turn*
/// is one round of answers; the game decides what happens in it. Nothing here knows files,
/// processes or clocks. Guide: referee/README.md, "A new game in one hour".

#include "base/names.hpp"
#include "game/fault.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

class FieldText;
class Rng;

/// A player's place in the game, from 1 to the number of players of the field.
using Seat = int;

inline constexpr int max_seats = 8;

/// The viewer who has no seat.
inline constexpr Seat everybody = 0;

/// Why an AI is run: to prepare before the first move, to move, or because the game is over.
enum class Phase { prepare, move, end };

constexpr auto enum_names(Phase) {
    return std::to_array<std::string_view>({"prepare", "move", "end"});
}

/// One answer of a seat as the match passes it to the game.
struct Answer {
    Seat seat = 1;
    /// The fault known before the game reads the answer. Never Fault::illegal.
    Fault fault = Fault::none;
    /// The content of result.dat; with a fault it doesn't count.
    std::string_view text;
};

/// A part of an answer that is a product (card × price): one of the words, or else an integer.
struct AnswerSlot {
    std::string name;               ///< for people; may be empty
    std::vector<std::string> words; ///< unique, without blanks; empty: an integer
    std::int64_t from = 0;
    std::int64_t to = 0; ///< not less than `from`
    std::int64_t step = 1;
};

/// The legal answers of a seat, for people who play: any sequence of `length` choices, separated by
/// blanks; or, if there are slots, a word for each of them. game/legal_answers.hpp checks and draws
/// them.
struct LegalAnswers {
    std::vector<std::string> choices{}; ///< unique; with a length above 1 each is one word
    int length = 1;
    std::vector<AnswerSlot> slots{}; ///< then there are no choices
};

/// The effect of an answer.
struct Effect {
    /// The fault that counts: the answer's own, or bad_result or illegal, found by the game.
    Fault fault = Fault::none;
    /// What the game judged, in the words of result.dat and in a unique spelling: everything that
    /// took effect, and the command that was refused. apply() has the same effect again if it gets
    /// this text or, if the fault is neither none nor illegal, that fault.
    std::string text;
    /// For people: why the answer is refused ("word 3 is 'x', not an integer"), or empty.
    std::string reason;
    /// For people: the result of the move, in a few words ("2 steps, 13 damage"); may be empty.
    std::string comment;
    /// For people, if the fault is illegal: another reading of the answer that would be legal ("x
    /// and y exchanged"). This reveals a mistake that most answers share.
    std::vector<std::string> legal_if{};
};

/// What ended a game: its rules, or a limit at which the referee ends it.
enum class EndedBy { rules, max_turns, game_time };

constexpr auto enum_names(EndedBy) {
    return std::to_array<std::string_view>({"rules", "max-turns", "game-time"});
}

/// How a game ended. In a game with teams the seats of a team have the team's rank and score.
struct Ending {
    std::vector<int> ranks;     ///< by seat; 1 is best, and equal seats share a rank
    std::vector<double> scores; ///< by seat, as the game counts
    bool no_winner = false;     ///< true: rank 1 brings no point either
    std::string reason;         ///< for people: "life", "moves used up"
    EndedBy ended_by = EndedBy::rules;
};

/// Ranks by seat, of scores by seat: 1 and the number of seats whose score is higher. For games in
/// which the higher score is better.
inline std::vector<int> ranks_of(std::span<const double> scores) {
    std::vector<int> ranks;
    ranks.reserve(scores.size());
    for (const double own : scores) {
        ranks.push_back(
            1 + static_cast<int>(std::count_if(
                    scores.begin(), scores.end(), [own](double other) { return other > own; })));
    }
    return ranks;
}

/// The turns after which the referee ends a game whose rules are a program, unless its game.ini
/// says otherwise.
inline constexpr int default_max_turns = 2000;

/// The time an AI has for an answer: a fixed limit, or a Fischer clock.
struct TimeControl {
    std::chrono::milliseconds per_move{0};  ///< fixed limit for each answer; 0 is none
    std::chrono::milliseconds start{0};     ///< Fischer clock: time for the whole game
    std::chrono::milliseconds increment{0}; ///< Fischer clock: time that each answer adds
    std::chrono::milliseconds prepare{0};   ///< limit of the preparation
    bool is_clock() const { return start.count() > 0; }
};

/// A parameter of fields or of `create`, for people. Made by ParameterTable::describe().
struct Parameter {
    std::string name;
    std::string default_value;
    std::string range; ///< "1..1000" or the words that are allowed
    std::string unit;  ///< may be empty
    std::string meaning;
    double min = 0;                   ///< of integers and numbers
    double max = 0;                   ///< the same; not above min: neither
    bool is_integer = false;          ///< else any number between them
    std::vector<std::string> words{}; ///< that are allowed; empty: numbers, or any word
    /// False: a size, a way to draw a field. Otherwise "In short" of the game's README.md says what
    /// it changes.
    bool changes_rules = true;
    bool ends_game = false; ///< a number after which the game is over

    /// All that it can be, if it is a choice: words, or 0 and 1; empty for numbers and free texts.
    std::vector<std::string> choices() const {
        const bool is_switch = is_integer && min == 0 && max == 1;
        return is_switch ? std::vector<std::string>{"0", "1"} : words;
    }
};

/// A state file besides match.dat.
struct StateFile {
    std::string_view name;
    std::string_view holds;
};

/// An example of an answer in result.dat.
struct AnswerExample {
    std::string_view text;
    std::string_view meaning; ///< one sentence without a full stop
};

/// The cost of faults of some classes.
struct FaultCost {
    std::vector<FaultClass> classes;
    std::string_view costs;
    bool holds_for(const FaultKind& kind) const {
        return std::find(classes.begin(), classes.end(), kind.fault_class) != classes.end();
    }
};

/// How a story tells that a measure has changed: the rest of a sentence in the past tense that
/// begins with a name. {from}, {to} and {amount} are numbers, {amount:area} is "1 area" or "3
/// areas", {amount:die,dice} has a plural of its own. Empty: not told.
struct MeasureWords {
    std::string_view rise;
    std::string_view fall;
};

/// What a game is. Never changes.
struct GameInfo {
    std::string_view name;  ///< one word, as in the field's first line
    std::string_view title; ///< one line for people
    int min_seats = 2;
    int max_seats = 2;
    int default_seats = 2;
    /// The seats of each team, if several play together: game/teams.hpp. Empty: each for itself.
    std::vector<std::vector<Seat>> teams{};
    bool simultaneous = false; ///< more than one seat may move in a turn
    bool hidden = false;       ///< seats know different things: Position::frame_for()
    bool has_prepare = false;  ///< AIs are run once before the first move
    /// A single game has no winner: all its ranks are 1. The scores of all games of a match are
    /// added up and decide.
    bool match_decides = false;
    bool reads_headerless = false; ///< accepts fields without the line `game NAME`
    /// A game's positions end by themselves after so many turns. 0: the rules promise an end.
    int max_turns = 0;
    TimeControl time;
    std::vector<Parameter> parameters;        ///< keys of the field
    std::vector<Parameter> create_settings{}; ///< known to `create` only
    /// Settings that make a small field, for examples.
    std::map<std::string, std::string> example_settings{};
    /// How an AI knows its seat, its pieces and its role; begins with the key of match.dat.
    std::string_view seat;
    std::span<const StateFile> files;       ///< in the order of StateFiles::of()
    std::string_view answer;                ///< what result.dat must contain
    std::span<const AnswerExample> answers; ///< two at least
    std::vector<FaultCost> faults;          ///< every class of faults that the game knows, once
    /// What viewers plot of each seat. A frame's `measures` has their values: by seat a list in
    /// this order, or null for a seat that no longer plays.
    std::span<const std::string_view> measures{};
    /// How stories tell of a change of each measure; empty: they tell the comments of moves.
    std::span<const MeasureWords> measure_words{};
    /// The format that `replay --export` writes, if its positions are Exportable (game/export.hpp).
    std::string_view export_format{};
    /// A game whose rules are a program: its folder, the SHA-256 of its files, and the text of its
    /// drawing. Empty for a built-in game.
    std::string_view folder{};
    std::string_view sha256{};
    std::string_view drawing{};
    /// It lies among the installed games. Its name alone says nothing.
    bool is_shipped = false;
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

/// Called after each visible step of a turn, such as a tick or a step of a
/// cascade. The position shows the state after that step.
using StepWatcher = std::function<void()>;

/// One game being played.
class Position {
  public:
    virtual ~Position() = default;

    /// A copy of the position; applying moves to one doesn't affect the other.
    virtual std::unique_ptr<Position> clone() const = 0;

    /// The seats that must answer now, ascending; empty when the game is over.
    virtual std::span<const Seat> players_to_move() const = 0;
    /// Number of the turn for match.dat: 0 at the start, then growing.
    virtual int turn() const = 0;
    /// The limit for this turn if the field sets it.
    virtual std::optional<std::chrono::milliseconds> time_limit() const { return std::nullopt; }
    /// True if the seat will not be asked again, although the game may go on.
    virtual bool is_eliminated(Seat) const { return false; }

    /// Fills the seat's state files.
    virtual void write_files(Seat seat, Phase phase, StateFiles& files) const = 0;

    /// Carries out the answers of one turn: one for each of players_to_move(), in that order. Never
    /// throws for anything that an answer holds. Returns an effect for each answer.
    virtual std::vector<Effect>
    apply(std::span<const Answer> answers, const StepWatcher& watcher) = 0;

    /// The answers of a seat that must move. Every offered answer is legal. Any other answer is
    /// refused, or has the effect of an offered one or of several offered ones in turn.
    virtual LegalAnswers legal_answers(Seat seat) const = 0;

    /// How the game ended; nothing while it is in progress.
    virtual std::optional<Ending> ending() const = 0;
    /// How it would end if nobody moved any more, for a limit that ends it: ranks, scores and a
    /// reason. Nothing if the game ranks at its own end only.
    virtual std::optional<Ending> ranks_now() const { return std::nullopt; }

    /// The whole state in a unique form: equal texts mean equal states. It contains no times.
    virtual std::string canonical_text() const = 0;
    /// The state in a few lines for a terminal, with or without colours.
    virtual std::string render(bool colours) const = 0;
    /// The state as a JSON object in one line, for viewers: all of it.
    virtual std::string to_json() const = 0;
    /// The frame while people play: only what the state files tell all seats (everybody), or what
    /// those of this seat tell. Empty for a step that they don't show. A game with
    /// GameInfo::hidden must override it.
    virtual std::string frame_for([[maybe_unused]] Seat viewer) const { return to_json(); }
    /// In a game with GameInfo::hidden: a position in which everything that the seat doesn't know
    /// is dealt again at random, so that the seat sees the same. Tests find by it what a view tells
    /// too much.
    virtual std::unique_ptr<Position>
    dealt_again([[maybe_unused]] Seat seat, [[maybe_unused]] Rng& rng) const {
        return nullptr;
    }
};

/// The end of a game that a limit ends: with these ranks of Position::ranks_now(), or nobody wins.
/// `reason` is the limit's.
inline Ending ended_by_limit(
    const std::optional<Ending>& ranks, int seats, EndedBy limit, const std::string& reason) {
    Ending ending = ranks.value_or(Ending{
        std::vector<int>(static_cast<std::size_t>(seats), 1),
        std::vector<double>(static_cast<std::size_t>(seats), 0.0), true, "nobody wins"});
    ending.reason = ending.reason.empty() ? reason : reason + ": " + ending.reason;
    ending.ended_by = limit;
    return ending;
}

/// A field that has been read and checked. Never changes.
class Field {
  public:
    virtual ~Field() = default;
    virtual int seats() const = 0;
    /// A new game; the position keeps a reference to this field.
    virtual std::unique_ptr<Position> start() const = 0;
    /// The field's contents for `referee check`, as lines; warnings begin with "warning: ".
    virtual std::vector<std::string> describe() const = 0;
};

/// A request to `create`.
struct CreateRequest {
    int players = 0;                             ///< 0: the game's default
    std::map<std::string, std::string> settings; ///< `--set key=value`
};

/// The rules of a game are a program, and it failed twice at the same request: nobody's fault but
/// the game's. What was being played doesn't count. Exit status 1.
struct BrokenGame : std::runtime_error {
    /// "RULES: WHERE: WHAT"; `advice` is a line of its own.
    BrokenGame(
        const std::string& rules, const std::string& where, const std::string& what,
        const std::string& advice)
        : std::runtime_error(rules + ": " + where + ": " + what + "\n" + advice), rules_file(rules),
          during(where), problem(what), todo(advice) {}
    /// The error with more about where it happened: " of game 2".
    BrokenGame more(const std::string& where) const {
        return {rules_file, during + where, problem, todo};
    }
    std::string rules_file;
    std::string during;
    std::string problem;
    std::string todo;
};

/// A game: one object each, which games/NAME/NAME.cpp defines.
class Game {
  public:
    virtual ~Game() = default;
    virtual const GameInfo& info() const = 0;
    /// Throws UserError with file, line and what to do.
    virtual std::unique_ptr<const Field> read_field(FieldText& text) const = 0;
    /// The text of a new field. Throws UserError for settings that don't exist or are out of range.
    virtual std::string create_field(const CreateRequest& request, Rng& rng) const = 0;
    /// Notes for the organiser since the last call, one line each: the rules are a program that is
    /// unstable.
    virtual std::vector<std::string> take_notes() const { return {}; }
};

} // namespace referee
