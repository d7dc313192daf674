// `referee demo`: a double match of two AIs that came with the referee, from the first command to
// the page in a browser. It shows each command before it runs it, so that they can be repeated.

#include "ai/shipped.hpp"
#include "base/error.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "os/output.hpp"
#include "os/processes.hpp"
#include "pages/html.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

} // namespace

const Usage& demo_usage() {
    static const Usage usage{
        "demo",
        "referee demo [DIR]",
        "Plays a double match of two AIs of gems, verifies its record, shows it on a\n"
        "terminal, and writes a page for the browser. The record demo.jsonl and the page\n"
        "demo.html go to the current folder, or to DIR.",
        "referee demo\n"
        "referee demo /tmp",
        {{"work", "DIR", "parent of the work folders; default: in memory (tmpfs) if possible",
          Topic::output, Weight::rare}}};
    return usage;
}

namespace {

/// The path relative to the current folder, if that is shorter.
std::string path_from_here(const fs::path& path) {
    std::error_code code;
    const fs::path here = fs::current_path(code);
    if (code) { // it has been removed
        return path.string();
    }
    const std::string near = fs::proximate(path, here, code).string();
    return code || near.size() > path.string().size() ? path.string() : near;
}

int run_shown(const std::string& program, const std::vector<std::string>& words) {
    std::string line = "$ " + shell_word(program);
    for (const std::string& word : words) {
        line += " " + shell_word(word);
    }
    print_now("\n" + safe_text(line) + "\n");
    const std::vector<std::string> arguments(words.begin() + 1, words.end());
    return words[0] == "replay" ? replay_command(arguments) : play_command(arguments);
}

std::string required(const fs::path& path) {
    std::error_code code;
    if (!fs::exists(path, code)) {
        throw UserError(fmt::format(
            "{}: the demo needs this file; run 'make demo' in the source folder, or install all "
            "of the referee",
            path.string()));
    }
    return path_from_here(path);
}

} // namespace

int demo_command(const std::vector<std::string>& words) {
    const Arguments arguments(demo_usage(), words);
    if (arguments.words().size() > 1) {
        throw UserError("demo takes at most one folder; write 'referee demo DIR'");
    }
    const std::string field = required(folder_of_fields("gems") / "contest.dat");
    const fs::path ais = folder_of_ais("gems");
    const std::string strong = required(ais / "depth3");
    const std::string weak = required(ais / "reference");
    const fs::path folder = arguments.words().empty() ? "." : arguments.words()[0];
    std::error_code code;
    fs::create_directories(folder, code);
    const std::string record = (folder / "demo.jsonl").lexically_normal().string();
    const std::string page = (folder / "demo.html").lexically_normal().string();
    const std::string program = path_from_here(own_program());

    const auto with_work = [&](std::vector<std::string> command) {
        if (arguments.has("work")) {
            command.insert(command.end(), {"--work", arguments.text("work")});
        }
        return command;
    };
    const std::vector<std::vector<std::string>> commands{
        with_work({"play", field, "--ai", strong, "--ai", weak, "--record", record, "--force"}),
        {"replay", record, "--verify"},
        {"replay", record, "--html", page, "--force"}};
    for (const std::vector<std::string>& command : commands) {
        const int status = run_shown(program, command);
        if (status != exit_done) {
            return status;
        }
    }
    if (::isatty(STDOUT_FILENO) != 0) {
        run_shown(program, {"replay", record, "--show", "--game", "1", "--delay", "150ms"});
    }
    fmt::print(
        "\nWatch the games:   {} replay {} --show\n"
        "in a browser:      file://{}\n"
        "Write your own AI: {} new --game gems --language Python my-ai\n",
        safe_text(shell_word(program)), safe_text(shell_word(record)),
        url_of(fs::absolute(page).lexically_normal().string()), safe_text(shell_word(program)));
    return exit_done;
}

} // namespace referee
