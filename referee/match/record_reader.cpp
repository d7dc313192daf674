#include "error.hpp"
#include "field/text.hpp"
#include "match/record.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace referee {
namespace {

using Json = nlohmann::ordered_json;

/// Reads one record and keeps the position for messages.
class RecordReader {
  public:
    explicit RecordReader(const std::string& path) : path_(path) {}

    std::vector<RecordedGame> read() {
        std::ifstream file(path_, std::ios::binary);
        if (!file) {
            throw UserError(path_ + ": the record can't be read; check its name and rights");
        }
        std::string text;
        while (std::getline(file, text)) {
            ++line_;
            const bool is_broken_off = file.eof(); // a complete line ends with LF
            Json json = Json::parse(text, nullptr, false);
            if (json.is_discarded() || !json.is_object()) {
                if (is_broken_off) {
                    break;
                }
                error("not a JSON object");
            }
            try {
                take(json);
            } catch (const Json::exception& problem) {
                error(problem.what());
            }
        }
        if (games_.empty()) {
            line_ = 1;
            error("no game in it");
        }
        return std::move(games_);
    }

  private:
    [[noreturn]] void error(const std::string& what) const {
        throw UserError(fmt::format(
            "{}:{}: not a line of a record ({}); name a file written by --record", path_, line_,
            printable(what, 200)));
    }

    void take(const Json& json) {
        if (json.contains("record")) {
            take_head(json);
        } else if (games_.empty()) {
            error("the head is missing");
        } else if (json.contains("ranks")) {
            take_result(json);
        } else {
            take_move(json);
        }
    }

    void take_head(const Json& json) {
        const int format = json.at("record");
        if (format < 1 || format > record_format) {
            throw UserError(fmt::format(
                "{}:{}: record format {}, but this referee reads 1 to {}; use the referee that "
                "wrote it",
                path_, line_, format, record_format));
        }
        RecordedGame game;
        game.line = line_;
        game.format = format;
        game.number = json.at("number");
        game.game = json.at("game");
        game.field_name = json.at("field").at("name");
        game.field_sha256 = json.at("field").at("sha256");
        game.field_text = json.at("field").at("text");
        for (const Json& seat : json.at("seats")) {
            game.names.push_back(seat.at("name"));
            game.seats.push_back(seat_of(seat));
        }
        take_settings(json, game);
        games_.push_back(std::move(game));
    }

    static RecordedSeat seat_of(const Json& json) {
        RecordedSeat seat;
        seat.sha256 = json.value("sha256", "");
        seat.command = json.value("command", seat.command);
        seat.folder = json.value("folder", "");
        seat.files = json.value("files", seat.files);
        seat.parameters = json.value("parameters", "");
        seat.told_name = json.value("told_name", "");
        seat.is_resident = json.value("resident", false);
        return seat;
    }

    static void take_settings(const Json& json, RecordedGame& game) {
        const Json limits = json.value("limits", Json::object());
        game.has_clock = !limits.contains("time_ms") || limits.at("time_ms").is_null();
        game.limit_ms = game.has_clock ? 0 : milliseconds(limits.at("time_ms"));
        game.margin_ms = milliseconds(limits.value("margin_ms", std::int64_t{0}));
        game.memory_limit = limits.value("memory", std::uint64_t{0});
        game.process_limit = limits.value("processes", std::uint64_t{0});
        game.points = json.value("points", game.points);
        game.seed = json.value("seed", std::uint64_t{0});
        game.has_memory = json.value("memory", false);
        if (json.contains("from")) {
            const Json& from = json.at("from");
            game.from = RecordedBeginning{
                from.at("record"), from.at("game"), from.at("turn"), from.at("names"),
                from.at("moves")};
        }
        for (const Json& analysis : json.value("analyses", Json::array())) {
            game.analysts.push_back(analysis.at("name"));
        }
    }

    /// A time within what an option allows, so that sums of such times fit their types.
    static std::int64_t milliseconds(std::int64_t value) {
        constexpr std::int64_t week = 7LL * 24 * 3'600'000;
        return std::clamp<std::int64_t>(value, 0, week);
    }

    void take_move(const Json& json) {
        const auto text_of = [&](const char* key) {
            return json.contains(key) && !json.at(key).is_null() ? json.at(key).get<std::string>()
                                                                 : std::string();
        };
        RecordedMove move;
        move.line = line_;
        move.turn = json.at("turn");
        move.seat = json.at("seat");
        move.is_preparation = text_of("phase") == name_of(Phase::prepare);
        move.move = text_of("move");
        move.move_is_whole = !json.at("move").is_null() && !json.contains("move_is_whole");
        move.effect = text_of("effect");
        move.reason = text_of("reason");
        move.comment = text_of("comment");
        move.notes = text_of("notes");
        move.errors = text_of("errors");
        move.wall_ms = json.value("wall_ms", 0.0);
        move.limit_ms = milliseconds(json.value("limit_ms", games_.back().limit_ms));
        move.state = text_of("state");
        move.starts = json.value("started", false);
        move.fault = fault_of(json);
        if (json.contains("memory")) {
            move.memory_is_lost = json.at("memory").is_null();
            move.memory = text_of("memory");
        }
        for (const Json& analysis : json.value("analyses", Json::array())) {
            move.analyses.push_back(
                {analysis.at("name"), analysis.value("effect", ""), fault_of(analysis),
                 analysis.value("reason", ""), analysis.value("notes", ""),
                 analysis.value("wall_ms", 0.0)});
        }
        games_.back().moves.push_back(std::move(move));
    }

    Fault fault_of(const Json& json) const {
        const std::string fault = json.contains("fault") && !json.at("fault").is_null()
                                      ? json.at("fault").get<std::string>()
                                      : "";
        const std::optional<Fault> known = fault.empty() ? Fault::none : fault_named(fault);
        if (!known) {
            error("unknown fault '" + fault + "'");
        }
        return *known;
    }

    void take_result(const Json& json) {
        RecordedResult result;
        result.line = line_;
        result.ranks = json.at("ranks").get<std::vector<int>>();
        result.scores = json.at("scores").get<std::vector<double>>();
        result.reason = json.at("reason");
        result.state = json.at("state");
        games_.back().result = {std::move(result)};
    }

    std::string path_;
    int line_ = 0;
    std::vector<RecordedGame> games_;
};

} // namespace

std::vector<RecordedGame> read_record(const std::string& path) {
    return RecordReader(path).read();
}

} // namespace referee
