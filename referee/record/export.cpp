#include "record/export.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "game/export.hpp"

#include <fmt/format.h>

namespace referee {

namespace {

/// A UUID made from the field, the AIs and their moves, so that it is the same in each export.
std::string id_of(const RecordedGame& game) {
    std::string text = fmt::format("{}\n{}\n", game.field_sha256, game.number);
    for (const std::string& name : game.names) {
        text += name + "\n";
    }
    for (const RecordedMove& move : game.moves) {
        text += move.effect + "\n";
    }
    const std::string hash = sha256(text);
    return fmt::format(
        "{}-{}-{}-{}-{}", hash.substr(0, 8), hash.substr(8, 4), hash.substr(12, 4),
        hash.substr(16, 4), hash.substr(20, 12));
}

} // namespace

std::string exportable_games() {
    std::string names;
    for (const Game* game : built_in_games()) {
        if (!game->info().export_format.empty()) {
            names += (names.empty() ? "" : ", ") + std::string(game->info().name);
        }
    }
    return names;
}

std::vector<std::string>
export_game(const std::string& path, const RecordedGame& game, Replay& replay) {
    const LoadedField field = field_of(path, game);
    if (field.game->info().export_format.empty()) {
        throw UserError(fmt::format(
            "{}: {} has no format of its community; games that have one: {}", path, game.game,
            exportable_games()));
    }
    if (game.result.empty()) {
        throw UserError(fmt::format(
            "{}:{}: game {} was interrupted; only a game with a result can be exported", path,
            game.line, game.number));
    }
    const RecordedResult& result = game.result[0];
    ExportedGame exported{id_of(game), game.names, game.limit_ms, {}};
    std::vector<std::string> lines;
    std::string last;
    replay = replay_game(
        field, game,
        [&](const Position& position, std::span<const RecordedMove> moves, bool is_step) {
            if (is_step) {
                return;
            }
            const auto& exportable = dynamic_cast<const Exportable&>(position);
            for (const RecordedMove& move : moves) {
                exported.last_ms.at(static_cast<std::size_t>(move.seat - 1)) =
                    static_cast<std::int64_t>(move.wall_ms);
            }
            if (lines.empty()) {
                lines.push_back(exportable.export_head(exported));
            }
            lines.push_back(exportable.export_position(exported));
            last = exportable.export_result(exported, result.ranks);
        });
    if (!replay.differences.empty()) {
        return {};
    }
    lines.push_back(last);
    return lines;
}

} // namespace referee
