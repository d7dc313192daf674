#include "cli/match_options.hpp"

#include "base/error.hpp"
#include "base/remedy.hpp"
#include "base/text.hpp"
#include "match/work_space.hpp"
#include "os/cores.hpp"
#include "os/folder.hpp"
#include "os/output.hpp"
#include "sandbox/memory_group.hpp"
#include "sandbox/missing_features.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>

namespace referee {
namespace {

std::vector<std::string_view> split_at_commas(std::string_view text) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t comma = text.find(',');
        parts.push_back(text.substr(0, comma));
        if (comma == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(comma + 1);
    }
}

std::vector<int> read_cores(const std::string& text) {
    const std::vector<int> allowed = allowed_cores();
    std::vector<int> cores;
    for (const std::string_view part : split_at_commas(text)) {
        const std::size_t dash = part.find('-');
        std::int64_t first = 0;
        std::int64_t last = 0;
        const bool is_good =
            parse_integer(part.substr(0, dash), first) &&
            (dash == std::string_view::npos ? (last = first, true)
                                            : parse_integer(part.substr(dash + 1), last));
        if (!is_good || first < 0 || last < first || last > 100000) {
            throw UserError(
                fmt::format("--cores {}: invalid list; write e.g. 0,2-3", printable(text)));
        }
        for (std::int64_t core = first; core <= last; ++core) {
            if (std::find(allowed.begin(), allowed.end(), core) == allowed.end()) {
                throw UserError(fmt::format(
                    "--cores {}: core {} is not available; available cores: {}", printable(text),
                    core, fmt::join(allowed, ",")));
            }
            cores.push_back(static_cast<int>(core));
        }
    }
    std::sort(cores.begin(), cores.end());
    cores.erase(std::unique(cores.begin(), cores.end()), cores.end());
    return cores;
}

std::vector<double> read_points(const std::string& text) {
    std::vector<double> points;
    for (const std::string_view part : split_at_commas(text)) {
        double value = 0;
        const auto [end, code] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (code != std::errc() || end != part.data() + part.size() || !(value >= -1e6) ||
            !(value <= 1e6)) {
            throw UserError(fmt::format(
                "--points {}: invalid list; write points by rank, e.g. 3,1", printable(text)));
        }
        points.push_back(value);
    }
    return points;
}

} // namespace

void check_points(const std::vector<double>& points, int seats) {
    const int count = static_cast<int>(points.size());
    if (count > seats) {
        throw UserError(fmt::format(
            "--points: {} for {}; give one for each rank from 1 to {}", counted(count, "value"),
            counted(seats, "seat"), seats));
    }
    if (count > 0 && count < seats) {
        print_error(
            count + 1 == seats
                ? fmt::format("note: --points gives no points to rank {}", seats)
                : fmt::format(
                      "note: --points gives no points to ranks {} to {}", count + 1, seats));
    }
}

void require_names(
    std::string_view option, const std::vector<std::string>& names,
    const std::vector<Contestant>& contestants) {
    for (const std::string& name : names) {
        std::vector<std::string> known;
        for (const Contestant& contestant : contestants) {
            known.push_back(printable(contestant.name));
        }
        if (std::find(known.begin(), known.end(), printable(name)) == known.end()) {
            throw UserError(fmt::format(
                "--{} {}: there is no AI of that name; choose from: {}", option, printable(name),
                fmt::join(known, ", ")));
        }
    }
}

void require_names(const MatchConfig& config, const std::vector<Contestant>& contestants) {
    require_names("allow-network", config.networked, contestants);
    std::vector<std::string> limited;
    for (const OwnLimit& own : config.own_limits) {
        const bool is_entry = std::any_of( // of a season, whose versions play
            contestants.begin(), contestants.end(),
            [&](const Contestant& ai) { return ai.name.starts_with(own.ai + "@"); });
        if (!is_entry) {
            limited.push_back(own.ai);
        }
    }
    require_names("time-limit", limited, contestants);
}

void require_no_network(const MatchConfig& config, const GameInfo& game) {
    if (!config.networked.empty() && !game.teams.empty()) {
        throw UserError(fmt::format(
            "--allow-network {}: {} is played in teams, and partners could talk through the "
            "network; leave the option out",
            printable(config.networked.front()), game.name));
    }
}

void note_readable_programs(const MatchConfig& config, const std::vector<Contestant>& contestants) {
    if (config.confinement == Confinement::none) {
        return;
    }
    std::error_code code;
    std::vector<std::filesystem::path> allowed;
    for (const std::string& path : config.readable) {
        allowed.push_back(std::filesystem::weakly_canonical(path, code));
    }
    const auto place_of = [](const Program& program) {
        return !program.folder.empty()  ? program.folder
               : !program.named.empty() ? program.named.front()
                                        : program.executable;
    };
    int count = 0;
    std::string example;
    for (const Contestant& reader : contestants) {
        std::vector<std::filesystem::path> places = allowed;
        if (!reader.program.folder.empty()) {
            places.emplace_back(reader.program.folder);
        }
        for (const Contestant& other : contestants) {
            const std::string read = place_of(other.program);
            const auto place = std::find_if(places.begin(), places.end(), [&](const auto& folder) {
                return is_below(read, folder);
            });
            if (place != places.end() && read != place_of(reader.program) && count++ == 0) {
                example = fmt::format(
                    "{} may read the program of {}, because it lies in {}", safe_text(reader.name),
                    safe_text(other.name), safe_text(place->string()));
            }
        }
    }
    if (count > 0) {
        print_error(fmt::format(
            "note: {}{}", example, count == 1 ? "" : fmt::format(" ({} such pairs)", count)));
    }
}

void make_folder(std::string_view option, const std::string& path) {
    std::error_code code;
    std::filesystem::create_directories(path, code);
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored)) {
        throw UserError(fmt::format(
            "--{} {}: the folder can't be created ({}); name another one", option, printable(path),
            code ? code.message() : "a file with that name exists"));
    }
}

Option watch_option() {
    return explained(
        {"watch", "[PORT]",
         "show the games in a browser while they are played; default port 8009 or the next free "
         "one",
         Topic::watching, Weight::common},
        "The page is served until it has all games; see WATCHING AND PLAYING.");
}

Option human_time_option() {
    return explained(
        {"human-time", "TIME", "limit for each answer of a person (--ai human); default none",
         Topic::watching, Weight::rare},
        "AIs have their own limits.");
}

namespace {

using Read = void (*)(const Arguments& arguments, std::string_view name, MatchConfig& config);

/// An option and what it sets: a new option is a member of MatchConfig and a row here.
struct MatchOption {
    Option option;
    Read read = nullptr;          ///< null: it is read elsewhere
    std::string_view called = {}; ///< its name in limits_text(); empty: it isn't there
};

template <auto Member>
void take_switch(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    config.*Member = arguments.has(name);
}

template <auto Member>
void take_text(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    config.*Member = arguments.text(name);
}

template <auto Member>
void take_all(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    config.*Member = arguments.all(name);
}

template <auto Member>
void take_word(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    config.*Member = arguments.word(name, config.*Member);
}

template <auto Member>
void take_duration(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    config.*Member = arguments.duration(name);
}

/// A limit for all, and limits of AIs by name. Parameters that are set are a part of a name
/// (`--set`), so the last '=' counts.
void take_time_limits(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    for (const std::string& value : arguments.all(name)) {
        const std::size_t at = value.rfind('=');
        const std::string ai = at == std::string::npos ? "" : value.substr(0, at);
        const std::string text = value.substr(at == std::string::npos ? 0 : at + 1);
        const auto limit = text == "none" ? std::chrono::milliseconds(0) : parse_duration(text);
        if (!limit || at == 0) {
            throw UserError(fmt::format(
                "--{} {}: invalid value; write e.g. 500ms, 10s, 1m (at most a week), or none; for one "
                "AI NAME=10s",
                name, printable(value)));
        }
        const bool is_known = ai.empty() ? config.time_limit.has_value()
                                         : std::any_of(
                                               config.own_limits.begin(), config.own_limits.end(),
                                               [&](const OwnLimit& own) { return own.ai == ai; });
        if (is_known) {
            throw UserError(fmt::format(
                "--{} {}: {} already; give it only once", name, printable(value),
                ai.empty() ? "all AIs have a limit" : "this AI has a limit"));
        }
        if (ai.empty()) {
            config.time_limit = limit;
        } else {
            config.own_limits.push_back({ai, *limit});
        }
    }
}

/// "10s+100ms", or "10s" without an increment.
void take_clock(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    if (!arguments.has(name)) {
        return;
    }
    const std::string text = arguments.text(name);
    const std::size_t plus = text.find('+');
    const auto start = parse_duration(text.substr(0, plus));
    const auto increment = plus == std::string::npos ? std::chrono::milliseconds(0)
                                                     : parse_duration(text.substr(plus + 1));
    if (!start || !increment) {
        throw UserError(fmt::format(
            "--{} {}: invalid value; write the time of a game and what each answer adds, e.g. "
            "10s+100ms",
            name, printable(text)));
    }
    if (config.time_limit) {
        throw UserError(fmt::format(
            "--{} and a --time-limit for all exclude each other; an AI can have its own limit: "
            "--time-limit NAME=TIME",
            name));
    }
    config.clock = {.start = *start, .increment = *increment};
}

void take_margin(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    config.margin = arguments.delay(name, config.margin);
}

void take_game_time(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    config.game_time = arguments.duration(name).value_or(config.game_time);
}

void take_cores(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    if (arguments.has(name)) {
        config.cores = read_cores(arguments.text(name));
    }
}

void take_keep_residents(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    config.keep_residents = arguments.has(name);
}

/// An AI that computes while a game begins could change the files of that game.
void take_ponder(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    config.ponder = arguments.has(name);
    if (config.ponder && config.keep_residents) {
        throw UserError(fmt::format(
            "--{} and --{} exclude each other; leave one of them out", name,
            keep_residents_option));
    }
}

void take_no_pin(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    config.pin = !arguments.has(name);
}

void take_confinement(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    take_word<&MatchConfig::confinement>(arguments, name, config);
    require_confinement(config.confinement);
}

void take_readable(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    take_all<&MatchConfig::readable>(arguments, name, config);
    for (const std::string& path : config.readable) {
        std::error_code code;
        if (!std::filesystem::exists(path, code)) {
            if (code) {
                throw UserError(fmt::format(
                    "--{} {}: can't be reached ({}); {}", name, printable(path), code.message(),
                    remedy_for(code.value())));
            }
            throw UserError(fmt::format(
                "--{} {}: there is no such file or folder; check the path", name, printable(path)));
        }
    }
}

void take_memory(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    constexpr std::uint64_t min = 4U << 20U; // no interpreter starts with less
    const std::optional<std::uint64_t> memory = arguments.size(name);
    if (memory && *memory < min) {
        throw UserError(fmt::format(
            "--{} {}: {} is too little; write e.g. 512M", name, printable(arguments.text(name)),
            counted(static_cast<std::int64_t>(*memory), "byte")));
    }
    config.limits.memory = memory.value_or(config.limits.memory);
}

void take_work_size(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    constexpr std::uint64_t min = 1U << 20U;
    const std::optional<std::uint64_t> size = arguments.size(name);
    if (size && *size < min) {
        throw UserError(fmt::format(
            "--{} {}: {} is too little; write e.g. 64M", name, printable(arguments.text(name)),
            counted(static_cast<std::int64_t>(*size), "byte")));
    }
    config.limits.work_size = size.value_or(config.limits.work_size);
}

void take_processes(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    config.limits.processes = static_cast<std::uint64_t>(
        arguments.integer(name, static_cast<std::int64_t>(config.limits.processes), 1, 1'000'000));
}

void take_points(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    if (arguments.has(name)) {
        config.points = read_points(arguments.text(name));
    }
}

void take_seed(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    config.seed = static_cast<std::uint64_t>(
        arguments.integer(name, 0, 0, std::numeric_limits<std::int64_t>::max()));
}

void take_logs(const Arguments& arguments, std::string_view name, MatchConfig& config) {
    take_text<&MatchConfig::logs>(arguments, name, config);
    if (!config.logs.empty()) {
        make_folder(name, config.logs);
    }
}

const std::vector<MatchOption>& table() {
    using enum Weight;
    using Config = MatchConfig;
    static const std::vector<MatchOption> rows{
        {{"ai", "[NAME=]PATH",
          "an AI: a program, a folder with ai.ini, a command line, or a pattern in quotes; once for "
          "each",
          Topic::ais, required, true}},
        {explained(
            {"set", "AI:NAME=VALUE", "set a parameter that the AI declares in its ai.ini",
             Topic::ais, rare, true},
            "The result is a different AI, called AI{NAME=VALUE}.")},
        {rules_option()},
        {decisive(
             {"time-limit", "[AI=]TIME",
              "limit for each answer: 500ms, 10s, 1m, none; default: the game's; again for an AI "
              "with a limit of its own",
              Topic::limits, common, true}),
         take_time_limits, "time limit"},
        {explained(
             decisive(
                 {"clock", "TIME+TIME",
                  "time for all answers of a game, and what each answer adds: 10s+100ms",
                  Topic::limits, rare}),
             "A Fischer clock instead of the game's limit or clock. AIs with a limit of their own "
             "have none. After a timeout it stands at the increment."),
         take_clock, "clock"},
        {explained(
             decisive(
                 {"prepare-limit", "TIME",
                  "limit for the preparation, if the game or the AI has one; default 10s",
                  Topic::limits, rare}),
             "An AI has one if its ai.ini says 'prepare = yes'."),
         take_duration<&Config::prepare_limit>, "limit for the preparation"},
        {explained(
             decisive(
                 {"game-time", "TIME",
                  "end a game when its AIs have used so much time together; default: none",
                  Topic::limits, rare}),
             "It counts the AIs' own time: on a core, and asleep while the core was idle. Time in "
             "which they waited for a core isn't counted. The game is decided as at max-turns of its "
             "game.ini; if it can't rank then, nobody wins. It always ends after its max-turns."),
         take_game_time, "time of a game"},
        {decisive(
             {"margin", "TIME", "grace period before an answer is late; default 0", Topic::limits,
              rare}),
         take_margin, "margin"},
        {{"cores", "LIST", "cores to use, e.g. 0,2-3; default: all that are available",
          Topic::running, rare},
         take_cores},
        {decisive({"no-pin", "", "don't pin each AI to one core", Topic::running, rare}),
         take_no_pin},
        {explained(
             decisive(
                 {"confine", "MODE", "how AIs are confined", Topic::confinement, rare, false,
                  all_names<Confinement>}),
             "By default they read the system's programs and themselves, write their work folder, "
             "and have no network; strict also gives them separate namespaces."),
         take_confinement},
        {explained(
             decisive(
                 {"allow-read", "PATH", "let AIs read and execute files below this path",
                  Topic::confinement, rare, true}),
             "An interpreter in a home folder needs it."),
         take_readable},
        {decisive(
             {"allow-network", "NAME", "let this AI use the TCP ports that its ai.ini asks for",
              Topic::confinement, rare, true}),
         take_all<&Config::networked>},
        {decisive(
             {"free-folder", "", "allow AIs to create files in their work folders",
              Topic::confinement, rare}),
         take_switch<&Config::free_folder>},
        {decisive(
             {"resident", "", "make all AIs resident, as if their ai.ini said so", Topic::running,
              rare}),
         take_switch<&Config::resident>},
        {explained(
             decisive(
                 {keep_residents_option, "",
                  "let resident AIs stay from game to game if their ai.ini says 'resident = games'",
                  Topic::running, rare}),
             "For tests of engines: what an AI remembers of one game may change the next, so a "
             "season refuses it, and reports name it."),
         take_keep_residents, "residents kept from game to game"},
        {decisive(
             {"ponder", "", "don't suspend resident AIs between their moves", Topic::running,
              rare}),
         take_ponder},
        {decisive(
             {"memory", "SIZE", "memory limit of an AI (see 'check --confinement'); default 2G",
              Topic::limits, rare}),
         take_memory, "memory"},
        {decisive(
             {"work-size", "SIZE",
              "limit on all files of an AI's work folder together; default 128M", Topic::limits,
              rare}),
         take_work_size, "work-size"},
        {decisive(
             {"processes", "N", "limit on an AI's processes and threads; default 256",
              Topic::limits, rare}),
         take_processes, "processes"},
        {decisive({"tell-names", "", "reveal opponents' names to the AIs", Topic::ais, rare}),
         take_switch<&Config::reveal_names>},
        {decisive(
             {"points", "LIST", "points by rank, e.g. 3,1; tied AIs share them", Topic::games,
              rare}),
         take_points},
        {decisive(
             {"seats", "HOW",
              "assignments: rotate (every AI on every seat once), all (every order), fixed",
              Topic::games, rare, false, all_names<SeatOrders>}),
         take_word<&Config::seat_orders>},
        {decisive({"seed", "N", "base of the random seeds for AIs; default 0", Topic::games, rare}),
         take_seed},
        {{"work", "DIR", "parent of the work folders; default: in memory (tmpfs) if possible",
          Topic::output, rare},
         take_text<&Config::work>},
        {{"keep-work", "", "keep the work folders after the match", Topic::output, rare},
         take_switch<&Config::keep_work>},
        {{"logs", "DIR", "write the AIs' output to files in this folder", Topic::output, rare},
         take_logs},
        {explained(
             {"record-memory", "",
              "keep memory.dat in records, so that 'rerun' can repeat one move", Topic::output,
              rare},
             "A record keeps at most 64 KiB a move."),
         take_switch<&Config::record_memory>},
    };
    return rows;
}

} // namespace

const std::vector<Option>& match_options() {
    static const std::vector<Option> options = [] {
        std::vector<Option> all;
        for (const MatchOption& row : table()) {
            all.push_back(row.option);
        }
        return all;
    }();
    return options;
}

MatchConfig read_match_settings(const Arguments& arguments) {
    MatchConfig config;
    for (const MatchOption& row : table()) {
        if (row.read != nullptr) {
            row.read(arguments, row.option.name, config);
        }
    }
    config.force = arguments.has("force"); // of each command that writes
    return config;
}

std::string limits_text(const Arguments& arguments) {
    std::vector<std::string> parts;
    for (const MatchOption& row : table()) {
        if (!row.called.empty() && arguments.has(row.option.name)) {
            const std::string values =
                fmt::format("{}", fmt::join(arguments.all(row.option.name), ", "));
            parts.push_back(std::string(row.called) + (values.empty() ? "" : " " + values));
        }
    }
    const std::vector<std::string> limits = arguments.all("time-limit");
    const bool has_limit =
        arguments.has("clock") || std::any_of(limits.begin(), limits.end(), [](const auto& limit) {
            return limit.find('=') == std::string::npos;
        });
    if (!has_limit) {
        parts.insert(parts.begin(), "time limit of the game");
    }
    parts.push_back("confinement " + arguments.text("confine", "default"));
    return fmt::format("{}", fmt::join(parts, ", "));
}

void note_unbounded_memory() {
    const std::string unbounded = unbounded_memory();
    if (!unbounded.empty()) {
        print_error("note: " + unbounded);
    }
}

void note_work_space(MatchConfig& config, std::size_t games, int seats) {
    const std::string note = share_work_space(config, games, static_cast<std::size_t>(seats));
    if (!note.empty()) {
        print_error("note: " + note);
    }
}

} // namespace referee
