// Theory of operation
//
// A game is begin(), prepare(), turns, and the end. A turn asks all players to move about the same
// state, then gives their answers to the rules in one piece, then counts and reports what came of
// them. Nobody learns of a turn before all of it has been played.
//
// People are asked first and answer last: they think while programs run. Programs with a core of
// their own run at the same time; programs that share a core run one after another, in waves. The
// clocks of a wave begin when it starts, so waiting for a core costs nobody anything. Their files
// are written before any of the turn's programs starts.
//
// A run that ended badly may be nobody's fault:
//   - a signal to all processes has killed the program before it reached us: we wait a moment for
//     it, and the game doesn't count (await_signal_after_deaths);
//   - the disk is full: whoever took too much has the fault, the others are asked again
//     (judge_full_disk). Its files are emptied, so it isn't asked before it has had the fault;
//   - the machine may have been busy: the fault stays, the note says so (explain_lateness).
//
// Signals arrive as the exception Interrupted out of any wait. It passes through here: the players
// end their programs when they are destroyed, the record keeps what it has.

#include "match/game_runner.hpp"

#include "ai/contestant.hpp"
#include "base/bytes.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"
#include "keeper/resident.hpp"
#include "keeper/work_folder.hpp"
#include "match/clock.hpp"
#include "match/config.hpp"
#include "match/move_files.hpp"
#include "match/own_time.hpp"
#include "match/tally.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace referee {
namespace {

constexpr std::size_t short_hash = 8;

/// The names for match.dat; none unless the organiser reveals them.
std::vector<std::string> told_names(const GameRequest& request) {
    std::vector<std::string> names;
    for (const Contestant* const contestant : request.contestants) {
        if (request.config->reveal_names) {
            names.push_back(told_name(contestant->name));
        }
    }
    return names;
}

std::vector<std::string_view> names_of(const GameRequest& request) {
    std::vector<std::string_view> names;
    for (const Contestant* const contestant : request.contestants) {
        names.push_back(contestant->name);
    }
    return names;
}

std::string seconds_text(std::chrono::nanoseconds time) {
    const double seconds = std::chrono::duration<double>(time).count();
    return seconds < 100 ? fmt::format("{:.2g} s", seconds) : fmt::format("{:.0f} s", seconds);
}

class GameRunner {
  public:
    explicit GameRunner(GameRequest& request)
        : request_(request), info_(request.field->game->info()), config_(*request.config),
          position_(
              request.from != nullptr ? request.from->clone() : request.field->field->start()),
          clock_(info_.time, config_, names_of(request)),
          own_time_(config_.game_time, request.time.idle),
          seats_(static_cast<int>(request.by_seat.size())),
          files_(
              info_,
              MatchFile(info_.name, teams_of(info_, seats_), config_.points, told_names(request))),
          tally_(request.by_seat, request.watcher.fault, result_) {
        for (Seat seat = 1; seat <= seats_; ++seat) {
            if (!player(seat).is_person()) {
                programs_.push_back(seat);
            }
        }
        watch_step_ = [this] { request_.watcher.step(*position_); };
    }

    GameResult play() {
        begin();
        prepare();
        watch();
        std::optional<Ending> ending = position_->ending();
        while (!ending) {
            play_turn();
            notify_eliminated();
            ending = position_->ending();
            if (!ending && own_time_.is_over()) {
                ending = end_of_time();
            }
            if (result_.turns == request_.max_turns && !ending) {
                count_owed_faults();
                end_residents();
                return std::move(result_);
            }
        }
        result_.ending = *std::move(ending);
        result_.match_decides = info_.match_decides;
        result_.points = info_.match_decides
                             ? std::vector<double>(request_.by_seat.size())
                             : points_of(result_.ending, config_.points, teams_of(info_, seats_));
        result_.state = sha256(position_->canonical_text());
        if (request_.listener != nullptr) {
            request_.listener->result(result_.ending, result_.state);
        }
        for (const Seat seat : programs_) {
            notify_end(seat, result_.ending.ranks[seat - 1], result_.ending.scores[seat - 1]);
        }
        count_owed_faults(); // also those that were found while the end was told
        end_residents();
        return std::move(result_);
    }

  private:
    Player& player(Seat seat) const { return *request_.by_seat[seat - 1]; }
    const Program& program(Seat seat) const { return request_.contestants[seat - 1]->program; }

    void begin() {
        for (const Seat seat : programs_) {
            player(seat).begin_game(
                fmt::format("{}-game{}-seat{}", request_.field->name, request_.number, seat));
        }
        if (request_.listener != nullptr) {
            request_.listener->begin_game(
                *request_.field, request_.contestants, request_.number, config_);
            request_.has_begun = true;
        }
    }

    /// Runs the preparation: for all AIs if the game has one, else for those that ask for it in
    /// their ai.ini.
    void prepare() {
        std::vector<Seat> seats;
        for (const Seat seat : programs_) {
            if (info_.has_prepare || program(seat).wants_prepare) {
                seats.push_back(seat);
            }
        }
        const int turn = position_->turn();
        run_all(seats, Phase::prepare, [&](Seat) { return clock_.prepare_limit(); });
        for (const Seat seat : seats) {
            const Run& run = runs_[seat];
            Effect effect;
            effect.fault = run.fault;
            effect.reason = run.reason;
            tally_.add(seat, run, effect, turn, Phase::prepare);
            if (request_.listener != nullptr) {
                request_.listener->move(
                    {.turn = turn,
                     .seat = seat,
                     .phase = Phase::prepare,
                     .limit = clock_.prepare_limit(),
                     .run = run,
                     .effect = effect,
                     .errors = player(seat).last_errors(),
                     .state = ""});
            }
        }
    }

    Ending end_of_time() const {
        const Seat most = own_time_.most();
        return ended_by_limit(
            position_->ranks_now(), seats_, EndedBy::game_time,
            fmt::format(
                "the AIs have used the {} of the game, {} on seat {} most of it ({})",
                seconds_text(config_.game_time),
                safe_text(request_.contestants[static_cast<std::size_t>(most) - 1]->name), most,
                seconds_text(std::chrono::nanoseconds(own_time_.of(most)))));
    }

    void play_turn() {
        const std::vector<Seat> movers(
            position_->players_to_move().begin(), position_->players_to_move().end());
        const int turn = position_->turn();
        const auto by_field = position_->time_limit();
        const auto limit_of = [&](Seat seat) {
            return player(seat).is_person() ? player(seat).own_limit()
                                            : clock_.limit(seat, by_field);
        };
        run_all(movers, Phase::move, limit_of);
        std::array<Answer, max_seats> answers;
        std::array<std::chrono::nanoseconds, max_seats> limits{};
        for (std::size_t i = 0; i < movers.size(); ++i) {
            const Run& run = runs_[movers[i]];
            answers[i] = {movers[i], run.fault, run.text};
            limits[i] = limit_of(movers[i]);
            if (!player(movers[i]).is_person()) {
                clock_.spend(
                    movers[i], std::chrono::nanoseconds(run.use.wall_ns),
                    run.fault == Fault::timeout);
            }
        }
        std::vector<Effect> effects = position_->apply(
            std::span(answers).first(movers.size()),
            request_.watcher.step ? watch_step_ : StepWatcher());
        ++result_.turns;
        for (std::size_t i = 0; i < movers.size(); ++i) {
            const Run& run = runs_[movers[i]];
            if (run.fault != Fault::none) {
                effects[i].reason = run.reason;
            }
            tally_.add(movers[i], run, effects[i], turn, Phase::move);
            if (request_.listener != nullptr) {
                const bool is_last = i + 1 == movers.size();
                request_.listener->move(
                    {.turn = turn,
                     .seat = movers[i],
                     .phase = Phase::move,
                     .limit = limits[i],
                     .run = run,
                     .effect = effects[i],
                     .errors = player(movers[i]).last_errors(),
                     .state = is_last ? state_hash() : ""});
            }
        }
        watch();
    }

    /// Asks all of these seats about the same state and stores the results in runs_. People are
    /// asked first and may think while AIs run; the answers of AIs are taken before we wait for
    /// people.
    template <typename LimitOf>
    void run_all(const std::vector<Seat>& seats, Phase phase, LimitOf limit_of) {
        runs_ = {};
        std::vector<Seat> programs;
        for (const Seat seat : seats) {
            if (player(seat).is_person()) {
                start(seat, phase, limit_of(seat));
            } else if (!owed_[seat]) {
                write_files(seat, phase, limit_of(seat));
                programs.push_back(seat);
            }
        }
        run_programs(std::move(programs), phase, limit_of);
        for (const Seat seat : seats) {
            if (player(seat).is_person()) {
                runs_[seat] = player(seat).finish(true);
            } else if (owed_[seat]) {
                runs_[seat] = *std::exchange(owed_[seat], std::nullopt);
            }
        }
    }

    /// Runs AIs whose files are written: in parallel where each has its own core, else in waves.
    template <typename LimitOf>
    void run_programs(std::vector<Seat> waiting, Phase phase, LimitOf limit_of) {
        while (true) {
            std::erase_if(waiting, [this](Seat seat) { return owed_[seat].has_value(); });
            if (waiting.empty()) {
                return;
            }
            std::vector<Seat> wave;
            std::vector<Seat> later;
            for (const Seat seat : waiting) {
                const bool is_taken = std::any_of(wave.begin(), wave.end(), [&](Seat other) {
                    return player(other).core() == player(seat).core();
                });
                (is_taken ? later : wave).push_back(seat);
            }
            suspend_notified(wave);
            own_time_.begin(request_.time.now_ns());
            for (const Seat seat : wave) {
                start(seat, phase, limit_of(seat));
            }
            await_players(wave);
            for (const Seat seat : wave) {
                take_run(seat, phase);
            }
            await_signal_after_deaths(wave);
            waiting = judge_full_disk(wave);
            for (const Seat seat : waiting) {
                write_files(seat, phase, limit_of(seat));
            }
            waiting.insert(waiting.end(), later.begin(), later.end());
        }
    }

    /// Where the file system of the work folders is full, an AI that took more than its share has
    /// the fault, and the others' faults don't count: returns who is to be asked again, as if it
    /// hadn't been. Throws DiskFull if no AI of this game took too much, or if it is still full.
    std::vector<Seat> judge_full_disk(const std::vector<Seat>& wave) {
        const auto is_in_doubt = [&](Seat seat) {
            return runs_[seat].fault != Fault::none || player(seat).can_exceed_share();
        };
        std::vector<Seat> again;
        if (std::none_of(wave.begin(), wave.end(), is_in_doubt) ||
            !player(wave.front()).is_disk_full()) {
            return again;
        }
        judge_shares();
        for (const Seat seat : wave) {
            if (!owed_[seat] && runs_[seat].fault != Fault::none) {
                own_time_.take_back(seat, runs_[seat].own_ns);
                runs_[seat] = {};
                again.push_back(seat);
            }
        }
        if (!again.empty() && player(again.front()).is_disk_full()) {
            throw DiskFull(
                "the disk of the work folders is full; make room there, or name another folder "
                "with --work");
        }
        return again;
    }

    /// Empties the files of AIs that hold more than their share, also of those that don't move in
    /// this turn. Each owes the fault to its next answer, which is that of this turn if it moves in
    /// it. False if there is no such AI.
    bool judge_shares() {
        bool is_any = false;
        for (const Seat seat : programs_) {
            if (std::optional<Run> run = player(seat).judge_share()) {
                run->use = runs_[seat].use;
                run->own_ns = runs_[seat].own_ns;
                owed_[seat] = std::move(run);
                is_any = true;
            }
        }
        return is_any;
    }

    /// Who has no more answers has the fault without one.
    void count_owed_faults() {
        for (const Seat seat : programs_) {
            if (owed_[seat]) {
                tally_.add_fault(seat, *owed_[seat], position_->turn());
            }
        }
    }

    /// Takes the end of a program's run, with the time that was its own.
    void take_run(Seat seat, Phase phase) {
        Run& run = runs_[seat] = player(seat).finish(phase == Phase::move);
        run.own_ns = own_time_.add(
            seat, config_.pin ? player(seat).core() : -1, run.use, request_.time.now_ns());
        explain_lateness(run);
    }

    void start(Seat seat, Phase phase, std::chrono::nanoseconds limit) {
        player(seat).start(
            {.phase = phase,
             .seat = seat,
             .game = request_.number,
             .turn = position_->turn(),
             .played = result_.turns,
             .limit = limit.count() == 0 ? limit : limit + config_.margin,
             .seed = seed(seat),
             .position = position_.get()});
    }

    /// A reader of a timeout's reason must know whether the machine may have been busy. While
    /// others were on its core, nobody can tell an AI that waited for the core from one that slept.
    void explain_lateness(Run& run) const {
        if (!is_starved(run.fault, run.use.wall_ns, run.use.cpu_ns)) {
            return; // it computed
        }
        run.machine_was_busy =
            own_time_.knows_idle() && is_starved(run.fault, run.use.wall_ns, run.own_ns);
        run.reason += fmt::format(
            ", on a core for {} of it{}", seconds_text(std::chrono::nanoseconds(run.use.cpu_ns)),
            run.machine_was_busy || !own_time_.knows_idle()
                ? ": it waited, or the machine was busy"
                : "; its core was idle, so it waited for something");
    }

    /// A signal sent to all processes may reach an AI before it reaches us. The AI is not at fault
    /// then, and the game doesn't count. No clock runs while we wait. Waits once per seat: an AI
    /// that keeps dying of signals does so by itself.
    void await_signal_after_deaths(const std::vector<Seat>& wave) {
        bool is_in_doubt = false;
        for (const Seat seat : wave) {
            is_in_doubt |=
                runs_[seat].may_be_interrupted && !std::exchange(has_awaited_signal_[seat], true);
        }
        if (is_in_doubt && request_.awaits_own_signal) {
            request_.time.await_own_signal();
        }
    }

    /// Suspends eliminated resident AIs that still run on a core of this wave.
    void suspend_notified(const std::vector<Seat>& wave) {
        for (const Seat notified : programs_) {
            const auto shares_core = [&](Seat seat) {
                return player(seat).core() == player(notified).core();
            };
            if (was_notified_[notified] && std::any_of(wave.begin(), wave.end(), shares_core)) {
                player(notified).suspend();
            }
        }
    }

    void await_players(const std::vector<Seat>& wave) const {
        std::array<Player*, max_seats> players{};
        for (std::size_t i = 0; i < wave.size(); ++i) {
            players[i] = &player(wave[i]);
        }
        await_answers(std::span(players).first(wave.size()));
    }

    std::uint32_t seed(Seat seat) const {
        return move_seed(config_.seed, request_.field->sha256, seat, position_->turn());
    }

    void write_files(
        Seat seat, Phase phase, std::chrono::nanoseconds limit, std::string_view more_keys = {}) {
        files_.fill(
            *position_, seat,
            {.phase = phase,
             .turn = position_->turn(),
             .limit = limit,
             .last_wall_ns = tally_.last_wall_ns(seat),
             .last_fault = tally_.last_fault(seat),
             .seed = seed(seat),
             .has_clock = clock_.is_running(seat)},
            more_keys);
        if (phase == Phase::prepare) {
            tally_.set_empty_files(files_.empty());
        }
        try {
            player(seat).take_files(files_);
        } catch (const DiskFull&) {
            if (!judge_shares()) {
                throw;
            }
            player(seat).take_files(files_);
        }
    }

    std::string state_hash() const {
        const std::string hash = sha256(position_->canonical_text());
        return config_.hash_each_turn ? hash : hash.substr(0, short_hash);
    }

    void watch() const {
        if (request_.watcher.step) {
            request_.watcher.step(*position_);
        }
    }

    /// Notifies each eliminated resident AI once while the game goes on, without a rank, so that it
    /// can stop computing. An AI that isn't resident doesn't run then.
    void notify_eliminated() {
        for (const Seat seat : programs_) {
            if (player(seat).is_resident() && !position_->players_to_move().empty() &&
                position_->is_eliminated(seat)) {
                notify_end(seat, 0, 0);
            }
        }
    }

    /// Runs phase `end` for AIs that are resident or ask for it in their ai.ini. The result is
    /// ignored.
    void notify_end(Seat seat, int rank, double score) {
        const bool is_resident = player(seat).is_resident();
        if ((!is_resident && !program(seat).wants_end) || (was_notified_[seat] && rank == 0)) {
            return;
        }
        was_notified_[seat] = true;
        Player& notified = player(seat);
        try {
            write_files(
                seat, Phase::end, quit_limit, fmt::format("rank {}\nscore {}\n", rank, score));
        } catch (const DiskFull&) {
            return; // nothing depends on this run, so the game counts without it
        }
        if (is_resident) {
            notified.notify_end();
        } else {
            notified.start(
                {.phase = Phase::end,
                 .seat = seat,
                 .game = request_.number,
                 .turn = position_->turn(),
                 .played = result_.turns,
                 .limit = quit_limit,
                 .seed = seed(seat),
                 .position = position_.get()});
            notified.finish(false);
        }
    }

    void end_residents() {
        for (const Seat seat : programs_) {
            const ResourceUse use = player(seat).end_game();
            tally_.add_end(seat, use, player(seat).end_note(), position_->turn());
        }
    }

    GameRequest& request_;
    const GameInfo& info_;
    const MatchConfig& config_;
    std::unique_ptr<Position> position_;
    Clock clock_;
    OwnTime own_time_;
    int seats_;
    MoveFiles files_;
    std::vector<Seat> programs_; ///< the seats of AIs
    SeatArray<Run> runs_;        ///< of this turn
    /// Faults of AIs that filled the disk, until their next answer. They aren't asked for it.
    SeatArray<std::optional<Run>> owed_;
    SeatArray<bool> was_notified_;
    SeatArray<bool> has_awaited_signal_;
    StepWatcher watch_step_;
    GameResult result_;
    GameTally tally_;
};

} // namespace

std::uint32_t move_seed(std::uint64_t seed, std::string_view field_sha256, Seat seat, int turn) {
    std::uint64_t field = 0;
    std::from_chars(field_sha256.data(), field_sha256.data() + 16, field, 16);
    const std::uint64_t place =
        (static_cast<std::uint64_t>(seat) << 32U) | static_cast<std::uint32_t>(turn);
    return static_cast<std::uint32_t>(mixed(mixed(mixed(seed) ^ field) ^ place) >> 33U);
}

GameResult play_game(GameRequest& request) {
    try {
        return GameRunner(request).play();
    } catch (const BrokenGame& broken) {
        throw broken.more(fmt::format(" of game {}", request.number));
    }
}

} // namespace referee
