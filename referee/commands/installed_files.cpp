#include "commands/installed_files.hpp"

#include "process/own_program.hpp"

#include <algorithm>

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

} // namespace

fs::path folder_of_ais(std::string_view game) {
    return folder_of("ai", "lib/referee") / game;
}

fs::path folder_of_fields(std::string_view game) {
    return folder_of("fields", "share/referee") / game;
}

std::string rules_of(std::string_view game) {
    const fs::path page = fs::path("referee/games") / game / "README.md";
    const fs::path prefix = own_program().parent_path().parent_path();
    const fs::path installed = prefix / "share/doc/referee" / page;
    std::error_code code;
    return fs::exists(installed, code) ? installed.string() : page.string();
}

std::vector<std::string> available_ais(std::string_view game) {
    std::error_code code;
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_of_ais(game), code)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace referee
