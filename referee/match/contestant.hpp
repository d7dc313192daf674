#pragma once

#include "process/private_copy.hpp"
#include "process/program.hpp"
#include "process/program_files.hpp"

#include <memory>
#include <string>
#include <vector>

namespace referee {

/// An AI that takes part, under the name by which people see it.
struct Contestant {
    std::string name;
    Program program;
    std::string sha256;
    /// Where the AI's own user can't reach its files: one that it can. Goes with the last
    /// contestant that has it.
    std::shared_ptr<const PrivateCopy> copy;

    /// What is started: the program, or its copy.
    const Program& started() const { return copy ? copy->program() : program; }
    std::vector<FileStamp> stamps; ///< of the files, as they were hashed
};

/// Reads `[NAME=]PATH` for each; equal names get "#1", "#2". Throws UserError.
std::vector<Contestant> read_contestants(const std::vector<std::string>& arguments);

} // namespace referee
