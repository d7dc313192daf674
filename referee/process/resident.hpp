#pragma once

/// A resident AI: started once per game, asked by a line on its standard input, answering by the
/// line `done` on its standard output. Spec: protocol.md, "Resident AIs".
///
/// The referee holds the two pipes itself; the keeper starts, stops, kills and reaps the process.
/// Between its moves it is stopped: SIGCONT comes from here, SIGSTOP from the keeper, which as the
/// parent can await that it has taken effect.

#include "process/descendants.hpp"
#include "process/keeper.hpp"
#include "process/unique_fd.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <time.h>

namespace referee {

/// How an AI answered one line.
struct ResidentAnswer {
    enum class Kind {
        done,
        timeout,
        bad_line, ///< a line other than `done`, a wrong number, or a second `done` after the last
                  ///< move
        ended,    ///< it exited or closed its output: `end` says how
        stays_out ///< it has been restarted too often in this game
    };
    Kind kind = Kind::done;
    std::string line; ///< the bad one
    /// How it came to rest after the answer. Unless complete it was ended, and is started anew when
    /// it is asked again: it can't be stopped (held), or the machine gave it no core to stop on
    /// (pending).
    StopState stop_state = StopState::complete;
    Report end; ///< with ended
    std::int64_t wall_ns = 0;
    std::int64_t cpu_ns = 0;
};

class Resident {
  public:
    /// `ponders`: it is not stopped between its moves.
    /// `holds_descendants`: what it has started must rest with it; of no use where it isn't
    /// confined and may leave its group.
    Resident(Keeper& keeper, bool ponders, bool holds_descendants)
        : keeper_(keeper), ponders_(ponders), descendants_(holds_descendants) {}

    /// How long the kernel may take to stop it, which is long on a busy machine. Nothing of the AI
    /// is executed in that time.
    static constexpr std::chrono::seconds max_stop_time{15};

    /// A new game: nothing runs, no restarts are counted.
    void begin_game();
    /// What it is given as its standard error at its next start.
    void use_error_output(int descriptor) { error_output_ = descriptor; }
    /// Writes `word` (and the turn, if it is not negative) to it, after starting it if need be.
    void
    ask(const char* word, int turn, std::chrono::nanoseconds limit, int seat, std::uint32_t seed);

    /// True once the answer is there; until then descriptor() is to be polled until deadline_ns()
    /// (negative: none), and receive() or expire() called.
    bool is_settled() const { return is_settled_; }
    int descriptor() const { return output_.get(); }
    std::int64_t deadline_ns() const { return deadline_ns_; }
    void receive();
    void expire();
    /// The answer, once settled. The process is stopped or gone.
    ResidentAnswer take();

    /// Tells it something that asks for no answer (`end`).
    void notify(const char* line);
    /// Stops it again, 20 ms after that at the earliest or when it has printed something, until it
    /// is told more or ended.
    void suspend();
    /// Ends it: `quit`, the end of its input, and after `limit` SIGKILL. What it used in the game.
    Report end(std::chrono::nanoseconds limit);

    bool runs() const { return pid_ > 0; }

  private:
    void start(int seat, std::uint32_t seed);
    void resume() const;
    StopState stop();
    StopState await_stop(std::int64_t deadline_ns);
    void settle(ResidentAnswer::Kind kind);
    void take_line(std::string_view line);
    void drain();
    bool write_line(std::string_view line);
    Report kill();

    Keeper& keeper_;
    bool ponders_;
    UniqueFd input_;  ///< what we write to
    UniqueFd output_; ///< what we read from
    int error_output_ = -1;
    pid_t pid_ = -1; ///< its group; the keeper has not reaped it, so the number is its own
    Descendants descendants_;
    clockid_t clock_ = 0; ///< of its processor time
    int starts_ = 0;
    int turn_ = 0;
    std::int64_t begin_ns_ = 0;
    std::int64_t deadline_ns_ = -1;
    std::int64_t cpu_before_ns_ = 0;
    bool is_settled_ = true;
    bool has_answered_ = false;    ///< a `done` has been read since the last question
    bool is_awake_ = false;        ///< since it was told something,
    std::int64_t notified_ns_ = 0; ///< then
    bool spoke_twice_ = false;     ///< and a second one before the next
    std::string unread_;           ///< the beginning of a line
    ResidentAnswer answer_;
};

} // namespace referee
