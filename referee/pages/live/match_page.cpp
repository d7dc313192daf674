#include "pages/live/match_page.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/output.hpp"
#include "pages/live/seat_links.hpp"
#include "pages/live/watch.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace referee {

MatchPage::MatchPage(
    const PageRequest& asked, const LoadedField& field, const std::vector<Contestant>& contestants,
    MatchConfig& config) {
    const bool has_people =
        std::any_of(contestants.begin(), contestants.end(), [](const Contestant& contestant) {
            return contestant.is_human;
        });
    if (asked.human_time && !has_people) {
        throw UserError("--human-time: no person plays; give a person a seat with --ai human");
    }
    if (!asked.watch && !has_people) {
        return;
    }
    watch_ = std::make_unique<Watch>(asked.watch.value_or("yes"), config, false);
    LiveConfig live;
    live.game = &field.game->info();
    live.title = fmt::format("{} on {}", live.game->name, field.name);
    if (has_people) {
        seat_people(asked.human_time.value_or(std::chrono::milliseconds(0)), contestants, live);
    }
    watch_->start(std::move(live), contestants, config.networked);
    if (has_people) {
        for (const SeatLinks::Link& link : links_->links()) {
            print_message(fmt::format(
                "{} plays here: {}#key={}\n", safe_text(link.person->name), watch_->server().url(),
                link.key));
        }
        if (config.confinement == Confinement::none &&
            links_->links().size() < contestants.size()) {
            print_error(
                "note: with --confine none an AI can read a person's link wherever standard error "
                "goes, and play for them; leave the option out unless you trust all AIs");
        }
    }
}

MatchPage::~MatchPage() = default;

GameDisplay* MatchPage::display() const {
    return watch_ ? &watch_->feed() : nullptr;
}

void MatchPage::finish() const {
    if (watch_) {
        std::fflush(stdout);
        watch_->finish();
    }
}

void MatchPage::seat_people(
    std::chrono::milliseconds time, const std::vector<Contestant>& contestants, LiveConfig& live) {
    people_ = std::make_unique<People>(time);
    links_ = std::make_unique<SeatLinks>(contestants, *people_);
    people_->on_change = [feed = &watch_->feed(), links = links_.get()] {
        feed->publish("people", links->waiting_json());
    };
    for (const SeatLinks::Link& link : links_->links()) {
        live.people.push_back(link.person->name);
    }
    live.person_of = [links = links_.get()](std::string_view key) { return links->number_of(key); };
    live.answer = [links = links_.get()](std::string_view body) { return links->reply(body); };
}

} // namespace referee
