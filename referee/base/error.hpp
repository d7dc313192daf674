#pragma once

/// The kinds of exceptions. An AI's faults are data (Fault), not exceptions.

#include <stdexcept>
#include <string>

namespace referee {

/// A mistake of the user: a wrong option, an invalid field, an AI that can't be started. The text
/// is one line, "FILE:LINE: what is wrong; what to do". Exit status 2.
struct UserError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A file can't be read although its permissions allow it: SELinux, AppArmor or a file server
/// denies it. It costs what the file belongs to, and is nobody's mistake.
struct DeniedBySystem : UserError {
    using UserError::UserError;
};

/// The referee itself failed. Exit status 1. Where the program ends, it asks for a report.
struct InternalError : std::runtime_error {
    explicit InternalError(const std::string& text, int number = 0)
        : std::runtime_error(text), error_number(number) {}
    /// The errno of the system call that failed; whatever runs until this is caught may change
    /// errno. 0: it was no system call.
    int error_number;
};

/// The machine or a game's own rules are the cause, and the text says what to do: disk full, out of
/// descriptors, a keeper was killed. Needs no report.
struct EnvironmentError : InternalError {
    using InternalError::InternalError;
};

/// Throws InternalError that names the failed action and has the text of `error_number` (default:
/// errno); EnvironmentError if there is a remedy for it.
[[noreturn]] void fail(const std::string& tried);
[[noreturn]] void fail(const std::string& tried, int error_number);

} // namespace referee
