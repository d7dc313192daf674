#pragma once

/// What the server of the live page accepts, and how long it waits. All limits: referee/LIMITS.md.

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace referee {

inline constexpr std::uint16_t default_port = 8009;

/// Ports that are tried for a free one, after the first.
inline constexpr int max_next_ports = 100;

/// Requests and streams of events at once, without the key of a person. One more ends the oldest of
/// its kind: a client that only holds places loses them.
inline constexpr std::size_t max_requests = 64;
inline constexpr std::size_t max_streams = 64;
inline constexpr std::size_t max_streams_of_key = 4;

/// Bytes of a request's headers, which hold the cookies of all ports, and of its body.
inline constexpr std::uint32_t max_header_bytes = 32 * 1024;
inline constexpr std::size_t max_body_bytes = 64 * 1024;

/// How long a request may take.
inline constexpr std::chrono::seconds max_request_time{10};

/// Bytes that are written to a page at a time.
inline constexpr std::size_t max_piece_bytes = 256 * 1024;

/// How long a page that takes nothing is waited for at the end.
inline constexpr std::chrono::seconds end_patience{10};

/// How long all pages together are waited for at the end.
inline constexpr std::chrono::seconds max_end_wait{120};

/// Time between two looks at the games.
inline constexpr std::chrono::milliseconds min_look_interval{40};

} // namespace referee
