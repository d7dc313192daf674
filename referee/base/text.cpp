#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace referee {

namespace {

/// The code point of a sequence whose length utf8_length() has returned.
char32_t code_point(std::string_view text, std::size_t length) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    char32_t code = length == 1 ? byte(0) : byte(0) & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        code = code << 6U | (byte(i) & 0x3fU);
    }
    return code;
}

/// Characters that a terminal or browser obeys instead of showing: control characters, also those
/// beyond ASCII, line ends of Unicode, marks that change the writing direction of the following
/// text (as in "Trojan Source" attacks), and letters without a width, by which two names look
/// alike. The same as in pages/web/svg.js, and line feed and tab.
bool is_obeyed(char32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0xad || code == 0x61c ||
           (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2060 && code <= 0x206f) || code == 0xfeff ||
           (code >= 0xfff9 && code <= 0xfffb);
}

/// The restricted Damerau-Levenshtein distance.
std::size_t distance(std::string_view one, std::string_view other) {
    std::vector<std::vector<std::size_t>> table(
        one.size() + 1, std::vector<std::size_t>(other.size() + 1));
    for (std::size_t i = 0; i <= one.size(); ++i) {
        for (std::size_t j = 0; j <= other.size(); ++j) {
            if (i == 0 || j == 0) {
                table[i][j] = i + j;
                continue;
            }
            const bool is_equal = one[i - 1] == other[j - 1];
            table[i][j] = std::min(
                {table[i - 1][j] + 1, table[i][j - 1] + 1,
                 table[i - 1][j - 1] + (is_equal ? 0 : 1)});
            if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1]) {
                table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
            }
        }
    }
    return table[one.size()][other.size()];
}

/// The width of a text in a terminal, in columns. The text has no control characters. fmt knows the
/// widths of characters: what it doesn't add to reach a width is the text's own.
std::size_t width_of(std::string_view text) {
    const std::size_t enough = text.size();
    const std::size_t padded = fmt::formatted_size("{:<{}}", text, enough);
    return enough - (padded - text.size());
}

/// Splits the columns into blocks that fit the width; each block repeats the columns of words.
std::vector<std::vector<std::size_t>>
blocks_of(const Table& table, const std::vector<std::size_t>& widths) {
    std::vector<std::vector<std::size_t>> blocks;
    std::size_t used = 0;
    for (std::size_t column = table.words; column < widths.size(); ++column) {
        if (blocks.empty() || used + 2 + widths[column] > text_columns) {
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

std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xc2 ? 0
                               : first < 0xe0 ? 2
                               : first < 0xf0 ? 3
                               : first < 0xf5 ? 4
                                              : 0;
    if (length == 0 || length > text.size()) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U) {
            return 0;
        }
    }
    // Overlong forms, surrogates, and beyond the last code point.
    const bool bad = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f) ||
                     (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f);
    return bad ? 0 : length;
}

std::string as_utf8(std::string_view text, std::size_t max, bool& whole) {
    std::string result;
    whole = true;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_length(text.substr(at));
        if (at + std::max<std::size_t>(length, 1) > max) {
            whole = false;
            break;
        }
        if (length == 0) {
            whole = false;
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at++]));
        } else {
            result += text.substr(at, length);
            at += length;
        }
    }
    return result;
}

std::string safe_text(std::string_view text) {
    std::string safe;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_length(text.substr(at));
        if (length == 0 || is_obeyed(code_point(text.substr(at), length))) {
            const std::size_t end = at + std::max<std::size_t>(length, 1);
            for (; at < end; ++at) {
                safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
            }
        } else {
            safe += text.substr(at, length);
            at += length;
        }
    }
    return safe;
}

std::string safe_lines(std::string_view text, std::string_view indent) {
    std::string safe;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        safe.append(indent).append(safe_text(text.substr(0, end))) += '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return safe;
}

std::string safe_json(std::string json) {
    const auto is_suspect = [](char byte) { return static_cast<unsigned char>(byte) >= 0x7f; };
    if (std::none_of(json.begin(), json.end(), is_suspect)) {
        return json;
    }
    std::string safe;
    for (std::size_t at = 0; at < json.size();) {
        const std::string_view rest = std::string_view(json).substr(at);
        const std::size_t length = std::max<std::size_t>(utf8_length(rest), 1);
        const char32_t code = code_point(rest, length);
        if (code >= 0x7f && is_obeyed(code)) {
            safe += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
        } else {
            safe += rest.substr(0, length);
        }
        at += length;
    }
    return safe;
}

bool parse_integer(std::string_view text, std::int64_t& value) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') {
        text.remove_prefix(1); // from_chars doesn't take a plus sign
    }
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size() && !text.empty();
}

std::optional<std::uint64_t>
parse_scaled(std::string_view text, std::span<const UnitFactor> units) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    std::int64_t number = 0;
    if (!parse_integer(text.substr(0, digits), number) || number > 1'000'000'000'000) {
        return std::nullopt;
    }
    for (const auto& [unit, factor] : units) {
        if (unit == text.substr(digits)) {
            return static_cast<std::uint64_t>(number) * factor;
        }
    }
    return std::nullopt;
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
    constexpr std::array<UnitFactor, 4> units{
        {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}}};
    constexpr std::uint64_t week = 7ULL * 24 * 3'600'000;
    const std::optional<std::uint64_t> value = parse_scaled(text, units);
    if (!value || *value == 0 || *value > week) {
        return std::nullopt;
    }
    return std::chrono::milliseconds(*value);
}

std::string counted(std::int64_t number, std::string_view thing) {
    const std::string_view ending = number == 1 ? "" : thing.ends_with('s') ? "es" : "s";
    return fmt::format("{} {}{}", number, thing, ending);
}

std::string printable(std::string_view text, std::size_t max) {
    std::string result;
    for (const char c : text.substr(0, max)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte > 0x7e) {
            result += fmt::format("\\x{:02x}", byte);
        } else {
            result += c;
        }
    }
    return text.size() > max ? result + "…" : result;
}

std::string listed(const std::vector<std::string>& names, std::size_t max_names) {
    const std::size_t shown = names.size() > max_names ? max_names - 1 : names.size();
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        const bool is_last = i + 1 == names.size();
        text += (i == 0 ? "" : is_last ? " and " : ", ") + names[i];
    }
    return shown == names.size() ? text
                                 : fmt::format("{} and {} others", text, names.size() - shown);
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> names) {
    constexpr std::size_t max_length = 40; // the table grows with the square
    std::string_view found;
    std::size_t least = std::min(word.size(), max_length) / 3 + 1;
    for (const std::string_view name : names) {
        if (word.size() <= max_length && distance(word, name) < least) {
            found = name;
            least = distance(word, name);
        }
    }
    constexpr std::size_t shortest = 3; // fewer letters are the beginning of anything
    if (!found.empty() || word.size() < shortest) {
        return found;
    }
    const auto is_begun = [&](std::string_view name) { return name.starts_with(word); };
    const auto first = std::find_if(names.begin(), names.end(), is_begun);
    return first != names.end() && std::none_of(first + 1, names.end(), is_begun)
               ? *first
               : std::string_view();
}

std::string_view translation_of(std::string_view word, std::span<const Translation> list) {
    const auto found = std::find_if(
        list.begin(), list.end(), [&](const Translation& each) { return each.first == word; });
    return found == list.end() ? std::string_view() : found->second;
}

std::string wrapped(const std::string& text, const std::string& indent) {
    std::string lines;
    std::size_t column = 0;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string_view word = std::string_view(text).substr(begin, end - begin);
        const std::size_t width = width_of(word);
        if (column > 0 && column + 1 + width > text_columns) {
            lines += "\n" + indent;
            column = indent.size();
        } else if (begin > 0) {
            lines += ' ';
            ++column;
        }
        lines += word;
        column += width;
        begin = end + 1;
    }
    return lines;
}

std::string wrapped_below(std::string_view head, std::string_view text) {
    const std::size_t margin = width_of(head);
    std::string lines(head);
    std::size_t column = margin;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t width = width_of(word);
        const bool is_first = column == margin;
        if (!is_first && column + 1 + width > text_columns) {
            lines += '\n' + std::string(margin, ' ');
            column = margin;
        } else if (!is_first) {
            lines += ' ';
            ++column;
        }
        lines += word;
        column += width;
    }
    return lines + '\n';
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
