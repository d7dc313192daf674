#include "pages/replay_page.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "pages/frames.hpp"
#include "pages/page.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace referee {

namespace {

/// What the page needs to play the game by the rules again: web/wasm/verification.js reads it.
std::string record_text(const RecordedGame& game) {
    using Json = nlohmann::ordered_json;
    Json moves = Json::array();
    for (const RecordedMove& move : game.moves) {
        if (move.is_preparation) {
            continue;
        }
        Json json{{"turn", move.turn}, {"seat", move.seat}, {"effect", move.effect}};
        json["move"] = move.move_is_whole ? Json(move.move) : Json();
        json["fault"] = move.fault == Fault::none ? Json() : Json(name_of(move.fault));
        if (!move.comment.empty()) {
            json["comment"] = move.comment;
        }
        if (!move.state.empty()) {
            json["state"] = move.state;
        }
        moves.push_back(std::move(json));
    }
    Json result;
    if (!game.result.empty()) {
        const RecordedResult& end = game.result[0];
        result = {
            {"ranks", end.ranks},
            {"scores", end.scores},
            {"reason", end.reason},
            {"state", end.state}};
        if (end.ended_by != EndedBy::rules) {
            result["ended_by"] = name_of(end.ended_by);
        }
    }
    return page_text(
        {{"game", game.game},
         {"number", game.number},
         {"field", game.field_name},
         {"text", game.field_text},
         {"sha256", game.field_sha256},
         {"names", game.names},
         {"points", game.points},
         {"limit_ms", game.limit_ms},
         {"moves", moves},
         {"result", result}});
}

} // namespace

void ReplayPage::run_modules(std::string elements) {
    has_records_ = true;
    elements_ = std::move(elements);
}

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
    const GameInfo& info = game_named(game.game).info();
    const auto seats = static_cast<int>(game.names.size());
    FrameLines lines(
        info, seats, std::nullopt, has_errors_, Judge::of(info, seats, game.field_text));
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
    text += FrameLines::end(
                game.result, replay.differences, lines.story(game, game.result), &lines.line()) +
            "\n";
    games_.push_back(base64(gzip(text)));
    if (has_records_) {
        records_.push_back(base64(gzip(record_text(game) + "\n")));
    }
    if (title_.empty()) {
        rules_ = rules_of(game_named(game.game).info(), game);
        title_ = fmt::format("{} on {}", game.game, game.field_name);
    }
    index_ += (index_.empty() ? "" : ",") + page_text(page_json(game, rules_), true);
    return replay.differences;
}

std::vector<std::pair<std::string, std::string>> ReplayPage::data() const {
    std::vector<std::pair<std::string, std::string>> parts{
        {"match", fmt::format(
                      R"({{"game":{},"games":[{}]}})",
                      page_text(page_json(game_named(game_name_).info(), rules_), true), index_)}};
    for (std::size_t i = 0; i < games_.size(); ++i) {
        parts.emplace_back(fmt::format("game-{}", i + 1), games_[i]);
    }
    for (std::size_t i = 0; i < records_.size(); ++i) {
        parts.emplace_back(fmt::format("record-{}", i + 1), records_[i]);
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
    return page_of(
        title_, game_name_, data + elements_, has_records_ ? PageKind::modules : PageKind::file);
}

} // namespace referee
