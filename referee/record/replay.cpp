#include "record/replay.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace referee {

Answer answer_of(const RecordedMove& move) {
    const bool was_judged = move.fault == Fault::none || move.fault == Fault::illegal;
    if (move.move_is_whole && (was_judged || move.fault == Fault::bad_result)) {
        return {move.seat, Fault::none, move.move};
    }
    return {move.seat, was_judged ? Fault::none : move.fault, move.effect};
}

GameReplay::GameReplay(
    const LoadedField& field, const RecordedGame& head, ReplayWatcher watcher,
    bool shows_difference)
    : watcher_(std::move(watcher)), shows_difference_(shows_difference),
      seats_(field.field->seats()), has_game_time_(head.game_ms > 0),
      position_(field.field->start()) {
    if (field.sha256 != head.field_sha256) {
        differ(head.line, "the field does not match its SHA-256");
    } else if (field.game->info().name != head.game) {
        differ(head.line, fmt::format("the field is of {}", field.game->info().name));
    } else if (static_cast<int>(head.names.size()) != field.field->seats()) {
        differ(head.line, "the field has a different number of seats");
    } else {
        watch({});
    }
}

void GameReplay::add(const RecordedMove& move) {
    if (move.is_preparation || !replay_.differences.empty()) {
        return;
    }
    const std::size_t count = position_->players_to_move().size();
    if (count == 0) {
        differ(move.line, "the game is over before this move");
        return;
    }
    moves_.push_back(move);
    if (moves_.size() == count) {
        play_turn();
        moves_.clear();
    }
}

void GameReplay::differ(int line, std::string what) {
    replay_.differences.push_back({line, std::move(what)});
}

void GameReplay::watch(std::span<const RecordedMove> moves) const {
    if (watcher_) {
        watcher_(*position_, moves, false);
    }
}

void GameReplay::play_turn() {
    const int turn = position_->turn();
    const std::vector<Seat> movers(
        position_->players_to_move().begin(), position_->players_to_move().end());
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        if (moves_[i].turn != turn || moves_[i].seat != movers[i]) {
            differ(
                moves_[i].line, fmt::format(
                                    "turn {}, seat {} is recorded, but it is turn {}, seat {}",
                                    moves_[i].turn, moves_[i].seat, turn, movers[i]));
            return;
        }
        answers.push_back(answer_of(moves_[i]));
    }
    const auto step = [&] { watcher_(*position_, moves_, true); };
    const std::vector<Effect> effects =
        position_->apply(answers, watcher_ ? StepWatcher(step) : StepWatcher());
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        compare(moves_[i], effects[i]);
    }
    compare_state(moves_.back());
    ++replay_.turns;
    if (shows_difference_ || replay_.differences.empty()) {
        watch(moves_);
    }
}

void GameReplay::compare(const RecordedMove& move, const Effect& effect) {
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

void GameReplay::compare_state(const RecordedMove& move) {
    const std::string hash = sha256(position_->canonical_text());
    if (replay_.differences.empty() && hash.substr(0, move.state.size()) != move.state) {
        differ(
            move.line,
            fmt::format("turn {}: the state after it differs from the record", move.turn));
    }
}

/// How the game ended by the rules; where the record says that its time was over, by the ranks that
/// the rules give then. Times aren't repeated, so nobody can say whether it was.
std::optional<Ending> GameReplay::ending_for(const RecordedResult& result) const {
    const std::optional<Ending> ending = position_->ending();
    if (ending || result.ended_by != EndedBy::game_time || !has_game_time_) {
        return ending;
    }
    Ending limited =
        ended_by_limit(position_->ranks_now(), seats_, EndedBy::game_time, result.reason);
    limited.reason = result.reason; // it names the times
    return limited;
}

void GameReplay::add(const RecordedResult& result) {
    if (!replay_.differences.empty()) {
        return;
    }
    const std::optional<Ending> ending = ending_for(result);
    replay_.is_finished = true;
    if (!ending) {
        differ(
            result.line,
            fmt::format(
                "the record has a result, but the game goes on after turn {}", position_->turn()));
    } else if (
        ending->ranks != result.ranks || ending->scores != result.scores ||
        ending->reason != result.reason || ending->ended_by != result.ended_by ||
        (result.no_winner && !ending->no_winner)) {
        differ(result.line, "the moves lead to a different result");
    } else if (sha256(position_->canonical_text()) != result.state) {
        differ(result.line, "the final state differs from the record");
    }
}

namespace {

Replay replay(
    const LoadedField& field, const RecordedGame& game, const ReplayWatcher& watcher,
    bool shows_difference) {
    GameReplay replay(field, game, watcher, shows_difference);
    for (const RecordedMove& move : game.moves) {
        replay.add(move);
    }
    if (!game.result.empty()) {
        replay.add(game.result[0]);
    }
    return replay.replay();
}

} // namespace

Replay
replay_game(const std::string& path, const RecordedGame& game, const ReplayWatcher& watcher) {
    return replay(field_of(path, game), game, watcher, true);
}

Replay
replay_game(const LoadedField& field, const RecordedGame& game, const ReplayWatcher& watcher) {
    return replay(field, game, watcher, false);
}

LoadedField field_of(const std::string& path, const RecordedGame& game) {
    LoadedField field = load_field(
        fmt::format("{}:{}: field {}", path, game.line, safe_text(game.field_name)),
        game.field_text);
    // It becomes part of the names of logs, so it must not lead to another folder.
    field.name = std::filesystem::path(game.field_name).filename().string();
    return field;
}

namespace {

/// The lines of a file from `first` to `last`, inclusive, counted from 1.
std::vector<std::string> lines_between(const std::string& path, int first, int last) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::string> lines;
    std::string line;
    for (int number = 1; number <= last && std::getline(file, line); ++number) {
        if (number >= first) {
            lines.push_back(safe_json(line));
        }
    }
    return lines;
}

} // namespace

Beginning beginning_at(const std::string& path, const RecordedGame& game, int turn) {
    Beginning begin{field_of(path, game), nullptr, path, game.number, game.names, {}};
    int first_turn = 0;
    int last_turn = -1;
    int last_line = game.line; // of the moves before the turn
    const Replay replay = replay_game(
        begin.field, game,
        [&](const Position& position, std::span<const RecordedMove> moves, bool is_step) {
            if (is_step || position.players_to_move().empty()) {
                return;
            }
            first_turn = last_turn < 0 ? position.turn() : first_turn;
            last_turn = position.turn();
            if (position.turn() == turn) {
                begin.position = position.clone();
                last_line = moves.empty() ? game.line : moves.back().line;
            }
        });
    if (!begin.position && !replay.differences.empty()) {
        throw UserError(fmt::format(
            "{}:{}: {}; the record can be used only up to this point", path,
            replay.differences[0].line, replay.differences[0].what));
    }
    if (!begin.position) {
        throw UserError(fmt::format(
            "{}:{}: game {} has no turn {}; its turns are {} to {}", path, game.line, game.number,
            turn, first_turn, last_turn));
    }
    begin.lines = lines_between(path, game.line + 1, last_line);
    return begin;
}

} // namespace referee
