#include "tournament/verdict_json.hpp"

#include "tournament/text_tables.hpp"

namespace referee {
namespace {

Json names_of(const std::vector<int>& ais, const TournamentSummary& summary) {
    Json names = Json::array();
    for (const int ai : ais) {
        names.push_back(summary.names[static_cast<std::size_t>(ai)]);
    }
    return names;
}

Json contest_json(
    const Contest& contest, std::size_t number, std::size_t rank,
    const TournamentSummary& summary) {
    const bool is_over = !contest.order.empty();
    const int ai = is_over ? contest.order[rank] : contest.group[rank];
    const auto place = static_cast<std::size_t>(
        std::find(contest.group.begin(), contest.group.end(), ai) - contest.group.begin());
    return {
        {"contest", number + 1},
        {"round", contest.round},
        {"name", summary.names[static_cast<std::size_t>(ai)]},
        {"place", is_over ? Json(rank + 1) : Json()},
        {"points", is_over ? Json(contest.points[place]) : Json()},
        {"score", is_over ? Json(contest.scores[place]) : Json()},
        {"fields", contest.fields},
        {"further_fields", contest.further_fields},
        {"settled_by", name_of(contest.settlement)}};
}

} // namespace

void add_verdict(const TournamentSummary& summary, Json& json) {
    json["contests"] = Json::array();
    json["race"] = Json();
    json["verdict"] = summary.verdict ? Json(verdict_text(summary)) : Json();
    if (!summary.verdict) {
        return;
    }
    const std::vector<Contest>& contests = summary.verdict->contests;
    for (std::size_t number = 0; number < contests.size(); ++number) {
        for (std::size_t rank = 0; rank < contests[number].group.size(); ++rank) {
            json["contests"].push_back(contest_json(contests[number], number, rank, summary));
        }
    }
    if (const auto& race = summary.verdict->race) {
        json["race"] = {
            {"top", race->top},
            {"confidence", race->confidence},
            {"fields", race->fields},
            {"is_over", summary.verdict->is_final},
            {"inside", names_of(race->inside, summary)},
            {"undecided", names_of(race->undecided, summary)},
            {"outside", names_of(race->outside, summary)}};
    }
    for (std::size_t row = 0; summary.verdict->race && row < summary.standings.size(); ++row) {
        json["standings"][row]["race"] = name_of(summary.standings[row].race);
    }
    // The places are the ranks.
    for (std::size_t row = 0; row < summary.standings.size(); ++row) {
        const int place = summary.standings[row].place;
        if (!summary.verdict->places.empty()) {
            json["standings"][row]["rank"] = place > 0 ? Json(place) : Json();
        }
    }
}

} // namespace referee
