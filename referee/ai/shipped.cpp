#include "ai/shipped.hpp"

#include "ai/contestant.hpp"
#include "ai/of_contestant.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "game/registry.hpp"
#include "os/processes.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <utility>

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

/// The sources and the build folder of this program; empty if it was installed, or moved away from
/// them.
struct Sources {
    fs::path root;
    fs::path build; ///< from the root
};

Sources own_sources() {
    const fs::path program = own_program().parent_path();
    const fs::path build = program.filename() == "demo" ? program.parent_path() : program;
    std::error_code code;
    // With a sanitizer it is a folder deeper.
    for (const fs::path& root : {build.parent_path(), build.parent_path().parent_path()}) {
        if (fs::exists(root / "Makefile", code) && fs::is_directory(root / "ai-reference", code)) {
            return {root, build.lexically_relative(root)};
        }
    }
    return {};
}

/// A sample in another language than C++: reference.py is the AI reference-python.
constexpr auto sample_languages = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{".sh", "bash"},
     {".py", "python"},
     {".pl", "perl"},
     {".js", "javascript"},
     {".c", "c"},
     {".rs", "rust"},
     {".go", "go"},
     {".lua", "lua"}});

} // namespace

std::string make_for_game(std::string_view game) {
    const Sources sources = own_sources();
    std::error_code code;
    const fs::path built = sources.build / "games" / game;
    const fs::path ini = sources.root / "referee/games" / game / "game.ini";
    if (sources.root.empty() || !fs::exists(ini, code) ||
        fs::exists(sources.root / built / "game.ini", code)) {
        return "";
    }
    // One that is compiled is a folder of its own.
    std::ifstream lines(ini);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("build = ")) {
            return fmt::format("make {}/game.ini", built.string());
        }
    }
    return fmt::format("make {}", built.string());
}

std::string make_for_ai(std::string_view game, std::string_view name, std::string_view otherwise) {
    const Sources sources = own_sources();
    std::error_code code;
    if (sources.root.empty()) {
        return std::string(otherwise);
    }
    const fs::path samples = sources.root / "ai-samples" / game;
    const fs::path built = sources.build / "ai" / game / name;
    const auto has = [&](const fs::path& file) { return fs::is_regular_file(file, code); };
    if (has(samples / name / "ai.ini")) {
        return fmt::format("make {}/ai.ini", built.string());
    }
    bool is_source =
        has(samples / (std::string(name) + ".cpp")) ||
        (name == "reference" && has(sources.root / "ai-reference" / game / "reference.cpp"));
    for (const auto& [ending, language] : sample_languages) {
        const std::string tail = fmt::format("-{}", language);
        is_source |=
            name.ends_with(tail) &&
            has(samples / fmt::format("{}{}", name.substr(0, name.size() - tail.size()), ending));
    }
    return is_source ? fmt::format("make {}", built.string()) : std::string(otherwise);
}

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
        const fs::path file = path;
        const std::string make = make_for_ai(game, file.filename().string());
        if (file.parent_path().filename() == game && !make.empty() &&
            !fs::exists(folder_of_ais(game) / file.filename(), code)) {
            throw OfContestant<UserError>(
                name_of_unread(ai), fmt::format(
                                        "{}: it isn't built; run '{}' in the referee's sources",
                                        printable(path, 300), make));
        }
        const std::string meant = meant_by(path, game);
        if (!meant.empty()) {
            throw OfContestant<UserError>(
                name_of_unread(ai),
                fmt::format(
                    "{}: there is no such file; did you mean {}?", printable(path, 300), meant));
        }
    }
}

} // namespace referee
