#include "season/collected.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/beneath.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace referee {

CollectedRecord::CollectedRecord(std::string file) : file_(std::move(file)) {
    std::error_code code;
    if (std::filesystem::status(file_, code).type() == std::filesystem::file_type::not_found) {
        return; // whatever else keeps it from being read is an error: what it holds would be lost
    }
    std::string text;
    constexpr std::uint64_t max_text = 1ULL << 28U;
    read_through(
        open_regular(file_).get(), file_, max_text, [&](std::string_view bytes) { text += bytes; });
    try {
        const nlohmann::json json = nlohmann::json::parse(text);
        if (json.at("collected").get<int>() != collected_format) {
            throw UserError(fmt::format(
                "{}: a newer version of the referee has written it; use that one", file_));
        }
        for (const nlohmann::json& row : json.at("versions")) {
            versions_.push_back(
                {row.at("entry").get<std::string>(), row.at("sha256").get<std::string>(),
                 row.at("time").get<std::int64_t>(), row.at("by").get<std::string>(),
                 row.at("version").get<std::string>()});
        }
    } catch (const nlohmann::json::exception&) {
        throw UserError(fmt::format(
            "{}: it is damaged; put it back from a backup, or remove it: then versions that are "
            "collected after the deadline are late",
            file_));
    }
}

std::optional<std::int64_t>
CollectedRecord::time_of(const std::string& entry, const std::string& sha256) const {
    std::optional<std::int64_t> earliest;
    for (const CollectedVersion& version : versions_) {
        if (version.entry == entry && version.sha256 == sha256) {
            earliest = std::min(earliest.value_or(version.time), version.time);
        }
    }
    return earliest;
}

const CollectedVersion* CollectedRecord::last_of(const std::string& entry) const {
    const auto found =
        std::find_if(versions_.rbegin(), versions_.rend(), [&](const CollectedVersion& version) {
            return version.entry == entry && !version.version.empty();
        });
    return found == versions_.rend() ? nullptr : &*found;
}

void CollectedRecord::add(const CollectedVersion& version) {
    // The attempt is noted before the version gets its name; then the name is added.
    const auto same =
        std::find_if(versions_.begin(), versions_.end(), [&](const CollectedVersion& known) {
            return known.entry == version.entry && known.sha256 == version.sha256 &&
                   known.version.empty();
        });
    if (same != versions_.end()) {
        versions_.erase(same);
    }
    versions_.push_back(version);
    nlohmann::ordered_json json{
        {"collected", collected_format}, {"versions", nlohmann::ordered_json::array()}};
    for (const CollectedVersion& each : versions_) {
        json["versions"].push_back(
            {{"entry", each.entry},
             {"sha256", each.sha256},
             {"time", each.time},
             {"by", each.by},
             {"version", each.version}});
    }
    write_if_changed(file_, json.dump(1) + "\n");
}

} // namespace referee
