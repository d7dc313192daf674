#include "judge/judge.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "game/field_text.hpp"
#include "game_programs/game_folder.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

namespace referee {

namespace {

using ReadJson = nlohmann::ordered_json;

constexpr int judge_format = 1;

/// Beside the two parts of a measure: its value, and the share of the others that it is above. With
/// more than two places there is a third: the distance from the best other one.
std::size_t parts_of_measure(std::size_t places) {
    return places > 2 ? 3 : 2;
}

/// Thousandths that add up to 1: the largest remainders are rounded up.
std::vector<double> in_thousandths(const std::vector<double>& chances) {
    std::vector<int> whole;
    std::vector<std::size_t> order(chances.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const double chance : chances) {
        whole.push_back(static_cast<int>(std::floor(chance * 1000 + 1e-9)));
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return chances[a] * 1000 - whole[a] > chances[b] * 1000 - whole[b];
    });
    const int missing = 1000 - std::accumulate(whole.begin(), whole.end(), 0);
    for (int i = 0; i < missing; ++i) {
        ++whole[order[static_cast<std::size_t>(i) % order.size()]];
    }
    std::vector<double> rounded;
    for (const int each : whole) {
        rounded.push_back(each / 1000.0);
    }
    return rounded;
}

std::vector<double> numbers_in(const ReadJson& json) {
    std::vector<double> numbers;
    for (const ReadJson& each : json) {
        numbers.push_back(each.get<double>());
        if (!std::isfinite(numbers.back())) {
            throw std::invalid_argument("a number isn't finite");
        }
    }
    return numbers;
}

JudgeCalibration calibration_in(const ReadJson& json) {
    JudgeCalibration calibration{json.at("games"),    json.at("fields"),   json.at("error"),
                                 json.at("log_loss"), json.at("constant"), {}};
    for (const ReadJson& bin : json.at("bins")) {
        calibration.bins.push_back({bin.at(0), bin.at(1), bin.at(2)});
    }
    return calibration;
}

JudgeTable table_in(const ReadJson& json) {
    JudgeTable table;
    table.seats = json.at("seats");
    table.measures = json.at("measures").get<std::vector<std::string>>();
    table.scales = numbers_in(json.at("scales"));
    if (json.contains("clock")) {
        table.clock = {json.at("clock").at("parameter"), json.at("clock").at("turns")};
    }
    if (json.contains("margins")) {
        table.margins = numbers_in(json.at("margins"));
    }
    table.knots = numbers_in(json.at("knots"));
    table.by_place = json.value("by_place", false);
    table.out_is_lost = json.value("out_is_lost", true);
    for (const auto& [name, weights] : json.at("weights").items()) {
        table.features.push_back(name);
        table.weights.push_back(numbers_in(weights));
    }
    table.games = json.at("games");
    table.fields = json.at("fields");
    table.held_out = calibration_in(json.at("held_out"));
    const bool has_sizes =
        table.scales.size() == table.measures.size() && !table.knots.empty() &&
        std::is_sorted(table.knots.begin(), table.knots.end()) &&
        std::is_sorted(table.margins.begin(), table.margins.end()) &&
        std::all_of(table.scales.begin(), table.scales.end(), [](double s) { return s > 0; }) &&
        std::all_of(table.weights.begin(), table.weights.end(), [&](const auto& weights) {
            return weights.size() == table.knots.size();
        });
    if (!has_sizes) {
        throw std::invalid_argument("the numbers of scales, knots and weights don't fit");
    }
    return table;
}

/// Enough digits for thousandths, and no more: files are read by people, too.
double shortened(double number) {
    return std::round(number * 1e4) / 1e4;
}

ReadJson json_of(const std::vector<double>& numbers) {
    ReadJson json = ReadJson::array();
    for (const double number : numbers) {
        json.push_back(shortened(number));
    }
    return json;
}

ReadJson json_of(const JudgeTable& table) {
    ReadJson bins = ReadJson::array();
    for (const JudgeCalibration::Bin& bin : table.held_out.bins) {
        bins.push_back(json_of(std::vector<double>{bin.weight, bin.said, bin.won}));
    }
    ReadJson json{
        {"seats", table.seats},
        {"games", table.games},
        {"fields", table.fields},
        {"measures", table.measures},
        {"scales", json_of(table.scales)}};
    if (!table.clock.parameter.empty()) {
        json["clock"] = {
            {"parameter", table.clock.parameter}, {"turns", shortened(table.clock.turns)}};
    }
    if (!table.margins.empty()) {
        json["margins"] = json_of(table.margins);
    }
    json["knots"] = json_of(table.knots);
    if (table.by_place) {
        json["by_place"] = true;
    }
    if (!table.out_is_lost) {
        json["out_is_lost"] = false;
    }
    for (std::size_t i = 0; i < table.features.size(); ++i) {
        json["weights"][table.features[i]] = json_of(table.weights[i]);
    }
    const JudgeCalibration& held_out = table.held_out;
    json["held_out"] = {
        {"games", held_out.games},
        {"fields", held_out.fields},
        {"error", shortened(held_out.error)},
        {"log_loss", shortened(held_out.log_loss)},
        {"constant", shortened(held_out.constant)},
        {"bins", bins}};
    return json;
}

} // namespace

JudgedPosition judged_position(
    const GameInfo& info, const Teams& teams, const Position& position, const ReadJson& frame) {
    const auto places = static_cast<std::size_t>(teams.places());
    JudgedPosition judged;
    judged.turn = position.turn();
    judged.measures.assign(places, std::vector<double>(info.measures.size(), 0));
    judged.is_out.assign(places, true);
    judged.is_to_move.assign(places, false);
    const ReadJson list = frame.is_object() ? frame.value("measures", ReadJson()) : ReadJson();
    const std::span<const Seat> movers = position.players_to_move();
    for (Seat seat = 1; seat <= teams.seats(); ++seat) {
        const std::size_t place = teams.place_of(seat);
        const auto at = static_cast<std::size_t>(seat - 1);
        for (std::size_t m = 0; m < info.measures.size(); ++m) {
            const bool is_there = list.is_array() && at < list.size() && list[at].is_array() &&
                                  m < list[at].size() && list[at][m].is_number();
            judged.measures[place][m] += is_there ? list[at][m].get<double>() / teams.size()
                                                  : std::numeric_limits<double>::quiet_NaN();
        }
        if (!position.is_eliminated(seat)) {
            judged.is_out[place] = false;
        }
        if (std::find(movers.begin(), movers.end(), seat) != movers.end()) {
            judged.is_to_move[place] = true;
        }
    }
    return judged;
}

double share_below(std::span<const double> margins, double margin) {
    const auto [first, last] = std::equal_range(margins.begin(), margins.end(), margin);
    return (static_cast<double>(first - margins.begin()) + static_cast<double>(last - first) / 2) /
           static_cast<double>(margins.size());
}

std::vector<double> win_shares(
    const GameInfo& info, const Teams& teams, const Ending& ending,
    std::span<const double> margins) {
    const Ending by_place = teams.by_place(ending);
    if (info.match_decides && by_place.scores.size() == 2 && !margins.empty()) {
        const double first = share_below(margins, by_place.scores[0] - by_place.scores[1]);
        return {first, 1 - first};
    }
    const std::vector<int> ranks = info.match_decides ? ranks_of(by_place.scores) : by_place.ranks;
    std::vector<double> shares;
    for (const int rank : ranks) {
        shares.push_back(rank == 1 || ending.no_winner ? 1 : 0);
    }
    const double winners = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares) {
        share = winners > 0 ? share / winners : 1.0 / static_cast<double>(shares.size());
    }
    return shares;
}

std::vector<std::string>
judge_features(const std::vector<std::string>& measures, int places, bool by_place) {
    std::vector<std::string> names;
    const auto count = static_cast<std::size_t>(places);
    const auto add_measures = [&](const std::string& whose) {
        for (const std::string& measure : measures) {
            names.push_back(measure + whose);
            names.push_back(measure + whose + ", above others");
            if (parts_of_measure(count) == 3) {
                names.push_back(measure + whose + ", to the best other");
            }
        }
    };
    for (std::size_t place = 1; place <= (by_place ? count : 1); ++place) {
        add_measures(by_place ? fmt::format(" of place {}", place) : "");
    }
    names.emplace_back("to move");
    for (std::size_t place = 2; place <= count; ++place) {
        names.push_back(fmt::format("place {}", place));
    }
    return names;
}

std::vector<std::size_t> judged_places(const JudgeTable& table, const JudgedPosition& position) {
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < position.is_out.size(); ++place) {
        if (!position.is_out[place] || !table.out_is_lost) {
            places.push_back(place);
        }
    }
    if (places.empty()) { // all went out at once
        places.resize(position.is_out.size());
        std::iota(places.begin(), places.end(), std::size_t{0});
    }
    return places;
}

bool features_of(
    const JudgeTable& table, const JudgedPosition& position, std::size_t place,
    std::vector<std::pair<std::size_t, double>>& features) {
    features.clear();
    const std::size_t count = position.is_out.size();
    const std::size_t parts = parts_of_measure(count);
    const std::size_t begin = table.by_place ? place * parts * table.measures.size() : 0;
    const std::vector<std::size_t> places = judged_places(table, position);
    for (std::size_t m = 0; m < table.measures.size(); ++m) {
        const double own = position.measures[place][m] / table.scales[m];
        double best = -std::numeric_limits<double>::infinity();
        double above = 0;
        for (const std::size_t other : places) {
            if (other != place) {
                const double theirs = position.measures[other][m] / table.scales[m];
                best = std::max(best, theirs);
                above += own > theirs ? 1 : own == theirs ? 0.5 : 0;
                if (std::isnan(theirs)) {
                    return false;
                }
            }
        }
        if (std::isnan(own)) {
            return false;
        }
        const auto others = static_cast<double>(places.size()) - 1;
        features.emplace_back(begin + m * parts, own);
        features.emplace_back(begin + m * parts + 1, others > 0 ? above / others : 0);
        if (parts == 3) {
            features.emplace_back(begin + m * parts + 2, others > 0 ? own - best : 0);
        }
    }
    const std::size_t after =
        parts * table.measures.size() * (table.by_place ? position.is_out.size() : 1);
    if (position.is_to_move[place]) {
        features.emplace_back(after, 1);
    }
    if (place > 0) {
        features.emplace_back(after + place, 1);
    }
    return true;
}

std::pair<std::size_t, double> knot_of(const std::vector<double>& knots, double time) {
    if (time <= knots.front() || knots.size() == 1) {
        return {0, 0};
    }
    if (time >= knots.back()) {
        return {knots.size() - 2, 1};
    }
    const auto next = static_cast<std::size_t>(
        std::upper_bound(knots.begin(), knots.end(), time) - knots.begin());
    return {next - 1, (time - knots[next - 1]) / (knots[next] - knots[next - 1])};
}

std::vector<JudgeTable> read_judge_tables(const std::string& name, std::string_view text) {
    try {
        const ReadJson json = ReadJson::parse(text);
        if (json.at("judge") != judge_format) {
            throw std::invalid_argument("its format is another one");
        }
        std::vector<JudgeTable> tables;
        for (const ReadJson& table : json.at("tables")) {
            tables.push_back(table_in(table));
        }
        return tables;
    } catch (const std::exception& problem) {
        throw UserError(fmt::format(
            "{}: it has no tables of a judge ({}); make it again with 'referee judge'",
            safe_text(name), safe_text(problem.what())));
    }
}

std::vector<JudgeTable> judge_tables(const GameInfo& info) {
    const std::string text = info.folder.empty()
                                 ? std::string(shipped_judge(info.name))
                                 : read_game_text(std::string(info.folder), judge_file);
    if (text.empty()) {
        return {};
    }
    try {
        std::vector<JudgeTable> tables = read_judge_tables(std::string(judge_file), text);
        std::erase_if(tables, [&](const JudgeTable& table) {
            const int places = Teams(table.seats, info.teams).places();
            return !std::equal(
                       table.measures.begin(), table.measures.end(), info.measures.begin(),
                       info.measures.end()) ||
                   table.features != judge_features(table.measures, places, table.by_place);
        });
        return tables;
    } catch (const UserError&) {
        return {}; // of a later format, perhaps; the game is played all the same
    }
}

std::string text_of(const std::string& game, const std::vector<JudgeTable>& tables) {
    ReadJson list = ReadJson::array();
    std::string text = fmt::format(
        "{{\"judge\":{},\"game\":{},\"tables\":[\n", judge_format, ReadJson(game).dump());
    for (const JudgeTable& table : tables) {
        text += json_of(table).dump() + (&table == &tables.back() ? "\n" : ",\n");
    }
    return text + "]}\n";
}

double parameter_of(const GameInfo& info, const std::string& field_text, std::string_view name) {
    const auto parameter =
        std::find_if(info.parameters.begin(), info.parameters.end(), [&](const Parameter& each) {
            return each.name == name;
        });
    if (parameter == info.parameters.end()) {
        return 0;
    }
    try {
        FieldText text("field", field_text);
        return std::stod(text.word(parameter->name, parameter->default_value, {}));
    } catch (const std::exception&) {
        return 0; // a default in words, such as "W*H"
    }
}

std::optional<Judge> Judge::of(const GameInfo& info, int seats, const std::string& field_text) {
    for (JudgeTable& table : judge_tables(info)) {
        if (table.seats == seats) {
            return Judge(info, std::move(table), field_text);
        }
    }
    return std::nullopt;
}

Judge::Judge(const GameInfo& info, JudgeTable table, const std::string& field_text)
    : info_(&info), table_(std::move(table)), teams_(table_.seats, info.teams) {
    if (!table_.clock.parameter.empty()) {
        length_ = parameter_of(info, field_text, table_.clock.parameter) * table_.clock.turns;
    }
}

double judge_time(const JudgeClock& clock, int turn, double length) {
    if (clock.parameter.empty()) {
        return std::log2(1.0 + turn);
    }
    return length > 0 ? turn / length : 0;
}

std::optional<std::vector<double>>
chances_of(const JudgeTable& table, const JudgedPosition& position, double time) {
    std::vector<double> chances(position.is_out.size(), 0);
    const auto [knot, part] = knot_of(table.knots, time);
    const std::vector<std::size_t> places = judged_places(table, position);
    std::vector<std::pair<std::size_t, double>> features;
    double best = -std::numeric_limits<double>::infinity();
    for (const std::size_t place : places) {
        if (!features_of(table, position, place, features)) {
            return std::nullopt;
        }
        double sum = 0;
        for (const auto& [feature, value] : features) {
            const std::vector<double>& weights = table.weights[feature];
            sum += value * (part > 0 ? (1 - part) * weights[knot] + part * weights[knot + 1]
                                     : weights[knot]);
        }
        chances[place] = sum;
        best = std::max(best, sum);
    }
    double all = 0;
    for (const std::size_t place : places) {
        chances[place] = std::exp(chances[place] - best);
        all += chances[place];
    }
    for (const std::size_t place : places) {
        chances[place] /= all;
    }
    return chances;
}

std::optional<std::vector<double>>
Judge::chances(const Position& position, const ReadJson& frame) const {
    if (const std::optional<Ending> ending = position.ending()) {
        return in_thousandths(win_shares(*info_, teams_, *ending, table_.margins));
    }
    const JudgedPosition judged = judged_position(*info_, teams_, position, frame);
    const std::optional<std::vector<double>> exact =
        chances_of(table_, judged, judge_time(table_.clock, judged.turn, length_));
    return exact ? std::optional(in_thousandths(*exact)) : std::nullopt;
}

} // namespace referee
