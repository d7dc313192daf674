#include "advice/advice.hpp"
#include "advice/printed_error.hpp"
#include "ai/contestant.hpp"
#include "ai/patterns.hpp"
#include "ai/shipped.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/match_options.hpp"
#include "cli/match_report.hpp"
#include "cli/record_choice.hpp"
#include "cli/terminal.hpp"
#include "game/registry.hpp"
#include "match/config.hpp"
#include "match/match.hpp"
#include "match/measurements.hpp"
#include "match/result.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "os/output.hpp"
#include "pages/live/match_page.hpp"
#include "pages/replay_page_file.hpp"
#include "record/replay.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <sys/mman.h>
#include <tuple>
#include <unistd.h>
#include <utility>
#include <vector>

namespace referee {

// The turn of a game that takes long.

namespace {

/// A line on a terminal, shown when a game takes longer than two seconds. It is taken back before
/// anything else is printed.
class TurnLine {
  public:
    /// It is only shown if standard error is a terminal.
    explicit TurnLine(bool is_wanted);
    ~TurnLine() { clear(); }
    TurnLine(const TurnLine&) = delete;
    TurnLine& operator=(const TurnLine&) = delete;

    bool is_wanted() const { return is_wanted_; }
    /// A game begins.
    void begin();
    /// Call it as often as you like; it prints at most four times a second.
    void show(int game, int turn);
    /// Takes the line back.
    void clear();

  private:
    bool is_wanted_;
    bool is_shown_ = false;
    std::int64_t due_ns_ = 0;
};

TurnLine::TurnLine(bool is_wanted) : is_wanted_(is_wanted && ::isatty(STDERR_FILENO) != 0) {}

void TurnLine::begin() {
    due_ns_ = monotonic_ns() + 2 * second_ns;
}

void TurnLine::show(int game, int turn) {
    const std::int64_t now = monotonic_ns();
    if (is_wanted_ && now >= due_ns_) {
        print_message(fmt::format("\r\033[Kgame {}, turn {}", game, turn));
        due_ns_ = now + second_ns / 4;
        is_shown_ = true;
    }
}

void TurnLine::clear() {
    if (is_shown_) {
        print_message("\r\033[K");
        is_shown_ = false;
    }
}

} // namespace

// What `play` prints while the games of a match are played: boards, faults with advice, results.

namespace {

class PlayReporter {
  public:
    /// The options --json, --show and --delay decide what is printed. Everything else must outlive
    /// the reporter.
    PlayReporter(
        const Arguments& arguments, const LoadedField& field, const std::vector<Contestant>& ais,
        const MatchConfig& config, const Match& match);

    /// For a game, counted from 0.
    GameWatcher watcher_for(int game);
    void finished(const GameResult& result, int game);

  private:
    /// Reports a fault, but only the first few of each kind, and only once what says the same; the
    /// first with advice.
    void report(const FaultNote& note, int game);
    std::string title_of(int game) const;

    const LoadedField& field_;
    const std::vector<Contestant>& ais_;
    const MatchConfig& config_;
    const Match& match_;
    std::map<std::pair<int, Fault>, int> reported_; ///< by the AI's index and the kind
    std::set<std::pair<int, std::string>> advised_; ///< what was said, by the AI's index
    /// How often a fault of an AI with this reason and this output came.
    std::map<std::tuple<int, Fault, std::string, std::string>, int> same_;
    bool is_quiet_;
    bool shows_;
    Screen screen_;
    TurnLine turn_line_;
};

std::chrono::milliseconds delay_of(const Arguments& arguments) {
    return arguments.delay(
        "delay", std::chrono::milliseconds(::isatty(STDOUT_FILENO) != 0 ? 300 : 0));
}

PlayReporter::PlayReporter(
    const Arguments& arguments, const LoadedField& field, const std::vector<Contestant>& ais,
    const MatchConfig& config, const Match& match)
    : field_(field), ais_(ais), config_(config), match_(match), is_quiet_(arguments.has("json")),
      shows_(arguments.has("show") && !is_quiet_), screen_(delay_of(arguments)),
      turn_line_(!is_quiet_ && !shows_) {}

GameWatcher PlayReporter::watcher_for(int game) {
    GameWatcher watcher;
    if (shows_) {
        watcher.step = [this, game](const Position& position) {
            screen_.show(title_of(game), position);
        };
    }
    if (turn_line_.is_wanted()) {
        turn_line_.begin();
        watcher.step = [this, game](const Position& position) {
            turn_line_.show(game + 1, position.turn());
        };
    }
    if (!is_quiet_) {
        watcher.fault = [this, game](const FaultNote& note) { report(note, game); };
    }
    return watcher;
}

void PlayReporter::finished(const GameResult& result, int game) {
    screen_.keep();
    turn_line_.clear();
    if (!is_quiet_) {
        print_now(game_line(result, game + 1, ais_) + "\n");
    }
}

void PlayReporter::report(const FaultNote& note, int game) {
    const int index = match_.seats_of(game)[note.seat - 1];
    if (reported_[{index, note.fault}] >= max_reported_faults) {
        return; // an AI that prints something new each time must not fill our memory
    }
    const int same = ++same_[{index, note.fault, note.reason, note.printed}];
    if (same == 2) {
        screen_.keep();
        turn_line_.clear();
        print_now(fmt::format(
            "game {}, {}: {}: {}: the same again (further ones are counted but not shown)\n",
            game + 1, moment_of(note), safe_text(ais_[index].name), kind_of(note)));
    }
    if (same > 1) {
        return;
    }
    const int reported = ++reported_[{index, note.fault}];
    screen_.keep();
    turn_line_.clear();
    const FaultScene scene{note, ais_[index], field_.game->info(), config_};
    // Later ones have what the AI itself says, unless it has said it before.
    std::vector<std::string> advice = reported == 1 ? advice_on(scene) : hints_in(note.printed);
    if (ais_[index].is_human) {
        advice.clear(); // what an AI may do with its time and files says nothing to a person
    }
    std::erase_if(advice, [&](const std::string& each) {
        const bool is_new = advised_.emplace(index, each).second;
        return reported > 1 && !is_new;
    });
    print_now(fault_lines(note, game + 1, ais_[index], advice));
    if (reported == max_reported_faults) {
        print_now(fmt::format(
            "(further {} of {} are counted but not shown)\n", kinds_of(note.fault),
            safe_text(ais_[index].name)));
    }
}

std::string PlayReporter::title_of(int game) const {
    std::string title = fmt::format("game {}:", game + 1);
    int seat = 0;
    for (const int index : match_.seats_of(game)) {
        title += fmt::format(" seat {} {}", ++seat, safe_text(ais_[index].name));
    }
    return title;
}

} // namespace

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
            {"json", "", "print everything as JSON at the end", Topic::output, common},
            {"force", "", "overwrite an existing record, page or log", Topic::output, common},
        };
        play.options.insert(play.options.end(), own.begin(), own.end());
        return play;
    }();
    return usage;
}

namespace {

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
    std::vector<Contestant> contestants = read_contestants_and_people(paths, arguments.all("set"));
    require_game(contestants, field.game->info().name);
    return contestants;
}

/// A match, and where it is recorded.
struct MatchRequest {
    const LoadedField& field;
    const std::vector<Contestant>& contestants;
    const MatchConfig& config;
    const Position* from; ///< where it begins; null: at the start of the field
    People* people;       ///< asks the people; null: there are none
    RecordWriter* record; ///< or null
};

/// The result of a match, and its notes.
struct Played {
    std::vector<GameResult> games;
    std::vector<std::string> notes;
};

Played play_games(const Arguments& arguments, const MatchRequest& request) {
    const SignalsInWaits signals;
    Match match(request.field, request.contestants, request.config, request.from, request.people);
    if (arguments.has("memory")) { // who plays one match after another shouldn't read it each time
        note_unbounded_memory();
    }
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
        for (const std::string& note : request.field.game->take_notes()) {
            print_error("note: " + note);
            played.notes.push_back(note);
        }
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
void write_interrupted_page(const std::string& record, const PageFile& page) noexcept {
    try {
        write_replay_page(record, read_record(record), page);
        print_error(
            fmt::format("page: {}: the games up to the interruption", safe_text(page.path)));
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
    if (arguments.words().size() == 2 && !has_beginning) {
        std::vector<std::string_view> names;
        for (const Command& command : all_commands()) {
            names.push_back(command.name);
        }
        const std::string field = printable(arguments.words()[0]);
        const std::string& word = arguments.words()[1];
        const std::string_view near = nearest(word, names);
        if (!near.empty()) {
            throw UserError(fmt::format(
                "unexpected argument '{}'; did you mean 'referee {}'?", printable(word),
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
    const MatchResult& result, const PageFile& html) {
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
        print_page_notice(html);
    }
}

PageRequest page_request(const Arguments& arguments) {
    PageRequest asked;
    if (arguments.has("watch")) {
        asked.watch = arguments.text("watch");
    }
    asked.human_time = arguments.duration("human-time");
    return asked;
}

} // namespace

int play_command(const std::vector<std::string>& words) {
    const Arguments arguments(play_usage(), words);
    const PageFile html{arguments.text("html"), words};
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
    check_points(config.points, static_cast<int>(contestants.size()));
    require_names(config, contestants);
    note_readable_programs(config, contestants);
    const MatchPage page(page_request(arguments), field, contestants, config);
    require_separate_files(
        arguments, begin ? begin->record : field.path,
        begin ? "the record being read" : "the field");
    if (arguments.has("html")) {
        check_page(html, config.force);
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
    std::unique_ptr<RecordListener> live;
    if (page.display() != nullptr) {
        if (!record) {
            record = std::make_unique<RecordWriter>();
        }
        live = page.display()->listener(0);
        record->set_listener(*live);
    }
    if (record && begin) {
        record->continue_from(*begin);
    }
    const MatchRequest request{field,         contestants,
                               config,        begin ? begin->position.get() : nullptr,
                               page.people(), record.get()};
    Played played;
    try {
        played = play_games(arguments, request);
    } catch (const Interrupted&) {
        if (arguments.has("html")) {
            write_interrupted_page(record->path(), html);
        }
        if (arguments.has("record")) {
            print_error(fmt::format(
                "record: {}: the moves up to the interruption", safe_text(record->path())));
        }
        throw;
    }
    const MatchResult result = sum_up(std::move(played.games), config.points);
    if (arguments.has("html")) {
        write_replay_page(record->path(), read_record(record->path()), html);
    }
    print_result(arguments, request, played, result, html);
    page.finish();
    return exit_done;
}

} // namespace referee
