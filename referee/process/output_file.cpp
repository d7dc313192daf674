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

namespace {

bool is_written(const std::string& path, const std::function<void(std::ostream&)>& write) {
    make_folders_above(path);
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    write(file);
    file.close();
    return static_cast<bool>(file);
}

} // namespace

void write_file(
    const std::string& path, const std::function<void(std::ostream&)>& write,
    std::string_view problem) {
    if (!is_written(path, write)) {
        throw UserError(fmt::format("{}: {}", path, problem));
    }
}

void write_file(const std::string& path, std::string_view text, std::string_view problem) {
    write_file(
        path, [&](std::ostream& file) { file << text; }, problem);
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

bool write_if_changed(const std::string& path, const std::string& text) {
    if (holds(path, text)) {
        return false;
    }
    const std::string draft = path + ".part";
    if (!is_written(draft, [&](std::ostream& file) { file << text; })) {
        throw UserError(path + ": it can't be written; free disk space and check its permissions");
    }
    fs::rename(draft, path);
    return true;
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
