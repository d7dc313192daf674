#include "record/record.hpp"

#include "ai/contestant.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "base/text.hpp"
#include "match/config.hpp"
#include "match/move_files.hpp"
#include "match/run.hpp"
#include "os/beneath.hpp"
#include "os/folder.hpp"
#include "os/output.hpp"
#include "record/head.hpp"
#include "record/limits.hpp"
#include "record/replay.hpp"
#include "version.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace referee {
namespace {

/// The end of the printed text, starting at a character boundary.
std::string_view end_of(std::string_view errors) {
    errors.remove_prefix(errors.size() - std::min(errors.size(), max_error_bytes));
    for (int i = 0; i < 3 && !errors.empty() && (errors[0] & 0xc0) == 0x80; ++i) {
        errors.remove_prefix(1);
    }
    return errors;
}

double rounded_milliseconds(std::int64_t ns) {
    const std::int64_t whole_microseconds = ns / 1000;
    return static_cast<double>(whole_microseconds) / 1000.0;
}

/// A seat's AI and how it was started, so that `rerun` can repeat it.
RecordedSeat seat_of(const Contestant& contestant, const MatchConfig& config) {
    bool ignored = true;
    RecordedSeat seat;
    seat.is_human = contestant.is_human;
    if (seat.is_human) {
        return seat;
    }
    const Program program = with_parameters(contestant.program, contestant.parameters);
    seat.sha256 = contestant.sha256;
    for (const std::string& word : program.arguments) {
        seat.command.push_back(as_utf8(word, max_word_bytes, ignored));
    }
    seat.folder = as_utf8(program.folder, max_word_bytes, ignored);
    for (const std::string& name : program.files) {
        seat.files.push_back(as_utf8(name, max_move_bytes, ignored));
    }
    if (!contestant.parameters.empty()) {
        seat.parameters = parameters_text(contestant.parameters);
    }
    seat.is_resident = program.resident || config.resident;
    if (const auto limit = config.fixed_limit(contestant.name); limit != config.time_limit) {
        seat.limit_ms = limit->count();
    }
    if (config.reveal_names) {
        seat.told_name = told_name(contestant.name);
    }
    return seat;
}

RecordedGame head_of(
    const LoadedField& field, const std::vector<const Contestant*>& by_seat, int number,
    const MatchConfig& config) {
    bool ignored = true;
    const GameInfo& info = field.game->info();
    RecordedGame head;
    head.referee = version;
    head.game = info.name;
    head.rules_sha256 = info.sha256;
    head.number = number;
    head.field_name = as_utf8(field.name, max_move_bytes, ignored);
    head.field_sha256 = field.sha256;
    head.field_text = field.text;
    for (const Contestant* const contestant : by_seat) {
        head.names.push_back(as_utf8(contestant->name, max_move_bytes, ignored));
        head.seats.push_back(seat_of(*contestant, config));
    }
    head.has_clock = config.has_clock(info.time);
    if (!head.has_clock) {
        head.limit_ms = config.time_limit.value_or(info.time.per_move).count();
    }
    head.margin_ms = config.margin.count();
    head.game_ms = config.game_time.count();
    head.memory_limit = config.limits.memory;
    head.process_limit = config.limits.processes;
    head.confinement = name_of(config.confinement);
    head.points = config.points;
    head.seed = config.seed;
    head.has_memory = config.record_memory;
    return head;
}

/// For a game that continues another one.
RecordedBeginning recorded(const Beginning& begin) {
    bool ignored = true;
    return {
        as_utf8(begin.record, max_move_bytes, ignored), begin.game, begin.position->turn(),
        begin.names, begin.lines.size()};
}

/// memory.dat for a line: compressed, or null if it is still too large.
Json packed_memory(const std::optional<std::string>& memory) {
    const std::string packed = memory ? gzip(*memory) : "";
    if (!memory || packed.size() > max_memory_bytes) {
        return nullptr;
    }
    return memory->empty() ? "" : base64(packed);
}

} // namespace

RecordWriter::RecordWriter(const std::string& path, bool force) : path_(path) {
    make_folders_above(path);
    const bool replaces = force || is_stream(path);
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL);
    file_ = UniqueFd(::open(path.c_str(), flags, 0644));
    if (!file_ && errno == EEXIST) {
        throw UserError(path + ": the record already exists; --force overwrites it");
    }
    if (!file_) {
        throw UserError(fmt::format(
            "{}: the record can't be written ({}); name another file", path,
            why_not_written(path)));
    }
    struct stat status {};
    is_regular_ = ::fstat(file_.get(), &status) == 0 && S_ISREG(status.st_mode);
}

RecordWriter::~RecordWriter() {
    if (!file_) {
        return;
    }
    struct stat own {};
    struct stat named {};
    if (::fstat(file_.get(), &own) == 0 && S_ISREG(own.st_mode) && own.st_size == 0 &&
        ::stat(path_.c_str(), &named) == 0 && own.st_ino == named.st_ino) {
        ::unlink(path_.c_str());
    }
}

void RecordWriter::write_line(std::string text) {
    text += '\n';
    if (listener_ != nullptr) {
        listener_->line(text);
    }
    if (!file_) {
        return;
    }
    if (!is_regular_) {
        write_to_reader(text);
        return;
    }
    // Each line is written at once, so that an interrupted game leaves a readable record.
    if (!write_whole(file_.get(), text)) {
        fail_writing(path_, "writing the record " + path_, errno);
    }
}

/// A pipe or a terminal may take only a part.
void RecordWriter::write_to_reader(std::string_view text) const {
    try {
        write_when_taken(file_.get(), text);
    } catch (const std::system_error& problem) {
        fail_writing(path_, "writing the record " + path_, problem.code().value());
    }
}

void RecordWriter::begin_game(
    const LoadedField& field, const std::vector<const Contestant*>& by_seat, int number,
    const MatchConfig& config) {
    RecordedGame head = head_of(field, by_seat, number, config);
    if (begin_ != nullptr) {
        head.from = recorded(*begin_);
    }
    limit_ms_.reset();
    if (!head.has_clock) {
        limit_ms_ = head.limit_ms;
    }
    keeps_memory_ = head.has_memory;
    for (Seat seat = 1; seat <= max_seats; ++seat) {
        memories_[seat] = "";
    }
    if (listener_ != nullptr) {
        listener_->begin_game();
    }
    game_begin_ = file_ ? ::lseek(file_.get(), 0, SEEK_CUR) : 0;
    write_line(safe_json(head_json(head).dump()));
    for (std::size_t i = 0; begin_ != nullptr && i < begin_->lines.size(); ++i) {
        write_line(begin_->lines[i]);
    }
}

void RecordWriter::move(const MoveEntry& entry) {
    bool whole = false;
    bool ignored = false;
    const Run& run = entry.run;
    const Effect& effect = entry.effect;
    Json line{{"turn", entry.turn}, {"seat", entry.seat}};
    if (entry.phase != Phase::move) {
        line["phase"] = name_of(entry.phase);
    }
    const auto limit_ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(entry.limit).count();
    if (limit_ms != limit_ms_) {
        line["limit_ms"] = limit_ms;
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
    if (effect.fault != Fault::none && !entry.errors.empty()) {
        line["errors"] = as_utf8(end_of(entry.errors), max_move_bytes, ignored);
    }
    if (!effect.comment.empty()) {
        line["comment"] = effect.comment;
    }
    if (!run.notes.empty()) {
        line["notes"] = as_utf8(run.notes, max_notes_bytes, ignored);
    }
    line["wall_ms"] = rounded_milliseconds(run.use.wall_ns);
    line["cpu_ms"] = rounded_milliseconds(run.use.cpu_ns);
    line["memory_kib"] = run.use.peak_kb;
    if (run.use.leftovers > 0) {
        line["leftover"] = run.use.leftovers;
    }
    if (!run.restart.empty()) {
        line["restart"] = run.restart;
    }
    if (run.is_first_of_process) {
        line["started"] = true;
    }
    if (keeps_memory_ && memories_[entry.seat] != run.memory) {
        memories_[entry.seat] = run.memory;
        line["memory"] = packed_memory(run.memory);
    }
    if (!entry.state.empty()) {
        line["state"] = entry.state;
    }
    write_line(safe_json(line.dump()));
}

void RecordWriter::result(const Ending& ending, const std::string& state) {
    Json line{{"ranks", ending.ranks}, {"scores", ending.scores}};
    if (ending.no_winner) {
        line["no_winner"] = true;
    }
    line["reason"] = ending.reason;
    if (ending.ended_by != EndedBy::rules) {
        line["ended_by"] = name_of(ending.ended_by);
    }
    line["state"] = state;
    write_line(safe_json(line.dump()));
}

void RecordWriter::drop_game() {
    if (file_ && ::ftruncate(file_.get(), game_begin_) == 0) {
        ::lseek(file_.get(), game_begin_, SEEK_SET);
    }
}

} // namespace referee
