#pragma once

/// What an entry may keep in a season, and how room is made in it: referee/season/README.md,
/// "Space". The season and `receive` hold to the same quota, however a version comes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// What one entry may keep, in entries/NAME and versions/NAME together.
struct EntryQuota {
    std::uint64_t size = 1ULL << 30U;           ///< bytes of all files
    std::size_t files = 60'000;                 ///< files and folders
    std::size_t versions = 50;                  ///< in each of the two folders
    std::size_t waiting = 10;                   ///< versions that have not been checked
    std::uint64_t version_size = 256ULL << 20U; ///< bytes of one version
};

/// Writes it where those who submit can read it: season.ini may be closed to them. Throws
/// UserError.
void write_quota(const std::string& season, const EntryQuota& quota);
/// The quota of a season; the default one if it has never run.
EntryQuota read_quota(const std::string& season);

struct Space {
    std::uint64_t size = 0;
    std::size_t files = 0;
    Space& operator+=(const Space& other) {
        size += other.size;
        files += other.files;
        return *this;
    }
};

/// What became of a submitted version. Its files go in the order of these values, the oldest first.
enum class Stage {
    rejected,
    late,
    replaced, ///< accepted; a newer version plays
    waiting,  ///< its files never go
    playing   ///< nor do these
};

struct EntrySpace {
    Space all;
    std::map<std::string, Space> submitted; ///< by version, and what has a name with a dot
    std::size_t versions = 0;               ///< submitted
    std::size_t waiting = 0;                ///< submitted or arriving
    std::size_t copies = 0;                 ///< accepted
    std::vector<std::string> removed;       ///< "alice 3", versions whose files went

    bool has_room(const EntryQuota& quota) const {
        return all.size <= quota.size && all.files <= quota.files && versions <= quota.versions &&
               copies <= quota.versions;
    }
};

struct RoomRequest {
    std::string season;
    std::string entry;
    EntryQuota quota;
    std::function<Stage(const std::string& version)> stage;
    /// Names of copies in versions/NAME that nobody plays any more, in the order in which they go.
    std::vector<std::string> spare_copies{};
};

/// Measures an entry. As long as there is too much, files go that are no longer needed, if we may
/// remove them. Links are not followed. What is being uploaded counts as announced.
EntrySpace make_room(const RoomRequest& request);

/// "it has 3 versions, 12 MiB in 40 files": what there is.
std::string text_of(const EntrySpace& space);
/// "at most 50 versions, 1024 MiB in 60000 files": what there may be.
std::string text_of(const EntryQuota& quota);

// Folders in entries/NAME that the season passes over.

/// A folder in which a version arrives. Its name says how much was announced, and a lock on it that
/// its upload still runs.
std::string upload_name(std::uint64_t random, const Space& announced);
/// Removes what killed uploads and removals have left in an entry's open folder.
void remove_remains(int entry);

} // namespace referee
