#include "view/replay_page.hpp"

#include "error.hpp"
#include "view/json_patch.hpp"
#include "view/page_parts.hpp"
#include "view/web_files.hpp"

#include <cmath>
#include <fmt/format.h>

namespace referee {
namespace {

using Json = nlohmann::ordered_json;

/// Digits beyond the third say nothing about a move's time.
double rounded(double milliseconds) {
    const double unit = std::pow(10, std::floor(std::log10(std::max(milliseconds, 0.1))) - 2);
    return std::round(std::round(milliseconds / unit) * unit * 1000) / 1000;
}

Json json_of(const RecordedMove& move, bool has_errors) {
    Json json{{"seat", move.seat}, {"ms", rounded(move.wall_ms)}};
    const auto add = [&](const char* key, const std::string& text) {
        if (!text.empty()) {
            json[key] = text;
        }
    };
    if (move.is_preparation) {
        json["phase"] = "prepare";
    }
    add("effect", move.effect);
    if (move.fault != Fault::none) {
        json["fault"] = name_of(move.fault);
        add("move", move.move);
    }
    if (has_errors) {
        add("reason", move.reason);
        add("errors", move.errors);
    }
    add("comment", move.comment);
    add("notes", move.notes);
    return json;
}

/// The lines of a game: a head, a line for the start and for each turn, the end. They are what
/// web/source.js reads.
class GameLines {
  public:
    GameLines(const RecordedGame& game, bool has_errors)
        : game_(game), has_errors_(has_errors), info_(game_named(game.game).info()),
          has_drawing_(!web_file(fmt::format("games/{}.js", game.game)).empty()),
          is_out_(game.names.size()) {}

    void watch(const Position& position, std::span<const RecordedMove> moves, bool is_step) {
        Json frame = Json::parse(position.to_json());
        if (!has_drawing_) {
            frame["picture"] = position.render(false);
        }
        if (frames_.empty() || frame != last_) {
            frames_.push_back(last_.is_null() ? Json::array({frame}) : patch_between(last_, frame));
            last_ = std::move(frame);
        }
        if (is_step) {
            return;
        }
        Json entry{{"turn", moves.empty() ? position.turn() : moves.front().turn}};
        entry["moves"] = moves_of(moves);
        for (Seat seat = 1; seat <= static_cast<Seat>(is_out_.size()); ++seat) {
            if (position.is_eliminated(seat) && !is_out_[seat - 1]) {
                is_out_[seat - 1] = true;
                entry["out"].push_back(seat);
            }
        }
        entry["frames"] = std::move(frames_);
        frames_ = Json::array();
        lines_ += dump(entry) + "\n";
    }

    std::string finish(const Replay& replay) {
        Json end = Json::object();
        if (!game_.result.empty()) {
            const RecordedResult& result = game_.result[0];
            end["ranks"] = result.ranks;
            end["scores"] = result.scores;
            end["reason"] = result.reason;
        }
        for (const Difference& difference : replay.differences) {
            end["differences"].push_back(
                fmt::format("line {}: {}", difference.line, difference.what));
        }
        return lines_ + dump(end) + "\n";
    }

  private:
    /// What was asked before the first move belongs to the start.
    Json moves_of(std::span<const RecordedMove> moves) const {
        Json json = Json::array();
        if (lines_.empty()) {
            for (const RecordedMove& move : game_.moves) {
                if (move.is_preparation) {
                    json.push_back(json_of(move, has_errors_));
                }
            }
        }
        for (const RecordedMove& move : moves) {
            json.push_back(json_of(move, has_errors_));
        }
        return json;
    }

    static std::string dump(const Json& json) {
        return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    }

    const RecordedGame& game_;
    bool has_errors_;
    const GameInfo& info_;
    bool has_drawing_;
    std::vector<bool> is_out_;
    Json last_;
    Json frames_ = Json::array();
    std::string lines_;
};

} // namespace

std::vector<Difference> ReplayPage::add(const std::string& path, const RecordedGame& game) {
    if (!game_name_.empty() && game.game != game_name_) {
        throw UserError(fmt::format(
            "{}:{}: a game of {} after games of {}; choose one with --game", path, game.line,
            game.game, game_name_));
    }
    game_name_ = game.game;
    GameLines lines(game, has_errors_);
    const Replay replay = replay_game(
        path, game,
        [&](const Position& position, std::span<const RecordedMove> moves, bool is_step) {
            lines.watch(position, moves, is_step);
        });
    const std::string text = lines.finish(replay);
    games_.push_back(base64(gzip(text)));
    Json head{{"number", game.number}, {"field", game.field_name}, {"names", game.names}};
    if (!game.result.empty()) {
        head["ranks"] = game.result[0].ranks;
        head["scores"] = game.result[0].scores;
        head["reason"] = game.result[0].reason;
    }
    if (title_.empty()) {
        title_ = fmt::format("{} on {}", game.game, game.field_name);
    }
    index_ +=
        (index_.empty() ? "" : ",") + head.dump(-1, ' ', true, Json::error_handler_t::replace);
    return replay.differences;
}

std::vector<std::pair<std::string, std::string>> ReplayPage::data() const {
    const GameInfo& info = game_named(game_name_).info();
    const Json game{
        {"name", info.name},
        {"title", info.title},
        {"simultaneous", info.simultaneous},
        {"measures", std::vector<std::string>(info.measures.begin(), info.measures.end())}};
    std::vector<std::pair<std::string, std::string>> parts{
        {"match", fmt::format(R"({{"game":{},"games":[{}]}})", game.dump(-1, ' ', true), index_)}};
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
    return page_of(title_, game_name_, data);
}

} // namespace referee
