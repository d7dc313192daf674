#include "season/entries.hpp"

#include "error.hpp"
#include "field/sha256.hpp"
#include "field/text.hpp"
#include "field/utf8.hpp"
#include "process/paths.hpp"
#include "process/program.hpp"
#include "process/unique_fd.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_files = 20'000;
constexpr std::size_t max_name = 64;
constexpr std::size_t max_ignored = 100;
constexpr std::string_view allowed =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

std::int64_t change_time(const fs::path& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) {
        return 0;
    }
    constexpr std::int64_t second = 1'000'000'000;
    return status.st_ctim.tv_sec * second + status.st_ctim.tv_nsec;
}

/// Copies one regular file, which may meanwhile have become something else.
std::uint64_t copy_file(const fs::path& from, const fs::path& to, std::uint64_t max_size) {
    const UniqueFd in(
        ::open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat status {};
    if (!in || ::fstat(in.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
        throw UserError(fmt::format(
            "{}: it can't be read; make it readable for everyone",
            safe_text(from.filename().string())));
    }
    constexpr mode_t any_execute = 0111;
    const mode_t mode = (status.st_mode & any_execute) != 0 ? 0755 : 0644;
    const UniqueFd out(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (!out || ::fchmod(out.get(), mode) != 0) {
        fail("making " + to.string());
    }
    std::array<char, 65536> buffer{};
    std::uint64_t size = 0;
    ssize_t got = 0;
    while ((got = ::read(in.get(), buffer.data(), buffer.size())) > 0) {
        size += static_cast<std::uint64_t>(got);
        if (size > max_size) {
            break;
        }
        if (::write(out.get(), buffer.data(), static_cast<std::size_t>(got)) != got) {
            fail("writing " + to.string());
        }
    }
    if (got < 0) {
        fail("reading " + from.string());
    }
    return size;
}

[[noreturn]] void refuse_size(std::uint64_t max_size) {
    throw UserError(fmt::format(
        "it is too large; at most {} MiB in {} files are allowed", max_size >> 20U, max_files));
}

/// The sum of sizes and the number of files, without following links.
struct Extent {
    std::uint64_t size = 0;
    std::size_t files = 0;
    std::string listing;
};

Extent extent_of(const fs::path& path) {
    Extent extent;
    std::error_code code;
    const auto add = [&](const fs::path& file) {
        struct stat status {};
        if (::lstat(file.c_str(), &status) == 0) {
            extent.size += S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
            ++extent.files;
            extent.listing +=
                fmt::format("{} {} {}\n", file.string(), status.st_size, status.st_mtim.tv_sec);
        }
    };
    if (!fs::is_directory(fs::symlink_status(path, code))) {
        add(path);
        return extent;
    }
    for (fs::recursive_directory_iterator at(path, code), end;
         !code && at != end && extent.files <= max_files; at.increment(code)) {
        add(at->path());
    }
    return extent;
}

} // namespace

std::string objection_to_name(const std::string& name) {
    if (name.size() > max_name) {
        return fmt::format("it is longer than {} characters", max_name);
    }
    if (name.find_first_not_of(allowed) != std::string::npos) {
        return "only letters, digits, '.', '_' and '-' are allowed";
    }
    return "";
}

ScannedEntries scan_entries(const std::string& folder) {
    ScannedEntries found;
    std::error_code code;
    const auto ignore = [&](const fs::path& path, std::string_view why) {
        if (found.ignored.size() < max_ignored) {
            found.ignored.push_back(
                fmt::format("{}: {}", printable(path.lexically_relative(folder).string()), why));
        }
    };
    const auto names_in = [&](const fs::path& path, const auto& look) {
        std::error_code own;
        for (fs::directory_iterator at(path, own), end; !own && at != end; at.increment(own)) {
            const std::string name = at->path().filename().string();
            const std::string objection = objection_to_name(name);
            if (name.starts_with(".")) {
                continue;
            }
            if (!objection.empty()) {
                ignore(at->path(), "ignored because of its name: " + objection);
            } else {
                look(name, *at);
            }
        }
    };
    names_in(folder, [&](const std::string& entry, const fs::directory_entry& place) {
        if (place.is_symlink(code) || !place.is_directory(code)) {
            ignore(place.path(), "ignored: an entry is a folder with its versions in it");
            return;
        }
        names_in(place.path(), [&](const std::string& version, const fs::directory_entry& at) {
            if (at.is_symlink(code) || (!at.is_directory(code) && !at.is_regular_file(code))) {
                ignore(at.path(), "ignored: a version is a folder or a file, not a link");
                return;
            }
            found.versions.push_back({entry, version, at.path().string(), change_time(at.path())});
        });
    });
    std::sort(found.versions.begin(), found.versions.end(), [](const auto& a, const auto& b) {
        return std::tie(a.changed_ns, a.entry, a.version) <
               std::tie(b.changed_ns, b.entry, b.version);
    });
    return found;
}

std::string sha256_of_entry(const std::string& path, std::uint64_t max_size) {
    const Extent extent = extent_of(path);
    if (extent.size > max_size || extent.files > max_files) {
        return sha256(extent.listing);
    }
    Program program;
    std::error_code code;
    program.executable = path;
    program.folder = fs::is_directory(path, code) ? path : "";
    return sha256_of(program);
}

void copy_entry(const std::string& from, const std::string& to, std::uint64_t max_size) {
    const Extent extent = extent_of(from);
    if (extent.size > max_size || extent.files > max_files) {
        refuse_size(max_size);
    }
    std::uint64_t size = 0;
    const auto copy = [&](const fs::path& source, const fs::path& target) {
        size += copy_file(source, target, max_size - size);
        if (size > max_size) {
            refuse_size(max_size);
        }
    };
    if (!fs::is_directory(fs::symlink_status(from))) {
        copy(from, to);
        return;
    }
    const fs::path root = fs::canonical(from);
    fs::create_directory(to);
    for (fs::recursive_directory_iterator at(root), end; at != end; ++at) {
        const fs::path inner = at->path().lexically_relative(root);
        const fs::file_status status = at->symlink_status();
        std::error_code code;
        if (fs::is_symlink(status)) {
            const fs::path target = fs::canonical(at->path(), code);
            if (code || !is_below(target, root)) {
                throw UserError(fmt::format(
                    "{}: it is a link to a place outside the folder; put the file itself there",
                    safe_text(inner.string())));
            }
            fs::create_symlink(
                target.lexically_relative(at->path().parent_path()), fs::path(to) / inner);
        } else if (fs::is_directory(status)) {
            fs::create_directory(fs::path(to) / inner);
        } else if (fs::is_regular_file(status)) {
            copy(at->path(), fs::path(to) / inner);
        } else {
            throw UserError(fmt::format(
                "{}: it is neither a file nor a folder; remove it", safe_text(inner.string())));
        }
    }
}

} // namespace referee
