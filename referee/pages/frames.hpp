#pragma once

/// The data that a page gets about a game: a head, and lines of JSON with moves and frames.
/// README.md of this folder, "What is in a page", describes them; web/source.js reads them.

#include "pages/rules.hpp"
#include "record/record.hpp"
#include "record/replay.hpp"
#include "record/story.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace referee {

/// True if there is a module in web/games/ that draws this game.
bool has_drawing(const GameInfo& info);

/// The facts that a page needs about a kind of game, with the rules that it shows of games that
/// have none of their own.
nlohmann::ordered_json page_json(const GameInfo& info, const RulesInShort& rules);

/// The data that a page gets about a game before its lines: number, field, names, the result if
/// there is one, and the rules on its field if they aren't `known`, those of page_json(info).
nlohmann::ordered_json page_json(const RecordedGame& game, const RulesInShort& known);

/// As text without line ends. With `ascii` all beyond ASCII is escaped.
std::string page_text(const nlohmann::ordered_json& json, bool ascii = false);

/// Makes the lines of one game.
class FrameLines {
  public:
    /// With `viewer` a person plays: the lines have only what that seat knows, or everybody, and of
    /// moves only seat, time and fault, and what took effect of the viewer's own. Without
    /// `has_errors` they have no reasons of faults and no standard error.
    FrameLines(
        const GameInfo& info, int seats, std::optional<Seat> viewer = std::nullopt,
        bool has_errors = true, std::optional<Judge> judge = {});
    /// A bool would be taken for a seat.
    FrameLines(const GameInfo& info, int seats, bool viewer, bool has_errors) = delete;

    /// Takes the frame of a step within a turn.
    void step(const Position& position);
    /// The line of a turn after its last move; the first one is that of the start.
    std::string turn(const Position& position, std::span<const RecordedMove> moves);
    /// A line of moves without a frame: they belong to the previous line.
    std::string more(const RecordedMove& move) const;
    /// The story of the turns so far. `result` has one result or none; of the head only field and
    /// names are read.
    std::vector<Moment>
    story(const RecordedGame& head, const std::vector<RecordedResult>& result) const {
        return teller_.story(head.field_name, head.names, result);
    }
    /// The last line. `result` has one result or none; `line`: of the judge, or null.
    static std::string
    end(const std::vector<RecordedResult>& result, const std::vector<Difference>& differences,
        const std::vector<Moment>& story, const ChanceLine* line = nullptr);
    const ChanceLine& line() const { return teller_.line(); }

  private:
    nlohmann::ordered_json json_of(const RecordedMove& move) const;
    std::string picture_of(const Position& position, bool is_all);

    const GameInfo& info_;
    std::optional<Seat> viewer_;
    bool has_errors_;
    bool has_drawing_;    ///< else frames hold the terminal's picture
    std::string picture_; ///< the last one
    std::vector<bool> is_out_;
    StoryTeller teller_;
    nlohmann::ordered_json last_;
    nlohmann::ordered_json frames_ = nlohmann::ordered_json::array();
};

// The changes from one frame to the next, in a form that a page applies in a few lines
// (web/patch.js): frames of one game differ little, and a page holds tens of thousands of them.

/// The patch that turns `before` into `after`:
///   - an object: by key (in arrays: by index) the patches of the parts that changed; {} is no
///   change;
///   - [value]: the new value;
///   - [at, "text", …]: characters of a string from position `at` on (strings of equal length);
///   - []: the key was removed.
nlohmann::ordered_json
patch_between(const nlohmann::ordered_json& before, const nlohmann::ordered_json& after);

} // namespace referee
