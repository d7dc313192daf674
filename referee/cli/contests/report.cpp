#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/contests/table_options.hpp"
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
            "referee report results.sqlite --explain greedy",
            table_options()};
        report.options.push_back(explained(
            {"explain", "NAME", "say where this AI loses and which turns to look at", Topic::output,
             Weight::common},
            "It compares seats, opponents, lengths of games and kinds of fields with what the "
            "ratings let expect. With records, each line leads to a turn."));
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

} // namespace

int report_command(const std::vector<std::string>& words) {
    const Arguments arguments(report_usage(), words);
    if (arguments.words().size() != 1) {
        throw UserError("report takes one database; write 'referee report RESULTS.sqlite'");
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
    if (arguments.has("explain")) {
        ai_named(store, arguments.text("explain")); // before anything slow starts
    }
    show_tables(arguments, store);
    return exit_done;
}

} // namespace referee
