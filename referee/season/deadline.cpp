#include "season/deadline.hpp"

#include "base/error.hpp"
#include "os/beneath.hpp"
#include "os/clock.hpp"
#include "os/output.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace referee {

DeadlineRecord::DeadlineRecord(std::string file, std::string collected)
    : file_(std::move(file)), collected_(std::move(collected)) {
    std::string text;
    try {
        constexpr std::uint64_t max_text = 1ULL << 30U;
        read_through(open_regular(file_).get(), file_, max_text, [&](std::string_view bytes) {
            text += bytes;
        });
    } catch (const UserError&) {
        return; // no deadline has come yet
    }
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("deadline") || !json.contains("versions") ||
        !json.at("deadline").is_number_integer() || !json.at("versions").is_array()) {
        return;
    }
    const auto word = [](const nlohmann::json& row, std::size_t at) {
        return row.is_array() && at < row.size() && row.at(at).is_string()
                   ? row.at(at).get<std::string>()
                   : std::string();
    };
    for (const nlohmann::json& row : json.at("versions")) {
        versions_.insert({word(row, 0), word(row, 1), word(row, 2)});
    }
    deadline_ = json.at("deadline").get<std::int64_t>();
}

bool DeadlineRecord::is_of(const Calendar& calendar) const {
    return calendar.deadline && deadline_ != 0 && calendar.deadline->time == deadline_;
}

std::optional<std::int64_t> DeadlineRecord::collected(const ReadVersion& version) const {
    if (collected_.empty()) {
        return std::nullopt;
    }
    try {
        return CollectedRecord(collected_).time_of(version.entry, version.sha256);
    } catch (const UserError&) { // damaged: change times alone count, and `collect` names it
        return std::nullopt;
    }
}

void DeadlineRecord::write(const Calendar& calendar, const std::vector<ReadVersion>& versions) {
    nlohmann::ordered_json json{
        {"deadline", calendar.deadline->time}, {"versions", nlohmann::ordered_json::array()}};
    for (const ReadVersion& version : versions) {
        json["versions"].push_back({version.entry, version.version, version.sha256});
    }
    if (!file_.empty()) {
        write_if_changed(file_, json.dump(1) + "\n");
    }
    deadline_ = calendar.deadline->time;
    versions_ = {versions.begin(), versions.end()};
}

std::string lateness(
    const Calendar& calendar, const DeadlineRecord& record, const ReadVersion& version,
    std::int64_t changed_ns, std::int64_t read_ns) {
    if (!calendar.is_late(read_ns) && !calendar.is_late(changed_ns)) {
        return "";
    }
    constexpr std::int64_t second = 1'000'000'000;
    const std::optional<std::int64_t> collected = record.collected(version);
    if (collected && !calendar.is_late(*collected * second)) {
        return "";
    }
    if (calendar.is_late(changed_ns)) {
        return lateness(calendar, collected ? *collected * second : changed_ns);
    }
    return !record.is_of(calendar) || record.has(version)
               ? ""
               : fmt::format(
                     "it isn't as it was when the season read what had been submitted at the "
                     "deadline, {} ({}): it was changed or put in place after that, or more "
                     "versions waited than an entry may have\n",
                     calendar.deadline->text, utc_text(calendar.deadline->time));
}

std::string by_change_times(
    const Calendar& calendar, const DeadlineRecord& record, const ReadVersion& version,
    std::int64_t read_ns) {
    return !calendar.is_late(read_ns) || record.is_of(calendar) || record.collected(version)
               ? ""
               : fmt::format(
                     "The season didn't run at the deadline, {} ({}): that this version was in "
                     "time, only the change times of its files say.\n",
                     calendar.deadline->text, utc_text(calendar.deadline->time));
}

} // namespace referee
