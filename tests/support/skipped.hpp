#pragma once

#include <string>
#include <vector>

namespace tests {

/// What was left out, and why. A test that can't run on this machine, or a part of it, adds a line
/// here; the closing line of the run counts such tests as skipped.
std::vector<std::string>& skipped();

/// True in a build with sanitizers, where `what` ("TEST: REASON") is then skipped.
inline bool is_skipped_with_sanitizers(const std::string& what) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skipped().push_back(what);
    return true;
#else
    static_cast<void>(what);
    return false;
#endif
}

/// The same where that sanitizer is ThreadSanitizer. It makes vfork a fork, so that a program that
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
