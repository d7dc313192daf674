// `merge`: joins the databases of shards into one.

#include "tournament/play/merge.hpp"
#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/contests/table_options.hpp"
#include "os/output.hpp"
#include "tournament/store/store.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace referee {

const Usage& merge_usage() {
    static const Usage usage = [] {
        Usage merge{
            "merge", "referee merge OUT.sqlite SHARD.sqlite …",
            "Merges the databases of shards into a new one and prints its tables. Missing\n"
            "games are listed (exit status 3). To play them, run 'referee tournament' with\n"
            "the same options, without --shard and with --db OUT.sqlite.",
            "referee merge all.sqlite shard-0.sqlite shard-1.sqlite\n"
            "referee merge all.sqlite shards/*.sqlite --html all.html",
            table_options()};
        return merge;
    }();
    return usage;
}

int merge_command(const std::vector<std::string>& words) {
    const Arguments arguments(merge_usage(), words);
    if (arguments.words().size() < 2) {
        throw UserError(
            "merge needs a new file and at least one shard; write 'referee merge OUT SHARD…'");
    }
    const std::string out = arguments.words()[0];
    const std::vector<std::string> shards(arguments.words().begin() + 1, arguments.words().end());
    check_table_options(arguments, Store(shards[0], Store::Access::read).ais(), "");
    if (std::filesystem::exists(out) && !arguments.has("force")) {
        throw UserError(out + ": the file already exists; --force overwrites it");
    }
    const MergeResult result = merge_shards(out, shards);
    const Store store(out, Store::Access::read);
    show_tables(arguments, store);
    print_message(fmt::format(
        "merged {} games from {} databases; {} were duplicates\n", result.games, shards.size(),
        result.duplicates));
    if (result.missing.empty()) {
        return exit_done;
    }
    std::fflush(stdout);
    for (const std::string& line : result.missing) {
        print_message(fmt::format("missing: {}\n", line));
    }
    return exit_found;
}

} // namespace referee
