#pragma once

/// Command lines: a thin layer over Boost.Program_options. Only arguments.cpp includes its headers.

#include "base/error.hpp"
#include "base/names.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// How often an option is needed. Help shows the rare ones only with --help-all.
enum class Weight { required, common, rare };

/// What an option is about. The help groups options by topic, in this order.
enum class Topic { ais, games, finals, limits, confinement, running, watching, output };

/// The headings of the groups.
constexpr auto enum_names(Topic) {
    return std::to_array<std::string_view>(
        {"AIs", "Fields and games", "Finals, batches and marks", "Limits", "Confinement", "Running",
         "Watching and playing", "Output"});
}

/// An option of a command. Parsing, help, man page and completion come from its entry.
struct Option {
    std::string_view name; ///< without the two hyphens
    /// Placeholder of its value in the help ("DIR"); "[PORT]" can be left out and
    /// is "yes" then; empty: a switch.
    std::string_view value;
    std::string_view help;
    Topic topic;
    Weight weight;
    bool is_many = false; ///< may be given more than once
    /// The allowed values, if they are words; the help lists them.
    std::span<const std::string_view> words = {};
    /// Results depend on it, so it identifies a tournament.
    bool is_decisive = false;
    std::string_view more = {}; ///< whole sentences that only the man page has

    bool has_optional_value() const { return value.starts_with('[') && value.ends_with(']'); }
    /// In an INI file such a value is relative to the file's folder.
    bool takes_path() const {
        return value.ends_with("DIR") || value.ends_with("FILE") || value.ends_with("PATH") ||
               value.ends_with("PATTERN");
    }
};

inline Option decisive(Option option) {
    option.is_decisive = true;
    return option;
}

inline Option explained(Option option, std::string_view more) {
    option.more = more;
    return option;
}

/// `--rules`, which all commands have that need a game.
Option rules_option();

/// The option of that name, to give a shared one another help or weight. Throws InternalError if
/// there is none.
Option& option_named(std::vector<Option>& options, std::string_view name);

/// "none, default or strict"
std::string alternatives(std::span<const std::string_view> words);

/// What a command takes.
struct Usage {
    std::string_view command;
    std::string_view form;     ///< "referee create FIELD [options]"
    std::string_view text;     ///< what it does, a few lines
    std::string_view examples; ///< command lines that do the common thing, one per line
    std::vector<Option> options;
};

class Arguments {
  public:
    /// Throws UserError for unknown options, missing values and so on.
    Arguments(const Usage& usage, const std::vector<std::string>& arguments);

    bool has(std::string_view name) const;
    /// The value, or `default_value`.
    std::string text(std::string_view name, std::string_view default_value = "") const;
    /// All values of an option that may be given more than once.
    std::vector<std::string> all(std::string_view name) const;
    /// The value as one of the names of an enumeration. Throws UserError for any other.
    template <NamedEnum Enum>
    Enum word(
        std::string_view name, Enum default_value,
        std::span<const std::string_view> names = all_names<Enum>) const {
        return has(name) ? static_cast<Enum>(index_among(name, names)) : default_value;
    }
    /// The names of the options that were given and on which results depend.
    const std::vector<std::string>& decisive() const { return decisive_; }
    /// The arguments that aren't options.
    const std::vector<std::string>& words() const { return words_; }

    /// The value as an integer. Throws UserError unless it is an integer from `min` to `max`.
    std::int64_t integer(
        std::string_view name, std::int64_t default_value, std::int64_t min,
        std::int64_t max) const;
    /// A time such as "500ms", "10s", "1m", "2h" or "none" (0); no value if it is not given.
    std::optional<std::chrono::milliseconds> duration(std::string_view name) const;
    /// The value of a pause, which may also be 0.
    std::chrono::milliseconds
    delay(std::string_view name, std::chrono::milliseconds default_value) const;
    /// A size such as "512M", "2G", "100K" or bytes; no value if it is not given.
    std::optional<std::uint64_t> size(std::string_view name) const;

  private:
    std::size_t index_among(std::string_view name, std::span<const std::string_view> names) const;
    [[noreturn]] void refuse(std::string_view name, const std::string& todo) const;

    std::map<std::string, std::vector<std::string>, std::less<>> values_;
    std::vector<std::string> decisive_;
    std::vector<std::string> words_;
};

/// Adds the entries of the INI file given by --config to the arguments: `key = value` means --key
/// value, `switch = yes` means --switch. The command line takes precedence. Paths in the file
/// are relative to its folder. Throws UserError with file and
/// line.
std::vector<std::string> with_config(const Usage& usage, const std::vector<std::string>& words);

/// Replaces "--KEY" at the beginning of an error by "FILE:LINE: KEY", if the file has the key and
/// `words`, the command line, does not.
std::string with_line_of(
    const std::string& error, const std::string& file, const std::vector<std::string>& words);

/// Runs a command whose options may come from this file, empty for none. Its UserErrors then name
/// the lines of wrong values.
template <typename Run>
int with_lines_of(const std::string& file, const std::vector<std::string>& words, const Run& run) {
    try {
        return run();
    } catch (const UserError& error) {
        const std::string text =
            file.empty() ? error.what() : with_line_of(error.what(), file, words);
        if (text == error.what()) {
            throw; // of its own kind
        }
        throw UserError(text);
    }
}

} // namespace referee
