#pragma once

/// Clones of git repositories that a course's teacher has fetched: referee/season/README.md,
/// "Collecting". What is in them comes from strangers, their settings and hooks included.

#include "season/entries/commit.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace referee {

/// True if the folder is a git repository, with a folder of files or without.
bool is_clone(const std::string& folder);

/// A clone, of which only the objects are read, from a repository of our own that borrows them: no
/// setting, hook, filter or attribute of the clone has any effect, and no other repository is read.
class Clone {
  public:
    /// Throws UserError for what isn't read: a `.git` that is a link or a file, objects that are
    /// borrowed from elsewhere, links among its objects.
    explicit Clone(const std::string& folder);
    ~Clone();
    Clone(const Clone&) = delete;
    Clone& operator=(const Clone&) = delete;

    /// The commit that was fetched last for the branch that is checked out, else the one that is
    /// checked out. Throws UserError if there is none.
    std::string fetched_commit() const;
    /// When something was fetched last, or else cloned, by this machine's clock; in seconds since
    /// 1970.
    std::int64_t fetched_at() const;
    /// Throws what Commit throws.
    Commit commit(const std::string& name) const;

  private:
    std::string git_; ///< the folder with the objects
    std::string own_; ///< our repository
};

} // namespace referee
