// `play`: the match on a field, or a game from a position of a record. play_command() at the end is
// the whole story: load the match, prepare what it writes and shows, play it, publish the result.
// Everything else belongs to one of these steps, in this order.

#include "advice/printed_error.hpp"
#include "ai/contestant.hpp"
#include "ai/patterns.hpp"
#include "ai/shipped.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/match_options.hpp"
#include "cli/match_report.hpp"
#include "cli/play_reporter.hpp"
#include "cli/record_choice.hpp"
#include "cli/terminal.hpp"
#include "game/registry.hpp"
#include "match/config.hpp"
#include "match/game_listener.hpp"
#include "match/match.hpp"
#include "match/result.hpp"
#include "os/descriptor.hpp"
#include "os/interrupt.hpp"
#include "os/output.hpp"
#include "pages/live/match_page.hpp"
#include "pages/replay_page_file.hpp"
#include "record/replay.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <utility>
#include <vector>

namespace referee {

const Usage& play_usage() {
    using enum Weight;
    static const Usage usage = [] {
        Usage play{
            "play",
            "referee FIELD [options]\n"
            "       referee play --from RECORD [--game G] --turn N [options]",
            "Plays the match on the field: one game for each assignment of the AIs to the\n"
            "seats. Without --ai, the programs ai1, ai2, … in the current folder play, or\n"
            "fm-ai1.bin and fm-ai2.bin. --ai human gives a seat to a person, who plays in a\n"
            "browser. --from continues one game from a position of a recorded game.",
            "referee first.dat --ai my-ai --ai other-ai --record first.jsonl\n"
            "referee first.dat --ai 'python3 bot.py' --ai human",
            match_options()};
        option_named(play.options, "ai").weight = common;
        const std::vector<Option> own{
            explained(
                {"from", "RECORD", "continue from a position of this record, instead of a field",
                 Topic::games, common},
                "The game is played to its end. The new record says where it began."),
            {"game", "N", "with --from: the game; not needed if there is only one", Topic::games,
             common},
            {"turn", "N", "with --from: the turn to play next, as in match.dat", Topic::games,
             common},
            {"show", "", "render the board after every step", Topic::watching, common},
            {"delay", "TIME", "time to show each board; default 300ms on a terminal",
             Topic::watching, rare},
            {"pause", "", "wait for a key between the games", Topic::watching, rare},
            {"record", "FILE", "write a record of the games, for 'referee replay'", Topic::output,
             common},
            explained(
                {"html", "FILE", "write a replay page to open in a browser", Topic::output, common},
                "If the match is interrupted, the page has the games up to then."),
            watch_option(),
            human_time_option(),
            {"hash-each-turn", "", "write the full hash of the state into every line of the record",
             Topic::output, rare},
            {"json", "", "print everything as one line of JSON at the end", Topic::output, common},
            {"force", "", "overwrite an existing record, page or log", Topic::output, common},
        };
        play.options.insert(play.options.end(), own.begin(), own.end());
        return play;
    }();
    return usage;
}

namespace {

// Load: the field or the position, the settings, the contestants.

/// A match that could be played.
struct LoadedMatch {
    std::optional<Beginning> begin; ///< with --from: where it begins
    LoadedField own_field;          ///< without
    MatchConfig config{};
    std::vector<Contestant> contestants{};

    const LoadedField& field() const { return begin ? begin->field : own_field; }
    const Position* from() const { return begin ? begin->position.get() : nullptr; }
    /// The file that the match is read from, and what it is.
    const std::string& source() const { return begin ? begin->record : own_field.path; }
    const char* what_source() const { return begin ? "the record" : "the field"; }
};

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

/// Throws UserError if there is neither an AI for each seat nor, in a game with teams, one for each
/// team.
void require_ai_for_each(const LoadedField& field, std::size_t count) {
    const Teams teams = field.teams();
    const int given = static_cast<int>(count);
    if (given == teams.seats() || given == teams.places()) {
        return;
    }
    const std::string were = counted(given, "AI") + (given == 1 ? " was" : " were");
    if (teams.are_played()) {
        throw UserError(fmt::format(
            "{}: the field has {} in {} teams ({}), but {} given; give --ai once for each team, or "
            "once for each seat in the order of seats",
            field.path, counted(teams.seats(), "seat"), teams.places(), teams.text(), were));
    }
    throw UserError(fmt::format(
        "{}: the field has {}, but {} given; give --ai once for each seat", field.path,
        counted(teams.seats(), "seat"), were));
}

/// The contestants by seat: an AI that has a team plays at each of its seats. A person sits at one
/// seat, so where a person has a team, these are several people.
std::vector<Contestant> by_seat(std::vector<Contestant> contestants, const Teams& teams) {
    if (static_cast<int>(contestants.size()) == teams.seats()) {
        return contestants;
    }
    std::vector<Contestant> seats;
    for (Seat seat = 1; seat <= teams.seats(); ++seat) {
        Contestant& member = seats.emplace_back(contestants[teams.place_of(seat)]);
        if (member.is_human) {
            member.name += fmt::format("#{}", teams.member_of(seat) + 1);
        }
    }
    return seats;
}

std::vector<Contestant> contestants_for(const LoadedField& field, const Arguments& arguments) {
    std::vector<std::string> paths = expanded(arguments.all("ai"));
    refuse_missing_ais(paths, field.game->info().name);
    if (paths.empty()) {
        paths = default_ais(field.teams().places());
    }
    require_ai_for_each(field, paths.size());
    std::vector<Contestant> contestants = read_contestants_and_people(paths, arguments.all("set"));
    require_game(contestants, field.game->info().name);
    return by_seat(std::move(contestants), field.teams());
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
    if (arguments.words().size() == 2 && !has_beginning) {
        std::vector<std::string_view> names;
        for (const Command& command : all_commands()) {
            names.push_back(command.name);
        }
        const std::string field = shell_word(arguments.words()[0]);
        const std::string& word = arguments.words()[1];
        const std::string_view near = nearest(word, names);
        if (!near.empty()) {
            throw UserError(fmt::format(
                "unexpected argument '{}'; did you mean: referee {}", printable(word),
                near == "create" ? field + " create" : fmt::format("{} {}", near, field)));
        }
    }
    if (arguments.words().size() != (has_beginning ? 0 : 1)) {
        throw UserError(fmt::format(
            "{}; write 'referee FIELD --ai PATH --ai PATH', or 'referee --help'",
            arguments.words().empty()
                ? "no field is named"
                : fmt::format("unexpected argument '{}'", printable(arguments.words().back()))));
    }
}

LoadedMatch load_match(const Arguments& arguments) {
    LoadedMatch match{.begin = beginning_of(arguments), .own_field = {}};
    require_one_field(arguments, match.begin.has_value());
    MatchConfig& config = match.config;
    config = read_match_settings(arguments);
    config.keeps_output = true;
    config.hash_each_turn = arguments.has("hash-each-turn");
    if (!match.begin) {
        match.own_field = load_field(arguments.words()[0]);
    } else if (!arguments.has("seats")) {
        config.seat_orders = SeatOrders::fixed;
    }
    config.hidden = {{match.source(), match.what_source()}};
    match.contestants = contestants_for(match.field(), arguments);
    check_points(config.points, match.field().teams().places());
    require_names(config, match.contestants);
    require_no_network(config, match.field().game->info());
    note_readable_programs(config, match.contestants);
    return match;
}

// Prepare: the live page, the record and the replay page. All that can be wrong with them is found
// before the match, and none of the AIs may read them.

PageRequest page_request(const Arguments& arguments) {
    PageRequest asked;
    if (arguments.has("watch")) {
        asked.watch = arguments.text("watch");
    }
    asked.human_time = arguments.duration("human-time");
    return asked;
}

/// A page is made from a record. If none was requested, or one that can't be read back, it is kept
/// in memory, without a name that an AI could open.
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

/// Hands everything to each of several listeners.
class Listeners : public GameListener {
  public:
    void add(GameListener& listener) { all_.push_back(&listener); }

    void begin_game(
        const LoadedField& field, const std::vector<const Contestant*>& by_seat, int number,
        const MatchConfig& config) override {
        for (GameListener* const listener : all_) {
            listener->begin_game(field, by_seat, number, config);
        }
    }
    void move(const MoveEntry& entry) override {
        for (GameListener* const listener : all_) {
            listener->move(entry);
        }
    }
    void result(const Ending& ending, const std::string& state) override {
        for (GameListener* const listener : all_) {
            listener->result(ending, state);
        }
    }
    void drop_game() override {
        for (GameListener* const listener : all_) {
            listener->drop_game();
        }
    }

  private:
    std::vector<GameListener*> all_;
};

/// The file that a path leads to, without links such as /dev/stdout. Each process has its own of
/// those.
std::string file_behind(const std::string& path) {
    std::error_code code;
    const std::filesystem::path file = std::filesystem::weakly_canonical(path, code);
    return code ? path : file.string();
}

/// Throws UserError if the file is standard output or error: what is printed there would overwrite
/// it, and the other way round. Both may lead to one terminal or one pipe.
void require_not_printed_to(const std::string& path) {
    for (const auto& [standard, what] :
         {std::pair("/dev/stdout", "standard output"),
          std::pair("/dev/stderr", "standard error")}) {
        if (!is_stream(path)) {
            require_other_file(path, standard, what);
        }
    }
}

/// Throws UserError if --record or --html names the field, the record of --from, or one file.
void require_separate_files(const Arguments& arguments, const std::string& read, const char* what) {
    for (const char* const option : {"record", "html"}) {
        if (arguments.has(option)) {
            require_other_file(arguments.text(option), read, what);
            require_not_printed_to(arguments.text(option));
        }
    }
    if (arguments.has("record") && arguments.has("html") && !is_stream(arguments.text("html"))) {
        require_other_file(arguments.text("html"), arguments.text("record"), "the record");
    }
}

/// The record of --record, hidden from the AIs; null without.
std::unique_ptr<RecordWriter> record_for(const Arguments& arguments, MatchConfig& config) {
    if (!arguments.has("record")) {
        return nullptr;
    }
    auto record = std::make_unique<RecordWriter>(arguments.text("record"), config.force);
    if (record->is_regular()) {
        config.hidden.emplace_back(file_behind(record->path()), "the record");
    }
    return record;
}

std::string text_of(const Beginning& begin) {
    return fmt::format(
        "from turn {} of game {} in {}, played by {} until then\n", begin.position->turn(),
        begin.game, safe_text(begin.record),
        safe_text(fmt::format("{}", fmt::join(begin.names, ", "))));
}

/// What a match is shown on and written to.
struct Outputs {
    Outputs(const Arguments& arguments, const std::vector<std::string>& words, LoadedMatch& match);

    /// The record that the replay page is made from.
    const std::string& readable_record() const { return (pages ? pages : record)->path(); }

    MatchPage page; ///< shows nothing unless it is asked for
    PageFile html;
    UniqueFd nameless;                    ///< of `pages`, if the replay page needs it
    std::unique_ptr<RecordWriter> record; ///< of --record, or null
    std::unique_ptr<RecordWriter> pages;  ///< for pages alone; null if they can use `record`
    std::unique_ptr<RecordListener> live; ///< shows the live page what a record gets
    Listeners both;                       ///< `record` and `pages`
    GameListener* listener = nullptr;     ///< of the games, or null
};

Outputs::Outputs(
    const Arguments& arguments, const std::vector<std::string>& words, LoadedMatch& match)
    : page(page_request(arguments), match.field(), match.contestants, match.config),
      html{arguments.text("html"), words} {
    require_separate_files(
        arguments, match.source(), match.begin ? "the record being read" : "the field");
    if (arguments.has("html")) {
        check_page(html, match.config.force);
    }
    for (const auto& [option, what] :
         {std::pair("html", "the page"), std::pair("logs", "the folder of --logs")}) {
        if (arguments.has(option) && !is_stream(arguments.text(option))) {
            match.config.hidden.emplace_back(file_behind(arguments.text(option)), what);
        }
    }
    record = record_for(arguments, match.config);
    if (arguments.has("html") && !(record && record->is_regular())) {
        nameless = nameless_file();
        pages = std::make_unique<RecordWriter>(path_of(nameless), true);
    }
    if (match.begin && !arguments.has("json")) {
        print_now(text_of(*match.begin));
    }
    if (page.display() != nullptr) {
        if (!record && !pages) {
            pages = std::make_unique<RecordWriter>();
        }
        live = page.display()->listener(0);
        (pages ? pages : record)->set_listener(*live);
    }
    for (RecordWriter* const writer : {record.get(), pages.get()}) {
        if (writer != nullptr) {
            if (match.begin) {
                writer->continue_from(*match.begin);
            }
            both.add(*writer);
            listener = writer;
        }
    }
    if (record && pages) {
        listener = &both;
    }
}

// Play: the games, with notes and reports on standard output.

/// The games of a match, and the notes on it.
struct PlayedMatch {
    std::vector<GameResult> games;
    std::vector<std::string> notes;
    std::string work; ///< with --keep-work: where the work folders stay
};

PlayedMatch
play_games(const Arguments& arguments, const LoadedMatch& loaded, const Outputs& outputs) {
    const SignalsInWaits signals;
    Match match(
        loaded.field(), loaded.contestants, loaded.config, loaded.from(), outputs.page.people());
    if (arguments.has("memory")) { // who plays one match after another shouldn't read it each time
        note_unbounded_memory();
    }
    PlayedMatch played{{}, match.notes(), loaded.config.keep_work ? match.work_path() : ""};
    for (const std::string& note : played.notes) {
        print_error("note: " + note);
    }
    if (loaded.config.keep_work) {
        print_error("note: the work folders stay in " + played.work);
    }
    PlayReporter reporter(arguments, loaded.field(), loaded.contestants, loaded.config, match);
    try {
        for (int game = 0; game < match.game_count(); ++game) {
            if (game > 0 && arguments.has("pause")) {
                print_message("next game: press a key\n");
                wait_for_key();
            }
            played.games.push_back(match.play(game, outputs.listener, reporter.watcher_for(game)));
            reporter.finished(played.games.back(), game);
            for (const std::string& note : loaded.field().game->take_notes()) {
                print_error("note: " + note);
                played.notes.push_back(note);
            }
        }
    } catch (...) { // an interruption, or rules that failed
        reporter.tell_withheld();
        throw;
    }
    reporter.tell_withheld();
    return played;
}

/// The page of an interrupted match has the games played so far. A second signal ends the process
/// at once.
void write_interrupted_page(const Outputs& outputs) noexcept {
    const PageFile& page = outputs.html;
    try {
        const std::string& record = outputs.readable_record();
        if (std::filesystem::file_size(record) == 0) {
            return; // no game has begun
        }
        write_replay_page(record, read_record(record), page);
        print_error(
            fmt::format("page: {}: the games up to the interruption", safe_text(page.path)));
    } catch (const std::exception& problem) {
        print_error(fmt::format(
            "page: {}: it isn't written: {}", safe_text(page.path), safe_text(problem.what())));
    }
}

/// Plays the match. If a signal ends it, record and page keep what has been played.
PlayedMatch
play_match(const Arguments& arguments, const LoadedMatch& match, const Outputs& outputs) {
    try {
        return play_games(arguments, match, outputs);
    } catch (const Interrupted&) {
        if (arguments.has("html")) {
            write_interrupted_page(outputs);
        }
        if (arguments.has("record")) {
            print_error(fmt::format(
                "record: {}: the moves up to the interruption", safe_text(outputs.record->path())));
        }
        throw;
    }
}

// Publish: the result and the replay page. The result comes first, so that it isn't lost with a
// page that can't be written or that nobody reads.

void print_result(
    const Arguments& arguments, const LoadedMatch& match, const Outputs& outputs,
    const MatchResult& result, const PlayedMatch& played) {
    if (arguments.has("json")) {
        fmt::print(
            "{}", match_json(
                      match.field(), result, match.contestants, played.notes,
                      arguments.text("record"), played.work));
        return;
    }
    fmt::print("{}", match_text(result, match.contestants, match.field().teams()));
    if (arguments.has("record")) {
        const std::string& path = outputs.record->path();
        fmt::print(
            "record: {}{}\n", safe_text(path),
            outputs.record->is_regular()
                ? fmt::format(
                      " (show it with: referee replay {} --show)", safe_text(shell_word(path)))
                : "");
    }
}

void publish(
    const Arguments& arguments, const LoadedMatch& match, const Outputs& outputs,
    PlayedMatch played) {
    const MatchResult result =
        sum_up(std::move(played.games), match.config.points, match.field().game->info().teams);
    print_result(arguments, match, outputs, result, played);
    if (arguments.has("html")) {
        print_now("");
        const std::string& record = outputs.readable_record();
        write_replay_page(record, read_record(record), outputs.html);
        if (!arguments.has("json")) {
            print_page_notice(outputs.html);
        }
    }
    outputs.page.finish();
}

} // namespace

int play_command(const std::vector<std::string>& words) {
    const Arguments arguments(play_usage(), words);
    LoadedMatch match = load_match(arguments);
    const Outputs outputs(arguments, words, match);
    PlayedMatch played = play_match(arguments, match, outputs);
    publish(arguments, match, outputs, std::move(played));
    return exit_done;
}

} // namespace referee
