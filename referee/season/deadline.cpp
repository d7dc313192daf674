#include "season/deadline.hpp"

#include "base/error.hpp"
#include "os/beneath.hpp"
#include "os/clock.hpp"
#include "os/output.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace referee {

DeadlineRecord::DeadlineRecord(std::string file) : file_(std::move(file)) {
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
    if (calendar.is_late(changed_ns)) {
        return lateness(calendar, changed_ns);
    }
    const bool was_read =
        !calendar.is_late(read_ns) || !record.is_of(calendar) || record.has(version);
    return was_read ? ""
                    : fmt::format(
                          "it isn't as it was when the season read what had been submitted at the "
                          "deadline, {} ({}): it was changed or put in place after that, or more "
                          "versions waited than an entry may have\n",
                          calendar.deadline->text, utc_text(calendar.deadline->time));
}

std::string
by_change_times(const Calendar& calendar, const DeadlineRecord& record, std::int64_t read_ns) {
    return !calendar.is_late(read_ns) || record.is_of(calendar)
               ? ""
               : fmt::format(
                     "The season didn't run at the deadline, {} ({}): that this version was in "
                     "time, only the change times of its files say.\n",
                     calendar.deadline->text, utc_text(calendar.deadline->time));
}

} // namespace referee
