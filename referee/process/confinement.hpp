#pragma once

/// What an AI may see and reach in each mode: referee/process/README.md, "Confinement".

#include "process/limits.hpp"
#include "process/program.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// What one AI is allowed besides its work folder.
struct Permissions {
    Confinement mode = Confinement::none;
    std::vector<std::string> readable; ///< files and folders to read and execute
    bool free_folder = false;          ///< may make and remove files in its work folder
    std::vector<int> ports;            ///< TCP ports to connect to and to serve on
};

/// Everything that an AI may read: the system's programs and libraries, itself, and `more`.
std::vector<std::string>
readable_paths(const Program& program, const std::vector<std::string>& more);

/// Throws UserError if `path`, which messages call `what`, is below one of the paths that the AI
/// may read.
void require_hidden(
    const std::string& path, const std::string& what, const Permissions& permissions,
    const std::string& ai);

/// Throws UserError if `path` is in the AI's own folder, or if a file there or below `more` is a
/// hard link to it: Landlock knows files, not names.
void require_not_in(
    const std::string& path, const std::string& what, const Program& program,
    const std::vector<std::string>& more, const std::string& ai);

/// Applies the permissions to this process and everything that it starts; `work` is the work
/// folder's descriptor. Returns what its children need to pass the filter (seccomp_filter.hpp).
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
