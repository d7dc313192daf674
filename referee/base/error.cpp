#include "base/error.hpp"

#include <cerrno>
#include <system_error>

namespace referee {

void fail(const std::string& tried) {
    fail(tried, errno);
}

void fail(const std::string& tried, int error_number) {
    throw InternalError(tried + ": " + std::generic_category().message(error_number));
}

} // namespace referee
