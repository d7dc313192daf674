#include "game_programs/game_folder.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/plain_name.hpp"
#include "base/text.hpp"
#include "game_programs/description.hpp"
#include "os/beneath.hpp"

#include <algorithm>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <sys/stat.h>
#include <utility>
#include <vector>

namespace referee {
namespace {

namespace fs = std::filesystem;

const std::set<std::string>& beside_rules() {
    static const std::set<std::string> names{"fields", "reference", "starters", "matches"};
    return names;
}

[[noreturn]] void refuse_file(const fs::path& path, std::string_view what, std::string_view todo) {
    throw UserError(fmt::format("{}: {}; {}", safe_text(path.string()), what, todo));
}

/// Calls `read` with the folder. Its messages begin with a path in it: puts the folder before them.
template <typename Read>
auto in_folder(const fs::path& folder, const Read& read) {
    Beneath root(folder.string());
    try {
        return read(std::move(root));
    } catch (const UserError& problem) {
        throw UserError(fmt::format("{}/{}", safe_text(folder.string()), problem.what()));
    }
}

/// Reads the rules once: what is hashed is what is copied.
class RulesReading {
  public:
    /// `to`: where the copy is made; empty: nowhere.
    RulesReading(Beneath folder, fs::path to) : root_(std::move(folder)), to_(std::move(to)) {}

    /// Their SHA-256.
    std::string read() {
        look_into("");
        std::sort(lines_.begin(), lines_.end());
        return sha256(fmt::format("{}", fmt::join(lines_, "")));
    }

    struct TooLarge {};

  private:
    void look_into(const std::string& folder) {
        const std::size_t room = max_rules_files + 1;
        for (const std::string& name :
             folder.empty() ? root_.names(room) : root_.folder(folder).names(room)) {
            if (folder.empty() && (is_beside_rules(name) || is_only_shown(name))) {
                continue;
            }
            if (++files_ > max_rules_files) {
                throw TooLarge();
            }
            const std::string path = folder.empty() ? name : folder + "/" + name;
            require_plain_name(path);
            const Beneath::Place place = root_.place(path);
            if (S_ISDIR(place.status.st_mode)) {
                if (name != "__pycache__") {
                    make_folder(path);
                    look_into(path);
                }
            } else if (S_ISLNK(place.status.st_mode)) {
                require_plain_target(path, place.target);
                if (!to_.empty()) {
                    fs::create_symlink(place.target, to_ / path);
                }
                lines_.push_back(fmt::format("{} -> {}\n", path, place.target));
            } else if (S_ISREG(place.status.st_mode)) {
                add_file(path, place.status);
            } else { // whoever runs the rules would wait for it
                throw UserError(safe_text(path) + ": it is neither a file nor a folder; remove it");
            }
        }
    }

    // A line stands for each file. No name may look like the end of one line and the begin of the
    // next, or a file like a link, or different rules would have one hash.
    static void require_plain_name(const std::string& path) {
        if (!is_plain_name(path) || path.find(" -> ") != std::string::npos) {
            throw UserError(safe_text(path) + ": a name that can't be told apart; rename it");
        }
    }
    static void require_plain_target(const std::string& path, const std::string& target) {
        if (!is_plain_name(target)) {
            throw UserError(fmt::format(
                "{}: a link to a name with control characters; remove it", safe_text(path)));
        }
    }

    void add_file(const std::string& path, const struct stat& status) {
        if (static_cast<std::uint64_t>(status.st_size) > max_rules_bytes - bytes_) {
            throw TooLarge(); // nobody waits until so much has been read
        }
        const UniqueFd file = root_.file(path);
        constexpr mode_t permissions = 07777;
        const UniqueFd copy = make_file(path, status.st_mode & permissions);
        Sha256 hash;
        bytes_ +=
            read_through(file.get(), path, max_rules_bytes - bytes_, [&](std::string_view bytes) {
                hash.add(bytes);
                if (copy) {
                    write_all(copy.get(), (to_ / path).string(), bytes);
                }
            });
        if (bytes_ > max_rules_bytes) {
            throw TooLarge(); // it has grown meanwhile
        }
        lines_.push_back(
            fmt::format("{} {:o} {}\n", path, status.st_mode & permissions, hash.digits()));
    }

    void make_folder(const std::string& path) const {
        if (!to_.empty()) {
            fs::create_directory(to_ / path);
        }
    }

    UniqueFd make_file(const std::string& path, mode_t mode) const {
        if (to_.empty()) {
            return {};
        }
        const std::string target = (to_ / path).string();
        UniqueFd file(
            ::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
        if (!file || ::fchmod(file.get(), mode) != 0) {
            fail("making " + safe_text(target));
        }
        return file;
    }

    static bool is_only_shown(const std::string& name) {
        return std::find(shown_files.begin(), shown_files.end(), name) != shown_files.end();
    }

    Beneath root_;
    fs::path to_;
    std::vector<std::string> lines_;
    std::uint64_t bytes_ = 0;
    std::size_t files_ = 0;
};

std::string read_rules(const fs::path& folder, const fs::path& to) {
    try {
        return in_folder(
            folder, [&](Beneath root) { return RulesReading(std::move(root), to).read(); });
    } catch (const RulesReading::TooLarge&) {
        refuse_file(
            folder,
            fmt::format(
                "the game is too large: more than {} MiB or {} files", max_rules_bytes >> 20U,
                max_rules_files),
            fmt::format(
                "put what isn't part of the rules into {}", fmt::join(beside_rules(), ", ")));
    }
}

} // namespace

std::string read_game_text(const fs::path& folder, std::string_view name) {
    std::error_code code;
    const fs::path path = folder / name;
    const fs::file_type type = fs::symlink_status(path, code).type();
    if (type == fs::file_type::not_found) {
        return "";
    }
    if (type == fs::file_type::symlink) {
        refuse_file(path, "it is a link", "put the file itself there");
    }
    if (type != fs::file_type::regular) {
        refuse_file(path, "it is not a file", "remove it");
    }
    return in_folder(folder, [&](const Beneath& root) {
        const UniqueFd file = root.file(std::string(name));
        std::string text;
        const std::uint64_t size =
            read_through(file.get(), std::string(name), max_game_text, [&](std::string_view bytes) {
                text += bytes;
            });
        if (size > max_game_text) {
            throw UserError(
                fmt::format("{}: larger than {} MiB; make it shorter", name, max_game_text >> 20U));
        }
        return text;
    });
}

bool is_beside_rules(const std::string& name) {
    return beside_rules().contains(name);
}

std::string sha256_of_game(const fs::path& folder) {
    return read_rules(folder, {});
}

void copy_rules(const fs::path& from, const fs::path& to) {
    fs::create_directories(to);
    read_rules(from, to);
}

} // namespace referee
