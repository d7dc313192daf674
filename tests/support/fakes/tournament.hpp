#pragma once

/// What the loop of a tournament moves, without processes and files: workers that do what a test
/// says, a clock that only the test advances, a book in memory, a screen that keeps its lines.

#include "support/catch.hpp"

#include "base/error.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "tournament/play/progress.hpp"
#include "tournament/play/workers.hpp"
#include "tournament/store/book.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tests {

/// A finished game. Points and turns depend only on field and seating, so that a game that is
/// played again has the same result.
referee::GameOutcome fake_outcome(const referee::GameToPlay& game, int seats);

/// An outcome with a fault of one seat.
referee::GameOutcome
faulty_outcome(const referee::GameToPlay& game, int seats, referee::Fault fault);

class FakeWorkers final : public referee::TournamentWorkers {
  public:
    explicit FakeWorkers(std::size_t count, int seats = 2) : each_(count), seats_(seats) {}

    // What a test says.

    /// Called by a wait in which no message is there. It makes something happen: a message, or
    /// time() passes. `due_ns` is when the loop wants to wake up.
    std::function<void(std::int64_t due_ns)> next;
    /// Called wherever a real signal could end a step ("wait", "look", "own"); may throw.
    std::function<void(const std::string& where)> may_signal;
    /// Called with everything that the loop sends and receives.
    std::function<void(std::size_t worker, const referee::GameToPlay& game)> sees_send;
    std::function<void(std::size_t worker, const referee::WorkerMessage& message)> sees_message;

    void pass(std::int64_t ns) { now_ns_ += ns; }
    void say(std::size_t worker, referee::WorkerMessage message) {
        each_[worker].messages.push_back(std::move(message));
    }
    void say(std::size_t worker, referee::WorkerMessage::Kind kind, const std::string& text = "") {
        say(worker, {kind, {}, {}, text});
    }
    /// The worker finishes its first game.
    void finish(std::size_t worker) { finish(worker, fake_outcome(take_first(worker), seats_)); }
    void finish_with(std::size_t worker, referee::Fault fault) {
        const referee::GameToPlay game = take_first(worker);
        finish(worker, faulty_outcome(game, seats_, fault));
    }
    /// Its first game doesn't count.
    void spoil(std::size_t worker, referee::WorkerMessage::Kind kind, const std::string& why) {
        take_first(worker);
        say(worker, kind, why);
    }
    /// It dies, and its games with it.
    void die(std::size_t worker) {
        each_[worker].games.clear();
        say(worker, referee::WorkerMessage::Kind::gone);
    }
    /// The attendant has replaced it.
    void renew(std::size_t worker) { each_[worker] = {}; }

    const std::deque<referee::GameToPlay>& games(std::size_t worker) const {
        return each_[worker].games;
    }
    bool has_message(std::size_t worker) const { return !each_[worker].messages.empty(); }
    /// The workers with a game.
    std::vector<std::size_t> playing() const;
    /// Every game in the order in which it was given out.
    const std::vector<std::int64_t>& sent() const { return sent_; }
    /// What the last wait waited for.
    std::int64_t due_ns() const { return due_ns_; }
    int other() const { return other_; }

    // What the loop calls.

    std::size_t size() const override { return each_.size(); }
    void send(std::size_t worker, const referee::GameToPlay& game) override;
    std::vector<std::size_t> wait(std::int64_t due_ns, int other) override;
    referee::WorkerMessage receive(std::size_t worker) override;
    std::int64_t now_ns() const override { return now_ns_; }
    void throw_if_interrupted() override { signal("look"); }
    void await_own_signal() override {
        pass(referee::own_signal_ns);
        signal("own");
    }

  private:
    struct Each {
        std::deque<referee::GameToPlay> games;
        std::deque<referee::WorkerMessage> messages;
    };
    referee::GameToPlay take_first(std::size_t worker);
    void finish(std::size_t worker, referee::GameOutcome outcome) {
        say(worker, {referee::WorkerMessage::Kind::played, std::move(outcome), {}, ""});
    }
    void signal(const std::string& where) const {
        if (may_signal) {
            may_signal(where);
        }
    }
    std::vector<std::size_t> ready() const;

    std::vector<Each> each_;
    int seats_;
    std::int64_t now_ns_ = referee::second_ns;
    std::vector<std::int64_t> sent_;
    std::int64_t due_ns_ = 0;
    int other_ = -1;
    int idle_waits_ = 0;
};

/// Finished games in memory.
class MemoryBook final : public referee::Book {
  public:
    // What a test says and looks at.

    int full_at = -1; ///< the number of the add() that fails, from 0
    int own_generation = 0;
    std::function<void(const referee::GameOutcome& outcome)> sees_add;
    /// By field: the AIs by seat, and the number of a game that was set aside.
    std::map<int, std::multimap<std::vector<int>, std::int64_t>> set_aside;
    /// Stored by index.
    std::map<std::int64_t, referee::GameOutcome> games;
    std::vector<std::int64_t> order; ///< indexes as they were added
    /// The games in words, to compare two books.
    std::vector<std::string> lines() const;

    // What the loop calls.

    const std::string& path() const override { return path_; }
    int generation() const override { return own_generation; }
    std::vector<std::int64_t>
    games_between(std::int64_t first, std::int64_t end, std::int64_t max = -1) const override;
    void for_each(
        std::int64_t first, std::int64_t end,
        const std::function<void(const referee::GameOutcome&)>& look) const override;
    void add(const referee::GameOutcome& outcome) override;
    bool has_set_aside() const override { return !set_aside.empty(); }
    std::multimap<std::vector<int>, std::int64_t> set_aside_on(int field) const override;
    void adopt(const std::vector<referee::Adoption>& adopted) override;

  private:
    std::string path_ = "book.sqlite";
    int adds_ = 0;
};

} // namespace tests
