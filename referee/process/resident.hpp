#pragma once

/// A resident AI: started once per game, asked by a line on its standard input, answering with the
/// line `done` on its standard output. See referee/match/README.md, "Resident AIs".
///
/// The referee holds the two pipes itself; the keeper starts, kills and reaps the process. Between
/// its moves the AI is stopped: this side sends SIGCONT and SIGSTOP; the keeper, its parent, waits
/// until the stop has taken effect.

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
        ended,    ///< it exited or closed its output; see `end`
        stays_out ///< it has been restarted too often in this game
    };
    Kind kind = Kind::done;
    std::string line;            ///< with bad_line
    bool is_second_done = false; ///< with bad_line, instead of `line`: after the last move
    /// Whether it has stopped after the answer. Unless complete it was killed, and is started again
    /// when it is asked next: it can't be stopped (held), or the system gave it no core to stop on
    /// (pending).
    StopState stop_state = StopState::complete;
    bool was_started = false; ///< the process was started to be asked
    Report end;               ///< with ended
    ResourceUse use; ///< for this answer; memory and leftovers only of a process that is gone
};

class Resident {
  public:
    /// `ponders`: it isn't stopped between its moves. `holds_descendants`: its descendants must
    /// stop with it. Useless for unconfined AIs, which may leave their group.
    Resident(Keeper& keeper, bool ponders, bool holds_descendants)
        : keeper_(keeper), ponders_(ponders), descendants_(holds_descendants) {}

    /// How long the kernel may take to stop it, which can be long on a busy machine. The AI
    /// executes nothing in that time.
    static constexpr std::chrono::seconds max_stop_time{15};

    /// Begins a game: nothing runs, no restarts are counted.
    void begin_game();
    /// Its standard error from the next start on.
    void use_error_output(int descriptor) { error_output_ = descriptor; }
    /// Writes `word` (and the turn, unless negative) to it, after starting it if necessary.
    void
    ask(const char* word, int turn, std::chrono::nanoseconds limit, int seat, std::uint32_t seed);

    /// True once the answer has arrived. Until then poll descriptor() until deadline_ns()
    /// (negative: none), and call receive() or expire().
    bool is_settled() const { return is_settled_; }
    int descriptor() const { return output_.get(); }
    std::int64_t deadline_ns() const { return deadline_ns_; }
    void receive();
    void expire();
    /// The answer, once settled. The process has stopped or exited.
    ResidentAnswer take();

    /// Notifies it with a line that needs no answer (`end`).
    void notify(const char* line);
    /// Stops it again, 20 ms after the notification or when it has printed something, until it is
    /// notified again or ended.
    void suspend();
    /// Ends it: `quit`, the end of its input, and SIGKILL after `limit`. Returns what it used in
    /// the game; the processor time is only what no answer has counted: that of children that have
    /// exited, and of the end.
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
    void drop_lines();
    bool write_line(std::string_view line);
    Report kill();

    Keeper& keeper_;
    bool ponders_;
    UniqueFd input_;  ///< what we write to
    UniqueFd output_; ///< what we read from
    int error_output_ = -1;
    pid_t pid_ = -1; ///< process ID and group; not reused, because the keeper hasn't reaped it
    Descendants descendants_;
    clockid_t clock_ = 0; ///< of its processor time
    int starts_ = 0;
    int turn_ = 0;
    std::int64_t begin_ns_ = 0;
    std::int64_t deadline_ns_ = -1;
    std::int64_t cpu_before_ns_ = 0;
    bool is_settled_ = true;
    bool has_answered_ = false;    ///< it has said `done` since the last question
    bool is_awake_ = false;        ///< it runs because it was notified
    std::int64_t notified_ns_ = 0; ///< when it was notified
    bool spoke_twice_ = false;     ///< it has said `done` a second time before the next question
    std::string unread_;           ///< the beginning of a line
    ResidentAnswer answer_;
};

} // namespace referee
