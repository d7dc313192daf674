#include "game/in_short.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <sstream>
#include <system_error>

namespace referee {

namespace {

constexpr std::string_view short_heading = "## In short";
constexpr std::string_view letters_of_names = "abcdefghijklmnopqrstuvwxyz0123456789_";

std::string_view stripped(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \r");
    return begin == std::string_view::npos
               ? std::string_view()
               : text.substr(begin, text.find_last_not_of(" \r") + 1 - begin);
}

/// Text without the marks of emphasis and code, and without blanks at its ends.
std::string plain(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        if (letter != '`' && letter != '*') {
            result += letter;
        }
    }
    return std::string(stripped(result));
}

std::vector<std::string> text_lines(std::string_view text) {
    std::vector<std::string> lines;
    std::istringstream in{std::string(text)};
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
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
    return text;
}

std::optional<double> number_of(std::string_view text) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, code] = std::from_chars(text.data(), end, value);
    return code == std::errc() && rest == end && std::isfinite(value) ? std::optional(value)
                                                                      : std::nullopt;
}

/// The name of a fact: a parameter, or a section in brackets.
bool is_fact(std::string_view name) {
    if (name.size() > 2 && name.front() == '[' && name.back() == ']') {
        name = name.substr(1, name.size() - 2);
    }
    return !name.empty() && name.find_first_not_of(letters_of_names) == std::string_view::npos;
}

std::string value_of(std::string_view name, const FieldValues& facts) {
    const auto found = facts.find(name);
    return found == facts.end() ? "0" : found->second;
}

bool holds(const FactComparison& comparison, const FieldValues& facts) {
    const std::string first = value_of(comparison.sum.front(), facts);
    const std::optional<double> wanted = number_of(comparison.value);
    std::optional<double> sum = number_of(first);
    for (auto name = comparison.sum.begin() + 1; sum && name != comparison.sum.end(); ++name) {
        const std::optional<double> more = number_of(value_of(*name, facts));
        sum = more ? std::optional(*sum + *more) : std::nullopt;
    }
    const std::string& relation = comparison.relation;
    if (!sum || !wanted) { // words
        return (first == comparison.value) == (relation == "=") &&
               (relation == "=" || relation == "!=");
    }
    return relation == "="    ? *sum == *wanted
           : relation == "!=" ? *sum != *wanted
           : relation == "<"  ? *sum < *wanted
           : relation == "<=" ? *sum <= *wanted
           : relation == ">"  ? *sum > *wanted
                              : *sum >= *wanted;
}

/// A value in a sentence: "15 (`threshold`)", or "14 (`-hazard_damage`)" with the other sign.
struct ShownValue {
    std::size_t begin = 0; ///< of the value
    std::size_t end = 0;   ///< behind the parenthesis
    std::string value;     ///< as the README has it
    std::string name;      ///< of the fact
    bool is_negated = false;
};

std::optional<ShownValue> next_value(std::string_view text, std::size_t from) {
    for (std::size_t open = text.find(" (`", from); open != std::string_view::npos;
         open = text.find(" (`", open + 1)) {
        const std::size_t close = text.find("`)", open);
        if (close == std::string_view::npos) {
            return std::nullopt;
        }
        ShownValue shown;
        shown.name = text.substr(open + 3, close - open - 3);
        shown.is_negated = shown.name.starts_with('-');
        shown.name.erase(0, shown.is_negated ? 1 : 0);
        const std::size_t before = text.find_last_of(" (", open - (open > 0 ? 1 : 0));
        shown.begin = before == std::string_view::npos || before < from ? from : before + 1;
        shown.end = close + 2;
        shown.value = text.substr(shown.begin, open - shown.begin);
        if (is_fact(shown.name) && !shown.value.empty()) {
            return shown;
        }
    }
    return std::nullopt;
}

std::string value_in(const ShownValue& shown, const FieldValues& facts) {
    const auto found = facts.find(shown.name);
    if (found == facts.end()) {
        return shown.value;
    }
    const std::optional<double> number = number_of(found->second);
    return shown.is_negated && number ? fmt::format("{}", -*number) : found->second;
}

std::string with_values(std::string_view text, const FieldValues& facts) {
    std::string result;
    std::size_t from = 0;
    for (auto shown = next_value(text, 0); shown; shown = next_value(text, from)) {
        result += text.substr(from, shown->begin - from);
        result += value_in(*shown, facts);
        from = shown->end;
    }
    return plain(result + std::string(text.substr(from)));
}

} // namespace

FieldValues default_facts(const GameInfo& info) {
    FieldValues facts;
    for (const Parameter& parameter : info.parameters) {
        facts[parameter.name] = parameter.default_value;
    }
    facts["players"] = std::to_string(info.default_seats);
    return facts;
}

FieldValues facts_of(const GameInfo& info, const FieldText& text, int seats) {
    FieldValues facts = default_facts(info);
    facts["players"] = std::to_string(seats);
    for (auto& [name, value] : text.facts()) {
        facts[name] = value;
    }
    return facts;
}

std::optional<FactCondition> parse_condition(std::string_view text) {
    std::vector<std::string> words;
    std::istringstream in{std::string(text)};
    for (std::string word; in >> word;) {
        words.push_back(word);
    }
    words.emplace_back("or"); // ends the last one
    FactCondition condition(1);
    for (std::size_t at = 0; at < words.size();) {
        FactComparison comparison;
        do {
            comparison.sum.push_back(words[at++]);
        } while (at + 1 < words.size() && words[at] == "+" && ++at > 0);
        const bool has_names = std::all_of(comparison.sum.begin(), comparison.sum.end(), is_fact);
        if (!has_names || words.size() - at < 3) {
            return std::nullopt;
        }
        comparison.relation = words[at];
        comparison.value = words[at + 1];
        constexpr auto relations =
            std::to_array<std::string_view>({"=", "!=", "<", "<=", ">", ">="});
        const std::string& link = words[at + 2];
        if (std::find(relations.begin(), relations.end(), comparison.relation) == relations.end() ||
            (link != "and" && link != "or")) {
            return std::nullopt;
        }
        at += 3;
        condition.back().push_back(std::move(comparison));
        if (link == "or" && at < words.size()) {
            condition.emplace_back();
        }
    }
    return condition;
}

bool holds(const FactCondition& condition, const FieldValues& facts) {
    return std::any_of(condition.begin(), condition.end(), [&](const auto& all) {
        return std::all_of(all.begin(), all.end(), [&](const FactComparison& comparison) {
            return holds(comparison, facts);
        });
    });
}

InShort::Text InShort::text_of(std::string_view markdown) {
    constexpr std::string_view begin = "If `";
    markdown = stripped(markdown);
    const std::size_t end = markdown.find("`: ");
    if (!markdown.starts_with(begin) || end == std::string_view::npos) {
        return {{}, {}, std::string(markdown)};
    }
    const std::string_view condition = markdown.substr(begin.size(), end - begin.size());
    return {
        std::string(condition), parse_condition(condition),
        std::string(stripped(markdown.substr(end + 3)))};
}

/// Adds a row of the legend, unless it is the table's head or the line below it.
void InShort::add_row(const std::string& row) {
    const std::size_t middle = row.find('|', 1);
    const std::size_t end = row.rfind('|');
    if (middle == std::string::npos || end <= middle) {
        return;
    }
    const std::string word = plain(row.substr(1, middle - 1));
    if (word != "on the board" && !word.starts_with("---")) {
        legend_.push_back({word, text_of(row.substr(middle + 1, end - middle - 1))});
    }
}

InShort::InShort(std::string_view readme) {
    const std::vector<std::string> lines = text_lines(readme);
    const auto found = std::find(lines.begin(), lines.end(), short_heading);
    const bool is_section = found == lines.end() && !readme.starts_with('#');
    if (found == lines.end() && !is_section) {
        if (const std::string paragraph = first_paragraph(lines); !paragraph.empty()) {
            lines_.push_back({{}, {}, paragraph});
        }
        return;
    }
    std::vector<std::string> items;
    for (auto line = is_section ? lines.begin() : found + 1;
         line != lines.end() && !line->starts_with("## "); ++line) {
        if (line->starts_with("- ")) {
            items.push_back(line->substr(2));
        } else if (line->starts_with("  ") && !items.empty()) {
            items.back() += ' '; // an item of several lines
            items.back() += stripped(*line);
        } else if (line->starts_with('|')) {
            add_row(*line);
        }
    }
    std::transform(items.begin(), items.end(), std::back_inserter(lines_), [](const auto& item) {
        return text_of(item);
    });
}

RulesInShort InShort::of(const FieldValues& facts) const {
    RulesInShort rules;
    const auto is_shown = [&](const Text& text) {
        return !text.parsed || holds(*text.parsed, facts);
    };
    for (const Text& line : lines_) {
        if (is_shown(line)) {
            rules.lines.push_back(with_values(line.text, facts));
        }
    }
    for (const Row& row : legend_) {
        if (is_shown(row.meaning)) {
            rules.legend.push_back({row.word, with_values(row.meaning.text, facts)});
        }
    }
    return rules;
}

RulesInShort InShort::general() const {
    RulesInShort rules;
    const auto words = [](const Text& text) {
        return plain(
            text.condition.empty() ? text.text
                                   : fmt::format("If {}: {}", text.condition, text.text));
    };
    for (const Text& line : lines_) {
        rules.lines.push_back(words(line));
    }
    for (const Row& row : legend_) {
        rules.legend.push_back({row.word, words(row.meaning)});
    }
    return rules;
}

std::vector<std::string> InShort::names() const {
    std::vector<std::string> found;
    const auto add = [&](const Text& text) {
        for (const auto& all : text.parsed.value_or(FactCondition())) {
            for (const FactComparison& comparison : all) {
                found.insert(found.end(), comparison.sum.begin(), comparison.sum.end());
            }
        }
        for (auto shown = next_value(text.text, 0); shown;
             shown = next_value(text.text, shown->end)) {
            found.push_back(shown->name);
        }
    };
    std::for_each(lines_.begin(), lines_.end(), add);
    for (const Row& row : legend_) {
        add(row.meaning);
    }
    return found;
}

std::vector<std::string>
InShort::problems(const FieldValues& known, const FieldValues& defaults) const {
    std::vector<std::string> found;
    for (const std::string& name : names()) {
        if (!known.contains(name)) {
            found.push_back(fmt::format("'{}' is no parameter and no section", name));
        }
    }
    const auto check = [&](const Text& text) {
        if (!text.condition.empty() && !text.parsed) {
            found.push_back(fmt::format(
                "the condition '{}' can't be read; write it as in 'a = 1 and [b] > 0'",
                text.condition));
        }
        const bool holds_there = !text.parsed || holds(*text.parsed, defaults);
        for (auto shown = next_value(text.text, 0); shown;
             shown = next_value(text.text, shown->end)) {
            if (holds_there && value_in(*shown, defaults) != shown->value) {
                found.push_back(fmt::format(
                    "{} is {}, but the default of {} is {}", shown->name, shown->value, shown->name,
                    value_in(*shown, defaults)));
            }
        }
    };
    std::for_each(lines_.begin(), lines_.end(), check);
    for (const Row& row : legend_) {
        check(row.meaning);
    }
    return found;
}

} // namespace referee
