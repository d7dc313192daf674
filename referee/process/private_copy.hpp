#pragma once

/// Started by root, an AI runs as a user that owns nothing and may enter only what is open to all.
/// Where its files are not, as in a checkout below /root or in any folder with mode 0700, it is
/// played from a copy, so that nothing of the organiser's has to be opened.

#include "process/program.hpp"
#include "process/work_root.hpp"

#include <memory>
#include <string>

namespace referee {

/// A copy of an AI's files that everybody can read and only root can change; it goes with this
/// object. A folder is copied whole: links within it go to the copies, links to outside stay as
/// they are, and what is neither file, folder nor link is left out.
class PrivateCopy {
  public:
    /// Throws UserError if there is no place for it, InternalError if copying fails.
    explicit PrivateCopy(const Program& program);
    PrivateCopy(const PrivateCopy&) = delete;
    PrivateCopy& operator=(const PrivateCopy&) = delete;

    /// The program with the paths of the copy.
    const Program& program() const { return program_; }

  private:
    void copy_folder(const std::string& from);
    std::string copy_alone(const std::string& from, const std::string& name);

    Program program_;
    WorkRoot root_;
};

/// A copy if this process is root and the AI's own user couldn't read all of its files; else null.
/// Throws UserError also if the program, or the interpreter of a script, is none of the AI's own
/// files and out of that user's reach: what belongs to it lies nobody knows where.
std::shared_ptr<const PrivateCopy> copy_for_private_user(const Program& program);

} // namespace referee
