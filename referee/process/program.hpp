#pragma once

/// An AI as a program: an executable file, a folder with an ai.ini, or a command line. See
/// referee/match/README.md, "What an AI is".

#include "process/parameters.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace referee {

inline constexpr std::size_t max_ports = 16;

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
    bool resident = false;
    bool wants_prepare = false; ///< `prepare = yes`: prepares in every game
    bool wants_end = false;     ///< `end = yes`: run once more when the game is over
    std::vector<int> network_ports;
    std::vector<AiParameter> parameters; ///< as declared
};

/// Reads the AI at `path` and verifies that it can be started: it exists, is executable and built
/// for this architecture, and its interpreter exists. A path that doesn't exist and has blanks in
/// it is a command line. Throws UserError.
Program read_program(const std::string& path);

/// The program with the values of its parameters in its command.
Program with_parameters(Program program, const std::vector<AiParameter>& parameters);

/// True if a word of its command holds `{NAME}` of a parameter.
bool has_parameters_in_command(const Program& program);

/// SHA-256 of the AI: of the file's bytes, or of the sorted relative paths, modes and bytes of its
/// folder. Throws UserError.
std::string sha256_of(const Program& program);

} // namespace referee
