#include "record/rerun/recorded_runs.hpp"

#include "base/bytes.hpp"
#include "match/game_runner.hpp"

#include <algorithm>
#include <cmath>

namespace referee {
namespace {

/// More than the size limit of an AI's files.
constexpr std::size_t max_unpacked_bytes = 64U << 20U;

/// Follows the lines of a record while the game is replayed.
class Visitor {
  public:
    Visitor(const RecordedGame& game, const std::function<void(const RecordedRun&)>& visit)
        : moves_(game.moves), visit_(visit) {}

    /// Visits the runs that follow on this position.
    void go_on(const Position& position) {
        for (; next_ < moves_.size() && moves_[next_].is_preparation; ++next_) {
            visit_({next_, position, moves_.subspan(next_, 1)});
        }
        const std::span<const Seat> movers = position.players_to_move();
        if (movers.empty() || moves_.size() - next_ < movers.size()) {
            return; // over, or interrupted within a turn
        }
        const std::span<const RecordedMove> turn = moves_.subspan(next_, movers.size());
        for (std::size_t i = 0; i < movers.size(); ++i) {
            if (turn[i].seat != movers[i] || turn[i].turn != position.turn() ||
                turn[i].is_preparation) {
                return; // the replay will report it
            }
        }
        for (std::size_t i = 0; i < movers.size(); ++i) {
            visit_({next_ + i, position, turn});
        }
        next_ += movers.size();
    }

  private:
    std::span<const RecordedMove> moves_;
    const std::function<void(const RecordedRun&)>& visit_;
    std::size_t next_ = 0;
};

bool is_seat_of(const RecordedGame& game, Seat seat) {
    return seat >= 1 && seat <= max_seats && seat <= static_cast<Seat>(game.names.size());
}

std::int64_t nanoseconds_of(double wall_ms) {
    constexpr double week = 7.0 * 24 * 3'600'000;
    return std::llround(std::clamp(wall_ms, 0.0, week) * 1000) * 1000;
}

} // namespace

std::vector<Difference> visit_runs(
    const LoadedField& field, const RecordedGame& game,
    const std::function<void(const RecordedRun&)>& visit) {
    Visitor visitor(game, visit);
    return replay_game(
               field, game,
               [&](const Position& position, std::span<const RecordedMove>, bool is_step) {
                   if (!is_step) {
                       visitor.go_on(position);
                   }
               })
        .differences;
}

std::vector<MatchFacts> facts_of(const RecordedGame& game, std::string_view field_sha256) {
    std::vector<MatchFacts> facts;
    SeatArray<std::int64_t> last_wall_ns;
    SeatArray<Fault> last_faults;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        const RecordedMove& move = game.moves[i];
        MatchFacts told;
        if (game.from && i == game.from->moves) {
            last_wall_ns = {}; // others played until here
            last_faults = {};
        }
        if (is_seat_of(game, move.seat)) {
            told.phase = move.is_preparation ? Phase::prepare : Phase::move;
            told.turn = move.turn;
            told.limit = std::chrono::milliseconds(move.limit_ms);
            told.last_wall_ns = last_wall_ns[move.seat];
            told.last_fault = last_faults[move.seat];
            told.seed = move_seed(game.seed, field_sha256, move.seat, move.turn);
            told.has_clock =
                game.has_clock && !game.seats[static_cast<std::size_t>(move.seat - 1)].limit_ms;
            last_wall_ns[move.seat] = nanoseconds_of(move.wall_ms);
            last_faults[move.seat] = move.fault;
        }
        facts.push_back(told);
    }
    return facts;
}

MatchFile match_file_of(const RecordedGame& game) {
    std::vector<std::string> told_names;
    for (const RecordedSeat& seat : game.seats) {
        if (!seat.told_name.empty()) {
            told_names.push_back(told_name(seat.told_name));
        }
    }
    if (told_names.size() != game.seats.size()) {
        told_names.clear();
    }
    const Teams teams(static_cast<int>(game.seats.size()), game.teams);
    return MatchFile(game.game, teams, game.points, told_names);
}

bool is_first_run(const RecordedGame& game, std::size_t index) {
    const std::size_t first = std::min(game.from ? game.from->moves : 0, index);
    return std::none_of(
        game.moves.begin() + static_cast<std::ptrdiff_t>(first),
        game.moves.begin() + static_cast<std::ptrdiff_t>(index),
        [&](const RecordedMove& move) { return move.seat == game.moves[index].seat; });
}

std::optional<std::string> memory_before(const RecordedGame& game, std::size_t index) {
    if (is_first_run(game, index)) {
        return "";
    }
    if (!game.has_memory) {
        return std::nullopt;
    }
    const std::size_t first = game.from ? game.from->moves : 0;
    for (std::size_t i = index; i-- > first;) {
        const RecordedMove& move = game.moves[i];
        if (move.seat != game.moves[index].seat || !move.memory) {
            continue; // another seat's, or unchanged since the previous run
        }
        if (move.memory_is_lost || move.memory->empty()) {
            return move.memory_is_lost ? std::nullopt : std::optional<std::string>("");
        }
        const std::optional<std::string> packed = from_base64(*move.memory);
        return packed ? gunzip(*packed, max_unpacked_bytes) : std::nullopt;
    }
    return ""; // never written
}

std::uint32_t environment_seed(
    const RecordedGame& game, const std::vector<MatchFacts>& facts, std::size_t index) {
    const Seat seat = game.moves[index].seat;
    for (std::size_t i = index + 1; i-- > 0;) {
        if (game.moves[i].seat == seat && game.moves[i].starts) {
            return facts[i].seed;
        }
    }
    return facts[index].seed;
}

Effect effect_in(const RecordedRun& run, const RecordedMove& move, const Answer& answer) {
    Effect own;
    own.fault = answer.fault;
    if (move.is_preparation) {
        return own;
    }
    std::vector<Answer> answers;
    std::size_t place = 0;
    for (const RecordedMove& other : run.answers) {
        if (other.seat == answer.seat) {
            place = answers.size();
        }
        answers.push_back(other.seat == answer.seat ? answer : answer_of(other));
    }
    return run.position.clone()->apply(answers, {})[place];
}

} // namespace referee
