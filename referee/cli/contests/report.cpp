// `report`: the tables of a database, and other questions of its games.

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/contests/table_options.hpp"
#include "os/output.hpp"
#include "tournament/report/line.hpp"
#include "tournament/store/store.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {

const Usage& report_usage() {
    static const Usage usage = [] {
        Usage report{
            "report", "referee report RESULTS.sqlite [options]",
            "Prints the tables of a tournament, also while it is running.",
            "referee report results.sqlite\n"
            "referee report results.sqlite --html report.html\n"
            "referee report results.sqlite --explain greedy\n"
            "referee report results.sqlite --line greedy depth3",
            table_options()};
        report.options.push_back(explained(
            {"explain", "NAME", "say where this AI loses and which turns to look at", Topic::output,
             Weight::common},
            "It compares seats, opponents, lengths of games and kinds of fields with what the "
            "ratings let expect. With records, each line leads to a turn."));
        report.options.push_back(explained(
            {"line", "", "print one line for each two AIs, or for two named after it",
             Topic::output, Weight::common},
            "It has the score, Elo with the 95 % interval, LOS (the probability of a lower score "
            "between equals), draws, double matches by points, and fields. If a sequential test "
            "chose when to stop, Elo and LOS are adjusted for that."));
        report.options.push_back(explained(
            {"sprt", "E0,E1[,A,B]", "ask games already played another question; as --line",
             Topic::output, Weight::rare},
            "The sequential test goes through the double matches in the order of the plan. Its "
            "error rates hold only if nobody saw results before choosing the bounds."));
        report.options.push_back(explained(
            {"counts", "N,N,N,N,N", "the line of so many double matches, without a database",
             Topic::output, Weight::rare},
            "The five numbers are double matches in which the first AI has 0, ½, 1, 1½ and 2 "
            "points. With --sprt they are all of a sequential test that has ended."));
        report.options.push_back(
            {"exclude", "NAME", "exclude this AI and all its games", Topic::ais, Weight::common,
             true});
        return report;
    }();
    return usage;
}

namespace {

/// The numbers of the AIs to exclude. An AI that the tournament has excluded already may be named
/// again.
std::vector<int> excluded_ais(const std::vector<std::string>& names, const Results& store) {
    std::vector<int> numbers;
    for (const std::string& name : names) {
        const auto is_it = [&](const StoredAi& ai) { return ai.name == name; };
        const auto found = std::find_if(store.ais().begin(), store.ais().end(), is_it);
        if (found != store.ais().end()) {
            numbers.push_back(static_cast<int>(found - store.ais().begin()));
        } else if (std::none_of(store.left_out().begin(), store.left_out().end(), is_it)) {
            throw UserError(
                fmt::format("--exclude {}: there is no AI of that name", printable(name)));
        }
    }
    return numbers;
}

/// Prints lines with their warnings.
void show_lines(const Arguments& arguments, const std::vector<ResultLine>& lines) {
    for (const char* const other : {"csv", "table", "games", "pgn", "html", "explain"}) {
        if (arguments.has(other)) {
            throw UserError(fmt::format(
                "--{}: not together with --line, --sprt or --counts; use two commands", other));
        }
    }
    if (arguments.has("json")) {
        fmt::print("{}\n", safe_json(lines_json(lines).dump()));
        return;
    }
    for (const ResultLine& line : lines) {
        fmt::print("{}", line_text(line));
    }
    print_now(""); // before the warnings: both may go to one log
    for (const std::string& warning : line_warnings(lines)) {
        print_message(wrapped("warning: " + warning, "         ") + "\n");
    }
}

std::optional<SprtConfig> question_of(const Arguments& arguments) {
    return arguments.has("sprt") ? std::optional(read_sprt(arguments.text("sprt"))) : std::nullopt;
}

/// The lines of --line or --sprt; the words after the database are two AIs, or there are none.
void show_lines_of(const Arguments& arguments, const Store& store) {
    const std::vector<std::string>& words = arguments.words();
    const std::string option = arguments.has("line") ? "line" : "sprt";
    std::optional<std::pair<int, int>> wanted;
    if (words.size() == 3) {
        wanted.emplace(ai_named(store, words[1], option), ai_named(store, words[2], option));
        if (wanted->first == wanted->second) {
            throw UserError(fmt::format(
                "--{} {}: this is the same AI twice; name two", option, printable(words[1])));
        }
    }
    const std::vector<ResultLine> lines = result_lines(store, wanted, question_of(arguments));
    if (lines.empty()) {
        throw UserError(fmt::format(
            "{}: {} no double match that is complete", store.path(),
            wanted ? "these two AIs have" : "there is"));
    }
    show_lines(arguments, lines);
}

} // namespace

int report_command(const std::vector<std::string>& words) {
    const Arguments arguments(report_usage(), words);
    if (arguments.has("counts")) {
        if (!arguments.words().empty()) {
            throw UserError("--counts: takes no database; leave one of the two out");
        }
        show_lines(
            arguments, {line_of(read_counts(arguments.text("counts")), question_of(arguments))});
        return exit_done;
    }
    const bool wants_lines = arguments.has("line") || arguments.has("sprt");
    if (arguments.words().size() != 1 && !(wants_lines && arguments.words().size() == 3)) {
        throw UserError(
            wants_lines ? "--line and --sprt take a database and no AI or two; write 'referee "
                          "report RESULTS.sqlite --line A B'"
                        : "report takes one database; write 'referee report RESULTS.sqlite'");
    }
    Store store(arguments.words()[0], Store::Access::read);
    const std::vector<int> excluded = excluded_ais(arguments.all("exclude"), store);
    if (!excluded.empty()) {
        store.leave_out(excluded);
        if (store.ais().empty()) {
            throw UserError("--exclude: no AI is left; exclude fewer");
        }
    }
    check_table_options(arguments, store.ais(), "");
    if (wants_lines) {
        show_lines_of(arguments, store);
        return exit_done;
    }
    if (arguments.has("explain")) {
        ai_named(store, arguments.text("explain")); // before anything slow starts
    }
    show_tables(arguments, store);
    return exit_done;
}

} // namespace referee
