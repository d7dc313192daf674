#pragma once

#include "ai/private_copy.hpp"
#include "ai/program.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// "NAME=PATH" or "PATH". A name isn't empty and has no slash.
struct NamedPath {
    std::string name; ///< empty: none was given
    std::string path;
};

NamedPath split_name(const std::string& text);

/// What an AI `[NAME=]PATH` is called that can't be read: by NAME, else by its ai.ini or its file.
std::string name_of_unread(const std::string& argument);

/// An AI or a person that takes part, with the displayed name.
struct Contestant {
    std::string name;
    bool is_human = false; ///< a person: there is no program
    Program program;
    std::string sha256;         ///< of the program and of the parameters that --set has changed
    std::string program_sha256; ///< of the program alone
    /// The program's parameters with their values in this match.
    std::vector<AiParameter> parameters;
    /// A copy that the AI's own user can read, if it cannot read the original. Removed with the
    /// last contestant that shares it.
    std::shared_ptr<const PrivateCopy> copy;

    /// The program to start: the original or its copy.
    const Program& started() const { return copy ? copy->program() : program; }
    std::vector<FileStamp> stamps; ///< of the files when they were hashed
};

/// "EngineX, by the command line: mix/EngineX 124"; empty for an AI that isn't a command line.
std::string by_command_line(const Contestant& contestant);
std::string command_line_text(std::string_view name, std::string_view line);

/// Reads arguments of the form `[NAME=]PATH`, and `settings` of the form `AI:PARAMETER=VALUE`.
/// Equal names get "#1", "#2"; an AI with changed parameters is called "NAME{PARAMETER=VALUE}".
/// Prints a note on each command line.
/// Throws UserError, also for `[NAME=]human`.
std::vector<Contestant> read_contestants(
    const std::vector<std::string>& arguments, const std::vector<std::string>& settings = {});

/// Reads contestants, among whom `[NAME=]human` is a person.
std::vector<Contestant> read_contestants_and_people(
    const std::vector<std::string>& arguments, const std::vector<std::string>& settings = {});

/// Throws UserError if the ai.ini of one of them names another game (`game = NAME`).
void require_game(const std::vector<Contestant>& contestants, std::string_view game);

} // namespace referee
