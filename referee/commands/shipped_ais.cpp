#include "commands/shipped_ais.hpp"

#include "commands/installed_files.hpp"
#include "commands/near_name.hpp"
#include "error.hpp"
#include "field/text.hpp"
#include "match/contestant.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

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
    const fs::path here = fs::proximate(whole, code);
    return (code || here.string().starts_with("..") ? whole : here).string();
}

} // namespace

void refuse_missing_ais(const std::vector<std::string>& ais, std::string_view game) {
    constexpr std::string_view person = "human";
    for (const std::string& ai : ais) {
        const std::string path = split_name(ai).path;
        std::error_code code;
        const bool is_there = fs::exists(ai, code) || fs::exists(path, code);
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
