#include "view/frame_lines.hpp"

#include "view/json_patch.hpp"
#include "view/web_files.hpp"

#include <cmath>
#include <fmt/format.h>

namespace referee {
namespace {

using Json = nlohmann::ordered_json;

/// Digits beyond the third are meaningless in a move's time.
double rounded(double milliseconds) {
    const double unit = std::pow(10, std::floor(std::log10(std::max(milliseconds, 0.1))) - 2);
    return std::round(std::round(milliseconds / unit) * unit * 1000) / 1000;
}

/// Another AI's analysis of a move.
Json analysis_json(const RecordedAnalysis& analysis, const RecordedMove& move) {
    Json json{{"name", analysis.name}, {"ms", rounded(analysis.wall_ms)}};
    if (analysis.fault == move.fault && analysis.effect == move.effect) {
        json["same"] = true;
    }
    if (!analysis.effect.empty()) {
        json["effect"] = analysis.effect;
    }
    if (analysis.fault != Fault::none) {
        json["fault"] = name_of(analysis.fault);
        json["reason"] = analysis.reason;
    }
    if (!analysis.notes.empty()) {
        json["notes"] = analysis.notes;
    }
    return json;
}

void add_result(Json& json, const std::vector<RecordedResult>& result) {
    if (!result.empty()) {
        json["ranks"] = result[0].ranks;
        json["scores"] = result[0].scores;
        json["reason"] = result[0].reason;
    }
}

} // namespace

Json page_json(const GameInfo& info) {
    return {
        {"name", info.name},
        {"title", info.title},
        {"simultaneous", info.simultaneous},
        {"measures", std::vector<std::string>(info.measures.begin(), info.measures.end())}};
}

Json page_json(const RecordedGame& game) {
    Json head{{"number", game.number}, {"field", game.field_name}, {"names", game.names}};
    if (game.from) {
        head["from"] = {
            {"record", game.from->record},
            {"game", game.from->game},
            {"turn", game.from->turn},
            {"names", game.from->names}};
    }
    add_result(head, game.result);
    return head;
}

std::string page_text(const Json& json, bool ascii) {
    return json.dump(-1, ' ', ascii, Json::error_handler_t::replace);
}

FrameLines::FrameLines(const GameInfo& info, int seats, bool has_people, bool has_errors)
    : has_people_(has_people), has_errors_(has_errors),
      has_drawing_(!web_file(fmt::format("games/{}.js", info.name)).empty()),
      is_out_(static_cast<std::size_t>(seats)) {}

Json FrameLines::json_of(const RecordedMove& move) const {
    Json json{{"seat", move.seat}, {"ms", rounded(move.wall_ms)}};
    const auto add = [&](const char* key, const std::string& text) {
        if (!text.empty()) {
            json[key] = text;
        }
    };
    if (move.is_preparation) {
        json["phase"] = "prepare";
    }
    if (move.fault != Fault::none) {
        json["fault"] = name_of(move.fault);
    }
    if (has_people_) {
        return json;
    }
    add("effect", move.effect);
    if (move.fault != Fault::none) {
        add("move", move.move);
    }
    if (has_errors_) {
        add("reason", move.reason);
        add("errors", move.errors);
    }
    add("comment", move.comment);
    add("notes", move.notes);
    for (const RecordedAnalysis& analysis : move.analyses) {
        json["analyses"].push_back(analysis_json(analysis, move));
    }
    return json;
}

void FrameLines::step(const Position& position) {
    const std::string text = has_people_ ? position.to_public_json() : position.to_json();
    if (text.empty()) {
        return;
    }
    Json frame = Json::parse(text);
    // The terminal's picture may reveal more than the state files.
    if (!has_drawing_ && (!has_people_ || text == position.to_json())) {
        frame["picture"] = position.render(false);
    }
    if (frames_.empty() || frame != last_) {
        frames_.push_back(last_.is_null() ? Json::array({frame}) : patch_between(last_, frame));
        last_ = std::move(frame);
    }
}

std::string FrameLines::turn(const Position& position, std::span<const RecordedMove> moves) {
    const bool is_start = moves.empty() || moves.front().is_preparation;
    step(position);
    Json entry{{"turn", is_start ? position.turn() : moves.front().turn}, {"moves", Json::array()}};
    for (const RecordedMove& move : moves) {
        entry["moves"].push_back(json_of(move));
    }
    for (Seat seat = 1; seat <= static_cast<Seat>(is_out_.size()); ++seat) {
        if (position.is_eliminated(seat) && !is_out_[seat - 1]) {
            is_out_[seat - 1] = true;
            entry["out"].push_back(seat);
        }
    }
    entry["frames"] = std::exchange(frames_, Json::array());
    return page_text(entry);
}

std::string FrameLines::more(const RecordedMove& move) const {
    return page_text(
        {{"turn", move.turn}, {"moves", Json::array({json_of(move)})}, {"frames", Json::array()}});
}

std::string FrameLines::end(
    const std::vector<RecordedResult>& result, const std::vector<Difference>& differences) {
    Json end = Json::object();
    add_result(end, result);
    for (const Difference& difference : differences) {
        end["differences"].push_back(fmt::format("line {}: {}", difference.line, difference.what));
    }
    return page_text(end);
}

} // namespace referee
