// The tables as data for machines.

#include "base/json.hpp"
#include "base/text.hpp"
#include "tournament/report/conclusions.hpp"
#include "tournament/report/figures.hpp"
#include "tournament/report/summary.hpp"
#include "tournament/report/text.hpp"
#include "tournament/report/without_ladder.hpp"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace referee {

namespace {

Json names_of(const std::vector<int>& ais, const TournamentSummary& summary) {
    Json names = Json::array();
    for (const int ai : ais) {
        names.push_back(summary.names[static_cast<std::size_t>(ai)]);
    }
    return names;
}

/// The state of a race; null without one.
Json race_json(const TournamentSummary& summary) {
    if (!summary.verdict || !summary.verdict->race) {
        return Json();
    }
    const Race& race = *summary.verdict->race;
    return {
        {"top", race.top},
        {"confidence", race.confidence},
        {"fields", race.fields},
        {"is_over", summary.verdict->is_final},
        {"inside", names_of(race.inside, summary)},
        {"undecided", names_of(race.undecided, summary)},
        {"outside", names_of(race.outside, summary)}};
}

/// After a test is over; null before.
Json adjusted_json(const std::optional<AdjustedEstimate>& adjusted) {
    if (!adjusted) {
        return Json();
    }
    const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
    const auto normalised = [](const std::optional<double>& elo) {
        return elo ? Json(*elo) : Json();
    };
    const ShareInterval& share = adjusted->share;
    return {
        {"share", share.share},
        {"low", share.low},
        {"high", share.high},
        {"elo", number(elo_of(share.share))},
        {"elo_low", number(elo_of(share.low))},
        {"elo_high", number(elo_of(share.high))},
        {"normalised", normalised(adjusted->normalised)},
        {"normalised_low", normalised(adjusted->normalised_low)},
        {"normalised_high", normalised(adjusted->normalised_high)},
        {"los", adjusted->superiority}};
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
        {"ptnml", std::vector(std::begin(by_points), std::end(by_points))},
        {"adjusted", adjusted_json(summary.adjusted)}};
}

/// Null if there is no map.
Json styles_json(const TournamentSummary& summary) {
    if (!summary.styles) {
        return Json();
    }
    Json places = Json::array();
    for (const StyleMap::Place& place : summary.styles->places) {
        places.push_back(
            {{"name", summary.names[static_cast<std::size_t>(place.ai)]},
             {"strength", place.strength},
             {"strength_error", place.strength_error},
             {"x", place.at.x()},
             {"y", place.at.y()},
             {"x_variance", place.covariance(0, 0)},
             {"xy_covariance", place.covariance(0, 1)},
             {"y_variance", place.covariance(1, 1)}});
    }
    return {{"share", summary.styles->share}, {"places", places}};
}

/// Null if there is none.
Json cycle_json(const TournamentSummary& summary) {
    if (!summary.cycle) {
        return Json();
    }
    Json steps = Json::array();
    for (const Cycle::Step& step : summary.cycle->steps) {
        steps.push_back(
            {{"name", summary.names[step.ai]}, {"ahead", step.ahead}, {"behind", step.behind}});
    }
    return {
        {"steps", steps}, {"p_value", summary.cycle->p_value}, {"styles", styles_json(summary)}};
}

/// Writes an object as one line, member by member: a table of pairs may be larger than the memory.
class ObjectWriter {
  public:
    explicit ObjectWriter(const TextSink& write) : write_(write) { write_("{"); }

    void add(std::string_view key, const Json& value) {
        begin(key);
        write_value(value);
    }

    template <typename Row>
    void add(std::string_view key, const Figures<Row>& figures, const std::vector<Row>& rows) {
        begin(key);
        write_("[");
        for (std::size_t row = 0; row < rows.size(); ++row) {
            write_(row > 0 ? "," : "");
            write_value(object_of(figures, rows[row]));
        }
        write_("]");
    }

    void end() { write_("}\n"); }

  private:
    void begin(std::string_view key) {
        write_(fmt::format("{}\"{}\":", is_first_ ? "" : ",", key));
        is_first_ = false;
    }

    void write_value(const Json& value) { write_(safe_json(value.dump())); }

    const TextSink& write_;
    bool is_first_ = true;
};

} // namespace

void write_tables_json(
    const TournamentSummary& summary, const Context* context, const TextSink& write) {
    ObjectWriter json(write);
    json.add("game", summary.tournament.game);
    json.add("format", summary.tournament.format);
    json.add("seats", summary.tournament.seats);
    json.add("shard", summary.tournament.shard);
    json.add("shards", summary.tournament.shards);
    json.add("games", summary.games);
    json.add("planned", summary.planned);
    json.add("fields", summary.fields);
    json.add("conclusions", conclusions_of(summary));
    json.add("standings", ai_figures(summary), summary.standings);
    json.add("winrates", win_rate_figures(summary), ais_by_win_rate(summary));
    json.add("by_seat", seat_figures(), seat_rows(summary));
    json.add("pairs", pair_figures(summary), summary.pairings);
    json.add("differences", difference_figures(summary), summary.differences);
    json.add("cycle", cycle_json(summary));
    json.add("without_ladder", without_ladder_figures(summary), summary.without_ladder);
    json.add("sprt", sprt_json(summary));
    json.add("notes", summary.notes);
    json.add("contests", contest_figures(summary), contest_rows(summary));
    json.add("race", race_json(summary));
    json.add("verdict", summary.verdict ? Json(verdict_text(summary)) : Json());
    if (context != nullptr) {
        Json around = context_json(*context);
        for (const char* const key : {"title", "limits", "played", "fault_details"}) {
            json.add(key, around[key]);
        }
        if (!context->site.empty()) {
            json.add("site", context->site);
        }
    }
    json.end();
}

std::string tables_json(const TournamentSummary& summary, const Context* context) {
    std::string text;
    write_tables_json(summary, context, [&text](std::string_view part) { text += part; });
    return text;
}

} // namespace referee
