#pragma once

/// What a game whose rules are a program may have, and how long its program may take. The time for
/// a reply is 'timeout' of its game.ini (description.hpp), the turns of a game its 'max-turns'
/// (default_max_turns in game/game.hpp). All limits: referee/LIMITS.md.

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace referee {

/// Bytes of each of game.ini, README.md and board.js.
inline constexpr std::uint64_t max_game_text = 1U << 20U;

/// Bytes and files of all rules together; more is likely something that doesn't belong to them.
inline constexpr std::uint64_t max_rules_bytes = 1U << 30U;
inline constexpr std::size_t max_rules_files = 20'000;

/// How long a new process may take until it reads the first request. Its time for a reply begins
/// then: how long an interpreter takes to start depends on the machine, not on the rules.
inline constexpr std::chrono::seconds rules_start_time{60};

/// For a program that has closed its output, until it exits by itself: its exit status is its own
/// then.
inline constexpr std::chrono::seconds rules_exit_time{10};

/// The largest line in either direction, in bytes.
inline constexpr std::size_t max_message_bytes = 16U << 20U;

/// How deep the objects and lists of a reply may be nested.
inline constexpr int max_reply_depth = 100;

/// The largest integer in a reply, positive or negative: numbers of JSON are exact up to it.
inline constexpr std::int64_t max_reply_integer = std::int64_t{1} << 53;

/// Bytes of an effect, a comment or a reason.
inline constexpr std::size_t max_reply_text = 4 * 1024;

/// Bytes of a state file, and of the text of an effect.
inline constexpr std::size_t max_state_file = 4U << 20U;

/// Bytes and columns of a frame's picture.
inline constexpr std::size_t max_picture_bytes = 64 * 1024;
inline constexpr std::size_t max_picture_columns = 80;

} // namespace referee
