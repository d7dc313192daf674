#include "match/streams.hpp"

#include "base/error.hpp"
#include "match/limits.hpp"
#include "os/beneath.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace referee {

void Streams::begin_game(const std::string& log_name) {
    if (resident_ && resident_->runs()) {
        collect(); // it keeps its streams, and what it printed since its last game is nobody's
    } else {
        renew();
    }
    if (has_logs()) {
        open_logs(log_name);
    }
}

void Streams::renew() {
    if (captures_output()) {
        output_.renew();
    }
    errors_.renew();
    if (resident_) {
        resident_->use_error_output(errors_.descriptor()); // its other streams are pipes
        return;
    }
    null_in_ = UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    null_out_ = UniqueFd(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (!null_in_ || !null_out_) {
        fail("opening /dev/null");
    }
    keeper_->renew(
        null_in_.get(), captures_output() ? output_.descriptor() : null_out_.get(),
        errors_.descriptor());
}

void Streams::open_logs(const std::string& log_name) {
    const auto open_log = [&](std::string_view ending) {
        const std::string path = fmt::format("{}/{}.{}", config_.logs, log_name, ending);
        // A killed run's worker may still be writing the file that is there.
        struct stat old {};
        if (config_.force && ::lstat(path.c_str(), &old) == 0 && S_ISREG(old.st_mode)) {
            ::unlink(path.c_str());
        }
        const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (config_.force ? O_TRUNC : O_EXCL);
        UniqueFd log(::open(path.c_str(), flags, 0644));
        if (!log && errno == EEXIST) {
            throw UserError(path + ": the log already exists; --force overwrites it");
        }
        if (!log) {
            throw UserError(fmt::format(
                "{}: the log can't be written ({}); name another folder with --logs", path,
                std::generic_category().message(errno)));
        }
        return log;
    };
    output_.log_to(open_log("out"));
    errors_.log_to(open_log("err"));
}

void Streams::collect() {
    const bool output_is_good = !captures_output() || output_.collect();
    const bool errors_are_good = errors_.collect();
    if (!output_is_good || !errors_are_good) {
        renew();
    }
}

namespace {

/// The last line of a log that was cut.
std::string cut_line() {
    constexpr std::size_t mebibyte = 1U << 20U;
    static_assert(max_log_bytes % mebibyte == 0);
    return fmt::format("\n[cut here: more than {} MiB in this game]\n", max_log_bytes / mebibyte);
}

void write_log(int log, std::string_view text) {
    if (!write_whole(log, text)) {
        fail("writing a log of --logs");
    }
}

} // namespace

Capture::Capture() {
    renew();
}

void Capture::renew() {
    file_ = UniqueFd(::memfd_create("output", MFD_CLOEXEC));
    if (!file_) {
        fail("memfd_create");
    }
}

bool Capture::collect() {
    struct stat status {};
    if (::fstat(file_.get(), &status) != 0) {
        fail("fstat");
    }
    tail_.clear();
    if (status.st_size == 0) {
        return true;
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    append_to_log(size);
    tail_.resize(std::min(size, max_tail_bytes));
    const ssize_t count =
        ::pread(file_.get(), tail_.data(), tail_.size(), static_cast<off_t>(size - tail_.size()));
    tail_.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    // The AI's descriptor has the same offset, so the next move begins at the start again.
    if (::ftruncate(file_.get(), 0) == 0 && ::lseek(file_.get(), 0, SEEK_SET) == 0) {
        return true;
    }
    if (errno != EPERM) {
        fail("emptying the captured output");
    }
    return false;
}

void Capture::append_to_log(std::size_t size) {
    if (!log_ || logged_ > max_log_bytes) {
        return;
    }
    std::array<char, 65536> buffer{};
    const std::size_t wanted = std::min(size, max_log_bytes - logged_);
    for (std::size_t at = 0; at < wanted;) {
        const ssize_t count = ::pread(
            file_.get(), buffer.data(), std::min(buffer.size(), wanted - at),
            static_cast<off_t>(at));
        if (count <= 0) {
            break;
        }
        write_log(log_.get(), {buffer.data(), static_cast<std::size_t>(count)});
        at += static_cast<std::size_t>(count);
    }
    logged_ += wanted;
    if (wanted < size) {
        write_log(log_.get(), cut_line());
        logged_ = max_log_bytes + 1;
    }
}

void Capture::log_to(UniqueFd log) {
    log_ = std::move(log);
    logged_ = 0;
}

} // namespace referee
