// The tables as data for machines.

#include "field/utf8.hpp"
#include "tournament/sheets.hpp"
#include "tournament/verdict_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace referee {
namespace {

using Json = nlohmann::ordered_json;

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

Json ai_json(const AiRow& row, const Tables& tables) {
    Json faults = Json::object();
    for (std::size_t fault = 1; fault < fault_names.size(); ++fault) {
        faults[std::string(fault_names[fault])] = row.faults[fault];
    }
    const auto milliseconds = [](std::int64_t ns) { return static_cast<double>(ns) / 1e6; };
    return {
        {"name", tables.names[row.ai]},
        {"rating", row.games > 0 ? number(row.rating.elo) : Json()},
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
        {"faults", faults},
        {"starved", row.starved},
        {"restarts", row.restarts},
        {"moves", row.moves},
        {"wall_ms", milliseconds(row.wall_ns)},
        {"cpu_ms", milliseconds(row.cpu_ns)},
        {"median_ms", milliseconds(row.times.quantile(0.5))},
        {"p95_ms", milliseconds(row.times.quantile(0.95))},
        {"longest_ms", milliseconds(row.longest_ns)},
        {"memory_kib", row.peak_kb}};
}

} // namespace

std::string tables_json(const Tables& tables, const Context* context) {
    Json json{
        {"game", tables.tournament.game},
        {"format", tables.tournament.format},
        {"seats", tables.tournament.seats},
        {"shard", tables.tournament.shard},
        {"shards", tables.tournament.shards},
        {"games", tables.games},
        {"planned", tables.planned},
        {"fields", tables.fields},
        {"standings", Json::array()},
        {"winrates", Json::array()},
        {"by_seat", Json::array()},
        {"pairs", Json::array()},
        {"differences", Json::array()},
        {"misfit", Json()},
        {"sprt", tables.sprt.empty() ? Json() : Json(tables.sprt)},
        {"notes", tables.notes}};
    for (const AiRow& row : tables.standings) {
        json["standings"].push_back(ai_json(row, tables));
        Json against = Json::object();
        for (std::size_t other = 0; other < tables.names.size(); ++other) {
            const Meeting& met = tables.meetings[row.ai][other];
            if (static_cast<int>(other) != row.ai && met.games > 0) {
                against[tables.names[other]] = {{"share", met.share}, {"games", met.games}};
            }
        }
        json["winrates"].push_back(
            {{"name", tables.names[row.ai]},
             {"share", row.share},
             {"games", row.games},
             {"with", against}});
    }
    for (std::size_t seat = 0; seat < tables.seats.size(); ++seat) {
        json["by_seat"].push_back(
            {{"seat", seat + 1},
             {"games", tables.seats[seat].games},
             {"share", tables.seats[seat].share},
             {"rate", tables.seats[seat].interval.share},
             {"rate_low", tables.seats[seat].interval.low},
             {"rate_high", tables.seats[seat].interval.high}});
    }
    for (const Pairing& pairing : tables.pairings) {
        const MatchStatistics& result = pairing.result;
        json["pairs"].push_back(
            {{"first", tables.names[pairing.first]},
             {"second", tables.names[pairing.second]},
             {"pairs", result.pairs},
             {"by_points", pairing.counts.by_points},
             {"won", result.won},
             {"lost", result.lost},
             {"result", interval(result.share)},
             {"sign_test", result.sign_test},
             {"sign_test_corrected", pairing.corrected_sign_test}});
    }
    for (const Ratings::Difference& difference : tables.differences) {
        json["differences"].push_back(
            {{"first", tables.names[difference.first]},
             {"second", tables.names[difference.second]},
             {"elo", difference.elo},
             {"elo_low", number(difference.low)},
             {"elo_high", number(difference.high)},
             {"superiority", number(difference.superiority)},
             {"certain", difference.is_certain}});
    }
    if (tables.misfit) {
        Json names = Json::array();
        for (const int ai : tables.misfit->ais) {
            names.push_back(tables.names[ai]);
        }
        json["misfit"] = {
            {"ais", names},
            {"shares", tables.misfit->shares},
            {"p_value", tables.misfit->p_value},
            {"cycle", tables.misfit->is_cycle()}};
    }
    add_verdict(tables, json);
    if (context != nullptr) {
        add_context(*context, json);
    }
    return safe_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

} // namespace referee
