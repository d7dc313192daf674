#pragma once

/// Parameters that an AI declares in its ai.ini, so that they can be set and tuned. See
/// referee/match/README.md, "Parameters".

#include "ai/limits.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct AiParameter {
    std::string name;
    bool is_integer = false;
    double value = 0;
    double declared = 0; ///< the value in ai.ini
    double min = 0;
    double max = 0;
    double step = 1; ///< size of a change that is worth trying, above 0
    int line = 1;    ///< of ai.ini
};

/// Reads "NAME, int|float, VALUE, MIN, MAX, STEP". Throws UserError with file and line.
AiParameter read_parameter(const std::string& file, int line, const std::string& text);

/// The nearest value that the parameter can have: in its range, and whole if it is an int.
double fitting(const AiParameter& parameter, double value);

/// The shortest text that reads back as the same number.
std::string value_text(double value);

/// The content of parameters.dat: a line "NAME VALUE" for each; empty without parameters.
std::string parameters_text(const std::vector<AiParameter>& parameters);

/// The values that differ from ai.ini, "{red=12,life=3}"; empty if none does.
std::string changes_text(const std::vector<AiParameter>& parameters);

/// The word of a command with each {NAME} replaced by the parameter's value.
std::string with_values(std::string word, const std::vector<AiParameter>& parameters);

// Command lines as people write them in ai.ini and on the command line.

/// The words of a line, or why it can't be read.
struct Words {
    std::vector<std::string> words;
    std::string problem; ///< for people: "a quote is never closed"; empty if it can be read
};

/// Splits a line at blanks; quotes and backslashes work as in a shell.
Words split_words(const std::string& line);

} // namespace referee
