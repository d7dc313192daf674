#include "fuzz/driver/harness.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <unistd.h>

namespace fuzz {
namespace {

namespace fs = std::filesystem;

/// Removes the folder, but not in a process that was forked.
class Scratch {
  public:
    Scratch() {
        path_ = (fs::temp_directory_path() / "referee-fuzz-XXXXXX").string();
        if (::mkdtemp(path_.data()) == nullptr) {
            throw std::runtime_error("no folder can be made at " + path_);
        }
    }
    ~Scratch() {
        if (::getpid() == owner_) {
            std::error_code code;
            fs::remove_all(path_, code);
        }
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
    pid_t owner_ = ::getpid();
};

} // namespace

void expect_user_errors(const std::function<void()>& read) {
    try {
        read();
    } catch (const referee::UserError& problem) {
        const std::string_view text(problem.what());
        require(!text.empty(), "an error without text");
        require(text.find('\n') == std::string_view::npos, "an error of more than one line");
    }
}

void require(bool holds, const std::string& what) {
    if (!holds) {
        throw std::logic_error(what);
    }
}

std::string source_folder() {
    const char* const folder = std::getenv("REFEREE_SOURCE");
    return folder == nullptr ? fs::current_path().string() : folder;
}

const std::string& scratch_folder() {
    static const Scratch scratch;
    return scratch.path();
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw std::runtime_error(path + " can't be read; set REFEREE_SOURCE");
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const std::string& path, std::string_view content) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    if (!file) {
        throw std::runtime_error(path + " can't be written");
    }
}

std::vector<std::string> files_of(const std::string& folder, std::string_view ending) {
    std::vector<std::pair<std::uintmax_t, std::string>> found;
    for (const auto& entry : fs::directory_iterator(source_folder() + "/" + folder)) {
        if (entry.is_regular_file() && entry.path().string().ends_with(ending)) {
            found.emplace_back(entry.file_size(), entry.path().string());
        }
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> paths;
    for (const auto& [size, path] : found) {
        paths.push_back(path);
    }
    return paths;
}

unsigned Choices::byte() {
    if (rest_.empty()) {
        return 0;
    }
    const auto value = static_cast<unsigned char>(rest_[0]);
    rest_.remove_prefix(1);
    return value;
}

std::size_t Choices::below(std::size_t end) {
    const std::size_t high = byte();
    return (high << 8U | byte()) % end;
}

std::string_view Choices::bytes(std::size_t max) {
    const std::string_view taken = rest_.substr(0, max);
    rest_.remove_prefix(taken.size());
    return taken;
}

} // namespace fuzz
