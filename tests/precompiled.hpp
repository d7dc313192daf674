/// Headers that most tests include, compiled once: see referee/precompiled.hpp.

#include "../referee/precompiled.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <regex>

// Templates that most tests use: clang makes them once, with this header
// (-fpch-instantiate-templates). GCC would make them in every file. Nobody calls these functions.
#ifdef __clang__
namespace tests {
template <typename Json>
void make_templates_of_json() {
    const std::string text;
    Json json = Json::parse(text);
    json = Json::parse(text, nullptr, false);
    const Json other = json;
    json["key"] = other.at("key");
    json["key"] = text;
    json["key"] = 1;
    json["key"] = true;
    json["key"] = std::vector<int>{1};
    json.push_back(Json::object());
    CAPTURE(json, json.dump(), json.size(), text);
    CHECK(json == other);
    CHECK(json != other);
    CHECK(json["key"] == 1);
    CHECK(json["key"] == "text");
    CHECK(json["key"] == text);
    CHECK(other["key"] == true);
    CHECK(other["key"].is_null());
    CHECK(json.contains("key"));
    CHECK(json.value("key", 1) == json["key"].template get<int>());
    CHECK(json["key"].template get<std::string>() == json.value("key", "text"));
    CHECK(json["key"].template get<std::size_t>() == json.size());
    CHECK(json["key"].template get<std::vector<std::string>>().empty());
    CHECK(json["key"].template get<double>() > 0.5);
    for (const auto& item : json) {
        CHECK(item.is_string());
    }
    for (const auto& [key, value] : json.items()) {
        CHECK(key == value.dump(1));
    }
}
inline void make_templates() {
    make_templates_of_json<nlohmann::json>();
    make_templates_of_json<nlohmann::ordered_json>();
    const std::string text;
    const std::regex pattern("a");
    std::smatch found;
    CHECK(std::regex_search(text, found, pattern));
    CHECK(std::regex_search(text, pattern));
    CHECK(std::regex_match(text, found, pattern));
    CHECK(std::regex_replace(text, pattern, "b") == found.str(1));
    CHECK(
        std::distance(
            std::sregex_iterator(text.begin(), text.end(), pattern), std::sregex_iterator()) == 1);
    CHECK(text == "a");
    CHECK(text == text);
    CHECK(text.size() == std::size_t{1});
    CHECK(std::vector<std::string>{text} == std::vector<std::string>{});
    CHECK(std::set<std::string>{text} == std::set<std::string>{});
    CHECK(std::optional<int>(1) == std::optional<int>());
    CHECK_THAT(text, ContainsSubstring("a"));
    CHECK_THAT(text, !ContainsSubstring("a"));
}
} // namespace tests
#endif
