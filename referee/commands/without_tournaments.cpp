// The commands of tournaments and seasons in the program of `make demo`. Two fifths of the
// referee's sources belong to tournaments, so that program is built without them and the first game
// begins sooner.

#include "commands/commands.hpp"
#include "error.hpp"

namespace referee {
namespace {

[[noreturn]] void refuse() {
    throw UserError(
        "this program was built by 'make demo' and has no tournaments; run 'make' and use "
        "build/referee");
}

} // namespace

int tournament_command(const std::vector<std::string>&) {
    refuse();
}

int report_command(const std::vector<std::string>&) {
    refuse();
}

int merge_command(const std::vector<std::string>&) {
    refuse();
}

int tune_command(const std::vector<std::string>&) {
    refuse();
}

int season_command(const std::vector<std::string>&) {
    refuse();
}

int site_command(const std::vector<std::string>&) {
    refuse();
}

} // namespace referee
