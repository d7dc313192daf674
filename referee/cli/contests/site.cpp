// `site`: the pages of a database, to be put on a web server.

#include "pages/site/site.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/contests/announcement.hpp"
#include "game_programs/catalogue.hpp"
#include "game_programs/description.hpp"
#include "os/output.hpp"
#include "pages/site/files.hpp"
#include "tournament/store/store.hpp"

#include <ctime>
#include <filesystem>
#include <fmt/format.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

} // namespace

const Usage& site_usage() {
    using enum Weight;
    static const Usage usage = [] {
        Usage site{
            "site",
            "referee site DB DIR [options]",
            "Writes the site of a season or tournament: standings, a page for each entry,\n"
            "pair and field, and a replay of each recorded game. Writes only what has\n"
            "changed. Of a season, season.ini beside DB says what is public.",
            "referee site results.sqlite site\n"
            "referee site results.sqlite site --title 'Winter cup'",
            {
                rules_option(),
                {"errors", "", "publish the faults' reasons and standard error", Topic::output,
                 common},
                {"force", "", "write into a folder that has other files", Topic::output, common},
                {"rest-after", "N",
                 "games lost by faults in a row after which a version rests; default 5",
                 Topic::games, rare},
                {"json", "", "print what was written as one line of JSON", Topic::output, rare},
                {"unfrozen", "", "for the organiser: ignore freeze and embargo of season.ini",
                 Topic::games, rare},
            }};
        site.options.insert(
            site.options.end(), announcement_options().begin(), announcement_options().end());
        option_named(site.options, "title").help =
            "heading; default: that of season.ini, or the database's name";
        return site;
    }();
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
        !fs::exists(folder / "site.css", code) &&
        !fs::exists(folder / SiteFiles::keys_name, code)) {
        throw UserError(
            folder.string() +
            ": the folder has other files; name a new one, or add --force to publish them, too");
    }
}

/// A season's site says what season.ini says; and what is frozen there stays frozen, so a mistake
/// in the file is none to pass over.
Arguments public_arguments(const Results& store, const std::vector<std::string>& words) {
    const fs::path settings = fs::absolute(store.path()).parent_path() / "season.ini";
    std::error_code code;
    if (!store.is_season() || !fs::is_regular_file(settings, code)) {
        return {site_usage(), words};
    }
    return {site_usage(), with_announcement_of(settings.string(), words)};
}

/// The name of a season's folder; of a tournament's database.
std::string default_title(const Results& store) {
    const fs::path database = fs::absolute(store.path());
    return (store.is_season() ? database.parent_path().filename() : database.stem()).string();
}

/// A game whose rules are a program lies in a season's folder, or in games/ beside the fields.
void use_rules_of(const Results& store) {
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
    const Arguments given(site_usage(), words);
    if (given.words().size() != 2) {
        throw UserError("site needs a database and a folder; write 'referee site DB DIR'");
    }
    SiteConfig config;
    config.folder = given.words()[1];
    const std::string& database = given.words()[0];
    const bool is_public = !given.has("unfrozen");
    {
        const Store store(database, Store::Access::read);
        if (!given.has("rules")) {
            use_rules_of(store);
        }
        const Arguments arguments = public_arguments(store, words);
        config.title = arguments.has("title") ? arguments.text("title") : default_title(store);
        config.publishes_errors = arguments.has("errors");
        config.rest_after =
            static_cast<int>(arguments.integer("rest-after", config.rest_after, 0, 1'000'000));
        config.announcement = read_announcement(arguments);
    }
    config.now = static_cast<std::int64_t>(std::time(nullptr));
    if (!is_public) {
        config.announcement.calendar.freeze.reset();
        config.announcement.calendar.unfreeze.reset();
        config.announcement.calendar.embargo.reset();
    }
    if (!given.has("force")) {
        require_own_folder(config.folder);
    }
    const SiteResult result = publish_site(database, config);
    if (given.has("json")) {
        fmt::print(
            "{}\n", safe_json(Json({{"path", config.folder},
                                    {"files", result.files},
                                    {"written", result.written},
                                    {"removed", result.removed},
                                    {"unreadable", result.unreadable}})
                                  .dump()));
    } else {
        fmt::print("{}: {} files, {} written\n", config.folder, result.files, result.written);
    }
    if (result.removed > 0) {
        print_error(fmt::format(
            "{} that the site no longer has removed from {}", counted(result.removed, "file"),
            config.folder));
    }
    if (result.unreadable > 0) {
        print_error(fmt::format(
            "{} games have no replay because their records can't be read", result.unreadable));
    }
    return exit_done;
}

} // namespace referee
