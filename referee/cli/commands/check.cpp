// `check`: tries an AI or a game, or looks at this machine, and says what is wrong and what to do.

#include "advice/advice.hpp"
#include "advice/printed_error.hpp"
#include "ai/patterns.hpp"
#include "ai/shipped.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/commands/game_check.hpp"
#include "cli/match_options.hpp"
#include "cli/terminal.hpp"
#include "game/registry.hpp"
#include "game_programs/catalogue.hpp"
#include "game_programs/description.hpp"
#include "game_programs/game_folder.hpp"
#include "match/match.hpp"
#include "os/cores.hpp"
#include "os/folder.hpp"
#include "os/interrupt.hpp"
#include "os/machine.hpp"
#include "os/output.hpp"
#include "sandbox/confinement.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sstream>
#include <unistd.h>

namespace referee {

const Usage& check_usage() {
    using enum Weight;
    static const Usage usage = [] {
        Usage check{
            "check",
            "referee check FIELD…\n"
            "       referee check --game NAME AI… [options]\n"
            "       referee check --rules DIR [--field-count N]\n"
            "       referee check --confinement\n"
            "       referee check --machine",
            "Checks fields and describes them; or tries AIs on some turns of a game and\n"
            "explains their faults; or tests a game whose rules are a program; or shows how\n"
            "AIs are confined on this machine, and what it is good for.",
            "referee check first.dat\n"
            "referee check --game gems my-ai",
            {
                {"game", "NAME", "try AIs of this game; without any: check the game", Topic::games,
                 common, false, game_names()},
                {"turns", "N", "number of turns to try an AI for; default 20", Topic::games,
                 common},
                {"field-count", "N",
                 "check a game on N fields, however long it takes; default: up to 24 in 40 s",
                 Topic::games, common},
                {"excuse-busy", "",
                 "don't count answers that were late because others had the AI's core",
                 Topic::limits, rare},
                {"confinement", "", "show which confinement this machine supports",
                 Topic::confinement, common},
                {"machine", "", "show what this machine is good for: cores, load, memory",
                 Topic::running, common},
                {"json", "", "print the findings as one line of JSON", Topic::output, common},
            }};
        for (const Option& option : match_options()) {
            // They are given without --ai, and no record is written.
            if (option.name != "ai" && option.name != "record-memory") {
                check.options.push_back(option);
            }
        }
        return check;
    }();
    return usage;
}

namespace {

/// What was found in one thing: printed line by line, or kept for JSON.
class Findings {
  public:
    explicit Findings(bool as_json) : as_json_(as_json) {}

    bool is_printed() const { return !as_json_; }
    void note(const std::string& text) { add("note: ", text, notes_); }
    void warn(const std::string& text) { add("warning: ", text, warnings_); }
    void fault(Json fault) { faults_.push_back(std::move(fault)); }
    void put(std::string_view key, Json value) { more_[key] = std::move(value); }

    /// `problem`: why it could not be tried; empty if it could.
    Json json(const std::string& path, const std::string& problem) const {
        const bool is_ok = problem.empty() && faults_.size() == 0;
        Json all{{"path", path},
                 {"ok", is_ok},
                 {"problem", problem.empty() ? Json() : Json(problem)},
                 {"faults", faults_},
                 {"warnings", warnings_},
                 {"notes", notes_}};
        all.update(more_);
        return all;
    }

  private:
    void add(std::string_view kind, const std::string& text, Json& list) {
        if (is_printed()) {
            fmt::print("  {}{}\n", kind, safe_text(text));
        }
        list.push_back(text);
    }

    bool as_json_;
    Json notes_ = Json::array();
    Json warnings_ = Json::array();
    Json faults_ = Json::array();
    Json more_ = Json::object();
};

int print_json(const Json& json, int status) {
    fmt::print("{}\n", safe_json(json.dump()));
    return status;
}

int check_fields_as_json(const std::vector<std::string>& paths) {
    int status = exit_done;
    std::string first_problem;
    Json fields = Json::array();
    for (const std::string& path : paths) {
        try {
            const LoadedField field = load_field(path);
            fields.push_back(
                {{"path", path},
                 {"ok", true},
                 {"problem", Json()},
                 {"game", field.game->info().name},
                 {"seats", field.field->seats()},
                 {"description", field.field->describe()},
                 {"sha256", field.sha256}});
        } catch (const UserError& problem) {
            const std::string text = with_lost_folder(problem.what());
            fields.push_back({{"path", path}, {"ok", false}, {"problem", text}});
            first_problem = first_problem.empty() ? text : first_problem;
            status = exit_wrong_use;
        }
    }
    Json json{{"fields", fields}};
    if (!first_problem.empty()) { // so that who looks for an error finds it
        json["error"] = first_problem;
        json["status"] = status;
    }
    return print_json(json, status);
}

int check_fields(const std::vector<std::string>& paths) {
    int status = exit_done;
    for (const std::string& path : paths) {
        try {
            const LoadedField field = load_field(path);
            fmt::print(
                "{}: {}, {} seats\n", safe_text(path), field.game->info().name,
                field.field->seats());
            for (const std::string& line : field.field->describe()) {
                fmt::print("  {}\n", line);
            }
            fmt::print("  SHA-256 {}\n", field.sha256);
        } catch (const UserError& problem) {
            print_error(with_lost_folder(problem.what()));
            status = exit_wrong_use;
        }
    }
    return status;
}

/// How many illegal answers would be legal in each other reading (Effect::legal_if).
struct Readings {
    int illegal = 0;
    int fields = 1;
    int fields_with_illegal = 1; ///< more fields are only tried after an illegal answer
    std::map<std::string, int> legal;
    std::set<std::string> answers; ///< the illegal ones: a reason begins with its answer

    void add(const FaultNote& note) {
        if (note.fault == Fault::illegal) {
            ++illegal;
            answers.insert(note.reason.substr(0, note.reason.find(": ")));
        }
        for (const std::string& reading : note.legal_if) {
            ++legal[reading];
        }
    }
    void add(const Readings& other) {
        illegal += other.illegal;
        ++fields;
        fields_with_illegal += other.illegal > 0 ? 1 : 0;
        answers.insert(other.answers.begin(), other.answers.end());
        for (const auto& [reading, count] : other.legal) {
            legal[reading] += count;
        }
    }
    /// The reading that makes most of the illegal answers legal, and how many.
    std::string advice() const {
        if (fields > 1 && 2 * fields_with_illegal > fields &&
            answers.size() == 1) { // whatever reading fits, fits by chance
            return fmt::format(
                "on {} different fields the illegal answer was the same; let it depend on the state files",
                fields_with_illegal);
        }
        const auto best =
            std::max_element(legal.begin(), legal.end(), [](const auto& one, const auto& other) {
                return one.second < other.second;
            });
        if (best == legal.end() || 2 * best->second <= illegal) {
            return "";
        }
        return fmt::format(
            "{} of {} illegal answers{} would be legal with {}", best->second, illegal,
            fields > 1 ? fmt::format(" on {} fields", fields) : "", best->first);
    }
};

/// The result of some turns of an AI against itself.
struct Trial {
    std::vector<std::string> notes;
    GameResult result;
    /// The first fault of each kind, in the preparation (false) and in turns.
    std::map<std::pair<bool, Fault>, FaultNote> first;
    Readings readings;
    std::string work_path;
    int faults = 0;
    int late_for_the_machine = 0; ///< of these: FaultNote::machine_was_busy

    bool is_only_machines_fault() const { return faults > 0 && faults == late_for_the_machine; }
};

/// `number` is that of the AI on the command line, from 1: its logs are named after the field.
LoadedField generated_field(const Game& game, std::uint64_t seed, int number) {
    Rng rng(seed);
    CreateRequest request;
    request.players = game.info().default_seats;
    return load_field(fmt::format("check-{}", number), game.create_field(request, rng));
}

Trial try_turns(
    const LoadedField& field, const Contestant& ai, const MatchConfig& config, int turns) {
    const SignalsInWaits signals;
    const std::vector<Contestant> seats(static_cast<std::size_t>(field.field->seats()), ai);
    Match match(field, seats, config);
    Trial trial;
    trial.notes = match.notes();
    trial.work_path = match.work_path();
    GameWatcher watcher;
    watcher.fault = [&](const FaultNote& note) {
        trial.faults += note.fault == Fault::none ? 0 : 1;
        trial.late_for_the_machine += note.machine_was_busy ? 1 : 0;
        trial.first.try_emplace({!note.in_preparation, note.fault}, note);
        trial.readings.add(note);
    };
    trial.result = match.play_some(turns, watcher);
    return trial;
}

/// An AI whose answers are illegal may see the same state again and again. Some other fields show
/// whether a reading makes its answers legal by chance.
void try_more_fields(
    const Game& game, const Contestant& ai, int number, MatchConfig config, Trial& trial) {
    config.logs.clear(); // they hold the turns that are reported
    constexpr std::uint64_t last_seed = 9;
    for (std::uint64_t seed = 2; seed <= last_seed && !trial.readings.legal.empty(); ++seed) {
        const Trial other = try_turns(generated_field(game, seed, number), ai, config, 1);
        trial.readings.add(other.readings);
    }
}

void tell_fault(const FaultScene& scene, const Readings& readings, Findings& findings) {
    const FaultNote& note = scene.note;
    std::vector<std::string> advice = advice_on(scene);
    if (note.fault == Fault::illegal && !readings.advice().empty()) {
        advice.insert(advice.begin(), readings.advice());
    }
    findings.fault(
        {{"fault", kind_of(note)},
         {"phase", note.in_preparation ? "preparation" : "turn"},
         {"turn", note.turn},
         {"seat", note.seat},
         {"reason", note.reason},
         {"advice", advice},
         {"printed", note.printed}});
    if (findings.is_printed()) {
        fmt::print(
            "  {}, {}: {}\n{}", kind_of(note), moment_of(note), safe_text(note.reason),
            explanation(note.printed, advice));
    }
}

/// With a clock, answers that are slow on average lose the game when its time is used up.
void warn_of_clock(const TimeControl& control, const Measurements& measured, Findings& findings) {
    if (measured.moves == 0) {
        return;
    }
    const std::chrono::nanoseconds mean(measured.wall_ns / measured.moves);
    const std::chrono::nanoseconds lost = mean - control.increment;
    if (lost.count() > 0) {
        findings.warn(fmt::format(
            "answers took {:.0f} ms on average, but each adds only {} ms to the clock; its {} s "
            "last for about {}",
            milliseconds(mean.count()), control.increment.count(),
            std::chrono::duration<double>(control.start).count(),
            counted(std::max<std::int64_t>(1, control.start / lost), "answer")));
    }
}

void tell_measurements(
    const GameInfo& info, const Contestant& ai, const MatchConfig& config, const Trial& trial,
    Findings& findings) {
    Measurements measured;
    for (const SeatTally& tally : trial.result.tallies) {
        add(measured, tally.measured);
    }
    findings.put("answers", measured.moves);
    findings.put("longest_ms", milliseconds(measured.longest_ns));
    if (findings.is_printed()) {
        fmt::print(
            "  {}, the longest took {:.1f} ms\n", counted(measured.moves, "answer"),
            milliseconds(measured.longest_ns));
    }
    const auto fixed = config.fixed_limit(ai.name);
    const bool has_clock = !fixed && config.has_clock(info.time);
    const auto limit =
        has_clock ? std::chrono::milliseconds(0) : fixed.value_or(info.time.per_move);
    const bool was_late = trial.first.find({true, Fault::timeout}) != trial.first.end();
    if (limit.count() > 0 && !was_late &&
        measured.longest_ns > std::chrono::nanoseconds(limit).count() / 2) {
        findings.warn("more than half of the time limit was used on this machine");
    }
    if (has_clock) {
        warn_of_clock(config.clock.value_or(info.time), measured, findings);
    }
    if (measured.leftovers > 0) {
        findings.warn(fmt::format(
            "it left {} running, which were killed", counted(measured.leftovers, "process")));
    }
}

/// Plays an AI against itself for some turns. True if it made any fault; if `excuses_busy`, any
/// that isn't the machine's.
bool try_ai(
    const Game& game, const Contestant& ai, int number, const MatchConfig& config, int turns,
    bool excuses_busy, Findings& findings) {
    const int max_tries = excuses_busy ? 3 : 1;
    Trial trial = try_turns(generated_field(game, 1, number), ai, config, turns);
    for (int tried = 1; tried < max_tries && trial.is_only_machines_fault(); ++tried) {
        trial = try_turns(generated_field(game, 1, number), ai, config, turns);
    }
    const bool is_excused = excuses_busy && trial.is_only_machines_fault();
    try_more_fields(game, ai, number, config, trial);
    // The AI sits on all seats, so each of them may have the same warning.
    for (const std::string& note : std::set(trial.notes.begin(), trial.notes.end())) {
        findings.note(note);
    }
    tell_measurements(game.info(), ai, config, trial, findings);
    for (const auto& [kind, note] : trial.first) {
        if (!is_excused) {
            tell_fault({note, ai, game.info(), config}, trial.readings, findings);
        }
    }
    if (config.keep_work) {
        findings.put("work", trial.work_path);
        if (findings.is_printed()) {
            fmt::print("  the work folders stay in {}\n", safe_text(trial.work_path));
        }
    }
    if (trial.is_only_machines_fault()) {
        findings.warn(fmt::format(
            "{} {} late ({}); nobody knows whether it is fast enough",
            counted(trial.faults, "answer"), trial.faults == 1 ? "was" : "were",
            trial.first.begin()->second.reason));
    }
    return !trial.first.empty() && !is_excused;
}

void warn_of_licence(const Program& program, Findings& findings) {
    if (program.folder.empty() || (!program.licence.empty() && !program.source.empty())) {
        return;
    }
    findings.warn(fmt::format(
        "ai.ini has no {}; add it, because many contests require free source",
        program.licence.empty() && program.source.empty() ? "'licence' and no 'source'"
        : program.licence.empty()                         ? "'licence'"
                                                          : "'source'"));
}

/// Says of options that name an AI if none of that name was checked. `play` refuses them.
void note_unknown_names(const MatchConfig& config, const std::set<std::string>& checked) {
    const auto note = [&](std::string_view option, const std::string& name) {
        if (!checked.contains(name)) {
            print_error(fmt::format(
                "note: --{} {}: no AI of that name was checked; their names: {}", option,
                printable(name), printable(fmt::format("{}", fmt::join(checked, ", ")))));
        }
    };
    for (const std::string& name : config.networked) {
        note("allow-network", name);
    }
    for (const OwnLimit& own : config.own_limits) {
        note("time-limit", own.ai);
    }
}

int check_ais(const Game& game, const Arguments& arguments) {
    MatchConfig config = read_match_settings(arguments);
    config.keeps_output = true;
    config.force = true; // logs are those of the last check
    const int turns = static_cast<int>(arguments.integer("turns", 20, 1, 1'000'000));
    int status = exit_done;
    int number = 0;
    const bool as_json = arguments.has("json");
    Json ais = Json::array();
    std::set<std::string> names;
    for (const std::string& path : expanded(arguments.words())) {
        ++number;
        Findings findings(as_json);
        std::string why;
        if (!as_json) {
            fmt::print("{}:\n", safe_text(path));
            std::fflush(stdout);
        }
        try {
            refuse_missing_ais({path}, game.info().name);
            const std::vector<Contestant> one = read_contestants({path}, arguments.all("set"));
            require_game(one, game.info().name);
            const Contestant& ai = one[0];
            names.insert(ai.name);
            if (const std::string text = by_command_line(ai); as_json && !text.empty()) {
                findings.note(text); // as text it is in the last line
            }
            warn_of_licence(ai.program, findings);
            if (try_ai(game, ai, number, config, turns, arguments.has("excuse-busy"), findings)) {
                status = exit_found;
            } else if (!as_json) {
                const std::string text = by_command_line(ai);
                fmt::print("  no problems found{}\n", text.empty() ? "" : " in " + safe_text(text));
            }
        } catch (const DeniedBySystem&) { // no finding
            throw;
        } catch (const UserError& problem) {
            why = with_lost_folder(problem.what());
            status = exit_found;
            if (!as_json) {
                fmt::print("  {}\n", safe_text(why));
            }
        }
        if (as_json) {
            ais.push_back(findings.json(path, why));
        }
    }
    note_unknown_names(config, names);
    return as_json ? print_json({{"game", game.info().name}, {"ais", ais}}, status) : status;
}

/// --confinement and --machine check the machine. `name`: which of them.
void require_nothing_else(const Arguments& arguments, std::string_view name) {
    std::string more = arguments.words().empty() ? "" : printable(arguments.words()[0]);
    for (const Option& option : check_usage().options) {
        if (option.name != name && option.name != "json" && arguments.has(option.name)) {
            more = fmt::format("--{}", option.name);
        }
    }
    if (!more.empty()) {
        throw UserError(
            fmt::format("unexpected argument '{}'; 'referee check --{}' stands alone", more, name));
    }
}

/// Options that mean nothing without --game.
void require_fields_only(const Arguments& arguments) {
    for (const Option& option : check_usage().options) {
        if (option.name != "confinement" && option.name != "machine" && option.name != "rules" &&
            option.name != "json" && arguments.has(option.name)) {
            throw UserError(fmt::format(
                "--{} tries AIs; name their game: 'referee check --game NAME AI…'", option.name));
        }
    }
}

/// The machine, and how it confines AIs.
std::vector<MachineFact> all_machine_facts() {
    std::vector<MachineFact> facts = machine_facts(allowed_cores());
    facts.push_back(
        {"sandbox", can_confine() ? "AIs can be confined" : "AIs can't be confined",
         can_confine() ? "" : "see 'referee check --confinement'"});
    return facts;
}

int check_machine(bool as_json) {
    const std::vector<MachineFact> facts = all_machine_facts();
    Json list = Json::array();
    for (const MachineFact& fact : facts) {
        list.push_back({{"name", fact.name}, {"value", fact.value}, {"advice", fact.advice}});
        if (!as_json) {
            fmt::print(
                "{}", wrapped_below(fmt::format("{:<11}", fact.name), safe_text(fact.value)));
        }
        if (!as_json && !fact.advice.empty()) {
            fmt::print("{}", wrapped_below("           → ", safe_text(fact.advice)));
        }
    }
    return as_json
               ? print_json(
                     {{"games", core_share(allowed_cores()).games()}, {"facts", list}}, exit_done)
               : exit_done;
}

/// On a terminal, long lines are wrapped beside their first word.
void print_confinement() {
    const std::string description = describe_confinement();
    if (::isatty(STDOUT_FILENO) == 0) {
        fmt::print("{}", description);
        return;
    }
    constexpr std::size_t column = 12; // where the text beside the first word begins
    for (const std::string_view line : lines_of(description)) {
        const bool has_column = line.size() > column && line[column - 1] == ' ';
        const std::size_t head = has_column ? column : 0;
        fmt::print("{}", wrapped_below(line.substr(0, head), line.substr(head)));
    }
}

} // namespace

namespace {

GameCheck checked(const Game& game, const GameCheckEffort& effort) {
    GameCheck check = check_game(game, effort);
    if (game.info().folder.empty()) {
        return check;
    }
    const std::filesystem::path folder(game.info().folder);
    const std::string name = (folder / ".").lexically_normal().parent_path().filename().string();
    if (!name.empty() && name != game.info().name) {
        check.warnings.push_back(fmt::format(
            "the folder is called {} and the game {}: beside fields it is not found; give both one "
            "name",
            name, game.info().name));
    }
    std::istringstream file(read_game_text(folder, game_file));
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        const std::size_t at = line.find(" #");
        if (at != std::string::npos && line.find_first_not_of(" \t") < line.find('#')) {
            check.warnings.push_back(fmt::format(
                "{}:{}: what follows '#' is a comment: {}", game_file, number,
                line.substr(at + 1)));
        }
    }
    return check;
}

/// Its first line says what it is, the others where.
void print_finding(std::string_view kind, const std::string& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    fmt::print("{}", wrapped_below(fmt::format("  {}: ", kind), safe_text(text.substr(0, end))));
    fmt::print(
        "{}", safe_lines(std::string_view(text).substr(std::min(end + 1, text.size())), "    "));
}

/// The contract, on a game.
int check_rules(const Game& game, const Arguments& arguments) {
    GameCheckEffort effort;
    effort.limit = std::chrono::seconds(40);
    if (arguments.has("field-count")) {
        effort.fields = static_cast<int>(arguments.integer("field-count", 24, 1, 1'000'000));
        effort.limit = std::chrono::seconds(0);
    }
    if (arguments.has("json")) {
        const GameCheck check = checked(game, effort);
        return print_json(
            {{"game", game.info().name},
             {"path", game.info().folder},
             {"ok", check.problems.empty()},
             {"done", check.done},
             {"warnings", check.warnings},
             {"problems", check.problems}},
            check.problems.empty() ? exit_done : exit_found);
    }
    fmt::print(
        "{}: {}\n", safe_text(game.info().folder.empty() ? game.info().name : game.info().folder),
        game.info().title);
    std::fflush(stdout);
    const GameCheck check = checked(game, effort);
    for (const std::string& line : check.done) {
        fmt::print("  {}\n", line);
    }
    for (const std::string& line : check.warnings) {
        print_finding("warning", line);
    }
    for (const std::string& line : check.problems) {
        print_finding("problem", line);
    }
    fmt::print(
        "  {}\n", check.problems.empty()
                      ? "no problems found"
                      : counted(static_cast<std::int64_t>(check.problems.size()), "problem"));
    return check.problems.empty() ? exit_done : exit_found;
}

/// `--game DIR` is understood as `--rules DIR`.
bool is_folder_of_rules(const std::string& name) {
    std::error_code code;
    return std::filesystem::exists(std::filesystem::path(name) / game_file, code);
}

/// A field is a file that can't be executed. A command line isn't there under its name.
bool is_ai(const std::string& path) {
    std::error_code code;
    return !path.ends_with(".dat") &&
           (!std::filesystem::is_regular_file(path, code) || ::access(path.c_str(), X_OK) == 0);
}

} // namespace

int check_command(const std::vector<std::string>& words) {
    const Arguments arguments(check_usage(), words);
    if (arguments.has("confinement")) {
        require_nothing_else(arguments, "confinement");
        if (arguments.has("json")) {
            return print_json(
                {{"ok", can_confine()}, {"description", describe_confinement()}},
                can_confine() ? exit_done : exit_found);
        }
        print_confinement();
        return can_confine() ? exit_done : exit_found;
    }
    if (arguments.has("machine")) {
        require_nothing_else(arguments, "machine");
        return check_machine(arguments.has("json"));
    }
    if (arguments.words().empty() && arguments.has("rules")) {
        return check_rules(chosen_game(arguments), arguments);
    }
    if (arguments.words().empty() && is_folder_of_rules(arguments.text("game"))) {
        return check_rules(use_rules(arguments.text("game")), arguments);
    }
    if (arguments.words().empty() && arguments.has("game")) {
        return check_rules(game_named(arguments.text("game")), arguments);
    }
    if (arguments.words().empty()) {
        throw UserError("nothing to check; write 'referee check FIELD…' or 'referee check --game "
                        "NAME AI…'");
    }
    if (arguments.has("game")) {
        return check_ais(game_named(arguments.text("game")), arguments);
    }
    if (arguments.has("rules") && is_ai(arguments.words()[0])) {
        return check_ais(chosen_game(arguments), arguments);
    }
    require_fields_only(arguments);
    return arguments.has("json") ? check_fields_as_json(arguments.words())
                                 : check_fields(arguments.words());
}

} // namespace referee
