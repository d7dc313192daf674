#include "base/csv.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace referee {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Spreadsheets write semicolons where numbers have a decimal comma. The heading has no text in
/// which one would be common.
char delimiter_of(std::string_view text) {
    const std::string_view heading = text.substr(0, text.find('\n'));
    char found = ',';
    std::ptrdiff_t count = 0;
    for (const char each : {',', ';', '\t'}) {
        const std::ptrdiff_t own = std::count(heading.begin(), heading.end(), each);
        if (own > count) {
            found = each;
            count = own;
        }
    }
    return found;
}

} // namespace

Csv parse_csv(const std::string& file, std::string_view text) {
    Csv csv;
    csv.has_mark = text.starts_with(byte_order_mark);
    text.remove_prefix(csv.has_mark ? byte_order_mark.size() : 0);
    csv.delimiter = delimiter_of(text);
    CsvRecord record;
    std::string cell;
    bool is_quoted = false;
    int line = 1;
    const auto end_cell = [&] { record.cells.push_back(std::exchange(cell, {})); };
    const auto end_record = [&] {
        end_cell();
        const bool is_blank = record.cells.size() == 1 && record.cells[0].empty();
        if (!is_blank) {
            csv.records.push_back(record);
        }
        record = {line, {}};
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        line += c == '\n' ? 1 : 0;
        if (is_quoted) {
            const bool is_quote = c == '"' && i + 1 < text.size() && text[i + 1] == '"';
            if (c == '"' && !is_quote) {
                is_quoted = false;
            } else {
                cell += c;
                i += is_quote ? 1 : 0;
            }
        } else if (c == '"' && cell.empty()) {
            is_quoted = true;
        } else if (c == csv.delimiter) {
            end_cell();
        } else if (c == '\n') {
            end_record();
        } else if (c != '\r') {
            cell += c;
        }
    }
    if (is_quoted) {
        throw UserError(
            fmt::format("{}:{}: a quoted cell has no end; write '\"' after it", file, record.line));
    }
    if (!cell.empty() || !record.cells.empty()) {
        end_record();
    }
    return csv;
}

std::string csv_cell_of(std::string_view cell, char delimiter) {
    const std::string special = std::string("\"\r\n") + delimiter;
    if (cell.find_first_of(special) == std::string_view::npos) {
        return std::string(cell);
    }
    std::string quoted = "\"";
    for (const char c : cell) {
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    }
    return quoted + "\"";
}

} // namespace referee
