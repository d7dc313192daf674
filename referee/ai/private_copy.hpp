#pragma once

/// Under root an AI runs as an unrelated user. If that user can't read the AI's files, as in a
/// checkout below /root or a folder with mode 0700, it is played from a copy. See
/// referee/keeper/README.md, "Starting an AI".

#include "ai/program.hpp"
#include "sandbox/work_root.hpp"

#include <memory>
#include <string>

namespace referee {

/// A copy of an AI's files that everyone can read and only root can change, removed with this
/// object. A folder is copied with all its content: links within it lead to the copies, links to
/// outside stay, anything but files, folders and links is left out.
class PrivateCopy {
  public:
    /// Throws UserError if no folder is fit for it, InternalError if copying fails.
    explicit PrivateCopy(const Program& program);
    PrivateCopy(const PrivateCopy&) = delete;
    PrivateCopy& operator=(const PrivateCopy&) = delete;

    /// The program with the paths of the copy.
    const Program& program() const { return program_; }

  private:
    void copy_folder(const std::string& from);
    std::string copy_alone(const std::string& from, const std::string& name);

    int copies_ = 0; ///< of single files
    Program program_;
    WorkRoot root_;
};

/// A copy if this process is root and the AI's own user can't read all of its files; else null.
/// Throws UserError also if the program or interpreter isn't one of the AI's files and that user
/// can't reach it: a copy would lack its libraries.
std::shared_ptr<const PrivateCopy> copy_for_private_user(const Program& program);

} // namespace referee
