#pragma once

/// Whether a database holds what it held before, without reading it as results.

#include <functional>
#include <string>

namespace referee {

/// A hash of all rows of all tables: while it stays the same, so does everything that is read of
/// the database. Empty if the file can't be read as a database. `look` gets the path of each
/// record, from the database's folder.
std::string
fingerprint_of(const std::string& path, const std::function<void(const std::string& record)>& look);

} // namespace referee
