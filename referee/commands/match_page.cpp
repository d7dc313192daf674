#include "commands/match_page.hpp"

#include "commands/watch.hpp"
#include "error.hpp"
#include "field/utf8.hpp"
#include "process/print.hpp"
#include "view/live/seat_links.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace referee {

MatchPage::MatchPage(
    const Arguments& arguments, const LoadedField& field,
    const std::vector<Contestant>& contestants, MatchConfig& config) {
    const bool has_people =
        std::any_of(contestants.begin(), contestants.end(), [](const Contestant& contestant) {
            return contestant.is_human;
        });
    if (arguments.has("human-time") && !has_people) {
        throw UserError("--human-time: no person plays; give a person a seat with --ai human");
    }
    if (!arguments.has("watch") && !has_people) {
        return;
    }
    watch_ = std::make_unique<Watch>(arguments, config, false);
    LiveConfig live;
    live.game = &field.game->info();
    live.title = fmt::format("{} on {}", live.game->name, field.name);
    if (has_people) {
        seat_people(arguments, contestants, live);
    }
    watch_->start(std::move(live), contestants, config.networked);
    if (has_people) {
        for (const SeatLinks::Link& link : links_->links()) {
            print_message(fmt::format(
                "{} plays here: {}#key={}\n", safe_text(link.person->name), watch_->server().url(),
                link.key));
        }
    }
}

MatchPage::~MatchPage() = default;

LiveFeed* MatchPage::feed() const {
    return watch_ ? &watch_->feed() : nullptr;
}

void MatchPage::finish() const {
    if (watch_) {
        std::fflush(stdout);
        watch_->finish();
    }
}

void MatchPage::seat_people(
    const Arguments& arguments, const std::vector<Contestant>& contestants, LiveConfig& live) {
    people_ = std::make_unique<People>(
        arguments.duration("human-time").value_or(std::chrono::milliseconds(0)));
    links_ = std::make_unique<SeatLinks>(contestants, *people_);
    people_->on_change = [feed = &watch_->feed(), links = links_.get()] {
        feed->publish("people", links->waiting_json());
    };
    live.has_people = true;
    live.answer = [links = links_.get()](std::string_view body) { return links->reply(body); };
}

} // namespace referee
