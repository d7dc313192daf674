#include "cli/fields.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"
#include "match/match.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <glob.h>
#include <set>

namespace referee {
namespace {

/// The files that match a pattern, or the *.dat files of a folder.
std::vector<std::string> files_of(const std::string& pattern) {
    const std::string asked = std::filesystem::is_directory(pattern) ? pattern + "/*.dat" : pattern;
    glob_t found{};
    const int status = ::glob(asked.c_str(), GLOB_NOSORT, nullptr, &found);
    std::vector<std::string> files(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
    if (status != 0 || files.empty()) {
        throw UserError(fmt::format(
            "--fields {}: no such files; name a file, a folder, or a pattern in quotes",
            printable(pattern)));
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

FieldSet read_field_set(const std::vector<std::string>& patterns) {
    FieldSet set;
    std::vector<std::string> paths;
    for (const std::string& pattern : patterns) {
        const std::vector<std::string> files = files_of(pattern);
        paths.insert(paths.end(), files.begin(), files.end());
    }
    if (paths.empty()) {
        throw UserError("no fields were given; write --fields 'FOLDER/*.dat'");
    }
    std::set<std::string> known;
    for (const std::string& path : paths) {
        if (!known.insert(path).second) {
            throw UserError(path + ": the field was named twice; name it once");
        }
        const LoadedField field = load_field(path);
        const int seats = field.field->seats();
        if (set.game == nullptr) {
            set.game = &field.game->info();
            set.teams = field.teams();
        }
        if (set.game != &field.game->info() || set.teams.seats() != seats) {
            throw UserError(fmt::format(
                "{}: the field is for {} with {} seats, {} is for {} with {}; a tournament has one "
                "game and one number of seats",
                path, field.game->info().name, seats, paths[0], set.game->name, set.teams.seats()));
        }
        set.fields.push_back({field.name, path, identity_of(field)});
    }
    return set;
}

} // namespace referee
