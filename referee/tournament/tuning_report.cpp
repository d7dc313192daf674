#include "tournament/tuning_report.hpp"

#include "process/parameters.hpp"
#include "tournament/statistics.hpp"
#include "view/page_parts.hpp"
#include "view/web_files.hpp"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace referee {
namespace {

using Json = nlohmann::ordered_json;

std::string share_text(const PairCounts& counts) {
    const ShareInterval share = statistics_of(counts).share;
    return fmt::format(
        "{:.1f} % [{:.1f}, {:.1f}]", 100 * share.share, 100 * share.low, 100 * share.high);
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
enum class Effect { unknown, none, seen };

Effect effect_of(const SpsaPlan& plan, std::size_t parameter) {
    Effect effect = Effect::unknown;
    for (const int end : {0, 1}) {
        const PairCounts& counts = plan.probe(parameter, end);
        if (counts.pairs() > 0) {
            const ShareInterval share = statistics_of(counts).share;
            const bool is_seen = share.low > 0.5 || share.high < 0.5;
            effect = is_seen || effect == Effect::seen ? Effect::seen : Effect::none;
        }
    }
    return plan.is_over() ? effect : Effect::unknown;
}

std::string effect_text(const SpsaPlan& plan, std::size_t parameter) {
    const SpsaParameter& of = plan.tuning().parameters[parameter];
    std::vector<std::string> ends;
    for (const int end : {0, 1}) {
        const PairCounts& counts = plan.probe(parameter, end);
        if (counts.pairs() > 0) {
            ends.push_back(fmt::format(
                "at {} it scores {}", value_text(end == 0 ? of.min : of.max), share_text(counts)));
        }
    }
    switch (effect_of(plan, parameter)) {
    case Effect::seen:
        return fmt::format("has an effect: {}", fmt::join(ends, ", "));
    case Effect::none:
        return fmt::format("no effect seen: {}", fmt::join(ends, ", "));
    case Effect::unknown:
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
    return fmt::format(
        "No gain shown: {} test fields didn't decide the test. Keep the start values, or give "
        "more fields.",
        plan.tuning().test_fields);
}

/// One line of the score and the sequential test.
std::string test_text(const SpsaPlan& plan) {
    const PairCounts& counts = plan.test().counts();
    const SprtConfig& sprt = plan.tuning().sprt;
    return fmt::format(
        "Result against the start values, on fields that were not used for tuning: {} in {} "
        "double matches, "
        "Elo {}\nLLR {:.2f} ({:.2f}, {:.2f}) [{:g}, {:g}]; the interval is not adjusted for the "
        "sequential test\n",
        share_text(counts), counts.pairs(), elo_text(statistics_of(counts).share),
        plan.test().ratio(), plan.test().lower(), plan.test().upper(), sprt.elo0, sprt.elo1);
}

std::string html_page(const std::string& title, const std::string& body) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>{0}</title>\n<style>\n{1}{2}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{3}</body>\n"
        "</html>\n",
        escaped(title), web_file("style.css"), web_file("report.css"), body);
}

/// The point over the iterations, in the parameter's range; the start as a dashed line.
std::string plot_of(const SpsaPlan& plan, std::size_t parameter) {
    constexpr double width = 640;
    constexpr double height = 160;
    const SpsaParameter& of = plan.tuning().parameters[parameter];
    const auto y_of = [&](double value) {
        return height * (1 - (value - of.min) / (of.max - of.min));
    };
    std::string points;
    for (const auto& [iteration, values] : plan.history()) {
        points += fmt::format(
            "{:.1f},{:.1f} ",
            width * static_cast<double>(iteration) / static_cast<double>(plan.tuning().iterations),
            y_of(values[parameter]));
    }
    return fmt::format(
        "<h2>{0}</h2>\n<div class=\"scroll\">\n<svg class=\"plot\" width=\"{1}\" height=\"{2}\" "
        "viewBox=\"-60 -10 {3} {4}\" role=\"img\" aria-label=\"{0} over the iterations\">\n"
        "<rect width=\"{5}\" height=\"{6}\" fill=\"none\" stroke=\"currentColor\" "
        "stroke-opacity=\"0.3\"/>\n"
        "<line x1=\"0\" x2=\"{5}\" y1=\"{7:.1f}\" y2=\"{7:.1f}\" stroke=\"currentColor\" "
        "stroke-dasharray=\"4 4\"/>\n"
        "<polyline fill=\"none\" stroke=\"#2a7ab8\" stroke-width=\"2\" points=\"{8}\"/>\n"
        "<text x=\"-6\" y=\"10\" text-anchor=\"end\" fill=\"currentColor\">{9}</text>\n"
        "<text x=\"-6\" y=\"{6}\" text-anchor=\"end\" fill=\"currentColor\">{10}</text>\n"
        "</svg>\n</div>\n",
        escaped(plan.tuning().names[parameter]), width + 80, height + 20, width + 80, height + 20,
        width, height, y_of(of.start), points, value_text(of.max), value_text(of.min));
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

std::string tuning_text(const SpsaPlan& plan, const std::string& ai) {
    const TuningConfig& tuning = plan.tuning();
    const std::vector<double> result = plan.spsa().result();
    const std::vector<double> scatter = plan.spsa().scatter();
    std::string text = fmt::format(
        "Tuning of {} by SPSA: {} of {} iterations\n\n{:<16} {:>9} {:>9} {:>9}  {}\n", ai,
        plan.spsa().learnt(), tuning.iterations, "parameter", "start", "result", "scatter",
        "effect");
    for (std::size_t i = 0; i < tuning.names.size(); ++i) {
        text += fmt::format(
            "{:<16} {:>9.6g} {:>9.6g} {:>9.3g}  {}\n", tuning.names[i], tuning.parameters[i].start,
            result[i], scatter[i], effect_text(plan, i));
    }
    text +=
        "\nThe result is the mean over the last fifth of the iterations; scatter is the standard "
        "deviation there.\n";
    if (plan.test().counts().pairs() > 0) {
        text += "\n" + test_text(plan);
    }
    return text + fmt::format(
                      "\n{}\nTo play with the result: {}\n", verdict_of(plan),
                      settings_text(tuning, result, ai));
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
    for (std::size_t i = 0; i < tuning.names.size(); ++i) {
        const SpsaParameter& parameter = tuning.parameters[i];
        const Effect effect = effect_of(plan, i);
        json["parameters"].push_back(
            {{"name", tuning.names[i]},
             {"start", parameter.start},
             {"min", parameter.min},
             {"max", parameter.max},
             {"step", parameter.step},
             {"point", plan.spsa().point()[i]},
             {"result", result[i]},
             {"scatter", scatter[i]},
             {"has_effect", effect == Effect::unknown ? Json() : Json(effect == Effect::seen)},
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
    return json.dump(2) + "\n";
}

std::string tuning_html(const SpsaPlan& plan, const std::string& ai) {
    std::string body = fmt::format("<pre>{}</pre>\n", escaped(tuning_text(plan, ai)));
    for (std::size_t i = 0; i < plan.tuning().names.size(); ++i) {
        body += plot_of(plan, i);
    }
    return html_page("Tuning of " + ai, body);
}

std::string sweep_text(const SweepPlan& plan, const std::string& ai) {
    std::string text = fmt::format("Sweep of {}: {} points\n\n", ai, plan.tuning().points.size());
    for (std::size_t point = 0; point < plan.counts().size(); ++point) {
        const PairCounts& counts = plan.counts()[point];
        text += fmt::format(
            "{:<40} {:>24}  {} double {}\n", point_text(plan, point),
            counts.pairs() == 0 ? "–" : share_text(counts), counts.pairs(),
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
    return json.dump(2) + "\n";
}

std::string sweep_html(const SweepPlan& plan, const std::string& ai) {
    return html_page(
        "Sweep of " + ai, fmt::format("<pre>{}</pre>\n", escaped(sweep_text(plan, ai))));
}

} // namespace referee
