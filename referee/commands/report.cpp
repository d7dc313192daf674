#include "commands/commands.hpp"
#include "commands/table_options.hpp"
#include "error.hpp"

#include <fmt/format.h>

namespace referee {
namespace {

const Usage& usage() {
    static const Usage usage{
        "report", "referee report RESULTS.sqlite [options]",
        "Prints the tables of a tournament, also while it is running.", table_options()};
    return usage;
}

} // namespace

int report_command(const std::vector<std::string>& words) {
    if (printed_help(usage(), words)) {
        return exit_done;
    }
    const Arguments arguments(usage(), words);
    if (arguments.words().size() != 1) {
        throw UserError("report takes one database; write 'referee report RESULTS.sqlite'");
    }
    const Store store(arguments.words()[0], Store::Access::read);
    check_table_options(arguments, store.ais());
    show_tables(arguments, store);
    return exit_done;
}

} // namespace referee
