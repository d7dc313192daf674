#pragma once

/// The folder in which an AI works. Its files are written and read as if an enemy had prepared
/// them: referee/keeper/README.md, "Work folder".

#include "base/error.hpp"
#include "os/descriptor.hpp"
#include "sandbox/work_root.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/types.h>
#include <vector>

namespace referee {

/// The result of reading a file that an AI should have written.
struct ReadResult {
    enum class Kind { text, empty, missing, unfit };
    Kind kind = Kind::missing;
    std::string text;   ///< its content
    std::string reason; ///< if unfit, for people: "it is a link", "it is larger than 64 KiB"
};

/// A file system was full, and no AI of the game had filled it: the game doesn't count, and can be
/// played again when there is space.
struct DiskFull : EnvironmentError {
    using EnvironmentError::EnvironmentError;
};

inline constexpr mode_t work_file_mode = 0600; ///< of the files that the referee makes

class WorkFolder {
  public:
    /// Creates the folder `name` with a random suffix in `root`, owned by `user` (0: this process's
    /// user).
    WorkFolder(WorkRoot& root, const std::string& name, uid_t user);
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;

    const std::string& path() const { return path_; }
    int descriptor() const { return folder_.get(); }

    /// Uses from now on the folder behind the descriptor (mode strict: the one in the sandbox).
    void move_to(UniqueFd folder);
    /// Copies the regular files to path() outside the sandbox, for --keep-work.
    void copy_out();

    /// Set it if the AI's sandbox lets it neither create, remove nor rename files, nor change
    /// permissions or links: then a name stands for the file that we hold open, and needs no
    /// lookup.
    void trust_names(bool trusted) { names_are_fixed_ = trusted; }
    /// Set it if nobody can change the files between moves: then files that were read or written
    /// since the last move are known, and aren't checked.
    void trust_suspension(bool trusted) { suspends_ = trusted; }
    /// Call it before the AI runs. From then on nothing is known about its files until they are
    /// read.
    void expect_changes() {
        ++run_;
        is_new_ = false;
    }

    /// Makes the folder like a new one, whatever was done to it. If names are fixed, files written
    /// before remain, but empty.
    void clear();
    /// Restores the folder's permissions. Call it before the first write() of a move.
    void restore();
    /// Writes the file so that it holds exactly `content`, whatever the AI has done to it. Throws
    /// DiskFull, but not if the AI itself has filled a file system of its own; InternalError.
    void write(std::string_view name, std::string_view content);
    /// Reads a file that the AI may have written, of at most `max` bytes. Never blocks, never
    /// follows a link. Throws InternalError only for the referee's own failures.
    ReadResult read(std::string_view name, std::size_t max);

    /// True if the file system has no room for an answer.
    bool is_disk_full() const;
    /// The space that everything in the folder uses. No process of the AI may be running.
    std::uint64_t used_bytes();
    /// Gives back all of that space.
    void make_room();

  private:
    /// A file that was written and is kept open.
    struct Entry {
        std::string name;
        UniqueFd file;
        dev_t device = 0;
        ino_t inode = 0;
        off_t size = 0;             ///< when it was last written or read
        std::uint64_t known_in = 0; ///< the run of the AI after which it was last written or read
    };
    bool is_known(const Entry& entry) const;
    bool empty_in_place();
    Entry& entry(std::string_view name);
    bool is_intact(const Entry& entry, struct stat& status) const;
    bool is_as_made(const Entry& entry, const struct stat& status) const;
    bool look_at(const Entry& entry, struct stat& status) const;
    bool make(Entry& entry);
    void remove(const std::string& name);
    void remove_foreign();
    void empty_files();
    bool try_write(Entry& entry, std::string_view content);
    void write_on_full_disk(Entry& file, std::string_view content);

    std::string path_;
    UniqueFd folder_;
    uid_t user_;
    bool names_are_fixed_ = false;
    bool suspends_ = false;
    bool has_own_disk_ = false;
    bool is_new_ = false;   ///< cleared, and not used since
    std::uint64_t run_ = 1; ///< number of the AI's current run
    std::vector<Entry> entries_;
};

} // namespace referee
