#pragma once

/// People as players. The match asks them and waits; a page sends their answers, on a thread of its
/// own. referee/match/README.md, "People".

#include "game/game.hpp"
#include "match/player.hpp"
#include "os/clock.hpp"
#include "os/descriptor.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace referee {

struct Contestant;

/// A question to a person.
struct Question {
    int number = 0; ///< of all questions of the match, from 1
    const Contestant* person = nullptr;
    int game = 1;   ///< number of the game in the match, from 1
    int turn = 0;   ///< as in match.dat
    int played = 0; ///< turns of the game that have been played
    Seat seat = 1;
    LegalAnswers legal;
    std::int64_t asked_ns = 0;     ///< on CLOCK_MONOTONIC
    std::int64_t deadline_ns = -1; ///< −1: none
    bool is_answered = false;
};

class People {
  public:
    /// `limit` is the time for each answer; 0: none. `now_ns` reads the clock.
    explicit People(
        std::chrono::milliseconds limit, std::function<std::int64_t()> now_ns = monotonic_ns);

    /// For each answer; 0: none.
    std::chrono::nanoseconds limit() const { return limit_; }

    /// Called in the match's thread when questions have changed. Set it before the first one.
    std::function<void()> on_change;

    /// Asks; the match calls await() for each seat asked. The contestant must outlive the answer.
    void
    ask(const Contestant& person, int game, int turn, int played, Seat seat, LegalAnswers legal);
    /// Waits for the seat's answer. The run is a timeout if there is none in time. Throws
    /// Interrupted.
    Run await(Seat seat);

    /// The questions that the match waits for, by seat, including those already answered while
    /// others think. Any thread.
    std::vector<Question> questions() const;
    /// Takes that person's answer to the question with that number: as many of its choices as it
    /// asks for. Returns why the answer is refused, for people; empty if it is accepted. A refused
    /// one changes nothing. Any thread.
    std::string
    answer(const Contestant& person, std::int64_t number, const std::vector<std::string>& choices);

  private:
    struct Asked {
        Question question;
        std::string text; ///< of the answer, once there is one
        std::int64_t answered_ns = 0;
    };

    std::optional<Asked> take_if_done(Seat seat);
    std::string
    take(const Contestant& person, std::int64_t number, const std::vector<std::string>& choices);
    void notify() const;

    std::chrono::nanoseconds limit_;
    std::function<std::int64_t()> now_ns_;
    UniqueFd wake_;            ///< an eventfd: wakes await() when an answer has come
    mutable std::mutex mutex_; ///< guards all below
    std::map<Seat, Asked> asked_;
    int count_ = 0;
};

/// A person at a seat.
class PersonPlayer final : public Player {
  public:
    /// Keeps references to both.
    PersonPlayer(const Contestant& person, People& people) : person_(person), people_(people) {}

    bool is_person() const override { return true; }
    std::chrono::nanoseconds own_limit() const override { return people_.limit(); }
    void begin_game(const std::string& /*log_name*/) override {}
    void take_files(const MoveFiles& /*files*/) override {}
    void start(const RunRequest& request) override;
    Run finish(bool reads_result) override;

  private:
    const Contestant& person_;
    People& people_;
    Seat asked_ = 1;
};

} // namespace referee
