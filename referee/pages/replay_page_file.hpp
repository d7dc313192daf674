#pragma once

/// Writing the games of a record into a replay page, for `replay --html` and `play --html`.

#include "record/record.hpp"

#include <string>
#include <vector>

namespace referee {

/// A page to write, and the command line that asks for it: the same command, given again in the
/// same folder, replaces its own page.
struct PageFile {
    std::string path;
    std::vector<std::string> command;
};

/// Throws UserError if another command's page or another file is there and may not be overwritten,
/// or if the page can't be written. Creates missing folders.
void check_page(const PageFile& page, bool force);

/// Writes a page that check_page() has allowed. Throws UserError.
void write_page(const PageFile& page, const std::string& html);

/// Writes the page; `record` names the games' source in messages. With `modules`, elements that
/// hold rules and AIs, the page runs them (ReplayPage::run_modules()). Prints where record and
/// rules disagree and returns whether they agree. Throws UserError.
bool write_replay_page(
    const std::string& record, const std::vector<RecordedGame>& games, const PageFile& page,
    const std::string& modules = {});

/// Prints where the page is: "page: game.html (open it in a browser)".
void print_page_notice(const PageFile& page);

} // namespace referee
