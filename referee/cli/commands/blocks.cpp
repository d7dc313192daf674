#include "cli/commands/blocks.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/commands/games.hpp"
#include "game/registry.hpp"
#include "match/measurements.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <vector>

namespace referee {
namespace {

constexpr std::string_view begin_mark = "<!-- begin ";
constexpr std::string_view end_of_mark = " -->";

/// A block of code: its first `max_lines` lines, indented.
std::string code_of(std::string_view text, std::int64_t max_lines) {
    std::istringstream lines{std::string(text)};
    std::string code;
    std::string line;
    for (std::int64_t i = 0; i < max_lines && std::getline(lines, line); ++i) {
        code += "    " + line + "\n";
    }
    return code;
}

std::string parameters_of(const GameInfo& info) {
    std::string table = "| parameter | default | range | meaning |\n| --- | --- | --- | --- |\n";
    const auto add = [&table](const std::vector<Parameter>& parameters, std::string_view note) {
        for (const Parameter& parameter : parameters) {
            table += fmt::format(
                "| `{}`{} | {} | {}{}{} | {} |\n", parameter.name, note, parameter.default_value,
                parameter.range, parameter.unit.empty() ? "" : " ", parameter.unit,
                parameter.meaning);
        }
    };
    add(info.parameters, "");
    add(info.create_settings, " (only `create`)");
    return table;
}

/// The text with the names of parameters as code, unless they could be plain words.
std::string with_code(std::string_view text, const GameInfo& info) {
    std::string result;
    std::string word;
    const auto add_word = [&] {
        const bool is_parameter = std::any_of(
                                      info.parameters.begin(), info.parameters.end(),
                                      [&](const Parameter& one) { return one.name == word; }) &&
                                  word.find('_') != std::string::npos;
        result += is_parameter ? fmt::format("`{}`", word) : word;
        word.clear();
    };
    for (const char letter : text) {
        if (std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_') {
            word += letter;
        } else {
            add_word();
            result += letter;
        }
    }
    add_word();
    return result;
}

std::string faults_of(const GameInfo& info) {
    std::string table = "| fault | cost |\n| --- | --- |\n";
    for (const FaultCost& cost : info.faults) {
        std::vector<std::string> names;
        for (const FaultKind& kind : fault_kinds) {
            if (cost.holds_for(kind)) {
                names.push_back(fmt::format("`{}`", kind.name));
            }
        }
        table += fmt::format("| {} | {} |\n", fmt::join(names, ", "), with_code(cost.costs, info));
    }
    return table;
}

std::string answers_of(const GameInfo& info) {
    constexpr std::int64_t all = 100;
    std::string text;
    for (const AnswerExample& example : info.answers) {
        std::string meaning(example.meaning);
        meaning[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(meaning[0])));
        text += fmt::format(
            "{}{}\n{}.\n", text.empty() ? "" : "\n", code_of(example.text, all), meaning);
    }
    return text;
}

/// The example of a state file, or nothing if there is no such file or its example is empty.
std::optional<std::string> file_of(const Game& game, std::string_view name, std::int64_t lines) {
    const std::vector<std::string> texts = example_files(game);
    const auto& files = game.info().files;
    const auto found = std::find_if(
        files.begin(), files.end(), [&](const StateFile& file) { return file.name == name; });
    const bool is_known = found != files.end() || name == "match.dat"; // its keys are the last text
    const std::string text =
        is_known ? code_of(texts[static_cast<std::size_t>(found - files.begin())], lines) : "";
    return text.empty() ? std::nullopt : std::optional(text);
}

std::string measurements_table() {
    std::string table = "| name | meaning | over games |\n| --- | --- | --- |\n";
    for (const Measurement& measurement : measurements) {
        table += fmt::format(
            "| `{}` | {} | {} |\n", measurement.name, measurement.meaning,
            measurement.combine == Combine::sum ? "sum" : "maximum");
    }
    return table;
}

std::string fault_kinds_table() {
    std::string table = "| fault | when |\n| --- | --- |\n";
    for (const FaultKind& kind : fault_kinds) {
        table += fmt::format("| `{}` | {} |\n", kind.name, kind.when);
    }
    return table;
}

/// What a command printed, from a file that begins with lines "key = value" and an empty one.
/// Tables stay tables, other lines are code.
std::string figures_of(const std::string& path) {
    std::ifstream file(path);
    std::map<std::string, std::string> head;
    std::string line;
    while (std::getline(file, line) && !line.empty()) {
        const std::size_t equals = line.find(" = ");
        if (equals != std::string::npos) {
            head[line.substr(0, equals)] = line.substr(equals + 3);
        }
    }
    for (const char* const key : {"command", "date", "machine"}) {
        if (head[key].empty()) {
            throw UserError(fmt::format(
                "{}: {}; write it with scripts/figures", path,
                file.is_open() ? fmt::format("the line '{} = …' is missing", key)
                               : "the figures can't be read"));
        }
    }
    std::string text;
    while (std::getline(file, line)) {
        text += line.empty() || line.starts_with('|') ? line + '\n' : "    " + line + '\n';
    }
    return fmt::format(
        "{}\nMeasured on {}; {}. `{}` measures it again.\n", text, head["date"], head["machine"],
        head["command"]);
}

/// What stands in the block of that name, or nothing if nobody knows it.
std::optional<std::string>
block_of(const std::string& page, std::string_view name, std::int64_t lines) {
    constexpr std::string_view figures = "figures ";
    if (name.starts_with(figures)) {
        const auto folder = std::filesystem::path(page).parent_path() / "figures";
        return figures_of(folder / (std::string(name.substr(figures.size())) + ".txt"));
    }
    if (name == "measurements") {
        return measurements_table();
    }
    if (name == "faults") {
        return fault_kinds_table();
    }
    const std::size_t blank = std::min(name.find(' '), name.size());
    const std::string_view what = name.substr(std::min(blank + 1, name.size()));
    if (!is_game(name.substr(0, blank))) {
        return std::nullopt;
    }
    const Game& game = game_named(name.substr(0, blank));
    return what == "parameters" ? parameters_of(game.info())
           : what == "faults"   ? faults_of(game.info())
           : what == "answers"  ? answers_of(game.info())
                                : file_of(game, what, lines);
}

} // namespace

std::string with_blocks(const std::string& path, const std::string& page) {
    std::istringstream lines(page);
    std::string text;
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        text += line + '\n';
        if (!line.starts_with(begin_mark) || !line.ends_with(end_of_mark)) {
            continue;
        }
        // "gems gamefield.dat, 5 lines"
        std::string_view name = line;
        name.remove_prefix(begin_mark.size());
        name.remove_suffix(end_of_mark.size());
        const std::size_t comma = std::min(name.find(", "), name.size());
        const std::string_view count = name.substr(std::min(comma + 2, name.size()));
        name = name.substr(0, comma);
        std::int64_t max_lines = 100'000;
        const bool is_counted = parse_integer(count.substr(0, count.find(' ')), max_lines);
        const std::optional<std::string> block = block_of(path, name, max_lines);
        if (!block || is_counted == count.empty()) {
            throw UserError(fmt::format(
                "{}:{}: there is no block '{}'; referee/cli/commands/blocks.hpp lists them", path,
                number, printable(line)));
        }
        const int first = number;
        const std::string end = fmt::format("<!-- end {}{}", name, end_of_mark);
        while (line != end) {
            ++number;
            if (!std::getline(lines, line)) {
                throw UserError(
                    fmt::format("{}:{}: the block has no end; write '{}'", path, first, end));
            }
        }
        text += fmt::format("\n{}\n{}\n", *block, end);
    }
    return text;
}

bool rewrite_blocks(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string page(std::istreambuf_iterator<char>(file), {});
    if (!file) {
        throw UserError(path + ": the page can't be read; check the path");
    }
    const std::string text = with_blocks(path, page);
    if (text != page) {
        write_file(path, text);
    }
    return text != page;
}

} // namespace referee
