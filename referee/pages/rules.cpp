#include "pages/rules.hpp"

#include "pages/page.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace referee {

namespace {

constexpr std::string_view heading = "## In short";

/// Text without the marks of emphasis and code, and without blanks at its ends.
std::string plain(std::string_view text) {
    std::string result;
    for (const char sign : text) {
        if (sign != '`' && sign != '*') {
            result += sign;
        }
    }
    const std::size_t begin = std::min(result.find_first_not_of(" \r"), result.size());
    return result.substr(begin, result.find_last_not_of(" \r") + 1 - begin);
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    std::istringstream in{std::string(text)};
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

/// Adds a row of the legend, unless it is the table's head or the line below it.
void add_row(RulesInShort& rules, const std::string& row) {
    const std::size_t middle = row.find('|', 1);
    const std::size_t end = row.rfind('|');
    if (middle == std::string::npos || end <= middle) {
        return;
    }
    const std::string word = plain(row.substr(1, middle - 1));
    const bool is_head = word == "on the board" || word.starts_with("---");
    if (!is_head) {
        rules.legend.push_back({word, plain(row.substr(middle + 1, end - middle - 1))});
    }
}

/// The first paragraph below the title.
std::string first_paragraph(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        if (line.starts_with('#') || (line.empty() && text.empty())) {
            continue;
        }
        if (line.empty()) {
            break;
        }
        text += (text.empty() ? "" : " ") + line;
    }
    return plain(text);
}

} // namespace

RulesInShort rules_in_short(std::string_view readme) {
    RulesInShort rules;
    const std::vector<std::string> lines = lines_of(readme);
    const auto found = std::find(lines.begin(), lines.end(), heading);
    const bool is_section = found == lines.end() && !readme.starts_with('#');
    if (found == lines.end() && !is_section) {
        const std::string paragraph = first_paragraph(lines);
        if (!paragraph.empty()) {
            rules.lines.push_back(paragraph);
        }
        return rules;
    }
    for (auto line = is_section ? lines.begin() : found + 1;
         line != lines.end() && !line->starts_with("## "); ++line) {
        if (line->starts_with("- ")) {
            rules.lines.push_back(plain(line->substr(2)));
        } else if (line->starts_with("  ") && !rules.lines.empty()) {
            rules.lines.back() += " " + plain(*line); // an item of several lines
        } else if (line->starts_with('|')) {
            add_row(rules, *line);
        }
    }
    return rules;
}

std::string rules_text(const GameInfo& info) {
    if (info.folder.empty()) {
        return std::string(web_file(fmt::format("games/{}.md", info.name)));
    }
    std::ifstream file(std::filesystem::path(info.folder) / "README.md");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

RulesInShort rules_of(const GameInfo& info) {
    return rules_in_short(rules_text(info));
}

nlohmann::ordered_json rules_json(const GameInfo& info) {
    const RulesInShort rules = rules_of(info);
    nlohmann::ordered_json legend = nlohmann::ordered_json::array();
    for (const LegendEntry& entry : rules.legend) {
        legend.push_back({entry.word, entry.meaning});
    }
    return {{"lines", rules.lines}, {"legend", legend}};
}

} // namespace referee
