#include "ai/private_copy.hpp"

#include "ai/executable.hpp"
#include "base/error.hpp"
#include "os/beneath.hpp"
#include "os/descriptor.hpp"
#include "os/folder.hpp"
#include "sandbox/users.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <string_view>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

/// True if the AI's executable is one of its own files, not an interpreter from elsewhere. A link
/// in the folder counts as the AI's own, wherever it leads.
bool owns_executable(const Program& program) {
    if (program.is_command_line) {
        return std::find(program.named.begin(), program.named.end(), program.executable) !=
               program.named.end();
    }
    return program.folder.empty() ||
           is_below(fs::path(program.arguments[0]).lexically_normal(), program.folder) ||
           is_below(program.executable, program.folder);
}

/// True if everybody may read this entry, and execute or enter it if its owner may.
bool is_open(const fs::directory_entry& entry) {
    struct stat status {};
    if (::lstat(entry.path().c_str(), &status) != 0) {
        return false;
    }
    if (S_ISLNK(status.st_mode)) {
        return true;
    }
    const mode_t needed = S_IROTH | ((status.st_mode & S_IXUSR) != 0 ? S_IXOTH : 0U);
    return (status.st_mode & needed) == needed;
}

bool is_reachable(const Program& program) {
    if (!first_closed_to_others(program.executable).empty()) {
        return false;
    }
    if (program.folder.empty()) {
        return std::all_of(program.named.begin(), program.named.end(), [](const std::string& file) {
            return first_closed_to_others(file).empty() && is_open(fs::directory_entry(file));
        });
    }
    if (!first_closed_to_others(program.folder).empty()) {
        return false;
    }
    const fs::recursive_directory_iterator entries(program.folder);
    return std::all_of(begin(entries), end(entries), is_open);
}

void require_reachable(const Program& program, const std::string& path, std::string_view what) {
    const std::string closed = first_closed_to_others(fs::canonical(path).string());
    if (!closed.empty()) {
        throw UserError(fmt::format(
            "{}: {} {} can't be used: other users can't enter {}, and root's AIs run as separate "
            "users; install it where everyone can use it (/usr/local, /opt), or run the "
            "referee as an ordinary user",
            program.path, what, path, closed));
    }
}

/// A folder that others may enter and that isn't mounted noexec.
std::string place_for_copies(const std::string& path) {
    const char* const temporary = std::getenv("TMPDIR");
    for (const std::string& place :
         {std::string(temporary == nullptr ? "" : temporary), std::string("/tmp"),
          std::string("/var/tmp"), std::string("/dev/shm"), std::string("/run")}) {
        struct statvfs status {};
        if (!place.empty() && ::access(place.c_str(), W_OK | X_OK) == 0 &&
            is_open_to_others(place) && ::statvfs(place.c_str(), &status) == 0 &&
            (status.f_flag & (ST_NOEXEC | ST_RDONLY)) == 0) {
            return place;
        }
    }
    throw UserError(fmt::format(
        "{}: other users can't enter {}, and there is no folder to copy it to where they could "
        "start it (tried: $TMPDIR, /tmp, /var/tmp, /dev/shm, /run); chmod o+rx it",
        path, first_closed_to_others(fs::absolute(path).string())));
}

/// Keeps modification times, because interpreters compare them with those of compiled files. The
/// access time is set to the future, so that reading doesn't change it: it could carry a message to
/// the next game.
void set_times(const fs::path& from, const fs::path& to) {
    struct stat status {};
    if (::stat(from.c_str(), &status) != 0) {
        fail("stat " + from.string());
    }
    constexpr std::time_t ten_years = 10L * 365 * 24 * 60 * 60;
    const std::array<timespec, 2> times{timespec{::time(nullptr) + ten_years, 0}, status.st_mtim};
    if (::utimensat(AT_FDCWD, to.c_str(), times.data(), 0) != 0) {
        fail("setting the times of " + to.string());
    }
}

void copy_one(const fs::path& from, const fs::path& to) {
    // Somebody who may write to the AI's folder may have put a FIFO there since it was looked at.
    const UniqueFd in = open_regular(from.string());
    constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    const UniqueFd out(::open(to.c_str(), flags, 0600));
    if (!out) {
        fail("making " + to.string());
    }
    read_through(
        in.get(), from.string(), std::numeric_limits<std::uint64_t>::max() - 1,
        [&](std::string_view bytes) { write_all(out.get(), to.string(), bytes); });
    struct stat status {};
    constexpr mode_t for_reading = 0444;
    constexpr mode_t for_starting = 0555;
    constexpr mode_t any_execute = 0111;
    if (::stat(from.c_str(), &status) != 0 ||
        ::chmod(to.c_str(), (status.st_mode & any_execute) != 0 ? for_starting : for_reading) !=
            0) {
        fail("chmod " + to.string());
    }
    set_times(from, to);
}

/// A link within the folder leads to the copy; others stay as they are.
void copy_link(const fs::path& from, const fs::path& to, const fs::path& folder) {
    std::error_code code;
    const fs::path end = fs::canonical(from, code);
    fs::path content = code ? fs::read_symlink(from, code) : end;
    if (!end.empty() && is_below(end, folder)) {
        const fs::path own = fs::relative(fs::canonical(from.parent_path()), folder);
        content = end.lexically_relative(folder / own);
    }
    fs::create_symlink(content, to, code);
    if (code) {
        fail("making the link " + to.string(), code.value());
    }
}

/// Replaces paths in the words of a command; `{dir}` has already become the folder's path.
std::string moved(std::string word, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = word.find(from, at)) != std::string::npos;) {
        const std::size_t next = at + from.size();
        const bool is_whole = next == word.size() || word[next] == '/' || word[next] == ':' ||
                              word[next] == ',' || word[next] == ';' || word[next] == ' ';
        if (is_whole) {
            word.replace(at, from.size(), to);
        }
        at += is_whole ? to.size() : from.size();
    }
    return word;
}

} // namespace

PrivateCopy::PrivateCopy(const Program& program)
    : program_(program), root_(place_for_copies(program.path), false, true) {
    const bool is_folder = !program.folder.empty();
    if (is_folder) {
        copy_folder(program.folder);
    }
    if (is_folder && is_below(program.executable, program.folder)) {
        const fs::path inner = fs::path(program.executable).lexically_relative(program.folder);
        program_.executable = (program_.folder / inner).string();
    } else if (owns_executable(program)) {
        const fs::path called = program.arguments[0];
        program_.executable = copy_alone(program.executable, called.filename().string());
        program_.arguments[0] = program_.executable;
    }
    for (std::string& file : program_.named) {
        if (file == program.executable) {
            file = program_.executable;
            continue;
        }
        const std::string copy = copy_alone(file, fs::path(file).filename().string());
        std::replace(
            program_.arguments.begin() + 1, program_.arguments.end(), std::string(file), copy);
        file = copy;
    }
}

void PrivateCopy::copy_folder(const std::string& from) {
    const fs::path to = fs::path(root_.path()) / "ai" / fs::path(from).filename();
    program_.folder = to.string();
    std::error_code code;
    fs::create_directories(to, code);
    std::vector<fs::path> folders{""};
    for (fs::recursive_directory_iterator at(from), end; at != end; ++at) {
        const fs::path inner = at->path().lexically_relative(from);
        const fs::file_status status = at->symlink_status();
        if (fs::is_symlink(status)) {
            copy_link(at->path(), to / inner, from);
        } else if (fs::is_directory(status)) {
            fs::create_directory(to / inner);
            folders.push_back(inner);
        } else if (fs::is_regular_file(status)) {
            copy_one(at->path(), to / inner);
        }
    }
    // Last, because creating entries changes them.
    for (const fs::path& folder : folders) {
        ::chmod((to / folder).c_str(), 0755);
        set_times(from / folder, to / folder);
    }
    ::chmod(to.parent_path().c_str(), 0755);
    for (std::string& argument : program_.arguments) {
        argument = moved(argument, from, program_.folder);
    }
}

/// A single file, in a folder of its own, because several may have one name; its path.
std::string PrivateCopy::copy_alone(const std::string& from, const std::string& name) {
    const fs::path folder = fs::path(root_.path()) / fmt::format("program{}", ++copies_);
    std::error_code code;
    if (!fs::create_directory(folder, code) || ::chmod(folder.c_str(), 0755) != 0) {
        fail("making " + folder.string());
    }
    copy_one(from, folder / name);
    return (folder / name).string();
}

std::shared_ptr<const PrivateCopy> copy_for_private_user(const Program& program) {
    if (!uses_private_users()) {
        return nullptr;
    }
    const std::string interpreter = interpreter_of(program.executable);
    if (!interpreter.empty()) {
        require_reachable(program, interpreter, "its interpreter");
    }
    if (!owns_executable(program)) {
        require_reachable(program, program.executable, "its program");
    }
    return is_reachable(program) ? nullptr : std::make_shared<const PrivateCopy>(program);
}

} // namespace referee
