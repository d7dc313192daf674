#include "support/json_schema.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace tests {

namespace {

using Json = nlohmann::json;

bool is_of_type(const std::string& type, const Json& value) {
    return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
           (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
           (type == "integer" && value.is_number_integer()) ||
           (type == "number" && value.is_number()) || (type == "null" && value.is_null());
}

class Check {
  public:
    explicit Check(const Json& whole) : whole_(whole) {}

    void compare(const Json& given, const Json& value, const std::string& place) {
        const Json& schema = resolved(given);
        for (const auto& [word, unused] : schema.items()) {
            static const std::vector<std::string> known{
                "$schema", "$defs",      "title",    "description",          "type",
                "enum",    "properties", "required", "additionalProperties", "items",
                "anyOf"};
            if (std::find(known.begin(), known.end(), word) == known.end()) {
                object(place, "the schema has the unknown word " + word);
            }
        }
        if (schema.contains("anyOf")) {
            const bool fits =
                std::any_of(schema["anyOf"].begin(), schema["anyOf"].end(), [&](const Json& one) {
                    Check each(whole_);
                    each.compare(one, value, place);
                    return each.text.empty();
                });
            if (!fits) {
                object(place, "fits none of anyOf: " + value.dump().substr(0, 200));
            }
        }
        if (schema.contains("type")) {
            const Json types =
                schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]});
            if (std::none_of(types.begin(), types.end(), [&](const Json& type) {
                    return is_of_type(type.get<std::string>(), value);
                })) {
                object(place, fmt::format("is {}, not {}", value.type_name(), types.dump()));
                return;
            }
        }
        if (schema.contains("enum") &&
            std::find(schema["enum"].begin(), schema["enum"].end(), value) ==
                schema["enum"].end()) {
            object(place, "isn't one of " + schema["enum"].dump() + ": " + value.dump());
        }
        if (value.is_object() && !schema.contains("anyOf")) {
            compare_object(schema, value, place);
        }
        if (value.is_array() && schema.contains("items")) {
            for (std::size_t i = 0; i < value.size(); ++i) {
                compare(schema["items"], value[i], fmt::format("{}[{}]", place, i));
            }
        }
    }

    std::string text;

  private:
    void compare_object(const Json& schema, const Json& value, const std::string& place) {
        const Json none = Json::object();
        const Json& properties = schema.contains("properties") ? schema["properties"] : none;
        for (const Json& name : schema.value("required", Json::array())) {
            if (!value.contains(name.get<std::string>())) {
                object(place, "has no " + name.dump());
            }
        }
        for (const auto& [name, member] : value.items()) {
            const std::string inner = place + "." + name;
            if (properties.contains(name)) {
                compare(properties[name], member, inner);
            } else if (schema.contains("additionalProperties")) {
                compare(schema["additionalProperties"], member, inner);
            } else {
                object(inner, "isn't in the schema");
            }
        }
    }

    const Json& resolved(const Json& schema) const {
        if (!schema.contains("$ref")) {
            return schema;
        }
        const auto name = schema["$ref"].get<std::string>();
        return whole_.at(Json::json_pointer(name.substr(1)));
    }

    void object(const std::string& place, const std::string& why) {
        text += fmt::format("{} {}\n", place, why);
    }

    const Json& whole_;
};

} // namespace

std::string objections(const nlohmann::json& schema, const nlohmann::json& value) {
    Check check(schema);
    check.compare(schema, value, "$");
    return check.text;
}

} // namespace tests
