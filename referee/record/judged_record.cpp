#include "record/judged_record.hpp"

#include "record/replay.hpp"

#include <nlohmann/json.hpp>

namespace referee {

std::optional<JudgedGame> judged_game(const std::string& path, const RecordedGame& game) {
    if (game.result.empty()) {
        return std::nullopt;
    }
    const LoadedField field = field_of(path, game);
    const GameInfo& info = field.game->info();
    const Teams teams = field.teams();
    JudgedGame judged;
    judged.field = game.field_sha256;
    for (const Parameter& parameter : info.parameters) {
        if (parameter.ends_game) {
            judged.limits[parameter.name] = parameter_of(info, game.field_text, parameter.name);
        }
    }
    // The turns are known beforehand, so that only what is kept is described.
    std::size_t turns = 1;
    int last_turn = -1;
    for (const RecordedMove& move : game.moves) {
        if (!move.is_preparation && move.turn != last_turn) {
            last_turn = move.turn;
            ++turns;
        }
    }
    // Odd, so that not always the same one of two is to move.
    const std::size_t step = (turns + max_judged_positions - 1) / max_judged_positions | 1;
    std::size_t index = 0;
    const Replay replay = replay_game(
        field, game, [&](const Position& position, std::span<const RecordedMove>, bool is_step) {
            if (is_step) {
                return;
            }
            judged.turns = std::max(judged.turns, position.turn());
            if (index++ % step == 0 && !position.players_to_move().empty()) {
                judged.positions.push_back(judged_position(
                    info, teams, position,
                    nlohmann::ordered_json::parse(position.to_json(), nullptr, false)));
            }
        });
    if (!replay.differences.empty() || judged.positions.empty()) {
        return std::nullopt;
    }
    const RecordedResult& result = game.result[0];
    Ending ending{result.ranks, result.scores, result.no_winner, result.reason, result.ended_by};
    judged.shares = win_shares(info, teams, ending);
    judged.scores = teams.by_place(ending).scores;
    return judged;
}

} // namespace referee
