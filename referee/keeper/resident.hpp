#pragma once

/// A resident AI: started once per game, asked by a line on its standard input, answering with the
/// line `done` on its standard output. See referee/match/README.md, "Resident AIs".
///
/// The referee holds the two pipes itself; the keeper starts, kills and reaps the process. Between
/// its moves the AI is stopped: this side sends SIGCONT and SIGSTOP; the keeper, its parent, waits
/// until the stop has taken effect.

#include "keeper/keeper.hpp"
#include "os/descriptor.hpp"
#include "os/processes.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>
#include <time.h>
#include <vector>

namespace referee {

/// How often an AI is started again in a game; advice and documents say "three times".
inline constexpr int max_restarts = 3;

/// The time that an AI has to exit after the line `quit`.
inline constexpr std::chrono::seconds quit_limit{1};

// The descendants of a resident AI while it is stopped.

/// Distinguishes a process that can't stop from one between two states: a wait in vfork ends a
/// moment after the child has started a program.
class Standstill {
  public:
    /// Call it with each observation. True when nothing could run or stop for 50 ms.
    bool is_certain(StopState stop_state, std::int64_t now_ns);

  private:
    std::int64_t since_ns_ = -1;
};

class Descendants {
  public:
    /// `are_held`: they must stop with the AI. Useless for unconfined AIs, which may leave their
    /// group.
    explicit Descendants(bool are_held) : are_held_(are_held) {}
    /// Follows the descendants of this process, which must not have been reaped. All that are
    /// followed in turn must be children of the same process.
    void follow(pid_t ai);

    /// Call it after sending SIGSTOP to the group: signals each thread, if there is more than one
    /// or there were descendants at the last stop.
    void stop_threads() const;
    /// The state of all of them and the AI.
    StopState look() const;
    /// Waits until all of them, except the AI, have stopped or exited. SIGSTOP doesn't reach one
    /// that is exiting, which can take long with much memory, on the core on which the next AI
    /// moves. Returns held if one never stops, pending if one can still run at `deadline_ns`
    /// (monotonic).
    StopState wait_until_stopped(std::int64_t deadline_ns);
    /// Processor time of those that existed at the last stop and still do, without that of their
    /// children that have exited.
    std::int64_t cpu_ns() const;
    /// True if the AI has more than one thread, or has been reaped.
    bool has_threads() const;

    /// True if none of its threads has children, and there are no orphans of its processes.
    bool is_alone() const { return find().empty(); }

  private:
    bool has_family() const;
    std::vector<pid_t> find() const;

    pid_t ai_ = -1;
    bool are_held_;
    bool had_family_ = false; ///< at the last stop
    UniqueFd threads_;        ///< /proc/PID/task of the AI
    UniqueFd children_;       ///< children of its first thread
    UniqueFd siblings_;       ///< the keeper's children: the AI, and orphans of its processes
};

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

    /// Begins a game: nothing runs but a process that stay() has kept, no restarts are counted.
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

    /// After notify("end\n"): waits until it has said `done`, and suspends it for the next game.
    /// Returns what it used since its last answer, and the largest resident size of its process in
    /// this game where that can be told, else in its life. Nothing if it is to be ended instead:
    /// it didn't say `done` within `limit` of the notification, can't be suspended, or has
    /// children.
    std::optional<ResourceUse> stay(std::chrono::nanoseconds limit);

    /// Moves a process that has stayed to another core. One that can't be moved is killed.
    void move_to_core(int core);

    /// Kills it, if it runs; it is started again when it is asked next.
    void end_process();

    bool runs() const { return pid_ > 0; }

  private:
    void start(int seat, std::uint32_t seed);
    void resume() const;
    StopState stop();
    StopState await_stop(std::int64_t deadline_ns);
    void settle(ResidentAnswer::Kind kind);
    void take_line(std::string_view line);
    void drain();
    void drop_output();
    bool await_done(std::int64_t deadline_ns);
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
    std::int64_t children_before_ns_ =
        0; ///< processor time of children that exited in former games
    bool is_settled_ = true;
    bool has_answered_ = false;    ///< it has said `done` since the last question
    bool is_awake_ = false;        ///< it runs because it was notified
    std::int64_t notified_ns_ = 0; ///< when it was notified
    int notified_ = 0;             ///< how often, since the last question
    bool has_stayed_ = false;  ///< it runs since a former game, and hasn't been asked in this one
    bool spoke_twice_ = false; ///< it has said `done` a second time before the next question
    std::string unread_;       ///< the beginning of a line
    ResidentAnswer answer_;
};

} // namespace referee
