#pragma once

/// The judge's line of a game: the chances after each turn, and what each move lost. Stories,
/// pages, terminal and JSON have it from here.

#include "judge/judge.hpp"
#include "record/record.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace referee {

/// How bad a move was: its loss is at least that of the mark.
enum class MoveMark { none, doubtful, mistake, blunder };

constexpr auto enum_names(MoveMark) {
    return std::to_array<std::string_view>({"none", "doubtful", "mistake", "blunder"});
}

/// "?!", "?", "??"
std::string_view shape_of(MoveMark mark);

MoveMark mark_of(double loss);

/// How far a player's chance fell in a turn in which it moved. Luck counts too, and, where several
/// move at once, what the others did.
struct Loss {
    int turn = 0; ///< as in match.dat
    Seat seat = 1;
    double loss = 0; ///< above 0
};

/// The moves of a seat.
struct SeatLosses {
    int moves = 0;           ///< of which the loss is known
    double sum = 0;          ///< of losses
    std::vector<Loss> worst; ///< the largest three, the largest first
    double mean() const { return moves > 0 ? sum / moves : 0; }
};

/// Turns in which one seat alone moved, one after the other, or a single turn: indexes of a line.
struct Stint {
    std::size_t first = 0;
    std::size_t last = 0;
    Seat mover = 0; ///< 0: several
};

class ChanceLine {
  public:
    /// Without a judge there are no chances. The info must outlive this.
    ChanceLine(const GameInfo& info, int seats, std::optional<Judge> judge);

    /// The start (without moves), or a turn: its moves and what they led to. `frame` is what
    /// Position::to_json() or frame_for() says of it.
    void turn(
        const Position& position, std::span<const RecordedMove> moves,
        const nlohmann::ordered_json& frame);

    /// By place, after the turn with that index (0: the start); nothing if there is no judge, or if
    /// the frame didn't tell enough.
    const std::optional<std::vector<double>>& at(std::size_t index) const { return line_[index]; }
    std::size_t size() const { return line_.size(); }
    /// True if there are chances at all.
    bool is_known() const;
    /// What the seat lost in the turn taken last; 0 if it didn't move, or nothing is known.
    double last_loss(Seat seat) const { return last_[static_cast<std::size_t>(seat - 1)]; }
    const std::vector<SeatLosses>& by_seat() const { return seats_; }
    /// All turns after the start.
    std::vector<Stint> stints() const;
    /// How far the chances moved in it, at most; 0 if they aren't known.
    double swing(const Stint& stint) const;
    /// How far the chance of that place rose in it; 0 if it isn't known.
    double rise(const Stint& stint, std::size_t place) const;
    /// Where the game turned: for that place, in which its chance fell most; without a place for
    /// the winner, in which it rose most. Of two these are the same. Where nobody alone has won, or
    /// the match decides, it is what moved the chances most. The first one of equals; nothing if
    /// none moved. Stories and `report --explain` have it from here.
    std::optional<Stint>
    turning(const RecordedResult* result, std::optional<std::size_t> place = {}) const;
    const Teams& teams() const { return teams_; }
    /// How far to trust it; null without a judge.
    const JudgeCalibration* calibration() const {
        return judge_ ? &judge_->table().held_out : nullptr;
    }

  private:
    std::optional<Judge> judge_;
    Teams teams_;
    bool match_decides_;
    std::vector<Seat> movers_; ///< by index: who moved alone; 0: several
    std::vector<std::optional<std::vector<double>>> line_;
    std::vector<double> last_; ///< by seat
    std::vector<SeatLosses> seats_;
};

/// {"error": 0.02, "games": 512, "players": [{"seat": 1, "moves": 40, "loss": 0.012, "worst":
/// [{"turn": 17, "loss": 0.31, "mark": "blunder"}, …]}, …]}; null if there are no chances.
nlohmann::ordered_json losses_json(const ChanceLine& line);

/// The judge's line of a recorded game, replayed by the rules, with the turn of each index. Throws
/// UserError as replay_game() does.
std::pair<ChanceLine, std::vector<int>>
chances_of(const std::string& path, const RecordedGame& game);

} // namespace referee
