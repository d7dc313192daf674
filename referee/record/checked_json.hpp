#pragma once

/// JSON of files that may hold anything, in which integers are read only from integers that fit.

#include <concepts>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace referee {

template <typename Value>
concept CheckedInteger = std::integral<Value> && !std::same_as<Value, bool>;

struct NotAnInteger : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// nlohmann-json converts any number to any other. Here NotAnInteger is thrown instead.
template <typename Value, typename = void>
struct CheckedSerializer : nlohmann::adl_serializer<Value> {};

template <CheckedInteger Value>
struct CheckedSerializer<Value> : nlohmann::adl_serializer<Value> {
    template <typename Json>
    static void from_json(const Json& json, Value& value) {
        const auto* const natural =
            json.template get_ptr<const typename Json::number_unsigned_t*>();
        const auto* const integer = json.template get_ptr<const typename Json::number_integer_t*>();
        const bool fits = natural != nullptr   ? std::in_range<Value>(*natural)
                          : integer != nullptr ? std::in_range<Value>(*integer)
                                               : false;
        if (!fits) {
            throw NotAnInteger(fmt::format(
                "{} where an integer from {} to {} is expected", json.dump(),
                std::numeric_limits<Value>::min(), std::numeric_limits<Value>::max()));
        }
        value = natural != nullptr ? static_cast<Value>(*natural) : static_cast<Value>(*integer);
    }
};

using CheckedJson = nlohmann::basic_json<
    nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t, std::uint64_t, double,
    std::allocator, CheckedSerializer>;

} // namespace referee
