// The tables as data for machines.

#include "base/json.hpp"
#include "base/text.hpp"
#include "tournament/report/conclusions.hpp"
#include "tournament/report/exports.hpp"
#include "tournament/report/figures.hpp"
#include "tournament/report/summary.hpp"
#include "tournament/report/text.hpp"
#include "tournament/report/without_ladder.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
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

/// Adds the outcome of a knockout, a ladder or a race: "verdict", "contests", "race".
void add_verdict(const TournamentSummary& summary, Json& json) {
    json["contests"] = array_of(contest_figures(summary), contest_rows(summary));
    json["race"] = Json();
    json["verdict"] = summary.verdict ? Json(verdict_text(summary)) : Json();
    if (!summary.verdict) {
        return;
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
        {"conclusions", conclusions_of(summary)},
        {"standings", array_of(ai_figures(summary), summary.standings)},
        {"winrates", array_of(win_rate_figures(summary), ais_by_win_rate(summary))},
        {"by_seat", array_of(seat_figures(), seat_rows(summary))},
        {"pairs", array_of(pair_figures(summary), summary.pairings)},
        {"differences", array_of(difference_figures(summary), summary.differences)},
        {"cycle", cycle_json(summary)},
        {"without_ladder", array_of(without_ladder_figures(summary), summary.without_ladder)},
        {"sprt", sprt_json(summary)},
        {"notes", summary.notes}};
    add_verdict(summary, json);
    if (context != nullptr) {
        add_context(*context, json);
    }
    return safe_json(json.dump(2)) + "\n";
}

// The tables as CSV, made from the JSON: the same figures under the same names.

namespace {

using ReadJson = nlohmann::ordered_json;
using Row = std::vector<std::pair<std::string, ReadJson>>;

/// {"a": {"b": 1}, "c": [2, 3]} becomes a_b, c_0, c_1.
void flatten(const std::string& name, const ReadJson& value, Row& row) {
    if (value.is_object()) {
        for (const auto& [key, part] : value.items()) {
            flatten(name.empty() ? key : fmt::format("{}_{}", name, key), part, row);
        }
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            flatten(fmt::format("{}_{}", name, i), value[i], row);
        }
    } else {
        row.emplace_back(name, value);
    }
}

/// Four decimals, or six digits of a small number: more are noise. JSON has all of them.
std::string rounded(double value) {
    if (std::abs(value) < 1) {
        return fmt::format("{:.6g}", value);
    }
    const double all = std::round(value * 1e4) / 1e4;
    return fmt::format("{}", all);
}

/// Texts of AIs may hold anything, and the table may be printed to a terminal.
std::string cell_of(const ReadJson& value) {
    if (value.is_null()) {
        return "";
    }
    if (value.is_number_float()) {
        return csv_cell(rounded(value.get<double>()));
    }
    if (!value.is_string()) {
        return csv_cell(value.dump());
    }
    std::string text = safe_lines(value.get<std::string>());
    if (!text.empty()) {
        text.pop_back(); // the last line feed
    }
    return csv_text_cell(text);
}

std::string text_of(const std::vector<Row>& rows) {
    // Rows may lack columns that others have, for example an interval.
    std::vector<std::string> header;
    for (const Row& row : rows) {
        for (const auto& [name, value] : row) {
            if (std::find(header.begin(), header.end(), name) == header.end()) {
                header.push_back(name);
            }
        }
    }
    std::vector<std::string> names;
    for (const std::string& name : header) {
        names.push_back(csv_cell(name));
    }
    std::string text = fmt::format("{}\r\n", fmt::join(names, ","));
    for (const Row& row : rows) {
        std::vector<std::string> cells;
        for (const std::string& name : header) {
            const auto at = std::find_if(
                row.begin(), row.end(), [&](const auto& cell) { return cell.first == name; });
            cells.push_back(at == row.end() ? "" : cell_of(at->second));
        }
        text += fmt::format("{}\r\n", fmt::join(cells, ","));
    }
    return text;
}

/// A row for each pair of AIs that met.
std::vector<Row> win_rates(const ReadJson& json) {
    std::vector<Row> rows;
    for (const ReadJson& ai : json) {
        for (const auto& [other, met] : ai.at("with").items()) {
            Row row{{"name", ai.at("name")}, {"other", other}};
            flatten("", met, row);
            rows.push_back(row);
        }
    }
    return rows;
}

} // namespace

const std::vector<std::string_view>& csv_table_names() {
    static const std::vector<std::string_view> names{"standings", "winrates",    "by_seat",
                                                     "pairs",     "differences", "without_ladder",
                                                     "contests",  "faults"};
    return names;
}

std::vector<CsvTable> csv_tables(const TournamentSummary& summary, const Context& context) {
    const ReadJson json = ReadJson::parse(tables_json(summary, &context));
    std::vector<CsvTable> all;
    for (const std::string_view name : csv_table_names()) {
        const auto found = json.find(name == "faults" ? "fault_details" : std::string(name));
        if (found == json.end() || found->empty()) {
            continue;
        }
        std::vector<Row> rows;
        if (name == "winrates") {
            rows = win_rates(*found);
        } else {
            for (const ReadJson& object : *found) {
                flatten("", object, rows.emplace_back());
            }
        }
        all.push_back({std::string(name), text_of(rows)});
    }
    return all;
}

} // namespace referee
