#include "commands/table_options.hpp"

#include "error.hpp"
#include "field/text.hpp"
#include "tournament/html.hpp"
#include "tournament/sheets.hpp"

#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace referee {
namespace {

/// Reads "NAME=1500".
Anchor read_anchor(const std::string& text, const std::vector<StoredAi>& ais) {
    Anchor anchor;
    if (text.empty()) {
        return anchor;
    }
    const std::size_t at = text.rfind('=');
    const char* const end = text.data() + text.size();
    if (at != std::string::npos) {
        const auto [rest, code] = std::from_chars(text.data() + at + 1, end, anchor.elo);
        if (code == std::errc() && rest == end && anchor.elo >= -1e6 && anchor.elo <= 1e6) {
            for (std::size_t i = 0; i < ais.size(); ++i) {
                if (ais[i].name == text.substr(0, at)) {
                    anchor.ai = static_cast<int>(i);
                    return anchor;
                }
            }
            throw UserError(
                fmt::format("--anchor {}: there is no AI of that name", printable(text)));
        }
    }
    throw UserError(
        fmt::format("--anchor {}: write NAME=RATING, e.g. random=1000", printable(text)));
}

void write_html(const std::string& path, const Tables& tables) {
    std::ofstream file(path, std::ios::binary);
    file << report_html(tables);
    file.close();
    if (!file) {
        throw InternalError(path + ": the report can't be written");
    }
    fmt::print("report: {}\n", path);
}

} // namespace

const std::vector<Option>& table_options() {
    static const std::vector<Option> options{
        {"json", "", "print everything as JSON"},
        {"csv", "", "print the tables as CSV"},
        {"table", "NAME", "with --csv only one: standings, winrates, endings, seats, pairs"},
        {"html", "FILE", "write a page with tables and pictures"},
        {"anchor", "NAME=ELO", "this AI has that rating; default: the mean is 0"},
        {"force", "", "overwrite what exists"},
    };
    return options;
}

void check_table_options(const Arguments& arguments, const std::vector<StoredAi>& ais) {
    read_anchor(arguments.text("anchor"), ais);
    if (arguments.has("html") && std::filesystem::exists(arguments.text("html")) &&
        !arguments.has("force")) {
        throw UserError(
            arguments.text("html") + ": the file exists already; --force overwrites it");
    }
}

void show_tables(const Arguments& arguments, const Store& store) {
    const Tables tables = read_tables(store, read_anchor(arguments.text("anchor"), store.ais()));
    if (arguments.has("json")) {
        fmt::print("{}", tables_json(tables));
    } else if (arguments.has("csv")) {
        fmt::print("{}", tables_csv(tables, arguments.text("table")));
    } else {
        fmt::print("{}", tables_text(tables));
    }
    if (arguments.has("html")) {
        write_html(arguments.text("html"), tables);
    }
}

} // namespace referee
