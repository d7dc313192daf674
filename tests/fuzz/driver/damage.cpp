#include "fuzz/driver/damage.hpp"

#include "fuzz/driver/harness.hpp"
#include "support/stored/stored_tournament.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <vector>

namespace fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_edits = 8;

struct Column {
    std::string_view table;
    std::string_view name;
};

constexpr std::array<Column, 53> columns{
    {{"tournament", "value"},   {"tournament", "key"},   {"ais", "id"},
     {"ais", "name"},           {"ais", "path"},         {"ais", "sha256"},
     {"fields", "id"},          {"fields", "name"},      {"fields", "path"},
     {"fields", "sha256"},      {"machines", "shard"},   {"machines", "cores"},
     {"machines", "processor"}, {"games", "id"},         {"games", "match"},
     {"games", "field"},        {"games", "turns"},      {"games", "reason"},
     {"games", "state"},        {"seats", "game"},       {"seats", "seat"},
     {"seats", "ai"},           {"seats", "rank"},       {"seats", "score"},
     {"seats", "points"},       {"seats", "share"},      {"seats", "timeout"},
     {"seats", "illegal"},      {"seats", "starved"},    {"seats", "moves"},
     {"seats", "wall_ms"},      {"seats", "longest_ms"}, {"seats", "cpu_ms"},
     {"seats", "memory_kib"},   {"seats", "times"},      {"games", "finished"},
     {"games", "record"},       {"faults", "game"},      {"faults", "seat"},
     {"faults", "fault"},       {"faults", "turn"},      {"faults", "reason"},
     {"versions", "id"},        {"versions", "entry"},   {"versions", "version"},
     {"versions", "sha256"},    {"versions", "status"},  {"versions", "is_baseline"},
     {"versions", "ai"},        {"versions", "text"},    {"versions", "decided"},
     {"batches", "first"},      {"batches", "matches"}}};

constexpr std::array<std::string_view, 28> values{
    "NULL",
    "0",
    "-1",
    "1",
    "2",
    "7",
    "255",
    "9223372036854775807",
    "-9223372036854775808",
    "4294967297",
    "1e300",
    "9e999",
    "-9e999",
    "0.5",
    "''",
    "'x'",
    "x'00ff'",
    "'\xff\xfe'",
    "'a' || char(10) || char(27)",
    "zeroblob(70000)",
    "'3:4294967295'",
    "'3:1 2000:5'",
    "'1 2 3'",
    "'-0,5'",
    "'../../outside'",
    "'/tmp/outside'",
    "'accepted'",
    "'..'"};

/// A statement that makes sense to SQLite, or one that it refuses.
std::string statement(Choices& choices) {
    const Column& column = columns[choices.below(columns.size())];
    const std::size_t row = choices.below(24);
    const std::string_view which =
        column.table == "tournament" ? "(SELECT key, row_number() OVER () - 1 AS n FROM tournament)"
                                     : "";
    // Rows of tables without a rowid are named by their number among all.
    const std::string where =
        column.table == "tournament"
            ? fmt::format("WHERE key = (SELECT key FROM {} WHERE n = {})", which, row)
        : column.table == "seats"
            ? fmt::format("WHERE game = {} AND seat = {}", row / 2, row % 2 + 1)
            : fmt::format("WHERE rowid = {}", row);
    switch (choices.below(8)) {
    case 0:
        return fmt::format("DELETE FROM {} {}", column.table, where);
    case 1:
        return fmt::format("ALTER TABLE {} DROP COLUMN {}", column.table, column.name);
    case 2:
        return fmt::format(
            "UPDATE OR REPLACE {} SET {} = {}", column.table, column.name,
            values[choices.below(values.size())]);
    case 3:
        return fmt::format("DROP TABLE {}", column.table);
    case 4:
        return fmt::format(
            "PRAGMA {} = {}", choices.byte() % 2 == 0 ? "user_version" : "application_id",
            choices.byte());
    default:
        return fmt::format(
            "UPDATE OR REPLACE {} SET {} = {} {}", column.table, column.name,
            values[choices.below(values.size())], where);
    }
}

void edit_by_sql(const std::string& path, const std::string& sql) {
    try {
        tests::edit_database(path, sql);
    } catch (const SQLite::Exception&) {
        // The edit before this one left nothing that SQLite can read.
    }
}

void edit_bytes(const std::string& path, Choices& choices) {
    std::string bytes = read_file(path);
    const std::size_t at = choices.below(65536) % (bytes.size() + 1);
    if (choices.byte() % 8 == 0) {
        bytes.resize(at);
    } else {
        const std::string_view written = choices.bytes(1 + choices.byte() % 16);
        bytes.replace(at, written.size(), written);
    }
    write_file(path, bytes);
}

} // namespace

std::vector<std::string> damages() {
    std::vector<std::string> inputs{"", std::string(1, '\0')};
    for (std::size_t column = 0; column < columns.size(); ++column) {
        for (const char kind : {'\0', '\1', '\2', '\3', '\5'}) {
            std::string input{'\1', '\0', static_cast<char>(column), '\0', '\4', '\0', kind};
            inputs.push_back(input + std::string{'\0', static_cast<char>(column % values.size())});
        }
    }
    for (int page = 0; page < 64; page += 4) {
        inputs.push_back(
            {'\0', static_cast<char>(page), '\x10', '\1', '\4', '\xff', '\0', '\xff', '\0', '\5'});
        inputs.push_back({'\0', static_cast<char>(page), '\x10', '\0'});
    }
    return inputs;
}

std::vector<std::string> escapes() {
    std::vector<std::string> inputs;
    for (std::size_t column = 0; column < columns.size(); ++column) {
        const std::string_view name = columns[column].name;
        const bool is_path = name == "entry" || name == "version" || name == "path";
        for (std::size_t value = 0; is_path && value < values.size(); ++value) {
            const bool leads_out = values[value].find('/') != std::string_view::npos ||
                                   values[value].find("..") != std::string_view::npos;
            for (char row = 0; leads_out && row < 6; ++row) {
                inputs.push_back(
                    {'\1', '\0', static_cast<char>(column), '\0', row, '\0', '\5', '\0',
                     static_cast<char>(value)});
            }
        }
    }
    return inputs;
}

void damage_database(const std::string& path, std::string_view input) {
    Choices choices(input);
    for (std::size_t edit = 0; edit < max_edits && !choices.is_empty(); ++edit) {
        if (choices.byte() % 4 == 0) {
            edit_bytes(path, choices);
        } else {
            edit_by_sql(path, statement(choices));
        }
    }
}

void remove_database(const std::string& path) {
    for (const char* const ending : {"", "-wal", "-shm", "-journal", ".part.sqlite"}) {
        std::error_code code;
        fs::remove(path + ending, code);
    }
}

} // namespace fuzz
