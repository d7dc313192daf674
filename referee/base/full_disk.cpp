#include "base/full_disk.hpp"

#include "base/error.hpp"
#include "base/remedy.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace referee {

bool is_full_disk(int error_number) {
    return error_number == ENOSPC || error_number == EDQUOT;
}

std::string file_without_room(const std::exception& error) {
    if (const auto* const full = dynamic_cast<const NoRoom*>(&error)) {
        return full->file;
    }
    const auto* const failed = dynamic_cast<const std::filesystem::filesystem_error*>(&error);
    const bool is_full = failed != nullptr && (failed->code() == std::errc::no_space_on_device ||
                                               is_full_disk(failed->code().value()));
    if (!is_full) {
        return "";
    }
    // The second one is what was to be written, if there are two.
    return failed->path2().empty() ? failed->path1().string() : failed->path2().string();
}

void fail_writing(const std::string& file, const std::string& tried, int error_number) {
    if (is_full_disk(error_number)) {
        throw FullDisk<EnvironmentError>(tried + ": " + reason_and_remedy(error_number), file);
    }
    fail(tried, error_number);
}

} // namespace referee
