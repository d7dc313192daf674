// `judge`: makes the table of chances of winning that a game ships with from the records of a
// tournament.

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/contests/record_paths.hpp"
#include "game/registry.hpp"
#include "judge/fit/fit.hpp"
#include "os/output.hpp"
#include "record/judged_record.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sstream>

namespace referee {

namespace fs = std::filesystem;

const Usage& judge_usage() {
    using enum Weight;
    static const Usage usage{
        "judge",
        "referee judge GAMES … [--fit FILE]",
        "Says how often the judge of a game is right: whether games in which it gave\n"
        "somebody a chance of 70 % were won in 70 %. GAMES are records, folders of\n"
        "records, or databases of tournaments whose games have records. With --fit it\n"
        "makes the judge of a game from them, which replay pages, stories and\n"
        "'replay --judge' use.",
        "referee judge records/\n"
        "referee judge results.sqlite --rules my-game --fit my-game/judge.json",
        {
            explained(
                {"fit", "FILE", "fit the judge of the game on these games, and write it there",
                 Topic::output, common},
                "A file judge.json in the folder of a game whose rules are a program is used from "
                "then on. Tables for other numbers of seats in FILE stay. What is printed is how "
                "the fit judged fields that it was not made of."),
            rules_option(),
            {"json", "", "print everything as one line of JSON", Topic::output, rare},
        }};
    return usage;
}

namespace {

struct Games {
    const GameInfo* info = nullptr;
    std::map<int, std::vector<JudgedGame>> by_seats;
    int unusable = 0; ///< without a result, or of other rules
};

Games read_games(const std::vector<std::string>& words) {
    Games games;
    for (const std::string& path : record_paths(words)) {
        for (const RecordedGame& game : read_record(path)) {
            const GameInfo& info = game_named(game.game, fs::path(path).parent_path()).info();
            if (games.info != nullptr && games.info->name != info.name) {
                throw UserError(fmt::format(
                    "{}:{}: a game of {} after games of {}; judge one game at a time", path,
                    game.line, info.name, games.info->name));
            }
            games.info = &info;
            if (std::optional<JudgedGame> judged = judged_game(path, game)) {
                games.by_seats[static_cast<int>(game.names.size())].push_back(std::move(*judged));
            } else {
                ++games.unusable;
            }
        }
    }
    if (games.by_seats.empty()) {
        throw UserError(
            "there is no finished game to judge; play a tournament with --records or --out");
    }
    if (games.info->measures.empty()) {
        throw UserError(fmt::format(
            "{} has no measures, and the judge sees nothing else; add 'measure' to its game.ini",
            games.info->name));
    }
    return games;
}

std::string percent(double share) {
    return fmt::format("{:.0f} %", 100 * share);
}

void print_text(const GameInfo& info, int seats, const JudgeCalibration& found, bool is_fit) {
    fmt::print(
        "{}, {}: {}{} on {}\n", info.name, counted(seats, "seat"),
        is_fit ? "fitted; judged without their field: " : "", counted(found.games, "game"),
        counted(found.fields, "field"));
    fmt::print("  {:>14}  {:>6}  {:>6}  {:>6}\n", "chance", "said", "won", "games");
    for (std::size_t i = 0; i < found.bins.size(); ++i) {
        const JudgeCalibration::Bin& bin = found.bins[i];
        if (bin.weight > 0) {
            fmt::print(
                "  {:>14}  {:>6}  {:>6}  {:>6.0f}\n",
                fmt::format("{} to {} %", 10 * i, 10 * i + 10), percent(bin.said), percent(bin.won),
                bin.weight);
        }
    }
    fmt::print(
        "  expected error {:.3f}; log loss {:.3f}, of a constant {:.3f}\n", found.error,
        found.log_loss, found.constant);
}

Json json_of(int seats, const JudgeCalibration& found) {
    Json bins = Json::array();
    for (const JudgeCalibration::Bin& bin : found.bins) {
        bins.push_back({{"games", bin.weight}, {"said", bin.said}, {"won", bin.won}});
    }
    return {{"seats", seats},       {"games", found.games},       {"fields", found.fields},
            {"error", found.error}, {"log_loss", found.log_loss}, {"constant", found.constant},
            {"bins", bins}};
}

std::string text_in(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Fits a table for each number of seats, and writes them beside those that the file has for
/// others.
std::map<int, JudgeCalibration> fit(const Games& games, const std::string& file) {
    std::map<int, JudgeTable> tables;
    if (fs::is_regular_file(file)) {
        for (JudgeTable& table : read_judge_tables(file, text_in(file))) {
            tables.insert_or_assign(table.seats, std::move(table));
        }
    }
    std::map<int, JudgeCalibration> found;
    for (const auto& [seats, played] : games.by_seats) {
        JudgeTable table = fit_judge(*games.info, seats, played);
        found[seats] = table.held_out;
        tables.insert_or_assign(seats, std::move(table));
    }
    std::vector<JudgeTable> list;
    for (auto& [seats, table] : tables) {
        list.push_back(std::move(table));
    }
    write_file(file, text_of(std::string(games.info->name), list));
    return found;
}

std::map<int, JudgeCalibration> ask(const Games& games) {
    std::map<int, JudgeCalibration> found;
    for (const JudgeTable& table : judge_tables(*games.info)) {
        if (const auto played = games.by_seats.find(table.seats); played != games.by_seats.end()) {
            found[table.seats] = calibration_of(table, played->second);
        }
    }
    if (found.empty()) {
        throw UserError(fmt::format(
            "{} has no judge for so many seats; make one of a tournament's games with --fit",
            games.info->name));
    }
    return found;
}

} // namespace

int judge_command(const std::vector<std::string>& words) {
    const Arguments arguments(judge_usage(), words);
    if (arguments.words().empty()) {
        throw UserError("judge needs games; write 'referee judge RECORD' or a folder of records");
    }
    if (arguments.has("fit")) { // before games are read, which may take long
        const std::string file = arguments.text("fit");
        if (is_stream(file)) {
            throw UserError(file + ": this is no regular file; name one, in which tables can stay");
        }
        require_writable(file, "the judge");
        for (const std::string& path : arguments.words()) {
            require_other_file(file, path, "the games being read");
        }
    }
    const Games games = read_games(arguments.words());
    const std::map<int, JudgeCalibration> found =
        arguments.has("fit") ? fit(games, arguments.text("fit")) : ask(games);
    Json tables = Json::array();
    for (const auto& [seats, calibration] : found) {
        if (arguments.has("json")) {
            tables.push_back(json_of(seats, calibration));
        } else {
            print_text(*games.info, seats, calibration, arguments.has("fit"));
        }
    }
    if (arguments.has("json")) {
        fmt::print(
            "{}\n",
            safe_json(
                Json({{"game", games.info->name}, {"unusable", games.unusable}, {"tables", tables}})
                    .dump()));
    } else if (games.unusable > 0) {
        print_error(fmt::format(
            "note: {} left out: without a result, or of other rules",
            counted(games.unusable, "game")));
    }
    return exit_done;
}

} // namespace referee
