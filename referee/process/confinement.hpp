#pragma once

/// What an AI may see and reach in each mode. Spec: security.md, "Modes".

#include "process/program.hpp"

#include <string>
#include <vector>

namespace referee {

enum class Confinement {
    none,         ///< process group, limits, sweep, private folders
    default_mode, ///< `default`: and Landlock and a filter of system calls
    strict,       ///< and name spaces
};

/// `none`, `default` or `strict`.
std::string_view name_of(Confinement mode);

/// What one AI is allowed besides its work folder.
struct Permissions {
    Confinement mode = Confinement::none;
    std::vector<std::string> readable; ///< files and folders to read and execute
    bool free_folder = false;          ///< may make and remove files in its work folder
    std::vector<int> ports;            ///< TCP ports to connect to and to serve on
};

/// Makes sure that this kernel can confine as the mode says. Throws UserError that says what is
/// missing and what would run without it.
void require_confinement(Confinement mode);

/// Everything that an AI may read: the system's programs and libraries, itself, and `more`.
std::vector<std::string>
readable_paths(const Program& program, const std::vector<std::string>& more);

/// Throws UserError if `path` (what it is: `what`) lies below one of the readable places of the AI.
void require_hidden(
    const std::string& path, const std::string& what, const Permissions& permissions,
    const std::string& ai);

/// Throws UserError if `path` lies in the AI's own folder, of which it may get a copy, or if a file
/// there or below `more` is the same one under another name (a hard link): Landlock knows files,
/// not names.
void require_not_in(
    const std::string& path, const std::string& what, const Program& program,
    const std::vector<std::string>& more, const std::string& ai);

/// Puts the permissions in force for this process and all that it starts; `work` is the work
/// folder's descriptor. Returns what its children need to pass (seccomp_filter.hpp).
struct Enforced {
    int landlock = 0; ///< version in force
    std::uint32_t cookie1 = 0;
    std::uint32_t cookie2 = 0;
};
Enforced enforce(const Permissions& permissions, int work, pid_t shielded);

/// What is in force on this machine, in a few lines for people.
std::string describe_confinement();

} // namespace referee
