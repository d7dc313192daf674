#include "match/record.hpp"

#include "error.hpp"
#include "field/text.hpp"
#include "field/utf8.hpp"
#include "games/registry.hpp"
#include "match/config.hpp"
#include "match/contestant.hpp"
#include "match/run.hpp"
#include "process/print.hpp"
#include "version.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace referee {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_move_bytes = 4096;

constexpr std::size_t max_error_bytes = 1024;

/// The end of what was printed, from the beginning of a character on.
std::string_view end_of(std::string_view errors) {
    errors.remove_prefix(errors.size() - std::min(errors.size(), max_error_bytes));
    for (int i = 0; i < 3 && !errors.empty() && (errors[0] & 0xc0) == 0x80; ++i) {
        errors.remove_prefix(1);
    }
    return errors;
}

double milliseconds(std::int64_t ns) {
    return static_cast<double>(ns / 1000) / 1000.0; // whole microseconds
}

} // namespace

RecordWriter::RecordWriter(const std::string& path, bool force) : path_(path) {
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (force ? O_TRUNC : O_EXCL);
    file_ = UniqueFd(::open(path.c_str(), flags, 0644));
    if (!file_ && errno == EEXIST) {
        throw UserError(path + ": the record exists already; --force overwrites it");
    }
    if (!file_) {
        throw UserError(fmt::format(
            "{}: the record can't be written ({}); name another file", path,
            std::generic_category().message(errno)));
    }
    struct stat status {};
    is_regular_ = ::fstat(file_.get(), &status) == 0 && S_ISREG(status.st_mode);
}

RecordWriter::~RecordWriter() {
    struct stat own {};
    struct stat named {};
    if (::fstat(file_.get(), &own) == 0 && S_ISREG(own.st_mode) && own.st_size == 0 &&
        ::stat(path_.c_str(), &named) == 0 && own.st_ino == named.st_ino) {
        ::unlink(path_.c_str());
    }
}

void RecordWriter::write_line(std::string text) {
    text += '\n';
    if (!is_regular_) {
        write_to_reader(text);
        return;
    }
    // Each line is written at once, so that an interrupted game leaves a readable record.
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t count = ::write(file_.get(), text.data() + at, text.size() - at);
        if (count < 0 && errno != EINTR) {
            fail("writing the record " + path_);
        }
        at += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
}

/// A pipe or a terminal may take only a part.
void RecordWriter::write_to_reader(std::string_view text) const {
    try {
        write_when_taken(file_.get(), text);
    } catch (const std::system_error& problem) {
        fail("writing the record " + path_, problem.code().value());
    }
}

void RecordWriter::head(
    const LoadedField& field, const std::vector<const Contestant*>& by_seat, int game_number,
    const MatchConfig& config, std::string_view confinement) {
    bool whole = true;
    Json seats = Json::array();
    for (const Contestant* const contestant : by_seat) {
        seats.push_back(
            {{"seat", seats.size() + 1},
             {"name", as_utf8(contestant->name, max_move_bytes, whole)},
             {"sha256", contestant->sha256}});
    }
    const GameInfo& info = field.game->info();
    Json limits{
        {"time_ms", nullptr},
        {"margin_ms", config.margin.count()},
        {"memory", config.limits.memory},
        {"processes", config.limits.processes}};
    if (config.time_limit) {
        limits["time_ms"] = config.time_limit->count();
    } else if (!info.time.is_clock()) {
        limits["time_ms"] = info.time.per_move.count();
    }
    const Json head{
        {"record", record_format},
        {"referee", version},
        {"game", info.name},
        {"number", game_number},
        {"field",
         {{"name", as_utf8(field.name, max_move_bytes, whole)},
          {"sha256", field.sha256},
          {"text", field.text}}},
        {"seats", seats},
        {"limits", limits},
        {"confinement", confinement},
        {"seed", config.seed}};
    game_begin_ = ::lseek(file_.get(), 0, SEEK_CUR);
    write_line(safe_json(head.dump(-1, ' ', false, Json::error_handler_t::replace)));
}

void RecordWriter::move(
    int turn, Seat seat, Phase phase, const Run& run, const Effect& effect, std::string_view errors,
    const std::string& state) {
    bool whole = false;
    bool ignored = false;
    Json line{{"turn", turn}, {"seat", seat}};
    if (phase != Phase::move) {
        line["phase"] = name_of(phase);
    }
    const std::string move = as_utf8(run.text, max_move_bytes, whole);
    line["move"] = run.text.empty() ? Json() : Json(move);
    if (!whole) {
        line["move_is_whole"] = false;
    }
    line["effect"] = effect.text.empty() ? Json() : Json(effect.text);
    line["fault"] = effect.fault == Fault::none ? Json() : Json(name_of(effect.fault));
    if (!effect.reason.empty()) {
        line["reason"] = as_utf8(effect.reason, max_move_bytes, ignored);
    }
    if (effect.fault != Fault::none && !errors.empty()) {
        line["errors"] = as_utf8(end_of(errors), max_move_bytes, ignored);
    }
    if (!effect.comment.empty()) {
        line["comment"] = effect.comment;
    }
    if (!run.notes.empty()) {
        line["notes"] = as_utf8(run.notes, max_notes_bytes, ignored);
    }
    line["wall_ms"] = milliseconds(run.use.wall_ns);
    line["cpu_ms"] = milliseconds(run.use.cpu_ns);
    line["memory_kib"] = run.use.peak_kb;
    if (run.use.leftovers > 0) {
        line["leftover"] = run.use.leftovers;
    }
    if (!run.restart.empty()) {
        line["restart"] = run.restart;
    }
    if (!state.empty()) {
        line["state"] = state;
    }
    write_line(safe_json(line.dump()));
}

void RecordWriter::result(const Ending& ending, const std::string& state) {
    const Json line{
        {"ranks", ending.ranks},
        {"scores", ending.scores},
        {"reason", ending.reason},
        {"state", state}};
    write_line(safe_json(line.dump()));
}

void RecordWriter::drop_game() {
    if (::ftruncate(file_.get(), game_begin_) == 0) {
        ::lseek(file_.get(), game_begin_, SEEK_SET);
    }
}

namespace {

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
        if (format != record_format) {
            throw UserError(fmt::format(
                "{}:{}: record format {}, but this referee reads {}; use the referee that wrote it"
                "with",
                path_, line_, format, record_format));
        }
        RecordedGame game;
        game.line = line_;
        game.number = json.at("number");
        game.game = json.at("game");
        game.field_name = json.at("field").at("name");
        game.field_sha256 = json.at("field").at("sha256");
        game.field_text = json.at("field").at("text");
        for (const Json& seat : json.at("seats")) {
            game.names.push_back(seat.at("name"));
        }
        games_.push_back(std::move(game));
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
        move.state = text_of("state");
        const std::string fault = text_of("fault");
        const std::optional<Fault> known = fault.empty() ? Fault::none : fault_named(fault);
        if (!known) {
            error("unknown fault '" + fault + "'");
        }
        move.fault = *known;
        games_.back().moves.push_back(std::move(move));
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
