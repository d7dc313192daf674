#include "season/site.hpp"
#include "commands/commands.hpp"
#include "error.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace referee {
namespace {

const Usage usage{
    "site",
    "referee site DB DIR [options]",
    "Writes the site of a season or tournament: standings, a page for each entry,\n"
    "pair and field, and a replay of each recorded game. Writes only what has\n"
    "changed.",
    {
        {"title", "TEXT", "heading; default: the database's name"},
        {"errors", "", "publish the faults' reasons and standard error"},
        {"rest-after", "N", "games lost by faults in a row after which a version rests; default 5"},
    }};

} // namespace

int site_command(const std::vector<std::string>& words) {
    if (printed_help(usage, words)) {
        return exit_done;
    }
    const Arguments arguments(usage, words);
    if (arguments.words().size() != 2) {
        throw UserError("site needs a database and a folder; write 'referee site DB DIR'");
    }
    const Store store(arguments.words()[0], Store::Access::read);
    SiteConfig config;
    config.folder = arguments.words()[1];
    config.title =
        arguments.text("title", std::filesystem::path(arguments.words()[0]).stem().string());
    config.publishes_errors = arguments.has("errors");
    config.rest_after = static_cast<int>(arguments.integer("rest-after", 5, 0, 1'000'000));
    const SiteResult result = write_site(store, config);
    fmt::print("{}: {} files, {} written\n", config.folder, result.files, result.written);
    if (result.unreadable > 0) {
        print_error(fmt::format(
            "{} games have no replay because their records can't be read", result.unreadable));
    }
    return exit_done;
}

} // namespace referee
