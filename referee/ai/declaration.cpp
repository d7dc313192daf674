#include "ai/declaration.hpp"

#include "base/ini.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <boost/program_options/parsers.hpp>
#include <boost/token_functions.hpp>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace referee {

namespace {

constexpr std::string_view form = "write 'parameter = NAME, int|float, VALUE, MIN, MAX, STEP'";

/// Larger numbers lose digits when they are printed and read as floats.
constexpr double max_number = 1e9;

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        std::string part = text.substr(at, comma - at);
        part.erase(0, std::min(part.find_first_not_of(" \t"), part.size()));
        part.erase(part.find_last_not_of(" \t") + 1);
        parts.push_back(part);
        at = comma + 1;
    }
    return parts;
}

/// Letters, digits, '_' and '-': it is a word of parameters.dat and of a command.
bool is_name(const std::string& text) {
    const auto is_good = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    };
    return !text.empty() && text.size() <= max_parameter_name && text != "dir" &&
           std::all_of(text.begin(), text.end(), is_good);
}

} // namespace

AiParameter read_parameter(const std::string& file, int line, const std::string& text) {
    const auto refuse = [&](const std::string& what, std::string_view todo = form) {
        refuse_ini(file, line, what, std::string(todo));
    };
    const std::vector<std::string> parts = split(text);
    if (parts.size() != 6) {
        refuse(fmt::format(
            "the parameter has {} value{}, not 6", parts.size(), parts.size() == 1 ? "" : "s"));
    }
    AiParameter parameter;
    parameter.line = line;
    parameter.name = parts[0];
    if (!is_name(parts[0])) {
        refuse(
            fmt::format("'{}' can't be the name of a parameter", printable(parts[0])),
            "use at most 40 letters, digits, '_' and '-', and not 'dir'");
    }
    if (parts[1] != "int" && parts[1] != "float") {
        refuse(fmt::format("{} is '{}'", parts[0], printable(parts[1])), "write int or float");
    }
    parameter.is_integer = parts[1] == "int";
    const auto number = [&](std::size_t part) {
        double value = 0;
        const char* const end = parts[part].data() + parts[part].size();
        const auto [rest, code] = std::from_chars(parts[part].data(), end, value);
        if (code != std::errc() || rest != end || !(std::abs(value) <= max_number) ||
            (parameter.is_integer && value != std::floor(value))) {
            refuse(
                fmt::format(
                    "'{}' is not {}", printable(parts[part]),
                    parameter.is_integer ? "an integer" : "a number"),
                "write numbers from -1e9 to 1e9");
        }
        return value;
    };
    parameter.value = parameter.declared = number(2);
    parameter.min = number(3);
    parameter.max = number(4);
    parameter.step = number(5);
    if (!(parameter.min < parameter.max) || parameter.value < parameter.min ||
        parameter.value > parameter.max) {
        refuse(
            fmt::format("{} is {}, from {} to {}", parts[0], parts[2], parts[3], parts[4]),
            "MIN must be below MAX, and VALUE between them");
    }
    if (!(parameter.step > 0) || parameter.step > parameter.max - parameter.min) {
        refuse(
            fmt::format("the step of {} is {}", parts[0], parts[5]),
            "STEP must be above 0 and at most MAX - MIN");
    }
    return parameter;
}

double fitting(const AiParameter& parameter, double value) {
    return std::clamp(
        parameter.is_integer ? std::round(value) : value, parameter.min, parameter.max);
}

std::string value_text(double value) {
    return fmt::format("{}", value == 0 ? 0.0 : value); // not "-0"
}

std::string parameters_text(const std::vector<AiParameter>& parameters) {
    std::string text;
    for (const AiParameter& parameter : parameters) {
        text += fmt::format("{} {}\n", parameter.name, value_text(parameter.value));
    }
    return text;
}

std::string changes_text(const std::vector<AiParameter>& parameters) {
    std::string text;
    for (const AiParameter& parameter : parameters) {
        if (parameter.value != parameter.declared) {
            text += fmt::format(
                "{}{}={}", text.empty() ? "" : ",", parameter.name, value_text(parameter.value));
        }
    }
    return text.empty() ? "" : "{" + text + "}";
}

std::string with_values(std::string word, const std::vector<AiParameter>& parameters) {
    for (const AiParameter& parameter : parameters) {
        const std::string from = "{" + parameter.name + "}";
        const std::string to = value_text(parameter.value);
        for (std::size_t at = 0; (at = word.find(from, at)) != std::string::npos;) {
            word.replace(at, from.size(), to);
            at += to.size();
        }
    }
    return word;
}

Words split_words(const std::string& line) {
    bool is_escaped = false;
    bool is_quoted = false;
    for (const char letter : line) {
        is_quoted ^= !is_escaped && (letter == '"' || letter == '\'');
        is_escaped = !is_escaped && letter == '\\';
    }
    if (is_escaped || is_quoted) {
        return {{}, is_escaped ? "it ends with a backslash" : "a quote is never closed"};
    }
    try {
        return {boost::program_options::split_unix(line), ""};
    } catch (const boost::escaped_list_error&) {
        return {{}, "an unknown escape after a backslash"};
    }
}

} // namespace referee
