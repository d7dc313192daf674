// The loop of a tournament in thousands of random courses of events, beside a plain model: which
// games may be given out, which results count, and when. Each course ends by itself, by a signal, a
// full disk, a dead worker; then the same command runs again, until all is played.

#include "match/match.hpp"
#include "support/catch.hpp"
#include "support/fakes/tournament.hpp"
#include "support/rounds.hpp"
#include "tournament/play/tournament.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <random>
#include <set>

using namespace referee;
using tests::FakeWorkers;
using tests::MemoryBook;
using Kind = WorkerMessage::Kind;

namespace {

/// Random numbers that are the same with every library.
class Dice {
  public:
    explicit Dice(std::uint32_t seed) : generator_(seed) {}
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>((std::uint64_t{generator_()} * count) >> 32U);
    }
    bool happens(std::uint32_t in_thousand) { return below(1000) < in_thousand; }

  private:
    std::mt19937 generator_;
};

bool is_doubtful(const GameOutcome& outcome) {
    const auto& faults = outcome.seats[0].faults;
    return std::accumulate(faults.begin(), faults.end(), 0) >
           faults[static_cast<std::size_t>(Fault::illegal)];
}

/// What may happen in a course, in thousandths of the steps.
struct Odds {
    std::uint32_t fault = 100;
    std::uint32_t full_disk = 60;
    std::uint32_t broken = 5;
    std::uint32_t death = 10;
    std::uint32_t stray = 30; ///< a report of a game that the worker no longer has
    std::uint32_t signal = 2; ///< at each place where one may come
    std::uint32_t full_book = 4;
    std::uint32_t job = 100; ///< with an attendant
};
constexpr Odds calm{100, 0, 0, 0, 30, 0, 0, 0};

/// One run of the command, and what the model knows of it.
class Course : public Attendant {
  public:
    Course(
        const TournamentConfig& config, MemoryBook& book, std::size_t worker_count,
        bool has_attendant, const Odds& odds, Dice& dice)
        : config_(config), book_(book), odds_(odds), dice_(dice), has_attendant_(has_attendant),
          workers_(worker_count, config.plan.seats), has_job_(worker_count),
          progress_(
              std::vector<std::string>(static_cast<std::size_t>(config.plan.ais), "ai"), 100, 0,
              true, {false, [](std::string_view) {}, [this] { return workers_.now_ns(); }}),
          tournament_(
              config, book, workers_, progress_, make_plan(config.plan),
              has_attendant ? this : nullptr) {
        workers_.next = [this](std::int64_t due) { step(due); };
        workers_.may_signal = [this](const std::string& where) {
            check_between(where);
            if (dice_.happens(odds_.signal)) {
                ending_ = Ending::interrupted;
                throw Interrupted(15);
            }
        };
        workers_.sees_send = [this](std::size_t worker, const GameToPlay& game) {
            see_send(worker, game);
        };
        workers_.sees_message = [this](std::size_t worker, const WorkerMessage& message) {
            see_message(worker, message);
        };
        book_.sees_add = [this](const GameOutcome& outcome) { see_add(outcome); };
        is_conserving_ = !make_plan(config.plan)->depends_on_results();
        if (is_conserving_) {
            planned_ = make_plan(config.plan)->size() * config.plan.seats;
        }
    }

    /// True if it has come to its end: everything is stored that can be.
    bool run() {
        try {
            tournament_.run();
        } catch (const Interrupted&) {
            CHECK(ending_ == Ending::interrupted);
            return false;
        } catch (const InternalError& error) {
            INFO(error.what());
            CHECK((ending_ == Ending::internal || broken_ > 0));
            return false;
        } catch (const UserError&) {
            CHECK(ending_ == Ending::user);
            return false;
        }
        CHECK(ending_ == Ending::none);
        CHECK(broken_ == 0);
        CHECK(held_.empty());
        CHECK(due_.empty());
        CHECK(voided_.empty());
        CHECK(at_.empty());
        return abandoned_.empty();
    }

    // The attendant's side.
    void attend() override {
        for (std::size_t worker = 0; worker < workers_.size(); ++worker) {
            if (!has_job_[worker] && dice_.happens(odds_.job)) {
                wanted_.insert(worker);
            }
        }
        ++attended_;
    }
    bool is_done() const override { return attended_ > 20; }
    std::int64_t due_ns() const override { return attendant_due_; }
    int descriptor() const override { return 5; }
    bool wants(std::size_t worker) override { return wanted_.contains(worker); }
    bool occupy(std::size_t worker) override {
        CHECK(workers_.games(worker).empty());
        CHECK(at_of(worker).empty());
        CHECK(wanted_.erase(worker) == 1);
        has_job_[worker] = !dice_.happens(300);
        return has_job_[worker];
    }
    void job_done(std::size_t worker, const std::string& /*text*/) override {
        CHECK(has_job_[worker]);
        has_job_[worker] = false;
    }
    void job_failed(std::size_t worker, const WorkerFailure& /*failure*/) override {
        CHECK(has_job_[worker]);
        has_job_[worker] = false;
        workers_.renew(worker);
    }
    void stored(const GameOutcome& outcome) override { CHECK(book_.games.contains(outcome.index)); }
    void failed(
        std::size_t worker, std::span<const GameToPlay> games,
        const WorkerFailure& /*failure*/) override {
        CHECK(!has_job_[worker]);
        std::vector<std::int64_t> lost;
        for (const GameToPlay& game : games) {
            lost.push_back(game.index);
            abandon(game.match);
        }
        CHECK(lost == lost_);
        lost_.clear();
        workers_.renew(worker);
    }
    void rules_failed(const GameToPlay& game) override {
        CHECK(game.index == broken_game_);
        broken_game_ = -1;
    }

  private:
    enum class Ending { none, interrupted, internal, user };

    void abandon(std::int64_t match) {
        abandoned_.insert(match);
        std::erase_if(voided_, [&](std::int64_t game) { return match_of(game) == match; });
    }
    std::int64_t match_of(std::int64_t game) const { return game / config_.plan.seats; }

    /// The games at a worker, in their order.
    std::vector<std::int64_t> at_of(std::size_t worker) const {
        const auto found = at_.find(worker);
        return found == at_.end() ? std::vector<std::int64_t>() : found->second;
    }

    void take_from(std::size_t worker, std::int64_t game) {
        std::vector<std::int64_t>& games = at_[worker];
        games.erase(std::find(games.begin(), games.end(), game));
        if (games.empty()) {
            at_.erase(worker);
        }
    }

    /// What always holds when the loop waits or looks for signals.
    void check_between(const std::string& where) {
        // An error ends the tournament; games that are held back may still be stored.
        if (where == "own" || ending_ != Ending::none) {
            return;
        }
        CHECK(due_.empty()); // what counts was stored at once
        if (where != "wait") {
            return;
        }
        for (const auto& [game, until] : held_) {
            CHECK(until > workers_.now_ns());
            CHECK(workers_.due_ns() <= until);
        }
        if (has_attendant_) {
            CHECK(workers_.due_ns() <= attendant_due_);
        }
        if (!is_conserving_) {
            return;
        }
        bool is_free = false; // a worker that could play
        for (std::size_t worker = 0; worker < workers_.size(); ++worker) {
            is_free = is_free ||
                      (at_of(worker).empty() && !has_job_[worker] && !wanted_.contains(worker));
        }
        if (is_free) {
            CHECK(!has_unplayed());
            CHECK((voided_.empty() || (!may_play_voided_ && !at_.empty())));
        }
    }

    /// True if a game was never given out, although it may be.
    bool has_unplayed() const {
        for (std::int64_t game = 0; game < planned_; ++game) {
            if (!given_.contains(game) && !book_.games.contains(game) &&
                !abandoned_.contains(match_of(game))) {
                return true;
            }
        }
        return false;
    }

    void see_send(std::size_t worker, const GameToPlay& game) {
        INFO("game " << game.index << " to worker " << worker);
        CHECK(game.match == match_of(game.index));
        CHECK(!has_job_[worker]);
        CHECK(!wanted_.contains(worker));
        CHECK(!book_.games.contains(game.index));
        CHECK(!abandoned_.contains(game.match));
        for (std::size_t other = 0; other < workers_.size(); ++other) {
            if (at_of(other).size() + 1 <= at_of(worker).size() && !has_job_[other] &&
                !wanted_.contains(other)) {
                FAIL_CHECK("two games for one worker before one for another");
            }
        }
        CHECK(at_of(worker).size() < 2);
        if (given_.insert(game.index).second) {
            at_[worker].push_back(game.index);
            return;
        }
        // Only a game that didn't count is given out again.
        CHECK(voided_.erase(game.index) == 1);
        CHECK((may_play_voided_ || at_.empty()));
        at_[worker].push_back(game.index);
    }

    void see_message(std::size_t worker, const WorkerMessage& message) {
        switch (message.kind) {
        case Kind::played: {
            const std::int64_t game = message.outcome.index;
            const std::vector<std::int64_t> games = at_of(worker);
            if (std::find(games.begin(), games.end(), game) == games.end()) {
                return; // it must not be stored: see_add()
            }
            take_from(worker, game);
            may_play_voided_ = true;
            broken_in_row_ = 0;
            if (is_doubtful(message.outcome)) {
                held_.emplace_back(game, workers_.now_ns() + own_signal_ns);
            } else {
                due_.insert(game);
            }
            return;
        }
        case Kind::full_disk: {
            const std::int64_t game = at_of(worker).front();
            take_from(worker, game);
            if (abandoned_.contains(match_of(game))) {
                return;
            }
            if (++full_[game] < max_full_disks) {
                voided_.insert(game);
                may_play_voided_ = false;
            } else if (has_attendant_) {
                full_[game] = 0;
                lose(worker, {game});
            } else {
                ending_ = Ending::internal;
            }
            return;
        }
        case Kind::broken_game:
            CHECK(broken_game_ == -1); // the attendant has heard of the last one
            if (has_attendant_) {
                broken_game_ = at_of(worker).front();
            }
            abandon(match_of(at_of(worker).front()));
            take_from(worker, at_of(worker).front());
            ++broken_;
            if (++broken_in_row_ == 3) {
                ending_ = Ending::internal;
            }
            return;
        case Kind::gone:
        case Kind::user_error:
        case Kind::environment_error:
        case Kind::internal_error:
            if (!has_attendant_) {
                ending_ = message.kind == Kind::user_error ? Ending::user : Ending::internal;
            } else if (!has_job_[worker]) {
                lose(worker, {});
            }
            return;
        case Kind::note:
        case Kind::job:
            return;
        }
    }

    /// The games that the attendant hears of next.
    void lose(std::size_t worker, std::vector<std::int64_t> first) {
        lost_ = std::move(first);
        const std::vector<std::int64_t> games = at_of(worker);
        lost_.insert(lost_.end(), games.begin(), games.end());
        at_.erase(worker);
    }

    void see_add(const GameOutcome& outcome) {
        if (is_book_full_) {
            ending_ = Ending::internal;
            throw InternalError("the disk is full");
        }
        INFO("game " << outcome.index);
        if (due_.erase(outcome.index) == 1) {
            return;
        }
        REQUIRE(!held_.empty());
        CHECK(held_.front().first == outcome.index);
        CHECK(held_.front().second <= workers_.now_ns());
        held_.pop_front();
    }

    /// Something happens to some of the workers, or time passes.
    void step(std::int64_t due) {
        workers_.pass(dice_.below(5) == 0 ? second_ns / 2 : second_ns / 500);
        if (has_attendant_) {
            attendant_due_ = workers_.now_ns() + dice_.below(second_ns);
        }
        if (dice_.happens(odds_.full_book)) {
            is_book_full_ = true;
        }
        bool has_happened = false;
        for (std::size_t worker = 0; worker < workers_.size(); ++worker) {
            if (dice_.happens(400)) {
                has_happened = happen(worker) || has_happened;
            }
        }
        if (!has_happened && due > workers_.now_ns()) {
            workers_.pass(std::min<std::int64_t>(due - workers_.now_ns(), 20 * second_ns));
        }
    }

    bool happen(std::size_t worker) {
        if (dice_.happens(odds_.stray) && !ended_.empty()) {
            workers_.say(worker, {Kind::played, ended_[dice_.below(ended_.size())], {}, ""});
            return true;
        }
        if (has_job_[worker]) {
            if (dice_.happens(200)) {
                workers_.say(worker, Kind::user_error, "the job failed");
            } else {
                workers_.say(worker, Kind::job, "text");
            }
            return true;
        }
        if (workers_.games(worker).empty()) {
            return false;
        }
        if (dice_.happens(odds_.death)) {
            workers_.renew(worker); // nothing that it has said before is lost, because it said none
            const auto kinds = std::to_array({Kind::gone, Kind::internal_error, Kind::user_error});
            workers_.say(worker, kinds[dice_.below(kinds.size())], "why");
        } else if (dice_.happens(odds_.full_disk)) {
            workers_.spoil(worker, Kind::full_disk, "full");
        } else if (dice_.happens(odds_.broken)) {
            workers_.spoil(worker, Kind::broken_game, "the rules");
        } else {
            const GameToPlay game = workers_.games(worker).front();
            if (dice_.happens(odds_.fault)) {
                workers_.finish_with(worker, dice_.happens(500) ? Fault::illegal : Fault::crash);
            } else {
                workers_.finish(worker);
            }
            ended_.push_back(tests::fake_outcome(game, config_.plan.seats));
        }
        return true;
    }

    const TournamentConfig& config_;
    MemoryBook& book_;
    Odds odds_;
    Dice& dice_;
    bool has_attendant_;
    FakeWorkers workers_;
    std::vector<bool> has_job_;
    std::set<std::size_t> wanted_;
    int attended_ = 0;
    std::int64_t attendant_due_ = INT64_MAX;
    bool is_conserving_ = false;
    std::int64_t planned_ = 0;

    // The model: where each game is.
    std::map<std::size_t, std::vector<std::int64_t>> at_;    ///< by worker
    std::set<std::int64_t> given_;                           ///< at least once
    std::set<std::int64_t> voided_;                          ///< to be played again
    std::deque<std::pair<std::int64_t, std::int64_t>> held_; ///< games, and until when
    std::set<std::int64_t> due_;                             ///< to be stored at once
    std::set<std::int64_t> abandoned_;                       ///< matches
    std::map<std::int64_t, int> full_;
    std::vector<std::int64_t> lost_;
    std::vector<GameOutcome> ended_; ///< reports that a stray message repeats
    bool may_play_voided_ = false;
    bool is_book_full_ = false;
    int broken_ = 0;
    int broken_in_row_ = 0;
    std::int64_t broken_game_ = -1; ///< of which the attendant is to hear
    Ending ending_ = Ending::none;

    Progress progress_;
    Tournament tournament_;
};

TournamentConfig drawn_config(Dice& dice) {
    TournamentConfig config;
    const auto formats = std::to_array(
        {Format::round_robin, Format::sampled, Format::gauntlet, Format::knockout, Format::ladder});
    config.plan.format = formats[dice.below(formats.size())];
    config.plan.seats = dice.happens(700) ? 2 : 3;
    // A knockout in groups of three needs an odd number.
    config.plan.ais = config.plan.format == Format::knockout
                          ? config.plan.seats + static_cast<int>(2 * dice.below(2))
                          : config.plan.seats + static_cast<int>(dice.below(3));
    config.plan.fields = 1 + static_cast<int>(dice.below(4));
    config.plan.challenger = config.plan.format == Format::gauntlet ? 0 : -1;
    config.match_decides = dice.happens(300);
    for (int ai = 0; ai < config.plan.ais; ++ai) {
        config.plan.ai_keys.push_back(seating_key(fmt::format("ai {}", ai)));
    }
    for (int field = 0; field < config.plan.fields; ++field) {
        config.plan.field_keys.push_back(seating_key(fmt::format("field {}", field)));
    }
    return config;
}

std::vector<std::string> undisturbed(const TournamentConfig& config, Dice& dice) {
    MemoryBook book;
    CHECK(Course(config, book, 1, false, {0, 0, 0, 0, 0, 0, 0, 0}, dice).run());
    return book.lines();
}

} // namespace

TEST_CASE(
    "In any course of events each game counts once, and all are played in the end",
    "[tournament-loop]") {
    const int courses = tests::rounds(2500);
    for (int number = 0; number < courses; ++number) {
        Dice dice(static_cast<std::uint32_t>(number));
        const TournamentConfig config = drawn_config(dice);
        INFO("course " << number << ", " << name_of(config.plan.format));
        const std::vector<std::string> whole = undisturbed(config, dice);
        MemoryBook book;
        int runs = 0;
        bool is_complete = false;
        for (; !is_complete && runs < 6; ++runs) {
            const std::size_t workers = 1 + dice.below(4);
            const bool has_attendant = dice.happens(400);
            is_complete = Course(config, book, workers, has_attendant, {}, dice).run();
        }
        for (; !is_complete && runs < 8; ++runs) {
            is_complete = Course(config, book, 1 + dice.below(4), false, calm, dice).run();
        }
        REQUIRE(is_complete);
        REQUIRE(book.lines() == whole);
    }
}
