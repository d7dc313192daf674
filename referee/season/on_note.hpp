#pragma once

/// The organiser's command that is run when the decision about a version is new: it sends a mail,
/// or calls a web hook. referee/season/README.md, "Notes".

#include "season/entries/versions.hpp"
#include "season/queue.hpp"
#include "tournament/store/results.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace referee {

/// A decision that the command of on-note hasn't passed on to the version's author yet.
struct NoteToTell {
    std::string entry;
    std::string version;
    std::string status; ///< "accepted", "rejected", "late", "resting", "excluded"
};

/// The decisions that haven't been passed on yet, by the files that mark_told() makes below the
/// folder of notes. When there are no such files at all, earlier decisions aren't passed on.
std::vector<NoteToTell>
notes_to_tell(const std::string& notes, const Results& store, const FaultStreaks& streaks);

/// Remembers that the note was passed on.
void mark_told(const std::string& notes, const NoteToTell& note);

/// Runs the command by a shell in the season's folder, with the note on standard input and
/// REFEREE_ENTRY, REFEREE_VERSION, REFEREE_STATUS and REFEREE_NOTE (the file) in its environment.
/// Returns why it failed, in one line; empty if it didn't. After `limit` it is killed;
/// what it has left in its process group is killed at its end. Throws Interrupted, InternalError.
std::string run_on_note(
    const std::string& command, const std::string& season, const NoteToTell& note,
    std::chrono::milliseconds limit);

} // namespace referee
