#include "match/replay.hpp"

#include "error.hpp"
#include "field/sha256.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace referee {

Answer answer_of(const RecordedMove& move) {
    const bool was_judged = move.fault == Fault::none || move.fault == Fault::illegal;
    if (move.move_is_whole && (was_judged || move.fault == Fault::bad_result)) {
        return {move.seat, Fault::none, move.move};
    }
    return {move.seat, was_judged ? Fault::none : move.fault, move.effect};
}

namespace {

class Replayer {
  public:
    Replayer(
        const LoadedField& field, const RecordedGame& game, const ReplayWatcher& watcher,
        bool shows_difference)
        : game_(game), watcher_(watcher), shows_difference_(shows_difference), field_(field),
          position_(field_.field->start()) {}

    Replay replay() {
        if (field_.sha256 != game_.field_sha256) {
            differ(game_.line, "the field does not match its SHA-256");
            return std::move(replay_);
        }
        if (static_cast<int>(game_.names.size()) != field_.field->seats()) {
            differ(game_.line, "the field has a different number of seats");
            return std::move(replay_);
        }
        watch({});
        std::vector<RecordedMove> moves;
        std::copy_if(
            game_.moves.begin(), game_.moves.end(), std::back_inserter(moves),
            [](const RecordedMove& move) { return !move.is_preparation; });
        std::span<const RecordedMove> rest(moves);
        while (!rest.empty() && replay_.differences.empty()) {
            const std::size_t count = position_->players_to_move().size();
            if (count == 0) {
                differ(rest[0].line, "the game is over before this move");
            } else if (rest.size() < count) {
                break; // interrupted within a turn
            } else {
                turn(rest.first(count));
                rest = rest.subspan(count);
            }
        }
        if (replay_.differences.empty()) {
            compare_result();
        }
        return std::move(replay_);
    }

  private:
    void differ(int line, std::string what) {
        replay_.differences.push_back({line, std::move(what)});
    }

    void watch(std::span<const RecordedMove> moves) const {
        if (watcher_) {
            watcher_(*position_, moves, false);
        }
    }

    void turn(std::span<const RecordedMove> moves) {
        const int turn = position_->turn();
        const std::vector<Seat> movers(
            position_->players_to_move().begin(), position_->players_to_move().end());
        std::vector<Answer> answers;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (moves[i].turn != turn || moves[i].seat != movers[i]) {
                differ(
                    moves[i].line, fmt::format(
                                       "turn {}, seat {} is recorded, but it is turn {}, seat {}",
                                       moves[i].turn, moves[i].seat, turn, movers[i]));
                return;
            }
            answers.push_back(answer_of(moves[i]));
        }
        const auto step = [&] { watcher_(*position_, moves, true); };
        const std::vector<Effect> effects =
            position_->apply(answers, watcher_ ? StepWatcher(step) : StepWatcher());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            compare(moves[i], effects[i]);
        }
        compare_state(moves.back());
        ++replay_.turns;
        if (shows_difference_ || replay_.differences.empty()) {
            watch(moves);
        }
    }

    void compare(const RecordedMove& move, const Effect& effect) {
        if (effect.fault != move.fault) {
            differ(
                move.line, fmt::format(
                               "turn {}: the record has the fault {}, the rules give {}", move.turn,
                               name_of(move.fault), name_of(effect.fault)));
        } else if (effect.text != move.effect) {
            differ(
                move.line, fmt::format(
                               "turn {}: the record has the effect '{}', the rules give '{}'",
                               move.turn, move.effect, effect.text));
        } else if (effect.comment != move.comment) {
            differ(
                move.line, fmt::format(
                               "turn {}: the record has '{}', the rules give '{}'", move.turn,
                               move.comment, effect.comment));
        }
    }

    void compare_state(const RecordedMove& move) {
        const std::string hash = sha256(position_->canonical_text());
        if (replay_.differences.empty() && hash.substr(0, move.state.size()) != move.state) {
            differ(
                move.line,
                fmt::format("turn {}: the state after it differs from the record", move.turn));
        }
    }

    void compare_result() {
        const std::optional<Ending> ending = position_->ending();
        if (game_.result.empty()) {
            return;
        }
        const RecordedResult& result = game_.result[0];
        replay_.is_finished = true;
        if (!ending) {
            differ(
                result.line, fmt::format(
                                 "the record has a result, but the game goes on after turn {}",
                                 position_->turn()));
        } else if (
            ending->ranks != result.ranks || ending->scores != result.scores ||
            ending->reason != result.reason) {
            differ(result.line, "the moves lead to a different result");
        } else if (sha256(position_->canonical_text()) != result.state) {
            differ(result.line, "the final state differs from the record");
        }
    }

    const RecordedGame& game_;
    const ReplayWatcher& watcher_;
    bool shows_difference_; ///< the turn in which record and rules disagree is watched too
    const LoadedField& field_;
    std::unique_ptr<Position> position_;
    Replay replay_;
};

} // namespace

Replay
replay_game(const std::string& path, const RecordedGame& game, const ReplayWatcher& watcher) {
    return Replayer(field_of(path, game), game, watcher, true).replay();
}

Replay
replay_game(const LoadedField& field, const RecordedGame& game, const ReplayWatcher& watcher) {
    return Replayer(field, game, watcher, false).replay();
}

LoadedField field_of(const std::string& path, const RecordedGame& game) {
    LoadedField field = load_field(
        fmt::format("{}:{}: field {}", path, game.line, game.field_name), game.field_text);
    // It becomes part of the names of logs, so it must not lead to another folder.
    field.name = std::filesystem::path(game.field_name).filename().string();
    return field;
}

} // namespace referee
