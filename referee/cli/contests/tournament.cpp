// `tournament`: plays the matches of a plan and stores their results, or resumes it.

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/contests/continued_tournament.hpp"
#include "cli/contests/jobs.hpp"
#include "cli/contests/table_options.hpp"
#include "cli/contests/tournament_options.hpp"
#include "cli/contests/tournament_run.hpp"
#include "cli/match_options.hpp"
#include "os/output.hpp"
#include "pages/site/site.hpp"
#include "tournament/statistics/sprt.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <system_error>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 1> changed_words{"replay"};

/// Says beforehand if the fields can't decide what is asked for.
void warn_of_few_fields(const TournamentInput& input) {
    const PlanConfig& plan = input.config.plan;
    if (input.config.sprt && plan.fields < pairs_to_show(*input.config.sprt)) {
        const SprtConfig& sprt = *input.config.sprt;
        const double shown = elo_shown_by(plan.fields, sprt);
        constexpr double largest = 400; // normalised Elo
        print_error(fmt::format(
            "warning: {} may be too few for the sequential test: {} normalised Elo take about {}{}; "
            "give more fields",
            counted(plan.fields, "field"), sprt.elo1, pairs_to_show(sprt),
            shown < largest ? fmt::format(", and so few show {:.0f} or more", shown) : ""));
    }
    if (plan.format == Format::racing) {
        constexpr int enough = 1000;
        const int needed = plan.fields < enough ? min_fields_of_race(plan, enough) : 0;
        if (plan.fields < needed) {
            print_error(fmt::format(
                "warning: {} can't decide this race: it takes at least {}, even if every AI won all "
                "matches against those below it, and many more where AIs are nearly equal; give "
                "more fields",
                counted(plan.fields, "field"), needed));
        }
    }
}

/// Existing records belong to this tournament only if it is resumed.
void require_no_records(const std::string& folder, const std::string& database) {
    if (!std::filesystem::is_directory(folder)) {
        throw UserError(folder + ": no such folder for --records; create it first");
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        // If the database exists by now, another run of this tournament has just created it.
        if (name.starts_with("game-") && name.ends_with(".jsonl") &&
            !std::filesystem::exists(database)) {
            throw UserError(fmt::format(
                "{}: the folder has records of another tournament; name an empty one with "
                "--records",
                folder));
        }
    }
}

/// The folder of the site that --out asks for; empty: none.
std::string site_of(const Arguments& arguments) {
    return arguments.has("out") ? (fs::path(arguments.text("out")) / "site").string() : "";
}

/// The arguments with the places that --out names. Throws UserError.
Arguments with_places(const std::vector<std::string>& given) {
    Arguments arguments = tournament_arguments(given);
    if (!arguments.has("out")) {
        return arguments;
    }
    const fs::path folder = arguments.text("out");
    const fs::path site = site_of(arguments);
    std::error_code code;
    if (fs::exists(site, code) && !fs::is_empty(site, code) &&
        !fs::exists(site / "site.css", code)) {
        throw UserError(fmt::format(
            "--out {}: its folder 'site' has other files; name another folder", folder.string()));
    }
    std::vector<std::string> words = given;
    if (!arguments.has("db")) {
        words.insert(words.end(), {"--db", (folder / "results.sqlite").string()});
    }
    if (!arguments.has("records")) {
        make_folder("out", (folder / "records").string());
        words.insert(words.end(), {"--records", (folder / "records").string()});
    }
    return tournament_arguments(words);
}

/// What will be played, before it begins.
void tell_plan(const Arguments& arguments, const TournamentInput& input) {
    const PlanConfig& plan = input.config.plan;
    const bool may_stop = plan.format == Format::racing || input.config.sprt;
    const auto jobs = static_cast<std::int64_t>(
        cores_of_jobs(arguments, input.match_config, input.game->simultaneous, input.teams.seats())
            .size());
    print_message(fmt::format(
        "{}{} of {} on {}, {} at a time; the first games show how long it takes\n",
        may_stop ? "at most " : "", counted(planned_games(input.stored), "game"),
        counted(static_cast<std::int64_t>(input.contestants.size()), "AI"),
        counted(plan.fields, "field"), jobs));
}

/// A page with the games, for people.
void write_games_page(const Arguments& arguments, const Results& store) {
    SiteConfig config;
    config.folder = site_of(arguments);
    const fs::path folder = fs::absolute(arguments.text("out")).lexically_normal();
    config.title = arguments.text(
        "title", (folder.has_filename() ? folder : folder.parent_path()).filename().string());
    config.publishes_errors = true; // of the organiser's own games
    write_site(store, config);
    print_message(fmt::format(
        "games to watch: {}\n", safe_text((fs::path(config.folder) / "index.html").string())));
}

int run(const std::vector<std::string>& given) {
    const Arguments arguments = with_places(given);
    if (!arguments.words().empty()) {
        throw UserError(fmt::format(
            "unexpected argument '{}'; give fields with --fields (in quotes) and AIs with --ai",
            printable(arguments.words()[0])));
    }
    const std::string database = arguments.text("db", "results.sqlite");
    TournamentInput input = read_tournament(arguments, database);
    check_table_options(arguments, input.ais, database);
    if (!std::filesystem::exists(database)) {
        check_excluded(input, {});
    }
    warn_of_few_fields(input);
    const std::string records = arguments.text("records");
    if (!records.empty()) {
        input.config.records = fs::absolute(records)
                                   .lexically_normal()
                                   .lexically_relative(fs::absolute(database).parent_path())
                                   .generic_string();
    }
    if (!records.empty() && !std::filesystem::exists(database)) {
        require_no_records(records, database);
    }
    if (arguments.has("out")) {
        tell_plan(arguments, input);
    }
    const PlayedTournament played = play_tournament(
        arguments, input, database, arguments.has("json") || arguments.has("table"));
    const int status = show_results(played, [&] {
        show_tables(arguments, *played.store, played.store.get(), site_of(arguments));
        if (arguments.has("out")) {
            std::fflush(stdout);
            write_games_page(arguments, *played.store);
        }
    });
    if (!arguments.has("db") && !arguments.has("out")) { // nobody has named it
        std::fflush(stdout);
        print_message(fmt::format("written: {}\n", database));
    }
    if (status == exit_done && played.watch) {
        std::fflush(stdout);
        played.watch->finish();
    }
    return status;
}

} // namespace

const Usage& tournament_usage() {
    using enum Weight;
    static const Usage usage = [] {
        Usage tournament{
            "tournament", "referee tournament --fields 'FIELDS/*.dat' --ai A --ai B … [options]",
            "Plays every match of a plan and stores the results in a database. Run the same\n"
            "command again to resume an interrupted tournament. Options may also come from an\n"
            "INI file (--config).",
            "referee tournament --fields 'cup/*.dat' --ai my-ai --ai other-ai\n"
            "referee tournament --config tournament.ini --html report.html",
            match_options()};
        const std::vector<Option> own{
            explained(
                {"config", "FILE", "read options from an INI file: 'key = value'", Topic::running,
                 common},
                "The keys are long options; a key may be repeated, and paths are relative to the "
                "file. The command line takes precedence."),
            {"db", "FILE", "the database; default results.sqlite", Topic::output, common},
            {"fields", "PATTERN", "fields: a file, a folder, or a pattern in quotes", Topic::games,
             required, true},
            explained(
                {"format", "NAME",
                 "who plays whom (default: round-robin with two seats, sampled with more)",
                 Topic::games, common, false, made_formats},
                "A sampled tournament plays one group per field, balanced; in a gauntlet, the "
                "challenger is in every group; in a race, an AI stops playing as soon as it is "
                "certain whether it belongs to the top group."),
            explained(
                {"until-decided", "[K]",
                 "play until it is certain who the best K are; default: the best one", Topic::games,
                 rare},
                "The same as --format racing --top K. It also continues a round robin, a gauntlet "
                "or a sampled tournament: the race uses their games where it would have played "
                "them, and the same command without --until-decided counts all of them again."),
            decisive(
                {"top", "K", "size of the top group that racing determines; default 1",
                 Topic::games, rare}),
            decisive(
                {"confidence", "P", "confidence at which racing decides; default 0.95",
                 Topic::games, rare}),
            decisive(
                {"tie-fields", "N",
                 "number of fields that a knockout reserves for ties; default: a quarter",
                 Topic::games, rare}),
            decisive(
                {"challenger", "NAME", "the AI that plays in every group of a gauntlet",
                 Topic::games, rare}),
            {"schedule", "FILE",
             "file with the groups, instead of a format: a line of names for each field",
             Topic::games, rare},
            explained(
                {"sprt", "E0,E1[,A,B]",
                 "for two AIs: stop when the SPRT accepts H0 or H1 (normalised Elo)", Topic::games,
                 common},
                "H1: the first AI is more than E0 better; H0: it is less than E1 better. A and B "
                "are the probabilities of the two errors."),
            {"jobs", "N", "parallel games; default: one for each physical core", Topic::running,
             common},
            {"oversubscribe", "", "allow more parallel games than cores", Topic::running, rare},
            {"shard", "I/N", "play only the matches whose index is I modulo N", Topic::games, rare},
            explained(
                {"out", "DIR", "database, records and a site to watch, all in it", Topic::output,
                 common},
                "The same as --db DIR/results.sqlite --records DIR/records, and `referee site` into "
                "DIR/site at the end, also after Ctrl-C."),
            {"records", "DIR", "write a record of every game", Topic::output, rare},
            watch_option(),
            explained(
                {"starved", "replay", "drop and replay matches in which a late AI hardly computed",
                 Topic::running, rare, false, changed_words},
                "For results of a machine that was too busy; the report begins with that then. An AI that "
                "sleeps until its limit looks the same and gets another chance so: use it with AIs "
                "that you trust."),
            explained(
                {"moved", "replay",
                 "drop and replay unfinished matches that another processor began", Topic::running,
                 rare, false, changed_words},
                "For a tournament that goes on on another kind of machine: so all games of a match "
                "are played by one kind. Finished matches stay."),
            {"exclude", "NAME", "exclude this AI; its games are kept, but don't count", Topic::ais,
             rare, true},
            explained(
                {"changed", "replay", "drop and replay games of AIs and fields that have changed",
                 Topic::running, rare, false, changed_words},
                "Without it a tournament stops then, also when the files of an AI change while "
                "it plays."),
        };
        tournament.options.insert(tournament.options.end(), own.begin(), own.end());
        for (const Option& option : table_options()) {
            tournament.options.push_back(option);
        }
        for (const std::string_view name : {"json", "csv", "table"}) {
            option_named(tournament.options, name).weight = rare; // 'referee report' prints them
        }
        return tournament;
    }();
    return usage;
}

Arguments tournament_arguments(const std::vector<std::string>& given) {
    return {tournament_usage(), with_config(tournament_usage(), given)};
}

int tournament_command(const std::vector<std::string>& given) {
    const std::string config = Arguments(tournament_usage(), given).text("config");
    return with_lines_of(config, given, [&] { return run(given); });
}

} // namespace referee
