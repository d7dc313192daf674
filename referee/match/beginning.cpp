#include "match/beginning.hpp"

#include "error.hpp"
#include "field/utf8.hpp"
#include "match/replay.hpp"

#include <fmt/format.h>
#include <fstream>

namespace referee {
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
