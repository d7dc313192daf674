#include "commands/ai_patterns.hpp"
#include "commands/commands.hpp"
#include "commands/match_options.hpp"
#include "commands/match_page.hpp"
#include "commands/play_report.hpp"
#include "commands/play_reporter.hpp"
#include "commands/record_choice.hpp"
#include "commands/replay_page_file.hpp"
#include "commands/shipped_ais.hpp"
#include "error.hpp"
#include "field/text.hpp"
#include "field/utf8.hpp"
#include "match/beginning.hpp"
#include "match/match.hpp"
#include "process/interrupt.hpp"
#include "process/output_file.hpp"
#include "process/print.hpp"
#include "view/live/feed.hpp"
#include "view/terminal.hpp"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>

namespace referee {
namespace {

const Usage& usage() {
    static const Usage usage = [] {
        Usage play{
            "play",
            "referee FIELD [options]\n"
            "       referee play --from RECORD [--game G] --turn N [options]",
            "Plays the match on the field: one game for each assignment of the AIs to the\n"
            "seats. Without --ai, the programs ai1, ai2, … in the current folder play, or\n"
            "fm-ai1.bin and fm-ai2.bin. --ai human gives a seat to a person, who plays in a\n"
            "browser. --from continues one game from a position of a recorded game.",
            match_options()};
        const std::vector<Option> own{
            {"from", "RECORD", "continue from a position of this record, instead of a field"},
            {"game", "N", "with --from: the game; not needed if there is only one"},
            {"turn", "N", "with --from: the turn to play next, as in match.dat"},
            {"show", "", "render the board after every step"},
            {"delay", "TIME", "time to show each board; default 300ms on a terminal"},
            {"pause", "", "wait for a key between the games"},
            {"record", "FILE", "write a record of the games, for 'referee replay'"},
            {"html", "FILE", "write a replay page to open in a browser"},
            watch_option(),
            human_time_option(),
            {"hash-each-turn", "",
             "write the full hash of the state into every line of the record"},
            {"json", "", "print everything as JSON at the end"},
            {"force", "", "overwrite an existing record, page or log"},
        };
        play.options.insert(play.options.end(), own.begin(), own.end());
        return play;
    }();
    return usage;
}

/// The contest's default names, if no AI is given.
std::vector<std::string> default_ais(int seats) {
    for (const auto& [before, after] : {std::pair("./ai", ""), std::pair("./fm-ai", ".bin")}) {
        std::vector<std::string> paths;
        for (int seat = 1; seat <= seats; ++seat) {
            const std::string path = fmt::format("{}{}{}", before, seat, after);
            if (std::filesystem::exists(path)) {
                paths.push_back(path);
            }
        }
        if (static_cast<int>(paths.size()) == seats) {
            return paths;
        }
    }
    throw UserError(fmt::format(
        "no AIs: give {0} with --ai PATH, or put ai1 to ai{0} or fm-ai1.bin to fm-ai{0}.bin into "
        "this folder",
        seats));
}

std::vector<Contestant> contestants_for(const LoadedField& field, const Arguments& arguments) {
    const int seats = field.field->seats();
    std::vector<std::string> paths = expanded(arguments.all("ai"));
    refuse_missing_ais(paths, field.game->info().name);
    if (paths.empty()) {
        paths = default_ais(seats);
    }
    if (static_cast<int>(paths.size()) != seats) {
        throw UserError(fmt::format(
            "{}: the field has {}, but {} given; give --ai once for each seat", field.path,
            counted(seats, "seat"),
            counted(static_cast<std::int64_t>(paths.size()), "AI") +
                (paths.size() == 1 ? " was" : " were")));
    }
    return read_contestants_and_people(paths, arguments.all("set"));
}

/// A match, and where it is recorded.
struct MatchRequest {
    const LoadedField& field;
    const std::vector<Contestant>& contestants;
    const MatchConfig& config;
    const Beginning* begin; ///< where it begins; null: at the start of the field
    People* people;         ///< asks the people; null: there are none
    RecordWriter* record;   ///< or null
};

/// The result of a match, and its notes.
struct Played {
    std::vector<GameResult> games;
    std::vector<std::string> notes;
};

Played play_games(const Arguments& arguments, const MatchRequest& request) {
    const SignalsInWaits signals;
    Match match(request.field, request.contestants, request.config, request.begin, request.people);
    note_unbounded_memory();
    Played played{{}, match.notes()};
    for (const std::string& note : played.notes) {
        print_error("note: " + note);
    }
    if (request.config.keep_work) {
        print_error("note: the work folders stay in " + match.work_path());
    }
    PlayReporter reporter(arguments, request.field, request.contestants, request.config, match);
    for (int game = 0; game < match.game_count(); ++game) {
        if (game > 0 && arguments.has("pause")) {
            print_message("next game: press a key\n");
            wait_for_key();
        }
        played.games.push_back(match.play(game, request.record, reporter.watcher_for(game)));
        reporter.finished(played.games.back(), game);
    }
    return played;
}

/// A page is made from a record. If no record was requested, it is kept in memory, without a name
/// that an AI could open.
UniqueFd nameless_file() {
    UniqueFd file(::memfd_create("record", MFD_CLOEXEC));
    if (!file) {
        fail("creating a file in memory for the record");
    }
    return file;
}

std::string path_of(const UniqueFd& file) {
    return fmt::format("/proc/self/fd/{}", file.get());
}

/// The page of an interrupted match has the games played so far. A second signal ends the process
/// at once.
void write_interrupted_page(const std::string& record, const std::string& page) noexcept {
    try {
        write_replay_page(record, read_record(record), page);
        print_error(fmt::format("page: {}: the games up to the interruption", safe_text(page)));
    } catch (const std::exception&) {
        // No game has begun.
    }
}

/// The position given by --from, --game and --turn.
std::optional<Beginning> beginning_of(const Arguments& arguments) {
    if (!arguments.has("from")) {
        for (const char* const option : {"game", "turn"}) {
            if (arguments.has(option)) {
                throw UserError(fmt::format("--{} needs --from RECORD", option));
            }
        }
        return std::nullopt;
    }
    if (!arguments.has("turn")) {
        throw UserError("--from needs --turn N, the turn to play next");
    }
    const std::string path = arguments.text("from");
    const std::vector<RecordedGame> games = read_record(path);
    const RecordedGame& game = chosen_game(arguments, path, games);
    return beginning_at(
        path, game, static_cast<int>(arguments.integer("turn", 0, 0, 1'000'000'000)));
}

void require_one_field(const Arguments& arguments, bool has_beginning) {
    if (arguments.words().size() != (has_beginning ? 0 : 1)) {
        throw UserError(fmt::format(
            "{}; write 'referee FIELD --ai PATH --ai PATH', or 'referee --help'",
            arguments.words().empty()
                ? "no field is named"
                : fmt::format("unexpected argument '{}'", printable(arguments.words().back()))));
    }
}

/// Throws UserError if --record or --html names the field, the record of --from, or one file.
void require_separate_files(const Arguments& arguments, const std::string& read, const char* what) {
    for (const char* const option : {"record", "html"}) {
        if (arguments.has(option)) {
            require_other_file(arguments.text(option), read, what);
        }
    }
    if (arguments.has("record") && arguments.has("html")) {
        require_other_file(arguments.text("html"), arguments.text("record"), "the record");
    }
}

/// The record of --record, hidden from the AIs, or the nameless one; null if there is neither.
std::unique_ptr<RecordWriter>
record_for(const Arguments& arguments, const UniqueFd& nameless, MatchConfig& config) {
    if (nameless) {
        return std::make_unique<RecordWriter>(path_of(nameless), true);
    }
    if (!arguments.has("record")) {
        return nullptr;
    }
    auto record = std::make_unique<RecordWriter>(arguments.text("record"), config.force);
    // A device such as /dev/null holds nothing that an AI could read.
    if (std::filesystem::is_regular_file(record->path())) {
        config.hidden.emplace_back(record->path(), "the record");
    }
    return record;
}

std::string text_of(const Beginning& begin) {
    return fmt::format(
        "from turn {} of game {} in {}, played by {} until then\n", begin.position->turn(),
        begin.game, safe_text(begin.record),
        safe_text(fmt::format("{}", fmt::join(begin.names, ", "))));
}

void print_result(
    const Arguments& arguments, const MatchRequest& request, const Played& played,
    const MatchResult& result) {
    if (arguments.has("json")) {
        fmt::print(
            "{}", match_json(
                      request.field, result, request.contestants, played.notes,
                      arguments.text("record")));
        return;
    }
    fmt::print("{}", match_text(result, request.contestants));
    if (arguments.has("record")) {
        fmt::print(
            "record: {0} (show it with 'referee replay {0} --show')\n",
            safe_text(request.record->path()));
    }
    if (arguments.has("html")) {
        fmt::print("page: {} (open it in a browser)\n", safe_text(arguments.text("html")));
    }
}

} // namespace

int play_command(const std::vector<std::string>& words) {
    if (printed_help(usage(), words)) {
        return exit_done;
    }
    const Arguments arguments(usage(), words);
    const std::optional<Beginning> begin = beginning_of(arguments);
    require_one_field(arguments, begin.has_value());
    MatchConfig config = read_match_settings(arguments);
    config.keeps_output = true;
    config.hash_each_turn = arguments.has("hash-each-turn");
    const LoadedField own = begin ? LoadedField() : load_field(arguments.words()[0]);
    const LoadedField& field = begin ? begin->field : own;
    config.hidden = {{begin ? begin->record : field.path, begin ? "the record" : "the field"}};
    if (begin && !arguments.has("seats")) {
        config.seat_orders = SeatOrders::fixed;
    }
    const std::vector<Contestant> contestants = contestants_for(field, arguments);
    require_names("allow-network", config.networked, contestants);
    note_readable_programs(config, contestants);
    const MatchPage page(arguments, field, contestants, config);
    require_separate_files(
        arguments, begin ? begin->record : field.path,
        begin ? "the record being read" : "the field");
    if (arguments.has("html")) {
        check_page(arguments.text("html"), config.force);
    }
    for (const auto& [option, what] :
         {std::pair("html", "the page"), std::pair("logs", "the folder of --logs")}) {
        if (arguments.has(option)) {
            config.hidden.emplace_back(arguments.text(option), what);
        }
    }
    const UniqueFd nameless =
        arguments.has("html") && !arguments.has("record") ? nameless_file() : UniqueFd();
    std::unique_ptr<RecordWriter> record = record_for(arguments, nameless, config);
    if (begin && !arguments.has("json")) {
        print_now(text_of(*begin));
    }
    std::optional<LiveRecord> live;
    if (page.feed() != nullptr) {
        if (!record) {
            record = std::make_unique<RecordWriter>();
        }
        record->set_listener(live.emplace(*page.feed(), 0));
    }
    const MatchRequest request{field,         contestants, config, begin ? &*begin : nullptr,
                               page.people(), record.get()};
    Played played;
    try {
        played = play_games(arguments, request);
    } catch (const Interrupted&) {
        if (arguments.has("html")) {
            write_interrupted_page(record->path(), arguments.text("html"));
        }
        if (arguments.has("record")) {
            print_error(fmt::format(
                "record: {}: the moves up to the interruption", safe_text(record->path())));
        }
        throw;
    }
    const MatchResult result = sum_up(std::move(played.games), config.points);
    if (arguments.has("html")) {
        write_replay_page(record->path(), read_record(record->path()), arguments.text("html"));
    }
    print_result(arguments, request, played, result);
    page.finish();
    return exit_done;
}

} // namespace referee
