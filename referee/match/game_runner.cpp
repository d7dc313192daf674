#include "match/game_runner.hpp"

#include "base/bytes.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"
#include "match/config.hpp"
#include "match/move_files.hpp"
#include "match/own_time.hpp"
#include "match/people.hpp"
#include "match/player.hpp"
#include "match/result.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "os/machine.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>

namespace referee {

// What is counted and noted while a game is played: what its seats used, their faults and
// restarts.

struct GameRequest;

struct ResourceUse;

struct Run;

class GameTally {
  public:
    /// Adds to the tallies and faults of `result`, and notifies the request's watcher of faults.
    /// Keeps references to both.
    GameTally(const GameRequest& request, GameResult& result);

    /// Counts the last run of a seat in a phase of this turn.
    void add(Seat seat, const Run& run, const Effect& effect, int turn, bool in_preparation);
    /// Counts what the AI at a seat used until its end and no run has counted.
    void add_end(Seat seat, const ResourceUse& use);

    /// The fault of the seat's last answer or preparation; none before the first.
    Fault last_fault(Seat seat) const { return last_faults_[seat]; }
    /// Of the preparation that comes next.
    void set_empty_files(std::vector<std::string_view> names) { empty_files_ = std::move(names); }
    /// The end of what the AI at the seat wrote to standard error in its last run; of a person
    /// nothing.
    std::string_view last_errors(Seat seat) const;

  private:
    void notify(const FaultNote& note);

    const GameRequest& request_;
    GameResult& result_;
    SeatArray<Fault> last_faults_;
    std::vector<std::string_view> empty_files_; ///< the same for all seats
    SeatArray<std::string> preparation_errors_; ///< until the first answer
};

namespace {

constexpr std::size_t max_fault_notes = 100;

/// All measurements but the times of moves: a preparation has none.
Measurements measured_in(const ResourceUse& use) {
    Measurements measured;
    measured.cpu_ns = use.cpu_ns;
    measured.peak_kb = use.peak_kb;
    measured.leftovers = use.leftovers;
    return measured;
}

} // namespace

GameTally::GameTally(const GameRequest& request, GameResult& result)
    : request_(request), result_(result) {
    result_.tallies.resize(request.by_seat.size());
}

void GameTally::add(
    Seat seat, const Run& run, const Effect& effect, int turn, bool in_preparation) {
    const Player* const program = request_.by_seat[seat - 1];
    SeatTally& tally = result_.tallies[seat - 1];
    Measurements measured = measured_in(run.use);
    if (!in_preparation) { // these are times of moves
        measured.moves = 1;
        measured.wall_ns = measured.longest_ns = run.use.wall_ns;
        tally.times.add(run.use.wall_ns);
    }
    const bool is_starved_program =
        program != nullptr && is_starved(effect.fault, run.use.wall_ns, run.own_ns);
    measured.starved = is_starved_program ? 1 : 0;
    last_faults_[seat] = effect.fault;
    // A program that failed in the preparation often says so only then.
    std::string printed = in_preparation ? "" : std::exchange(preparation_errors_[seat], "");
    if (effect.fault != Fault::none) {
        ++tally.faults[static_cast<std::size_t>(effect.fault)];
        notify(
            {turn, seat, in_preparation, effect.fault, effect.reason,
             printed.append(last_errors(seat)),
             program == nullptr ? std::string() : program->last_output(), effect.legal_if,
             run.use.wall_ns, run.use.cpu_ns, run.machine_was_busy,
             in_preparation ? empty_files_ : std::vector<std::string_view>()});
    }
    if (!run.restart.empty()) {
        measured.restarts = 1;
        measured.starved += run.is_starved ? 1 : 0;
        notify({turn, seat, in_preparation, Fault::none, run.restart, ""});
    }
    referee::add(tally.measured, measured);
    if (in_preparation) {
        preparation_errors_[seat] = effect.fault == Fault::none ? last_errors(seat) : "";
    }
}

void GameTally::add_end(Seat seat, const ResourceUse& use) {
    referee::add(result_.tallies[seat - 1].measured, measured_in(use));
}

std::string_view GameTally::last_errors(Seat seat) const {
    const Player* const program = request_.by_seat[seat - 1];
    return program == nullptr ? std::string_view() : program->last_errors();
}

void GameTally::notify(const FaultNote& note) {
    if (request_.watcher.fault) {
        request_.watcher.fault(note);
    }
    if (result_.faults.size() < max_fault_notes) {
        result_.faults.push_back(note);
    }
}

namespace {

constexpr std::size_t short_hash = 8;

/// The names that AIs are told; none unless the organiser tells them.
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
    explicit GameRunner(const GameRequest& request)
        : request_(request), info_(request.field->game->info()), config_(*request.config),
          position_(
              request.from != nullptr ? request.from->clone() : request.field->field->start()),
          clock_(info_.time, config_, names_of(request)),
          own_time_(config_.game_time, idle_clock()),
          seats_(static_cast<int>(request.by_seat.size())),
          files_(info_, MatchFile(info_.name, seats_, config_.points, told_names(request))),
          tally_(request, result_) {
        for (Seat seat = 1; seat <= seats_; ++seat) {
            if (!is_person(seat)) {
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
                end_residents();
                return std::move(result_);
            }
        }
        result_.ending = *std::move(ending);
        result_.match_decides = info_.match_decides;
        result_.points = info_.match_decides ? std::vector<double>(request_.by_seat.size())
                                             : points_of(result_.ending, config_.points);
        result_.state = sha256(position_->canonical_text());
        if (request_.listener != nullptr) {
            request_.listener->result(result_.ending, result_.state);
        }
        for (const Seat seat : programs_) {
            notify_end(seat, result_.ending.ranks[seat - 1], result_.ending.scores[seat - 1]);
        }
        end_residents();
        return std::move(result_);
    }

  private:
    bool is_person(Seat seat) const { return request_.by_seat[seat - 1] == nullptr; }
    /// The player at a seat of programs_.
    Player& player(Seat seat) const { return *request_.by_seat[seat - 1]; }

    void begin() {
        for (const Seat seat : programs_) {
            player(seat).begin_game(
                fmt::format("{}-game{}-seat{}", request_.field->name, request_.number, seat));
        }
        if (request_.listener != nullptr) {
            request_.listener->begin_game(
                *request_.field, request_.contestants, request_.number, config_);
        }
    }

    /// Runs the preparation: for all AIs if the game has one, else for those that ask for it in
    /// their ai.ini.
    void prepare() {
        std::vector<Seat> seats;
        for (const Seat seat : programs_) {
            if (info_.has_prepare || player(seat).contestant().program.wants_prepare) {
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
            tally_.add(seat, run, effect, turn, true);
            if (request_.listener != nullptr) {
                request_.listener->move(
                    {turn, seat, Phase::prepare, clock_.prepare_limit(), run, effect,
                     tally_.last_errors(seat), ""});
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
        run_all(movers, Phase::move, [&](Seat seat) { return clock_.limit(seat, by_field); });
        std::array<Answer, max_seats> answers;
        std::array<std::chrono::nanoseconds, max_seats> limits{};
        for (std::size_t i = 0; i < movers.size(); ++i) {
            const Run& run = runs_[movers[i]];
            answers[i] = {movers[i], run.fault, run.text};
            limits[i] =
                is_person(movers[i]) ? request_.people->limit() : clock_.limit(movers[i], by_field);
            if (!is_person(movers[i])) {
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
            tally_.add(movers[i], run, effects[i], turn, false);
            if (request_.listener != nullptr) {
                const bool is_last = i + 1 == movers.size();
                request_.listener->move(
                    {turn, movers[i], Phase::move, limits[i], run, effects[i],
                     tally_.last_errors(movers[i]), is_last ? state_hash() : ""});
            }
        }
        watch();
    }

    /// Asks all of these seats about the same state and stores the results in runs_. People are
    /// asked first and may think while AIs run; the answers of AIs are taken before we wait for
    /// people.
    template <typename LimitOf>
    void run_all(const std::vector<Seat>& seats, Phase phase, LimitOf limit_of) {
        std::vector<Seat> programs;
        for (const Seat seat : seats) {
            if (is_person(seat)) {
                request_.people->ask(
                    *request_.contestants[seat - 1], request_.number, position_->turn(),
                    result_.turns, seat, position_->legal_answers(seat));
            } else {
                write_files(seat, phase, limit_of(seat));
                programs.push_back(seat);
            }
        }
        run_programs(std::move(programs), phase, limit_of);
        for (const Seat seat : seats) {
            if (is_person(seat)) {
                runs_[seat] = request_.people->await(seat);
            }
        }
    }

    /// Runs AIs whose files are written: in parallel where each has its own core, else in waves.
    template <typename LimitOf>
    void run_programs(std::vector<Seat> waiting, Phase phase, LimitOf limit_of) {
        while (!waiting.empty()) {
            std::vector<Seat> wave;
            std::vector<Seat> later;
            for (const Seat seat : waiting) {
                const bool is_taken = std::any_of(wave.begin(), wave.end(), [&](Seat other) {
                    return player(other).core() == player(seat).core();
                });
                (is_taken ? later : wave).push_back(seat);
            }
            suspend_notified(wave);
            own_time_.begin(monotonic_ns());
            for (const Seat seat : wave) {
                start(seat, phase, limit_of(seat));
            }
            await_players(wave);
            for (const Seat seat : wave) {
                take_run(seat, phase);
            }
            await_signal_after_deaths(wave);
            judge_full_disk(wave, phase, limit_of);
            waiting = std::move(later);
        }
    }

    /// Where the file system of the work folders is full, an AI that took more than its share has
    /// the fault, and the others' faults don't count: they are asked again. Throws DiskFull if no
    /// AI of this game took too much, or if it is still full.
    template <typename LimitOf>
    void judge_full_disk(const std::vector<Seat>& wave, Phase phase, LimitOf limit_of) {
        const auto is_in_doubt = [&](Seat seat) {
            return runs_[seat].fault != Fault::none || player(seat).can_exceed_share();
        };
        if (std::none_of(wave.begin(), wave.end(), is_in_doubt) ||
            !player(wave.front()).is_disk_full()) {
            return;
        }
        SeatArray<bool> is_guilty{};
        for (const Seat seat : programs_) {
            if (player(seat).exceeds_share()) {
                is_guilty[seat] = true;
                Run run = player(seat).filled_disk();
                run.use = runs_[seat].use;
                run.own_ns = runs_[seat].own_ns;
                runs_[seat] = std::move(run);
            }
        }
        for (const Seat seat : wave) {
            if (is_guilty[seat] || runs_[seat].fault == Fault::none) {
                continue;
            }
            if (player(seat).is_disk_full()) {
                throw DiskFull(
                    "the disk of the work folders is full; make room there, or name another "
                    "folder with --work");
            }
            write_files(seat, phase, limit_of(seat));
            run_one(seat, phase, limit_of(seat));
        }
    }

    void run_one(Seat seat, Phase phase, std::chrono::nanoseconds limit) {
        own_time_.begin(monotonic_ns());
        start(seat, phase, limit);
        await_players({seat});
        take_run(seat, phase);
    }

    /// Takes the end of a program's run, with the time that was its own.
    void take_run(Seat seat, Phase phase) {
        Run& run = runs_[seat] = player(seat).finish(phase == Phase::move);
        run.own_ns =
            own_time_.add(seat, config_.pin ? player(seat).core() : -1, run.use, monotonic_ns());
        explain_lateness(run);
    }

    void start(Seat seat, Phase phase, std::chrono::nanoseconds limit) {
        player(seat).start(
            limit.count() == 0 ? limit : limit + config_.margin, seat, seed(seat), phase,
            position_->turn());
    }

    /// Whoever reads the reason of a timeout must know whether the machine was busy.
    void explain_lateness(Run& run) const {
        if (!is_starved(run.fault, run.use.wall_ns, run.use.cpu_ns)) {
            return; // it computed
        }
        run.machine_was_busy =
            own_time_.knows_idle() && is_starved(run.fault, run.use.wall_ns, run.own_ns);
        run.reason += fmt::format(
            ", on a core for {} of it{}", seconds_text(std::chrono::nanoseconds(run.use.cpu_ns)),
            !own_time_.knows_idle() ? ": it waited for something, or the machine was busy"
            : run.machine_was_busy  ? ": the machine was busy"
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
            await_own_signal();
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
        await_residents(std::span(players).first(wave.size()));
    }

    std::uint32_t seed(Seat seat) const {
        return move_seed(config_.seed, request_.field->sha256, seat, position_->turn());
    }

    void write_files(
        Seat seat, Phase phase, std::chrono::nanoseconds limit, std::string_view more_keys = {}) {
        files_.fill(
            *position_, seat,
            {phase, position_->turn(), limit, runs_[seat].use.wall_ns, tally_.last_fault(seat),
             seed(seat), clock_.is_running(seat)},
            more_keys);
        if (phase == Phase::prepare) {
            tally_.set_empty_files(files_.empty());
        }
        player(seat).prepare_move();
        files_.write_to(player(seat));
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

    /// Notifies each eliminated seat once while the game goes on, without a rank.
    void notify_eliminated() {
        for (const Seat seat : programs_) {
            if (!position_->players_to_move().empty() && position_->is_eliminated(seat)) {
                notify_end(seat, 0, 0);
            }
        }
    }

    /// Runs phase `end` for AIs that are resident or ask for it in their ai.ini. The result is
    /// ignored.
    void notify_end(Seat seat, int rank, double score) {
        const bool is_resident = player(seat).is_resident();
        if ((!is_resident && !player(seat).contestant().program.wants_end) ||
            (was_notified_[seat] && rank == 0)) {
            return;
        }
        was_notified_[seat] = true;
        Player& notified = player(seat);
        write_files(seat, Phase::end, quit_limit, fmt::format("rank {}\nscore {}\n", rank, score));
        if (is_resident) {
            notified.notify_end();
        } else {
            notified.start(quit_limit, seat, seed(seat), Phase::end, position_->turn());
            notified.finish(false);
        }
    }

    void end_residents() {
        for (const Seat seat : programs_) {
            tally_.add_end(seat, player(seat).end_game());
        }
    }

    const GameRequest& request_;
    const GameInfo& info_;
    const MatchConfig& config_;
    std::unique_ptr<Position> position_;
    Clock clock_;
    OwnTime own_time_;
    int seats_;
    MoveFiles files_;
    std::vector<Seat> programs_; ///< the seats of AIs
    SeatArray<Run> runs_;        ///< of the last phase
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

GameResult play_game(const GameRequest& request) {
    try {
        return GameRunner(request).play();
    } catch (const BrokenGame& broken) {
        if (request.listener != nullptr) {
            request.listener->drop_game();
        }
        throw broken.more(fmt::format(" of game {}", request.number));
    }
}

namespace {

/// For AIs that ask for a preparation in games without one. 0 would mean no limit.
constexpr std::chrono::seconds default_prepare_limit{10};

} // namespace

Clock::Clock(
    const TimeControl& of_game, const MatchConfig& config, std::span<const std::string_view> ais)
    : control_(config.clock.value_or(of_game)), is_fischer_(config.has_clock(of_game)) {
    left_.fill(control_.start);
    fixed_.fill(config.time_limit);
    for (std::size_t i = 0; i < ais.size(); ++i) {
        fixed_[i + 1] = config.fixed_limit(ais[i]);
    }
    control_.prepare = config.prepare_limit.value_or(
        of_game.prepare.count() > 0 ? of_game.prepare : default_prepare_limit);
}

std::chrono::nanoseconds
Clock::limit(Seat seat, std::optional<std::chrono::milliseconds> by_field) const {
    if (is_running(seat)) {
        // Never 0, which would mean no limit.
        return std::max<std::chrono::nanoseconds>(left_[seat], std::chrono::milliseconds(1));
    }
    return fixed_[seat] ? *fixed_[seat] : by_field.value_or(control_.per_move);
}

std::chrono::nanoseconds Clock::prepare_limit() const {
    return control_.prepare;
}

void Clock::spend(Seat seat, std::chrono::nanoseconds spent, bool too_late) {
    if (is_running(seat)) {
        // After a timeout the clock restarts at the increment. The margin must not make it
        // negative.
        const std::chrono::nanoseconds left =
            too_late ? std::chrono::nanoseconds(0) : left_[seat] - spent;
        left_[seat] = std::max(left, std::chrono::nanoseconds(0)) + control_.increment;
    }
}

} // namespace referee
