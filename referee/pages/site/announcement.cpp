#include "pages/site/announcement.hpp"

#include "pages/html.hpp"

#include <algorithm>
#include <cmark.h>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>

namespace referee {

namespace {

/// A moment in its own zone and in UTC, and how far away it is, which the script fills in.
std::string moment_html(const Moment& moment) {
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
    const auto add = [&](std::string_view what, const Moment& moment) {
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
                               markdown_html(about, 2) + "</section>\n";
}

std::string markdown_html(std::string_view markdown, int below) {
    const std::unique_ptr<cmark_node, decltype(&cmark_node_free)> document(
        cmark_parse_document(markdown.data(), markdown.size(), CMARK_OPT_VALIDATE_UTF8),
        &cmark_node_free);
    const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> nodes(
        cmark_iter_new(document.get()), &cmark_iter_free);
    constexpr int deepest = 6;
    for (cmark_event_type event = cmark_iter_next(nodes.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(nodes.get())) {
        cmark_node* const node = cmark_iter_get_node(nodes.get());
        if (event == CMARK_EVENT_ENTER && cmark_node_get_type(node) == CMARK_NODE_HEADING) {
            cmark_node_set_heading_level(
                node, std::min(cmark_node_get_heading_level(node) + below, deepest));
        }
    }
    // Without CMARK_OPT_UNSAFE, HTML and unsafe links are left out.
    const std::unique_ptr<char, decltype(&std::free)> html(
        cmark_render_html(document.get(), CMARK_OPT_SAFE), &std::free);
    return html.get();
}

} // namespace referee
