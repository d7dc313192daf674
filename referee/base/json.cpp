#include "base/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace referee {

Json::Json() = default;
Json::Json(std::nullptr_t) {}
Json::Json(bool value) : value_(value) {}
Json::Json(double value) : value_(value) {}
Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(const Number& number) {
    std::visit([this](auto integer) { value_ = integer; }, number.value);
}
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Json(std::initializer_list<Json> items) {
    if (!std::all_of(
            items.begin(), items.end(), [](const Json& item) { return item.is_member(); })) {
        value_ = Array(items);
        return;
    }
    Object members;
    for (const Json& item : items) {
        const Array& member = std::get<Array>(item.value_);
        members.emplace_back(std::get<std::string>(member[0].value_), member[1]);
    }
    value_ = std::move(members);
}

bool Json::is_member() const {
    const Array* const items = std::get_if<Array>(&value_);
    return items != nullptr && items->size() == 2 &&
           std::holds_alternative<std::string>((*items)[0].value_);
}

Json Json::array(std::initializer_list<Json> items) {
    Json json;
    json.value_ = Array(items);
    return json;
}

Json Json::object() {
    Json json;
    json.value_ = Object();
    return json;
}

void Json::push_back(Json item) {
    if (std::holds_alternative<std::nullptr_t>(value_)) {
        value_ = Array();
    }
    std::get<Array>(value_).push_back(std::move(item));
}

Json& Json::operator[](std::string_view key) {
    if (std::holds_alternative<std::nullptr_t>(value_)) {
        value_ = Object();
    }
    Object& members = std::get<Object>(value_);
    const auto found = std::find_if(
        members.begin(), members.end(), [key](const auto& member) { return member.first == key; });
    return found != members.end() ? found->second
                                  : members.emplace_back(std::string(key), Json()).second;
}

void Json::update(Json other) {
    for (auto& [key, value] : std::get<Object>(other.value_)) {
        (*this)[key] = std::move(value);
    }
}

void Json::erase(std::string_view key) {
    std::erase_if(
        std::get<Object>(value_), [key](const auto& member) { return member.first == key; });
}

Json& Json::operator[](std::size_t index) {
    return std::get<Array>(value_).at(index);
}

std::size_t Json::size() const {
    return std::get<Array>(value_).size();
}

/// Converts our value to the library's.
struct JsonPrinter {
    using Printed = nlohmann::ordered_json;

    Printed operator()(const Json& json) const { return std::visit(*this, json.value_); }
    Printed operator()(const Json::Array& items) const {
        Printed printed = Printed::array();
        for (const Json& item : items) {
            printed.push_back((*this)(item));
        }
        return printed;
    }
    Printed operator()(const Json::Object& members) const {
        Printed printed = Printed::object();
        for (const auto& [key, value] : members) {
            printed.emplace(key, (*this)(value));
        }
        return printed;
    }
    template <typename Scalar>
    Printed operator()(const Scalar& scalar) const {
        return scalar;
    }
};

std::string Json::dump(int indent) const {
    return JsonPrinter()(*this).dump(
        indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace referee
