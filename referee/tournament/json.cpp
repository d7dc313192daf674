// The tables as data for machines.

#include "json.hpp"
#include "field/utf8.hpp"
#include "match/measurements_json.hpp"
#include "tournament/text_tables.hpp"
#include "tournament/verdict_json.hpp"

#include <cmath>

namespace referee {
namespace {

/// A number, or null where there is none (an infinite rating, an unknown bound).
Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

Json number(const std::optional<double>& value) {
    return value ? number(*value) : Json();
}

Json interval(const ShareInterval& share) {
    return {
        {"share", share.share},
        {"low", share.low},
        {"high", share.high},
        {"elo", number(elo_of(share.share))},
        {"elo_low", number(elo_of(share.low))},
        {"elo_high", number(elo_of(share.high))}};
}

Json ai_json(const AiRow& row, const TournamentSummary& summary) {
    Json faults = Json::object();
    for (std::size_t fault = 1; fault < all_names<Fault>.size(); ++fault) {
        faults[std::string(all_names<Fault>[fault])] = row.faults[fault];
    }
    Json json{
        {"name", summary.names[row.ai]},
        {"rating", number(row.rating.value())},
        {"rating_low", number(row.rating.low)},
        {"rating_high", number(row.rating.high)},
        {"rank", row.rating.games > 0 ? Json(row.rating.rank) : Json()},
        {"rank_best", row.rating.games > 0 ? Json(row.rating.best_rank) : Json()},
        {"rank_worst", row.rating.games > 0 ? Json(row.rating.worst_rank) : Json()},
        {"group", row.rating.games > 0 ? Json(row.rating.group + 1) : Json()},
        {"games", row.games},
        {"wins", row.wins},
        {"draws", row.draws},
        {"losses", row.losses},
        {"no_winner", row.no_winner},
        {"share", row.share},
        {"points", row.points},
        {"score", row.score},
        {"faults", faults}};
    put_measurements(row.measured, json);
    json["median_ms"] = milliseconds(row.times.quantile(0.5));
    json["p95_ms"] = milliseconds(row.times.quantile(0.95));
    return json;
}

void add_win_rates(const TournamentSummary& summary, Json& json) {
    const std::vector<int> columns = ais_by_name(summary);
    for (const int ai : ais_by_win_rate(summary)) {
        const Meeting& all = summary.meetings[ai][ai];
        Json against = Json::object();
        for (const int other : columns) {
            const Meeting& met = summary.meetings[ai][other];
            if (other != ai && met.games > 0) {
                against[summary.names[other]] = {{"share", met.share}, {"games", met.games}};
            }
        }
        json["winrates"].push_back(
            {{"name", summary.names[ai]},
             {"share", all.share},
             {"games", all.games},
             {"with", against}});
    }
}

void add_seats(const TournamentSummary& summary, Json& json) {
    for (std::size_t seat = 0; seat < summary.seats.size(); ++seat) {
        json["by_seat"].push_back(
            {{"seat", seat + 1},
             {"games", summary.seats[seat].games},
             {"share", summary.seats[seat].share},
             {"rate",
              summary.seats[seat].games > 0 ? number(summary.seats[seat].interval.share) : Json()},
             {"rate_low", summary.seats[seat].interval.low},
             {"rate_high", summary.seats[seat].interval.high}});
    }
}

/// The sequential test, as seen by the AI named first; null without one.
Json sprt_json(const TournamentSummary& summary) {
    if (!summary.sprt_test) {
        return Json();
    }
    const Sprt& test = *summary.sprt_test;
    const auto& by_points = test.counts().by_points;
    const auto accepted = [&] {
        switch (test.decision()) {
        case SprtDecision::accepts_elo0:
            return Json("H0");
        case SprtDecision::accepts_elo1:
            return Json("H1");
        case SprtDecision::none:
            break;
        }
        return Json();
    };
    return {
        {"llr", test.ratio()},
        {"lower", test.lower()},
        {"upper", test.upper()},
        {"elo0", test.config().elo0},
        {"elo1", test.config().elo1},
        {"accepted", accepted()},
        {"verdict", test.verdict(summary.names[0], summary.names[1])},
        {"pairs", test.counts().pairs()},
        {"ptnml", std::vector(std::begin(by_points), std::end(by_points))}};
}

/// Pairs, differences of ratings, and what contradicts the ratings.
void add_comparisons(const TournamentSummary& summary, Json& json) {
    for (const Pairing& pairing : summary.pairings) {
        const MatchStatistics& result = pairing.result;
        const auto& by_points = pairing.counts.by_points;
        json["pairs"].push_back(
            {{"first", summary.names[pairing.first]},
             {"second", summary.names[pairing.second]},
             {"pairs", result.pairs},
             {"by_points", std::vector(std::begin(by_points), std::end(by_points))},
             {"won", result.won},
             {"lost", result.lost},
             {"result", interval(result.share)},
             {"sign_test", result.sign_test},
             {"sign_test_corrected", pairing.corrected_sign_test}});
    }
    for (const Ratings::Difference& difference : summary.differences) {
        json["differences"].push_back(
            {{"first", summary.names[difference.first]},
             {"second", summary.names[difference.second]},
             {"elo", difference.is_in_core ? number(difference.elo) : Json()},
             {"elo_low", number(difference.low)},
             {"elo_high", number(difference.high)},
             {"superiority", number(difference.superiority)},
             {"certain", difference.is_certain}});
    }
    if (summary.misfit) {
        Json names = Json::array();
        for (const int ai : summary.misfit->ais) {
            names.push_back(summary.names[ai]);
        }
        const auto& [first, second, third] = summary.misfit->shares;
        json["misfit"] = {
            {"ais", names},
            {"shares", {first, second, third}},
            {"p_value", summary.misfit->p_value},
            {"cycle", summary.misfit->is_cycle()}};
    }
}

} // namespace

std::string tables_json(const TournamentSummary& summary, const Context* context) {
    Json json{
        {"game", summary.tournament.game},
        {"format", summary.tournament.format},
        {"seats", summary.tournament.seats},
        {"shard", summary.tournament.shard},
        {"shards", summary.tournament.shards},
        {"games", summary.games},
        {"planned", summary.planned},
        {"fields", summary.fields},
        {"standings", Json::array()},
        {"winrates", Json::array()},
        {"by_seat", Json::array()},
        {"pairs", Json::array()},
        {"differences", Json::array()},
        {"misfit", Json()},
        {"sprt", sprt_json(summary)},
        {"notes", summary.notes}};
    for (const AiRow& row : summary.standings) {
        json["standings"].push_back(ai_json(row, summary));
    }
    add_win_rates(summary, json);
    add_seats(summary, json);
    add_comparisons(summary, json);
    add_verdict(summary, json);
    if (context != nullptr) {
        add_context(*context, json);
    }
    return safe_json(json.dump(2)) + "\n";
}

} // namespace referee
