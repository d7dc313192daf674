#include "commands/arguments.hpp"

#include "commands/near_name.hpp"
#include "error.hpp"
#include "field/text.hpp"

#include <algorithm>
#include <array>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/positional_options.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace referee {
namespace {

namespace options = boost::program_options;

constexpr const char* words_option = "referee-words";

/// "none, default or strict"
std::string alternatives(std::span<const std::string_view> words) {
    return fmt::format("{} or {}", fmt::join(words.first(words.size() - 1), ", "), words.back());
}

/// Boost.Program_options would take any next word as an optional value. Here it is one if it begins
/// like a number or an address; without one the value is "yes", as in an INI file.
std::vector<std::string> with_optional_values(const Usage& usage, std::vector<std::string> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool is_optional =
            std::any_of(usage.options.begin(), usage.options.end(), [&](const Option& option) {
                return option.has_optional_value() && words[i] == fmt::format("--{}", option.name);
            });
        if (!is_optional) {
            continue;
        }
        if (i + 1 < words.size() && words[i + 1].find_first_of("0123456789[") == 0) {
            words[i] += "=" + words[i + 1];
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        } else {
            words[i] += "=yes";
        }
    }
    return words;
}

options::options_description describe(const Usage& usage) {
    constexpr unsigned width = 80;
    options::options_description description("Options", width);
    auto add = description.add_options();
    for (const Option& option : usage.options) {
        const std::string name(option.name);
        std::string help(option.help);
        if (!option.words.empty()) {
            help += ": " + alternatives(option.words);
        }
        if (option.value.empty()) {
            add(name.c_str(), help.c_str());
        } else {
            const std::string value(option.value);
            add(name.c_str(), options::value<std::vector<std::string>>()->value_name(value),
                help.c_str());
        }
    }
    add("help", "print this help; so does -h");
    return description;
}

/// A number with a unit, or nothing. `units` are pairs of name and factor.
template <typename Units>
std::optional<std::uint64_t> scaled(std::string_view text, const Units& units) {
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

/// Our name for an option of engine testers and other referees, also with a value; empty if
/// unknown.
std::string_view name_here(std::string_view word) {
    constexpr auto names = std::to_array<Translation>(
        {{"engine", "ai"},
         {"bot", "ai"},
         {"bots", "ai"},
         {"each", "time-limit"},
         {"tc", "time-limit"},
         {"st", "time-limit"},
         {"timeout", "time-limit"},
         {"rounds", "fields"},
         {"openings", "fields"},
         {"book", "fields"},
         {"concurrency", "jobs"},
         {"parallel", "jobs"},
         {"workers", "jobs"},
         {"threads", "jobs"},
         {"srand", "seed"},
         {"tournament", "format"},
         {"gauntlet", "format gauntlet"},
         {"roundrobin", "format round-robin"},
         {"round-robin", "format round-robin"},
         {"knockout", "format knockout"},
         {"elo0", "sprt"},
         {"elo1", "sprt"},
         {"alpha", "sprt"},
         {"beta", "sprt"},
         {"pgnout", "pgn"},
         {"output", "record"},
         {"replay-directory", "records"},
         {"variant", "game"},
         {"map", "fields"},
         {"noswap", "seats fixed"},
         {"out", "record"},
         {"database", "db"}});
    return translation_of(word, names);
}

/// Why an option of other programs isn't needed here; empty if unknown.
std::string_view without(std::string_view word, std::string_view command) {
    if ((word == "db" || word == "database") &&
        (command == "report" || command == "site" || command == "merge")) {
        return "the database is an argument";
    }
    if (word == "resume" && (command == "tournament" || command == "tune")) {
        return "the same command resumes what was interrupted";
    }
    if (command != "play" && command != "tournament") {
        return "";
    }
    constexpr auto reasons = std::to_array<Translation>(
        {{"repeat", "each match is played in all seatings anyway"},
         {"games", "a match is one game for each seating"},
         {"recover", "a program that fails is started again for its next answer"},
         {"wait", "nothing needs a pause between games"},
         {"resign", "games are played to their end by the rules"},
         {"draw", "games are played to their end by the rules"},
         {"maxmoves", "games are played to their end; the field's parameters limit their length"}});
    return translation_of(word, reasons);
}

std::string unknown_option_text(const Usage& usage, const std::string& given) {
    std::vector<std::string_view> names{"help"};
    for (const Option& option : usage.options) {
        names.push_back(option.name);
    }
    std::string_view word = given;
    word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
    word = word.substr(0, word.find('='));
    if (const std::string_view reason = without(word, usage.command); !reason.empty()) {
        return fmt::format("unrecognised option '{}'; leave it out: {}", printable(given), reason);
    }
    const std::string_view known = name_here(word);
    const bool has_known =
        std::find(names.begin(), names.end(), known.substr(0, known.find(' '))) != names.end();
    const std::string_view near = has_known ? known : nearest(word, names);
    return fmt::format(
        "unrecognised option '{}'; {}'referee help {}' lists the options", printable(given),
        near.empty() ? "" : fmt::format("did you mean '--{}'? ", near), usage.command);
}

bool names_a_file(const Option& option) {
    constexpr std::array<std::string_view, 4> values{"FILE", "DIR", "PATH", "RECORD"};
    return std::find(values.begin(), values.end(), option.value) != values.end();
}

} // namespace

Arguments::Arguments(const Usage& usage, const std::vector<std::string>& arguments) {
    options::options_description all = describe(usage);
    all.add_options()(words_option, options::value<std::vector<std::string>>());
    options::positional_options_description positional;
    positional.add(words_option, -1);
    try {
        // No abbreviations: one could mean another option in the next version.
        const int style = options::command_line_style::default_style &
                          ~options::command_line_style::allow_guessing;
        const auto parsed = options::command_line_parser(with_optional_values(usage, arguments))
                                .options(all)
                                .positional(positional)
                                .style(style)
                                .run();
        options::variables_map unused;
        options::store(parsed, unused);
        for (const options::option& option : parsed.options) {
            std::vector<std::string>& values = values_[option.string_key];
            values.insert(values.end(), option.value.begin(), option.value.end());
        }
    } catch (const options::unknown_option& problem) {
        throw UserError(unknown_option_text(usage, problem.get_option_name()));
    } catch (const options::error& problem) {
        throw UserError(
            fmt::format("{}; 'referee help {}' lists the options", problem.what(), usage.command));
    }
    for (const Option& option : usage.options) {
        const auto at = values_.find(option.name);
        if (at != values_.end() && !option.is_many && at->second.size() > 1) {
            throw UserError(fmt::format("--{} was given twice; give it only once", option.name));
        }
        if (at != values_.end() && option.is_decisive) {
            decisive_.emplace_back(option.name);
        }
        // From a script whose variable isn't set. It must not count as an option that isn't given.
        if (at != values_.end() && names_a_file(option) &&
            std::find(at->second.begin(), at->second.end(), "") != at->second.end()) {
            throw UserError(
                fmt::format("--{0} '': no name; write --{0} {1}", option.name, option.value));
        }
    }
    words_ = values_[words_option];
    values_.erase(words_option);
}

bool Arguments::has(std::string_view name) const {
    return values_.find(name) != values_.end();
}

std::string Arguments::text(std::string_view name, std::string_view default_value) const {
    const auto at = values_.find(name);
    return at == values_.end() || at->second.empty() ? std::string(default_value) : at->second[0];
}

std::vector<std::string> Arguments::all(std::string_view name) const {
    const auto at = values_.find(name);
    return at == values_.end() ? std::vector<std::string>() : at->second;
}

std::size_t
Arguments::index_among(std::string_view name, std::span<const std::string_view> names) const {
    const auto found = std::find(names.begin(), names.end(), text(name));
    if (found == names.end()) {
        refuse(name, "write " + alternatives(names));
    }
    return static_cast<std::size_t>(found - names.begin());
}

void Arguments::refuse(std::string_view name, const std::string& todo) const {
    throw UserError(fmt::format("--{} {}: invalid value; {}", name, printable(text(name)), todo));
}

std::int64_t Arguments::integer(
    std::string_view name, std::int64_t default_value, std::int64_t min, std::int64_t max) const {
    std::int64_t value = default_value;
    if (has(name) && (!parse_integer(text(name), value) || value < min || value > max)) {
        refuse(
            name, min == max ? fmt::format("only {} is possible", min)
                             : fmt::format("give an integer from {} to {}", min, max));
    }
    return value;
}

std::optional<std::chrono::milliseconds> Arguments::duration(std::string_view name) const {
    if (!has(name)) {
        return std::nullopt;
    }
    if (text(name) == "none") {
        return std::chrono::milliseconds(0);
    }
    constexpr std::array<std::pair<std::string_view, std::uint64_t>, 4> units{
        {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}}};
    const std::optional<std::uint64_t> value = scaled(text(name), units);
    constexpr std::uint64_t week = 7ULL * 24 * 3'600'000;
    if (!value || *value == 0 || *value > week) {
        refuse(name, "write e.g. 500ms, 10s, 1m (at most a week), or none");
    }
    return std::chrono::milliseconds(*value);
}

std::chrono::milliseconds
Arguments::delay(std::string_view name, std::chrono::milliseconds default_value) const {
    return text(name) == "0" ? std::chrono::milliseconds(0)
                             : duration(name).value_or(default_value);
}

std::optional<std::uint64_t> Arguments::size(std::string_view name) const {
    if (!has(name)) {
        return std::nullopt;
    }
    constexpr std::array<std::pair<std::string_view, std::uint64_t>, 4> units{
        {{"", 1}, {"K", 1ULL << 10U}, {"M", 1ULL << 20U}, {"G", 1ULL << 30U}}};
    const std::optional<std::uint64_t> value = scaled(text(name), units);
    if (!value || *value == 0) {
        refuse(name, "write e.g. 512M or 2G");
    }
    return value;
}

std::string help_of(const Usage& usage) {
    std::ostringstream options;
    options << describe(usage);
    return fmt::format("Usage: {}\n\n{}\n\n{}", usage.form, usage.text, options.str());
}

} // namespace referee
