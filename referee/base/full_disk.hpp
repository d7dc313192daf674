#pragma once

/// Errors about a full disk, as a type: who catches one may ask which file found no room, and
/// needn't search the text for it.

#include <exception>
#include <string>
#include <utility>

namespace referee {

/// What an error is besides its kind: the disk of this file is full.
struct NoRoom {
    std::string file;
};

/// A UserError or InternalError about a full disk.
template <typename Error>
struct FullDisk : Error, NoRoom {
    FullDisk(const std::string& text, std::string no_room_for)
        : Error(text), NoRoom{std::move(no_room_for)} {}
};

/// True for the errors of the system that mean a full disk or quota.
bool is_full_disk(int error_number);

/// The file that found no room; empty if the error is about something else. Knows FullDisk and
/// std::filesystem::filesystem_error.
std::string file_without_room(const std::exception& error);

/// As fail() (error.hpp) for an action on a file: FullDisk<EnvironmentError> if its disk is full,
/// else InternalError.
[[noreturn]] void fail_writing(const std::string& file, const std::string& tried, int error_number);

} // namespace referee
