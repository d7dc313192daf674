#include "pages/site/announcement.hpp"

#include "pages/html.hpp"
#include "pages/markdown.hpp"

#include <fmt/format.h>

namespace referee {

namespace {

/// A moment in its own zone and in UTC, and how far away it is, which the script fills in.
std::string moment_html(const ZonedTime& moment) {
    const std::string utc = utc_text(moment.time);
    const bool is_utc = moment.text.ends_with(" UTC");
    return fmt::format(
        "<time datetime=\"{}\">{}</time>{} <span class=\"clock\" data-moment=\"{}\"></span>", utc,
        escaped(moment.text),
        is_utc ? ""
               : fmt::format(
                     " <span class=\"soft\">({} UTC)</span>",
                     utc.substr(0, 10) == moment.text.substr(0, 10)
                         ? utc.substr(11, 5)
                         : utc.substr(0, 10) + " " + utc.substr(11, 5)),
        utc);
}

} // namespace

bool has_clock(const SiteData& data) {
    return !data.config.announcement.calendar.is_empty();
}

std::string moments_html(const SiteData& data) {
    if (!has_clock(data)) {
        return "";
    }
    const Calendar& calendar = data.config.announcement.calendar;
    const std::int64_t now = data.config.now;
    std::string html = "<ul class=\"moments\">\n";
    const auto add = [&](std::string_view what, const ZonedTime& moment) {
        html += fmt::format("<li><b>{}</b> {}</li>\n", what, moment_html(moment));
    };
    if (calendar.deadline) {
        add(now > calendar.deadline->time ? "Submissions closed" : "Submissions close",
            *calendar.deadline);
    }
    if (calendar.freeze && (!calendar.unfreeze || now < calendar.unfreeze->time)) {
        add(data.is_frozen ? "Standings frozen since" : "Standings freeze", *calendar.freeze);
        if (calendar.unfreeze) {
            add("They move on", *calendar.unfreeze);
        }
    }
    if (data.has_embargo) {
        add("Replays from", *calendar.embargo);
    }
    return html + "</ul>\n";
}

std::string about_html(const SiteData& data) {
    const std::string& about = data.config.announcement.about;
    return about.empty() ? ""
                         : "<section class=\"about\" id=\"about\"><h2>About</h2>\n" +
                               markdown_html(about, 2, Links::all) + "</section>\n";
}

} // namespace referee
