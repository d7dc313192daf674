#include "pages/report/tuning.hpp"

#include "ai/declaration.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "pages/html.hpp"
#include "pages/report/charts.hpp"
#include "pages/report/elements.hpp"
#include "pages/svg.hpp"
#include "tournament/report/figures.hpp"
#include "tournament/statistics/adjusted_estimate.hpp"
#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace referee {
namespace {

std::string score_text(const PairCounts& counts) {
    const ShareInterval share = statistics_of(counts).share;
    return fmt::format("{} % {}", percent_text(share.share, 1), percent_interval(share));
}

Json share_json(const PairCounts& counts) {
    if (counts.pairs() == 0) {
        return nullptr;
    }
    const ShareInterval share = statistics_of(counts).share;
    return {
        {"pairs", counts.pairs()},
        {"share", share.share},
        {"low", share.low},
        {"high", share.high}};
}

/// The evidence of the two ends of a parameter's range.
enum class TestedEffect { unknown, none, seen };

/// By parameter. A sign test for each end that was played, corrected by Holm for all of them: so a
/// run in which no parameter has an effect names one with a probability of at most 5 %.
std::vector<TestedEffect> effects_of(const SpsaPlan& plan) {
    std::vector<TestedEffect> effects(plan.tuning().names.size(), TestedEffect::unknown);
    std::vector<std::size_t> tested; // the parameter of each test
    std::vector<double> tests;
    for (std::size_t parameter = 0; plan.is_over() && parameter < effects.size(); ++parameter) {
        for (const int end : {0, 1}) {
            const PairCounts& counts = plan.probe(parameter, end);
            if (counts.pairs() > 0) {
                tested.push_back(parameter);
                tests.push_back(statistics_of(counts).sign_test);
                effects[parameter] = TestedEffect::none;
            }
        }
    }
    const std::vector<double> corrected = holm_corrected(tests);
    for (std::size_t i = 0; i < tested.size(); ++i) {
        if (corrected[i] <= interval_error) {
            effects[tested[i]] = TestedEffect::seen;
        }
    }
    return effects;
}

std::string effect_text(const SpsaPlan& plan, std::size_t parameter, TestedEffect effect) {
    const SpsaParameter& of = plan.tuning().parameters[parameter];
    std::vector<std::string> ends;
    for (const int end : {0, 1}) {
        const PairCounts& counts = plan.probe(parameter, end);
        if (counts.pairs() > 0) {
            ends.push_back(fmt::format(
                "at {} it scores {}", value_text(end == 0 ? of.min : of.max), score_text(counts)));
        }
    }
    switch (effect) {
    case TestedEffect::seen:
        return fmt::format("has an effect: {}", fmt::join(ends, ", "));
    case TestedEffect::none:
        return fmt::format("no effect seen: {}", fmt::join(ends, ", "));
    case TestedEffect::unknown:
        break;
    }
    return "not known yet";
}

/// The arguments that play with these values.
std::string settings_text(
    const TuningConfig& tuning, const std::vector<double>& values, const std::string& ai) {
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i) {
        text += fmt::format(
            "{}--set '{}:{}={}'", i == 0 ? "" : " ", ai, tuning.names[i], value_text(values[i]));
    }
    return text;
}

/// Lines for its ai.ini that make these values its own.
std::string declared_text(const TuningConfig& tuning, const std::vector<double>& values) {
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const SpsaParameter& of = tuning.parameters[i];
        text += fmt::format(
            "parameter = {}, {}, {}, {}, {}, {}\n", tuning.names[i],
            of.is_integer ? "int" : "float", value_text(values[i]), value_text(of.min),
            value_text(of.max), value_text(of.step));
    }
    return text;
}

std::string what_fields_can_show(int fields, const SprtConfig& sprt) {
    const double shown = elo_shown_by(fields, sprt);
    constexpr double largest = 400; // normalised Elo; more is seen without a test
    return fmt::format(
        "{}, and one of {:g} takes about {} fields",
        shown > largest ? fmt::format("{} can hardly show any gain", fields)
                        : fmt::format(
                              "{} show a gain of about {:.0f} normalised Elo in half of all runs",
                              fields, shown),
        sprt.elo1, pairs_to_show(sprt));
}

/// The verdict of the test, for people. It claims nothing that the test doesn't control.
std::string verdict_of(const SpsaPlan& plan) {
    const SprtConfig& sprt = plan.tuning().sprt;
    if (!plan.is_tested()) {
        return "The result has not been tested yet.";
    }
    switch (plan.test().decision()) {
    case SprtDecision::accepts_elo1:
        return sprt.elo0 == 0
                   ? std::string("Gain: the result is better than the start values.")
                   : fmt::format(
                         "Gain: the result is more than {:g} normalised Elo better than the start "
                         "values.",
                         sprt.elo0);
    case SprtDecision::accepts_elo0:
        return fmt::format(
            "No gain: the result is less than {:g} normalised Elo better than the start values. "
            "Keep the start values.",
            sprt.elo1);
    case SprtDecision::none:
        break;
    }
    const int fields = plan.tuning().test_fields;
    return fmt::format(
        "No gain shown: {} test fields didn't decide the test. Keep the start values, or give "
        "more fields: {}.",
        fields, what_fields_can_show(fields, sprt));
}

/// One line of the score and the sequential test.
std::string test_text(const SpsaPlan& plan) {
    const PairCounts& counts = plan.test().counts();
    const SprtConfig& sprt = plan.tuning().sprt;
    const bool is_over = plan.is_tested();
    return fmt::format(
        "Result against the start values, on fields that were not used for tuning: {} in {} "
        "double matches, "
        "Elo {}\nLLR {:.2f} ({:.2f}, {:.2f}) [{:g}, {:g}]; {} not adjusted for the sequential "
        "test\n",
        score_text(counts), counts.pairs(),
        elo_text(is_over ? adjusted_estimate(counts, sprt).share : statistics_of(counts).share),
        plan.test().ratio(), plan.test().lower(), plan.test().upper(), sprt.elo0, sprt.elo1,
        is_over ? "the Elo are adjusted for stopping, the score's interval is" : "the interval is");
}

/// The point over the iterations, in the parameter's range; the start as a dashed line.
std::string plot_of(const SpsaPlan& plan, std::size_t parameter) {
    constexpr double width = 640;
    constexpr double height = 160;
    const SpsaParameter& of = plan.tuning().parameters[parameter];
    const Axis x_axis{0, static_cast<double>(plan.tuning().iterations), 0, width};
    const Axis y_axis{of.min, of.max, height, 0};
    std::vector<std::pair<double, double>> points;
    for (const auto& [iteration, values] : plan.history()) {
        points.emplace_back(
            x_axis.at(static_cast<double>(iteration)), y_axis.at(values[parameter]));
    }
    const double start = y_axis.at(of.start);
    const std::string name = escaped(plan.tuning().names[parameter]);
    return fmt::format(
        "<h2>{}</h2>\n{}", name,
        scroll_box(
            "Plot",
            svg_of(
                {"plot", width + 80, height + 20, name + " over the iterations", false, -60, -10},
                svg_rect(
                    "", 0, 0, width, height, "",
                    "fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.3\"") +
                    svg_line(
                        "", 0, start, width, start,
                        "stroke=\"currentColor\" stroke-dasharray=\"4 4\"") +
                    fmt::format(
                        "<polyline fill=\"none\" stroke=\"#2a7ab8\" stroke-width=\"2\" "
                        "points=\"{}\"/>\n",
                        svg_points(points)) +
                    svg_text("", -6, 10, "end", value_text(of.max)) +
                    svg_text("", -6, height, "end", value_text(of.min)))));
}

std::string point_text(const SweepPlan& plan, std::size_t point) {
    std::string text;
    for (std::size_t i = 0; i < plan.tuning().names.size(); ++i) {
        text += fmt::format(
            "{}{}={}", i == 0 ? "" : ", ", plan.tuning().names[i],
            value_text(plan.tuning().points[point][i]));
    }
    return text;
}

} // namespace

std::string tuning_text(const SpsaPlan& plan, const std::string& given) {
    const std::string ai = safe_text(given);
    const TuningConfig& tuning = plan.tuning();
    const std::vector<double> result = plan.spsa().result();
    const std::vector<double> scatter = plan.spsa().scatter();
    const std::vector<TestedEffect> effects = effects_of(plan);
    std::string text = fmt::format(
        "Tuning of {} by SPSA: {} of {} iterations\n\n{:<16} {:>9} {:>9} {:>9}  {}\n", ai,
        plan.spsa().learnt(), tuning.iterations, "parameter", "start", "result", "scatter",
        "effect");
    for (std::size_t i = 0; i < tuning.names.size(); ++i) {
        text += fmt::format(
            "{:<16} {:>9.6g} {:>9.6g} {:>9.3g}  {}\n", tuning.names[i], tuning.parameters[i].start,
            result[i], scatter[i], effect_text(plan, i, effects[i]));
    }
    text +=
        "\nThe result is the mean over the last fifth of the iterations; scatter is the standard "
        "deviation there.\nAn effect is named if a sign test shows it, corrected for all "
        "parameters; the intervals hold each for itself.\n";
    if (plan.test().counts().pairs() > 0) {
        text += "\n" + test_text(plan);
    }
    const bool is_gain = plan.is_tested() && plan.test().decision() == SprtDecision::accepts_elo1;
    return text +
           fmt::format(
               "\n{}\n{}; options to paste:\n\n{}\n{}", verdict_of(plan),
               is_gain ? "To play with the result"
                       : "The result, which is not shown to be better, for further tests",
               settings_text(tuning, result, ai),
               is_gain ? "\nTo keep it, lines for its ai.ini:\n\n" + declared_text(tuning, result)
                       : "");
}

std::string tuning_json(const SpsaPlan& plan, const std::string& ai) {
    const TuningConfig& tuning = plan.tuning();
    Json json{
        {"ai", ai},
        {"method", "spsa"},
        {"iterations", tuning.iterations},
        {"learnt", plan.spsa().learnt()},
        {"parameters", Json::array()}};
    const std::vector<double> result = plan.spsa().result();
    const std::vector<double> scatter = plan.spsa().scatter();
    const std::vector<TestedEffect> effects = effects_of(plan);
    for (std::size_t i = 0; i < tuning.names.size(); ++i) {
        const SpsaParameter& parameter = tuning.parameters[i];
        const TestedEffect effect = effects[i];
        json["parameters"].push_back(
            {{"name", tuning.names[i]},
             {"start", parameter.start},
             {"min", parameter.min},
             {"max", parameter.max},
             {"step", parameter.step},
             {"point", plan.spsa().point()[i]},
             {"result", result[i]},
             {"scatter", scatter[i]},
             {"has_effect",
              effect == TestedEffect::unknown ? Json() : Json(effect == TestedEffect::seen)},
             {"at_min", share_json(plan.probe(i, 0))},
             {"at_max", share_json(plan.probe(i, 1))}});
    }
    constexpr std::array<const char*, 3> decisions{"undecided", "not gained", "gained"};
    json["test"] = {
        {"score", share_json(plan.test().counts())},
        {"llr", plan.test().ratio()},
        {"lower", plan.test().lower()},
        {"upper", plan.test().upper()},
        {"elo0", tuning.sprt.elo0},
        {"elo1", tuning.sprt.elo1},
        {"verdict", plan.is_tested()
                        ? Json(decisions[static_cast<std::size_t>(plan.test().decision())])
                        : Json()}};
    return safe_json(json.dump()) + "\n";
}

std::string tuning_html(const SpsaPlan& plan, const std::string& ai) {
    std::string body = fmt::format("<pre>{}</pre>\n", escaped_lines(tuning_text(plan, ai)));
    for (std::size_t i = 0; i < plan.tuning().names.size(); ++i) {
        body += plot_of(plan, i);
    }
    return self_contained_page("Tuning of " + ai, "", {}, body);
}

std::string sweep_text(const SweepPlan& plan, const std::string& given) {
    const std::string ai = safe_text(given);
    std::string text = fmt::format("Sweep of {}: {} points\n\n", ai, plan.tuning().points.size());
    for (std::size_t point = 0; point < plan.counts().size(); ++point) {
        const PairCounts& counts = plan.counts()[point];
        text += fmt::format(
            "{:<40} {:>24}  {} double {}\n", point_text(plan, point),
            counts.pairs() == 0 ? "–" : score_text(counts), counts.pairs(),
            counts.pairs() == 1 ? "match" : "matches");
    }
    return text +
           "\nEach interval holds with 95 % confidence for its point alone. The best of many "
           "points is best partly by\nluck: play it against the start values on other fields "
           "before you keep it.\n";
}

std::string sweep_json(const SweepPlan& plan, const std::string& ai) {
    Json json{{"ai", ai}, {"method", "sweep"}, {"points", Json::array()}};
    for (std::size_t point = 0; point < plan.counts().size(); ++point) {
        Json values = Json::object();
        for (std::size_t i = 0; i < plan.tuning().names.size(); ++i) {
            values[plan.tuning().names[i]] = plan.tuning().points[point][i];
        }
        json["points"].push_back({{"values", values}, {"score", share_json(plan.counts()[point])}});
    }
    return safe_json(json.dump()) + "\n";
}

namespace {

/// The points of the grid, each with its score as a dot on its interval.
std::string sweep_table(const SweepPlan& plan) {
    const TuningConfig& tuning = plan.tuning();
    const BarColumn scores(
        {0, 1, false}, 320, 5, [](double share) { return fmt::format("{:.0f} %", 100 * share); });
    std::vector<std::size_t> points(plan.counts().size());
    std::iota(points.begin(), points.end(), std::size_t{0});
    const std::vector<double> starts = starts_of(tuning);
    std::vector<HtmlColumn<std::size_t>> columns;
    for (std::size_t i = 0; i < tuning.names.size(); ++i) {
        columns.push_back({escaped(tuning.names[i]), "", [&tuning, i](std::size_t point) {
                               return with_minus(value_text(tuning.points[point][i]));
                           }});
    }
    const auto counts = [&plan](std::size_t point) -> const PairCounts& {
        return plan.counts()[point];
    };
    columns.push_back({"Score %", "", [counts](std::size_t point) {
                           return counts(point).pairs() == 0
                                      ? std::string("–")
                                      : percent_text(statistics_of(counts(point)).share.share, 1);
                       }});
    columns.push_back({"95 %", "", [counts](std::size_t point) {
                           return counts(point).pairs() == 0
                                      ? std::string()
                                      : percent_interval(statistics_of(counts(point)).share);
                       }});
    columns.push_back(
        {scores.head(), "word wide", [&](std::size_t point) {
             return scores.cell([&](const Axis& axis, double y) {
                 if (counts(point).pairs() == 0) {
                     return std::string();
                 }
                 const ShareInterval share = statistics_of(counts(point)).share;
                 return svg_line(
                            "bar", axis.at(share.low), y, axis.at(share.high), y,
                            "stroke-width=\"3\"") +
                        svg_circle("bar", axis.at(share.share), y, 5, point_text(plan, point));
             });
         }});
    columns.push_back({"Double matches", "", [counts](std::size_t point) {
                           return std::to_string(counts(point).pairs());
                       }});
    columns.push_back({"", "word", [&](std::size_t point) {
                           return tuning.points[point] == starts ? "start values" : std::string();
                       }});
    if (std::find(tuning.points.begin(), tuning.points.end(), starts) == tuning.points.end()) {
        columns.pop_back();
    }
    return html_table("", columns, points);
}

} // namespace

std::string sweep_html(const SweepPlan& plan, const std::string& ai) {
    return self_contained_page(
        "Sweep of " + ai, "", {},
        "<section><h2>Score by point of the grid</h2>\n" + sweep_table(plan) +
            "<p class=\"soft\">Each interval holds with 95 % confidence for its point alone. The "
            "best of many points is best partly by luck: play it against the start values on other "
            "fields before you keep it.</p>\n</section>\n");
}

} // namespace referee
