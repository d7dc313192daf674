// Stubs for what the program of `make demo` leaves out: tournaments, seasons, live pages, pages
// that run AIs, and `rerun` take half of the build time. Without them the first game starts sooner.

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "pages/live/match_page.hpp"
#include "pages/wasm/play_page.hpp"

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

const Usage& tournament_usage() {
    refuse("tournaments");
}

int tournament_command(const std::vector<std::string>&) {
    refuse("tournaments");
}

const Usage& report_usage() {
    refuse("tournaments");
}

int report_command(const std::vector<std::string>&) {
    refuse("tournaments");
}

const Usage& judge_usage() {
    refuse("tournaments");
}

int judge_command(const std::vector<std::string>&) {
    refuse("tournaments");
}

const Usage& merge_usage() {
    refuse("tournaments");
}

int merge_command(const std::vector<std::string>&) {
    refuse("tournaments");
}

const Usage& tune_usage() {
    refuse("tournaments");
}

int tune_command(const std::vector<std::string>&) {
    refuse("tournaments");
}

const Usage& submit_usage() {
    refuse("seasons");
}

int submit_command(const std::vector<std::string>&) {
    refuse("seasons");
}

const Usage& receive_usage() {
    refuse("seasons");
}

int receive_command(const std::vector<std::string>&) {
    refuse("seasons");
}

const Usage& collect_usage() {
    refuse("seasons");
}

int collect_command(const std::vector<std::string>&) {
    refuse("seasons");
}

const Usage& season_usage() {
    refuse("seasons");
}

int season_command(const std::vector<std::string>&) {
    refuse("seasons");
}

const Usage& site_usage() {
    refuse("seasons");
}

int site_command(const std::vector<std::string>&) {
    refuse("seasons");
}

const Usage& rerun_usage() {
    refuse("'rerun'");
}

int rerun_command(const std::vector<std::string>&) {
    refuse("'rerun'");
}

const Usage& export_usage() {
    refuse("'export'");
}

int export_command(const std::vector<std::string>&) {
    refuse("'export'");
}

MatchPage::MatchPage(
    const PageRequest& asked, const LoadedField&, const std::vector<Contestant>& contestants,
    MatchConfig&) {
    if (asked.watch || asked.human_time ||
        std::any_of(contestants.begin(), contestants.end(), [](const Contestant& contestant) {
            return contestant.is_human;
        })) {
        refuse("live pages (--watch, --ai human)");
    }
}

MatchPage::~MatchPage() = default;

GameDisplay* MatchPage::display() const {
    return nullptr;
}

void MatchPage::finish() const {}

void require_modules(std::string_view) {
    refuse("pages that run AIs");
}

// Both commands that make such pages ask for the modules first.
Ladder page_ladder(std::string_view) {
    return {};
}

std::vector<PageAi> page_ais(std::string_view) {
    return {};
}

PageAi page_ai(std::string_view, std::string_view) {
    return {};
}

PageModules::PageModules(std::vector<PageAi> ais) : ais_(std::move(ais)) {}

std::string PageModules::elements() const {
    return {};
}

std::string play_page(const PageModules&) {
    return {};
}

std::vector<std::pair<std::string, std::string>> play_folder(const PageModules&) {
    return {};
}

} // namespace referee
