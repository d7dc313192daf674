#include "commands/rerun_move.hpp"

#include "commands/commands.hpp"
#include "commands/debugger.hpp"
#include "commands/record_choice.hpp"
#include "commands/rerun_files.hpp"
#include "commands/rerun_report.hpp"
#include "commands/rerun_settings.hpp"
#include "error.hpp"
#include "field/utf8.hpp"
#include "process/interrupt.hpp"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace referee {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_result_bytes = 64 * 1024;

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

} // namespace

int rerun_move(const Arguments& arguments, const std::string& path, const RecordedGame& game) {
    return OneMove(arguments, path, game).run();
}

} // namespace referee
