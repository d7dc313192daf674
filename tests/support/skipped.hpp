#pragma once

/// What tests leave out on this machine, and for want of what. The closing line of a run counts
/// such tests as skipped; in CI only what tests/README.md lists may be missing.

#include <string>
#include <vector>

namespace tests {

/// What tests need and no package brings.
enum class Need {
    root,
    ordinary_user,
    memory_group,
    mounts,
    namespaces,
    landlock,
    ptrace,
    no_sanitizer,
    git_checkout,
    known_processor,
    ipv6,
};
std::string to_string(Need need);
std::vector<Need> all_needs();

/// A line "WHAT; needs NEED" for each test, or part of one, that was left out.
const std::vector<std::string>& skipped();

void leave_out(const std::string& what, Need need);

/// Where a program is: in the system's places, where AIs reach it, or where
/// scripts/install-dependencies unpacks. Empty if it isn't installed; `what` is then left out. A
/// failure, also where it is installed, unless it is in a list of scripts/install-dependencies:
/// otherwise `make test` would never run this test on a new machine.
std::string installed_program(const std::string& program, const std::string& what);
inline bool lacks(const std::string& program, const std::string& what) {
    return installed_program(program, what).empty();
}

/// For a test that looks for the program itself.
void leave_out_without(const std::string& program, const std::string& what);

/// True in a build with sanitizers, where `what` ("TEST: REASON") is then left out.
inline bool is_skipped_with_sanitizers(const std::string& what) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    leave_out(what, Need::no_sanitizer);
    return true;
#else
    static_cast<void>(what);
    return false;
#endif
}

/// Skips where the sanitizer is ThreadSanitizer. It makes vfork a fork, so that a program that
/// can't be started isn't reported; it starts a thread, so that an ordinary user gets no namespace;
/// and each program needs room for a file of its own in TMPDIR.
inline bool is_skipped_with_thread_sanitizer(const std::string& what) {
#if defined(__SANITIZE_THREAD__)
    return is_skipped_with_sanitizers(what);
#else
    static_cast<void>(what);
    return false;
#endif
}

} // namespace tests
