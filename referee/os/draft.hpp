#pragma once

#include "os/descriptor.hpp"

#include <string>

namespace referee {

/// A file or folder that gets its name when it is complete. Until then it is called PATH.part, or
/// PATH.2.part, PATH.3.part and so on while other processes write drafts of the same path: a killed
/// tournament's worker may still be ending when the next run begins. Each holds a lock on its own
/// draft, so a draft without a lock is one of a killed process, and its name is used again.
class Draft {
  public:
    enum class Kind { file, folder };

    /// Makes it, empty, and the folders above it. Throws UserError.
    explicit Draft(const std::string& path, Kind kind = Kind::file);
    /// Removes it unless it was published.
    ~Draft();
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    /// Its name until it is published.
    const std::string& path() const { return name_; }

    /// Gives it its name. A file replaces one of that name. Throws
    /// std::filesystem::filesystem_error.
    void publish();

  private:
    void remove_dead(int first) const;

    std::string path_;
    Kind kind_;
    std::string name_;
    UniqueFd lock_;
    bool is_published_ = false;
};

} // namespace referee
