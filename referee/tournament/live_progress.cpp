#include "tournament/live_progress.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace referee {

std::string live_progress(
    const ProgressView& view, const std::vector<std::string>& names, std::size_t max_bytes) {
    using Json = nlohmann::ordered_json;
    constexpr std::size_t room = 200; // for all but the AIs
    std::string ais;
    std::size_t listed = 0;
    for (const ProgressView::Standing& standing : view.standings) {
        const Json ai{
            {"name", names[static_cast<std::size_t>(standing.ai)]},
            {"games", standing.games},
            {"points", standing.share},
            {"share", standing.games > 0 ? standing.mean() : 0}};
        const std::string text = ai.dump(-1, ' ', false, Json::error_handler_t::replace);
        if (ais.size() + text.size() + room > max_bytes) {
            break;
        }
        ais += (listed > 0 ? "," : "") + text;
        ++listed;
    }
    Json numbers{
        {"played", view.done},
        {"planned", view.planned},
        {"per_second", view.rate},
        {"seconds_left", nullptr},
        {"left_out", view.standings.size() - listed}};
    if (view.seconds_left) {
        numbers["seconds_left"] = *view.seconds_left;
    }
    std::string text = numbers.dump();
    text.back() = ','; // the list has been put together before
    return fmt::format(R"({}"ais":[{}]}})", text, ais);
}

void show_live(Progress& progress, const std::vector<std::string>& names, LiveFeed& feed) {
    progress.show_to([names, &feed](const ProgressView& view) {
        feed.publish("tournament", live_progress(view, names, LiveFeed::max_value));
    });
}

} // namespace referee
