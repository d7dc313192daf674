#include "commands/rerun_moves.hpp"

#include "commands/commands.hpp"
#include "commands/record_choice.hpp"
#include "commands/rerun_report.hpp"
#include "commands/rerun_settings.hpp"
#include "error.hpp"
#include "field/text.hpp"
#include "field/utf8.hpp"
#include "match/analysis.hpp"
#include "process/interrupt.hpp"
#include "process/output_file.hpp"
#include "process/print.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <unistd.h>

namespace referee {
namespace {

using Json = nlohmann::ordered_json;

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

} // namespace

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

namespace {

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

} // namespace

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
            "{}record: {} (show it with 'referee replay {} --html PAGE.html')\n", text,
            safe_text(out), safe_text(out));
    }
    return exit_done;
}

} // namespace referee
