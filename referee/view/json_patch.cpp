#include "view/json_patch.hpp"

#include <algorithm>
#include <string>

namespace referee {
namespace {

using Json = nlohmann::ordered_json;

bool is_ascii(const std::string& text) {
    return std::all_of(
        text.begin(), text.end(), [](char sign) { return static_cast<unsigned char>(sign) < 128; });
}

/// Runs of changed characters; two runs are joined if the gap is shorter than the cost of a new
/// run.
Json patch_between_strings(const std::string& before, const std::string& after) {
    constexpr std::size_t max_gap = 6;
    Json runs = Json::array();
    for (std::size_t at = 0; at < after.size();) {
        if (before[at] == after[at]) {
            ++at;
            continue;
        }
        std::size_t end = at + 1;
        for (std::size_t next = end; next < after.size() && next - end < max_gap; ++next) {
            if (before[next] != after[next]) {
                end = next + 1;
            }
        }
        runs.push_back(at);
        runs.push_back(after.substr(at, end - at));
        at = end;
    }
    return runs;
}

Json patch_between_objects(const Json& before, const Json& after) {
    Json patch = Json::object();
    for (const auto& [key, value] : before.items()) {
        if (!after.contains(key)) {
            patch[key] = Json::array();
        }
    }
    for (const auto& [key, value] : after.items()) {
        if (!before.contains(key)) {
            patch[key] = Json::array({value});
        } else if (before[key] != value) {
            patch[key] = patch_between(before[key], value);
        }
    }
    return patch;
}

} // namespace

Json patch_between(const Json& before, const Json& after) {
    if (before == after) {
        return Json::object();
    }
    if (before.is_object() && after.is_object()) {
        return patch_between_objects(before, after);
    }
    if (before.is_array() && after.is_array() && before.size() == after.size()) {
        Json patch = Json::object();
        for (std::size_t i = 0; i < after.size(); ++i) {
            if (before[i] != after[i]) {
                patch[std::to_string(i)] = patch_between(before[i], after[i]);
            }
        }
        return patch;
    }
    if (before.is_string() && after.is_string()) {
        const auto& old_text = before.get_ref<const std::string&>();
        const auto& new_text = after.get_ref<const std::string&>();
        // Positions count bytes here and UTF-16 units in the page: the same for ASCII only.
        if (old_text.size() == new_text.size() && is_ascii(old_text) && is_ascii(new_text)) {
            return patch_between_strings(old_text, new_text);
        }
    }
    return Json::array({after});
}

} // namespace referee
