// Reading a record line by line, with the line and the key of what is wrong (record.hpp).

#include "base/error.hpp"
#include "base/text.hpp"
#include "record/checked_json.hpp"
#include "record/head.hpp"
#include "record/record.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <system_error>
#include <utility>

namespace referee {
namespace {

[[noreturn]] void refuse_line(const std::string& path, int line, const std::string& what) {
    throw UserError(fmt::format(
        "{}:{}: not a line of a record ({}); name a file written by --record", path, line,
        printable(what, 200)));
}

/// Reads one line and keeps the position for messages.
class LineParser {
  public:
    LineParser(const std::string& path, int line, std::int64_t limit_ms)
        : path_(path), line_(line), limit_ms_(limit_ms) {}

    std::optional<RecordedLine> parse(std::string_view text) const {
        const CheckedJson json = CheckedJson::parse(text, nullptr, false);
        if (json.is_discarded() || !json.is_object()) {
            return std::nullopt;
        }
        try {
            if (json.contains("record")) {
                return head_of(json);
            }
            return json.contains("ranks") ? RecordedLine(result_of(json)) : move_of(json);
        } catch (const CheckedJson::exception& problem) {
            const std::string_view said = problem.what(); // "[json.exception.TYPE.ID] TEXT"
            refuse_line(path_, line_, std::string(said.substr(said.find("] ") + 2)));
        } catch (const NotAnInteger& problem) {
            refuse_line(path_, line_, problem.what());
        } catch (const std::invalid_argument& problem) {
            refuse_line(path_, line_, problem.what());
        }
    }

  private:
    RecordedGame head_of(const CheckedJson& json) const {
        const int format = json.at("record");
        if (format < 1 || format > record_format) {
            throw UserError(fmt::format(
                "{}:{}: record format {}, but this referee reads 1 to {}; use the referee that "
                "wrote it",
                path_, line_, format, record_format));
        }
        RecordedGame game = referee::head_of(json);
        game.line = line_;
        return game;
    }

    RecordedMove move_of(const CheckedJson& json) const {
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
        move.limit_ms = recorded_milliseconds(json.value("limit_ms", limit_ms_));
        move.state = text_of("state");
        move.starts = json.value("started", false);
        move.fault = fault_of(json);
        if (json.contains("memory")) {
            move.memory_is_lost = json.at("memory").is_null();
            move.memory = text_of("memory");
        }
        for (const CheckedJson& analysis : json.value("analyses", CheckedJson::array())) {
            move.analyses.push_back(
                {analysis.at("name"), analysis.value("effect", ""), fault_of(analysis),
                 analysis.value("reason", ""), analysis.value("notes", ""),
                 analysis.value("wall_ms", 0.0)});
        }
        return move;
    }

    Fault fault_of(const CheckedJson& json) const {
        const std::string fault = json.contains("fault") && !json.at("fault").is_null()
                                      ? json.at("fault").get<std::string>()
                                      : "";
        const std::optional<Fault> known = fault.empty() ? Fault::none : named<Fault>(fault);
        if (!known) {
            refuse_line(path_, line_, "unknown fault '" + fault + "'");
        }
        return *known;
    }

    RecordedResult result_of(const CheckedJson& json) const {
        RecordedResult result;
        result.line = line_;
        result.ranks = json.at("ranks").get<std::vector<int>>();
        result.scores = json.at("scores").get<std::vector<double>>();
        result.no_winner = json.value("no_winner", false);
        result.reason = json.at("reason");
        const std::string limit = json.value("ended_by", std::string(name_of(EndedBy::rules)));
        const std::optional<EndedBy> ended_by = named<EndedBy>(limit);
        if (!ended_by) {
            refuse_line(path_, line_, "unknown limit '" + limit + "' in 'ended_by'");
        }
        result.ended_by = *ended_by;
        result.state = json.at("state");
        return result;
    }

    const std::string& path_;
    int line_;
    std::int64_t limit_ms_; ///< of moves that have none of their own
};

/// Puts the lines of a record together.
class RecordReader {
  public:
    explicit RecordReader(const std::string& path) : path_(path) {}

    std::vector<RecordedGame> read() {
        if (std::error_code code; std::filesystem::is_directory(path_, code)) {
            throw UserError(path_ + ": this is a folder; name a record in it (a .jsonl file)");
        }
        std::ifstream file(path_, std::ios::binary);
        if (std::error_code code; !file && std::filesystem::status(path_, code).type() ==
                                               std::filesystem::file_type::not_found) {
            throw UserError(path_ + ": there is no such file; name a record (a .jsonl file)");
        }
        if (!file) {
            throw UserError(path_ + ": the record can't be read; check its permissions");
        }
        std::string text;
        while (std::getline(file, text)) {
            ++line_;
            const bool is_broken_off = file.eof(); // a complete line ends with LF
            const std::int64_t limit_ms = games_.empty() ? 0 : games_.back().limit_ms;
            std::optional<RecordedLine> line = parse_record_line(text, path_, line_, limit_ms);
            if (line) {
                std::visit([this](auto& part) { take(part); }, *line);
            } else if (is_broken_off) {
                is_broken_off_ = true;
                break;
            } else {
                refuse_line(path_, line_, "not a JSON object");
            }
        }
        if (games_.empty()) {
            refuse_line(path_, 1, "no game in it");
        }
        games_.back().is_broken_off = is_broken_off_;
        return std::move(games_);
    }

  private:
    void take(RecordedGame& game) { games_.push_back(std::move(game)); }
    void take(RecordedMove& move) { last_game().moves.push_back(std::move(move)); }
    void take(RecordedResult& result) { last_game().result = {std::move(result)}; }

    RecordedGame& last_game() {
        if (games_.empty()) {
            refuse_line(path_, line_, "the head is missing");
        }
        return games_.back();
    }

    std::string path_;
    int line_ = 0;
    bool is_broken_off_ = false;
    std::vector<RecordedGame> games_;
};

} // namespace

std::optional<RecordedLine>
parse_record_line(std::string_view text, const std::string& path, int line, std::int64_t limit_ms) {
    return LineParser(path, line, limit_ms).parse(text);
}

std::vector<RecordedGame> read_record(const std::string& path) {
    return RecordReader(path).read();
}

} // namespace referee
