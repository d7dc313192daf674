#include "season/entries/quota.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"
#include "os/descriptor.hpp"
#include "os/folder.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace referee {

namespace {

constexpr std::string_view quota_file = "/notes/.quota";
constexpr std::string_view upload_prefix = ".upload.";
constexpr std::string_view removed_prefix = ".removed.";
/// In one folder of an entry there may be any number of names.
constexpr std::size_t max_versions = 20'000;

/// The keys of the file, and the values that they are of.
constexpr std::string_view size_key = "entry-size";
constexpr std::string_view files_key = "entry-files";
constexpr std::string_view versions_key = "entry-versions";
constexpr std::string_view waiting_key = "entry-waiting";
constexpr std::string_view version_size_key = "build-size";

/// The announced space in the name of an upload's folder: ".upload.RANDOM.BYTES.FILES".
std::optional<Space> announced_by(std::string_view name) {
    if (!name.starts_with(upload_prefix)) {
        return std::nullopt;
    }
    name.remove_prefix(upload_prefix.size());
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        parts.push_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    std::int64_t size = 0;
    std::int64_t files = 0;
    if (parts.size() != 3 || !parse_integer(parts[1], size) || !parse_integer(parts[2], files) ||
        size < 0 || files < 0) {
        return std::nullopt;
    }
    return Space{static_cast<std::uint64_t>(size), static_cast<std::size_t>(files)};
}

/// All that is in the folder or file `name`, as far as it can be read. Stops after so many files.
Space space_below(const Beneath& root, const std::string& name, std::size_t max_files) {
    Space space;
    std::vector<std::string> left{name};
    while (!left.empty() && space.files <= max_files) {
        const std::string path = std::move(left.back());
        left.pop_back();
        try {
            const struct stat status = root.place(path).status;
            ++space.files;
            space.size += S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
            if (S_ISDIR(status.st_mode)) {
                for (const std::string& inner : root.folder(path).names(max_files + 1)) {
                    left.push_back(path + "/" + inner);
                }
            }
        } catch (const UserError&) {
            // It is gone, or closed to us.
        }
    }
    return space;
}

/// Something in a folder of an entry.
struct Kept {
    std::string name;
    std::int64_t changed_ns = 0;
    Space space;
};

std::vector<Kept> kept_in(const Beneath& folder, std::size_t max_files) {
    std::vector<Kept> all;
    for (const std::string& name : folder.names(max_versions)) {
        Kept kept{name, 0, {}};
        try {
            const struct stat status = folder.place(name).status;
            constexpr std::int64_t second = 1'000'000'000;
            kept.changed_ns = status.st_ctim.tv_sec * second + status.st_ctim.tv_nsec;
        } catch (const UserError&) {
            continue; // it has just gone
        }
        const std::optional<Space> announced = announced_by(name);
        kept.space = announced ? *announced : space_below(folder, name, max_files);
        all.push_back(std::move(kept));
    }
    std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) {
        return std::tie(a.changed_ns, a.name) < std::tie(b.changed_ns, b.name);
    });
    return all;
}

/// Removes a file, or a folder with all that is in it. False if we may not, or if somebody changes
/// it meanwhile.
bool remove_at(int folder, const std::string& name) {
    if (::unlinkat(folder, name.c_str(), 0) == 0) {
        return true;
    }
    const UniqueFd inner(
        ::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!inner) {
        return false;
    }
    try {
        empty_folder(inner.get());
    } catch (const InternalError&) {
        return false;
    }
    return ::unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0;
}

/// Removes a version: it gets another name first, so that nobody reads half of it.
bool remove_version(int folder, const std::string& name) {
    const std::string dying = fmt::format("{}{:016x}", removed_prefix, random_bits());
    // What an entrant's account owns only loses its name where others may write to the entry.
    return ::faccessat(folder, name.c_str(), W_OK, AT_EACCESS | AT_SYMLINK_NOFOLLOW) == 0 &&
           ::renameat(folder, name.c_str(), folder, dying.c_str()) == 0 && remove_at(folder, dying);
}

/// The folder SEASON/ROOM/ENTRY, invalid if there is none or it is a link.
UniqueFd folder_of(const std::string& season, const char* room, const std::string& entry) {
    const std::string path = fmt::format("{}/{}", season, room);
    const UniqueFd rooms(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return rooms ? UniqueFd(::openat(
                       rooms.get(), entry.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
                 : UniqueFd();
}

std::vector<Kept> kept_of(const RoomRequest& request, const char* room) {
    try {
        const Beneath rooms(request.season + "/" + room, Beneath::Mounts::entered);
        return kept_in(rooms.folder(request.entry), request.quota.files);
    } catch (const UserError&) {
        return {}; // there is none, or it is closed to us
    }
}

std::uint64_t mebibytes(std::uint64_t bytes) {
    constexpr std::uint64_t one = 1U << 20U;
    return (bytes + one - 1) / one;
}

} // namespace

void write_quota(const std::string& season, const EntryQuota& quota) {
    const nlohmann::ordered_json json{
        {size_key, quota.size},
        {files_key, quota.files},
        {versions_key, quota.versions},
        {waiting_key, quota.waiting},
        {version_size_key, quota.version_size}};
    write_if_changed(season + std::string(quota_file), json.dump(1) + "\n");
}

EntryQuota read_quota(const std::string& season) {
    EntryQuota quota;
    std::string text;
    try {
        const std::string path = season + std::string(quota_file);
        constexpr std::uint64_t max_text = 10'000;
        read_through(open_regular(path).get(), path, max_text, [&](std::string_view bytes) {
            text += bytes;
        });
    } catch (const UserError&) {
        return quota; // the season hasn't begun
    }
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    const auto read = [&](std::string_view key, auto& value) {
        const auto at = json.is_object() ? json.find(key) : json.end();
        if (at != json.end() && at->is_number_unsigned()) {
            value = at->get<std::uint64_t>();
        }
    };
    read(size_key, quota.size);
    read(files_key, quota.files);
    read(versions_key, quota.versions);
    read(waiting_key, quota.waiting);
    read(version_size_key, quota.version_size);
    return quota;
}

EntrySpace make_room(const RoomRequest& request) {
    EntrySpace space;
    const UniqueFd entry = folder_of(request.season, "entries", request.entry);
    if (entry) {
        remove_remains(entry.get());
    }
    struct Candidate {
        Stage stage;
        Kept kept;
    };
    std::vector<Candidate> candidates;
    for (Kept& kept : kept_of(request, "entries")) {
        space.all += kept.space;
        space.submitted[kept.name] = kept.space;
        if (announced_by(kept.name)) {
            ++space.versions;
            ++space.waiting;
        } else if (!kept.name.starts_with(".")) {
            const Stage stage = request.stage(kept.name);
            ++space.versions;
            space.waiting += stage == Stage::waiting ? 1 : 0;
            candidates.push_back({stage, std::move(kept)});
        }
    }
    const UniqueFd own = folder_of(request.season, "versions", request.entry);
    if (own) {
        remove_remains(own.get());
    }
    std::map<std::string, Space> copies;
    for (const Kept& kept : kept_of(request, "versions")) {
        space.all += kept.space;
        copies[kept.name] = kept.space;
    }
    space.copies = copies.size();
    const auto subtract = [&](const Space& less) {
        space.all.size -= less.size;
        space.all.files -= less.files;
    };
    std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
        return a.stage < b.stage;
    });
    const auto is_too_much = [&](std::size_t versions) {
        return space.all.size > request.quota.size || space.all.files > request.quota.files ||
               versions > request.quota.versions;
    };
    for (const Candidate& candidate : candidates) {
        if (candidate.stage >= Stage::waiting || !entry || !is_too_much(space.versions)) {
            break;
        }
        if (remove_version(entry.get(), candidate.kept.name)) {
            --space.versions;
            subtract(candidate.kept.space);
            space.submitted.erase(candidate.kept.name);
            space.removed.push_back(request.entry + " " + candidate.kept.name);
        }
    }
    for (const std::string& name : request.spare_copies) {
        const auto copy = copies.find(name);
        if (copy != copies.end() && own && is_too_much(space.copies) &&
            remove_version(own.get(), name)) {
            --space.copies;
            subtract(copy->second);
            copies.erase(copy);
        }
    }
    return space;
}

std::string text_of(const EntrySpace& space) {
    return fmt::format(
        "{}, {} MiB in {}", counted(static_cast<std::int64_t>(space.versions), "version"),
        mebibytes(space.all.size), counted(static_cast<std::int64_t>(space.all.files), "file"));
}

std::string text_of(const EntryQuota& quota) {
    return fmt::format(
        "at most {}, {} MiB in {}", counted(static_cast<std::int64_t>(quota.versions), "version"),
        quota.size >> 20U, counted(static_cast<std::int64_t>(quota.files), "file"));
}

std::string upload_name(std::uint64_t random, const Space& announced) {
    return fmt::format("{}{:016x}.{}.{}", upload_prefix, random, announced.size, announced.files);
}

void remove_remains(int entry) {
    for (const std::string& name : names_in(entry)) {
        if (name.starts_with(removed_prefix)) {
            remove_at(entry, name);
        } else if (announced_by(name)) {
            const UniqueFd folder(
                ::openat(entry, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
            if (folder && ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0) {
                remove_at(entry, name);
            }
        }
    }
}

} // namespace referee
