#include "cli/contests/announcement.hpp"

#include "base/error.hpp"
#include "base/ini.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_about = 1'000'000;

std::string read_about(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    if (!fs::is_regular_file(file) || !in) {
        throw UserError("--about " + file + ": it can't be read; name a Markdown file");
    }
    std::string text((std::istreambuf_iterator<char>(in)), {});
    if (text.size() > max_about) {
        throw UserError("--about " + file + ": it has more than a million bytes; shorten it");
    }
    return text;
}

std::optional<ZonedTime> moment(const Arguments& arguments, const std::string& name) {
    if (!arguments.has(name)) {
        return std::nullopt;
    }
    try {
        return read_zoned_time(arguments.text(name));
    } catch (const UserError& problem) {
        throw UserError(fmt::format("--{} {}", name, problem.what()));
    }
}

} // namespace

const std::vector<Option>& announcement_options() {
    using enum Weight;
    static const std::vector<Option> options{
        {"title", "TEXT", "heading of the site; default: the folder's name", Topic::output, common},
        explained(
            {"about", "FILE", "what the front page says about the contest, in Markdown",
             Topic::output, rare},
            "Rules, prizes, whom to ask. HTML in it is left out."),
        explained(
            {"entrants", "FILE", "names and teams of entries: CSV with entry, name, team",
             Topic::output, rare},
            "Its first line names the columns. Entries that it doesn't have are shown by their own "
            "names."),
        explained(
            {"deadline", "MOMENT", "versions that come later are refused", Topic::games, common},
            "A moment is a date, a time and a time zone: '2026-12-01 18:00 Europe/Berlin', "
            "'2026-12-01 17:00 UTC' or '2026-12-01 18:00 +01:00'. A version is late if one of its "
            "files, or the version itself, has been changed after the deadline."),
        explained(
            {"freeze", "MOMENT", "from then on the site's tables stop moving", Topic::games, rare},
            "Games go on. `referee report` shows the organiser everything; so does `referee site "
            "--unfrozen`, in another folder."),
        {"unfreeze", "MOMENT", "when they move on; default: when 'freeze' is removed", Topic::games,
         rare},
        {"embargo", "MOMENT", "replays are published from then on", Topic::games, rare},
    };
    return options;
}

Announcement read_announcement(const Arguments& arguments) {
    Announcement announcement;
    if (arguments.has("about")) {
        announcement.about = read_about(arguments.text("about"));
    }
    if (arguments.has("entrants")) {
        announcement.entrants = read_entrants(arguments.text("entrants"));
    }
    Calendar& calendar = announcement.calendar;
    calendar.deadline = moment(arguments, "deadline");
    calendar.freeze = moment(arguments, "freeze");
    calendar.unfreeze = moment(arguments, "unfreeze");
    calendar.embargo = moment(arguments, "embargo");
    require_order(calendar);
    for (const Option& option : announcement_options()) {
        if (arguments.has(option.name) && option.name != "title") {
            announcement.words.push_back("--" + std::string(option.name));
            const std::string value = arguments.text(option.name);
            announcement.words.push_back(
                option.takes_path() ? fs::absolute(value).lexically_normal().string() : value);
        }
    }
    return announcement;
}

std::vector<std::string>
with_announcement_of(const std::string& season_ini, const std::vector<std::string>& words) {
    std::vector<std::string> all = words;
    const fs::path folder = fs::path(season_ini).parent_path();
    for (const IniEntry& entry : read_ini(season_ini)) {
        const std::string option = "--" + entry.key;
        const bool is_given = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
            return word == option || word.starts_with(option + "=");
        });
        for (const Option& known : announcement_options()) {
            if (known.name == entry.key && !is_given) {
                all.push_back(option);
                all.push_back(
                    known.takes_path() ? (folder / entry.value).lexically_normal().string()
                                       : entry.value);
            }
        }
    }
    return all;
}

} // namespace referee
