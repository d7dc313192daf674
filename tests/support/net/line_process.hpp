#pragma once

/// A program that reads and prints lines, as a resident AI does, with the test in the referee's
/// place.

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tests {

class LineProcess {
  public:
    /// Starts it in `folder`; what it prints to standard error goes to FOLDER/errors.
    LineProcess(
        const std::vector<std::string>& command, const std::string& folder,
        const std::vector<std::string>& more_environment = {});
    /// Kills it and what it has started, if it is still there.
    ~LineProcess();
    LineProcess(const LineProcess&) = delete;
    LineProcess& operator=(const LineProcess&) = delete;

    /// Writes a line to its standard input.
    void say(const std::string& line);
    /// The next line that it prints, or nothing if it prints none within this time or has ended.
    /// The standard is so long that only a program that hangs needs it.
    std::optional<std::string> next_line(std::chrono::seconds limit = std::chrono::minutes(2));
    /// True if it prints nothing for a moment. A slow machine may hide what it would print, so this
    /// can only show that it has printed, never that it won't.
    bool is_silent();
    /// Closes its standard input and waits for its end: exit status, or 128 + signal.
    int finish();

  private:
    pid_t pid_ = -1;
    int input_ = -1;
    int output_ = -1;
    std::string unread_;
};

} // namespace tests
