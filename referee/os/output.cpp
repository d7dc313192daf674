#include "os/output.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/descriptor.hpp"
#include "os/draft.hpp"
#include "os/folder.hpp"
#include "os/interrupt.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace referee {

namespace {

/// What `stdout` writes to. Characters may come in two pieces.
class SafeOutput {
  public:
    /// As the write function of fopencookie(): 0 is an error.
    static ssize_t write(void* self, const char* bytes, std::size_t size) {
        std::string& waiting = static_cast<SafeOutput*>(self)->waiting_;
        std::string text = std::exchange(waiting, {}) + std::string(bytes, size);
        const std::size_t begun = begun_at_end(text);
        waiting = text.substr(text.size() - begun);
        text.erase(text.size() - begun);
        return write_all(visible(text)) ? static_cast<ssize_t>(size) : 0;
    }

  private:
    /// How many bytes at the end begin a character or the end of a line that goes on.
    static std::size_t begun_at_end(std::string_view text) {
        if (text.ends_with('\r')) {
            return 1;
        }
        constexpr std::size_t longest = 4;
        for (std::size_t back = 1; back < longest && back <= text.size(); ++back) {
            const auto byte = static_cast<unsigned char>(text[text.size() - back]);
            if ((byte & 0xc0U) != 0x80U) { // not the rest of a character
                const std::size_t length = byte < 0xc2   ? 1
                                           : byte < 0xe0 ? 2
                                           : byte < 0xf0 ? 3
                                           : byte < 0xf5 ? 4
                                                         : 1;
                return length > back ? back : 0;
            }
        }
        return 0;
    }

    static std::string visible(std::string_view text) {
        std::string safe;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
            // Lines of CSV end with both (RFC 4180).
            const bool is_crlf = end > 0 && text.substr(end - 1, 2) == "\r\n";
            safe += safe_text(text.substr(0, end - (is_crlf ? 1 : 0)));
            safe += is_crlf ? "\r\n" : text.substr(end, 1);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return safe;
    }

    static bool write_all(std::string_view text) {
        while (!text.empty()) {
            const ssize_t count = ::write(STDOUT_FILENO, text.data(), text.size());
            if (count <= 0) {
                return false;
            }
            text.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }

    std::string waiting_;
};

} // namespace

void make_standard_output_safe() {
    static SafeOutput& output = *new SafeOutput; // written to until the very end
    std::FILE* const safe =
        ::fopencookie(&output, "w", {nullptr, SafeOutput::write, nullptr, nullptr});
    if (safe == nullptr) {
        fail("opening standard output");
    }
    std::fflush(stdout);
    std::setvbuf(safe, nullptr, ::isatty(STDOUT_FILENO) != 0 ? _IOLBF : _IOFBF, BUFSIZ);
    stdout = safe; // glibc: a variable that may be assigned to
}

void write_when_taken(int file, std::string_view text) {
    while (!text.empty()) {
        pollfd event{file, POLLOUT, 0};
        // Even after a signal, anything that can be written without waiting is written.
        if (::poll(&event, 1, 0) == 0) {
            wait_for(&event, 1, -1);
        }
        // A pipe that is ready accepts this much without blocking.
        const ssize_t count = ::write(file, text.data(), text.substr(0, PIPE_BUF).size());
        if (count < 0 && errno != EINTR && errno != EAGAIN) {
            throw std::system_error(errno, std::generic_category(), "output can't be written");
        }
        text.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
}

void print_now(std::string_view text) {
    try {
        if (std::fflush(stdout) != 0) {
            throw std::system_error(errno, std::generic_category(), "output can't be written");
        }
        write_when_taken(STDOUT_FILENO, text);
    } catch (const std::system_error& problem) {
        if (problem.code().value() == EIO) {
            await_own_signal(); // the terminal has closed; its SIGHUP follows
        }
        throw;
    }
}

void print_message(std::string_view text) noexcept {
    try {
        write_when_taken(STDERR_FILENO, text);
    } catch (const std::exception&) {
        return; // a signal that has come ends the next wait
    }
}

void print_error(std::string_view text) {
    std::fflush(stdout);
    print_message(fmt::format("referee: {}\n", safe_text(text)));
}

void print_error_lines(std::string_view text) {
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        print_error(text.substr(begin, end - begin));
        begin = end + 1;
    }
}

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

bool is_stream(const std::string& path) {
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

bool would_replace(const std::string& path) {
    std::error_code code;
    return fs::exists(path, code) && !is_stream(path);
}

bool holds(const std::string& path, const std::string& text) {
    std::error_code code;
    if (!fs::is_regular_file(path, code) || fs::file_size(path, code) != text.size() || code) {
        return false;
    }
    std::ifstream file(path, std::ios::binary);
    std::array<char, 1U << 16U> block{};
    std::string_view rest = text;
    while (file.read(block.data(), block.size()) || file.gcount() > 0) {
        const std::string_view own(block.data(), static_cast<std::size_t>(file.gcount()));
        if (!rest.starts_with(own)) {
            return false;
        }
        rest.remove_prefix(own.size());
    }
    return file.eof() && rest.empty();
}

void require_writable(const std::string& path, const std::string& what) {
    make_folders_above(path);
    std::error_code code;
    if (is_stream(path)) {
        return; // the reader of a pipe would see its end
    }
    const bool is_new = fs::symlink_status(path, code).type() == fs::file_type::not_found;
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    if (!file) {
        throw UserError(fmt::format(
            "{}: {} can't be written ({}); name another file", path, what, why_not_written(path)));
    }
    if (is_new) {
        ::unlink(path.c_str());
    }
}

bool write_if_changed(const std::string& path, const std::string& text) {
    if (holds(path, text)) {
        return false;
    }
    if (is_stream(path)) {
        write_file(path, text);
        return true;
    }
    Draft draft(path);
    if (!is_written(draft.path(), [&](std::ostream& file) { file << text; })) {
        throw UserError(path + ": it can't be written; free disk space and check its permissions");
    }
    draft.publish();
    return true;
}

void require_other_file(
    const std::string& written, const std::string& other, const std::string& what) {
    std::error_code code;
    std::error_code other_code;
    // By name, too: neither may exist yet. A name that leads nowhere (a loop of links) is no
    // file's.
    const bool is_same_name =
        fs::weakly_canonical(written, code) == fs::weakly_canonical(other, other_code) && !code &&
        !other_code;
    if (is_same_name || fs::equivalent(written, other, code)) {
        throw UserError(fmt::format("{}: this is {}; name another file", written, what));
    }
}

} // namespace referee
