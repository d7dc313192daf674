#pragma once

/// The folder of `rerun --files`: everything that an AI had in one move, for people and debuggers.

#include "ai/program.hpp"
#include "record/rerun/rerun.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A new folder, or one whose files may be overwritten. Throws UserError.
class MoveFolder {
  public:
    /// Without a path the folder is a temporary one, removed with this object.
    MoveFolder(const std::string& path, bool force);
    ~MoveFolder();
    MoveFolder(const MoveFolder&) = delete;
    MoveFolder& operator=(const MoveFolder&) = delete;

    const std::string& path() const { return path_; } ///< absolute
    /// Throws UserError if it can't be written.
    void write(std::string_view name, std::string_view content);
    /// At most `max` bytes of a file; empty if it isn't one.
    std::string read(std::string_view name, std::size_t max) const;

  private:
    std::string path_;
    bool is_temporary_;
};

/// How an AI is started: with its own command, and with the variables of a run.
struct StartedAi {
    std::vector<std::string> command;
    std::vector<std::string> environment;
    std::vector<std::string> files; ///< additional ones
    std::string parameters;         ///< content of parameters.dat; empty: it has none
};

/// How the recorded AI of that run was started, in this folder.
StartedAi recorded_ai(const RecordedFiles& files, std::size_t index, const std::string& folder);
/// How this AI would be started instead.
StartedAi other_ai(
    const Contestant& contestant, const RecordedFiles& files, std::size_t index,
    const std::string& folder);

/// Writes everything that the AI has in this run, its variables and its command. memory.dat and its
/// additional files have the contents that `rerunner` has there; without it they have the recorded
/// contents. Returns notes about what wasn't recorded.
std::vector<std::string> write_move(
    const RecordedRun& run, RecordedFiles& files, const StartedAi& ai, Rerunner* rerunner,
    MoveFolder& folder);

// The command of `rerun --debug`.

class Debugger {
  public:
    /// Looks for the program that the command names: first in the AI's PATH, because its
    /// interpreter is meant, then in ours. Throws UserError if there is none.
    explicit Debugger(const std::string& command);

    /// Its words and the AI's. An interpreter with which both begin is named once, because
    /// 'python3 -m pdb' expects the script.
    std::vector<std::string> command_for(const Program& program) const;

    /// Runs the AI under it in the folder, on our terminal, and waits. Throws UserError.
    void
    run(const Program& program, const std::vector<std::string>& environment,
        const std::string& folder) const;

  private:
    std::vector<std::string> words_;
    std::string executable_;
};

// Runs a program for a person, without any confinement: with this process's terminal, until it
// exits. Debuggers are run in this way.

/// Runs a program in a folder, with these variables and no others, and with our standard streams.
/// While it runs, the keys that interrupt reach only it. `command` begins with the program's own
/// name. Returns its exit status, or 128 + signal. Throws UserError if it can't be started.
int run_attached(
    const std::string& executable, const std::vector<std::string>& command,
    const std::vector<std::string>& environment, const std::string& folder);

} // namespace referee
