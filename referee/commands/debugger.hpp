#pragma once

/// The command of `rerun --debug`.

#include "process/program.hpp"

#include <string>
#include <vector>

namespace referee {

class Debugger {
  public:
    /// Looks for the program that the command names: first in the AI's PATH, because its
    /// interpreter is meant, then in ours. Throws UserError if there is none.
    explicit Debugger(const std::string& command);

    /// Its words and the AI's. An interpreter with which both begin is named once, because
    /// 'python3 -m pdb' expects the script.
    std::vector<std::string> command_for(const Program& program) const;

    /// Runs the AI under it in the folder, on our terminal, and waits. Throws UserError.
    void
    run(const Program& program, const std::vector<std::string>& environment,
        const std::string& folder) const;

  private:
    std::vector<std::string> words_;
    std::string executable_;
};

} // namespace referee
