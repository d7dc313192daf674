#include "match/game_runner.hpp"

#include "field/mixed.hpp"
#include "field/sha256.hpp"
#include "games/registry.hpp"
#include "match/await_residents.hpp"
#include "match/beginning.hpp"
#include "match/clock.hpp"
#include "match/config.hpp"
#include "match/game_tally.hpp"
#include "match/move_files.hpp"
#include "match/people.hpp"
#include "match/player.hpp"
#include "match/record.hpp"
#include "match/seat_array.hpp"
#include "process/interrupt.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace referee {
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

class GameRunner {
  public:
    explicit GameRunner(const GameRequest& request)
        : request_(request), info_(request.field->game->info()), config_(*request.config),
          position_(
              request.begin != nullptr ? request.begin->position->clone()
                                       : request.field->field->start()),
          clock_(info_.time, config_), seats_(static_cast<int>(request.by_seat.size())),
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
        while (!position_->players_to_move().empty()) {
            play_turn();
            notify_eliminated();
            if (result_.turns == request_.max_turns && !position_->ending()) {
                end_residents();
                return std::move(result_);
            }
        }
        result_.ending = position_->ending().value();
        result_.match_decides = info_.match_decides;
        result_.points = info_.match_decides ? std::vector<double>(request_.by_seat.size())
                                             : points_of(result_.ending, config_.points);
        result_.state = sha256(position_->canonical_text());
        if (request_.record != nullptr) {
            request_.record->result(result_.ending, result_.state);
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
        if (request_.record != nullptr) {
            request_.record->head(
                *request_.field, request_.contestants, request_.number, config_,
                name_of(config_.confinement), request_.begin);
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
            if (request_.record != nullptr) {
                request_.record->move(
                    {turn, seat, Phase::prepare, clock_.prepare_limit(), run, effect,
                     tally_.last_errors(seat), ""});
            }
        }
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
            if (request_.record != nullptr) {
                const bool is_last = i + 1 == movers.size();
                request_.record->move(
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
            for (const Seat seat : wave) {
                const std::chrono::nanoseconds limit = limit_of(seat);
                player(seat).start(
                    limit.count() == 0 ? limit : limit + config_.margin, seat, seed(seat), phase,
                    position_->turn());
            }
            await_players(wave);
            for (const Seat seat : wave) {
                runs_[seat] = player(seat).finish(phase == Phase::move);
            }
            await_signal_after_deaths(wave);
            waiting = std::move(later);
        }
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
             seed(seat), clock_.is_running()},
            more_keys);
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
        write_files(seat, Phase::end, end_limit, fmt::format("rank {}\nscore {}\n", rank, score));
        if (is_resident) {
            notified.notify_end();
        } else {
            notified.start(end_limit, seat, seed(seat), Phase::end, position_->turn());
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
    return GameRunner(request).play();
}

} // namespace referee
