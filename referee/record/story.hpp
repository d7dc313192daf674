#pragma once

/// The story of a game: a few sentences, each with the turn that it tells of. Where the game has a
/// judge (judge/judge.hpp), they are what moved the chances most, in the words of the game; what
/// moved none isn't told. Elsewhere they are computed
/// from what is known of every game: who went out and why (game/fates.hpp), the measures of frames,
/// of which games name that first which tells most, the values that AIs write into their notes
/// (`@value NAME NUMBER`), faults and the result. Page, terminal and JSON show the same sentences.

#include "game/game.hpp"
#include "record/chances.hpp"
#include "record/record.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A sentence of a story.
struct Moment {
    enum class Kind { start, out, event, measure, lead, value, hope, fault, end };
    Kind kind = Kind::start;
    std::optional<int> turn; ///< as in match.dat, with the moves that made it; none: the start
    Seat seat = 0;           ///< of whom it tells; 0: of no single one
    std::string text;
    /// Of the seat that it tells of, before and after, by the judge.
    std::optional<std::pair<double, double>> chance{};
    bool is_turning = false; ///< the game turned then: ChanceLine::turning()
};

constexpr auto enum_names(Moment::Kind) {
    return std::to_array<std::string_view>(
        {"start", "out", "event", "measure", "lead", "value", "hope", "fault", "end"});
}

/// A story has at most that many sentences.
inline constexpr std::size_t max_moments = 8;
/// With a judge.
inline constexpr std::size_t max_judged_moments = 7;

/// Collects what a story is made of, turn by turn. It keeps a number for each measure, seat and
/// turn.
class StoryTeller {
  public:
    /// Without `knows_all` people play: notes don't count, and of a game with GameInfo::hidden not
    /// why a seat went out. The info must outlive this.
    StoryTeller(
        const GameInfo& info, int seats, bool knows_all = true, std::optional<Judge> judge = {});

    /// The start (without moves), or a turn: its moves and what they led to. `frame` is what
    /// Position::to_json() or frame_for() says of it; other values than objects are ignored.
    void turn(
        const Position& position, std::span<const RecordedMove> moves,
        const nlohmann::ordered_json& frame);

    /// The sentences in the order of their turns: the start, up to six moments in between, and the
    /// end if there is a result. `names` are those of the seats, as text from outside.
    std::vector<Moment> story(
        const std::string& field, const std::vector<std::string>& names,
        const std::vector<RecordedResult>& result) const;

    const ChanceLine& line() const { return line_; }
    /// The moment in which the game turned; null without a judge.
    static const Moment* turning_point(const std::vector<Moment>& story);

  private:
    struct Candidate {
        double weight = 0;
        std::size_t first = 0; ///< index of the turn in which it begins
        std::size_t last = 0;  ///< and of that in which it is complete
        int measure = -1;      ///< only of a change of a measure
        Moment moment;
    };
    using Curve = std::vector<float>; ///< a value for each index of turns_, NaN: none

    std::vector<Moment>
    judged(const std::vector<std::string>& names, const RecordedResult* result) const;
    std::optional<Moment> event_of(const Stint& stint, const std::vector<std::string>& names) const;
    Moment move_of(const Stint& stint, const std::vector<std::string>& names) const;
    double chance_at(Seat seat, std::size_t index) const;
    void add_changes(std::vector<Candidate>& found, const std::vector<std::string>& names) const;
    void add_lead(
        std::vector<Candidate>& found, const std::vector<std::string>& names,
        const std::vector<RecordedResult>& result) const;
    void add_values(std::vector<Candidate>& found, const std::vector<std::string>& names) const;
    void add_hopes(std::vector<Candidate>& found) const;
    void add_events(std::vector<Candidate>& found, const std::vector<std::string>& names) const;
    Moment end_of(const std::vector<std::string>& names, const RecordedResult& result) const;

    struct Out {
        Seat seat = 1;
        std::size_t index = 0;
        std::string fate;
    };
    struct Faults {
        int count = 0;
        std::size_t first = 0;
        Fault kind = Fault::none;
    };

    struct Said {
        Seat seat = 1;
        std::string comment;
        std::string effect;
    };

    const GameInfo& info_;
    int seats_;
    bool knows_all_;
    std::vector<int> turns_;      ///< the turn of each index; that of the start is not used
    std::vector<Curve> measures_; ///< by measure, then by seat
    std::map<std::pair<Seat, std::string>, Curve> values_; ///< by seat and name
    std::vector<Out> outs_;
    std::vector<Faults> faults_; ///< by seat
    std::vector<bool> is_out_;
    ChanceLine line_;
    /// The comments of moves in turns that moved a chance, by index.
    std::map<std::size_t, std::vector<Said>> said_;
};

/// The story of a recorded game, replayed by the rules. Throws UserError as replay_game() does.
std::vector<Moment> story_of(const std::string& path, const RecordedGame& game);

/// [{"turn": 41, "kind": "out", "seat": 2, "text": "…"}, …]; the start has no turn, a sentence
/// about no single seat has no seat.
nlohmann::ordered_json story_json(const std::vector<Moment>& story);

} // namespace referee
