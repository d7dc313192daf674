#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The name of the only folder in this one that has an ai.ini, if this one has none: somebody has
/// packed the folder around the AI. Empty if there is none, or several.
std::string folder_with_ini_in(const std::filesystem::path& folder);

/// Verifies that the kernel can execute the file. Throws UserError "FILE: what is wrong; what to
/// do": missing, a folder, not executable, empty, neither a program nor a script, interpreter
/// missing, built for another architecture, truncated.
void require_executable(const std::string& path);

/// The command for a program that the kernel can't execute, by its file name extension: "python3"
/// for bot.py. Empty for other extensions.
std::string language_command(const std::string& path);

/// What to do when a program that require_executable() has accepted can't be started because its
/// interpreter is where the AI may not read; empty if it isn't. `readable` lists the paths that it
/// may read.
std::string interpreter_outside(const std::string& path, const std::vector<std::string>& readable);

/// The interpreter of the script `path`, which require_executable() has accepted: the one that its
/// first line names, or that env finds in an AI's PATH. Empty for other programs.
std::string interpreter_of(const std::string& path);

// The environment variables of an AI: referee/match/README.md, "Environment".

/// The PATH of AIs.
inline constexpr std::string_view ai_path = "/usr/local/bin:/usr/bin:/bin";

/// A program in an AI's PATH, not in ours; empty if there is none.
std::string find_in_ai_path(std::string_view name);

/// The variable part of an AI's environment, besides what is the same for all.
struct EnvironmentFacts {
    std::string_view game;
    std::string_view work_path; ///< of its work folder
    std::string_view ai_folder; ///< of its ai.ini; empty: it has none
    std::string_view seat;
    std::string_view seed;
};

/// The AI's variables, NAME=VALUE each. It has no others.
std::vector<std::string> environment_of(const EnvironmentFacts& facts);

/// Indexes of the two that change from move to move.
inline constexpr std::size_t seat_slot = 5;
inline constexpr std::size_t seed_slot = 6;

/// An executable regular file of that name in one of the folders of `path` (as in PATH, without the
/// empty ones); empty if there is none.
std::string find_in_folders(std::string_view name, std::string_view path);

/// The program that a command's first word names: a path, or a program in one of the folders of
/// `path` (as in PATH), then of this process's own PATH. Empty if there is none.
std::string find_program(const std::string& word, std::string_view path);

} // namespace referee
