#include "tournament/table_layout.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace referee {
namespace {

/// The width of a text in a terminal, in columns. The text has no control characters. fmt knows the
/// widths of characters: what it doesn't add to reach a width is the text's own.
std::size_t width_of(std::string_view text) {
    const std::size_t enough = text.size();
    const std::size_t padded = fmt::formatted_size("{:<{}}", text, enough);
    return enough - (padded - text.size());
}

constexpr std::size_t text_width = 80;

/// Splits the columns into blocks that fit the width; each block repeats the columns of words.
std::vector<std::vector<std::size_t>>
blocks_of(const Table& table, const std::vector<std::size_t>& widths) {
    std::vector<std::vector<std::size_t>> blocks;
    std::size_t used = 0;
    for (std::size_t column = table.words; column < widths.size(); ++column) {
        if (blocks.empty() || used + 2 + widths[column] > text_width) {
            blocks.emplace_back();
            used = 0;
            for (std::size_t word = 0; word < table.words; ++word) {
                blocks.back().push_back(word);
                used += widths[word] + 2;
            }
            used -= std::min<std::size_t>(used, 2);
        }
        blocks.back().push_back(column);
        used += 2 + widths[column];
    }
    return blocks;
}

} // namespace

std::string wrapped(const std::string& text, const std::string& indent) {
    std::string lines;
    std::size_t column = 0;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        if (column > 0 && column + 1 + width_of(word) > text_width) {
            lines += "\n" + indent;
            column = indent.size();
        } else if (begin > 0) {
            lines += ' ';
            ++column;
        }
        lines += word;
        column += width_of(word);
        begin = end + 1;
    }
    return lines;
}

std::string aligned(const Table& table) {
    std::vector<std::size_t> widths;
    for (std::size_t column = 0; column < table.header.size(); ++column) {
        std::size_t width = width_of(table.header[column]);
        for (const auto& row : table.rows) {
            width = std::max(width, width_of(row[column]));
        }
        widths.push_back(width);
    }
    std::string text;
    for (const std::vector<std::size_t>& block : blocks_of(table, widths)) {
        const auto add_row = [&](const std::vector<std::string>& cells) {
            std::string line;
            for (const std::size_t column : block) {
                const std::string space(widths[column] - width_of(cells[column]), ' ');
                line += (column != block.front() ? "  " : "") +
                        (column < table.words ? cells[column] + space : space + cells[column]);
            }
            line.erase(line.find_last_not_of(' ') + 1);
            text += line + '\n';
        };
        text += text.empty() ? "" : "\n";
        add_row(table.header);
        for (const auto& row : table.rows) {
            add_row(row);
        }
    }
    return text;
}

} // namespace referee
