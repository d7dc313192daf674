#include "cli/help.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace referee {
namespace {

/// "--ai [NAME=]PATH"
std::string head_of(const Option& option) {
    return fmt::format("--{}{}{}", option.name, option.value.empty() ? "" : " ", option.value);
}

/// The help with the words that are allowed, unless it explains each of them already.
std::string text_of(const Option& option) {
    const bool has_all =
        std::all_of(option.words.begin(), option.words.end(), [&](std::string_view word) {
            return option.help.find(word) != std::string_view::npos;
        });
    return has_all ? std::string(option.help)
                   : fmt::format("{}: {}", option.help, alternatives(option.words));
}

std::vector<std::string_view> lines_in(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// A row of the help: the text stands beside the option, or below it if that is long.
std::string row_of(std::string_view head, const std::string& text) {
    constexpr std::size_t margin = 26; // where the text begins
    if (head.size() + 4 > margin) {
        return fmt::format("  {}\n{}", head, wrapped_below(std::string(margin, ' '), text));
    }
    return wrapped_below(fmt::format("  {:{}}", head, margin - 2), text);
}

/// A group of the help with its heading, or nothing if it has no options.
template <typename IsShown>
std::string group_of(const Usage& usage, std::string_view title, const IsShown& is_shown) {
    std::string rows;
    for (const Option& option : usage.options) {
        if (is_shown(option)) {
            rows += row_of(head_of(option), text_of(option));
        }
    }
    return rows.empty() ? "" : fmt::format("\n{}:\n{}", title, rows);
}

/// The help with the options that `is_shown` picks: the required ones, then the others by topic.
template <typename IsShown>
std::string help_with(const Usage& usage, const IsShown& is_shown) {
    std::string text = fmt::format("Usage: {}\n\n{}\n\nExamples:\n", usage.form, usage.text);
    for (const std::string_view example : lines_in(usage.examples)) {
        text += fmt::format("  {}\n", example);
    }
    text += group_of(
        usage, "Required", [](const Option& option) { return option.weight == Weight::required; });
    for (std::size_t topic = 0; topic < all_names<Topic>.size(); ++topic) {
        text += group_of(usage, all_names<Topic>[topic], [&](const Option& option) {
            return option.topic == static_cast<Topic>(topic) && option.weight != Weight::required &&
                   is_shown(option);
        });
    }
    return text;
}

bool is_same(const Option& left, const Option& right) {
    return left.name == right.name && left.value == right.value && left.help == right.help &&
           left.more == right.more;
}

/// The commands that have exactly this option.
std::vector<std::string_view>
commands_with(const Option& option, std::span<const Command> commands) {
    std::vector<std::string_view> names;
    for (const Command& command : commands) {
        const std::vector<Option>& options = command.usage().options;
        if (std::any_of(options.begin(), options.end(), [&](const Option& other) {
                return is_same(option, other);
            })) {
            names.push_back(command.name);
        }
    }
    return names;
}

bool is_shared(const Option& option, std::span<const Command> commands) {
    return commands_with(option, commands).size() >= 3;
}

/// Text for roff. A word with the hyphens of an option keeps them as they are typed.
std::string in_roff(std::string_view text) {
    std::string roff;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        const bool is_option = word.starts_with('-') || word.find("--") != std::string_view::npos;
        for (const char letter : word) {
            if (letter == '\\') {
                roff += "\\e";
            } else if (letter == '\'') {
                roff += "\\(aq"; // as a plain one it would begin a request or become a curved one
            } else if (letter == '-' && is_option) {
                roff += "\\-";
            } else {
                roff += letter;
            }
        }
        roff += end < text.size() ? " " : "";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return roff;
}

/// A text as a sentence: a capital at the beginning, a full stop at the end.
std::string sentence(std::string text) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text.ends_with('.') ? text : text + '.';
}

/// The entry of an option; `commands` has those that know it where that isn't clear, else nothing.
std::string entry_of(const Option& option, std::span<const std::string_view> commands) {
    std::string entry = option.value.empty()
                            ? fmt::format(".TP\n.B {}\n", in_roff(head_of(option)))
                            : fmt::format(
                                  ".TP\n.BI {} \" {}\"\n",
                                  in_roff(fmt::format("--{}", option.name)), in_roff(option.value));
    std::string text = sentence(text_of(option));
    text += option.more.empty() ? "" : fmt::format(" {}", option.more);
    entry += wrapped(in_roff(text), "") + '\n';
    if (!commands.empty()) {
        entry += wrapped(fmt::format("For {}.", fmt::join(commands, ", ")), "") + "\n";
    }
    return entry;
}

/// The options that `is_listed` picks, in the order of their topics; with `has_titles` below the
/// topics' names.
template <typename IsListed, typename Entry>
std::string by_topic(
    const std::vector<Option>& options, bool has_titles, const IsListed& is_listed,
    const Entry& entry) {
    std::string text;
    for (std::size_t topic = 0; topic < all_names<Topic>.size(); ++topic) {
        std::string entries;
        for (const Option& option : options) {
            if (option.topic == static_cast<Topic>(topic) && is_listed(option)) {
                entries += entry(option);
            }
        }
        text += entries.empty() || !has_titles
                    ? entries
                    : fmt::format(".SS {}\n{}", all_names<Topic>[topic], entries);
    }
    return text;
}

/// The options that several commands have in common, each once.
std::vector<Option> shared_options(std::span<const Command> commands) {
    std::vector<Option> shared;
    for (const Command& command : commands) {
        for (const Option& option : command.usage().options) {
            const bool is_known =
                std::any_of(shared.begin(), shared.end(), [&](const Option& known) {
                    return is_same(known, option);
                });
            if (!is_known && is_shared(option, commands)) {
                shared.push_back(option);
            }
        }
    }
    return shared;
}

/// The section of one command: its own options, and the names of those that others have, too.
std::string own_options(const Command& command, std::span<const Command> commands) {
    std::vector<std::string> common;
    for (const Option& option : command.usage().options) {
        if (is_shared(option, commands)) {
            common.push_back(fmt::format("--{}", option.name));
        }
    }
    std::string text = by_topic(
        command.usage().options, false,
        [&](const Option& option) { return !is_shared(option, commands); },
        [](const Option& option) { return entry_of(option, {}); });
    if (!common.empty()) {
        const std::string names = fmt::format(
            "{} options of several commands: {}.", text.empty() ? "The" : "And of the",
            fmt::join(common, ", "));
        text += (text.empty() ? "" : ".PP\n") + wrapped(in_roff(names), "") + '\n';
    }
    return text.empty() ? "" : fmt::format(".SS {}\n{}", command.name, text);
}

/// What Bash offers as the value of an option: words, or the kind of them; empty for a switch.
std::string values_of(const Option& option) {
    if (!option.words.empty()) {
        return fmt::format("{}", fmt::join(option.words, " "));
    }
    constexpr std::array<std::string_view, 5> files{
        "FILE", "PATH", "RECORD", "PATTERN", "[NAME=]PATH"};
    const bool is_file = std::find(files.begin(), files.end(), option.value) != files.end();
    return option.value.empty() || option.has_optional_value() ? ""
           : is_file                                           ? "@file"
           : option.value == "DIR"                             ? "@folder"
           : option.value == "COMMAND"                         ? "@command"
                                                               : "@none";
}

} // namespace

std::string help_of(const Usage& usage) {
    const auto rare =
        std::count_if(usage.options.begin(), usage.options.end(), [](const Option& option) {
            return option.weight == Weight::rare;
        });
    const std::string rest =
        rare == 0 ? ""
                  : fmt::format(
                        "\n'referee {} --help-all' lists the rest: {}.\n", usage.command,
                        rare == 1 ? "one more option" : fmt::format("{} more options", rare));
    return help_with(usage, [](const Option& option) { return option.weight != Weight::rare; }) +
           rest;
}

std::string full_help_of(const Usage& usage) {
    return help_with(usage, [](const Option&) { return true; }) + "\nHelp:\n" +
           row_of("--help, -h", "print the options that are needed often") +
           row_of("--help-all", "print this help");
}

std::string manual_of(std::span<const Command> commands) {
    std::string text = ".SH OPTIONS OF SEVERAL COMMANDS\n";
    text += by_topic(
        shared_options(commands), true, [](const Option&) { return true; },
        [&](const Option& option) { return entry_of(option, commands_with(option, commands)); });
    text += ".SH OPTIONS BY COMMAND\n";
    for (const Command& command : commands) {
        text += own_options(command, commands);
    }
    return text;
}

std::string completion_of(std::span<const Command> commands) {
    std::string names;
    std::string options;
    std::string values;
    for (const Command& command : commands) {
        names += fmt::format("{}{}", names.empty() ? "" : " ", command.name);
        options += fmt::format("    {}) echo \"", command.name);
        for (const Option& option : command.usage().options) {
            options += fmt::format("--{} ", option.name);
            const std::string offered = values_of(option);
            if (!offered.empty()) {
                values += fmt::format(
                    "    \"{} --{}\") echo \"{}\" ;;\n", command.name, option.name, offered);
            }
        }
        options += "--help --help-all\" ;;\n";
    }
    return fmt::format(
        "_referee_commands() {{\n    echo \"{}\"\n}}\n"
        "_referee_options() {{ # COMMAND\n    case $1 in\n{}    esac\n}}\n"
        "_referee_values() {{ # COMMAND OPTION\n    case \"$1 $2\" in\n{}    esac\n}}\n",
        names, options, values);
}

} // namespace referee
