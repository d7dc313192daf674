#include "commands/commands.hpp"
#include "commands/match_options.hpp"
#include "error.hpp"
#include "field/rng.hpp"
#include "field/utf8.hpp"
#include "games/registry.hpp"
#include "match/match.hpp"
#include "process/confinement.hpp"
#include "process/interrupt.hpp"
#include "view/terminal.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <map>

namespace referee {
namespace {

const Usage usage{
    "check",
    "referee check FIELD…\n       referee check --game NAME AI…\n       referee check "
    "--confinement",
    "Checks fields and describes them; or tries AIs on some states of a game and explains\n"
    "their faults; or shows how AIs are confined on this machine.",
    {
        {"game", "NAME", "try AIs of this game"},
        {"turns", "N", "number of turns to try an AI; default 20"},
        {"time-limit", "TIME", "for each answer; default: the game's"},
        {"allow-network", "NAME", "the AI of that name may use the ports of its ai.ini", true},
        {"confinement", "", "show which confinement this machine supports"},
    }};

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
            print_error(problem.what());
            status = exit_wrong_use;
        }
    }
    return status;
}

/// Advice for a newcomer about a fault.
std::string_view advice(Fault fault) {
    switch (fault) {
    case Fault::timeout:
        return "it is too slow, or waits for input: it gets files, no standard input";
    case Fault::crash:
        return "it was killed by a signal, for example after an invalid memory access";
    case Fault::exit:
        return "it must end with exit status 0, also from scripts";
    case Fault::no_result:
        return "it must write its answer to the file result.dat in its current folder";
    case Fault::bad_result:
        return "its answer does not have the form that the game expects";
    case Fault::illegal:
        return "its answer has the right form, but the rules forbid it";
    case Fault::none:
        break;
    }
    return "";
}

/// The result of some turns of an AI against itself.
struct Trial {
    std::vector<std::string> notes;
    GameResult result;
    std::map<Fault, FaultNote> first; ///< faults, of each kind
};

Trial try_turns(
    const LoadedField& field, const Contestant& ai, const MatchConfig& config, int turns) {
    const SignalsInWaits signals;
    const std::vector<Contestant> seats(static_cast<std::size_t>(field.field->seats()), ai);
    Match match(field, seats, config);
    Trial trial;
    trial.notes = match.notes();
    GameWatcher watcher;
    watcher.fault = [&](const FaultNote& note) { trial.first.try_emplace(note.fault, note); };
    trial.result = match.play_some(turns, watcher);
    return trial;
}

/// Plays an AI against itself for some turns. True if it made any fault.
bool try_ai(const Game& game, const Contestant& ai, const MatchConfig& config, int turns) {
    const GameInfo& info = game.info();
    Rng rng(1);
    CreateRequest request;
    request.players = info.default_seats;
    const LoadedField field = load_field("a generated field", game.create_field(request, rng));
    const Trial trial = try_turns(field, ai, config, turns);
    for (const std::string& note : trial.notes) {
        fmt::print("  note: {}\n", safe_text(note));
    }
    Measurements measured;
    for (const SeatTally& tally : trial.result.tallies) {
        add(measured, tally.measured);
    }
    fmt::print(
        "  {} answers, the longest took {:.1f} ms\n", measured.moves,
        milliseconds(measured.longest_ns));
    for (const auto& [fault, note] : trial.first) {
        fmt::print("  {}: {}\n    {}\n", name_of(fault), safe_text(note.reason), advice(fault));
        if (fault == Fault::no_result || fault == Fault::bad_result || fault == Fault::illegal) {
            fmt::print("    the answer is: {}\n", info.answer);
        }
        if (!note.printed.empty()) {
            fmt::print("    it printed: {}\n", safe_text(note.printed));
        }
    }
    const auto limit = config.time_limit.value_or(info.time.per_move);
    if (limit.count() > 0 && measured.longest_ns > std::chrono::nanoseconds(limit).count() / 2) {
        fmt::print("  warning: more than half of the time limit was used on this machine\n");
    }
    if (measured.leftovers > 0) {
        fmt::print(
            "  warning: it left {} processes running; they are killed\n", measured.leftovers);
    }
    return !trial.first.empty();
}

int check_ais(const Game& game, const Arguments& arguments) {
    MatchConfig config;
    config.time_limit = arguments.duration("time-limit");
    config.networked = arguments.all("allow-network");
    require_confinement(config.confinement);
    const int turns = static_cast<int>(arguments.integer("turns", 20, 1, 1'000'000));
    int status = exit_done;
    for (const std::string& path : arguments.words()) {
        fmt::print("{}:\n", safe_text(path));
        std::fflush(stdout);
        try {
            const Contestant ai = read_contestants({path})[0];
            if (!ai.program.folder.empty() &&
                (ai.program.licence.empty() || ai.program.source.empty())) {
                fmt::print("  warning: ai.ini has no 'licence' or no 'source'; contests require "
                           "free source\n");
            }
            if (try_ai(game, ai, config, turns)) {
                status = exit_found;
            } else {
                fmt::print("  no problems found\n");
            }
        } catch (const UserError& problem) {
            fmt::print("  {}\n", safe_text(problem.what()));
            status = exit_found;
        }
    }
    return status;
}

} // namespace

int check_command(const std::vector<std::string>& words) {
    if (printed_help(usage, words)) {
        return exit_done;
    }
    const Arguments arguments(usage, words);
    if (arguments.has("confinement")) {
        fmt::print("{}", describe_confinement());
        return exit_done;
    }
    if (arguments.words().empty()) {
        throw UserError("nothing to check; write 'referee check FIELD…' or 'referee check --game "
                        "NAME AI…'");
    }
    if (arguments.has("game")) {
        return check_ais(game_named(arguments.text("game")), arguments);
    }
    return check_fields(arguments.words());
}

} // namespace referee
