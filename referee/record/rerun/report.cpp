#include "record/rerun/report.hpp"

#include "base/text.hpp"
#include "match/measurements.hpp"

#include <fmt/format.h>
#include <sstream>

namespace referee {
namespace {

constexpr std::size_t max_text_bytes = 64 * 1024;

std::string what_happened(
    Fault fault, const std::string& effect, const std::string& reason, const std::string& comment) {
    if (fault != Fault::none) {
        return fmt::format(
            "{}{}{}{}", name_of(fault), effect.empty() ? "" : " " + safe_text(effect),
            reason.empty() ? "" : ": ", safe_text(reason));
    }
    return fmt::format(
        "{}{}{}", safe_text(effect), comment.empty() ? "" : "  ", safe_text(comment));
}

/// "12.3 ms, "; nothing for a run under a debugger, whose time says nothing.
std::string time_of(const Run& run) {
    return run.use.wall_ns == 0 ? "" : fmt::format("{:.1f} ms, ", milliseconds(run.use.wall_ns));
}

/// A line for each answer: "  now     2 2 3 2  2 steps, 13 damage  (12.3 ms, depth3)".
std::string two_lines(
    const RecordedGame& game, const Contestant& contestant, const Rerun& answer,
    std::string_view indent) {
    const RecordedMove& move = game.moves[answer.index];
    return fmt::format(
        "{0}played  {1}  ({2:.1f} ms)\n{0}now     {3}  ({4}{5})\n", indent,
        what_happened(move.fault, move.effect, move.reason, move.comment), move.wall_ms,
        what_happened(
            answer.effect.fault, answer.effect.text, answer.effect.reason, answer.effect.comment),
        time_of(answer.run), safe_text(contestant.name));
}

std::string phase_and_turn(const RecordedMove& move) {
    return move.is_preparation ? "the preparation" : fmt::format("turn {}", move.turn);
}

/// A text of several lines under a heading, indented; nothing if it is empty.
std::string block(std::string_view heading, const std::string& text) {
    std::string lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines += fmt::format("    {}\n", safe_text(line));
    }
    return lines.empty() ? "" : fmt::format("  {}:\n{}", heading, lines);
}

std::string played_by(const RecordedGame& game, Seat seat) {
    return safe_text(game.names.at(static_cast<std::size_t>(seat) - 1));
}

Json json_of(const Contestant& contestant) {
    bool ignored = true;
    return {
        {"name", as_utf8(contestant.name, max_text_bytes, ignored)}, {"sha256", contestant.sha256}};
}

Json json_of(const RecordedMove& move) {
    return {
        {"effect", move.effect.empty() ? Json() : Json(move.effect)},
        {"fault", move.fault == Fault::none ? Json() : Json(name_of(move.fault))},
        {"reason", move.reason},
        {"comment", move.comment},
        {"notes", move.notes},
        {"wall_ms", move.wall_ms}};
}

Json json_of(const Rerun& answer) {
    bool ignored = true;
    const Effect& effect = answer.effect;
    const ResourceUse& use = answer.run.use;
    return {
        {"move", as_utf8(answer.run.text, max_text_bytes, ignored)},
        {"effect", effect.text.empty() ? Json() : Json(effect.text)},
        {"fault", effect.fault == Fault::none ? Json() : Json(name_of(effect.fault))},
        {"reason", as_utf8(effect.reason, max_text_bytes, ignored)},
        {"comment", effect.comment},
        {"notes", as_utf8(answer.run.notes, max_text_bytes, ignored)},
        {"errors", as_utf8(answer.errors, max_text_bytes, ignored)},
        {"wall_ms", milliseconds(use.wall_ns)},
        {"cpu_ms", milliseconds(use.cpu_ns)},
        {"memory_kib", use.peak_kb}};
}

/// Adds the move that was played and the answer to `json`.
void put_both(Json& json, const RecordedGame& game, const Rerun& answer) {
    const RecordedMove& move = game.moves[answer.index];
    json["turn"] = move.turn;
    if (move.is_preparation) {
        json["phase"] = name_of(Phase::prepare);
    }
    json["played"] = json_of(move);
    json["answer"] = json_of(answer);
    json["same"] = answer.is_same;
}

} // namespace

void SeatSummary::count(const Rerun& answer) {
    ++moves;
    if (answer.is_same) {
        ++equal;
    } else if (first_difference.empty()) {
        first_difference.push_back(answer);
    }
}

std::string game_title(const RecordedGame& game) {
    return fmt::format(
        "game {} of {} on {}", game.number, safe_text(game.game), safe_text(game.field_name));
}

std::string move_text(const RecordedGame& game, const Contestant& contestant, const Rerun& answer) {
    const RecordedMove& move = game.moves[answer.index];
    return fmt::format(
        "{}, {}, seat {} ({}):\n{}{}{}{}", game_title(game), phase_and_turn(move), move.seat,
        played_by(game, move.seat), two_lines(game, contestant, answer, "  "),
        answer.is_same ? "  the same\n" : "  different\n", block("notes", answer.run.notes),
        block("standard error", answer.errors));
}

std::string
seat_text(const RecordedGame& game, const Contestant& contestant, const SeatSummary& summary) {
    std::string text = fmt::format(
        "{}, seat {} ({}), played again by {}:\n", game_title(game), summary.seat,
        played_by(game, summary.seat), safe_text(contestant.name));
    if (summary.first_difference.empty()) {
        return text + fmt::format("  {} of {} moves are the same\n", summary.equal, summary.moves);
    }
    const Rerun& first = summary.first_difference[0];
    return text + fmt::format(
                      "  {} of {} moves are the same; the first that differs is {}:\n{}",
                      summary.equal, summary.moves, phase_and_turn(game.moves[first.index]),
                      two_lines(game, contestant, first, "    "));
}

Json move_json(const RecordedGame& game, const Contestant& contestant, const Rerun& answer) {
    Json json{
        {"game", game.number},
        {"seat", game.moves[answer.index].seat},
        {"ai", json_of(contestant)}};
    put_both(json, game, answer);
    return json;
}

Json seat_json(const RecordedGame& game, const Contestant& contestant, const SeatSummary& summary) {
    Json json{
        {"game", game.number},
        {"seat", summary.seat},
        {"ai", json_of(contestant)},
        {"moves", summary.moves},
        {"same", summary.equal}};
    Json& first = json["first_difference"];
    if (!summary.first_difference.empty()) {
        put_both(first, game, summary.first_difference[0]);
    }
    return json;
}

} // namespace referee
