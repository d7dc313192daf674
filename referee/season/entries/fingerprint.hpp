#pragma once

/// What is compared of a program's sources: referee/season/README.md, "Copies".

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The 5-grams of a text's tokens, as sorted hashes without duplicates. A token is a keyword of
/// some language, any other word (all are alike), any number, any string in quotes, or one other
/// character. Comments and blanks are none. So other names, comments and constants change nothing.
using Fingerprint = std::vector<std::uint64_t>;

Fingerprint fingerprint_of_text(std::string_view text);

struct FileFingerprint {
    std::string name; ///< below the folder
    Fingerprint grams;
};

/// The fingerprints of all texts in the folder, by name, or of the one file; links are passed over.
/// Only the first 32 MiB of each file count.
std::vector<FileFingerprint> fingerprints_of(const std::string& path);

/// What everybody may have: the starters of the game, and what `referee new` writes beside them.
Fingerprint fingerprint_of_starters(std::string_view game);
/// Each starter of all other games: what they have in common with a program is the language's.
std::vector<Fingerprint> fingerprints_of_other_starters(std::string_view game);

} // namespace referee
