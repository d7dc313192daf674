#pragma once

/// The two kinds of exceptions. An AI's faults are data (Fault), not exceptions.

#include <stdexcept>
#include <string>

namespace referee {

/// A mistake of the user: a wrong option, an invalid field, an AI that can't be started. The text
/// is one line, "FILE:LINE: what is wrong; what to do". Exit status 2.
struct UserError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The referee itself failed: disk full, out of descriptors, a keeper died. Exit status 1.
struct InternalError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A system call failed. Its errno is here, because whatever runs until this is caught may change
/// errno.
struct SystemFailure : InternalError {
    SystemFailure(const std::string& text, int number)
        : InternalError(text), error_number(number) {}
    int error_number;
};

/// Throws SystemFailure that names the failed action and has the text of `error_number` (default:
/// errno).
[[noreturn]] void fail(const std::string& tried);
[[noreturn]] void fail(const std::string& tried, int error_number);

} // namespace referee
