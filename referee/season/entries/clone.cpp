#include "season/entries/clone.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace referee {

namespace {

namespace clone_fs = std::filesystem;

constexpr std::size_t sha1_digits = 40;
constexpr std::size_t sha256_digits = 64;

/// A small file of the clone; nothing if there is none.
std::optional<std::string> small_file(const Beneath& git, const std::string& name) {
    constexpr std::uint64_t max_bytes = 16U << 20U; // a list of a hundred thousand references
    try {
        const UniqueFd file = git.file(name);
        std::string text;
        read_through(file.get(), name, max_bytes, [&](std::string_view bytes) { text += bytes; });
        return text;
    } catch (const UserError&) {
        return std::nullopt;
    }
}

std::string first_line(const std::string& text) {
    std::string line = text.substr(0, text.find('\n'));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) {
        line.pop_back();
    }
    return line;
}

bool is_commit_name(const std::string& text) {
    return (text.size() == sha1_digits || text.size() == sha256_digits) &&
           text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Names of references become paths.
bool is_reference(const std::string& name) {
    return name.starts_with("refs/") && name.find("..") == std::string::npos &&
           name.find("//") == std::string::npos && !name.ends_with("/");
}

std::optional<std::string> commit_of(const Beneath& git, const std::string& reference) {
    if (const auto text = small_file(git, reference)) {
        const std::string line = first_line(*text);
        return is_commit_name(line) ? std::optional(line) : std::nullopt;
    }
    const std::string packed = small_file(git, "packed-refs").value_or("");
    const std::string end = " " + reference;
    for (std::size_t begin = 0; begin < packed.size();) {
        const std::size_t line_end = std::min(packed.find('\n', begin), packed.size());
        const std::string_view line(packed.data() + begin, line_end - begin);
        if (line.ends_with(end)) {
            std::string name(line.substr(0, line.size() - end.size()));
            return is_commit_name(name) ? std::optional(std::move(name)) : std::nullopt;
        }
        begin = line_end + 1;
    }
    return std::nullopt;
}

[[noreturn]] void refuse_clone(const std::string& why, const std::string& todo) {
    throw UserError(fmt::format("the clone {}; {}", why, todo));
}

/// A link among the objects would lead to those of somebody else.
void require_own_objects(const std::string& objects) {
    constexpr std::size_t max_names = 1'000'000;
    std::size_t count = 0;
    const auto require_folder = [](const clone_fs::path& path) {
        struct stat status {};
        if (::lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
            refuse_clone("has no folder of objects of its own", "clone the repository again");
        }
    };
    require_folder(objects);
    for (const char* const name : {"alternates", "http-alternates"}) {
        std::error_code code;
        if (clone_fs::exists(
                clone_fs::symlink_status(clone_fs::path(objects) / "info" / name, code))) {
            refuse_clone(
                "borrows objects from another repository (objects/info/" + std::string(name) + ")",
                "clone it without --shared and --reference");
        }
    }
    for (const auto& each : clone_fs::recursive_directory_iterator(objects)) {
        if (each.is_symlink() || !(each.is_regular_file() || each.is_directory())) {
            refuse_clone(
                "has a link among its objects (" +
                    printable(each.path().lexically_relative(objects).string()) + ")",
                "clone the repository again");
        }
        if (++count > max_names) {
            refuse_clone("has more than a million objects", "run 'git gc' in it");
        }
    }
}

void write_own_repository(const std::string& own, const std::string& git, bool has_sha256) {
    for (const char* const name : {"/objects/info", "/objects/pack", "/refs/heads"}) {
        clone_fs::create_directories(own + name);
    }
    write_file(own + "/HEAD", "ref: refs/heads/main\n");
    write_file(
        own + "/config",
        fmt::format(
            "[core]\nrepositoryformatversion = {}\nbare = true\ncommitGraph = false\n"
            "multiPackIndex = false\n{}",
            has_sha256 ? 1 : 0, has_sha256 ? "[extensions]\nobjectFormat = sha256\n" : ""));
    write_file(own + "/objects/info/alternates", git + "/objects\n");
}

} // namespace

bool is_clone(const std::string& folder) {
    std::error_code code;
    const clone_fs::path path(folder);
    return clone_fs::exists(clone_fs::symlink_status(path / ".git", code)) ||
           (clone_fs::is_regular_file(path / "HEAD", code) &&
            clone_fs::is_directory(path / "objects", code) &&
            clone_fs::is_directory(path / "refs", code));
}

Clone::Clone(const std::string& folder) {
    struct stat status {};
    const std::string inner = folder + "/.git";
    const bool is_bare = ::lstat(inner.c_str(), &status) != 0;
    if (!is_bare && !S_ISDIR(status.st_mode)) {
        refuse_clone(
            S_ISLNK(status.st_mode) ? "has a .git that is a link"
                                    : "has a .git that is a file and leads to another folder",
            "clone the repository itself");
    }
    git_ = clone_fs::absolute(is_bare ? folder : inner).lexically_normal().string();
    while (git_.size() > 1 && git_.ends_with("/")) {
        git_.pop_back();
    }
    if (git_.find('\n') != std::string::npos || git_.starts_with("\"")) {
        refuse_clone("lies in a folder with a line end in its name", "rename the folder");
    }
    require_own_objects(git_ + "/objects");
    std::string name = (clone_fs::temp_directory_path() / "referee-clone-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        throw UserError(fmt::format(
            "{}: a temporary folder can't be made there ({}); set TMPDIR to a writable folder",
            name, std::strerror(errno)));
    }
    own_ = name;
}

Clone::~Clone() {
    if (!own_.empty()) {
        std::error_code ignored;
        clone_fs::remove_all(own_, ignored);
    }
}

std::string Clone::fetched_commit() const {
    const Beneath git(git_);
    const std::string head = first_line(small_file(git, "HEAD").value_or(""));
    if (is_commit_name(head)) {
        return head;
    }
    constexpr std::string_view begin = "ref: ";
    constexpr std::string_view branches = "refs/heads/";
    const std::string reference =
        head.starts_with(begin) ? head.substr(begin.size()) : std::string();
    if (!is_reference(reference)) {
        refuse_clone("has a HEAD that isn't read", "clone the repository again, with git's files");
    }
    if (reference.starts_with(branches)) { // what was fetched may not have been checked out
        const std::string branch = reference.substr(branches.size());
        if (const auto commit = commit_of(git, "refs/remotes/origin/" + branch)) {
            return *commit;
        }
    }
    if (const auto commit = commit_of(git, reference)) {
        return *commit;
    }
    refuse_clone(
        fmt::format("has no commit on '{}'", printable(reference)),
        "nothing was pushed to this branch; check out the one that counts");
}

std::int64_t Clone::fetched_at() const {
    for (const char* const name : {"/FETCH_HEAD", "/HEAD"}) {
        struct stat status {};
        if (::lstat((git_ + name).c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
            return status.st_mtim.tv_sec;
        }
    }
    refuse_clone("has no HEAD", "clone the repository again");
}

Commit Clone::commit(const std::string& name) const {
    write_own_repository(own_, git_, name.size() == sha256_digits);
    const char* const path = std::getenv("PATH");
    return Commit(
        name,
        {fmt::format("PATH={}", path == nullptr ? "/usr/bin:/bin" : path), "LC_ALL=C",
         "HOME=" + own_, "GIT_DIR=" + own_, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null",
         "GIT_CONFIG_SYSTEM=/dev/null", "GIT_ATTR_NOSYSTEM=1", "GIT_NO_REPLACE_OBJECTS=1",
         "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0"});
}

} // namespace referee
