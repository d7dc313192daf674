#pragma once

/// The games that commands read many of: records, folders of records, databases.

#include <string>
#include <vector>

namespace referee {

/// Paths of the records that the words stand for: a record, all records in a folder and the folders
/// in it, by name, or the records of all games of a results database, in their order. Each file
/// once, however it is named. Throws UserError.
std::vector<std::string> record_paths(const std::vector<std::string>& words);

} // namespace referee
