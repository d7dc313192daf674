#pragma once

/// Where the work folders of a match are: referee/match/README.md, "The work folder".

#include "os/descriptor.hpp"

#include <string>
#include <string_view>

namespace referee {

/// How the names of folders begin that are removed with their referee.
inline constexpr std::string_view work_prefix = "referee-work-";

/// The folder in which a WorkRoot is made: `base` or, if that is empty, the first usable one of
/// $XDG_RUNTIME_DIR, /dev/shm, $TMPDIR and /tmp. Creates `base` if it is missing. `for_others`:
/// other users must be able to pass through. Throws UserError if `base` can't be used,
/// InternalError if no place can.
std::string work_place(const std::string& base, bool for_others);

/// The parent of a match's work folders; removed with this object.
class WorkRoot {
  public:
    /// Creates a folder in work_place(). First removes what killed referees of this user have left
    /// there, except with --keep-work. Throws as work_place() does.
    WorkRoot(const std::string& base, bool keep, bool for_others);
    ~WorkRoot();
    WorkRoot(const WorkRoot&) = delete;
    WorkRoot& operator=(const WorkRoot&) = delete;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
    bool keep_;
    UniqueFd root_;   ///< the folder and
    UniqueFd in_use_; ///< the mark in it: locked while this referee lives
};

} // namespace referee
