#pragma once

/// What an AI may see and reach in each mode: referee/sandbox/README.md, "Confinement".

#include "sandbox/limits.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// What one AI is allowed besides its work folder.
struct Permissions {
    Confinement mode = Confinement::none;
    std::vector<std::string> readable; ///< files and folders to read and execute
    std::vector<std::string> names;    ///< by which programs name them, if links are on the way
    bool free_folder = false;          ///< may make and remove files in its work folder
    std::vector<int> ports;            ///< TCP ports to connect to and to serve on
};

/// Where an AI's own files are: absolute, links resolved.
struct OwnPlaces {
    std::string folder;             ///< of its ai.ini, or empty
    std::vector<std::string> paths; ///< files and folders, with that folder
};

/// Files besides that a confined AI may read, and devices that it may read and write.
inline constexpr std::array system_files{
    "/dev/urandom", "/proc/cpuinfo"}; // PyTorch doesn't start without the latter
inline constexpr std::array devices{"/dev/null", "/dev/zero", "/dev/full"};

/// Everything that an AI may read: the system's programs and libraries, itself, and `more`.
std::vector<std::string> readable_paths(const OwnPlaces& own, const std::vector<std::string>& more);

/// The names of the system's places, such as /bin where that is a link.
std::vector<std::string> system_names();

/// Throws UserError if `path`, which messages call `what`, is below one of the paths that the AI
/// may read. For all hidden paths ProgramPlayer::require_all_hidden() calls it
/// (match/program_player.cpp).
void require_hidden(
    const std::string& path, const std::string& what, const Permissions& permissions,
    const std::string& ai);

/// Throws UserError if `path` is in the AI's own folder, or if a file there or below `more` is a
/// hard link to it: Landlock knows files, not names.
void require_not_in(
    const std::string& path, const std::string& what, const OwnPlaces& own,
    const std::vector<std::string>& more, const std::string& ai);

/// Applies the permissions to this process and everything that it starts; `work` is the work
/// folder's descriptor. Returns what its children need to pass the filter (sandbox/seccomp.hpp).
struct Enforced {
    int landlock = 0; ///< ABI in force
    std::uint32_t cookie1 = 0;
    std::uint32_t cookie2 = 0;
};
Enforced enforce(const Permissions& permissions, int work, pid_t shielded);

/// True if this system supports the default mode.
bool can_confine();

/// What this system supports, for people: lines of a word and, from column 12 on, a text.
std::string describe_confinement();

} // namespace referee
