// `rerun`: gives an AI one of its recorded positions again, under a debugger if asked for.

#include "ai/shipped.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/match_options.hpp"
#include "cli/record_choice.hpp"
#include "match/config.hpp"
#include "match/move_files.hpp"
#include "os/interrupt.hpp"
#include "os/output.hpp"
#include "record/record.hpp"
#include "record/replay.hpp"
#include "record/rerun/analysis.hpp"
#include "record/rerun/files.hpp"
#include "record/rerun/report.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace referee {

// Code shared by the kinds of `rerun`.

namespace {

inline constexpr int max_line = std::numeric_limits<int>::max();

/// Throws UserError if record and rules disagree before a line.
void require_agreement(
    const std::string& path, const RecordedGame& game, const std::vector<Difference>& differences,
    int line = max_line);

/// The settings of the match, as far as they are recorded and not given. Throws UserError.
MatchConfig rerun_config(const Arguments& arguments, const RecordedGame& game) {
    MatchConfig config = read_match_settings(arguments);
    if (!arguments.has("margin")) {
        config.margin = std::chrono::milliseconds(game.margin_ms);
    }
    if (!arguments.has("memory") && game.memory_limit > 0) {
        config.limits.memory = game.memory_limit;
    }
    if (!arguments.has("processes") && game.process_limit > 0) {
        config.limits.processes = game.process_limit;
    }
    return config;
}

/// Throws UserError if the record is too old to hold everything that AIs got to read.
void require_told(const std::string& path, const RecordedGame& game) {
    if (game.format < 2) {
        throw UserError(fmt::format(
            "{}:{}: a record of format {} doesn't hold all that the AIs were given (points, "
            "names, limits); play and record the game again",
            path, game.line, game.format));
    }
}

void require_agreement(
    const std::string& path, const RecordedGame& game, const std::vector<Difference>& differences,
    int line) {
    if (!differences.empty() && differences[0].line < line) {
        throw UserError(fmt::format(
            "{}:{}: game {}: {}; the record can be used only up to this point", path,
            differences[0].line, game.number, differences[0].what));
    }
}

void print_json(const Json& json) {
    fmt::print("{}\n", safe_json(json.dump()));
}

/// One move, with --files, --ai or --debug.
class OneMove {
  public:
    OneMove(const Arguments& arguments, const std::string& path, const RecordedGame& game)
        : arguments_(arguments), path_(path), game_(game),
          index_(chosen_move(arguments, path, game)), move_(game.moves[index_]),
          field_(field_of(path, game)), files_(field_, game),
          config_(rerun_config(arguments, game)),
          contestants_(read_contestants(arguments.all("ai"), arguments.all("set"))) {
        if (arguments.has("debug")) {
            debugger_.emplace(arguments.text("debug"));
        }
        if (debugger_ || arguments.has("files")) {
            folder_.emplace(arguments.text("files"), config_.force);
        }
    }

    int run() {
        std::vector<Rerun> answers = contestants_.empty() ? without_ai() : with_ai();
        for (const std::string& note : notes_) {
            print_error("note: " + note);
        }
        if (debugger_) {
            answers = {debugged()};
        }
        print(answers);
        return answers.empty() || answers[0].is_same ? exit_done : exit_found;
    }

  private:
    std::vector<Rerun> without_ai() {
        bool has_arrived = false;
        const std::vector<Difference> differences =
            visit_runs(field_, game_, [&](const RecordedRun& run) {
                if (run.index == index_) {
                    has_arrived = true;
                    const StartedAi ai = recorded_ai(files_, index_, folder_->path());
                    write(run, ai, nullptr);
                }
            });
        require_arrival(has_arrived, differences);
        return {};
    }

    void write(const RecordedRun& run, const StartedAi& ai, Rerunner* rerunner) {
        const std::vector<std::string> notes = write_move(run, files_, ai, rerunner, *folder_);
        notes_.insert(notes_.end(), notes.begin(), notes.end());
    }

    void require_arrival(bool has_arrived, const std::vector<Difference>& differences) const {
        if (has_arrived) {
            return;
        }
        require_agreement(path_, game_, differences);
        throw UserError(fmt::format(
            "{}:{}: the record ends in the middle of turn {}; repeat an earlier move", path_,
            move_.line, move_.turn));
    }

    std::vector<Rerun> with_ai() {
        const SignalsInWaits signals;
        Rerunner rerunner(field_, game_, move_.seat, contestants_, config_, true);
        notes_ = rerunner.notes();
        std::vector<Rerun> answers;
        const Approach way = approach(field_, game_, rerunner, index_, [&](const RecordedRun& run) {
            if (folder_) {
                started_ = other_ai(contestants_[0], files_, index_, folder_->path());
                write(run, started_, &rerunner);
            }
            position_ = run.position.clone();
            turn_ = run.answers;
            if (!debugger_) {
                answers.push_back(rerunner.run(run));
            }
        });
        require_arrival(position_ != nullptr, way.differences);
        // The answer is compared with the move that was played, so that move's line must be right
        // too.
        require_agreement(path_, game_, way.differences, move_.line + 1);
        if (!way.why.empty() && way.earlier_runs > 0) {
            notes_.push_back(fmt::format(
                "the AI's {} earlier {} run first: {}", way.earlier_runs,
                way.earlier_runs == 1 ? "run was" : "runs were", way.why));
        }
        return answers;
    }

    Rerun debugged() {
        const Program program =
            with_parameters(contestants_[0].program, contestants_[0].parameters);
        if (program.resident || config_.resident) {
            print_error(fmt::format(
                "note: the AI is resident and knows nothing of earlier moves; type '{}' on its "
                "standard input",
                move_.is_preparation ? "prepare" : fmt::format("move {}", move_.turn)));
        }
        debugger_->run(program, started_.environment, folder_->path());
        Run run;
        run.text = folder_->read("result.dat", max_result_bytes);
        run.notes = folder_->read("notes.dat", max_notes_bytes);
        if (run.text.empty() && !move_.is_preparation) {
            run.fault = Fault::no_result;
            run.reason = "nothing was written to result.dat";
        }
        return compared({index_, *position_, turn_}, move_, std::move(run));
    }

    void print(const std::vector<Rerun>& answers) const {
        if (!arguments_.has("json")) {
            if (arguments_.has("files")) {
                fmt::print("files: {}\n", safe_text(folder_->path()));
            }
            if (!answers.empty()) {
                fmt::print("{}", move_text(game_, contestants_[0], answers[0]));
            }
            return;
        }
        Json json{{"record", path_}};
        if (arguments_.has("files")) {
            json["files"] = folder_->path();
        }
        if (!answers.empty()) {
            json.update(move_json(game_, contestants_[0], answers[0]));
        }
        print_json(json);
    }

    const Arguments& arguments_;
    const std::string& path_;
    const RecordedGame& game_;
    std::size_t index_;
    const RecordedMove& move_;
    LoadedField field_;
    RecordedFiles files_;
    MatchConfig config_;
    std::vector<Contestant> contestants_;
    std::optional<Debugger> debugger_;
    std::optional<MoveFolder> folder_;
    StartedAi started_;
    std::vector<std::string> notes_;
    std::unique_ptr<Position> position_;
    std::span<const RecordedMove> turn_;
};

/// `rerun --turn N` with --files, --ai or --debug: one move of a game. Returns the exit status.
/// Throws UserError, Interrupted, InternalError.
int rerun_move(const Arguments& arguments, const std::string& path, const RecordedGame& game) {
    return OneMove(arguments, path, game).run();
}

/// Shows the progress through the moves of a game on a terminal.
class MoveProgress {
  public:
    MoveProgress(const RecordedGame& game, const std::vector<Seat>& seats)
        : is_shown_(::isatty(STDERR_FILENO) != 0), game_(game) {
        for (const RecordedMove& move : game.moves) {
            total_ += !move.is_preparation &&
                              std::find(seats.begin(), seats.end(), move.seat) != seats.end()
                          ? 1
                          : 0;
        }
    }
    ~MoveProgress() {
        if (is_shown_) {
            print_message("\r\x1b[K");
        }
    }
    MoveProgress(const MoveProgress&) = delete;
    MoveProgress& operator=(const MoveProgress&) = delete;
    void next() {
        ++done_;
        if (is_shown_) {
            print_message(
                fmt::format("\rgame {}: {} of {} moves\x1b[K", game_.number, done_, total_));
        }
    }

  private:
    bool is_shown_;
    const RecordedGame& game_;
    int total_ = 0;
    int done_ = 0;
};

/// `rerun --seat S --ai X`: every move of a seat. Returns the exit status. Throws UserError,
/// Interrupted, InternalError.
int rerun_seat(const Arguments& arguments, const std::string& path, const RecordedGame& game) {
    const Seat seat = chosen_seat(arguments, path, game);
    if (seat == 0) {
        throw UserError(
            "which moves? write --seat S for all moves of a seat, --turn N for one, or --notes "
            "FILE for all");
    }
    const MatchConfig config = rerun_config(arguments, game);
    const std::vector<Contestant> contestants =
        read_contestants(arguments.all("ai"), arguments.all("set"));
    const LoadedField field = field_of(path, game);
    SeatSummary summary{seat, 0, 0, {}};
    {
        const SignalsInWaits signals;
        Rerunner rerunner(field, game, seat, contestants, config, true);
        MoveProgress progress(game, {seat});
        const std::size_t first = game.from ? game.from->moves : 0;
        const std::vector<Difference> differences =
            visit_runs(field, game, [&](const RecordedRun& run) {
                const RecordedMove& move = game.moves[run.index];
                if (run.index >= first && rerunner.takes_part_in(move)) {
                    const Rerun answer = rerunner.run(run);
                    if (!move.is_preparation) {
                        summary.count(answer);
                        progress.next();
                    }
                }
            });
        require_agreement(path, game, differences);
    }
    if (arguments.has("json")) {
        Json json{{"record", path}};
        json.update(seat_json(game, contestants[0], summary));
        print_json(json);
    } else {
        fmt::print("{}", seat_text(game, contestants[0], summary));
    }
    return summary.equal == summary.moves ? exit_done : exit_found;
}

/// The analysis of one game: all answers, and their sum by seat.
struct Analysis {
    std::vector<Rerun> answers;
    std::map<Seat, SeatSummary> by_seat;
};

Analysis analysis_of(
    const Arguments& arguments, const std::string& path, const RecordedGame& game,
    const std::vector<Contestant>& contestants) {
    const MatchConfig config = rerun_config(arguments, game);
    const Seat wanted = chosen_seat(arguments, path, game);
    std::vector<Seat> seats(wanted == 0 ? game.names.size() : 1, wanted);
    if (wanted == 0) {
        std::iota(seats.begin(), seats.end(), 1);
    }
    Analysis analysis;
    const SignalsInWaits signals;
    MoveProgress progress(game, seats);
    analyse(path, game, seats, contestants, config, [&](const Rerun& answer) {
        const Seat seat = game.moves[answer.index].seat;
        analysis.by_seat.try_emplace(seat, SeatSummary{seat, 0, 0, {}});
        analysis.by_seat[seat].count(answer);
        analysis.answers.push_back(answer);
        progress.next();
    });
    return analysis;
}

void require_no_analysis_by(
    const std::string& name, const std::string& path, const RecordedGame& game) {
    if (std::find(game.analysts.begin(), game.analysts.end(), name) != game.analysts.end()) {
        throw UserError(fmt::format(
            "{}:{}: it already has an analysis by {}; write --ai NAME=PATH", path, game.line,
            printable(name)));
    }
}

/// `rerun --ai X --notes FILE`: an analysis of these games of the record. Like rerun_seat().
int rerun_notes(
    const Arguments& arguments, const std::string& path, const std::vector<RecordedGame>& games) {
    const std::vector<Contestant> contestants =
        read_contestants(arguments.all("ai"), arguments.all("set"));
    for (const RecordedGame& game : games) {
        require_told(path, game);
        require_no_analysis_by(contestants[0].name, path, game);
    }
    const std::string out = arguments.text("notes");
    require_other_file(out, path, "the record being read");
    RecordWriter record(out, arguments.has("force"));
    Json json{{"record", path}, {"notes", out}, {"seats", Json::array()}};
    std::string text;
    for (const RecordedGame& game : games) {
        const Analysis analysis = analysis_of(arguments, path, game, contestants);
        write_analysis(path, game, contestants[0], analysis.answers, record);
        for (const auto& [seat, summary] : analysis.by_seat) {
            json["seats"].push_back(seat_json(game, contestants[0], summary));
            text += seat_text(game, contestants[0], summary);
        }
    }
    if (arguments.has("json")) {
        print_json(json);
    } else {
        fmt::print(
            "{}record: {} (show it with: referee replay {} --html PAGE.html)\n", text,
            safe_text(out), safe_text(shell_word(out)));
    }
    return exit_done;
}

/// Options of matches that also say how an AI runs here.
constexpr auto shared_options = std::to_array<std::string_view>(
    {"cores", "no-pin", "confine", "allow-read", "allow-network", "free-folder", "resident",
     "memory", "processes", "work", "work-size"});

} // namespace

const Usage& rerun_usage() {
    using enum Weight;
    static const Usage usage = [] {
        Usage rerun{
            "rerun",
            "referee rerun RECORD [--game G] --turn N [--seat S] --files DIR\n"
            "       referee rerun RECORD [--game G] --turn N [--seat S] --ai AI [--debug CMD]\n"
            "       referee rerun RECORD [--game G] --seat S --ai AI\n"
            "       referee rerun RECORD [--game G] [--seat S] --ai AI --notes FILE",
            "Repeats moves of a recorded game with exactly the files that the AI had.\n"
            "--files writes them to a folder. --ai runs an AI on them and compares its answer\n"
            "with the recorded one: in one move, or without --turn in every move of the seat.\n"
            "--debug runs it under a debugger, on your terminal, without limits. --notes\n"
            "writes a record with its answers and notes beside the moves, for\n"
            "'referee replay --html'.\n"
            "Exit status 3: an answer differs (not with --notes).",
            "referee rerun first.jsonl --game 1 --turn 5 --ai my-ai\n"
            "referee rerun first.jsonl --game 1 --turn 5 --ai my-ai --debug 'gdb --args'",
            {
                rules_option(),
                {"game", "N", "the game with this number; not needed if there is only one",
                 Topic::games, common},
                {"turn", "N", "the move in this turn, as in match.dat; or 'prepare'", Topic::games,
                 common},
                {"seat", "S", "the seat; not needed if only one seat moved in the turn",
                 Topic::games, common},
                explained(
                    {"files", "DIR", "write the files of the move, its environment and its command",
                     Topic::output, common},
                    "The folder then also has the variables (environment) and the command line "
                    "(command)."),
                explained(
                    {"ai", "[NAME=]PATH",
                     "the AI to run: a program, a folder with ai.ini, or a command line",
                     Topic::ais, common},
                    "Its answer is compared with what was played: in one move, or without --turn in every move of the seat. The exit status is 3 if an answer differs."),
                {"set", "AI:NAME=VALUE", "set a parameter that the AI declares", Topic::ais, rare,
                 true},
                explained(
                    {"debug", "COMMAND", "run the AI under this, e.g. 'gdb --args', 'strace -f'",
                     Topic::running, common},
                    "It runs on the terminal, without limits."),
                explained(
                    {"notes", "FILE", "write a record with the AI's answers and notes",
                     Topic::output, common},
                    "They stand beside all moves, for 'replay --html'. The exit status is then 0 even if an answer differs."),
                {"json", "", "print everything as one line of JSON", Topic::output, rare},
                {"force", "", "overwrite an existing folder's files or record", Topic::output,
                 rare},
                {"time-limit", "TIME", "limit for each answer; default: that of the move",
                 Topic::limits, rare},
                {"margin", "TIME", "grace period; default: the recorded one", Topic::limits, rare},
            }};
        for (const Option& option : match_options()) {
            if (std::find(shared_options.begin(), shared_options.end(), option.name) !=
                shared_options.end()) {
                rerun.options.push_back(option);
            }
        }
        return rerun;
    }();
    return usage;
}

namespace {

/// Reports conflicting options before anything is read.
void require_sense(const Arguments& arguments) {
    const auto has = [&](const char* option) { return arguments.has(option); };
    if (!has("files") && !has("ai")) {
        throw UserError("nothing to do; --files DIR writes a move's files, --ai PATH runs an AI");
    }
    if (has("notes") && (has("turn") || has("files") || has("debug"))) {
        throw UserError("--notes is for all moves; leave out --turn, --files and --debug");
    }
    if ((has("files") || has("debug")) && !has("turn")) {
        throw UserError("which move? --files and --debug need --turn N");
    }
    if ((has("debug") || has("notes")) && !has("ai")) {
        throw UserError("which AI? --debug and --notes need --ai PATH");
    }
    if (has("debug") && has("json")) {
        throw UserError("--debug uses the terminal; leave out --json");
    }
}

} // namespace

int rerun_command(const std::vector<std::string>& words) {
    const Arguments arguments(rerun_usage(), words);
    if (arguments.words().size() != 1) {
        throw UserError("rerun needs one record; write 'referee rerun RECORD …', or 'referee rerun "
                        "--help'");
    }
    require_sense(arguments);
    const std::string& path = arguments.words()[0];
    std::vector<RecordedGame> games = read_record(path);
    if (arguments.has("notes")) {
        if (arguments.has("game")) {
            games = {chosen_game(arguments, path, games)};
        }
        refuse_missing_ais(arguments.all("ai"), games[0].game);
        return rerun_notes(arguments, path, games);
    }
    const RecordedGame& game = chosen_game(arguments, path, games);
    require_told(path, game);
    refuse_missing_ais(arguments.all("ai"), game.game);
    return arguments.has("turn") ? rerun_move(arguments, path, game)
                                 : rerun_seat(arguments, path, game);
}

} // namespace referee
