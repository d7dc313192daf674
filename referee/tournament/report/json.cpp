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
#include <functional>
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

// The tables as CSV, made from the JSON of each row: the same figures under the same names.

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

using LookAtRow = std::function<void(const Row&)>;
/// Calls look() with each row.
using Rows = std::function<void(const LookAtRow& look)>;

void look_at_object(const Json& object, const LookAtRow& look) {
    Row row;
    flatten("", ReadJson::parse(object.dump()), row);
    look(row);
}

template <typename Table>
Rows rows_of(Figures<Table> figures, std::vector<Table> rows) {
    return [figures = std::move(figures), rows = std::move(rows)](const LookAtRow& look) {
        for (const Table& row : rows) {
            look_at_object(object_of(figures, row), look);
        }
    };
}

/// A row for each pair of AIs that met.
Rows win_rates(const TournamentSummary& summary) {
    return [&summary](const LookAtRow& look) {
        const Figures<int> figures = win_rate_figures(summary);
        for (const int ai : ais_by_win_rate(summary)) {
            const ReadJson json = ReadJson::parse(object_of(figures, ai).dump());
            for (const auto& [other, met] : json.at("with").items()) {
                Row row{{"name", json.at("name")}, {"other", other}};
                flatten("", met, row);
                look(row);
            }
        }
    };
}

Rows faults_of(const Context& context) {
    return [&context](const LookAtRow& look) {
        const ReadJson json = ReadJson::parse(context_json(context).dump());
        for (const ReadJson& fault : json.at("fault_details")) {
            Row row;
            flatten("", fault, row);
            look(row);
        }
    };
}

/// Which columns a table has.
enum class Columns {
    of_all_rows,  ///< rows may lack columns that others have, for example an interval
    of_first_row, ///< all rows have the same ones: a large table is read only once
};

void write_rows(const Rows& rows, Columns columns, const TextSink& write) {
    std::vector<std::string> header;
    const auto write_header = [&] {
        std::vector<std::string> names;
        for (const std::string& name : header) {
            names.push_back(csv_cell(name));
        }
        write(fmt::format("{}\r\n", fmt::join(names, ",")));
    };
    const auto add_columns = [&](const Row& row) {
        for (const auto& [name, value] : row) {
            if (std::find(header.begin(), header.end(), name) == header.end()) {
                header.push_back(name);
            }
        }
    };
    if (columns == Columns::of_all_rows) {
        rows(add_columns);
        write_header();
    }
    bool has_header = columns == Columns::of_all_rows;
    rows([&](const Row& row) {
        if (!has_header) {
            add_columns(row);
            write_header();
            has_header = true;
        }
        std::vector<std::string> cells;
        for (const std::string& name : header) {
            const auto at = std::find_if(
                row.begin(), row.end(), [&](const auto& cell) { return cell.first == name; });
            cells.push_back(at == row.end() ? "" : cell_of(at->second));
        }
        write(fmt::format("{}\r\n", fmt::join(cells, ",")));
    });
    if (!has_header) {
        write_header();
    }
}

} // namespace

const std::vector<std::string_view>& csv_table_names() {
    static const std::vector<std::string_view> names{"standings", "winrates",    "by_seat",
                                                     "pairs",     "differences", "without_ladder",
                                                     "contests",  "faults"};
    return names;
}

std::vector<CsvTable> csv_tables(const TournamentSummary& summary, const Context& context) {
    std::vector<CsvTable> all;
    const auto add = [&](const char* name, bool has_rows, Columns columns, Rows rows) {
        if (has_rows) {
            all.push_back({name, [rows = std::move(rows), columns](const TextSink& write) {
                               write_rows(rows, columns, write);
                           }});
        }
    };
    using enum Columns;
    const auto each = [&](const auto& figures, const auto& rows) -> Rows {
        return [&rows, figures](const LookAtRow& look) {
            for (const auto& row : rows) {
                look_at_object(object_of(figures, row), look);
            }
        };
    };
    add("standings", !summary.standings.empty(), of_all_rows,
        each(ai_figures(summary), summary.standings));
    add("winrates", !summary.names.empty(), of_first_row, win_rates(summary));
    add("by_seat", !summary.seats.empty(), of_all_rows,
        rows_of(seat_figures(), seat_rows(summary)));
    add("pairs", !summary.pairings.empty(), of_first_row,
        each(pair_figures(summary), summary.pairings));
    add("differences", !summary.differences.empty(), of_first_row,
        each(difference_figures(summary), summary.differences));
    add("without_ladder", !summary.without_ladder.empty(), of_all_rows,
        each(without_ladder_figures(summary), summary.without_ladder));
    const std::vector<ContestFigures> contests = contest_rows(summary);
    add("contests", !contests.empty(), of_all_rows, rows_of(contest_figures(summary), contests));
    add("faults", !context.faults.empty(), of_all_rows, faults_of(context));
    return all;
}

std::string CsvTable::text() const {
    std::string text;
    write([&text](std::string_view part) { text += part; });
    return text;
}

} // namespace referee
