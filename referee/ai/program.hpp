#pragma once

/// An AI as a program: an executable file, a folder with an ai.ini, or a command line. See
/// referee/match/README.md, "What an AI is".

#include "ai/declaration.hpp"
#include "ai/limits.hpp"
#include "base/ini.hpp"
#include "sandbox/confinement.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace referee {

struct Program {
    std::string path;       ///< as the user gave it, for messages
    std::string name;       ///< from ai.ini, else the name of the file or folder
    std::string executable; ///< absolute, links resolved
    /// The first is the program's own name. The others may hold `{NAME}` of a parameter.
    std::vector<std::string> arguments;
    std::string folder; ///< absolute, of the ai.ini; else empty
    /// Of a command line: the files that it names, absolute, links resolved. The program is one of
    /// them unless it was found in PATH.
    std::vector<std::string> named;
    bool is_command_line = false;
    std::vector<std::string> files; ///< additional files in the work folder
    std::string author;
    std::string language;
    std::string licence;
    std::string source;
    std::string build;
    std::string game; ///< `game = NAME`: the only one that it plays
    bool resident = false;
    bool stays = false;         ///< `resident = games`: may stay for the next game
    bool wants_prepare = false; ///< `prepare = yes`: prepares in every game
    bool wants_end = false;     ///< `end = yes`: run once more when the game is over
    std::vector<int> network_ports;
    std::vector<AiParameter> parameters; ///< as declared
};

/// Reads the AI at `path` and verifies that it can be started: it exists, is executable and built
/// for this architecture, and its interpreter exists. A path that doesn't exist and has blanks in
/// it is a command line, unless it looks like a path with a mistake in it. Throws UserError.
Program read_program(const std::string& path);

/// Takes the program's executable and arguments from `command`, an entry of the INI file `file` in
/// the program's folder. Throws UserError with file and line.
void set_command(Program& program, const std::string& file, const IniEntry& command);

/// The program with the values of its parameters in its command.
Program with_parameters(Program program, const std::vector<AiParameter>& parameters);

/// True if a word of its command holds `{NAME}` of a parameter.
bool has_parameters_in_command(const Program& program);

/// Where the files of the AI are.
OwnPlaces places_of(const Program& program);

/// SHA-256 of the AI: of the file's bytes, or of the sorted relative paths, modes and bytes of its
/// folder. Throws UserError, also for more than max_ai_bytes.
std::string sha256_of(const Program& program);

// Whether an AI's files are still those that were read at the start. Hashing all of them for every
// game would take too long, so their metadata is compared, and they are hashed again only if that
// has changed.

/// True for a folder in which Python keeps compiled modules. It isn't part of an AI, because Python
/// writes it by itself where it may.
bool is_python_cache(const std::filesystem::directory_entry& entry);

/// The metadata of a file or folder. Includes the change time, because the modification time can be
/// set at will. All 0 if it doesn't exist.
struct FileStamp {
    std::string path;
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t written_ns = 0;
    std::int64_t changed_ns = 0;
    bool operator==(const FileStamp&) const = default;
};

/// Stamps of what sha256_of() covers: the program's file, or all files and folders of its folder (a
/// new file changes the stamp of its folder). Follows links as sha256_of() does.
std::vector<FileStamp> stamps_of(const Program& program);

/// The first file or folder whose stamp has changed, or empty. Takes one system call for each.
std::string first_changed(const std::vector<FileStamp>& stamps);

} // namespace referee
