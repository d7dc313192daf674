#include "sandbox/confinement.hpp"

#include "base/error.hpp"
#include "os/folder.hpp"
#include "sandbox/landlock.hpp"
#include "sandbox/memory_group.hpp"
#include "sandbox/missing_features.hpp"
#include "sandbox/namespaces.hpp"
#include "sandbox/seccomp.hpp"
#include "sandbox/users.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t read_rights = right_execute | right_read_file | right_read_folder;
constexpr std::uint64_t work_rights =
    right_read_file | right_write_file | right_read_folder | right_truncate;
constexpr std::uint64_t free_rights =
    right_make_file | right_make_folder | right_remove_file | right_remove_folder | right_refer;
constexpr std::uint64_t device_rights = right_read_file | right_write_file | right_device;

/// Programs, libraries, and what interpreters read when they start.
constexpr std::array system_places{
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc/alternatives",
    "/etc/ld.so.cache", "/etc/localtime", "/etc/perl", "/etc/ssl/openssl.cnf", "/etc/nodejs",
    // What libraries read when they are loaded. None of it reveals users, names or keys.
    "/etc/fonts", "/etc/gai.conf", "/etc/host.conf", "/etc/hosts", "/etc/inputrc",
    "/etc/locale.alias", "/etc/magic", "/etc/matplotlibrc", "/etc/mime.types", "/etc/nsswitch.conf",
    "/etc/OpenCL", "/etc/os-release", "/etc/protocols", "/etc/services", "/etc/terminfo",
    "/etc/timezone"};
constexpr std::array language_beginnings{"python", "java", "php", "ruby", "lua", "jvm", "mono"};

/// Where fields are installed: an AI that could read them would know the future. The last one is
/// that of this program, whatever its prefix.
std::vector<fs::path> installed_fields() {
    std::vector<fs::path> places{"/usr/share/referee", "/usr/local/share/referee"};
    std::error_code code;
    const fs::path self = fs::read_symlink("/proc/self/exe", code);
    if (!code) {
        places.push_back(self.parent_path().parent_path() / "share/referee");
    }
    std::erase_if(places, [&code](const fs::path& place) { return !fs::exists(place, code); });
    return places;
}

/// Adds `place` or, if something hidden lies below it, every entry except that. Entries are added
/// only in this case, because a child that adds a scope of its own (keeper/sandboxed.cpp) copies
/// all rules for each move.
void add_but(
    const std::vector<fs::path>& hidden, const fs::path& place, std::vector<std::string>& places) {
    const auto is_in_place = [&place](const fs::path& path) { return is_below(path, place); };
    if (std::none_of(hidden.begin(), hidden.end(), is_in_place)) {
        places.push_back(place.string());
        return;
    }
    if (std::find(hidden.begin(), hidden.end(), place) != hidden.end()) {
        return;
    }
    std::error_code code;
    for (const fs::directory_entry& entry : fs::directory_iterator(place, code)) {
        // A link may lead past what is hidden; its end, if it is allowed, is another entry.
        if (!entry.is_symlink(code)) {
            add_but(hidden, entry.path(), places);
        }
    }
}

void add_languages(std::vector<std::string>& places) {
    std::error_code code;
    for (const fs::directory_entry& entry : fs::directory_iterator("/etc", code)) {
        const std::string name = entry.path().filename().string();
        for (const char* const beginning : language_beginnings) {
            if (name.starts_with(beginning)) {
                places.push_back(entry.path().string());
            }
        }
    }
}

/// The paths with links resolved, without those that lie below another or don't exist.
std::vector<std::string> without_nested(const std::vector<std::string>& places) {
    std::vector<std::string> real;
    for (const std::string& place : places) {
        std::error_code code;
        const fs::path path = fs::canonical(place, code);
        if (!code) {
            real.push_back(path.string());
        }
    }
    std::sort(real.begin(), real.end());
    std::vector<std::string> kept;
    for (const std::string& place : real) {
        const bool is_nested = std::any_of(kept.begin(), kept.end(), [&](const std::string& other) {
            return is_below(place, other);
        });
        if (!is_nested) {
            kept.push_back(place);
        }
    }
    return kept;
}

} // namespace

std::vector<std::string>
readable_paths(const OwnPlaces& own, const std::vector<std::string>& more) {
    const std::vector<fs::path> hidden = installed_fields();
    std::vector<std::string> places;
    for (const char* const place : system_places) {
        std::error_code code;
        const fs::path real = fs::canonical(place, code);
        if (!code) {
            add_but(hidden, real, places);
        }
    }
    add_languages(places);
    places.insert(places.end(), own.paths.begin(), own.paths.end());
    places.insert(places.end(), more.begin(), more.end());
    return without_nested(places);
}

std::vector<std::string> system_names() {
    std::vector<std::string> names(system_places.begin(), system_places.end());
    add_languages(names);
    return names;
}

namespace {

[[noreturn]] void refuse_place(
    const std::string& path, const std::string& what, const fs::path& folder,
    const std::string& ai) {
    throw UserError(fmt::format(
        "{}: {} could be read by {}, because it lies in {}; move one of them", path, what, ai,
        folder.string()));
}

/// A hard link to `path` among these paths or in one of these folders; empty if there is none.
std::string other_name_of(const std::string& path, const std::vector<std::string>& places) {
    struct stat wanted {};
    if (::stat(path.c_str(), &wanted) != 0 || !S_ISREG(wanted.st_mode) || wanted.st_nlink < 2) {
        return "";
    }
    const auto is_same = [&wanted](const fs::path& other) {
        struct stat status {};
        return ::lstat(other.c_str(), &status) == 0 && status.st_dev == wanted.st_dev &&
               status.st_ino == wanted.st_ino;
    };
    std::error_code code;
    for (const std::string& place : places) {
        if (is_same(place)) {
            return place;
        }
        constexpr auto config = fs::directory_options::skip_permission_denied;
        for (fs::recursive_directory_iterator at(place, config, code), end; !code && at != end;
             at.increment(code)) {
            if (is_same(at->path())) {
                return at->path().string();
            }
        }
    }
    return "";
}

} // namespace

void require_hidden(
    const std::string& path, const std::string& what, const Permissions& permissions,
    const std::string& ai) {
    if (permissions.mode == Confinement::none) {
        return;
    }
    std::error_code code;
    const fs::path wanted = fs::weakly_canonical(path, code);
    for (const std::string& place : permissions.readable) {
        const fs::path folder = fs::canonical(place, code);
        if (!code && is_below(wanted, folder)) {
            refuse_place(path, what, folder, ai);
        }
    }
}

void require_not_in(
    const std::string& path, const std::string& what, const OwnPlaces& own,
    const std::vector<std::string>& more, const std::string& ai) {
    std::error_code code;
    if (!own.folder.empty() && is_below(fs::weakly_canonical(path, code), own.folder)) {
        refuse_place(path, what, own.folder, ai);
    }
    std::vector<std::string> places = own.paths;
    places.insert(places.end(), more.begin(), more.end());
    const std::string other = other_name_of(path, places);
    if (!other.empty()) {
        throw UserError(fmt::format(
            "{}: {} could be read by {}, because {} is the same file (a hard link); remove one of "
            "them",
            path, what, ai, other));
    }
}

Enforced enforce(const Permissions& permissions, int work, pid_t shielded) {
    Enforced enforced;
    enforced.landlock = landlock_abi();
    Landlock rules(enforced.landlock);
    for (const std::string& place : permissions.readable) {
        rules.allow(place, read_rights);
    }
    for (const char* const file : system_files) {
        rules.allow(file, right_read_file);
    }
    for (const char* const device : devices) {
        rules.allow(device, device_rights);
    }
    rules.allow(work, work_rights | (permissions.free_folder ? free_rights : 0));
    for (const int port : permissions.ports) {
        rules.allow_port(port);
    }
    std::array<std::uint32_t, 2> cookies{};
    if (::getrandom(cookies.data(), sizeof cookies, 0) != sizeof cookies) {
        fail("getrandom");
    }
    enforced.cookie1 = cookies[0];
    enforced.cookie2 = cookies[1];
    rules.enforce();
    load_seccomp_filter(
        {cookies[0], cookies[1], !permissions.ports.empty(), enforced.landlock, shielded});
    return enforced;
}

bool can_confine() {
    return obstacle(Confinement::default_mode).empty();
}

std::string describe_confinement() {
    if (const std::string none = obstacle(Confinement::none); !none.empty()) {
        return fmt::format("no AI can be started here: {}\n", none);
    }
    const int version = landlock_abi();
    std::string text = fmt::format(
        "kernel      Landlock {}, seccomp {}\n",
        version == 0 ? "missing" : "version " + std::to_string(version),
        has_seccomp() ? "available" : "missing");
    if (const std::string problem = obstacle(Confinement::default_mode); !problem.empty()) {
        return text + fmt::format("default     not supported: {}\n", problem);
    }
    text += "default     supported: AIs read the system's programs and their own files, and write "
            "their work folder; no other files, no network, no signals to others\n";
    const auto lacks = [&](int min, std::string_view what) {
        if (version < min) {
            text += fmt::format("            covered by the seccomp filter: {}\n", what);
        }
    };
    lacks(3, "truncating files");
    lacks(6, "signals");
    const std::string problem = obstacle(Confinement::strict);
    text += fmt::format(
        "strict      {}\n",
        problem.empty() ? "supported: namespaces for each AI, in which only what it may read exists"
                        : "not supported: " + problem);
    if (problem.empty() && !probe_namespaces().hides_processes) {
        text +=
            "            not hidden: which process IDs are in use, because this container hides "
            "parts of /proc\n";
    }
    const std::string unbounded = unbounded_memory();
    text += fmt::format(
        "memory      {}\n", unbounded.empty()
                                ? "--memory bounds all processes of an AI together (control group)"
                                : unbounded);
    return text +
           fmt::format(
               "users       {}\n", uses_private_users()
                                       ? "a separate user for each AI (the referee runs as root)"
                                       : "AIs run as your own user");
}

} // namespace referee
