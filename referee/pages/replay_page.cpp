#include "pages/replay_page.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "pages/frames.hpp"
#include "pages/page.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace referee {

std::vector<Difference> ReplayPage::add(const std::string& path, const RecordedGame& game) {
    if (!game_name_.empty() && game.game != game_name_) {
        throw UserError(fmt::format(
            "{}:{}: a game of {} after games of {}; choose one with --game", path, game.line,
            game.game, game_name_));
    }
    game_name_ = game.game;
    std::vector<RecordedMove> preparations;
    std::copy_if(
        game.moves.begin(), game.moves.end(), std::back_inserter(preparations),
        [](const RecordedMove& move) { return move.is_preparation; });
    FrameLines lines(
        game_named(game.game).info(), static_cast<int>(game.names.size()), std::nullopt,
        has_errors_);
    std::string text;
    const Replay replay = replay_game(
        path, game,
        [&](const Position& position, std::span<const RecordedMove> moves, bool is_step) {
            if (is_step) {
                lines.step(position);
            } else {
                // Runs before the first move belong to the start.
                text += lines.turn(position, text.empty() ? preparations : moves) + "\n";
            }
        });
    text += FrameLines::end(game.result, replay.differences) + "\n";
    games_.push_back(base64(gzip(text)));
    if (title_.empty()) {
        title_ = fmt::format("{} on {}", game.game, game.field_name);
    }
    index_ += (index_.empty() ? "" : ",") + page_text(page_json(game), true);
    return replay.differences;
}

std::vector<std::pair<std::string, std::string>> ReplayPage::data() const {
    std::vector<std::pair<std::string, std::string>> parts{
        {"match", fmt::format(
                      R"({{"game":{},"games":[{}]}})",
                      page_text(page_json(game_named(game_name_).info()), true), index_)}};
    for (std::size_t i = 0; i < games_.size(); ++i) {
        parts.emplace_back(fmt::format("game-{}", i + 1), games_[i]);
    }
    return parts;
}

std::string ReplayPage::html() const {
    std::string data;
    for (const auto& [id, text] : this->data()) {
        data += fmt::format(
            "<script type=\"{}\" id=\"{}\">{}</script>\n",
            id == "match" ? "application/json" : "text/plain", id, script_safe(text));
    }
    return page_of(title_, game_name_, data, PageKind::file);
}

} // namespace referee
