#pragma once

/// Handing a version in: an author's folder as one stream of bytes, and the way of such a stream,
/// or of a commit, into entries/NAME. referee/season/README.md, "Submitting". Both come from
/// strangers.

#include "os/descriptor.hpp"
#include "season/entries/quota.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace referee {

/// Packs the AI at `path`, a folder or a program, and passes the bytes on in parts. `version`: the
/// name that it is to have; empty: the season gives it a number. Links to files become files.
/// Throws UserError for what a season would not copy.
void pack(
    const std::string& path, const std::string& version, std::uint64_t max_size,
    const std::function<void(std::string_view)>& take);

struct ReceiveRequest {
    std::string season; ///< the season's folder
    std::string entry;
    EntryQuota quota{};
    std::chrono::milliseconds silence{60'000}; ///< the longest pause of the stream; 0: any
};

/// Reads a stream to its end and puts the version into its place by a rename. Returns the version's
/// name. If the stream is wrong, ends early, or its version exists, nothing stays and UserError is
/// thrown; also Interrupted, InternalError. Several may run at once, also for one entry. Nothing is
/// written before the announced sizes fit into the entry's quota.
std::string receive(int stream, const ReceiveRequest& request);

/// As receive(), for a commit of the git repository in the current folder. It may have folders and
/// regular files only.
std::string receive_commit(
    const std::string& commit, const std::string& version, const ReceiveRequest& request);

/// Why a path can't be that of a file in a version; empty if it can.
std::string objection_to_path(const std::string& path);

/// Makes a new file below the folder, and the folders above it, of which none may be a link. Throws
/// UserError if there is one of this name, or a file where a folder should be; InternalError.
UniqueFd new_file(int folder, const std::string& path, bool run);

/// What the season has decided about a version.
struct NoteOfVersion {
    std::string status; ///< "accepted", "rejected", "late", …; "waiting": there is no note yet
    std::string text;   ///< safe to print
};

/// Waits for the note of a version, for at most that long. Throws Interrupted, InternalError.
NoteOfVersion await_note(
    const std::string& season, const std::string& entry, const std::string& version,
    std::chrono::milliseconds patience);

} // namespace referee
