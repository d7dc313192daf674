#include "base/error.hpp"

#include "base/remedy.hpp"

#include <cerrno>

namespace referee {

void fail(const std::string& tried) {
    fail(tried, errno);
}

void fail(const std::string& tried, int error_number) {
    const std::string text = tried + ": " + reason_and_remedy(error_number);
    if (remedy_for(error_number).empty()) {
        throw InternalError(text, error_number);
    }
    throw EnvironmentError(text, error_number);
}

} // namespace referee
