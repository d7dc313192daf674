#pragma once

/// JSON for output. nlohmann-json prints it, but only json.cpp includes that library: its
/// templates cost every file that uses them about two seconds of compiling. Files that read JSON
/// include the library themselves and call its type ReadJson.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace referee {

/// A value, an array, or an object whose keys keep the order in which they were added.
class Json {
  public:
    Json(); ///< null
    Json(std::nullptr_t);
    Json(bool value);
    Json(double value);
    Json(const char* text);
    Json(std::string_view text);
    Json(std::string text);
    template <std::integral Integer>
    Json(Integer value) : Json(Number(value)) {}
    template <typename Any>
    Json(Any* pointer) = delete; ///< would become bool
    template <typename Item>
    Json(const std::vector<Item>& items) : Json(array()) {
        for (const Item& item : items) {
            push_back(item);
        }
    }
    /// An object if every item is an array of a string and a value, as in {{"seat", 1}}; else an
    /// array.
    Json(std::initializer_list<Json> items);
    Json(const Json& other);
    Json(Json&& other) noexcept;
    Json& operator=(const Json& other);
    Json& operator=(Json&& other) noexcept;
    ~Json();

    static Json array(std::initializer_list<Json> items = {});
    static Json object();

    /// Appends to an array; null becomes one.
    void push_back(Json item);
    /// The value of the key, which is added if it is missing; null becomes an object.
    Json& operator[](std::string_view key);
    /// An item of an array, which must have it.
    Json& operator[](std::size_t index);
    /// Adds the members of another object; those with the same key are replaced.
    void update(Json other);
    /// Removes the key of an object, if it is there.
    void erase(std::string_view key);
    /// The number of items of an array.
    std::size_t size() const;

    /// The text in one line, or indented. Bytes that are no UTF-8 become U+FFFD, infinite numbers
    /// null.
    std::string dump(int indent = -1) const;

  private:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;
    using Value = std::variant<
        std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object>;

    /// Integers of all types in the two that a value may have.
    struct Number {
        template <std::signed_integral Integer>
        explicit Number(Integer integer) : value(static_cast<std::int64_t>(integer)) {}
        template <std::unsigned_integral Integer>
        explicit Number(Integer integer) : value(static_cast<std::uint64_t>(integer)) {}
        std::variant<std::int64_t, std::uint64_t> value;
    };
    explicit Json(const Number& number);
    bool is_member() const;

    Value value_;

    friend struct JsonPrinter;
};

} // namespace referee
