#include "ai/shipped.hpp"

#include "ai/contestant.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"
#include "os/processes.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace referee {

namespace fs = std::filesystem;

namespace {

/// `name` beside this program, where `make` puts it, or in `installed` of its prefix.
fs::path folder_of(const char* name, const char* installed) {
    const fs::path beside = own_program().parent_path() / name;
    std::error_code code;
    return fs::is_directory(beside, code) ? beside
                                          : beside.parent_path().parent_path() / installed / name;
}

/// What is shipped for a game or, if nothing is, the folder of a game whose rules are a program.
fs::path shipped_or_own(const fs::path& shipped, std::string_view game, const char* own) {
    std::error_code code;
    const std::string_view folder =
        fs::exists(shipped, code) ? std::string_view() : game_named(game).info().folder;
    return folder.empty() ? shipped : fs::path(folder) / own;
}

/// The path of the shipped AI that `path` may mean, from the current folder if it is below it.
std::string meant_by(const fs::path& path, std::string_view game) {
    const std::vector<std::string> shipped = available_ais(game);
    const std::vector<std::string_view> names(shipped.begin(), shipped.end());
    const std::string wanted = path.filename().string();
    const std::string_view found = nearest(wanted, names);
    if (found.empty()) {
        return "";
    }
    const fs::path whole = folder_of_ais(game) / found;
    std::error_code code;
    const fs::path current = fs::current_path(code);
    if (code) { // it has been removed
        return whole.string();
    }
    const fs::path here = fs::proximate(whole, current, code);
    return (code || here.string().starts_with("..") ? whole : here).string();
}

} // namespace

fs::path folder_of_games() {
    return folder_of("games", "lib/referee");
}

fs::path folder_of_modules() {
    return folder_of("wasm", "share/referee");
}

fs::path folder_of_ais(std::string_view game) {
    return shipped_or_own(folder_of("ai", "lib/referee") / game, game, "");
}

fs::path folder_of_fields(std::string_view game) {
    return shipped_or_own(folder_of("fields", "share/referee") / game, game, "fields");
}

std::string rules_of(std::string_view game) {
    const fs::path page = fs::path("referee/games") / game / "README.md";
    const fs::path prefix = own_program().parent_path().parent_path();
    const fs::path installed = prefix / "share/doc/referee" / page;
    std::error_code code;
    const fs::path shipped = fs::exists(installed, code) ? installed : page;
    const std::string_view folder = game_named(game).info().folder;
    const bool is_own =
        !folder.empty() && !fs::equivalent(fs::path(folder), folder_of_games() / game, code);
    return is_own ? (fs::path(folder) / "README.md").string() : shipped.string();
}

std::vector<std::string> available_ais(std::string_view game) {
    std::error_code code;
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_of_ais(game), code)) {
        // The folder of a game of somebody's own also has the rules and other files.
        if (!game_named(game).info().folder.empty() && !fs::exists(entry.path() / "ai.ini", code) &&
            fs::exists(entry.path().parent_path() / "game.ini", code)) {
            continue;
        }
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

void refuse_missing_ais(const std::vector<std::string>& ais, std::string_view game) {
    constexpr std::string_view person = "human";
    for (const std::string& ai : ais) {
        const std::string path = split_name(ai).path;
        std::error_code code;
        // What can't be reached may be there.
        const bool is_there = fs::exists(ai, code) || fs::exists(path, code) || code;
        // Command lines have blanks.
        if (is_there || path == person || path.find(' ') != std::string::npos) {
            continue;
        }
        const std::string meant = meant_by(path, game);
        if (!meant.empty()) {
            throw UserError(fmt::format(
                "{}: there is no such file; did you mean {}?", printable(path, 300), meant));
        }
    }
}

} // namespace referee
