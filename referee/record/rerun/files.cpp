#include "record/rerun/files.hpp"

#include "ai/declaration.hpp"
#include "ai/executable.hpp"
#include "base/error.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "keeper/children.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace referee {

namespace {

namespace fs = std::filesystem;

std::string made_folder(const std::string& path, bool force) {
    std::error_code code;
    if (fs::exists(path, code) && !fs::is_directory(path, code)) {
        throw UserError(path + ": it isn't a folder; name another one with --files");
    }
    if (!force && fs::is_directory(path, code) && !fs::is_empty(path, code)) {
        throw UserError(
            path + ": the folder isn't empty; name a new one, or --force overwrites its files");
    }
    fs::create_directories(path, code);
    if (code) {
        throw UserError(fmt::format(
            "{}: the folder can't be created ({}); name another one", path, code.message()));
    }
    return fs::canonical(path).string();
}

std::string temporary_folder() {
    std::string path = (fs::temp_directory_path() / "referee-rerun-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) {
        fail("making the folder " + path);
    }
    return path;
}

/// Names from a record must not lead out of the folder.
bool is_plain(const std::string& name) {
    return !name.empty() && name[0] != '.' && name.find('/') == std::string::npos &&
           name.find('\0') == std::string::npos;
}

std::vector<std::string> variables(
    const RecordedGame& game, Seat seat, std::uint32_t seed, const std::string& folder,
    std::string ai_folder) {
    std::erase(ai_folder, '\n'); // a line each
    return environment_of(
        {game.game, folder, ai_folder, std::to_string(seat), std::to_string(seed)});
}

} // namespace

MoveFolder::MoveFolder(const std::string& path, bool force)
    : path_(path.empty() ? temporary_folder() : made_folder(path, force)),
      is_temporary_(path.empty()) {}

MoveFolder::~MoveFolder() {
    if (is_temporary_) {
        std::error_code code;
        fs::remove_all(path_, code);
    }
}

void MoveFolder::write(std::string_view name, std::string_view content) {
    write_file(
        fmt::format("{}/{}", path_, name), content,
        "the file can't be written; name another folder with --files");
}

std::string MoveFolder::read(std::string_view name, std::size_t max) const {
    const std::string path = fmt::format("{}/{}", path_, name);
    std::error_code code;
    if (!fs::is_regular_file(path, code)) {
        return "";
    }
    std::ifstream file(path, std::ios::binary);
    std::string text(max, '\0');
    file.read(text.data(), static_cast<std::streamsize>(max));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

StartedAi recorded_ai(const RecordedFiles& files, std::size_t index, const std::string& folder) {
    const RecordedGame& game = files.game();
    const Seat number = game.moves[index].seat;
    const RecordedSeat& seat = game.seats.at(static_cast<std::size_t>(number) - 1);
    StartedAi ai{
        seat.command,
        variables(game, number, files.environment_seed(index), folder, seat.folder),
        {},
        seat.parameters};
    std::copy_if(seat.files.begin(), seat.files.end(), std::back_inserter(ai.files), is_plain);
    return ai;
}

StartedAi other_ai(
    const Contestant& contestant, const RecordedFiles& files, std::size_t index,
    const std::string& folder) {
    const RecordedGame& game = files.game();
    const Program program = with_parameters(contestant.program, contestant.parameters);
    const std::uint32_t seed = files.facts(index).seed; // it is started in this move
    return {
        program.arguments, variables(game, game.moves[index].seat, seed, folder, program.folder),
        program.files, parameters_text(contestant.parameters)};
}

std::vector<std::string> write_move(
    const RecordedRun& run, RecordedFiles& files, const StartedAi& ai, Rerunner* rerunner,
    MoveFolder& folder) {
    std::string lines;
    for (const std::string& variable : ai.environment) {
        lines += variable + "\n";
    }
    folder.write("environment", lines);
    folder.write("command", shell_line(ai.command) + "\n");
    files.fill(run);
    files.write_to(folder);
    folder.write("result.dat", "");
    folder.write("notes.dat", "");
    if (!ai.parameters.empty()) {
        folder.write("parameters.dat", ai.parameters);
    }
    const RecordedGame& game = files.game();
    std::vector<std::string> notes;
    std::vector<std::string> own{"memory.dat"};
    own.insert(own.end(), ai.files.begin(), ai.files.end());
    for (const std::string& name : own) {
        if (rerunner != nullptr) {
            folder.write(name, rerunner->file_before(run.index, name));
            continue;
        }
        const std::optional<std::string> recorded =
            name == "memory.dat"            ? memory_before(game, run.index)
            : is_first_run(game, run.index) ? std::optional<std::string>("")
                                            : std::nullopt;
        folder.write(name, recorded.value_or(""));
        if (!recorded) {
            notes.push_back(fmt::format(
                "{} isn't in the record, so the file is empty; with --ai it holds what that AI "
                "writes there{}",
                name, name == "memory.dat" ? "; 'play --record-memory' records it" : ""));
        }
    }
    return notes;
}

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

namespace {

/// Ignores the keys that interrupt, as system(3) does: they are meant for the program.
class KeysIgnored {
  public:
    KeysIgnored() {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            before_[i] = ::signal(keys[i], SIG_IGN);
        }
    }
    ~KeysIgnored() {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            ::signal(keys[i], before_[i]);
        }
    }
    KeysIgnored(const KeysIgnored&) = delete;
    KeysIgnored& operator=(const KeysIgnored&) = delete;

  private:
    static constexpr std::array keys{SIGINT, SIGQUIT};
    std::array<void (*)(int), keys.size()> before_{};
};

/// Runs in the child of a vfork: makes only system calls.
int enter_folder(const void* context) {
    for (const int signal : {SIGINT, SIGQUIT, SIGPIPE}) {
        ::signal(signal, SIG_DFL);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    return ::chdir(static_cast<const char*>(context)) == 0 ? 0 : errno;
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (const std::string& text : texts) {
        pointers.push_back(const_cast<char*>(text.c_str()));
    }
    pointers.push_back(nullptr);
    return pointers;
}

} // namespace

int run_attached(
    const std::string& executable, const std::vector<std::string>& command,
    const std::vector<std::string>& environment, const std::string& folder) {
    const KeysIgnored ignored;
    const std::vector<char*> arguments = pointers_to(command);
    const std::vector<char*> variables = pointers_to(environment);
    const Launched launched = launch(
        {executable.c_str(), arguments.data(), variables.data(), enter_folder, folder.c_str()});
    int status = 0;
    if (launched.pid > 0) {
        while (::waitpid(launched.pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
    if (launched.error != 0) {
        throw UserError(fmt::format(
            "{}: it can't be started ({}); try it by hand", executable,
            std::generic_category().message(launched.error)));
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace referee
