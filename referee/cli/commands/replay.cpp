// `replay`: shows a record, verifies it, makes its page, its stories and its states.

#include "record/replay.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "os/interrupt.hpp"
#include "os/output.hpp"
#include "pages/replay_page_file.hpp"
#include "pages/wasm/page_modules.hpp"
#include "record/export.hpp"
#include "record/story.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <unistd.h>

namespace referee {

const Usage& replay_usage() {
    using enum Weight;
    static const Usage usage{
        "replay",
        "referee replay RECORD [--show | --story | --judge | --html FILE] …",
        "Shows a record move by move and verifies it.\n"
        "--show renders the boards; on a terminal, use the keys left, right, space\n"
        "(pause, continue) and q. --story tells each game in a few sentences.\n"
        "--verify only verifies the record, --states prints every state as a line of\n"
        "JSON, --html writes a page for the browser.",
        "referee replay demo.jsonl --show\n"
        "referee replay demo.jsonl --html demo.html\n"
        "referee replay demo.jsonl --html demo.html --with depth3",
        {
            explained(
                {"show", "", "render the board after every step", Topic::watching, common},
                "On a terminal, the keys left and right show the previous and the next board, space pauses and continues, and q quits."),
            {"delay", "TIME", "time to show each board; default 300ms on a terminal",
             Topic::watching, common},
            rules_option(),
            {"game", "N", "only the game with this number", Topic::games, common},
            {"turn", "N",
             "with --show: begin after the moves of this turn; if not on a terminal, show only "
             "that board",
             Topic::games, common},
            {"story", "", "tell each game in three to eight sentences", Topic::watching, common},
            {"judge", "", "print the chances after each turn, and what moves lost", Topic::watching,
             common},
            {"verify", "", "replay the moves by the rules and compare every state", Topic::running,
             common},
            {"states", "", "print every state as a line of JSON", Topic::output, common},
            explained(
                {"export", "", "print one game in the format of the game's own community",
                 Topic::output, rare},
                "battlesnake has one; its README.md describes it."),
            {"html", "FILE", "write a page with the games to open in a browser", Topic::output,
             common},
            explained(
                {"with", "AI",
                 "with --html: the page verifies the games, and this AI can be asked there",
                 Topic::output, common, true},
                "NAME or GAME/NAME of an AI that `make wasm` has built, or the path of a .wasm file. "
                "The page also lets people play on from any turn."),
            {"force", "", "overwrite an existing page", Topic::output, rare},
            {"json", "",
             "print moves, results and differences as one line of JSON; with --story or --judge "
             "a line for each game",
             Topic::output, rare},
        }};
    return usage;
}

namespace {

/// The first line of notes that isn't for the page: those draw on its board.
std::string_view first_text_of(std::string_view notes) {
    while (notes.starts_with('@')) {
        notes.remove_prefix(std::min(notes.find('\n'), notes.size() - 1) + 1);
    }
    return notes.substr(0, notes.find('\n'));
}

std::string line_of(const RecordedMove& move) {
    std::string text = fmt::format("turn {:3}  seat {}  ", move.turn, move.seat);
    if (move.fault == Fault::none) {
        text += fmt::format("{:12} {}", safe_text(move.effect), safe_text(move.comment));
    } else {
        text += fmt::format("{}: {}", name_of(move.fault), safe_text(move.reason));
    }
    const std::string_view note = first_text_of(move.notes);
    if (!note.empty()) {
        text += fmt::format("  [{}]", safe_text(note));
    }
    return text;
}

std::string title_of(const RecordedGame& game) {
    std::string title = fmt::format(
        "game {} of {} on {}:", game.number, safe_text(game.game), safe_text(game.field_name));
    for (std::size_t i = 0; i < game.names.size(); ++i) {
        title += fmt::format(" seat {} {}", i + 1, safe_text(game.names[i]));
    }
    return title;
}

std::string ending_of(const RecordedGame& game) {
    if (game.result.empty()) {
        return "incomplete record: no result";
    }
    std::string text = "ranks:";
    for (std::size_t i = 0; i < game.names.size(); ++i) {
        text += fmt::format(" {} {}", safe_text(game.names[i]), game.result[0].ranks.at(i));
    }
    return text + "; " + safe_text(game.result[0].reason);
}

/// The title of a picture: the game and the moves that led to it.
std::string title_of(const RecordedGame& game, std::span<const RecordedMove> moves) {
    std::string title = title_of(game);
    for (const RecordedMove& move : moves) {
        title += "\n" + line_of(move);
    }
    return moves.empty() ? title + "\n" : title;
}

bool is_interactive() {
    return ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
}

std::chrono::milliseconds frame_delay(const Arguments& arguments) {
    return arguments.delay(
        "delay", std::chrono::milliseconds(::isatty(STDOUT_FILENO) != 0 ? 300 : 0));
}

/// The turn of the picture of the start.
constexpr int before_first_turn = -1;

/// Takes a picture of every step instead of showing it at once.
ReplayWatcher taking_frames(const RecordedGame& game, std::vector<Frame>& frames) {
    return [&](const Position& position, std::span<const RecordedMove> moves, bool) {
        frames.push_back(
            {fmt::format("{}\n{}", title_of(game, moves), position.render(shows_colours())),
             moves.empty() ? before_first_turn : moves.front().turn});
    };
}

/// Shows a game from `turn` on (from the start if that is negative): on a terminal with keys,
/// elsewhere that turn alone, as the page shows it: its moves and the board after them. False if
/// the user has ended it.
bool show_frames(
    const std::vector<Frame>& frames, const std::string& path, int turn,
    std::chrono::milliseconds delay) {
    const auto begin = std::find_if(
        frames.begin(), frames.end(), [turn](const Frame& frame) { return frame.turn >= turn; });
    if (begin == frames.end() || (turn >= 0 && begin->turn != turn)) {
        throw UserError(fmt::format(
            "{}: there is no turn {}; the turns are 0 to {}", path, turn,
            std::max(0, frames.back().turn)));
    }
    if (is_interactive()) {
        return play_frames(
            frames, static_cast<std::size_t>(begin - frames.begin()), delay, turn >= 0);
    }
    const auto end =
        std::find_if(begin, frames.end(), [turn](const Frame& frame) { return frame.turn > turn; });
    print_now(std::prev(end)->text);
    return true;
}

ReplayWatcher watcher_for(const Arguments& arguments, const RecordedGame& game, Screen& screen) {
    if (arguments.has("states")) {
        return [](const Position& position, std::span<const RecordedMove>, bool is_step) {
            if (!is_step) {
                fmt::print("{}\n", position.to_json());
            }
        };
    }
    if (arguments.has("verify")) {
        return {};
    }
    if (arguments.has("show")) {
        return [&](const Position& position, std::span<const RecordedMove> moves, bool) {
            screen.show(title_of(game, moves), position);
        };
    }
    return [](const Position&, std::span<const RecordedMove> moves, bool is_step) {
        for (const RecordedMove& move : moves) {
            if (!is_step) {
                fmt::print("{}\n", line_of(move));
            }
        }
    };
}

/// The states of a game, each as a line of JSON that names the game.
ReplayWatcher printing_states(const RecordedGame& game) {
    return [&game](const Position& position, std::span<const RecordedMove>, bool is_step) {
        if (!is_step) {
            fmt::print(
                "{}\n", safe_json(fmt::format(
                            R"({{"game":{},"state":{}}})", game.number, position.to_json())));
        }
    };
}

/// Prints where the record differs from what the rules give. False if it does.
bool print_differences(
    const std::string& path, const RecordedGame& game, const std::vector<Difference>& differences) {
    for (const Difference& difference : differences) {
        print_error(
            fmt::format("{}:{}: game {}: {}", path, difference.line, game.number, difference.what));
    }
    return differences.empty();
}

std::string percent(double share) {
    return fmt::format("{:.0f} %", 100 * share);
}

/// The judge's line of a game, or as a line of JSON.
void print_chances(const std::string& path, const RecordedGame& game, bool as_json) {
    const auto [line, turns] = chances_of(path, game);
    if (as_json) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (std::size_t i = 0; i < line.size(); ++i) {
            nlohmann::ordered_json entry = nlohmann::ordered_json::object();
            if (i > 0) {
                entry["turn"] = turns[i];
            }
            entry["chances"] =
                line.at(i) ? nlohmann::ordered_json(*line.at(i)) : nlohmann::ordered_json();
            list.push_back(std::move(entry));
        }
        fmt::print(
            "{}\n", safe_json(nlohmann::ordered_json{
                        {"game", game.number},
                        {"chances", line.is_known() ? list : nlohmann::ordered_json()},
                        {"judge", losses_json(line)}}
                                  .dump()));
        return;
    }
    fmt::print("{}\n", title_of(game));
    if (!line.is_known()) {
        fmt::print("{} has no judge for {} players\n", game.game, game.names.size());
        return;
    }
    for (std::size_t i = 0; i < line.size(); ++i) {
        std::string text =
            i == 0 ? fmt::format("{:<9}", "start") : fmt::format("turn {:>4}", turns[i]);
        for (const double chance : line.at(i).value_or(std::vector<double>())) {
            text += fmt::format("  {:>5}", percent(chance));
        }
        fmt::print("{}\n", text);
    }
    for (std::size_t seat = 0; seat < line.by_seat().size(); ++seat) {
        const SeatLosses& losses = line.by_seat()[seat];
        std::string text = fmt::format(
            "{} lost {:.1f} % in a move on average", safe_text(game.names[seat]),
            100 * losses.mean());
        for (const Loss& each : losses.worst) {
            text += fmt::format(
                "{} turn {}{} {}", &each == losses.worst.data() ? ", most in" : ",", each.turn,
                shape_of(mark_of(each.loss)), percent(each.loss));
        }
        fmt::print("{}\n", text);
    }
    fmt::print(
        "The judge sees only the game's measures; in {} other games it was wrong by {} on average.\n",
        line.calibration()->games, percent(line.calibration()->error));
}

/// A game in a few sentences, or as a line of JSON.
void print_story(const std::string& path, const RecordedGame& game, bool as_json) {
    const std::vector<Moment> story = story_of(path, game);
    if (as_json) {
        const nlohmann::ordered_json line{{"game", game.number}, {"story", story_json(story)}};
        fmt::print(
            "{}\n",
            safe_json(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)));
        return;
    }
    fmt::print("game {}\n", game.number);
    for (const Moment& moment : story) {
        const std::string head = moment.turn ? fmt::format("turn {:>4}  ", *moment.turn)
                                             : fmt::format("{:<11}", "start");
        const std::string chance = moment.chance ? fmt::format(
                                                       " ({} to {})", percent(moment.chance->first),
                                                       percent(moment.chance->second))
                                                 : "";
        fmt::print("{}", wrapped_below(head, safe_text(moment.text) + chance));
    }
}

[[noreturn]] void refuse_number(const std::string& path, std::int64_t wanted) {
    throw UserError(
        fmt::format("{}: there is no game {}; leave out --game to see all", path, wanted));
}

int write_page(
    const Arguments& arguments, const std::vector<std::string>& words, const std::string& path,
    std::int64_t wanted, std::vector<RecordedGame> games) {
    const PageFile page{arguments.text("html"), words};
    require_other_file(page.path, path, "the record being read");
    check_page(page, arguments.has("force"));
    if (wanted != 0) {
        std::erase_if(games, [&](const RecordedGame& game) { return game.number != wanted; });
    }
    if (games.empty()) {
        refuse_number(path, wanted);
    }
    std::string modules;
    if (arguments.has("with")) {
        const std::string& game = games.front().game;
        require_modules(game);
        std::vector<PageAi> ais;
        for (const std::string& word : arguments.all("with")) {
            ais.push_back(page_ai(word, game));
        }
        modules = PageModules(std::move(ais)).elements();
    }
    const bool is_right = write_replay_page(path, games, page, modules);
    if (arguments.has("json")) {
        fmt::print("{}\n", safe_json(Json({{"page", page.path}, {"ok", is_right}}).dump()));
    } else {
        print_page_notice(page);
    }
    return is_right ? exit_done : exit_found;
}

/// Each game with its moves, and whether the rules give the same.
int print_as_json(
    const std::string& path, std::int64_t wanted, const std::vector<RecordedGame>& games) {
    Json list = Json::array();
    bool is_right = true;
    for (const RecordedGame& game : games) {
        if (wanted != 0 && game.number != wanted) {
            continue;
        }
        Json moves = Json::array();
        const Replay replay = replay_game(
            path, game, [&](const Position&, std::span<const RecordedMove> turn, bool is_step) {
                for (const RecordedMove& move : turn) {
                    if (!is_step) {
                        moves.push_back(
                            {{"turn", move.turn},
                             {"seat", move.seat},
                             {"answer", move.effect},
                             {"fault",
                              move.fault == Fault::none ? Json() : Json(name_of(move.fault))},
                             {"reason", move.reason}});
                    }
                }
            });
        Json differences = Json::array();
        for (const Difference& difference : replay.differences) {
            differences.push_back({{"line", difference.line}, {"what", difference.what}});
            is_right = false;
        }
        list.push_back(
            {{"number", game.number},
             {"game", game.game},
             {"field", game.field_name},
             {"names", game.names},
             {"turns", replay.turns},
             {"ranks", game.result.empty() ? Json() : Json(game.result[0].ranks)},
             {"reason", game.result.empty() ? Json() : Json(game.result[0].reason)},
             {"moves", moves},
             {"differences", differences},
             {"is_broken_off", game.is_broken_off}});
    }
    if (list.size() == 0) {
        refuse_number(path, wanted);
    }
    fmt::print("{}\n", safe_json(Json({{"record", path}, {"games", list}}).dump()));
    return is_right ? exit_done : exit_found;
}

/// The only game of the record, or the wanted one.
int print_export(
    const std::string& path, std::int64_t wanted, const std::vector<RecordedGame>& games) {
    if (wanted == 0 && games.size() > 1) {
        throw UserError(fmt::format(
            "{}: it has {} games, and an export has one; add --game N", path, games.size()));
    }
    for (const RecordedGame& game : games) {
        if (wanted != 0 && game.number != wanted) {
            continue;
        }
        Replay replay;
        for (const std::string& line : export_game(path, game, replay)) {
            fmt::print("{}\n", safe_json(line));
        }
        return print_differences(path, game, replay.differences) ? exit_done : exit_found;
    }
    refuse_number(path, wanted);
}

/// The rules are a program that may have changed since the game was played.
void note_other_rules(const std::string& path, const std::vector<RecordedGame>& games) {
    const RecordedGame& game = games.front();
    if (game.rules_sha256.empty()) {
        return;
    }
    const GameInfo& info = game_named(game.game, std::filesystem::path(path).parent_path()).info();
    if (info.sha256 != game.rules_sha256) {
        print_error(fmt::format(
            "note: {}: it was played by other rules than those in {} (SHA-256 {}…, here {}…)",
            safe_text(path), info.folder, game.rules_sha256.substr(0, 8),
            info.sha256.substr(0, 8)));
    }
}

/// Each of these is an answer of its own.
void refuse_two_answers(const Arguments& arguments) {
    std::string first;
    for (const char* const option :
         {"html", "export", "story", "judge", "states", "show", "json"}) {
        const bool goes_with_json = first != "show";
        if (!arguments.has(option) || (option == std::string_view("json") && goes_with_json)) {
            continue;
        }
        if (!first.empty()) {
            throw UserError(
                fmt::format("--{} and --{} are two answers; choose one", first, option));
        }
        first = option;
    }
}

} // namespace

int replay_command(const std::vector<std::string>& words) {
    const Arguments arguments(replay_usage(), words);
    if (arguments.words().size() != 1) {
        throw UserError("replay needs one record; write 'referee replay RECORD'");
    }
    const std::string& path = arguments.words()[0];
    const std::int64_t wanted = arguments.integer("game", 0, 1, 1'000'000);
    const auto turn = static_cast<int>(arguments.integer("turn", -1, 0, 1'000'000'000));
    if (turn >= 0 && !arguments.has("show")) {
        throw UserError("--turn needs --show; give both");
    }
    refuse_two_answers(arguments);
    if (arguments.has("with") && !arguments.has("html")) {
        throw UserError("--with needs --html; give both");
    }
    int status = exit_done;
    bool any = false;
    std::vector<RecordedGame> games = read_record(path);
    if (games.back().is_broken_off) {
        print_error(fmt::format(
            "note: {}: the last line is incomplete; what followed is missing", safe_text(path)));
    }
    note_other_rules(path, games);
    if (arguments.has("html")) {
        return write_page(arguments, words, path, wanted, std::move(games));
    }
    if (arguments.has("export")) {
        return print_export(path, wanted, games);
    }
    if (arguments.has("json") && !arguments.has("story") && !arguments.has("judge") &&
        !arguments.has("states")) {
        return print_as_json(path, wanted, games);
    }
    std::optional<SignalsInWaits> signals;
    if (arguments.has("show")) {
        signals.emplace(); // the terminal must be restored
    }
    for (const RecordedGame& game : games) {
        if (wanted != 0 && game.number != wanted) {
            continue;
        }
        any = true;
        if (arguments.has("judge") || arguments.has("story")) {
            (arguments.has("judge") ? print_chances
                                    : print_story)(path, game, arguments.has("json"));
            // What a changed record tells isn't what was played.
            if (!print_differences(path, game, replay_game(path, game, {}).differences)) {
                status = exit_found;
            }
            continue;
        }
        Screen screen(frame_delay(arguments));
        const bool is_for_machines = arguments.has("states");
        if (!is_for_machines && !arguments.has("show")) {
            fmt::print("{}\n", title_of(game));
        }
        const bool takes_frames = arguments.has("show") && (turn >= 0 || is_interactive());
        std::vector<Frame> frames;
        const Replay replay = replay_game(
            path, game,
            takes_frames            ? taking_frames(game, frames)
            : arguments.has("json") ? printing_states(game)
                                    : watcher_for(arguments, game, screen));
        // There is none if even the field is wrong; the difference says so.
        if (!frames.empty() && !show_frames(frames, path, turn, frame_delay(arguments))) {
            return exit_done;
        }
        if (!print_differences(path, game, replay.differences)) {
            status = exit_found;
        }
        if (!is_for_machines && replay.differences.empty()) {
            fmt::print(
                "{}; {} verified: every move and state matches\n", ending_of(game),
                counted(replay.turns, "turn"));
        }
    }
    if (!any) {
        refuse_number(path, wanted);
    }
    return status;
}

} // namespace referee
