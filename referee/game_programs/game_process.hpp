#pragma once

/// The process that knows the rules: started by a keeper in the sandbox of AIs, asked by a line,
/// answering with a line. Between requests it is suspended, so it takes no time from an AI. It may
/// be killed at any moment, because whatever it must know comes with each request.

#include "game_programs/description.hpp"
#include "keeper/keeper.hpp"
#include "keeper/resident.hpp"
#include "keeper/work_folder.hpp"
#include "os/descriptor.hpp"
#include "sandbox/memory_group.hpp"
#include "sandbox/users.hpp"

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace referee {

class PrivateCopy;

/// What a program did instead of answering a request, for people: "IndexError: …", "no reply
/// within 10 s".
struct ProgramFailure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class GameProcess {
  public:
    /// Prepares the sandbox; nothing is started. Keeps a reference. Throws UserError,
    /// InternalError.
    explicit GameProcess(const GameDescription& description);
    ~GameProcess();
    GameProcess(const GameProcess&) = delete;
    GameProcess& operator=(const GameProcess&) = delete;

    /// Sends one line (without its end) and returns the line of the reply. Starts the program if it
    /// doesn't run. Throws ProgramFailure, after which it doesn't run, UserError if it can't be
    /// started, Interrupted, InternalError.
    std::string ask(std::string_view request);
    bool runs() const { return pid_ > 0; }
    /// Ends the program; the next request starts it again.
    void end();

  private:
    KeeperConfig keeper_config(const Program& program) const;
    void start();
    void exchange(std::string_view request, std::string& reply);
    void suspend();
    void take_errors();
    bool take_output();
    [[noreturn]] void fail_with(const std::string& what);
    [[noreturn]] void fail_by_end();

    const GameDescription& description_;
    std::shared_ptr<const PrivateCopy> copy_;
    WorkRoot root_;
    PrivateUser user_;
    WorkFolder folder_;
    MemoryGroup memory_group_; ///< outlives the keeper, which is in it
    std::unique_ptr<Keeper> keeper_;
    UniqueFd input_;  ///< what we write to
    UniqueFd output_; ///< what we read from
    UniqueFd errors_; ///< its standard error
    pid_t pid_ = -1;
    bool is_starting_ = false; ///< it hasn't read its first request
    Descendants descendants_;
    std::string unread_; ///< of its output
    std::string said_;   ///< the end of its standard error since the last request
};

/// The line that names the error in what a program printed before it ended; empty if there is
/// none. Of Go, Java and Ruby the one above their traces, of Java the last cause; else the last
/// line that is no place of a call: the last one of Python, the one above the places of Node, Lua
/// and Perl, and what a program says in one line.
std::string error_line(std::string_view printed);

} // namespace referee
