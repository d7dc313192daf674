#include "base/error.hpp"

#include "base/remedy.hpp"

#include <cerrno>

namespace referee {

void fail(const std::string& tried) {
    fail(tried, errno);
}

void fail(const std::string& tried, int error_number) {
    throw SystemFailure(tried + ": " + reason_and_remedy(error_number), error_number);
}

} // namespace referee
