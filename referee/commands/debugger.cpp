#include "commands/debugger.hpp"

#include "commands/commands.hpp"
#include "error.hpp"
#include "field/text.hpp"
#include "process/attached.hpp"
#include "process/environment.hpp"
#include "process/words.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace referee {

Debugger::Debugger(const std::string& command) {
    Words split = split_words(command);
    if (!split.problem.empty() || split.words.empty()) {
        throw UserError(fmt::format(
            "--debug {}: {}; give a command, e.g. 'gdb --args'", printable(command),
            split.problem.empty() ? "no program is named" : split.problem));
    }
    words_ = std::move(split.words);
    executable_ = find_program(words_[0], ai_path);
    if (executable_.empty()) {
        throw UserError(fmt::format(
            "--debug: there is no program '{}'; install it or give its path",
            printable(words_[0])));
    }
}

std::vector<std::string> Debugger::command_for(const Program& program) const {
    std::vector<std::string> words = words_;
    std::error_code code;
    const bool is_same_program = program.arguments.size() > 1 &&
                                 std::filesystem::equivalent(executable_, program.executable, code);
    words.insert(
        words.end(), program.arguments.begin() + (is_same_program ? 1 : 0),
        program.arguments.end());
    return words;
}

void Debugger::run(
    const Program& program, const std::vector<std::string>& environment,
    const std::string& folder) const {
    const std::vector<std::string> command = command_for(program);
    print_error(fmt::format(
        "note: running {} in {}, without limits or confinement", shell_line(command), folder));
    const int status = run_attached(executable_, command, environment, folder);
    if (status != 0) {
        print_error(fmt::format("note: it ended with status {}", status));
    }
}

} // namespace referee
