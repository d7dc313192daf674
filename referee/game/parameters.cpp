#include "game/parameters.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "game/field_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>

namespace referee {
namespace {

bool is_integer(const MemberValue& value) {
    return std::holds_alternative<std::int64_t>(value);
}
bool is_number(const MemberValue& value) {
    return std::holds_alternative<double>(value);
}

std::string range_of(const ParameterRow& row, const MemberValue& default_value) {
    if (!row.shown_range.empty()) {
        return std::string(row.shown_range);
    }
    if (!row.words.empty()) {
        return fmt::format("{}", fmt::join(row.words, ", "));
    }
    return is_integer(default_value) ? fmt::format(
                                           "{}..{}", static_cast<std::int64_t>(row.min),
                                           static_cast<std::int64_t>(row.max))
                                     : fmt::format("{}..{}", row.min, row.max);
}

/// The value that `text` of `--set` stands for. `kind` is any value of the parameter.
MemberValue
parsed_setting(const ParameterRow& row, const MemberValue& kind, const std::string& text) {
    const std::optional<MemberValue> value = parsed(row, kind, text);
    if (!value && (is_integer(kind) || is_number(kind))) {
        refuse_setting(
            row.name, text,
            fmt::format(
                "not {} in range; give {} from {} to {}",
                is_integer(kind) ? "an integer" : "a number", row.name, row.min, row.max));
    }
    if (!value) {
        refuse_setting(
            row.name, text,
            fmt::format(
                "not a value of {}; give one of: {}", row.name, fmt::join(row.words, ", ")));
    }
    return *value;
}

bool has_name(const std::vector<Parameter>& table, const std::string& name) {
    return std::any_of(
        table.begin(), table.end(), [&](const Parameter& entry) { return entry.name == name; });
}

} // namespace

namespace parameter_rows {

void read(std::span<const ParameterRow> rows, FieldText& text, void* values) {
    for (const ParameterRow& row : rows) {
        const MemberValue default_value = row.get(values);
        if (is_integer(default_value)) {
            row.set(
                values,
                text.integer(
                    row.name, std::get<std::int64_t>(default_value),
                    static_cast<std::int64_t>(row.min), static_cast<std::int64_t>(row.max)));
        } else if (is_number(default_value)) {
            row.set(
                values, text.number(row.name, std::get<double>(default_value), row.min, row.max));
        } else {
            const std::string word = text.word(
                row.name, std::get<std::string_view>(default_value),
                {row.words.begin(), row.words.end()});
            row.set(values, std::string_view(word));
        }
    }
}

void set(std::span<const ParameterRow> rows, const CreateRequest& request, void* values) {
    for (const ParameterRow& row : rows) {
        const auto found = request.settings.find(std::string(row.name));
        if (found == request.settings.end()) {
            continue;
        }
        if (!row.derived_from.empty()) {
            refuse_setting(row.name, found->second, row.derived_from);
        }
        row.set(values, parsed_setting(row, row.get(values), found->second));
    }
}

void append(std::span<const ParameterRow> rows, const void* values, std::string& text) {
    for (const ParameterRow& row : rows) {
        const MemberValue value = row.get(values);
        text += row.name;
        text += ' ';
        if (const auto* const integer = std::get_if<std::int64_t>(&value)) {
            const fmt::format_int digits(*integer);
            text.append(digits.data(), digits.size());
        } else if (const auto* const word = std::get_if<std::string_view>(&value)) {
            text += *word;
        } else {
            fmt::format_to(std::back_inserter(text), "{}", std::get<double>(value));
        }
        text += '\n';
    }
}

std::vector<Parameter> describe(std::span<const ParameterRow> rows, const void* defaults) {
    std::vector<Parameter> parameters;
    for (const ParameterRow& row : rows) {
        const MemberValue value = row.get(defaults);
        parameters.push_back(
            {std::string(row.name),
             row.shown_default.empty() ? text_of(value) : std::string(row.shown_default),
             range_of(row, value),
             std::string(row.unit),
             std::string(row.meaning),
             row.min,
             row.max,
             is_integer(value),
             {row.words.begin(), row.words.end()},
             row.changes_rules,
             row.is_end});
    }
    return parameters;
}

} // namespace parameter_rows

std::vector<Parameter> joined(std::vector<Parameter> first, const std::vector<Parameter>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

namespace {

/// "did you mean 'rows'? ", or nothing.
std::string guess(std::string_view typed, const GameInfo& info) {
    std::vector<std::string_view> names;
    for (const auto* const parameters : {&info.parameters, &info.create_settings}) {
        for (const Parameter& parameter : *parameters) {
            names.emplace_back(parameter.name);
        }
    }
    const std::string_view near = nearest(typed, names);
    return near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
}

} // namespace

CreateRequest checked(CreateRequest request, const GameInfo& info) {
    if (request.players == 0) {
        request.players = info.default_seats;
    }
    if (request.players < info.min_seats || request.players > info.max_seats) {
        throw UserError(fmt::format(
            "--players {}: {} has from {} to {} players", request.players, info.name,
            info.min_seats, info.max_seats));
    }
    for (const auto& [name, value] : request.settings) {
        if (name == "players") {
            throw UserError(fmt::format(
                "--set players={0}: the number of players is no parameter; give --players {0}",
                printable(value)));
        }
        if (!has_name(info.parameters, name) && !has_name(info.create_settings, name)) {
            throw UserError(fmt::format(
                "--set {0}: {1} has no such parameter; {2}'referee games {1}' lists them",
                printable(name), info.name, guess(name, info)));
        }
    }
    return request;
}

void refuse_setting(std::string_view name, std::string_view value, std::string_view what) {
    throw UserError(fmt::format("--set {}={}: {}", printable(name), printable(value), what));
}

} // namespace referee
