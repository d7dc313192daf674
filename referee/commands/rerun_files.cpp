#include "commands/rerun_files.hpp"

#include "error.hpp"
#include "process/environment.hpp"
#include "process/output_file.hpp"
#include "process/words.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

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

} // namespace referee
