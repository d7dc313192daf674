#pragma once

/// Where the work folders of a match are: referee/match/README.md, "The work folder".

#include "process/unique_fd.hpp"

#include <string>
#include <vector>

namespace referee {

class WorkFolder;

/// The folder for the work folders of one match; removed at the end.
class WorkRoot {
  public:
    /// Makes a new folder in `base`; if that is empty, in the first that fits of $XDG_RUNTIME_DIR,
    /// /dev/shm, $TMPDIR, /tmp. What killed referees of this user have left there goes first,
    /// unless it was to be kept. `for_others`: users other than this process's own must be able to
    /// pass through. Throws UserError if `base` doesn't fit, InternalError.
    WorkRoot(const std::string& base, bool keep, bool for_others);
    ~WorkRoot();
    WorkRoot(const WorkRoot&) = delete;
    WorkRoot& operator=(const WorkRoot&) = delete;
    const std::string& path() const { return path_; }

  private:
    friend class WorkFolder;
    std::string path_;
    bool keep_;
    UniqueFd in_use_; ///< locked, so that others see that this folder's referee lives
    std::vector<WorkFolder*> folders_;
};

} // namespace referee
