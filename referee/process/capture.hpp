#pragma once

/// What an AI prints. It goes to a file in memory, not a pipe: nobody has to read along, a flood
/// ends at the limit on file sizes, and a silent AI costs one system call.

#include "process/unique_fd.hpp"

#include <cstddef>
#include <string>

namespace referee {

/// Catches one stream of an AI, from move to move.
class Capture {
  public:
    /// Throws InternalError.
    Capture();

    /// What the AI is to have as its standard output or error.
    int descriptor() const { return file_.get(); }

    /// To be called after each move: takes what was printed. With a log it is appended there (at
    /// most 1 MiB a game), and its last 4 KiB are kept for tail(). False if the AI has made the
    /// file one that can't be emptied (a seal): then another must be given to it.
    bool collect();
    /// Goes on with a new file.
    void renew();
    /// The end of what the last move printed, at most 4 KiB.
    const std::string& tail() const { return tail_; }

    /// From now on everything goes to `log` too, an empty file; −1 ends it.
    void log_to(UniqueFd log);

  private:
    void append_to_log(std::size_t size);

    UniqueFd file_;
    UniqueFd log_;
    std::size_t logged_ = 0;
    std::string tail_;
};

} // namespace referee
