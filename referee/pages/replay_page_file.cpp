#include "pages/replay_page_file.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "os/output.hpp"
#include "pages/replay_page.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace referee {

namespace {

/// The last line of a page names its command by a hash, because paths are private. Where the page
/// is doesn't count, so that a copy under another name has the same bytes.
std::string mark_of(const std::vector<std::string>& command) {
    std::error_code code;
    std::string text = std::filesystem::current_path(code).string();
    for (std::size_t i = 0; i < command.size(); ++i) {
        if (command[i] == "--html") {
            ++i;
        } else if (command[i] != "--force" && !command[i].starts_with("--html=")) {
            text += '\0' + command[i];
        }
    }
    return fmt::format("<!-- by the command {} -->\n", sha256(text));
}

bool ends_with_mark(const std::string& page, const std::string& mark) {
    std::ifstream file(page, std::ios::binary);
    std::string end(mark.size(), '\0');
    file.seekg(-static_cast<std::streamoff>(mark.size()), std::ios::end);
    return file.read(end.data(), static_cast<std::streamsize>(end.size())) && end == mark;
}

} // namespace

void check_page(const PageFile& page, bool force) {
    if (!force && would_replace(page.path) && !ends_with_mark(page.path, mark_of(page.command))) {
        throw UserError(page.path + ": the page already exists; --force overwrites it");
    }
    require_writable(page.path, "the page");
}

void write_page(const PageFile& page, const std::string& html) {
    write_file(
        page.path, html + mark_of(page.command), "the page can't be written; name another file");
}

bool write_replay_page(
    const std::string& record, const std::vector<RecordedGame>& games, const PageFile& page,
    const std::string& modules) {
    ReplayPage replay_page;
    if (!modules.empty()) {
        replay_page.run_modules(modules);
    }
    bool is_right = true;
    for (const RecordedGame& game : games) {
        for (const Difference& difference : replay_page.add(record, game)) {
            print_error(fmt::format(
                "{}:{}: game {}: {}", record, difference.line, game.number, difference.what));
            is_right = false;
        }
    }
    write_page(page, replay_page.html());
    return is_right;
}

void print_page_notice(const PageFile& page) {
    fmt::print("page: {} (open it in a browser)\n", safe_text(page.path));
}

} // namespace referee
