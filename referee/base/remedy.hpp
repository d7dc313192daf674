#pragma once

/// What people can do about an error of the system, wherever it shows.

#include <string>
#include <string_view>

namespace referee {

/// Empty if that is unknown.
std::string_view remedy_for(int error_number);
/// True for errors that a machine has for a while, whatever is being read: out of descriptors or
/// memory, a disk that doesn't answer. They say nothing about the file.
bool is_of_machine(int error_number);
/// True if a file can't be opened for reading although its permissions allow it. `path` is below
/// `folder`, as in openat(); AT_FDCWD: anywhere.
bool is_denied_by_system(int error_number, int folder, const std::string& path);
/// "REASON; REMEDY", or the reason alone.
std::string reason_and_remedy(int error_number);

} // namespace referee
