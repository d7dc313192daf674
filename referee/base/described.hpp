#pragma once

/// Structs whose members are described once, in a table: name, range, unit, meaning, and how the
/// member is read and set. Texts, databases, JSON, help and error messages go through the table, so
/// a new member is a line of the struct and a row.
///
///     struct Limits { int games = 2; };
///     using Of = MembersOf<Limits>;
///     constexpr auto table = std::to_array<Member>({
///         Of::integer<&Limits::games>("games", 1, 1000, "", "games in a match")});

#include "base/json.hpp"
#include "base/names.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace referee {

/// A text points into the values that it comes from, or to a constant.
using MemberValue = std::variant<std::int64_t, double, std::string_view, std::vector<double>>;

struct Member {
    std::string_view name;
    double min = 0; ///< of integers and numbers, inclusive
    double max = 0; ///< of integers and numbers, inclusive
    /// The words that are allowed; empty for integers, numbers and free texts.
    std::span<const std::string_view> words;
    std::string_view unit; ///< may be empty
    std::string_view meaning;
    MemberValue (*get)(const void* values) = nullptr;
    void (*set)(void* values, const MemberValue& value) = nullptr;
    /// Older files may lack it; then the member keeps its initial value.
    bool is_new = false;

    /// For members that were added after the first release.
    constexpr Member added_later() const {
        Member member = *this;
        member.is_new = true;
        return member;
    }
};

/// The value as text: numbers as short as possible, lists separated by blanks.
std::string text_of(const MemberValue& value);
Json json_of(const MemberValue& value);

/// The value that the text stands for, which may point into it; nothing if it is none or out of
/// range. `kind` is any value of the member.
std::optional<MemberValue>
parsed(const Member& member, const MemberValue& kind, std::string_view text);

/// What a text must be: "an integer from 1 to 8", "one of: a, b". `kind` is any value of the
/// member.
std::string form_of(const Member& member, const MemberValue& kind);

/// Makes the rows of a table. `Pointer` is a pointer to a member of Values or of its base.
template <typename Values>
struct MembersOf {
    /// An integer of any type that holds the range, or a bool (0 or 1).
    template <auto Pointer>
    static constexpr Member integer(
        std::string_view name, std::int64_t min, std::int64_t max, std::string_view unit = "",
        std::string_view meaning = "") {
        Member member = named(name, unit, meaning);
        member.min = static_cast<double>(min);
        member.max = static_cast<double>(max);
        member.get = [](const void* values) -> MemberValue {
            return static_cast<std::int64_t>(of(values).*Pointer);
        };
        member.set = [](void* values, const MemberValue& value) {
            auto& place = of(values).*Pointer;
            place = static_cast<std::remove_reference_t<decltype(place)>>(
                std::get<std::int64_t>(value));
        };
        return member;
    }

    template <auto Pointer>
    static constexpr Member number(
        std::string_view name, double min, double max, std::string_view unit = "",
        std::string_view meaning = "") {
        Member member = named(name, unit, meaning);
        member.min = min;
        member.max = max;
        member.get = [](const void* values) -> MemberValue { return of(values).*Pointer; };
        member.set = [](void* values, const MemberValue& value) {
            of(values).*Pointer = std::get<double>(value);
        };
        return member;
    }

    /// A std::vector<double>; min and max hold for each number.
    template <auto Pointer>
    static constexpr Member numbers(
        std::string_view name, double min, double max, std::string_view unit = "",
        std::string_view meaning = "") {
        Member member = named(name, unit, meaning);
        member.min = min;
        member.max = max;
        member.get = [](const void* values) -> MemberValue { return of(values).*Pointer; };
        member.set = [](void* values, const MemberValue& value) {
            of(values).*Pointer = std::get<std::vector<double>>(value);
        };
        return member;
    }

    /// An enumeration, by its names (base/names.hpp).
    template <auto Pointer>
    static constexpr Member word(std::string_view name, std::string_view meaning = "") {
        Member member = named(name, "", meaning);
        using Enum = std::remove_cvref_t<decltype(std::declval<Values&>().*Pointer)>;
        member.words = all_names<Enum>;
        member.get = [](const void* values) -> MemberValue { return name_of(of(values).*Pointer); };
        member.set = [](void* values, const MemberValue& value) {
            of(values).*Pointer = *::referee::named<Enum>(std::get<std::string_view>(value));
        };
        return member;
    }

    /// A std::string.
    template <auto Pointer>
    static constexpr Member
    text(std::string_view name, std::string_view unit = "", std::string_view meaning = "") {
        Member member = named(name, unit, meaning);
        member.get = [](const void* values) -> MemberValue {
            return std::string_view(of(values).*Pointer);
        };
        member.set = [](void* values, const MemberValue& value) {
            of(values).*Pointer = std::get<std::string_view>(value);
        };
        return member;
    }

  private:
    static constexpr Member
    named(std::string_view name, std::string_view unit, std::string_view meaning) {
        Member member;
        member.name = name;
        member.unit = unit;
        member.meaning = meaning;
        return member;
    }
    static Values& of(void* values) { return *static_cast<Values*>(values); }
    static const Values& of(const void* values) { return *static_cast<const Values*>(values); }
};

} // namespace referee
