// Stubs for what the program of `make demo` leaves out: tournaments, seasons, live pages and
// `rerun` take half of the build time. Without them the first game starts sooner.

#include "commands/commands.hpp"
#include "commands/match_page.hpp"
#include "error.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace referee {

class SeatLinks {};
class Watch {};

namespace {

[[noreturn]] void refuse(std::string_view what) {
    throw UserError(fmt::format(
        "this program was built by 'make demo' and has no {}; run 'make' and use build/referee",
        what));
}

} // namespace

int tournament_command(const std::vector<std::string>&) {
    refuse("tournaments");
}

int report_command(const std::vector<std::string>&) {
    refuse("tournaments");
}

int merge_command(const std::vector<std::string>&) {
    refuse("tournaments");
}

int tune_command(const std::vector<std::string>&) {
    refuse("tournaments");
}

int season_command(const std::vector<std::string>&) {
    refuse("seasons");
}

int site_command(const std::vector<std::string>&) {
    refuse("seasons");
}

int rerun_command(const std::vector<std::string>&) {
    refuse("'rerun'");
}

MatchPage::MatchPage(
    const Arguments& arguments, const LoadedField&, const std::vector<Contestant>& contestants,
    MatchConfig&) {
    if (arguments.has("watch") || arguments.has("human-time") ||
        std::any_of(contestants.begin(), contestants.end(), [](const Contestant& contestant) {
            return contestant.is_human;
        })) {
        refuse("live pages (--watch, --ai human)");
    }
}

MatchPage::~MatchPage() = default;

LiveFeed* MatchPage::feed() const {
    return nullptr;
}

void MatchPage::finish() const {}

} // namespace referee
