#include "pages/site/inputs.hpp"

#include "game/registry.hpp"
#include "pages/rules.hpp"
#include "pages/site/files.hpp"
#include "tournament/store/fingerprint.hpp"
#include "version.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <sys/stat.h>

namespace referee {

namespace {

/// A file by its size and time of change: a hash of thousands of records would take too long.
void add_file(SiteKey& key, const std::string& path) {
    constexpr std::int64_t nothing = -1;
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        key.add(nothing);
        return;
    }
    key.add(std::int64_t{status.st_size}).add(std::int64_t{status.st_mtim.tv_sec});
    key.add(std::int64_t{status.st_mtim.tv_nsec});
}

/// The version alone says nothing between two releases.
std::string key_of_program(const GameInfo& info) {
    SiteKey key;
    key.add(version);
    add_file(key, "/proc/self/exe");
    key.add(info.sha256).add(info.folder.empty() ? "" : rules_text(info));
    return key.text();
}

/// Pages say which moments are over, and nothing else of the time.
void add_moment(SiteKey& key, const std::optional<ZonedTime>& moment, std::int64_t now) {
    key.add(std::int64_t{moment.has_value()});
    if (moment) {
        key.add(moment->time).add(moment->text);
        key.add(std::int64_t{now < moment->time}).add(std::int64_t{now > moment->time});
    }
}

void add_config(SiteKey& key, const SiteConfig& config) {
    key.add(config.title).add(std::int64_t{config.publishes_errors});
    key.add(std::int64_t{config.rest_after}).add(config.announcement.about);
    for (const auto& [entry, entrant] : config.announcement.entrants) {
        key.add(entry).add(entrant.name).add(entrant.team);
    }
    const Calendar& calendar = config.announcement.calendar;
    for (const auto& moment :
         {calendar.deadline, calendar.freeze, calendar.unfreeze, calendar.embargo}) {
        add_moment(key, moment, config.now);
    }
}

} // namespace

SiteInputs::SiteInputs(const Results& store, const SiteConfig& config)
    : program_(key_of_program(game_named(store.tournament().game).info())) {
    const std::string folder =
        std::filesystem::absolute(store.path()).lexically_normal().parent_path().string();
    SiteKey key;
    key.add(program_).add(folder);
    add_config(key, config);
    for (const StoredField& field : store.fields()) {
        add_file(key, field.path);
    }
    const std::string database = fingerprint_of(
        store.path(), [&](const std::string& record) { add_file(key, folder + "/" + record); });
    key_ = database.empty() ? "" : key.add(database).text();
}

} // namespace referee
