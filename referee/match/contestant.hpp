#pragma once

#include "process/program.hpp"

#include <string>
#include <vector>

namespace referee {

/// An AI that takes part, under the name by which people see it.
struct Contestant {
    std::string name;
    Program program;
    std::string sha256;
};

/// Reads `[NAME=]PATH` for each; equal names get "#1", "#2". Throws UserError.
std::vector<Contestant> read_contestants(const std::vector<std::string>& arguments);

} // namespace referee
