#pragma once

/// When a recorded game turned against an AI: by its judge, as in stories (ChanceLine::turning());
/// without one by a number that the AI itself prints (`@value`), or by the game's measures
/// (GameInfo::measures), whichever tells the outcome best.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace referee {

/// A number over the turns of a game, as (turn, number).
using Curve = std::vector<std::pair<int, double>>;

/// A recorded game as numbers of each place: of each seat, or of each team (game/teams.hpp).
struct GameCurves {
    /// How a seat went out, of a team its first.
    struct Out {
        int turn = 0;
        std::string how; ///< the rest of a sentence (game/fates.hpp); may be empty
    };

    int first_turn = 0;
    int last_turn = -1;
    /// By place and measure: its own minus the mean of the others that still play, after each turn;
    /// the start has the turn before the first.
    std::vector<std::map<std::string, Curve>> leads;
    /// By place and name: what it printed, of a team its first seat, as `@value NAME NUMBER` in
    /// each turn, before its move.
    std::vector<std::map<std::string, Curve>> values;

    std::vector<std::optional<Out>> outs; ///< by place

    /// Where the game turned for a place, by the judge.
    struct Judged {
        int turn = 0;
        double before = 0; ///< its chance
        double after = 0;
    };
    bool has_judge = false;
    std::vector<std::optional<Judged>> judged; ///< by place

    int turns() const { return last_turn - first_turn + 1; }
};

/// Records that have been read, each once.
class RecordedCurves {
  public:
    /// `folder`: of the database, from which paths lead. Of at most `max` records curves are read.
    RecordedCurves(std::string folder, int max) : folder_(std::move(folder)), left_(max) {}

    /// Null if the record is gone, damaged or of other rules, or if enough were read.
    const GameCurves* of(const std::string& record);
    /// True if more may be read.
    bool has_more() const { return left_ > 0; }

  private:
    std::string folder_;
    int left_;
    std::map<std::string, std::unique_ptr<GameCurves>> read_;
};

/// A place of a game and how it ended for it.
struct CurveSample {
    const GameCurves* game = nullptr;
    int seat = 0; ///< from 0
    bool is_won = false;
    bool is_lost = false;
    int field = 0;
};

/// The number that shows whether games are being won or lost.
struct Yardstick {
    std::string name;
    bool is_value = false; ///< the AI's own @value; else a lead in one of the game's measures
    double sign = 1;       ///< −1: a small number is good
    double border = 0;     ///< games in which it is below are rather lost
    /// How often a won game has the better number of a won and a lost one, two thirds into the
    /// game.
    double accuracy = 0.5;
    int games = 0;          ///< from which it was chosen
    bool is_judged = false; ///< neither: the judge's chance of winning, without accuracy and border

    /// "its own value 'score'", "its lead in life"
    std::string text() const;
};

/// The judge's chance if the own games have it. Else the best yardstick; none if no number tells
/// won from lost games in at least 60 % of pairs, or if fewer than 4 games of either kind are
/// known. Values are those of `own_samples` only, leads of all.
std::optional<Yardstick> yardstick_of(
    const std::vector<CurveSample>& own_samples, const std::vector<CurveSample>& all_samples);

/// Where a lost game turned.
struct Turning {
    int turn = 0;           ///< in which the moves were played that did it, as in the record
    double before = 0;      ///< the number when it was good for the last time
    double after = 0;       ///< the next number
    bool is_sudden = false; ///< it was good to the end
    /// 0, 1, 2: in the first, the middle, the last third of the game.
    int third = 0;
};

/// Of a judged yardstick, ChanceLine::turning(). Else the first turn after which the number stayed
/// below the border; if it never was above, the turn with its largest fall; if it was above to the
/// end, the last turn; none without the number.
std::optional<Turning> turning_of(const CurveSample& lost, const Yardstick& yardstick);

/// A lost game with the third in which it turned: of the AI that is explained, or of others.
struct Turned {
    int field = 0;
    int third = 0; ///< 0, 1, 2
    bool is_own = false;
};

/// The p-value of "the AI's lost games turn in the same thirds as those of others", for the third
/// that differs most, whenever somebody looks. Fields are the units: their games may be alike.
double thirds_test(const std::vector<Turned>& games);

} // namespace referee
