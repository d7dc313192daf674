#include "pages/replay_page_file.hpp"

#include "base/error.hpp"
#include "os/output.hpp"
#include "pages/replay_page.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace referee {

void check_page(const std::string& page, bool force) {
    std::error_code code;
    if (!force && std::filesystem::exists(page, code)) {
        throw UserError(page + ": the page already exists; --force overwrites it");
    }
    require_writable(page, "the page");
}

bool write_replay_page(
    const std::string& record, const std::vector<RecordedGame>& games, const std::string& page) {
    ReplayPage replay_page;
    bool is_right = true;
    for (const RecordedGame& game : games) {
        for (const Difference& difference : replay_page.add(record, game)) {
            print_error(fmt::format(
                "{}:{}: game {}: {}", record, difference.line, game.number, difference.what));
            is_right = false;
        }
    }
    write_file(page, replay_page.html(), "the page can't be written; name another file");
    return is_right;
}

} // namespace referee
