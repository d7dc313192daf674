#include "match/work_space.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "sandbox/memory_group.hpp"
#include "sandbox/users.hpp"
#include "sandbox/work_root.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sys/statvfs.h>

namespace referee {
namespace {

constexpr std::uint64_t mebibyte = 1U << 20U;
/// What the referee itself writes for an AI, on top of the AI's share: state files.
constexpr std::uint64_t reserve = mebibyte / 8;
/// An answer of the largest size, notes, and some memory.
constexpr std::uint64_t min_share = mebibyte / 2;
/// Files of the size of a page are the smallest that a file system of memory has.
constexpr std::uint64_t min_file = 4096;

std::string in_mebibytes(std::uint64_t bytes) {
    return fmt::format("{:.3g} MiB", static_cast<double>(bytes) / mebibyte);
}

} // namespace

std::string share_work_space(MatchConfig& config, std::size_t games, std::size_t ais) {
    // A memory group counts files in memory, too; without one they would stand outside the limit.
    const std::uint64_t wanted = unbounded_memory().empty()
                                     ? config.limits.work_size
                                     : std::min(config.limits.work_size, config.limits.memory);
    config.work_share = wanted;
    // In mode strict each AI has a file system of its own, and there may be no AI at all.
    const std::uint64_t count = games * ais;
    if (config.confinement == Confinement::strict || count == 0) {
        return "";
    }
    const std::string place = work_place(config.work, uses_private_users());
    struct statvfs status {};
    if (::statvfs(place.c_str(), &status) != 0) {
        fail("looking at the free space in " + place);
    }
    const std::uint64_t free = static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize;
    const std::uint64_t each = free / count;
    if (each < min_share + reserve) {
        throw UserError(fmt::format(
            "{}: {} are free for work folders, but the AIs of {} at a time take at least {}; make "
            "room, name another folder with --work{}, or in a container give it more with "
            "--shm-size",
            place, in_mebibytes(free), counted(static_cast<std::int64_t>(games), "game"),
            in_mebibytes(count * (min_share + reserve)),
            games > 1 ? ", play fewer games at a time with --jobs" : ""));
    }
    if (each - reserve >= wanted) {
        return "";
    }
    config.work_share = each - reserve;
    return fmt::format(
        "{}: {} are free for work folders, so each AI may write {} instead of {}; --work names "
        "another folder",
        place, in_mebibytes(free), in_mebibytes(config.work_share), in_mebibytes(wanted));
}

std::string reason_of_full_disk(std::uint64_t used, std::uint64_t share) {
    return fmt::format(
        "it filled the disk: {} in its work folder, of {} that it may write", in_mebibytes(used),
        in_mebibytes(share));
}

std::uint64_t file_share(const MatchConfig& config, std::size_t files) {
    if (config.confinement == Confinement::strict || config.work_share == 0) {
        return config.limits.file_size;
    }
    const std::uint64_t share = config.work_share / files / min_file * min_file;
    return std::clamp(share, min_file, config.limits.file_size);
}

} // namespace referee
