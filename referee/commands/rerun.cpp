#include "commands/commands.hpp"
#include "commands/match_options.hpp"
#include "commands/record_choice.hpp"
#include "commands/rerun_move.hpp"
#include "commands/rerun_moves.hpp"
#include "commands/rerun_settings.hpp"
#include "commands/shipped_ais.hpp"
#include "error.hpp"

#include <algorithm>
#include <array>

namespace referee {
namespace {

/// Options of matches that also say how an AI runs here.
constexpr std::array<std::string_view, 10> shared_options{
    "cores",       "no-pin",   "confine", "allow-read", "allow-network",
    "free-folder", "resident", "memory",  "processes",  "work"};

const Usage& usage() {
    static const Usage usage = [] {
        Usage rerun{
            "rerun",
            "referee rerun RECORD [--game G] --turn N [--seat S] --files DIR\n"
            "       referee rerun RECORD [--game G] --turn N [--seat S] --ai AI [--debug CMD]\n"
            "       referee rerun RECORD [--game G] --seat S --ai AI\n"
            "       referee rerun RECORD [--game G] [--seat S] --ai AI --notes FILE",
            "Repeats moves of a recorded game with exactly the files that the AI had.\n"
            "--files writes them to a folder. --ai runs an AI on them and compares its answer\n"
            "with the recorded one: in one move, or without --turn in every move of the seat.\n"
            "--debug runs it under a debugger, on your terminal, without limits. --notes\n"
            "writes a record with its answers and notes beside the moves, for\n"
            "'referee replay --html'.\n"
            "Exit status 3: an answer differs (not with --notes).",
            {
                {"game", "N", "the game with this number; not needed if there is only one"},
                {"turn", "N", "the move in this turn, as in match.dat; or 'prepare'"},
                {"seat", "S", "the seat; not needed if only one seat moved in the turn"},
                {"files", "DIR", "write the files of the move, its environment and its command"},
                {"ai", "[NAME=]PATH",
                 "the AI to run: a program, a folder with ai.ini, or a command line"},
                {"set", "AI:NAME=VALUE", "set a parameter that the AI declares", true},
                {"debug", "COMMAND", "run the AI under this, e.g. 'gdb --args', 'strace -f'"},
                {"notes", "FILE", "write a record with the AI's answers and notes"},
                {"json", "", "print everything as JSON"},
                {"force", "", "overwrite an existing folder's files or record"},
                {"time-limit", "TIME", "limit for each answer; default: that of the move"},
                {"margin", "TIME", "grace period; default: the recorded one"},
            }};
        for (const Option& option : match_options()) {
            if (std::find(shared_options.begin(), shared_options.end(), option.name) !=
                shared_options.end()) {
                rerun.options.push_back(option);
            }
        }
        return rerun;
    }();
    return usage;
}

/// Reports conflicting options before anything is read.
void require_sense(const Arguments& arguments) {
    const auto has = [&](const char* option) { return arguments.has(option); };
    if (!has("files") && !has("ai")) {
        throw UserError("nothing to do; --files DIR writes a move's files, --ai PATH runs an AI");
    }
    if (has("notes") && (has("turn") || has("files") || has("debug"))) {
        throw UserError("--notes is for all moves; leave out --turn, --files and --debug");
    }
    if ((has("files") || has("debug")) && !has("turn")) {
        throw UserError("which move? --files and --debug need --turn N");
    }
    if ((has("debug") || has("notes")) && !has("ai")) {
        throw UserError("which AI? --debug and --notes need --ai PATH");
    }
    if (has("debug") && has("json")) {
        throw UserError("--debug uses the terminal; leave out --json");
    }
}

} // namespace

int rerun_command(const std::vector<std::string>& words) {
    if (printed_help(usage(), words)) {
        return exit_done;
    }
    const Arguments arguments(usage(), words);
    if (arguments.words().size() != 1) {
        throw UserError("rerun needs one record; write 'referee rerun RECORD …', or 'referee rerun "
                        "--help'");
    }
    require_sense(arguments);
    const std::string& path = arguments.words()[0];
    std::vector<RecordedGame> games = read_record(path);
    if (arguments.has("notes")) {
        if (arguments.has("game")) {
            games = {chosen_game(arguments, path, games)};
        }
        refuse_missing_ais(arguments.all("ai"), games[0].game);
        return rerun_notes(arguments, path, games);
    }
    const RecordedGame& game = chosen_game(arguments, path, games);
    require_told(path, game);
    refuse_missing_ais(arguments.all("ai"), game.game);
    return arguments.has("turn") ? rerun_move(arguments, path, game)
                                 : rerun_seat(arguments, path, game);
}

} // namespace referee
