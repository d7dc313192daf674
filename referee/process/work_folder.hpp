#pragma once

/// The folder in which an AI works: its files are written and read as if an enemy had prepared
/// them, because one may have. Spec: protocol.md, "The work folder", and security.md, "Files".

#include "process/unique_fd.hpp"
#include "process/work_root.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/types.h>
#include <vector>

namespace referee {

/// What was found in the place of a file that an AI should have written.
struct ReadResult {
    enum class Kind { text, empty, missing, unfit };
    Kind kind = Kind::missing;
    std::string text;   ///< its content
    std::string reason; ///< if unfit, for people: "it is a link", "it is larger than 64 KiB"
};

class WorkFolder {
  public:
    /// Makes the folder `name` with a random ending in `root`; it belongs to `user` (0: to this
    /// process's own).
    WorkFolder(WorkRoot& root, const std::string& name, uid_t user);
    ~WorkFolder();
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;

    const std::string& path() const { return path_; }
    int descriptor() const { return folder_.get(); }

    /// Works from now on in the folder behind the descriptor (mode strict: the one in the box).
    void move_to(UniqueFd folder);
    /// Copies the plain files to where path() is outside the box, for --keep-work.
    void copy_out();

    /// To be set where the AI's box lets it neither make, remove nor rename files, nor change
    /// rights or links: then a name stands for the file that we hold open, and need not be looked
    /// up.
    void trust_names(bool trusted) { names_are_fixed_ = trusted; }
    /// To be set where nobody can change its files between its moves: then what was read or written
    /// since the last one is as we know it, and need not be looked at.
    void trust_suspension(bool trusted) { suspends_ = trusted; }
    /// To be called before the AI runs. From then on nothing is known of its files until they are
    /// read.
    void expect_changes() {
        ++run_;
        is_new_ = false;
    }

    /// Leaves the folder as a new one, however it got to be as it is. Where names are fixed the
    /// files that were written before stay, empty.
    void clear();
    /// Puts right the folder's own rights, should the AI have changed them. Before the first
    /// write() of a move.
    void restore();
    /// Makes the file hold just `content`, whatever the AI has done to it. Throws InternalError.
    void write(std::string_view name, std::string_view content);
    /// Reads a file that the AI may have written, of at most `most` bytes. Never blocks, never
    /// follows a link. Throws InternalError only for the referee's own failures.
    ReadResult read(std::string_view name, std::size_t max);

  private:
    /// A file that was written before and is kept open.
    struct Entry {
        std::string name;
        UniqueFd file;
        dev_t device = 0;
        ino_t inode = 0;
        off_t size = 0;             ///< when it was last written or read,
        std::uint64_t known_in = 0; ///< after this run of the AI
    };
    bool is_known(const Entry& entry) const;
    bool empty_in_place();
    Entry& entry(std::string_view name);
    bool is_intact(const Entry& entry, struct stat& status) const;
    bool is_as_made(const Entry& entry, const struct stat& status) const;
    bool make(Entry& entry);
    void remove(const std::string& name);
    void remove_foreign();
    blkcnt_t count_room(bool empties);
    bool empty_greediest(dev_t device);
    bool try_write(Entry& entry, std::string_view content);

    WorkRoot& root_;
    std::string path_;
    UniqueFd folder_;
    uid_t user_;
    bool names_are_fixed_ = false;
    bool suspends_ = false;
    bool is_new_ = false;   ///< cleared, and neither written since nor lent to the AI
    std::uint64_t run_ = 1; ///< of the AI, counted
    std::vector<Entry> entries_;
};

} // namespace referee
