#include "pages/site/site.hpp"
#include "base/error.hpp"
#include "base/ini.hpp"
#include "cli/commands.hpp"
#include "game_programs/catalogue.hpp"
#include "game_programs/description.hpp"
#include "os/output.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

} // namespace

const Usage& site_usage() {
    using enum Weight;
    static const Usage usage{
        "site",
        "referee site DB DIR [options]",
        "Writes the site of a season or tournament: standings, a page for each entry,\n"
        "pair and field, and a replay of each recorded game. Writes only what has\n"
        "changed.",
        "referee site results.sqlite site\n"
        "referee site results.sqlite site --title 'Winter cup'",
        {
            {"title", "TEXT", "heading; default: that of season.ini, or the database's name",
             Topic::output, common},
            rules_option(),
            {"errors", "", "publish the faults' reasons and standard error", Topic::output, common},
            {"force", "", "write into a folder that has other files", Topic::output, common},
            {"rest-after", "N",
             "games lost by faults in a row after which a version rests; default 5", Topic::games,
             rare},
        }};
    return usage;
}

namespace {

/// Everything in the folder is published, and pages may replace files of the same name.
void require_own_folder(const fs::path& folder) {
    std::error_code code;
    if (fs::exists(folder, code) && !fs::is_directory(folder, code)) {
        throw UserError(folder.string() + ": this is a file; name the folder of the site");
    }
    if (fs::is_directory(folder, code) && !fs::is_empty(folder, code) &&
        !fs::exists(folder / "site.css", code)) {
        throw UserError(
            folder.string() +
            ": the folder has other files; name a new one, or add --force to publish them, too");
    }
}

/// What season.ini says, or the name of the season's folder; of a tournament, the database's name.
std::string default_title(const Store& store) {
    const fs::path database = fs::absolute(store.path());
    if (!store.is_season()) {
        return database.stem().string();
    }
    const fs::path settings = database.parent_path() / "season.ini";
    std::error_code code;
    if (fs::is_regular_file(settings, code)) {
        try {
            for (const IniEntry& entry : read_ini(settings.string())) {
                if (entry.key == "title") {
                    return entry.value;
                }
            }
        } catch (const UserError&) { // 'referee season' reports it; it is no reason to have no site
        }
    }
    return database.parent_path().filename().string();
}

/// A game whose rules are a program lies in a season's folder, or in games/ beside the fields.
void use_rules_of(const Store& store) {
    const fs::path folder = fs::absolute(store.path()).parent_path();
    std::vector<fs::path> places{folder};
    if (!store.fields().empty()) {
        places.push_back((folder / store.fields().front().path).parent_path());
    }
    for (const fs::path& place : places) {
        const fs::path rules = place / "games" / store.tournament().game;
        std::error_code code;
        if (fs::exists(rules / game_file, code)) {
            use_rules(rules.string());
            return;
        }
    }
}

} // namespace

int site_command(const std::vector<std::string>& words) {
    const Arguments arguments(site_usage(), words);
    if (arguments.words().size() != 2) {
        throw UserError("site needs a database and a folder; write 'referee site DB DIR'");
    }
    const Store store(arguments.words()[0], Store::Access::read);
    if (!arguments.has("rules")) {
        use_rules_of(store);
    }
    SiteConfig config;
    config.folder = arguments.words()[1];
    config.title = arguments.has("title") ? arguments.text("title") : default_title(store);
    config.publishes_errors = arguments.has("errors");
    config.rest_after = static_cast<int>(arguments.integer("rest-after", 5, 0, 1'000'000));
    if (!arguments.has("force")) {
        require_own_folder(config.folder);
    }
    const SiteResult result = write_site(store, config);
    fmt::print("{}: {} files, {} written\n", config.folder, result.files, result.written);
    if (result.unreadable > 0) {
        print_error(fmt::format(
            "{} games have no replay because their records can't be read", result.unreadable));
    }
    return exit_done;
}

} // namespace referee
