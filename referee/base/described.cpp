#include "base/described.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace referee {
namespace {

/// The whole text as a number, or nothing.
std::optional<double> parsed_number(std::string_view text) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [at, code] = std::from_chars(text.data(), end, value);
    return code == std::errc() && at == end ? std::optional(value) : std::nullopt;
}

std::optional<double> number_in_range(const Member& member, std::string_view text) {
    const std::optional<double> value = parsed_number(text);
    return value && *value >= member.min && *value <= member.max ? value : std::nullopt;
}

std::optional<MemberValue> parsed_numbers(const Member& member, std::string_view text) {
    std::vector<double> numbers;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::optional<double> value = number_in_range(member, text.substr(0, end));
        if (!value) {
            return std::nullopt;
        }
        numbers.push_back(*value);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return numbers;
}

struct TextOf {
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return fmt::format("{}", value); }
    std::string operator()(std::string_view value) const { return std::string(value); }
    std::string operator()(const std::vector<double>& values) const {
        return fmt::format("{}", fmt::join(values, " "));
    }
};

} // namespace

std::string text_of(const MemberValue& value) {
    return std::visit(TextOf(), value);
}

Json json_of(const MemberValue& value) {
    return std::visit([](const auto& held) { return Json(held); }, value);
}

std::optional<MemberValue>
parsed(const Member& member, const MemberValue& kind, std::string_view text) {
    if (std::holds_alternative<std::int64_t>(kind)) {
        std::int64_t value = 0;
        const bool is_one = parse_integer(text, value) &&
                            static_cast<double>(value) >= member.min &&
                            static_cast<double>(value) <= member.max;
        return is_one ? std::optional<MemberValue>(value) : std::nullopt;
    }
    if (std::holds_alternative<double>(kind)) {
        const std::optional<double> value = number_in_range(member, text);
        return value ? std::optional<MemberValue>(*value) : std::nullopt;
    }
    if (std::holds_alternative<std::vector<double>>(kind)) {
        return parsed_numbers(member, text);
    }
    const auto& words = member.words;
    const bool is_allowed =
        words.empty() || std::find(words.begin(), words.end(), text) != words.end();
    return is_allowed ? std::optional<MemberValue>(text) : std::nullopt;
}

std::string form_of(const Member& member, const MemberValue& kind) {
    if (std::holds_alternative<std::int64_t>(kind)) {
        return fmt::format("an integer from {:.0f} to {:.0f}", member.min, member.max);
    }
    if (std::holds_alternative<double>(kind)) {
        return fmt::format("a number from {} to {}", member.min, member.max);
    }
    if (std::holds_alternative<std::vector<double>>(kind)) {
        return fmt::format("numbers from {} to {}", member.min, member.max);
    }
    return member.words.empty() ? "a text"
                                : fmt::format("one of: {}", fmt::join(member.words, ", "));
}

} // namespace referee
