#pragma once

/// The standard streams of an AI, new for each game unless its process stays, and the logs of
/// --logs.

#include "keeper/keeper.hpp"
#include "keeper/resident.hpp"
#include "match/config.hpp"
#include "os/descriptor.hpp"

#include <cstddef>
#include <string>

namespace referee {

// The output of an AI. It goes to a memory file, not a pipe: nobody has to read it, a flood ends
// at the limit on file size, and a silent AI costs one system call.

/// Captures one stream of an AI, from move to move.
class Capture {
  public:
    /// Throws InternalError.
    Capture();

    /// The descriptor for the AI's standard output or error.
    int descriptor() const { return file_.get(); }

    /// Call it after each move: takes what was printed, appends it to the log if there is one (at
    /// most 1 MiB a game) and keeps the last 8 KiB for tail(). False if the AI has sealed the file,
    /// so that it can't be truncated: then it needs a new one.
    bool collect();
    /// Continues with a new file.
    void renew();
    /// The end of the output of the last move, at most 8 KiB.
    const std::string& tail() const { return tail_; }

    /// From now on everything is also written to `log`, an empty file; −1 ends that.
    void log_to(UniqueFd log);

  private:
    void append_to_log(std::size_t size);

    UniqueFd file_;
    UniqueFd log_;
    std::size_t logged_ = 0;
    std::string tail_;
};

class Streams {
  public:
    explicit Streams(const MatchConfig& config) : config_(config) {}
    /// Sets the receivers of the streams; `resident` may be null. Call this first.
    void connect(Keeper& keeper, Resident* resident) {
        keeper_ = &keeper;
        resident_ = resident;
    }

    /// Opens new streams for a game, unless a resident AI has stayed for it. With --logs the output
    /// goes to files whose names begin with `log_name`. Throws UserError, InternalError.
    void begin_game(const std::string& log_name);
    /// Call this after each move.
    void collect();
    /// The last bytes of standard error in the last move.
    const std::string& last_errors() const { return errors_.tail(); }
    /// The last bytes of standard output in the last move, if captured; a resident AI's isn't.
    const std::string& last_output() const { return output_.tail(); }

  private:
    void renew();
    void open_logs(const std::string& log_name);
    bool has_logs() const { return !config_.logs.empty(); }
    bool captures_output() const { return has_logs() || config_.keeps_output; }

    const MatchConfig& config_;
    Keeper* keeper_ = nullptr;
    Resident* resident_ = nullptr;
    Capture output_; ///< used only if it captures_output()
    Capture errors_;
    UniqueFd null_in_;
    UniqueFd null_out_;
};

} // namespace referee
