#pragma once

/// Submissions to a season: the folder entries/NAME/VERSION, and copies of it. Everything in it is
/// written by strangers.

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

struct HandedIn {
    std::string entry;
    std::string version;
    std::string path;            ///< FOLDER/ENTRY/VERSION
    std::int64_t changed_ns = 0; ///< when it was renamed into place
};

/// Something in the folder of entries that is no version.
struct IgnoredName {
    std::string entry; ///< in whose folder it is; empty: in that of all entries
    std::string text;  ///< "NAME: why"
};

struct ScannedEntries {
    std::vector<HandedIn> versions;   ///< the oldest first
    std::vector<IgnoredName> ignored; ///< for the organiser; at most 100 of one entry
};

/// All versions below `folder`. Names that begin with a dot are skipped silently: incomplete
/// uploads may have such names.
ScannedEntries scan_entries(const std::string& folder);

/// Why a name can't be that of an entry or version; empty if it can.
std::string objection_to_name(const std::string& name);

// A version is read from one descriptor of its folder (os/beneath.hpp), because its author may
// change it meanwhile. Links in it are resolved among what was read, not on the disk.

/// SHA-256 of a version: of the file's bytes, or of the sorted relative paths, modes and bytes of
/// its files and the targets of its links; without links, that of an AI. Folders of Python's
/// compiled modules don't count. Something too large isn't read; its hash is that of its paths,
/// sizes and times. Throws UserError, Interrupted, InternalError.
std::string sha256_of_entry(const HandedIn& entry, std::uint64_t max_size);

/// Files and folders of a version.
inline constexpr std::size_t max_entry_files = 20'000;

struct CopiedEntry {
    std::string sha256;
    std::int64_t changed_ns = 0; ///< the last change of the version, its folders and files
    std::int64_t read_ns = 0;    ///< when all of it had been read, since 1970
};

/// Copies a file, or a folder with all that is in it but Python's compiled modules, and returns the
/// SHA-256 of what was copied, as sha256_of_entry() has it. Run bits are kept, owners and other
/// permissions aren't. Throws UserError for links that lead out of it, for anything that is neither
/// file, folder nor link, and for more than `max_size` bytes or max_entry_files files; Interrupted,
/// InternalError.
CopiedEntry copy_entry(const HandedIn& entry, const std::string& to, std::uint64_t max_size);
/// As above; the caller vouches for the folder that `from` is in.
CopiedEntry copy_entry(const std::string& from, const std::string& to, std::uint64_t max_size);

} // namespace referee
