#pragma once

/// The output of an AI. It goes to a memory file, not a pipe: nobody has to read it, a flood ends
/// at the limit on file size, and a silent AI costs one system call.

#include "process/unique_fd.hpp"

#include <cstddef>
#include <string>

namespace referee {

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

} // namespace referee
