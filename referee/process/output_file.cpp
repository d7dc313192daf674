#include "process/output_file.hpp"

#include "error.hpp"
#include "process/unique_fd.hpp"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <system_error>

namespace referee {

namespace fs = std::filesystem;

void make_folders_above(const std::string& path) {
    std::error_code code;
    fs::create_directories(fs::path(path).parent_path(), code);
}

bool holds(const std::string& path, const std::string& text) {
    std::error_code code;
    if (!fs::is_regular_file(path, code)) {
        return false;
    }
    std::ifstream file(path, std::ios::binary);
    return file && std::string(std::istreambuf_iterator<char>(file), {}) == text;
}

void require_writable(const std::string& path, const std::string& what) {
    make_folders_above(path);
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) {
        return; // the reader of a pipe would see its end
    }
    const bool is_new = fs::symlink_status(path, code).type() == fs::file_type::not_found;
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    if (!file) {
        throw UserError(fmt::format(
            "{}: {} can't be written ({}); name another file", path, what,
            std::generic_category().message(errno)));
    }
    if (is_new) {
        ::unlink(path.c_str());
    }
}

void require_other_file(
    const std::string& written, const std::string& other, const std::string& what) {
    std::error_code code;
    // By name, too: neither may exist yet.
    if (fs::equivalent(written, other, code) ||
        fs::weakly_canonical(written, code) == fs::weakly_canonical(other, code)) {
        throw UserError(fmt::format("{}: this is {}; name another file", written, what));
    }
}

} // namespace referee
