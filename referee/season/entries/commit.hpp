#pragma once

/// A commit that an entrant has pushed, as a version: referee/season/README.md, "Submitting". Its
/// trees and files come from strangers, and 1,368 bytes can stand for a gigabyte or for 10⁸ files.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct SubmittedFile {
    std::string path; ///< from the version's folder; empty: the version is this file
    std::uint64_t size = 0;
    bool run = false;
};

/// A commit of the git repository in the current folder, or in $GIT_DIR.
///
/// `environment`: variables, as "NAME=value", with which git runs instead of ours; none: ours.
class Commit {
  public:
    /// Lists its files with their sizes, without unpacking any. Stops at more than max_entry_files
    /// files and folders. Throws UserError for too many, for links and other repositories in it,
    /// for a name that isn't a commit's, and if git fails; Interrupted, InternalError.
    explicit Commit(const std::string& name, std::vector<std::string> environment = {});

    const std::vector<SubmittedFile>& files() const { return files_; }

    /// Unpacks the files in their order: begin() for each, then take() for parts of it. What git
    /// runs ends with this call, and with this process.
    void read(
        const std::function<void(const SubmittedFile&)>& begin,
        const std::function<void(std::string_view)>& take) const;

  private:
    std::vector<SubmittedFile> files_;
    std::vector<std::string> objects_; ///< by file
    std::vector<std::string> environment_;
};

} // namespace referee
