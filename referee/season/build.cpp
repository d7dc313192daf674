#include "season/build.hpp"

#include "error.hpp"
#include "field/ini.hpp"
#include "match/player.hpp"
#include "season/entries.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

/// A shell as an AI: its work folder is where the sources are built.
Contestant shell_for(const std::string& command) {
    Contestant shell;
    shell.name = "build";
    shell.program.path = shell.program.name = "build";
    shell.program.executable = fs::canonical("/bin/sh").string();
    // Some compilers print their errors to standard output.
    shell.program.arguments = {"/bin/sh", "-c", "exec 1>&2; " + command};
    return shell;
}

MatchConfig sandbox_for(const SeasonConfig& config) {
    MatchConfig sandbox = config.match;
    sandbox.confinement = Confinement::default_mode; // strict would hide the work folder from us
    sandbox.free_folder = true;
    sandbox.resident = false;
    sandbox.pin = false;
    sandbox.logs.clear();
    sandbox.keep_work = false;
    sandbox.networked.clear();
    sandbox.limits.memory = config.build.memory;
    sandbox.limits.processes = config.build.processes;
    sandbox.limits.file_size = config.build.size;
    return sandbox;
}

/// The copy belongs to us; the AI's user must be able to write it.
void give_to_owner_of(const fs::path& folder) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0) {
        fail("stat of a work folder");
    }
    if (status.st_uid == ::geteuid()) {
        return;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (::lchown(entry.path().c_str(), status.st_uid, status.st_gid) != 0) {
            fail("chown in a work folder");
        }
    }
}

/// Everything but the files of an AI, which the referee makes in each work folder.
void move_sources(const fs::path& from, const fs::path& to) {
    for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
        fs::rename(entry.path(), to / entry.path().filename());
    }
}

/// In the sandbox nobody can change permissions, so a linker's result has no run bit.
void make_programs_executable(const fs::path& folder) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file() || entry.is_symlink()) {
            continue;
        }
        std::string begin(4, '\0');
        std::ifstream(entry.path(), std::ios::binary).read(begin.data(), 4);
        if (begin == "\177ELF" || begin.starts_with("#!")) {
            fs::permissions(entry.path(), fs::perms(0755));
        }
    }
}

/// $HOME/.cache, where compilers cache what they can rebuild, for example Go its compiled standard
/// library. Files that the AI's author has put there stay.
void remove_cache(const fs::path& sources, const fs::path& place) {
    std::error_code ignored; // files that can't be removed are copied
    if (!fs::exists(sources / ".cache", ignored)) {
        fs::remove_all(place / ".cache", ignored);
    }
}

} // namespace

std::string build_command_of(const std::string& folder) {
    const std::string file = folder + "/ai.ini";
    if (!fs::exists(file)) {
        return "";
    }
    for (const IniEntry& entry : read_ini(file)) {
        if (entry.key == "build") {
            return entry.value;
        }
    }
    return "";
}

void build_entry(
    const SeasonConfig& config, const std::string& from, const std::string& to,
    const std::string& command, int core) {
    const MatchConfig sandbox = sandbox_for(config);
    const Contestant shell = shell_for(command);
    WorkRoot root(sandbox.work, false, uses_private_users());
    Player player(shell, *config.game, root, 1, core, sandbox);
    player.require_no_privileges();
    player.require_refused("", "the network");
    player.begin_game("");
    const fs::path place = player.work_path();
    for (const char* const name : {"result.dat", "notes.dat", "memory.dat"}) {
        fs::remove(place / name);
    }
    const std::string copy = root.path() + "/sources";
    copy_entry(from, copy, config.build.size);
    move_sources(copy, place);
    give_to_owner_of(place);
    player.start(config.build.time, 1, 0, Phase::move, 0);
    const Run run = player.finish(false);
    if (run.fault != Fault::none) {
        throw UserError(fmt::format(
            "build = {}\n{}: {}\n{}", command, name_of(run.fault), run.reason,
            player.last_errors()));
    }
    remove_cache(from, place);
    copy_entry(place.string(), to, config.build.size);
    make_programs_executable(to);
    player.end_games();
    fs::remove_all(copy);
}

} // namespace referee
