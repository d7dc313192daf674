#include "pages/frames.hpp"

#include "game/registry.hpp"
#include "match/move_files.hpp"
#include "pages/frame.hpp"
#include "pages/page.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>

namespace referee {

namespace {

using ReadJson = nlohmann::ordered_json;

/// Digits beyond the third are meaningless in a move's time.
double rounded(double milliseconds) {
    const double unit = std::pow(10, std::floor(std::log10(std::max(milliseconds, 0.1))) - 2);
    return std::round(std::round(milliseconds / unit) * unit * 1000) / 1000;
}

/// Another AI's analysis of a move.
ReadJson analysis_json(const RecordedAnalysis& analysis, const RecordedMove& move) {
    ReadJson json{{"name", analysis.name}, {"ms", rounded(analysis.wall_ms)}};
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

void add_result(ReadJson& json, const std::vector<RecordedResult>& result) {
    if (!result.empty()) {
        json["ranks"] = result[0].ranks;
        json["scores"] = result[0].scores;
        json["reason"] = result[0].reason;
    }
}

} // namespace

bool has_drawing(const GameInfo& info) {
    return !info.drawing.empty() || !web_file(fmt::format("games/{}.js", info.name)).empty();
}

ReadJson page_json(const GameInfo& info, const RulesInShort& rules) {
    ReadJson json{{"name", info.name}, {"title", info.title}, {"simultaneous", info.simultaneous}};
    if (info.match_decides) {
        json["match_decides"] = true;
    }
    if (has_drawing(info)) {
        json["drawing"] = is_framed(info) ? ReadJson("framed") : ReadJson(true);
    }
    json["measures"] = std::vector<std::string>(info.measures.begin(), info.measures.end());
    if (!rules.lines.empty()) {
        json["rules"] = rules_json(rules);
    }
    return json;
}

ReadJson page_json(const RecordedGame& game, const RulesInShort& known) {
    ReadJson head{{"number", game.number}, {"field", game.field_name}, {"names", game.names}};
    if (!game.teams.empty()) {
        head["teams"] = game.teams;
    }
    if (const RulesInShort rules = rules_of(game_named(game.game).info(), game); rules != known) {
        head["rules"] = rules_json(rules);
    }
    if (game.from) {
        head["from"] = {
            {"record", game.from->record},
            {"game", game.from->game},
            {"turn", game.from->turn},
            {"names", game.from->names}};
    }
    add_result(head, game.result);
    if (!game.result.empty()) {
        int turns = 0;
        int faults = 0;
        for (const RecordedMove& move : game.moves) {
            turns = move.is_preparation ? turns : std::max(turns, move.turn + 1);
            faults += move.fault != Fault::none ? 1 : 0;
        }
        head["turns"] = turns;
        head["faults"] = faults;
    }
    return head;
}

std::string page_text(const ReadJson& json, bool ascii) {
    return json.dump(-1, ' ', ascii, ReadJson::error_handler_t::replace);
}

FrameLines::FrameLines(
    const GameInfo& info, int seats, std::optional<Seat> viewer, bool has_errors,
    std::optional<Judge> judge)
    : info_(info), viewer_(viewer), has_errors_(has_errors), has_drawing_(has_drawing(info)),
      is_out_(static_cast<std::size_t>(seats)),
      teller_(
          info, seats, !viewer,
          // Who knows less than all sees no chances: they would be those of somebody who knows all.
          viewer && info.hidden ? std::nullopt : std::move(judge)) {}

ReadJson FrameLines::json_of(const RecordedMove& move) const {
    ReadJson json{{"seat", move.seat}, {"ms", rounded(move.wall_ms)}};
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
    if (viewer_) {
        if (move.seat == *viewer_) {
            add("effect", move.effect);
            add("reason", move.reason);
        }
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

/// What is shown of a game without a drawing. The terminal's picture may reveal more than the
/// viewer knows; the state files of their seat don't.
std::string FrameLines::picture_of(const Position& position, bool is_all) {
    if (is_all) {
        return position.render(false);
    }
    const std::span<const Seat> movers = position.players_to_move();
    if (viewer_ == everybody || std::find(movers.begin(), movers.end(), *viewer_) == movers.end()) {
        return picture_; // files are written for seats that move
    }
    StateFiles files(info_.files.size());
    position.write_files(*viewer_, Phase::move, files);
    picture_ = files.match_keys;
    for (std::size_t i = 0; i < files.count(); ++i) {
        if (!is_in_some_games(info_.files[i]) || !files.of(i).empty()) {
            picture_ += fmt::format("{}\n{}\n", info_.files[i].name, files.of(i));
        }
    }
    return picture_;
}

void FrameLines::step(const Position& position) {
    const std::string text = viewer_ ? position.frame_for(*viewer_) : position.to_json();
    if (text.empty()) {
        return;
    }
    ReadJson frame = ReadJson::parse(text);
    if (!has_drawing_ && !frame.contains("picture")) {
        const bool is_all = !viewer_ || (!info_.hidden && text == position.to_json());
        std::string picture = picture_of(position, is_all);
        if (!picture.empty()) {
            frame["picture"] = std::move(picture);
        }
    }
    if (frames_.empty() || frame != last_) {
        frames_.push_back(last_.is_null() ? ReadJson::array({frame}) : patch_between(last_, frame));
        last_ = std::move(frame);
    }
}

std::string FrameLines::turn(const Position& position, std::span<const RecordedMove> moves) {
    const bool is_start = moves.empty() || moves.front().is_preparation;
    step(position);
    teller_.turn(position, is_start ? std::span<const RecordedMove>() : moves, last_);
    ReadJson entry{
        {"turn", is_start ? position.turn() : moves.front().turn}, {"moves", ReadJson::array()}};
    for (const RecordedMove& move : moves) {
        ReadJson json = json_of(move);
        const double loss = is_start ? 0 : teller_.line().last_loss(move.seat);
        if (mark_of(loss) != MoveMark::none) {
            json["loss"] = loss;
            json["mark"] = name_of(mark_of(loss));
        }
        entry["moves"].push_back(std::move(json));
    }
    if (const auto& chances = teller_.line().at(teller_.line().size() - 1)) {
        entry["chances"] = *chances;
    }
    for (Seat seat = 1; seat <= static_cast<Seat>(is_out_.size()); ++seat) {
        if (position.is_eliminated(seat) && !is_out_[seat - 1]) {
            is_out_[seat - 1] = true;
            entry["out"].push_back(seat);
        }
    }
    entry["frames"] = std::exchange(frames_, ReadJson::array());
    return page_text(entry);
}

std::string FrameLines::more(const RecordedMove& move) const {
    return page_text(
        {{"turn", move.turn},
         {"moves", ReadJson::array({json_of(move)})},
         {"frames", ReadJson::array()}});
}

std::string FrameLines::end(
    const std::vector<RecordedResult>& result, const std::vector<Difference>& differences,
    const std::vector<Moment>& story, const ChanceLine* line) {
    ReadJson end = ReadJson::object();
    add_result(end, result);
    for (const Difference& difference : differences) {
        end["differences"].push_back(fmt::format("line {}: {}", difference.line, difference.what));
    }
    end["story"] = story_json(story);
    if (line != nullptr && line->is_known()) {
        end["judge"] = losses_json(*line);
        if (const Moment* const turning = StoryTeller::turning_point(story)) {
            end["judge"]["turning"] = turning - story.data();
        }
    }
    return page_text(end);
}

namespace {

bool is_ascii(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char character) {
        return static_cast<unsigned char>(character) < 128;
    });
}

/// Runs of changed characters; two runs are joined if the gap is shorter than the cost of a new
/// run.
ReadJson patch_between_strings(const std::string& before, const std::string& after) {
    constexpr std::size_t max_gap = 6;
    ReadJson runs = ReadJson::array();
    for (std::size_t at = 0; at < after.size();) {
        if (before[at] == after[at]) {
            ++at;
            continue;
        }
        std::size_t end = at + 1;
        for (std::size_t next = end; next < after.size() && next - end < max_gap; ++next) {
            if (before[next] != after[next]) {
                end = next + 1;
            }
        }
        runs.push_back(at);
        runs.push_back(after.substr(at, end - at));
        at = end;
    }
    return runs;
}

ReadJson patch_between_objects(const ReadJson& before, const ReadJson& after) {
    ReadJson patch = ReadJson::object();
    for (const auto& [key, value] : before.items()) {
        if (!after.contains(key)) {
            patch[key] = ReadJson::array();
        }
    }
    for (const auto& [key, value] : after.items()) {
        if (!before.contains(key)) {
            patch[key] = ReadJson::array({value});
        } else if (before[key] != value) {
            patch[key] = patch_between(before[key], value);
        }
    }
    return patch;
}

} // namespace

ReadJson patch_between(const ReadJson& before, const ReadJson& after) {
    if (before == after) {
        return ReadJson::object();
    }
    if (before.is_object() && after.is_object()) {
        return patch_between_objects(before, after);
    }
    if (before.is_array() && after.is_array() && before.size() == after.size()) {
        ReadJson patch = ReadJson::object();
        for (std::size_t i = 0; i < after.size(); ++i) {
            if (before[i] != after[i]) {
                patch[std::to_string(i)] = patch_between(before[i], after[i]);
            }
        }
        return patch;
    }
    if (before.is_string() && after.is_string()) {
        const auto& old_text = before.get_ref<const std::string&>();
        const auto& new_text = after.get_ref<const std::string&>();
        // Positions count bytes here and UTF-16 units in the page: the same for ASCII only.
        if (old_text.size() == new_text.size() && is_ascii(old_text) && is_ascii(new_text)) {
            return patch_between_strings(old_text, new_text);
        }
    }
    return ReadJson::array({after});
}

} // namespace referee
