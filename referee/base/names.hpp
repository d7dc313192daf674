#pragma once

/// Names of the values of enumerations, written once: reading, printing, JSON and error messages
/// use the same table. An enumeration whose values count from 0 gets its names from a function
/// beside it:
///
///     enum class Wind { calm, north };
///     constexpr auto enum_names(Wind) { return std::to_array<std::string_view>({"calm", "north"});
///     }

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace referee {

template <typename Enum>
concept NamedEnum = std::is_enum_v<Enum> && requires {
    enum_names(Enum{});
};

/// The names by value. Values behind the last name have none.
template <NamedEnum Enum>
inline constexpr auto all_names = enum_names(Enum{});

/// The value must have a name.
template <NamedEnum Enum>
constexpr std::string_view name_of(Enum value) {
    return all_names<Enum>[static_cast<std::size_t>(value)];
}

/// The value of exactly that name, or nothing if there is none.
template <NamedEnum Enum>
constexpr std::optional<Enum> named(std::string_view name) {
    for (std::size_t i = 0; i < all_names<Enum>.size(); ++i) {
        if (all_names<Enum>[i] == name) {
            return static_cast<Enum>(i);
        }
    }
    return std::nullopt;
}

} // namespace referee
