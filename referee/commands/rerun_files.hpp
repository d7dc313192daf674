#pragma once

/// The folder of `rerun --files`: everything that an AI had in one move, for people and debuggers.

#include "match/rerun.hpp"

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

} // namespace referee
