#pragma once

/// The standard streams of an AI, new for each game, and the logs of --logs.

#include "match/config.hpp"
#include "process/capture.hpp"
#include "process/keeper.hpp"
#include "process/resident.hpp"
#include "process/unique_fd.hpp"

#include <string>

namespace referee {

class Streams {
  public:
    explicit Streams(const MatchConfig& config) : config_(config) {}
    /// Sets the receivers of the streams; `resident` may be null. Call this first.
    void connect(Keeper& keeper, Resident* resident) {
        keeper_ = &keeper;
        resident_ = resident;
    }

    /// Opens new streams for a game. With --logs the output goes to files whose names begin with
    /// `log_name`. Throws UserError, InternalError.
    void begin_game(const std::string& log_name);
    /// Call this after each move.
    void collect();
    /// The last bytes of standard error in the last move.
    const std::string& last_errors() const { return errors_.tail(); }
    /// The same of standard output, if it is captured; a resident AI's isn't.
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
