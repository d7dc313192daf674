#pragma once

/// Databases that somebody has edited, or that a disk has damaged.

#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

/// Edits the database as the input says: values and rows by SQL, bytes of its pages, its length.
void damage_database(const std::string& path, std::string_view input);

/// Inputs that change a value of each column, and inputs that change bytes.
std::vector<std::string> damages();

/// Inputs that give names and paths of a season's first rows values that lead out of its folder.
std::vector<std::string> escapes();

/// Removes a database with the files that SQLite keeps beside it.
void remove_database(const std::string& path);

} // namespace fuzz
