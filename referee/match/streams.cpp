#include "match/streams.hpp"

#include "error.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <system_error>

namespace referee {

void Streams::begin_game(const std::string& log_name) {
    renew();
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

} // namespace referee
