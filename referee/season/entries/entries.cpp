#include "season/entries/entries.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/full_disk.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"
#include "os/clock.hpp"
#include "os/descriptor.hpp"

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_name = 64;
constexpr std::size_t max_ignored = 100;
/// In one folder of those that are scanned; there may be any number.
constexpr std::size_t max_names = 20'000;
constexpr std::string_view allowed =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

std::int64_t change_time(const struct stat& status) {
    constexpr std::int64_t second = 1'000'000'000;
    return status.st_ctim.tv_sec * second + status.st_ctim.tv_nsec;
}

[[noreturn]] void refuse_size(std::uint64_t max_size) {
    throw UserError(fmt::format(
        "it is too large; at most {} MiB in {} files are allowed", max_size >> 20U,
        max_entry_files));
}

std::string joined(const std::string& folder, const std::string& name) {
    return folder.empty() ? name : folder + "/" + name;
}

/// What is in a version's folder, by its path from there. The folder itself is "".
using Places = std::map<std::string, Beneath::Place>;

/// The sum of sizes and the number of files, of what is in a version.
struct Extent {
    std::uint64_t size = 0;
    std::size_t files = 0;
    std::string listing;

    void add(const std::string& path, const struct stat& status) {
        size += S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
        ++files;
        listing += fmt::format("{} {} {}\n", path, status.st_size, status.st_mtim.tv_sec);
    }
    bool is_too_large(std::uint64_t max_size) const {
        return size > max_size || files > max_entry_files;
    }
};

/// All that is in the folder, as far as it isn't too much.
Places places_in(const Beneath& root, Extent& extent) {
    Places places;
    std::vector<std::string> folders{""};
    while (!folders.empty() && extent.files <= max_entry_files) {
        const std::string folder = std::move(folders.back());
        folders.pop_back();
        const std::size_t room = max_entry_files + 1 - extent.files;
        const std::vector<std::string> names =
            folder.empty() ? root.names(room) : root.folder(folder).names(room);
        for (const std::string& name : names) {
            const std::string path = joined(folder, name);
            Beneath::Place place = root.place(path);
            if (S_ISDIR(place.status.st_mode)) {
                if (name == "__pycache__") {
                    continue; // isn't part of an AI: ai/program.hpp, is_python_cache()
                }
                folders.push_back(path);
            }
            extent.add(path, place.status);
            places.emplace(path, std::move(place));
        }
    }
    return places;
}

std::vector<std::string> parts_of(const std::string& path) {
    std::vector<std::string> parts;
    for (const fs::path& part : fs::path(path)) {
        if (!part.empty() && part != ".") {
            parts.push_back(part.string());
        }
    }
    return parts;
}

/// Where a link leads to within the folder; nothing if it leads out of it or to nothing. As the
/// kernel resolves it, but among what was read: on the disk it may change meanwhile.
std::optional<std::string> end_of(const Places& places, const std::string& link) {
    constexpr int max_links = 40; // the kernel's limit
    std::vector<std::string> left = parts_of(link);
    std::reverse(left.begin(), left.end());
    std::string at;
    for (int links = 0; !left.empty();) {
        const std::string part = std::move(left.back());
        left.pop_back();
        if (part == "..") {
            if (at.empty()) {
                return std::nullopt;
            }
            const std::size_t slash = at.rfind('/');
            at.resize(slash == std::string::npos ? 0 : slash);
            continue;
        }
        const std::string next = joined(at, part);
        const auto place = places.find(next);
        if (place == places.end()) {
            return std::nullopt;
        }
        const Beneath::Place& found = place->second;
        if (S_ISLNK(found.status.st_mode)) {
            if (found.target.starts_with("/") || ++links > max_links) {
                return std::nullopt;
            }
            const std::vector<std::string> more = parts_of(found.target);
            left.insert(left.end(), more.rbegin(), more.rend());
        } else if (!S_ISDIR(found.status.st_mode) && !left.empty()) {
            return std::nullopt;
        } else {
            at = next;
        }
    }
    return at;
}

/// Reads a version once: what is hashed is what is copied.
class Reading {
  public:
    /// `to`: where the copy is made; empty: nowhere.
    Reading(fs::path to, std::uint64_t max_size) : to_(std::move(to)), max_size_(max_size) {}

    /// The version `name` in the folder. Its SHA-256.
    std::string read(const Beneath& folder, const std::string& name) {
        const struct stat status = folder.place(name).status;
        note_change(status);
        try {
            return S_ISDIR(status.st_mode) ? read_folder(folder.folder(name))
                                           : read_file(folder, name, status);
        } catch (const UserError& problem) {
            if (is_copying()) {
                throw;
            }
            return sha256(problem.what()); // the copy will fail, too, and its author hears why
        }
    }

    std::int64_t changed_ns() const { return changed_ns_; }

  private:
    void note_change(const struct stat& status) {
        changed_ns_ = std::max(changed_ns_, change_time(status));
    }

    std::string
    read_file(const Beneath& folder, const std::string& name, const struct stat& status) {
        Extent extent;
        extent.add(name, status);
        return extent.is_too_large(max_size_) ? too_large(extent) : file(folder, name, "").hash;
    }

    std::string read_folder(const Beneath& root) {
        Extent extent;
        const Places places = places_in(root, extent);
        if (extent.is_too_large(max_size_)) {
            return too_large(extent);
        }
        if (is_copying()) {
            fs::create_directory(to_);
        }
        std::vector<std::string> lines;
        for (const auto& [path, place] : places) { // a folder comes before what is in it
            lines.push_back(take(root, places, path, place));
        }
        std::sort(lines.begin(), lines.end());
        return sha256(fmt::format("{}", fmt::join(lines, "")));
    }

    bool is_copying() const { return !to_.empty(); }

    std::string too_large(const Extent& extent) const {
        if (is_copying()) {
            refuse_size(max_size_);
        }
        return sha256(extent.listing);
    }

    struct ReadFile {
        std::string hash;
        mode_t mode = 0;
    };

    /// Copies one regular file to the path `inner` of the copy.
    ReadFile file(const Beneath& root, const std::string& path, const std::string& inner) {
        const UniqueFd in = root.file(path);
        struct stat status {};
        if (::fstat(in.get(), &status) != 0) {
            fail("reading " + safe_text(path));
        }
        const fs::path target = inner.empty() ? to_ : to_ / inner;
        UniqueFd out;
        if (is_copying()) {
            constexpr mode_t any_execute = 0111;
            const mode_t mode = (status.st_mode & any_execute) != 0 ? 0755 : 0644;
            const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
            out = UniqueFd(::open(target.c_str(), flags, mode));
            if (!out || ::fchmod(out.get(), mode) != 0) {
                fail_writing(target.string(), "making " + safe_text(target.string()), errno);
            }
        }
        Sha256 hash;
        size_ += read_through(in.get(), path, max_size_ - size_, [&](std::string_view bytes) {
            hash.add(bytes);
            if (out) {
                write_all(out.get(), target.string(), bytes);
            }
        });
        if (size_ > max_size_) { // it has grown
            refuse_size(max_size_);
        }
        if (::fstat(in.get(), &status) != 0) { // it may have been written to meanwhile
            fail("reading " + safe_text(path));
        }
        note_change(status);
        constexpr mode_t permissions = 07777;
        return {hash.digits(), status.st_mode & permissions};
    }

    /// Its line for the hash; empty for a folder.
    std::string take(
        const Beneath& root, const Places& places, const std::string& path,
        const Beneath::Place& place) {
        note_change(place.status);
        if (S_ISDIR(place.status.st_mode)) {
            if (is_copying()) {
                fs::create_directory(to_ / path);
            }
            return "";
        }
        if (S_ISLNK(place.status.st_mode)) {
            link(places, path);
            return fmt::format("{} -> {}\n", path, place.target);
        }
        if (!S_ISREG(place.status.st_mode) && is_copying()) {
            throw UserError(
                fmt::format("{}: it is neither a file nor a folder; remove it", safe_text(path)));
        }
        if (!S_ISREG(place.status.st_mode)) {
            return fmt::format("{} {:o}\n", path, place.status.st_mode);
        }
        const ReadFile read = file(root, path, path);
        return fmt::format("{} {:o} {}\n", path, read.mode, read.hash);
    }

    void link(const Places& places, const std::string& path) const {
        if (!is_copying()) {
            return;
        }
        const std::optional<std::string> end = end_of(places, path);
        if (!end) {
            throw UserError(fmt::format(
                "{}: it is a link to a place outside the folder; put the file itself there",
                safe_text(path)));
        }
        const fs::path target =
            fs::path("/" + *end).lexically_relative(fs::path("/" + path).parent_path());
        fs::create_symlink(target, to_ / path);
    }

    fs::path to_;
    std::uint64_t max_size_;
    std::uint64_t size_ = 0; ///< of what was read
    std::int64_t changed_ns_ = 0;
};

CopiedEntry read_entry(const HandedIn& entry, const std::string& to, std::uint64_t max_size) {
    const fs::path folder = fs::path(entry.path).parent_path();
    const Beneath entries(folder.parent_path(), Beneath::Mounts::entered);
    Reading reading(to, max_size);
    std::string hash = reading.read(entries.folder(entry.entry), entry.version);
    return {std::move(hash), reading.changed_ns(), realtime_ns()};
}

} // namespace

std::string objection_to_name(const std::string& name) {
    if (name.size() > max_name) {
        return fmt::format("it is longer than {} characters", max_name);
    }
    if (name.starts_with("-")) { // it would be an option of the organiser's commands
        return "it begins with '-'";
    }
    if (name.find_first_not_of(allowed) != std::string::npos) {
        return "only letters, digits, '.', '_' and '-' are allowed";
    }
    return "";
}

ScannedEntries scan_entries(const std::string& folder) {
    ScannedEntries found;
    std::map<std::string, std::size_t> counts; // by entry: nobody's names hide those of others
    const auto ignore = [&](const std::string& path, std::string_view why) {
        const std::size_t slash = path.find('/');
        const std::string entry = slash == std::string::npos ? "" : path.substr(0, slash);
        if (++counts[entry] <= max_ignored) {
            found.ignored.push_back({entry, fmt::format("{}: {}", printable(path), why)});
        }
    };
    /// Calls look(name, status) for what is in a folder, unless it is gone or can't be read.
    const auto look_into = [&](const Beneath& place, const std::string& path, const auto& look) {
        for (const std::string& name : place.names(max_names)) {
            if (name.starts_with(".")) {
                continue;
            }
            const std::string objection = objection_to_name(name);
            if (!objection.empty()) {
                ignore(joined(path, name), "ignored because of its name: " + objection);
                continue;
            }
            try {
                look(name, place.place(name).status);
            } catch (const UserError& problem) {
                ignore(joined(path, name), "ignored for now: it can't be read");
            }
        }
    };
    std::error_code code;
    if (!fs::is_directory(folder, code)) {
        return found;
    }
    const Beneath entries(folder, Beneath::Mounts::entered);
    look_into(entries, "", [&](const std::string& entry, const struct stat& status) {
        if (!S_ISDIR(status.st_mode)) {
            ignore(entry, "ignored: an entry is a folder with its versions in it");
            return;
        }
        const Beneath place = entries.folder(entry);
        look_into(place, entry, [&](const std::string& version, const struct stat& at) {
            if (!S_ISDIR(at.st_mode) && !S_ISREG(at.st_mode)) {
                ignore(
                    joined(entry, version), "ignored: a version is a folder or a file, not a link");
                return;
            }
            found.versions.push_back(
                {entry, version, fmt::format("{}/{}/{}", folder, entry, version), change_time(at)});
        });
    });
    std::sort(found.versions.begin(), found.versions.end(), [](const auto& a, const auto& b) {
        return std::tie(a.changed_ns, a.entry, a.version) <
               std::tie(b.changed_ns, b.entry, b.version);
    });
    return found;
}

std::string sha256_of_entry(const HandedIn& entry, std::uint64_t max_size) {
    return read_entry(entry, "", max_size).sha256;
}

CopiedEntry copy_entry(const HandedIn& entry, const std::string& to, std::uint64_t max_size) {
    return read_entry(entry, to, max_size);
}

CopiedEntry copy_entry(const std::string& from, const std::string& to, std::uint64_t max_size) {
    // "." and "my-ai/" end in no name.
    fs::path path = fs::absolute(from).lexically_normal();
    path = path.has_filename() ? path : path.parent_path();
    Reading reading(to, max_size);
    std::string hash = reading.read(Beneath(path.parent_path()), path.filename());
    return {std::move(hash), reading.changed_ns(), realtime_ns()};
}

} // namespace referee
