#include "cli/contests/season_config.hpp"

#include "ai/contestant.hpp"
#include "ai/program.hpp"
#include "ai/shipped.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/contests/announcement.hpp"
#include "cli/contests/season_plan.hpp"
#include "cli/contests/tournament_options.hpp"
#include "cli/fields.hpp"
#include "cli/match_options.hpp"
#include "game/registry.hpp"
#include "game_programs/catalogue.hpp"
#include "game_programs/description.hpp"
#include "game_programs/game_folder.hpp"
#include "match/match.hpp"
#include "os/draft.hpp"
#include "os/output.hpp"
#include "season/cluster/slurm.hpp"
#include "season/entries/entries.hpp"
#include "version.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

/// Who may read standard error of faults.
enum class ErrorReaders { author, all };

constexpr std::array<std::string_view, 2> enum_names(ErrorReaders) {
    return {"author", "all"};
}

/// Options of a single invocation of the command.
const std::vector<Option>& call_options() {
    using enum Weight;
    static const std::vector<Option> options{
        {"once", "", "stop when every active version has its games", Topic::running, common},
        {"final", "'top N'", "write a final of the best N as a tournament, and exit", Topic::finals,
         common},
        {"format", "NAME", "format of the final (default: as for tournaments)", Topic::finals, rare,
         false, final_formats()},
        {"final-fields", "N", "number of new fields for the final; default 50", Topic::finals,
         rare},
        {"batch", "N", "write the next N matches as a tournament to play elsewhere, and exit",
         Topic::finals, rare},
        {"out", "DIR", "the folder for --final or --batch; it must not exist", Topic::finals,
         common},
        {"join", "FILE", "add the games of a batch's database, and exit", Topic::finals, rare},
        {"marks", "FILE", "write the marks as CSV ('-': standard output), and exit", Topic::finals,
         common},
        {"jobs", "N", "parallel games; default: one for each physical core", Topic::running,
         common},
        explained(
            {"status", "", "print what is played and what waits, and exit", Topic::running, rare},
            "It may be called while the season runs, on the same machine. With 'engine = slurm' it "
            "asks Slurm, and names the jobs, the core-hours used, and those to come."),
        explained(
            {"stop-jobs", "", "end the jobs of 'engine = slurm', and exit", Topic::running, rare},
            "Stop the season first: it leaves its jobs running. What they have played is kept, and "
            "the next start submits the rest again."),
        {"check-job", "DIR", "what a job of 'engine = slurm' runs: check the version in DIR",
         Topic::running, rare},
        {"json", "", "print the outcome as one line of JSON", Topic::output, rare},
        {"oversubscribe", "", "allow more parallel games than cores", Topic::running, rare},
        {"changed", "replay", "play all games again if the rules of the game have changed",
         Topic::running, rare},
    };
    return options;
}

/// The options that season.ini may also set, besides those of a match.
const std::vector<Option>& season_options() {
    using enum Weight;
    static const std::vector<Option> options{
        {"game", "NAME", "the game", Topic::games, common, false, game_names()},
        {"fields", "PATTERN", "fields: a file, a folder, or a pattern in quotes", Topic::games,
         rare, true},
        {"generate", "N",
         "instead of --fields: generate N fields, in the folder 'fields', at the first start",
         Topic::games, common},
        {"field-seed", "N", "seed of the first of these fields; default: random", Topic::games,
         rare},
        {"players", "N", "number of seats of these fields", Topic::games, rare},
        {"field-set", "KEY=VALUE", "a parameter of these fields, and of those for the final",
         Topic::games, rare, true},
        {"baseline", "[NAME=]PATH", "AIs that play out of competition, separated by commas",
         Topic::ais, common, true},
        {"reference", "PATH", "the AI that a new version plays first; default: the first baseline",
         Topic::ais, rare},
        explained(
            {"games", "N", "minimum number of matches of each version; default 20", Topic::games,
             common},
            "Matches for marks don't count."),
        {"max-games", "N", "maximum number of matches of a version, if there is time; default 80",
         Topic::games, rare},
        {"mark-games", "N", "matches against each baseline that count for marks; default 0",
         Topic::games, rare},
        {"rest-after", "N", "games lost by faults in a row after which a version rests; default 5",
         Topic::games, rare},
        {"hour-budget", "TIME", "time that an entry's moves may take per hour; default 10m",
         Topic::limits, rare},
        {"publish-errors", "WHO", "who may read standard error of faults", Topic::output, rare,
         false, all_names<ErrorReaders>},
        explained(
            {"decide", "WHAT ENTRY ENTRY", "whether both, first or none of two copies play",
             Topic::ais, rare, true},
            "The season reports entries with equal or nearly equal files to the organiser alone. Until "
            "it is decided both play, but not against each other, and neither comes into a final with the "
            "other."),
        explained(
            {"on-note", "COMMAND",
             "run by a shell when a version is accepted, rejected, late or rests", Topic::output,
             rare},
            "It gets the note on standard input, and REFEREE_ENTRY, REFEREE_VERSION, REFEREE_STATUS "
            "and REFEREE_NOTE in its environment: it may send a mail or call a web hook. What fails "
            "is tried five times."),
        explained(
            {"engine", "NAME", "what plays the games", Topic::running, rare, false,
             all_names<EngineKind>},
            "local: parallel games on this machine. slurm: jobs on a cluster, which play shards of "
            "the queue and are joined as they end; the season's folder must be visible on all nodes. "
            "Versions are checked on this machine in any case."),
        {"shard-time", "TIME", "with slurm: how long a job is to take; default 10m", Topic::running,
         rare},
        {"shards", "N", "with slurm: maximum number of jobs at once, running or waiting; default 8",
         Topic::running, rare},
        explained(
            {"slurm-options", "WORDS", "options for sbatch; default: --exclusive", Topic::running,
             rare},
            "For example '--partition=games --constraint=epyc --exclusive'. Nodes of one kind make "
            "time limits comparable."),
        {"no-records", "", "write no records; the site then has no replays", Topic::output, rare},
        {"build-limit", "TIME", "time limit of a build; default 2m", Topic::limits, rare},
        {"build-memory", "SIZE", "memory limit of a build; default 4G", Topic::limits, rare},
        {"build-size", "SIZE",
         "maximum size of a version including its build's output; default 256M", Topic::limits,
         rare},
        explained(
            {"entry-size", "SIZE",
             "maximum size of all that is kept of an entry; default four times build-size",
             Topic::limits, rare},
            "What an entry has submitted and the copies of its accepted versions count. When it has "
            "too much, the files of its oldest rejected versions are removed first; notes and games "
            "stay. The entrant's notes say what the entry has and may have."),
        {"entry-files", "N", "maximum number of files and folders of an entry; default 60000",
         Topic::limits, rare},
        {"entry-versions", "N", "maximum number of versions whose files are kept; default 50",
         Topic::limits, rare},
        {"entry-waiting", "N",
         "maximum number of an entry's versions that wait for their check; default 10",
         Topic::limits, rare},
    };
    return options;
}

Usage full_usage() {
    Usage usage = season_usage();
    usage.options.push_back({"config", "FILE", "", Topic::running, Weight::rare});
    return usage;
}

std::vector<Baseline> read_baselines(const Arguments& arguments, const std::string& folder) {
    std::vector<Baseline> baselines;
    for (const std::string& list : arguments.all("baseline")) {
        std::string_view rest = list;
        while (!rest.empty()) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            std::string word(rest.substr(0, comma));
            rest.remove_prefix(std::min(comma + 1, rest.size()));
            word.erase(0, word.find_first_not_of(' '));
            word.erase(word.find_last_not_of(' ') + 1);
            if (word.empty()) {
                continue;
            }
            const NamedPath given = split_name(word);
            const fs::path path = (fs::path(folder) / given.path).lexically_normal();
            const std::string name = given.name.empty() ? path.filename().string() : given.name;
            if (!objection_to_name(name).empty()) {
                throw UserError(fmt::format(
                    "--baseline {}: the name '{}': {}; write NAME=PATH", printable(list),
                    printable(name), objection_to_name(name)));
            }
            if (std::any_of(baselines.begin(), baselines.end(), [&](const Baseline& other) {
                    return other.name == name;
                })) {
                throw UserError(fmt::format(
                    "--baseline {}: two baselines are named '{}'; write NAME=PATH", printable(list),
                    printable(name)));
            }
            baselines.push_back({name, path.string()});
        }
    }
    return baselines;
}

/// What the folder of generated fields depends on.
std::string settings_of(const FieldRequest& request) {
    std::string text = fmt::format(
        "game {}\ngenerate {}\nplayers {}\n", request.game, request.count, request.create.players);
    for (const auto& [key, value] : request.create.settings) {
        text += fmt::format("field-set {}={}\n", key, value);
    }
    if (request.seed) { // a random one is known to nobody
        text += fmt::format("field-seed {}\n", *request.seed);
    }
    return text;
}

/// Makes the fields at the first start, when everything else has been checked; afterwards they stay
/// as they are, and other settings get a note.
std::string generated_fields(const Arguments& arguments, const SeasonConfig& config) {
    std::string folder = config.path("fields");
    const std::string settings = folder + "/settings.txt";
    FieldRequest request = field_request(arguments);
    request.count = static_cast<int>(arguments.integer("generate", 0, 1, 100'000));
    if (arguments.has("field-seed")) {
        request.seed = static_cast<std::uint64_t>(
            arguments.integer("field-seed", 0, 0, std::int64_t{1} << 62U));
    }
    if (!fs::exists(folder)) {
        require_own_ais(config, game_named(request.game).info().name);
        try {
            make_fields(request, folder);
        } catch (const UserError& problem) { // --set is a word of `create`
            const std::string_view text = problem.what();
            throw UserError(
                text.starts_with("--set ") ? fmt::format("--field-{}", text.substr(2))
                                           : std::string(text));
        }
        write_if_changed(settings, settings_of(request));
    } else if (fs::exists(settings) && !holds(settings, settings_of(request))) {
        print_error(fmt::format(
            "note: the fields in {} were generated at the first start; the changed settings in {} have "
            "no effect. Before the season begins, delete that folder to generate them again",
            folder, config.path("season.ini")));
    }
    return folder;
}

/// Numbers of seats and ways to assign them are easily taken for one another.
void require_right_key(const Arguments& arguments) {
    std::int64_t number = 0;
    if (arguments.has("seats") && parse_integer(arguments.text("seats"), number)) {
        throw UserError(fmt::format(
            "--seats '{}': seats says how AIs are assigned to seats (rotate, all or fixed); their "
            "number is 'players = {}'",
            printable(arguments.text("seats")), number));
    }
    if (arguments.has("players") && !parse_integer(arguments.text("players"), number)) {
        throw UserError(fmt::format(
            "--players '{}': players is the number of seats of generated fields; how AIs are "
            "assigned to them is 'seats = HOW'",
            printable(arguments.text("players"))));
    }
}

/// The fields of a season: given, or generated at its first start.
void read_season_fields(const Arguments& arguments, SeasonConfig& config) {
    std::vector<std::string> patterns = arguments.all("fields");
    if (patterns.empty() == !arguments.has("generate")) {
        throw UserError(fmt::format(
            "{}: write exactly one of 'fields = PATTERN' and 'generate = N'",
            config.path("season.ini")));
    }
    if (arguments.has("generate")) {
        patterns = {generated_fields(arguments, config)};
    }
    const FieldSet set = read_field_set(patterns);
    config.game = set.game;
    config.teams = set.teams;
    config.seats = set.teams.places();
    config.fields = set.fields;
    if (arguments.has("game") && arguments.text("game") != config.game->name) {
        throw UserError(fmt::format(
            "{}: game is '{}', but the fields are for {}", config.path("season.ini"),
            printable(arguments.text("game")), config.game->name));
    }
}

void hide_files(SeasonConfig& config) {
    for (const auto& [name, what] :
         {std::pair("season.sqlite", "the database"), std::pair("season.ini", "season.ini"),
          std::pair("entries", "the entries"), std::pair("versions", "the versions"),
          std::pair("notes", "the notes"), std::pair("records", "the records"),
          std::pair("cluster", "the shards")}) {
        if (fs::exists(config.path(name))) {
            config.match.hidden.emplace_back(config.path(name), what);
        }
    }
    config.match.hidden.emplace_back(config.fields.front().path, "a field");
    config.match.hidden.emplace_back(
        fs::path(config.fields.front().path).parent_path(), "the folder of the fields");
}

/// The options of a match as words for other commands of the referee, but for those that they
/// choose themselves.
std::vector<std::string> match_words(const Arguments& arguments) {
    constexpr auto not_passed = std::to_array<std::string_view>({"ai", "seats", "logs", "cores"});
    std::vector<std::string> words;
    for (const Option& option : match_options()) {
        if (!arguments.has(option.name) ||
            std::find(not_passed.begin(), not_passed.end(), option.name) != not_passed.end()) {
            continue;
        }
        if (option.value.empty()) {
            words.push_back("--" + std::string(option.name));
        }
        for (const std::string& value :
             option.value.empty() ? std::vector<std::string>() : arguments.all(option.name)) {
            words.push_back("--" + std::string(option.name));
            words.push_back(value);
        }
    }
    return words;
}

void fill_head(const Arguments& arguments, SeasonConfig& config) {
    constexpr std::int64_t max_matches = 1 << 30U;
    check_points(config.match.points, config.seats);
    require_no_network(config.match, *config.game);
    StoredTournament& head = config.head;
    head.game = config.game->name;
    head.seats = config.seats;
    head.teams = config.teams.text();
    head.games_per_match =
        static_cast<int>(seat_plan(config.seats, config.match.seat_orders).size());
    head.format = season_format;
    head.matches = max_matches;
    head.settings = decisive_settings(arguments);
    head.match_decides = config.game->match_decides;
    head.points = config.match.points;
    head.seed = config.match.seed;
    head.draws_seats = config.match.seat_orders == SeatOrders::rotate;
    head.limits = limits_text(arguments);
    head.version = version;
}

void read_numbers(const Arguments& arguments, SeasonConfig& config) {
    constexpr std::int64_t max = 1'000'000;
    const auto number = [&](const char* name, int default_value, std::int64_t min) {
        return static_cast<int>(arguments.integer(name, default_value, min, max));
    };
    config.games = number("games", config.games, 1);
    config.max_games = number("max-games", 4 * config.games, 0);
    config.mark_games = number("mark-games", config.mark_games, 0);
    config.rest_after = number("rest-after", config.rest_after, 0);
    config.records = !arguments.has("no-records");
    config.on_note = arguments.text("on-note");
    for (const std::string& decision : arguments.all("decide")) {
        read_decision(decision, config.decisions);
    }
    const auto hour = arguments.duration("hour-budget");
    if (hour) {
        config.hour_budget = static_cast<double>(hour->count()) / 1000;
    }
    config.build.time = arguments.duration("build-limit").value_or(config.build.time);
    config.build.memory = arguments.size("build-memory").value_or(config.build.memory);
    config.build.size = arguments.size("build-size").value_or(config.build.size);
    constexpr std::uint64_t builds = 4;
    EntryQuota& quota = config.quota;
    quota.version_size = config.build.size;
    quota.size = arguments.size("entry-size").value_or(builds * config.build.size);
    quota.files = static_cast<std::size_t>(
        arguments.integer("entry-files", static_cast<std::int64_t>(quota.files), 1, max));
    // One that plays and one that waits.
    quota.versions = static_cast<std::size_t>(
        arguments.integer("entry-versions", static_cast<std::int64_t>(quota.versions), 2, max));
    quota.waiting = static_cast<std::size_t>(
        arguments.integer("entry-waiting", static_cast<std::int64_t>(quota.waiting), 1, max));
    config.engine = arguments.word("engine", EngineKind::local);
    config.cluster.shards = number("shards", config.cluster.shards, 1);
    if (const auto time = arguments.duration("shard-time")) {
        if (time->count() == 0) {
            throw UserError(fmt::format(
                "--shard-time {}: a job must end; write e.g. 10m", arguments.text("shard-time")));
        }
        config.cluster.shard_time = std::max(
            std::chrono::seconds(1), std::chrono::duration_cast<std::chrono::seconds>(*time));
    }
    config.cluster.slurm_options = arguments.text("slurm-options", config.cluster.slurm_options);
    words_of_options(config.cluster.slurm_options); // before anything is played
    config.publishes_errors =
        arguments.word("publish-errors", ErrorReaders::author) == ErrorReaders::all;
}

/// A game whose rules are a program is copied when the season is made, and played from the copy: a
/// change of its folder doesn't reach a season that runs. `--changed replay` takes the changed
/// rules over; the copy before stays beside it.
void take_rules(const Arguments& arguments, const SeasonConfig& config) {
    if (arguments.has("changed") && arguments.text("changed") != "replay") {
        throw UserError("--changed: write 'replay'");
    }
    if (!arguments.has("rules")) {
        return;
    }
    const GameInfo& named = use_rules(arguments.text("rules")).info();
    const fs::path copy = fs::path(config.path("games")) / named.name;
    const std::string hash = fs::exists(copy) ? sha256_of_game(copy) : "";
    if (hash != named.sha256) {
        if (!hash.empty() && arguments.text("changed") != "replay") {
            throw UserError(fmt::format(
                "{}: the rules have changed since the season was made ({}); restore them, or play "
                "all games again with --changed replay",
                named.folder, copy.string()));
        }
        Draft draft(copy.string(), Draft::Kind::folder);
        copy_rules(std::string(named.folder), draft.path());
        if (!hash.empty()) {
            fs::rename(copy, fmt::format("{}-{}", copy.string(), hash.substr(0, 8)));
        }
        draft.publish();
    }
    for (const std::string_view name : shown_files) {
        const std::string text = read_game_text(std::string(named.folder), name);
        if (!text.empty()) {
            write_if_changed((copy / name).string(), text);
        }
    }
    use_rules(copy.string());
}

} // namespace

const std::vector<std::string_view>& final_formats() {
    static const std::vector<std::string_view> formats = [] {
        std::vector<std::string_view> all(made_formats.begin(), made_formats.end());
        std::erase(all, name_of(Format::gauntlet));
        return all;
    }();
    return formats;
}

const Usage& season_usage() {
    static const Usage usage = [] {
        Usage season{
            "season", "referee season DIR [options]",
            "Runs a contest: accepts versions from DIR/entries/NAME/VERSION, checks them,\n"
            "plays, and keeps DIR/notes and DIR/site up to date, until it is stopped. The\n"
            "same command resumes it. DIR/season.ini sets options as 'key = value', but for\n"
            "those of a single call: --once, --jobs, finals, batches, marks and plans.",
            "referee season cup\n"
            "referee season cup --final 'top 8' --out final",
            call_options()};
        for (const auto* const more :
             {&plan_options(), &season_options(), &announcement_options()}) {
            season.options.insert(season.options.end(), more->begin(), more->end());
        }
        for (const Option& option : match_options()) {
            if (option.name != "ai" && option.name != "set") {
                season.options.push_back(option);
            }
        }
        Option& kept = option_named(season.options, keep_residents_option);
        kept.help = "refused: games of a season carry nothing over to the next";
        kept.more = {};
        return season;
    }();
    return usage;
}

void require_own_ais(const SeasonConfig& config, std::string_view game) {
    std::vector<std::string> ais;
    for (const Baseline& baseline : config.baselines) {
        ais.push_back(baseline.path);
    }
    if (!config.reference.empty()) {
        ais.push_back(config.reference);
    }
    refuse_missing_ais(ais, game);
    for (const std::string& ai : ais) {
        read_program(ai);
    }
}

std::string season_ini(const std::vector<std::string>& given) {
    const Arguments words(season_usage(), given);
    if (words.words().size() > 1 && words.has("decide")) {
        throw UserError(
            "--decide takes one text; write it in quotes, e.g. --decide 'both ann bob'");
    }
    if (words.words().size() != 1) {
        throw UserError("season needs the folder of a season; write 'referee season DIR'");
    }
    // Absolute, because commands are run in other folders.
    const fs::path folder = fs::weakly_canonical(words.words()[0]);
    if (folder.filename() == "season.ini" && fs::is_regular_file(folder)) {
        throw UserError(fmt::format(
            "{0}: name its folder: referee season {1}", folder.string(),
            folder.parent_path().string()));
    }
    std::string file = (folder / "season.ini").string();
    if (!fs::exists(file)) {
        throw UserError(
            file + ": no such file; write one with lines such as 'game = gems', 'generate = "
                   "100' and 'baseline = PATH' ('referee season --help-all' explains them)");
    }
    return file;
}

Arguments season_arguments(const std::vector<std::string>& given, const std::string& file) {
    const Usage usage = full_usage();
    std::vector<std::string> all = given;
    all.insert(all.end(), {"--config", file});
    return {usage, with_config(usage, all)};
}

FieldRequest field_request(const Arguments& arguments) {
    FieldRequest request;
    request.game = chosen_game(arguments).info().name;
    request.create.players =
        static_cast<int>(arguments.integer("players", 0, 0, static_cast<int>(max_seats)));
    for (const std::string& setting : arguments.all("field-set")) {
        const std::size_t at = setting.find('=');
        if (at == std::string::npos || at == 0) {
            throw UserError(fmt::format("--field-set {}: write KEY=VALUE", printable(setting)));
        }
        request.create.settings[setting.substr(0, at)] = setting.substr(at + 1);
    }
    return request;
}

SeasonConfig read_season(const Arguments& arguments) {
    require_right_key(arguments);
    if (arguments.has(keep_residents_option)) {
        throw UserError(fmt::format(
            "{}: games of a season carry nothing over to the next; leave it out, and test engines "
            "with 'referee tournament'",
            keep_residents_option));
    }
    SeasonConfig config;
    config.folder = fs::canonical(arguments.words()[0]).string();
    config.title = arguments.text("title", fs::path(config.folder).filename().string());
    config.announcement = read_announcement(arguments);
    config.match = read_match_settings(arguments);
    config.baselines = read_baselines(arguments, config.folder);
    config.reference =
        arguments.text("reference", config.baselines.empty() ? "" : config.baselines.front().path);
    read_numbers(arguments, config);
    take_rules(arguments, config);
    read_season_fields(arguments, config);
    config.match_words = match_words(arguments);
    fill_head(arguments, config);
    for (const char* const name : {"entries", "notes", "versions", "records"}) {
        fs::create_directories(config.path(name));
    }
    hide_files(config);
    return config;
}

} // namespace referee
