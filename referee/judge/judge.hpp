#pragma once

/// The judge: the chance of each contestant to win, at each turn of a game, from the game's
/// measures alone (GameInfo::measures). No AI has a say in it.
///
/// A table for a game and a number of seats holds what was fitted on stored games (judge/fit). A
/// game without a table has no judge. README.md of this folder describes the model.

#include "game/game.hpp"
#include "game/teams.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// What the judge sees of a position.
struct JudgedPosition {
    int turn = 0; ///< Position::turn()
    /// By place and measure, of a team the mean of its seats. NaN: not in the frame.
    std::vector<std::vector<double>> measures;
    std::vector<bool> is_out;     ///< by place: all its seats are eliminated
    std::vector<bool> is_to_move; ///< by place
};

/// `frame` is what Position::to_json() says, or frame_for(): then the judge sees no more than that
/// viewer.
JudgedPosition judged_position(
    const GameInfo& info, const Teams& teams, const Position& position,
    const nlohmann::ordered_json& frame);

/// The part of the win that each place has: 1 for the only winner, equal parts for those who share
/// the first rank, or for all if nobody wins. Where the match decides (GameInfo::match_decides):
/// JudgeTable::margins; without them the best score of this game wins.
std::vector<double> win_shares(
    const GameInfo& info, const Teams& teams, const Ending& ending,
    std::span<const double> margins = {});

/// The part of `margins` that are below this one; half of those that are equal.
double share_below(std::span<const double> margins, double margin);

/// How time is told in a table.
struct JudgeClock {
    /// A number of the field after which the game ends; empty: the binary logarithm of 1 + turn.
    std::string parameter;
    double turns = 1; ///< for each of that number
};

/// Games that a table wasn't fitted on, and how often what it said was right.
struct JudgeCalibration {
    struct Bin {
        double weight = 0; ///< games' worth of statements
        double said = 0;   ///< mean chance
        double won = 0;    ///< mean part of the win
    };
    int games = 0;
    int fields = 0;
    double error = 0;    ///< expected calibration error, in ten bins of equal width
    double log_loss = 0; ///< nats for each statement about all places
    double constant = 0; ///< the log loss of saying each place's mean share in all games
    std::vector<Bin> bins;
};

/// The fitted numbers for one number of seats.
struct JudgeTable {
    int seats = 2;
    std::vector<std::string> measures; ///< as in GameInfo: a table for others isn't used
    std::vector<double> scales;        ///< by measure: a usual distance between places
    JudgeClock clock;
    /// Where the match decides, of two places: by how much the first one's score was higher in the
    /// games of the fit, ascending, 41 of them spread evenly. Its part of a win is the share that
    /// this game is better than: its chance of winning a match whose other game is one of those.
    std::vector<double> margins;
    std::vector<double> knots; ///< of the clock, ascending; between them weights are linear
    bool by_place = false;     ///< each place has weights of its own: seats play different roles
    bool out_is_lost = true;   ///< who is eliminated can't win any more
    /// Names of features, and by feature the weights at each knot.
    std::vector<std::string> features;
    std::vector<std::vector<double>> weights;
    int games = 0; ///< it was fitted on
    int fields = 0;
    JudgeCalibration held_out;
};

/// What a table's weights are for, in their order.
std::vector<std::string>
judge_features(const std::vector<std::string>& measures, int places, bool by_place);

/// The features of a place, as indexes into judge_features() with their values. False if the
/// position doesn't tell all measures of a place that still plays.
bool features_of(
    const JudgeTable& table, const JudgedPosition& position, std::size_t place,
    std::vector<std::pair<std::size_t, double>>& features);

/// The two knots beside that time, the first one's index, and the share of the second one.
std::pair<std::size_t, double> knot_of(const std::vector<double>& knots, double time);

/// The places that can still win.
std::vector<std::size_t> judged_places(const JudgeTable& table, const JudgedPosition& position);

/// The chance of each place at that time of the table's clock, which add up to 1; nothing if the
/// position doesn't tell what the table needs.
std::optional<std::vector<double>>
chances_of(const JudgeTable& table, const JudgedPosition& position, double time);

/// The tables of a game: shipped with it, or in the folder of a game whose rules are a program.
/// Tables that don't fit the game, or are of another format, are left out. Throws UserError if the
/// file is a link, a pipe or too large, as for all files of a game.
std::vector<JudgeTable> judge_tables(const GameInfo& info);
/// Throws UserError "NAME: …".
std::vector<JudgeTable> read_judge_tables(const std::string& name, std::string_view text);
std::string text_of(const std::string& game, const std::vector<JudgeTable>& tables);

/// The name of the file with a game's tables.
inline constexpr std::string_view judge_file = "judge.json";

/// Judges games on one field.
class Judge {
  public:
    /// None without a table for that game and number of seats.
    static std::optional<Judge> of(const GameInfo& info, int seats, const std::string& field_text);
    /// By that table.
    Judge(const GameInfo& info, JudgeTable table, const std::string& field_text);

    /// The chance of each place in thousandths, which add up to 1; of a position that has ended,
    /// who won. Nothing if the frame doesn't tell what the table needs.
    std::optional<std::vector<double>>
    chances(const Position& position, const nlohmann::ordered_json& frame) const;

    const JudgeTable& table() const { return table_; }
    const Teams& teams() const { return teams_; }

  private:
    const GameInfo* info_;
    JudgeTable table_;
    Teams teams_;
    double length_ = 0; ///< turns, by the clock's parameter
};

/// The time of a clock in a game of that length, which is used if the clock has a parameter.
double judge_time(const JudgeClock& clock, int turn, double length);

/// The value of a field's parameter, or its default; 0 if it is no number.
double parameter_of(const GameInfo& info, const std::string& field_text, std::string_view name);

/// The text of judge.json of a built-in game; empty if it has none. scripts/embed-judges makes the
/// list when the program is built.
std::string_view shipped_judge(std::string_view game);

} // namespace referee
