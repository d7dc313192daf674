#include "record/rerun/analysis.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/format.h>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

namespace referee {
namespace {

using ReadJson = nlohmann::ordered_json;

ReadJson json_of(const Contestant& contestant, const Rerun& answer) {
    constexpr std::size_t max_text_bytes = 4096;
    bool ignored = true;
    ReadJson json{{"name", as_utf8(contestant.name, max_text_bytes, ignored)}};
    if (!answer.effect.text.empty()) {
        json["effect"] = answer.effect.text;
    }
    if (answer.effect.fault != Fault::none) {
        json["fault"] = name_of(answer.effect.fault);
        json["reason"] = as_utf8(answer.effect.reason, max_text_bytes, ignored);
    }
    if (!answer.run.notes.empty()) {
        json["notes"] = as_utf8(answer.run.notes, max_notes_bytes, ignored);
    }
    const std::int64_t wall_us = answer.run.use.wall_ns / 1000; // three decimals are enough
    json["wall_ms"] = static_cast<double>(wall_us) / 1000.0;
    return json;
}

} // namespace

void analyse(
    const std::string& path, const RecordedGame& game, const std::vector<Seat>& seats,
    const std::vector<Contestant>& contestants, const MatchConfig& config,
    const std::function<void(const Rerun&)>& answered) {
    const LoadedField field = field_of(path, game);
    std::vector<std::unique_ptr<Rerunner>> rerunners;
    for (const Seat seat : seats) {
        rerunners.push_back(
            std::make_unique<Rerunner>(field, game, seat, contestants, config, false));
    }
    const std::vector<Difference> differences = visit_runs(field, game, [&](const RecordedRun& at) {
        const RecordedMove& move = game.moves[at.index];
        for (const std::unique_ptr<Rerunner>& rerunner : rerunners) {
            if (!rerunner->takes_part_in(move)) {
                continue;
            }
            const Rerun answer = rerunner->run(at);
            if (!move.is_preparation) {
                answered(answer);
            }
        }
    });
    if (!differences.empty()) {
        throw UserError(fmt::format(
            "{}:{}: game {}: {}; the record can be used only up to this point", path,
            differences[0].line, game.number, differences[0].what));
    }
}

void write_analysis(
    const std::string& path, const RecordedGame& game, const Contestant& contestant,
    const std::vector<Rerun>& answers, RecordWriter& out) {
    std::map<int, const Rerun*> by_line;
    int last_line = game.result.empty() ? game.line : game.result[0].line;
    for (const RecordedMove& move : game.moves) {
        last_line = std::max(last_line, move.line);
    }
    for (const Rerun& answer : answers) {
        by_line[game.moves[answer.index].line] = &answer;
    }
    std::ifstream file(path, std::ios::binary);
    std::string text;
    for (int line = 1; line <= last_line && std::getline(file, text); ++line) {
        if (line < game.line) {
            continue;
        }
        ReadJson json = ReadJson::parse(text);
        if (line == game.line) {
            bool ignored = true;
            json["analyses"].push_back(
                {{"name", as_utf8(contestant.name, 4096, ignored)}, {"sha256", contestant.sha256}});
        } else if (by_line.count(line) > 0) {
            json["analyses"].push_back(json_of(contestant, *by_line[line]));
        }
        out.write_line(safe_json(json.dump()));
    }
}

} // namespace referee
