#pragma once

/// How much each AI may write into its work folder. The work folders of all games share one file
/// system, so its free space is divided before the first game, and the kernel holds each AI to its
/// share: referee/keeper/README.md, "Work folder".

#include "match/config.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace referee {

/// Sets `config.work_share` for `ais` AIs in each of `games` games played at a time. Returns a note
/// for people if the file system has too little space for what the limits allow, else "". Throws
/// UserError if it has too little to play at all.
std::string share_work_space(MatchConfig& config, std::size_t games, std::size_t ais);

/// The bytes that one file may have, if the AI can write `files` files. Without a share, as where
/// an entry is built, it is the limit on files.
std::uint64_t file_share(const MatchConfig& config, std::size_t files);

/// Why an AI that holds `used` bytes of a full disk has the fault.
std::string reason_of_full_disk(std::uint64_t used, std::uint64_t share);

} // namespace referee
